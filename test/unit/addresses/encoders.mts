/** Writes texts of each family from bytes, whatever they mean: what no vector is published of has to be told too. */
import { sha256 } from '@noble/hashes/sha2';
import { base32nopad, base58xrp } from '@scure/base';

const bytesOf = (start: string, length: number, fill: number) =>
	Uint8Array.from([
		...Buffer.from(start, 'hex'),
		...new Uint8Array(length - start.length / 2).fill(fill),
	]);

/** Base58check in the XRP Ledger's alphabet: leading bytes in hexadecimal, filled up to a length. */
export function xrpText(start: string, length: number, fill = 1): string {
	const payload = bytesOf(start, length, fill);
	return base58xrp.encode(Uint8Array.from([...payload, ...sha256(sha256(payload)).subarray(0, 4)]));
}

function crc16(bytes: Uint8Array): number {
	return bytes.reduce((before, byte) => {
		let crc = before ^ (byte << 8);
		for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc * 2) ^ 0x1021 : crc * 2) & 0xffff;
		return crc;
	}, 0);
}

/** A strkey of Stellar: a version byte, as many bytes of data, and the checksum (SEP-23). */
export function strkey(version: number, length: number, fill = 1): string {
	const body = Uint8Array.from([version, ...new Uint8Array(length).fill(fill)]);
	const crc = crc16(body);
	return base32nopad.encode(Uint8Array.from([...body, crc & 255, crc >> 8]));
}

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** What a cashaddr has after its prefix: words of five bits, and the checksum that fits them. */
export function cashWords(words: readonly number[], prefix = 'bitcoincash'): string {
	const start = [...Array.from(prefix, (letter) => letter.charCodeAt(0) & 31), 0];
	const rest =
		[...start, ...words, ...Array<number>(8).fill(0)].reduce((before, word) => {
			const next = ((before & 0x07ffffffffn) << 5n) ^ BigInt(word);
			return GENERATORS.reduce(
				(sum, generator, bit) => ((before >> BigInt(35 + bit)) & 1n ? sum ^ generator : sum),
				next,
			);
		}, 1n) ^ 1n;
	const checksum = Array.from({ length: 8 }, (_, at) =>
		Number((rest >> BigInt(35 - 5 * at)) & 31n),
	);
	return [...words, ...checksum].map((word) => LETTERS[word]).join('');
}

/** The same of a version byte and a hash; the bits that are left over are those of `spare`. */
export function cashPayload(version: number, bytes: number, prefix?: string, spare = ''): string {
	const bits = [version, ...Array<number>(bytes).fill(7)]
		.map((byte) => byte.toString(2).padStart(8, '0'))
		.join('');
	const full = spare === '' ? bits.padEnd(Math.ceil(bits.length / 5) * 5, '0') : bits + spare;
	return cashWords(
		(full.match(/.{5}/g) ?? []).map((five) => parseInt(five, 2)),
		prefix,
	);
}

/** An address of Ethereum as direct ICAP: "XE", a checksum of two digits, and the number in base 36. */
export function icap(number: bigint): string {
	const body = number.toString(36).toUpperCase().padStart(30, '0');
	const digits = Array.from(`${body}XE00`, (letter) => parseInt(letter, 36)).join('');
	return `XE${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${body}`;
}
