import { NETWORK_CODES, NETWORKS } from '../networks';
import { bech32, bech32m } from '../vendor/crypto';
import { attempt } from './bytes';
import type { Network, Reading } from './types';

/** A decoded bech32 or bech32m text. */
interface Decoded {
	prefix: string;
	words: number[];
	encoding: 'bech32' | 'bech32m';
}

/** What a human-readable prefix stands for. */
type Prefix =
	{ network: Network; role: 'segwit' | 'opaque' } | { testOf: Network } | { elsewhere: string };

/** BIP-352 allows future versions of silent payment addresses up to this length; nothing else here is as long. */
const MAX_LENGTH = 1023;

/** Prefixes of blockchains that the service does not check (SLIP-173). */
const FOREIGN_PREFIXES: Readonly<Record<string, string>> = {
	addr: 'Cardano',
	bnb: 'BNB Beacon Chain',
	cosmos: 'Cosmos Hub',
	dgb: 'DigiByte',
	osmo: 'Osmosis',
	terra: 'Terra',
	thor: 'THORChain',
	zs: 'Zcash',
	zil: 'Zilliqa',
};

function prefixesOf(network: Network): Array<[text: string, prefix: Prefix]> {
	const form = NETWORKS[network].bech32;
	if (!form) return [];
	return [
		[form.segwit, { network, role: 'segwit' }],
		...form.opaque.map((text): [string, Prefix] => [text, { network, role: 'opaque' }]),
		...form.test.map((text): [string, Prefix] => [text, { testOf: network }]),
	];
}

const PREFIXES: ReadonlyMap<string, Prefix> = new Map<string, Prefix>([
	...Object.entries(FOREIGN_PREFIXES).map(([text, elsewhere]): [string, Prefix] => [
		text,
		{ elsewhere },
	]),
	...NETWORK_CODES.flatMap(prefixesOf),
]);

/**
 * Reads bech32 and bech32m (BIP-173, BIP-350): native segwit and taproot addresses of BTC and LTC, witness versions
 * not in use yet included, silent payment and MWEB addresses.
 *
 * @param text cleaned text
 * @returns what it is, or undefined if it is not of this family
 */
export function readSegwitAddress(text: string): Reading | undefined {
	const lower = text.toLowerCase();
	const named = PREFIXES.get(lower.slice(0, Math.max(0, lower.lastIndexOf('1'))));
	const decoded = decode(text);
	if (decoded === undefined) return named && readBroken(text, named);
	if (/^ln(bc|tb|bcrt|tbs)/.test(decoded.prefix)) return LIGHTNING_INVOICE;
	// A prefix belongs to one blockchain (SLIP-173); ours are all named.
	if (named === undefined) return { state: 'elsewhere', name: 'another blockchain' };
	if ('testOf' in named) return { state: 'test', networks: [named.testOf] };
	if ('elsewhere' in named) return { state: 'elsewhere', name: named.elsewhere };
	const networks = [named.network];
	const what = named.role === 'segwit' ? misshapen(decoded) : undefined;
	if (what !== undefined) return { state: 'malformed', networks, what };
	return { state: 'address', networks, value: lower, key: `segwit:${lower}` };
}

const LIGHTNING_INVOICE: Reading = {
	state: 'other',
	networks: ['BTC'],
	what: 'a Lightning invoice',
	advice: 'Enter an address on the blockchain instead.',
};

/** Decodes either encoding; no text is valid under both. */
function decode(text: string): Decoded | undefined {
	if (text.length > MAX_LENGTH) return undefined;
	const candidate = text as `${string}1${string}`;
	for (const [encoding, coder] of [
		['bech32', bech32],
		['bech32m', bech32m],
	] as const) {
		const decoded = attempt(() => coder.decode(candidate, MAX_LENGTH));
		if (decoded !== undefined) return { ...decoded, encoding };
	}
	return undefined;
}

/** What is wrong with a witness program whose checksum fits under one of the encodings (BIP-141, BIP-350). */
function misshapen({ words, encoding }: Decoded): string | undefined {
	const [version] = words;
	if (version === undefined || version > 16) {
		return 'has a witness version that does not exist';
	}
	if ((version === 0) !== (encoding === 'bech32')) {
		return 'has the checksum of another version of addresses';
	}
	const program = attempt(() => bech32.fromWords(words.slice(1)));
	const length = program?.length ?? 0;
	const lengthFits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
	return lengthFits ? undefined : 'has a length that no address has';
}

/** A known prefix in front of what doesn't decode. */
function readBroken(text: string, prefix: Prefix): Reading {
	const networks =
		'network' in prefix ? [prefix.network] : 'testOf' in prefix ? [prefix.testOf] : [];
	if ('elsewhere' in prefix) return { state: 'elsewhere', name: prefix.elsewhere };
	const mixed = text !== text.toLowerCase() && text !== text.toUpperCase();
	return mixed
		? { state: 'malformed', networks, what: 'mixes capital and small letters' }
		: { state: 'checksum', networks };
}
