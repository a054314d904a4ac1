import { decodeBase58Check, encodeBase58Check } from './base58';
import { toHex } from './bytes';
import type { Network, Reading } from './types';

const XRP: readonly Network[] = ['XRP'];
const ACCOUNT_BYTES = 20;

/** Leading bytes of an X-address (XLS-5): main network "X", test network "T". */
const X_MAIN = '0544';
const X_TEST = '0493';
const X_ADDRESS_BYTES = 31;

/** Bytes of the tag, by the flags of an X-address. */
const TAG_BYTES: readonly number[] = [0, 4, 8];

/**
 * Reads addresses of the XRP Ledger: classic ones (r…), and X-addresses (XLS-5), which hold an account and a
 * destination tag. What is checked is the account, so an X-address is sent as the classic address in it, and tags make
 * no different targets.
 *
 * @param text cleaned text
 * @returns what it is, or undefined if it is not of this family
 */
export function readXrpAddress(text: string): Reading | undefined {
	const decoded = decodeBase58Check(text, 'xrp');
	if (decoded === undefined) return undefined;
	if (!decoded.checksumFits) return readBroken(text);
	const { payload } = decoded;
	if (isSecret(payload)) return { state: 'secret' };
	if (payload.length === ACCOUNT_BYTES + 1 && payload[0] === 0) return account(payload.slice(1));
	if (payload.length !== X_ADDRESS_BYTES) return undefined;
	return readXAddress(payload);
}

function account(id: Uint8Array): Reading {
	const value = encodeBase58Check(Uint8Array.from([0, ...id]), 'xrp');
	return { state: 'address', networks: XRP, value, key: `xrp:${toHex(id)}` };
}

/** Two bytes of prefix, the account, one byte of flags and eight bytes of tag. */
function readXAddress(payload: Uint8Array): Reading | undefined {
	const prefix = toHex(payload.slice(0, 2));
	if (prefix === X_TEST) return { state: 'test', networks: XRP };
	if (prefix !== X_MAIN) return undefined;
	const flags = payload[22];
	// The tag takes as many bytes as the flags say: none, four, or eight (reserved). The rest must be zero.
	const unused = payload.slice(23 + (TAG_BYTES[flags] ?? 0));
	if (flags >= TAG_BYTES.length || unused.some((byte) => byte !== 0)) {
		return { state: 'malformed', networks: XRP, what: 'has a destination tag that cannot be read' };
	}
	return account(payload.slice(2, 22));
}

/** Seeds of accounts: s… (one byte 0x21 and 16 bytes) and sEd… (0x01e14b and 16 bytes). */
function isSecret(payload: Uint8Array): boolean {
	if (payload.length === 17) return payload[0] === 0x21;
	return payload.length === 19 && toHex(payload.slice(0, 3)) === '01e14b';
}

function readBroken(text: string): Reading | undefined {
	const classic = /^r.{24,35}$/.test(text);
	const extended = /^X.{45,47}$/.test(text);
	return classic || extended ? { state: 'checksum', networks: XRP } : undefined;
}
