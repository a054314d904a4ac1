/** Makes well-formed addresses for batches, tests and the seeded history. Nobody holds their keys. */
import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3';
import { base32, base58, base58xrp, bech32 } from '@scure/base';
import { isEvm, networkOf } from './networks.mts';
import { digest } from './random.mts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

function base58check(version: number, payload: Buffer, alphabet: typeof base58): string {
	const body = Buffer.concat([Buffer.from([version]), payload]);
	return alphabet.encode(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]));
}

/** CRC-16/XMODEM, as Stellar's key format has it. */
function crc16(bytes: Buffer): number {
	let crc = 0;
	for (const byte of bytes) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++)
			crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
	}
	return crc & 0xffff;
}

function stellarKey(key: Buffer): string {
	const body = Buffer.concat([Buffer.from([6 << 3]), key]);
	const checksum = Buffer.alloc(2);
	checksum.writeUInt16LE(crc16(body));
	return base32.encode(Buffer.concat([body, checksum]));
}

/** The digits with the capitals of EIP-55. */
function evmAddress(key: Buffer): string {
	const digits = key.toString('hex');
	const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
	const cased = [...digits].map((digit, i) => (hash[i]! >= '8' ? digit.toUpperCase() : digit));
	return `0x${cased.join('')}`;
}

const CASH_PREFIX = 'bitcoincash';
const CASH_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASH_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** The checksum of cashaddr over a prefix and its words. */
function cashChecksum(words: readonly number[]): number[] {
	let sum = 1n;
	const prefix = [...CASH_PREFIX].map((letter) => letter.charCodeAt(0) & 31);
	for (const word of [...prefix, 0, ...words, 0, 0, 0, 0, 0, 0, 0, 0]) {
		const top = sum >> 35n;
		sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word);
		CASH_GENERATORS.forEach((generator, bit) => {
			if ((top >> BigInt(bit)) & 1n) sum ^= generator;
		});
	}
	return Array.from({ length: 8 }, (_, at) => Number(((sum ^ 1n) >> BigInt(35 - 5 * at)) & 31n));
}

/** The hash of a key as cashaddr. */
function cashAddress(key: Buffer): string {
	const words = bech32.toWords(Uint8Array.from([0, ...key]));
	return `${CASH_PREFIX}:${[...words, ...cashChecksum(words)].map((word) => CASH_ALPHABET[word]).join('')}`;
}

/** A well-formed address with the right checksum, the same one for the same label. */
export function makeAddress(network: string, label: string | number): string {
	const bytes = digest(`sandbox address ${network} ${label}`);
	const key = bytes.subarray(0, 20);
	const addresses = networkOf(network)?.addresses ?? 'evm';
	if (addresses === 'stellar') return stellarKey(bytes);
	if (addresses === 'evm') return evmAddress(key);
	if (addresses === 'cash') return cashAddress(key);
	if (addresses === 'xrp') return base58check(0, key, base58xrp);
	return base58check(addresses, key, base58);
}

/** A well-formed transaction hash, the same one for the same label. */
export function makeTransaction(network: string, label: string | number): string {
	const hex = digest(`sandbox transaction ${network} ${label}`).toString('hex');
	if (isEvm(network)) return `0x${hex}`;
	return network === 'XRP' ? hex.toUpperCase() : hex;
}
