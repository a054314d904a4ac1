import { base32nopad } from '../vendor/crypto';
import { attempt } from './reading';
import type { Reading } from './reading';

/** The kinds of strkey (SEP-23) that can be screened: version byte and length of the data in bytes. */
const KINDS: Readonly<Record<string, readonly [version: number, bytes: number]>> = {
	G: [6 << 3, 32],
	M: [12 << 3, 40],
	C: [2 << 3, 32],
	L: [11 << 3, 32],
	B: [1 << 3, 33],
};

const SEED_VERSION = 18 << 3;

/** CRC-16 with the polynomial 0x1021 and a start of zero (XMODEM), low byte first, as SEP-23 has it. */
function checksum(bytes: Uint8Array): [low: number, high: number] {
	let crc = 0;
	for (const byte of bytes) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++)
			crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
	}
	return [crc & 255, crc >> 8];
}

const encode = (body: Uint8Array) =>
	base32nopad.encode(Uint8Array.from([...body, ...checksum(body)]));

/**
 * Reads strkeys of Stellar (SEP-23): accounts (G…), contracts (C…), liquidity pools (L…) and claimable balances (B…). A
 * muxed account (M…) is sent as the account in it, which is what a ledger knows. Small letters alone are read as
 * capitals, since base32 has no other reading of them.
 * @param text cleaned text.
 * @returns what it is, or undefined if it is nothing of this family.
 */
export function readStellar(text: string): Reading | undefined {
	const upper = text.toUpperCase();
	if (!/^([A-Z2-7]{50,120}|[a-z2-7]{50,120})$/.test(text)) return undefined;
	const bytes = attempt(() => base32nopad.decode(upper));
	if (bytes === undefined || bytes.length < 4) return undefined;
	const body = bytes.slice(0, -2);
	// SEP-23: only a text that encodes back to itself is valid. That compares the checksum too.
	if (encode(body) !== upper) return undefined;
	if (body[0] === SEED_VERSION) return { kind: 'secret' };
	const [version, length] = KINDS[upper[0]] ?? [];
	const isPool = upper[0] === 'B';
	if (version !== body[0] || length !== body.length - 1 || (isPool && body[1] !== 0))
		return undefined;
	const value = upper[0] === 'M' ? encode(Uint8Array.from([6 << 3, ...body.slice(1, 33)])) : upper;
	return { kind: 'address', networks: ['XLM'], value, key: value };
}
