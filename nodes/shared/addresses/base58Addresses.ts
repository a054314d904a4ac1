import { NETWORKS, networksBy, networksWhere } from '../networks';
import { decodeBase58Check } from './base58';
import { toHex } from './bytes';
import type { Network, Reading } from './types';

/** What a version byte in front of a 20-byte hash means. */
type HashVersion =
	| { networks: readonly Network[]; script: 'p2pkh' | 'p2sh' | 'tron' }
	| { testOf: readonly Network[] }
	| { elsewhere: string };

/** Version bytes of addresses of blockchains that the service does not check. */
const FOREIGN_VERSIONS: ReadonlyArray<[version: number, elsewhere: string]> = [
	[0x1e, 'Dogecoin'],
	[0x16, 'Dogecoin'],
	[0x4c, 'Dash'],
	[0x10, 'Dash'],
];

/** Version bytes of addresses that are a hash of 20 bytes. What a network here uses outranks what others mean by it. */
const HASH_VERSIONS: ReadonlyMap<number, HashVersion> = new Map<number, HashVersion>([
	...FOREIGN_VERSIONS.map(([version, elsewhere]): [number, HashVersion] => [
		version,
		{ elsewhere },
	]),
	...[...networksBy(({ base58 }) => base58?.test)].map(
		([version, testOf]): [number, HashVersion] => [version, { testOf }],
	),
	...[...networksBy(({ base58 }) => base58 && Object.keys(base58.versions).map(Number))].map(
		([version, networks]): [number, HashVersion] => [
			version,
			// Where networks share a version, they mean the same by it.
			{ networks, script: NETWORKS[networks[0]].base58?.versions[version] ?? 'p2pkh' },
		],
	),
]);

/** Version bytes of private keys in wallet import format, test networks' among them. */
const PRIVATE_KEY_VERSIONS: ReadonlySet<number> = new Set([
	...networksBy(({ base58 }) => base58?.privateKeys).keys(),
	0xef,
]);

/** The four leading bytes of extended private keys (BIP-32, SLIP-132), test networks' among them. */
const EXTENDED_PRIVATE_KEYS: ReadonlySet<string> = new Set([
	...networksBy(({ base58 }) => base58?.extendedPrivateKeys).keys(),
	'04358394',
	'044a4e28',
	'045f18bc',
	'024285b5',
	'02575048',
	'0436ef7d',
]);

/** Networks whose wallets have extended keys. */
const EXTENDED_KEY_NETWORKS = networksWhere(({ base58 }) => base58?.hasExtendedKeys === true);

const HASH_PAYLOAD_BYTES = 21;
const EXTENDED_KEY_BYTES = 78;
const ENCRYPTED_KEY_BYTES = 39;

/**
 * Reads base58check in Bitcoin's alphabet: the addresses of BTC, BCH and BSV (which share their legacy form), LTC
 * and TRX, and their private and extended keys (design 5, plan).
 *
 * @param text cleaned text
 * @returns what it is, or undefined if it is no base58check of this family
 */
export function readBase58Address(text: string): Reading | undefined {
	const decoded = decodeBase58Check(text);
	if (decoded === undefined) return undefined;
	if (!decoded.checksumFits) return readBroken(text);
	const { payload } = decoded;
	return readKey(payload) ?? readZcash(payload) ?? readHash(payload, text);
}

/** An address: one version byte and a hash of 20 bytes. */
function readHash(payload: Uint8Array, text: string): Reading | undefined {
	if (payload.length !== HASH_PAYLOAD_BYTES) return undefined;
	const version = HASH_VERSIONS.get(payload[0]);
	// No new versions come up on these networks: their nodes refuse what they don't know, and so do we.
	if (version === undefined) return { state: 'elsewhere', name: 'another blockchain' };
	if ('testOf' in version) return { state: 'test', networks: version.testOf };
	if ('elsewhere' in version) return { state: 'elsewhere', name: version.elsewhere };
	const key = `${version.script}:${toHex(payload.slice(1))}`;
	return { state: 'address', networks: version.networks, value: text, key };
}

/** Private keys, and extended keys, which stand for a whole wallet rather than for one address. */
function readKey(payload: Uint8Array): Reading | undefined {
	const isPrivateKey =
		PRIVATE_KEY_VERSIONS.has(payload[0]) && (payload.length === 33 || payload.length === 34);
	const isEncryptedKey =
		payload.length === ENCRYPTED_KEY_BYTES && payload[0] === 0x01 && payload[1] >= 0x42;
	if (isPrivateKey || isEncryptedKey) return { state: 'secret' };
	if (payload.length !== EXTENDED_KEY_BYTES) return undefined;
	if (EXTENDED_PRIVATE_KEYS.has(toHex(payload.slice(0, 4)))) return { state: 'secret' };
	return {
		state: 'other',
		networks: EXTENDED_KEY_NETWORKS,
		what: 'an extended public key, which stands for all addresses of a wallet',
		advice: 'Enter one address of that wallet per item.',
	};
}

/** Zcash's transparent addresses have a version of two bytes. */
function readZcash(payload: Uint8Array): Reading | undefined {
	const isZcash =
		payload.length === 22 && payload[0] === 0x1c && (payload[1] === 0xb8 || payload[1] === 0xbd);
	return isZcash ? { state: 'elsewhere', name: 'Zcash' } : undefined;
}

/** A text of about the right length whose checksum does not fit: what its first letter says it was meant to be. */
function readBroken(text: string): Reading | undefined {
	if (text.length < 25 || text.length > 36) return undefined;
	const networks = LEADING_LETTERS.get(text[0]);
	return networks && { state: 'checksum', networks };
}

/** What the addresses of each network start with. */
const LEADING_LETTERS: ReadonlyMap<string, readonly Network[]> = networksBy(
	({ base58 }) => base58?.letters,
);
