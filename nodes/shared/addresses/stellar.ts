import { base32nopad, utils } from '../vendor/crypto';
import { attempt } from './reading';
import type { Reading } from './reading';

const ACCOUNT = 6 << 3;
const MUXED = 12 << 3;
const BALANCE = 1 << 3;
const SEED = 18 << 3;

/** The kinds of strkey (SEP-23) that can be screened: bytes of data by the version byte, which makes the first letter. */
const BYTES = new Map([
	[ACCOUNT, 32],
	[MUXED, 40],
	[2 << 3, 32],
	[11 << 3, 32],
	[BALANCE, 33],
]);

/** CRC-16 with the polynomial 0x1021 and a start of zero (XMODEM), low byte first. */
function crc16(bytes: Uint8Array): Uint8Array {
	let crc = 0;
	for (const byte of bytes) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++)
			crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
	}
	return Uint8Array.of(crc & 255, crc >> 8);
}

const strkey = utils.chain(utils.checksum(2, crc16), base32nopad);

/**
 * Reads strkeys of Stellar: accounts (G…), contracts (C…), liquidity pools (L…) and claimable balances (B…). A muxed
 * account (M…) is sent as the account in it, which is what a ledger knows. Small letters alone are read as capitals,
 * since base32 has no other reading of them.
 */
export function readStellar(text: string): Reading | undefined {
	if (!/^([A-Z2-7]{50,120}|[a-z2-7]{50,120})$/.test(text)) return undefined;
	const upper = text.toUpperCase();
	const [version, ...data] = attempt(() => strkey.decode(upper)) ?? [];
	if (version === SEED) return { kind: 'secret' };
	// The first byte of a claimable balance is its type, of which there is one.
	if (BYTES.get(version) !== data.length || (version === BALANCE && data[0] !== 0))
		return undefined;
	const value =
		version === MUXED ? strkey.encode(Uint8Array.of(ACCOUNT, ...data.slice(0, 32))) : upper;
	return { kind: 'address', networks: ['XLM'], value, key: value };
}
