/** Makes well-formed addresses for batches, tests and the seeded history. Nobody holds their keys. */
import { createHash } from 'node:crypto';
import { base32, base58, base58xrp } from '@scure/base';
import { isEvm, networkOf } from './networks.mts';
import { digest } from './random.mts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

function base58check(version: number, payload: Buffer, alphabet: typeof base58): string {
	const body = Buffer.concat([Buffer.from([version]), payload]);
	return alphabet.encode(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]));
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
	return base32.encode(Buffer.concat([body, checksum]));
}

/** A well-formed address with the right checksum, the same one for the same label. */
export function makeAddress(network: string, label: string | number): string {
	const bytes = digest(`sandbox address ${network} ${label}`);
	const key = bytes.subarray(0, 20);
	const addresses = networkOf(network)?.addresses ?? 'evm';
	if (addresses === 'stellar') return stellarKey(bytes);
	if (addresses === 'evm') return `0x${key.toString('hex')}`;
	if (addresses === 'xrp') return base58check(0, key, base58xrp);
	return base58check(addresses, key, base58);
}

/** A well-formed transaction hash, the same one for the same label. */
export function makeTransaction(network: string, label: string | number): string {
	const hex = digest(`sandbox transaction ${network} ${label}`).toString('hex');
	if (isEvm(network)) return `0x${hex}`;
	return network === 'XRP' ? hex.toUpperCase() : hex;
}
