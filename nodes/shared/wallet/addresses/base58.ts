import { base58, base58xrp, sha256, utils } from '../../vendor/crypto';
import { filterNetworks, NETWORKS, type Network } from '../networks';
import { encodeCash } from './bech32';
import { attempt, toHex, type AddressReading } from './reading';

/** Base58check: the first four bytes of the double SHA-256 stand at the end. */
const checksum = utils.checksum(4, (bytes) => sha256(sha256(bytes)));
const base58check = utils.chain(checksum, base58);
const base58checkXrp = utils.chain(checksum, base58xrp);

/** Longer texts would take time, and are nothing of this family. */
const decodeBase58 = (coder: typeof base58check, text: string) =>
	/^[1-9A-HJ-NP-Za-km-z]{20,60}$/.test(text) ? attempt(() => coder.decode(text)) : undefined;

/** Whether a text is a private key in wallet import format, whose checksum fits. No address is as long. */
export const isCheckedKey = (text: string): boolean =>
	[33, 34].includes(decodeBase58(base58check, text)?.length ?? 0);

/** Reads addresses of BTC, BCH and BSV, which share their legacy form, and of LTC and TRX. */
export function parseBase58(text: string): AddressReading | undefined {
	const payload = decodeBase58(base58check, text);
	if (payload?.length !== 21) return undefined;
	const [version] = payload;
	const networks = filterNetworks(({ base58: versions }) => versions?.[version] !== undefined);
	if (networks.length === 0) return undefined;
	// Networks that share a version mean the same by it.
	const script = NETWORKS[networks[0]].base58?.[version];
	const hash = payload.slice(1);
	const write = (network: Network) => {
		if (network === 'BCH') return encodeCash(script === 'p2sh' ? 8 : 0, hash);
		const isOldLitecoin = network === 'LTC' && script === 'p2sh';
		return isOldLitecoin ? base58check.encode(Uint8Array.of(0x32, ...hash)) : text;
	};
	return { networks, key: `${script}:${toHex(hash)}`, write };
}

/** Reads a Tron address in hexadecimal digits, which have no checksum. The form that begins with T is sent. */
export function parseTronHex(text: string): AddressReading | undefined {
	const digits = /^(?:0x)?(41[\da-f]{40})$/i.exec(text)?.[1];
	return digits === undefined
		? undefined
		: parseBase58(base58check.encode(Buffer.from(digits, 'hex')));
}

function makeAccount(id: Uint8Array): AddressReading {
	const value = base58checkXrp.encode(Uint8Array.from([0, ...id]));
	return { networks: ['XRP'], key: `xrp:${toHex(id)}`, write: () => value };
}

/**
 * Reads classic addresses of the XRP Ledger (r…) and X-addresses (XLS-5), which hold an account and a destination tag.
 * The account is what is screened, so the classic address is sent.
 */
export function parseXrp(text: string): AddressReading | undefined {
	const payload = /^[rX]/.test(text) ? decodeBase58(base58checkXrp, text) : undefined;
	if (payload === undefined) return undefined;
	const form = `${payload.length} ${toHex(payload)}`;
	if (form.startsWith('21 00')) return makeAccount(payload.slice(1));
	if (!form.startsWith('31 0544')) return undefined;
	// The flags are the number of bytes of the tag, divided by four. Unused bytes are zero.
	const [flags, ...tag] = payload.slice(22);
	const isValid = flags <= 2 && tag.slice(flags * 4).every((byte) => byte === 0);
	return isValid ? makeAccount(payload.slice(2, 22)) : undefined;
}
