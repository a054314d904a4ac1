/** Makes well-formed addresses for batches, tests and the seeded history. Nobody holds their keys. */
import { createHash } from 'node:crypto';
import { digest } from './random.mts';

const BITCOIN_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const RIPPLE_ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Version byte of a pay-to-key-hash address; Bitcoin Cash in its legacy form. */
const BASE58_VERSIONS: Record<string, number> = {
	BTC: 0x00,
	BCH: 0x00,
	BSV: 0x00,
	LTC: 0x30,
	TRX: 0x41,
	XRP: 0x00,
};

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

function base58(bytes: Buffer, alphabet: string): string {
	let text = '';
	for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n) {
		text = alphabet[Number(rest % 58n)] + text;
	}
	let zeros = 0;
	while (bytes[zeros] === 0) zeros += 1;
	return alphabet[0].repeat(zeros) + text;
}

function base58check(version: number, payload: Buffer, alphabet: string): string {
	const body = Buffer.concat([Buffer.from([version]), payload]);
	return base58(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]), alphabet);
}

/** CRC-16/XMODEM, as Stellar's key format has it. */
function crc16(bytes: Buffer): number {
	let crc = 0;
	for (const byte of bytes) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++)
			crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
	}
	return crc & 0xffff;
}

function stellarKey(key: Buffer): string {
	const body = Buffer.concat([Buffer.from([6 << 3]), key]);
	const checksum = Buffer.alloc(2);
	checksum.writeUInt16LE(crc16(body));
	const bits = BigInt(`0x${Buffer.concat([body, checksum]).toString('hex')}`);
	// 35 bytes are exactly 56 groups of five bits.
	return Array.from(
		{ length: 56 },
		(_, index) => BASE32_ALPHABET[Number((bits >> BigInt(5 * (55 - index))) & 31n)],
	).join('');
}

/**
 * A well-formed address with the right checksum, the same one for the same label.
 * @param network code of a network; unknown ones get an Ethereum address
 * @param label any text or number
 * @returns an address in the network's usual form (Ethereum's in lower case)
 */
export function makeAddress(network: string, label: string | number): string {
	const bytes = digest(`sandbox address ${network} ${label}`);
	if (network === 'XLM') return stellarKey(bytes);
	const version = BASE58_VERSIONS[network];
	if (version === undefined) return `0x${bytes.toString('hex', 0, 20)}`;
	const alphabet = network === 'XRP' ? RIPPLE_ALPHABET : BITCOIN_ALPHABET;
	return base58check(version, bytes.subarray(0, 20), alphabet);
}

/**
 * A well-formed transaction hash, the same one for the same label.
 * @param network code of a network; Ethereum's family gets the `0x` prefix
 * @param label any text or number
 */
export function makeTransaction(network: string, label: string | number): string {
	const hex = digest(`sandbox transaction ${network} ${label}`).toString('hex');
	if (['ETH', 'ETC', 'BSC', 'MATIC'].includes(network)) return `0x${hex}`;
	return network === 'XRP' ? hex.toUpperCase() : hex;
}
