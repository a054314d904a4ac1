import { NETWORKS, networksBy } from '../networks';
import { base58, base58xrp, sha256 } from '../vendor/crypto';
import { toHex } from './reading';
import type { Reading } from './reading';

/** The first four bytes of the double SHA-256. */
const checksum = (payload: Uint8Array) => sha256(sha256(payload)).slice(0, 4);

/** Decodes base58check; undefined where the text is none. Only texts of the alphabet get here, so the coder never throws. */
function decode(coder: typeof base58, text: string): Uint8Array | undefined {
	if (!/^[1-9A-HJ-NP-Za-km-z]{20,130}$/.test(text)) return undefined;
	const bytes = coder.decode(text);
	const payload = bytes.slice(0, -4);
	return toHex(checksum(payload)) === toHex(bytes.slice(-4)) ? payload : undefined;
}

const encode = (coder: typeof base58, payload: Uint8Array) =>
	coder.encode(Uint8Array.from([...payload, ...checksum(payload)]));

/** The networks that use a version byte. */
const VERSIONS = networksBy(({ base58 }) => base58 && Object.keys(base58).map(Number));

/**
 * Reads base58check in Bitcoin's alphabet: addresses of BTC, BCH and BSV (which share their legacy form), LTC and TRX,
 * private keys, and extended keys.
 * @param text cleaned text.
 * @returns what it is, or undefined if it is nothing of this family.
 */
export function readBase58(text: string): Reading | undefined {
	const payload = decode(base58, text);
	if (payload === undefined) return undefined;
	const [version] = payload;
	// Wallet import format is a version and 32 bytes, with a 1 behind them for a compressed key.
	const isKey = payload.length === 33 || (payload.length === 34 && payload[33] === 1);
	const isEncryptedKey = payload.length === 39 && version === 1 && (payload[1] & 0xfe) === 0x42;
	if (isKey || isEncryptedKey) return { kind: 'secret' };
	// Of an extended key the last 33 bytes are the key, of which a private one begins with 0 (BIP-32).
	if (payload.length === 78)
		return payload[45] === 0
			? { kind: 'secret' }
			: { kind: 'other', what: 'an extended public key, which means all addresses of a wallet' };
	const networks = payload.length === 21 ? VERSIONS.get(version) : undefined;
	if (networks === undefined) return undefined;
	// Where networks share a version, they mean the same by it.
	const script = NETWORKS[networks[0]].base58?.[version];
	return { kind: 'address', networks, value: text, key: `${script}:${toHex(payload.slice(1))}` };
}

/**
 * Reads the hexadecimal form of a Tron address: 42 digits that begin with 41, as Tron's HTTP API prints it. It has no
 * checksum. The usual form, which begins with T, is sent.
 * @param text cleaned text.
 */
export function readTronHex(text: string): Reading | undefined {
	const digits = /^(?:0x)?(41[\da-f]{40})$/i.exec(text)?.[1];
	return digits === undefined ? undefined : readBase58(encode(base58, Buffer.from(digits, 'hex')));
}

function readAccount(id: Uint8Array): Reading {
	const value = encode(base58xrp, Uint8Array.from([0, ...id]));
	return { kind: 'address', networks: ['XRP'], value, key: `xrp:${toHex(id)}` };
}

/**
 * Reads addresses of the XRP Ledger: classic ones (r…), and X-addresses (XLS-5) of the main network, which hold an
 * account and a destination tag. The account is what is checked, so the classic address is sent.
 * @param text cleaned text.
 * @returns what it is, or undefined if it is nothing of this family.
 */
export function readXrp(text: string): Reading | undefined {
	// Accounts, X-addresses and seeds: no other text has to be decoded twice.
	const payload = /^[rXs]/.test(text) ? decode(base58xrp, text) : undefined;
	if (payload === undefined) return undefined;
	const start = toHex(payload.slice(0, 3));
	const isSeed = payload.length === 17 && start.startsWith('21');
	if (isSeed || (payload.length === 19 && start === '01e14b')) return { kind: 'secret' };
	if (payload.length === 21 && start.startsWith('00')) return readAccount(payload.slice(1));
	if (payload.length !== 31 || !start.startsWith('0544')) return undefined;
	// The flags say how many bytes the tag has: none, four, or eight. The rest are zero.
	const [flags, ...tag] = payload.slice(22);
	const unused = tag.slice(flags * 4);
	return flags <= 2 && unused.every((byte) => byte === 0)
		? readAccount(payload.slice(2, 22))
		: undefined;
}
