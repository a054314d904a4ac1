import { base58, base58xrp, sha256 } from '../vendor/crypto';
import { attempt, sameBytes } from './bytes';

/** The two base58 alphabets in use: Bitcoin's, and the XRP Ledger's, which shuffles it. */
export type Base58Alphabet = 'bitcoin' | 'xrp';

/** A decoded base58check text: its payload (version and data), and whether the four bytes after it match it. */
export interface Base58Check {
	payload: Uint8Array;
	checksumFits: boolean;
}

const CHECKSUM_BYTES = 4;

/** The longest base58 text that is anything here (an extended key has 111); decoding takes quadratic time. */
const MAX_LENGTH = 130;

/**
 * Decodes base58check: base58 of a payload and the first four bytes of its double SHA-256.
 *
 * @param text cleaned text
 * @param alphabet which of the two alphabets to read it with
 * @returns the payload and whether the checksum fits; undefined if the text is not base58 or too short for a checksum
 */
export function decodeBase58Check(
	text: string,
	alphabet: Base58Alphabet = 'bitcoin',
): Base58Check | undefined {
	if (text.length > MAX_LENGTH) return undefined;
	const coder = alphabet === 'xrp' ? base58xrp : base58;
	const bytes = attempt(() => coder.decode(text));
	if (bytes === undefined || bytes.length <= CHECKSUM_BYTES) return undefined;
	const payload = bytes.slice(0, -CHECKSUM_BYTES);
	const checksum = bytes.slice(-CHECKSUM_BYTES);
	return { payload, checksumFits: sameBytes(checksumOf(payload), checksum) };
}

/**
 * Encodes base58check.
 *
 * @param payload version and data
 * @param alphabet which of the two alphabets to write it with
 * @returns the text, checksum included
 */
export function encodeBase58Check(
	payload: Uint8Array,
	alphabet: Base58Alphabet = 'bitcoin',
): string {
	const coder = alphabet === 'xrp' ? base58xrp : base58;
	return coder.encode(Uint8Array.from([...payload, ...checksumOf(payload)]));
}

/** The first four bytes of the double SHA-256 of a payload. */
function checksumOf(payload: Uint8Array): Uint8Array {
	return sha256(sha256(payload)).slice(0, CHECKSUM_BYTES);
}
