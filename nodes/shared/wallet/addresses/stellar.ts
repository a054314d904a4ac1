import { base32nopad, utils } from '../../vendor/crypto';
import { attempt, type AddressReading } from './reading';

/** The version bytes of strkeys (SEP-23), which make the first letter. */
const ACCOUNT = 6 << 3;
const MUXED = 12 << 3;

/** Bytes of data by the version byte. */
const BYTES = new Map([
	[ACCOUNT, 32],
	[MUXED, 40],
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
 * Reads accounts of Stellar (G…). A muxed account (M…) is sent as the account in it, which is what a ledger knows.
 * Small letters alone are read as capitals, since base32 has no other reading of them.
 */
export function parseStellar(text: string): AddressReading | undefined {
	if (!/^([GM][A-Z2-7]{50,80}|[gm][a-z2-7]{50,80})$/.test(text)) return undefined;
	const [version, ...data] = attempt(() => strkey.decode(text.toUpperCase())) ?? [];
	if (BYTES.get(version) !== data.length) return undefined;
	const account = strkey.encode(Uint8Array.of(ACCOUNT, ...data.slice(0, 32)));
	return { networks: ['XLM'], key: account, write: () => account };
}
