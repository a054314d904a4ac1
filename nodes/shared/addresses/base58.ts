import { NETWORKS, groupNetworks, type Network } from '../networks';
import { base58, base58xrp, sha256, utils } from '../vendor/crypto';
import { encodeCash } from './base32';
import { attempt, toHex, type AddressReading, type Reading } from './reading';

/** Base58check: the first four bytes of the double SHA-256 stand at the end. */
const checksum = utils.checksum(4, (bytes) => sha256(sha256(bytes)));
const base58check = utils.chain(checksum, base58);
const base58checkXrp = utils.chain(checksum, base58xrp);

/** Longer texts would take time, and are nothing of this family. */
const decodeBase58 = (coder: typeof base58check, text: string) =>
	/^[1-9A-HJ-NP-Za-km-z]{20,130}$/.test(text) ? attempt(() => coder.decode(text)) : undefined;

/** The networks that use a version byte. */
const VERSIONS = groupNetworks(({ base58 }) => base58 && Object.keys(base58).map(Number));

/** Bytes of a private key in wallet import format, of a compressed and of an encrypted one. No address is as long. */
const KEY_BYTES = [33, 34, 39];

/** Bytes of an extended key (BIP-32). The last 33 are the key itself; a private one begins with 0. */
const EXTENDED_BYTES = 78;

/** Reads addresses of BTC, BCH and BSV (which share their legacy form), LTC and TRX, private keys and extended keys. */
export function readBase58(text: string): Reading | undefined {
	const payload = decodeBase58(base58check, text);
	if (payload === undefined) return undefined;
	const { length } = payload;
	const isExtended = length === EXTENDED_BYTES;
	if (KEY_BYTES.includes(length) || (isExtended && payload[45] === 0)) return { kind: 'secret' };
	if (isExtended) {
		const what = 'an extended public key, which means all addresses of a wallet';
		return { kind: 'other', what, reason: 'invalid' };
	}
	const [version] = payload;
	const networks = length === 21 ? VERSIONS.get(version) : undefined;
	if (networks === undefined) return undefined;
	// Networks that share a version mean the same by it.
	const script = NETWORKS[networks[0]].base58?.[version];
	const hash = payload.slice(1);
	const write = (network: Network) => {
		if (network === 'BCH') return encodeCash(script === 'p2sh' ? 8 : 0, hash);
		const isOldLitecoin = network === 'LTC' && script === 'p2sh';
		return isOldLitecoin ? base58check.encode(Uint8Array.of(0x32, ...hash)) : text;
	};
	return { kind: 'address', networks, key: `${script}:${toHex(hash)}`, hasChecksum: true, write };
}

/** Reads a Tron address in hexadecimal digits, which have no checksum. The form that begins with T is sent. */
export function readTronHex(text: string): Reading | undefined {
	const digits = /^(?:0x)?(41[\da-f]{40})$/i.exec(text)?.[1];
	const read = digits && readBase58(base58check.encode(Buffer.from(digits, 'hex')));
	return read ? { ...(read as AddressReading), hasChecksum: false } : undefined;
}

function readAccount(id: Uint8Array): Reading {
	const value = base58checkXrp.encode(Uint8Array.from([0, ...id]));
	const key = `xrp:${toHex(id)}`;
	return { kind: 'address', networks: ['XRP'], key, hasChecksum: true, write: () => value };
}

/**
 * Reads classic addresses of the XRP Ledger (r…) and X-addresses (XLS-5), which hold an account and a destination tag.
 * The account is what is screened, so the classic address is sent.
 */
export function readXrp(text: string): Reading | undefined {
	const payload = /^[rXs]/.test(text) ? decodeBase58(base58checkXrp, text) : undefined;
	if (payload === undefined) return undefined;
	const form = `${payload.length} ${toHex(payload)}`;
	if (form.startsWith('17 21') || form.startsWith('19 01e14b')) return { kind: 'secret' };
	if (form.startsWith('21 00')) return readAccount(payload.slice(1));
	if (!form.startsWith('31 0544')) return undefined;
	// The flags are the number of bytes of the tag, divided by four. Unused bytes are zero.
	const [flags, ...tag] = payload.slice(22);
	const isValid = flags <= 2 && tag.slice(flags * 4).every((byte) => byte === 0);
	return isValid ? readAccount(payload.slice(2, 22)) : undefined;
}
