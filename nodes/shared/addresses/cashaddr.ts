import { toHex } from './bytes';
import type { Network, Reading } from './types';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_WORDS = 8;
const BCH: readonly Network[] = ['BCH'];

/** The prefix that is implied where none is written, and the one that is sent. */
const MAIN_PREFIX = 'bitcoincash';

/** Simple Ledger Protocol: the same hashes under a prefix of their own, for wallets that know its tokens. */
const SLP_PREFIX = 'simpleledger';

const ECASH_PREFIX = 'ecash';

const TEST_PREFIXES: ReadonlySet<string> = new Set(['bchtest', 'bchreg']);

/** Hash sizes in bytes, by the low three bits of the version byte. */
const HASH_BYTES: readonly number[] = [20, 24, 28, 32, 40, 48, 56, 64];

/**
 * Address types, the bits above the size. Types 2 and 3 say "can receive CashTokens" and lock to the same script as
 * types 0 and 1 (CHIP-2022-02 CashTokens): the same wallet, and therefore the same target.
 */
const TYPES: readonly (readonly ['p2pkh' | 'p2sh', number])[] = [
	['p2pkh', 0],
	['p2sh', 1],
	['p2pkh', 0],
	['p2sh', 1],
];

/** A decoded cashaddr. */
interface Decoded {
	version: number;
	hash: Uint8Array;
}

/**
 * Reads cashaddr, the address form of Bitcoin Cash, with and without its prefix. What is sent has the prefix, since
 * more decoders insist on it than reject it, and a token-aware address is sent in its plain form.
 *
 * @param text cleaned text
 * @returns what it is, or undefined if it is not of this family
 */
export function readCashAddress(text: string): Reading | undefined {
	const colon = text.indexOf(':');
	const prefix = colon < 0 ? MAIN_PREFIX : text.slice(0, colon).toLowerCase();
	const payload = text.slice(colon + 1);
	if (prefix === ECASH_PREFIX) return { state: 'elsewhere', name: 'eCash' };
	const isTest = TEST_PREFIXES.has(prefix);
	if (prefix !== MAIN_PREFIX && prefix !== SLP_PREFIX && !isTest) return undefined;
	const looksLikeIt = colon >= 0 || /^[qpzr][a-z0-9]{40,42}$/i.test(payload);
	if (payload !== payload.toLowerCase() && payload !== payload.toUpperCase()) {
		const what = 'mixes capital and small letters';
		return looksLikeIt && isNearlyCashAddress(payload)
			? { state: 'malformed', networks: BCH, what }
			: undefined;
	}
	const words = toWords(payload.toLowerCase());
	if (words === undefined || !checksumFits(prefix, words)) {
		return colon < 0
			? readWithoutPrefix(payload, looksLikeIt)
			: { state: 'checksum', networks: BCH };
	}
	if (isTest) return { state: 'test', networks: BCH };
	return readPayload(words);
}

/** A text without a prefix and without a fitting checksum may still be of a test network. */
function readWithoutPrefix(payload: string, looksLikeIt: boolean): Reading | undefined {
	const words = toWords(payload.toLowerCase());
	const fits = (prefix: string) => words !== undefined && checksumFits(prefix, words);
	if ([...TEST_PREFIXES].some(fits)) return { state: 'test', networks: BCH };
	return looksLikeIt ? { state: 'checksum', networks: BCH } : undefined;
}

/** Mixed case alone is no sign of a cashaddr: base58 mixes it too. Every letter must be one of the alphabet. */
function isNearlyCashAddress(payload: string): boolean {
	return toWords(payload.toLowerCase()) !== undefined;
}

/** What a payload with a fitting checksum stands for. */
function readPayload(words: number[]): Reading {
	const decoded = decodePayload(words);
	if (decoded === undefined) {
		return { state: 'malformed', networks: BCH, what: 'has a length that no address has' };
	}
	const type = TYPES[decoded.version >> 3];
	if (type === undefined) {
		// The specification keeps these types for later: let through.
		return { state: 'unknown', networks: BCH, value: encode(decoded.version, decoded.hash) };
	}
	const [script, plainType] = type;
	const value = encode((plainType << 3) | (decoded.version & 7), decoded.hash);
	return { state: 'address', networks: BCH, value, key: `${script}:${toHex(decoded.hash)}` };
}

/** Splits words into version and hash; undefined when sizes or padding don't fit. */
function decodePayload(words: number[]): Decoded | undefined {
	const bits = words.slice(0, -CHECKSUM_WORDS);
	const bytes = regroup(bits, 5, 8);
	const [version] = bytes;
	// The top bit is reserved; the spare bits at the end must be zero.
	if (version === undefined || version > 127) return undefined;
	const hash = Uint8Array.from(bytes.slice(1));
	if (hash.length !== HASH_BYTES[version & 7]) return undefined;
	const canonical = regroup(bytes, 8, 5, true);
	return canonical.length === bits.length && canonical.every((word, i) => word === bits[i])
		? { version, hash }
		: undefined;
}

/** Writes a cashaddr with the main network's prefix. */
function encode(version: number, hash: Uint8Array): string {
	const words = regroup([version, ...hash], 8, 5, true);
	const remainder = polymod([
		...prefixWords(MAIN_PREFIX),
		...words,
		...new Array<number>(8).fill(0),
	]);
	const checksum = Array.from({ length: CHECKSUM_WORDS }, (_, i) =>
		Number((remainder >> BigInt(5 * (CHECKSUM_WORDS - 1 - i))) & 31n),
	);
	return `${MAIN_PREFIX}:${[...words, ...checksum].map((word) => ALPHABET[word]).join('')}`;
}

/** Letters to 5-bit words; undefined if a letter is not in the alphabet or there are too few or too many. */
function toWords(payload: string): number[] | undefined {
	if (payload.length <= CHECKSUM_WORDS || payload.length > 112) return undefined;
	const words = Array.from(payload, (letter) => ALPHABET.indexOf(letter));
	return words.includes(-1) ? undefined : words;
}

function checksumFits(prefix: string, words: readonly number[]): boolean {
	return polymod([...prefixWords(prefix), ...words]) === 0n;
}

/** The low five bits of each letter of the prefix, and a zero as the separator. */
function prefixWords(prefix: string): number[] {
	return [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31), 0];
}

const GENERATORS: readonly bigint[] = [
	0x98f2bc8e61n,
	0x79b76d99e2n,
	0xf33e5fb3c4n,
	0xae2eabe2a8n,
	0x1e4f43e470n,
];

/** The 40-bit BCH code of the cashaddr specification; zero for a text whose checksum fits. */
function polymod(words: readonly number[]): bigint {
	let c = 1n;
	for (const word of words) {
		const top = c >> 35n;
		c = ((c & 0x07ffffffffn) << 5n) ^ BigInt(word);
		GENERATORS.forEach((generator, i) => {
			if ((top >> BigInt(i)) & 1n) c ^= generator;
		});
	}
	return c ^ 1n;
}

/** Regroups bits, most significant first; a rest is padded with zeros or dropped. */
function regroup(values: readonly number[], from: number, to: number, pad = false): number[] {
	const out: number[] = [];
	let buffer = 0;
	let held = 0;
	for (const value of values) {
		buffer = ((buffer << from) | value) & 0xffff;
		held += from;
		while (held >= to) {
			held -= to;
			out.push((buffer >> held) & ((1 << to) - 1));
		}
	}
	if (pad && held > 0) out.push((buffer << (to - held)) & ((1 << to) - 1));
	return out;
}
