/**
 * @param bytes any bytes
 * @returns their lowercase hexadecimal digits, two per byte
 */
export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param digits an even number of hexadecimal digits, in any case (the caller has checked that)
 * @returns the bytes they stand for
 */
export function fromHex(digits: string): Uint8Array {
	const pairs = digits.match(/../g) ?? [];
	return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

/**
 * @param text ASCII text
 * @returns one byte per character
 */
export function asciiBytes(text: string): Uint8Array {
	return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * @param a some bytes
 * @param b other bytes
 * @returns whether both hold the same bytes
 */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/**
 * Runs a decoder of a library that throws on what it can't read.
 *
 * @param decode the decoding; whatever it throws means "can't be read"
 * @returns what it returned, or undefined
 */
export function attempt<T>(decode: () => T): T | undefined {
	try {
		return decode();
	} catch {
		return undefined;
	}
}
