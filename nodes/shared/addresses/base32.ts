import { groupNetworks } from '../networks';
import { base32nopad, bech32, bech32m, utils } from '../vendor/crypto';
import { attempt, toHex, type Reading } from './reading';

/** BIP-352 allows future silent payment addresses of this length; nothing else here is as long. */
const MAX_BECH32_LENGTH = 1023;

const SEGWIT = groupNetworks(({ segwit }) => (segwit === undefined ? undefined : [segwit]));

/** Forms that no ledger shows (BIP-352, LIP-4). */
const HIDDEN: Readonly<Record<string, string>> = {
	ltcmweb: 'an MWEB address, which no ledger shows',
	sp: 'a silent payment address, which no ledger shows',
};

/** What no wallet is screened by. */
const notAWallet = (what: string): Reading => ({ kind: 'other', what, reason: 'notAWallet' });

/** Whether a text begins as one of this family; the library is slow to refuse any other. */
const isBech32 = (text: string): boolean => {
	const prefix = /^([a-z\d]+)1[a-z\d]+$/i.exec(text)?.[1].toLowerCase() ?? '';
	return SEGWIT.has(prefix) || Object.hasOwn(HIDDEN, prefix) || prefix.startsWith('ln');
};

/** Decodes either encoding; no text is valid under both. */
function decodeBech32(text: string) {
	if (!isBech32(text)) return undefined;
	const by = (coder: typeof bech32) =>
		attempt(() => coder.decode(text as `${string}1${string}`, MAX_BECH32_LENGTH));
	const first = by(bech32);
	const decoded = first ?? by(bech32m);
	return decoded && { ...decoded, isFirst: first !== undefined };
}

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
export function readBech32(text: string): Reading | undefined {
	const decoded = decodeBech32(text);
	if (decoded === undefined) return undefined;
	const { prefix, words, isFirst } = decoded;
	// An amount may follow.
	if (/^ln(bc|tb)/.test(prefix))
		return { kind: 'other', what: 'a Lightning invoice', reason: 'unsupportedNetwork' };
	if (Object.hasOwn(HIDDEN, prefix)) return notAWallet(HIDDEN[prefix]);
	const networks = isWitness(words, isFirst) ? SEGWIT.get(prefix) : undefined;
	const value = text.toLowerCase();
	const key = `segwit:${value}`;
	return networks && { kind: 'address', networks, key, hasChecksum: true, write: () => value };
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

/**
 * Writes the hash of a key (version 0) or of a script (version 8) as cashaddr.
 * @param version type and size, as the specification packs them into one byte.
 */
export function encodeCash(version: number, hash: Uint8Array): string {
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
	const match = /^(?:(bitcoincash|simpleledger):)?([a-z\d]+|[A-Z\d]+)$/.exec(
		text.replace(/^.*:/, (prefix) => prefix.toLowerCase()),
	);
	if (match === null) return undefined;
	const words = Array.from(match[2].toLowerCase(), (letter) => ALPHABET.indexOf(letter));
	if (words.includes(-1) || cashChecksum(match[1] ?? 'bitcoincash', words) !== 0n) return undefined;
	// The library refuses spare bits that are not zero.
	const [version = 0xff, ...rest] = attempt(() => bech32.fromWords(words.slice(0, -8))) ?? [];
	if (version >> 3 > 3 || rest.length !== HASH_BYTES[version & 7]) return undefined;
	const hash = Uint8Array.from(rest);
	const key = `${version & 8 ? 'p2sh' : 'p2pkh'}:${toHex(hash)}`;
	const write = () => encodeCash(version & 15, hash);
	return { kind: 'address', networks: ['BCH'], key, hasChecksum: true, write };
}

const ACCOUNT = 6 << 3;
const MUXED = 12 << 3;
const BALANCE = 1 << 3;
const SEED = 18 << 3;

const POOL = 11 << 3;

/** The strkeys (SEP-23): bytes of data by the version byte, which makes the first letter. */
const STRKEY_BYTES = new Map([
	[ACCOUNT, 32],
	[MUXED, 40],
	[2 << 3, 32],
	[POOL, 32],
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
 * Reads strkeys of Stellar: accounts (G…) and contracts (C…). Liquidity pools (L…) and claimable balances (B…) are no
 * wallets. A muxed account (M…) is sent as the account in it, which is what a ledger knows. Small letters alone are read as capitals,
 * since base32 has no other reading of them.
 */
export function readStellar(text: string): Reading | undefined {
	if (!/^([A-Z2-7]{50,120}|[a-z2-7]{50,120})$/.test(text)) return undefined;
	const upper = text.toUpperCase();
	const [version, ...data] = attempt(() => strkey.decode(upper)) ?? [];
	if (version === SEED) return { kind: 'secret' };
	if (STRKEY_BYTES.get(version) !== data.length) return undefined;
	if (version === POOL) return notAWallet('a liquidity pool, which nobody owns');
	// The first byte of a claimable balance is its type, of which there is one.
	if (version === BALANCE)
		return data[0] === 0 ? notAWallet('a claimable balance, which is no account') : undefined;
	const account = Uint8Array.of(ACCOUNT, ...data.slice(0, 32));
	const value = version === MUXED ? strkey.encode(account) : upper;
	return { kind: 'address', networks: ['XLM'], key: value, hasChecksum: true, write: () => value };
}
