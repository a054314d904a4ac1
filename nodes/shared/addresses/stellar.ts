import { base32nopad } from '../vendor/crypto';
import { attempt } from './bytes';
import type { Network, Reading } from './types';

const XLM: readonly Network[] = ['XLM'];

/** The kinds of strkey (SEP-23), by their first letter: version byte and length of the data in bytes. */
const KINDS: ReadonlyMap<string, { version: number; bytes: number }> = new Map([
	['G', { version: 6 << 3, bytes: 32 }],
	['M', { version: 12 << 3, bytes: 40 }],
	['C', { version: 2 << 3, bytes: 32 }],
	['L', { version: 11 << 3, bytes: 32 }],
	['B', { version: 1 << 3, bytes: 33 }],
	['S', { version: 18 << 3, bytes: 32 }],
	['T', { version: 19 << 3, bytes: 32 }],
	['X', { version: 23 << 3, bytes: 32 }],
]);

const MUXED_ID_BYTES = 8;
const MAX_LENGTH = 200;

/**
 * Reads strkeys of Stellar (SEP-23). Accounts (G…), contracts (C…), liquidity pools (L…) and claimable balances (B…)
 * are addresses; a muxed account (M…) is sent as the account in it, which is what a ledger knows. Small letters alone
 * are read as capitals, since base32 has no other reading of them.
 *
 * @param text cleaned text
 * @returns what it is, or undefined if it is not of this family
 */
export function readStellarAddress(text: string): Reading | undefined {
	if (text.length > MAX_LENGTH || !/^[A-Z2-7]+$/i.test(text)) return undefined;
	const upper = text.toUpperCase();
	const bytes = attempt(() => base32nopad.decode(upper));
	// SEP-23: only a text that encodes back to itself is valid.
	if (bytes === undefined || bytes.length < 4 || base32nopad.encode(bytes) !== upper) {
		return readBroken(upper);
	}
	if (crc16(bytes.slice(0, -2)) !== bytes[bytes.length - 2] + bytes[bytes.length - 1] * 256) {
		return readBroken(upper);
	}
	if (text !== upper && text !== text.toLowerCase()) {
		return { state: 'malformed', networks: XLM, what: 'mixes capital and small letters' };
	}
	return readKey(bytes[0], bytes.slice(1, -2), upper);
}

/** What a strkey with a fitting checksum stands for. */
function readKey(version: number, data: Uint8Array, text: string): Reading {
	const kind = KINDS.get(text[0]);
	if (text[0] === 'P') return SIGNER;
	if (kind === undefined) return { state: 'unknown', networks: XLM, value: text };
	if (kind.version !== version || kind.bytes !== data.length) {
		return {
			state: 'malformed',
			networks: XLM,
			what: 'has a length or a version that no address has',
		};
	}
	if (text[0] === 'S') return { state: 'secret' };
	if (text[0] === 'T' || text[0] === 'X') return SIGNER;
	if (text[0] === 'B' && data[0] !== 0) {
		return { state: 'malformed', networks: XLM, what: 'has a version that no address has' };
	}
	const value = text[0] === 'M' ? encodeAccount(data.slice(0, -MUXED_ID_BYTES)) : text;
	return { state: 'address', networks: XLM, value, key: value };
}

const SIGNER: Reading = {
	state: 'other',
	networks: XLM,
	what: 'the key of a signer, which is not an account',
	advice: 'Enter the account (G…) instead.',
};

function encodeAccount(key: Uint8Array): string {
	const body = Uint8Array.from([6 << 3, ...key]);
	const crc = crc16(body);
	return base32nopad.encode(Uint8Array.from([...body, crc & 255, crc >> 8]));
}

/** CRC-16 with the polynomial 0x1021 and a start of zero (XMODEM), as SEP-23 names it; written low byte first. */
function crc16(bytes: Uint8Array): number {
	let crc = 0;
	for (const byte of bytes) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++) {
			crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
		}
	}
	return crc;
}

function readBroken(upper: string): Reading | undefined {
	const account = /^[GCL]/.test(upper) && upper.length >= 54 && upper.length <= 58;
	const muxed = upper.startsWith('M') && upper.length >= 67 && upper.length <= 71;
	return account || muxed ? { state: 'checksum', networks: XLM } : undefined;
}
