import { bech32, bech32m } from '../../vendor/crypto';
import { filterNetworks } from '../networks';
import { attempt, toHex, type AddressReading } from './reading';

/** Whether words are a witness program that its encoding may carry (BIP-141, BIP-350). */
function isWitness([version, ...words]: number[], isFirst: boolean): boolean {
	const length = attempt(() => bech32.fromWords(words))?.length ?? 0;
	if (version === 0) return isFirst && (length === 20 || length === 32);
	return !isFirst && version <= 16 && length >= 2 && length <= 40;
}

/**
 * Reads bech32 and bech32m (BIP-173, BIP-350): segwit and taproot addresses of BTC and LTC, of witness versions not in
 * use yet, too.
 */
export function parseBech32(text: string): AddressReading | undefined {
	const prefix = /^([a-z]{2,4})1/i.exec(text)?.[1].toLowerCase();
	const networks = filterNetworks(({ segwit }) => segwit !== undefined && segwit === prefix);
	if (networks.length === 0) return undefined;
	const decode = (coder: typeof bech32) =>
		attempt(() => coder.decode(text as `${string}1${string}`));
	// No text is valid under both encodings.
	const first = decode(bech32);
	const words = (first ?? decode(bech32m))?.words;
	if (words === undefined || !isWitness(words, first !== undefined)) return undefined;
	const value = text.toLowerCase();
	return { networks, key: `segwit:${value}`, write: () => value };
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const PREFIX = 'bitcoincash';

/** The 40-bit code of the cashaddr specification over the prefix and words; zero where the checksum fits. */
function cashChecksum(words: readonly number[]): bigint {
	const start = Array.from(PREFIX, (letter) => letter.charCodeAt(0) & 31);
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

/**
 * Writes the hash of a key (version 0) or of a script (version 8) as cashaddr.
 * @param version type and size, as the specification packs them into one byte.
 */
export function encodeCash(version: number, hash: Uint8Array): string {
	const words = bech32.toWords(Uint8Array.from([version, ...hash]));
	const sum = cashChecksum([...words, 0, 0, 0, 0, 0, 0, 0, 0]);
	const checksum = Array.from({ length: 8 }, (_, at) => Number((sum >> BigInt(35 - 5 * at)) & 31n));
	return `${PREFIX}:${[...words, ...checksum].map((word) => ALPHABET[word]).join('')}`;
}

/** Sizes of the hash in bytes, by the low three bits of the version. */
const HASH_BYTES = [20, 24, 28, 32, 40, 48, 56, 64];

/**
 * Reads cashaddr, the address form of Bitcoin Cash, with its prefix or without. It is sent with its prefix: more
 * decoders insist on it than reject it. Types 2 and 3 say "can receive CashTokens" and mean the same wallet as types 0
 * and 1, whose form is sent.
 */
export function parseCash(text: string): AddressReading | undefined {
	const body = /^(?:bitcoincash:)?([a-z\d]{42,112})$/i.exec(text)?.[1] ?? '';
	const isOneCase = body === body.toLowerCase() || body === body.toUpperCase();
	const words = Array.from(body.toLowerCase(), (letter) => ALPHABET.indexOf(letter));
	if (body === '' || !isOneCase || words.includes(-1) || cashChecksum(words) !== 0n)
		return undefined;
	// The library refuses spare bits that are not zero.
	const [version = 0xff, ...rest] = attempt(() => bech32.fromWords(words.slice(0, -8))) ?? [];
	if (version >> 3 > 3 || rest.length !== HASH_BYTES[version & 7]) return undefined;
	const hash = Uint8Array.from(rest);
	const key = `${version & 8 ? 'p2sh' : 'p2pkh'}:${toHex(hash)}`;
	return { networks: ['BCH'], key, write: () => encodeCash(version & 15, hash) };
}
