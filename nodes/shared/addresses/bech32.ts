import { groupNetworks } from '../networks';
import { bech32, bech32m } from '../vendor/crypto';
import { attempt, toHex } from './reading';
import type { Reading } from './reading';

/** BIP-352 allows future silent payment addresses of this length; nothing else here is as long. */
const MAX_LENGTH = 1023;

const SEGWIT = groupNetworks((row) => row.bech32 && [row.bech32.segwit]);
const OPAQUE = groupNetworks((row) => row.bech32 && [row.bech32.opaque]);
const PREFIXES = new Set(['lnbc', 'lntb', ...SEGWIT.keys(), ...OPAQUE.keys()]);

/** Decodes either encoding; no text is valid under both. */
function decode(text: string) {
	const by = (coder: typeof bech32) =>
		attempt(() => coder.decode(text as `${string}1${string}`, MAX_LENGTH));
	const first = by(bech32);
	return first ? { ...first, isFirst: true } : { ...by(bech32m), isFirst: false };
}

/** Whether words are a witness program that its encoding may carry (BIP-141, BIP-350). */
function isWitness([version, ...words]: number[], isFirst: boolean): boolean {
	const length = attempt(() => bech32.fromWords(words))?.length ?? 0;
	if (version === 0) return isFirst && (length === 20 || length === 32);
	return !isFirst && version <= 16 && length >= 2 && length <= 40;
}

/**
 * Reads bech32 and bech32m (BIP-173, BIP-350): segwit and taproot addresses of BTC and LTC, witness versions not in use
 * yet included, silent payment and MWEB addresses.
 */
export function readBech32(text: string): Reading | undefined {
	const start = /^([a-z]+)1|^ln(?:bc|tb)/i.exec(text);
	const isKnown = start && (!start[1] || PREFIXES.has(start[1].toLowerCase()));
	const { prefix, words = [], isFirst = false } = isKnown ? decode(text) : {};
	if (prefix === undefined) return undefined;
	if (prefix.startsWith('ln')) return { kind: 'other', what: 'a Lightning invoice' };
	const segwit = isWitness(words, isFirst) ? SEGWIT.get(prefix) : undefined;
	const networks = segwit ?? OPAQUE.get(prefix);
	const value = text.toLowerCase();
	return networks && { kind: 'address', networks, value, key: `segwit:${value}` };
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** The 40-bit code of the cashaddr specification over a prefix and its words; zero where the checksum fits. */
function cashChecksum(prefix: string, words: readonly number[]): bigint {
	const start = Array.from(prefix, (letter) => letter.charCodeAt(0) & 31);
	let sum = 1n;
	for (const word of [...start, 0, ...words]) {
		const top = sum >> 35n;
		sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
		GENERATORS.forEach((generator, bit) => {
			if ((top >> BigInt(bit)) & 1n) sum ^= generator;
		});
	}
	return sum ^ 1n;
}

function encodeCash(version: number, hash: Uint8Array): string {
	const words = bech32.toWords(Uint8Array.from([version, ...hash]));
	const sum = cashChecksum('bitcoincash', [...words, 0, 0, 0, 0, 0, 0, 0, 0]);
	const checksum = Array.from({ length: 8 }, (_, at) => Number((sum >> BigInt(35 - 5 * at)) & 31n));
	return `bitcoincash:${[...words, ...checksum].map((word) => ALPHABET[word]).join('')}`;
}

/** Sizes of the hash in bytes, by the low three bits of the version. */
const HASH_BYTES = [20, 24, 28, 32, 40, 48, 56, 64];

/**
 * Reads cashaddr, the address form of Bitcoin Cash, with its prefix, the prefix of its tokens (SLP), or none. It is sent
 * with its prefix: more decoders insist on it than reject it. Types 2 and 3 say "can receive CashTokens" and mean the
 * same wallet as types 0 and 1, whose form is sent.
 */
export function readCash(text: string): Reading | undefined {
	const match = /^(?:(bitcoincash|simpleledger):)?([a-z]*\d[a-z\d]*|[A-Z]*\d[A-Z\d]*)$/.exec(
		text.replace(/^.*:/, (prefix) => prefix.toLowerCase()),
	);
	if (match === null || text.length > 125) return undefined;
	const words = Array.from(match[2].toLowerCase(), (letter) => ALPHABET.indexOf(letter));
	if (words.includes(-1) || cashChecksum(match[1] ?? 'bitcoincash', words) !== 0n) return undefined;
	// The library refuses spare bits that are not zero.
	const bytes = attempt(() => bech32.fromWords(words.slice(0, -8)));
	const [version = 0xff, ...rest] = bytes ?? [];
	if (version >> 3 > 3 || rest.length !== HASH_BYTES[version & 7]) return undefined;
	const hash = Uint8Array.from(rest);
	const key = `${version & 8 ? 'p2sh' : 'p2pkh'}:${toHex(hash)}`;
	return { kind: 'address', networks: ['BCH'], value: encodeCash(version & 15, hash), key };
}
