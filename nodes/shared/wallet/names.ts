import { ALIASES, type Asset } from './assets';
import { NETWORK_CODES, NETWORKS, STABLECOINS, type Network, type Stablecoin } from './networks';
import { shortenWords } from './quote';
import { isRefusal, refuse, refuseSecret, type Refusal } from './refusals';
import { isSecret } from './secrets';

/*
 * The one reader of names, for Network and Asset. Every word must be understood, and all that is said must agree: a
 * word that is skipped may be the one that matters.
 */

/** What two fields say together; nothing where they leave the default. */
export interface Names {
	/** Missing where the address decides. */
	network?: Network | 'evm';
	/** A stablecoin, or a value of the list. */
	asset?: Stablecoin | 'all' | 'coin' | 'token';
}

/** What one word means. */
interface Word {
	kind: 'network' | 'coin' | 'stablecoin' | 'noise';
	network?: Network;
	symbol?: Stablecoin;
}

/** Words that say nothing about the network or the asset. */
const NOISE = ['mainnet', 'network', 'chain', 'segwit', 'onchain', 'on', 'digitalcurrencyaddress'];

const STABLECOIN_NAMES: Readonly<Record<Stablecoin, readonly string[]>> = {
	USDT: ['usdt', 'tether', 'tetherusd'],
	USDC: ['usdc', 'usdcoin'],
};

const flatten = (name: string) => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** Every known word. A network's code and name are its coin, too; the standard of its tokens and its chain ID are not. */
const WORDS = new Map<string, Word>([
	...NOISE.map((word) => [word, { kind: 'noise' }] as const),
	...NETWORK_CODES.flatMap((network) => {
		const { name, otherNames, standard, chainIds } = NETWORKS[network];
		const ids = standard === undefined ? chainIds : [standard, ...chainIds];
		return [
			...[flatten(network), flatten(name), ...otherNames].map(
				(word) => [word, { kind: 'coin', network }] as const,
			),
			...ids.map((word) => [word, { kind: 'network', network }] as const),
		];
	}),
	...Object.entries(STABLECOIN_NAMES).flatMap(([symbol, names]) =>
		names.map((word) => [word, { kind: 'stablecoin', symbol: symbol as Stablecoin }] as const),
	),
]);

/** Chain IDs are not cut at their colon. */
const PARTS = /(?:eip155|bip122):\w+|tron:(?:0x|main)\w+|xrpl:\d+|stellar:\w+net|[\p{L}\p{N}]+/giu;

/** A name has so many parts at most: `binance smart chain`. */
const MOST_PARTS = 4;

/** Nobody writes more to name an asset, and no glued name has fewer letters. */
const LONGEST = 80;
const SHORTEST = 3;

const NOTHING = /^(-{1,2}|[–—]|#?n\/a|na|none|null|undefined|unknown)?$/i;

const COINS = [...NETWORK_CODES, 'BNB', 'POL'].join('|');

/** Two assets: the symbol of a market, such as `ETH/USDT` and `ETHUSDT`, or a list of a coin and a stablecoin. */
const SEVERAL = new RegExp(
	`\\b(?:(?:${COINS})(?:\\s*[/,;+&|]\\s*|[-_]?)usd[tc]|usd[tc]\\s*[,;+&|]\\s*(?:${COINS}))\\b`,
	'i',
);

/** Cuts a word in two that are glued, such as `usdttrc20`. */
function cutGlued(word: string): Word[] | undefined {
	for (let at = SHORTEST; at <= word.length - SHORTEST; at++) {
		const halves = [word.slice(0, at), word.slice(at)];
		const meant = halves.flatMap((half) => WORDS.get(half) ?? []);
		if (meant.length === 2) return meant;
	}
	return undefined;
}

/** Cuts a text into words, the longest names first. @returns the first one that nobody knows, where there is one. */
function parseWords(text: string): Word[] | { unknown: string } {
	const parts = text.match(PARTS) ?? [];
	const words: Word[] = [];
	for (let at = 0; at < parts.length;) {
		let count = Math.min(MOST_PARTS, parts.length - at);
		const join = () =>
			parts
				.slice(at, at + count)
				.join('')
				.toLowerCase();
		while (count > 1 && !WORDS.has(join())) count--;
		const known = WORDS.get(join());
		const meant = known ? [known] : cutGlued(join());
		if (meant === undefined) return { unknown: parts[at] };
		words.push(...meant);
		at += count;
	}
	return words;
}

/** What one field says: a value of its list, or words; nothing for the default. */
interface Field {
	value?: string;
	words: readonly Word[];
}

const FIELDS = {
	Network: { values: ['detect', 'evm'], codes: NETWORK_CODES, reason: 'networkUnclear' },
	Asset: {
		values: ['all', 'coin', 'token'],
		codes: [...STABLECOINS, ...NETWORK_CODES],
		reason: 'wrongAsset',
	},
} as const;

type Label = keyof typeof FIELDS;

function refuseField(label: Label, message: string): Refusal {
	const { values, codes, reason } = FIELDS[label];
	return refuse(reason, `'${label}' ${message}`, `Use one of ${[...values, ...codes].join(', ')}.`);
}

function parseField(label: Label, text: string): Field | Refusal {
	if (isSecret(text)) return refuseSecret(label.toLowerCase());
	const plain = text.normalize('NFKC').trim();
	if (NOTHING.test(plain)) return { words: [] };
	const value = FIELDS[label].values.find((one) => one === plain.toLowerCase());
	if (value !== undefined) return { value, words: [] };
	if (SEVERAL.test(plain)) return refuseField(label, 'names two assets');
	const words = plain.length > LONGEST ? { unknown: plain } : parseWords(plain);
	if ('unknown' in words)
		return refuseField(label, `says “${shortenWords(words.unknown)}”, which is not known here`);
	const named = words.filter(({ kind }) => kind !== 'noise');
	return named.length > 0 ? { words: named } : refuseField(label, 'names nothing');
}

const symbolsIn = (words: readonly Word[]) => words.flatMap(({ symbol }) => symbol ?? []);
const networksIn = (words: readonly Word[]) => words.flatMap(({ network }) => network ?? []);

const refuseBoth = (what: string): Refusal =>
	refuse('wrongAsset', `'Network' and 'Asset' name ${what}`, 'Correct one of them.');

/** Joins the words of both fields. A word of Asset that is a coin names the network of a stablecoin beside it. */
function joinWords(asset: readonly Word[], network: readonly Word[]): Names | Refusal {
	const own = symbolsIn(asset);
	const [symbol, ...symbols] = new Set([...own, ...symbolsIn(network)]);
	const [coin] = own.length > 0 ? [] : networksIn(asset.filter(({ kind }) => kind === 'coin'));
	const [place, ...places] = new Set(networksIn([...asset, ...network]));
	if (asset.length > 0 && coin === undefined && own.length === 0)
		return refuseField('Asset', 'names a kind of token, and not which one');
	if (symbols.length > 0) return refuseBoth('two stablecoins');
	if (coin !== undefined && symbol !== undefined) return refuseBoth(`${coin} and ${symbol}`);
	if (places.length > 0 && coin === undefined) return refuseBoth('two networks');
	if (places.length > 0) return refuseBoth('a coin and another network, where it is a token');
	return { network: place, asset: symbol ?? (coin && 'coin') };
}

/**
 * Reads Network and Asset together. Never throws.
 * @param network the text of Network; empty for the default.
 * @param asset the text of Asset; empty for the default.
 * @returns what both say; a refusal where a word is not known, or they contradict each other.
 */
export function parseNames(network: string, asset: string): Names | Refusal {
	const place = parseField('Network', network);
	if (isRefusal(place)) return place;
	const what = parseField('Asset', asset);
	if (isRefusal(what)) return what;
	const named = joinWords(what.words, place.words);
	if (isRefusal(named)) return named;
	if (what.value !== undefined && named.asset !== undefined)
		return refuseBoth(`${named.asset} and '${what.value}'`);
	const joined = { ...named, asset: (what.value as Names['asset']) ?? named.asset };
	if (place.value !== 'evm') return joined;
	const isWhole = [undefined, 'all', 'coin'].includes(joined.asset);
	return isWhole && named.network === undefined
		? { ...joined, network: 'evm' }
		: refuseBoth("all EVM networks, and neither 'all' nor 'coin'");
}

/** The network of a chain ID (CAIP-2). */
export function findChain(id: string): Network | undefined {
	const word = WORDS.get(id.toLowerCase());
	return word?.kind === 'network' ? word.network : undefined;
}

/** The network that the scheme of a link names. */
export function findScheme(scheme: string): Network | undefined {
	const word = WORDS.get(flatten(scheme));
	return word?.kind === 'coin' ? word.network : undefined;
}

/**
 * Reads the currency of a record, as the service writes it: a network's code, or the alias of a stablecoin on its
 * network.
 */
export function parseCurrency(text: unknown): Asset | undefined {
	if (typeof text !== 'string') return undefined;
	if (Object.hasOwn(NETWORKS, text)) return { network: text as Network };
	const names = parseNames('', text);
	if (isRefusal(names) || names.network === undefined || names.network === 'evm') return undefined;
	const { network, asset } = names;
	if (asset === 'coin') return { network };
	return ALIASES.find((one) => one.network === network && one.token.symbol === asset);
}
