import { isSecret } from '../addresses';
import { isRefusal, LEAVE_OUT, refuse, refuseSecret, type Refusal } from '../addresses/refusals';
import { NETWORK_CODES, NETWORKS, type Network, type Stablecoin } from '../networks';
import { quote } from '../quote';
import { CHAIN_NAMES, normalize } from './chains';

/* The one reader of words for coins and networks. */

/** The meaning of a word, or of several that belong together. */
type Meaning =
	/** A `code` is one of the service's that is no name of a coin. */
	| { is: 'network' | 'code' | 'native' | 'standard'; network: Network }
	| { is: 'coin'; coin: Stablecoin }
	/** Another token: only the currency list knows it. */
	| { is: 'token'; name: string }
	/** A blockchain that the service doesn't check. */
	| { is: 'chain'; name: string }
	| { is: 'exchange'; name: string }
	| { is: 'noise' };

/**
 * Where a word counts: `capitals` and `context` are ordinary words of English, too, and `alone` is a number. In prose a
 * word with `context` counts in capitals, or next to a word such as "network".
 */
interface LexiconEntry {
	meanings: readonly Meaning[];
	counts: 'always' | 'capitals' | 'context' | 'alone';
}

/** The asset that a text names. A contract is an account on the networks whose tokens have issuers. */
export type NamedAsset =
	| { kind: 'native' }
	| { kind: 'coin'; symbol: Stablecoin }
	| { kind: 'token'; symbol?: string; contract?: string };

/** All that a text names. */
export interface Named {
	network?: Network;
	asset?: NamedAsset;
	/** Whether a standard of tokens is named without a token: the network is clear then, and the asset is not. */
	isAnyToken?: boolean;
	/** An exchange, which is no network. */
	exchange?: string;
}

/** The stablecoins, and what else people call them. */
export const COIN_NAMES: Readonly<Record<Stablecoin, readonly string[]>> = {
	USDC: ['USDC', 'USD Coin', 'Circle USD', 'ЮСДС'],
	USDT: [
		'USDT',
		'Tether',
		'Tether USD',
		'TetherUS',
		'Тезер',
		'Тетер',
		'ЮСДТ',
		'УСДТ',
		'泰达币',
		'泰達幣',
		'테더',
		'テザー',
	],
};

/** Well-known tokens by their symbols; those of the second list are ordinary words unless they stand in capitals. */
const TOKENS =
	'AAVE ARC20 BEP721 BRC20 BTCB BTT BUSD CBBTC CBETH CRV DAI ERC1155 ERC721 ETH2 EURC EURT EZETH FDUSD FRAX GHO GUSD JST LUSD MKR NFT PAXG PEPE PYUSD RETH RLUSD SDAI SHIB STETH SUSDE SUSDS tBTC TRC10 TRC721 TUSD USD0 USD1 USDB USDC.E USDBC AXLUSDC USDT.E USDT0 AXLUSDT USDD USDE USDJ USDN USDP USDS USTC WBETH WBNB WBTC WEETH WETH WLD WMATIC WPOL WSTETH WTRX XAUT';
const TOKENS_IN_CAPITALS =
	'APE AQUA AXS BAT CAKE COMP CVX ENA ENJ ENS FET FLOKI GALA GRT HOT IMX JUST LDO LINK LP LRC MANA NEXO OM ONDO ORDI PENDLE PLS QNT RDNT RPL SAND SNX SOLO SUN SUSHI TWT UNI WIN YFI ZRX';

/** Names of tokens, each before its symbol. */
const TOKEN_NAMES =
	'Aave_ETH:aETH Aave_USDC:aUSDC Aave_USDT:aUSDT Aave_Token:AAVE Binance_USD:BUSD Chainlink:LINK Compound_USDC:cUSDC Compound_USDT:cUSDT Ethereum_Name_Service:ENS Euro_Coin:EURC Euro_Tether:EURT First_Digital_USD:FDUSD Lido_DAO:LDO Lido_ETH:stETH PAX_Gold:PAXG PayPal_USD:PYUSD Rocket_Pool:RPL Rocket_Pool_ETH:rETH Shiba_Inu:SHIB Tether_Gold:XAUT Worldcoin:WLD';

/** What people write around the name of a coin or a network. */
const NOISE =
	'mainnet main_net network networks net chain blockchain token tokens coin coins crypto currency asset native standard protocol on the of via and in over my ex formerly prev previously address addr wallet evm main public destination tag memo amount chain_id network_id deposit account pay recipient receiver to send here is our your segwit nested taproot legacy bech32 ledger_nano hot_wallet test_transaction test_tx';

/** Words that make another asset of the one next to them. */
const OTHER_KINDS = /^(bridged|wrapped|pegged|savings|staked)$/i;

/** Words between two assets that say that both are meant. */
const BOTH = /^(or|and|oder|und|ou|et|или|и|或|和)$/i;

/** A word before or after which an ordinary word is the name of a chain. */
const BEFORE_CHAIN = /^(on|via|over|network|chain|blockchain|auf|über|sur|red|сеть|сети|через)$/i;
const AFTER_CHAIN =
	/^(network|networks|net|chain|blockchain|mainnet|wallet|address|coin|coins|tx|txid|transaction|hash)$/i;

const EXCHANGES = 'binance bybit coinbase kraken kucoin okx huobi htx bitget';

function makeLexicon(): Map<string, LexiconEntry> {
	const lexicon = new Map<string, LexiconEntry>();
	const add = (
		names: string,
		meanings: readonly Meaning[],
		counts: LexiconEntry['counts'] = 'always',
	) => lexicon.set(normalize(names), { meanings, counts });
	const addAll = (
		names: string,
		makeMeaning: (name: string) => Meaning,
		counts?: LexiconEntry['counts'],
	) => names.split(' ').forEach((name) => add(name, [makeMeaning(name)], counts));
	addAll(NOISE, () => ({ is: 'noise' }));
	addAll(EXCHANGES, (name) => ({
		is: 'exchange',
		name: name.replace(/^./, (first) => first.toUpperCase()),
	}));
	addAll(TOKENS, (name) => ({ is: 'token', name: name.replace('_', ' ') }));
	addAll(TOKENS_IN_CAPITALS, (name) => ({ is: 'token', name }), 'capitals');
	for (const pair of TOKEN_NAMES.split(' ')) {
		const [name, symbol] = pair.split(':');
		add(name, [{ is: 'token', name: symbol }]);
	}
	for (const [word, { name, isOrdinary }] of CHAIN_NAMES) {
		const meanings = [{ is: 'chain', name }] as const;
		lexicon.set(word, { meanings, counts: isOrdinary ? 'context' : 'always' });
		const [, chainId] = /^EIP155(\d+)$/.exec(word) ?? [];
		if (chainId !== undefined) addChainId(chainId, meanings, add);
	}
	for (const [coin, names] of Object.entries(COIN_NAMES))
		for (const name of names) add(name, [{ is: 'coin', coin: coin as Stablecoin }]);
	for (const network of NETWORK_CODES) addNetwork(network, add);
	return lexicon;
}

type AddEntry = (
	name: string,
	meanings: readonly Meaning[],
	counts?: LexiconEntry['counts'],
) => void;

/** Adds the number of an Ethereum-like chain, in decimal and in hexadecimal digits. */
function addChainId(id: string, meanings: readonly Meaning[], add: AddEntry): void {
	add(`0x${Number(id).toString(16)}`, meanings, 'alone');
	add(id, meanings, 'alone');
}

/** Adds the names of a network, of its coin, of its standard of tokens, and the codes of its stablecoins. */
function addNetwork(network: Network, add: AddEntry): void {
	const {
		name,
		otherNames = [],
		coinNames = [],
		tokenStandard,
		coins = {},
		links,
	} = NETWORKS[network];
	const ids = links.split(' ').filter((link) => link.includes(':'));
	for (const one of [name, ...otherNames, ...ids]) add(one, [{ is: 'network', network }]);
	// The code of a network is the name of its coin, too, but for BSC, whose coin is BNB.
	add(network, [{ is: network === 'BSC' ? 'code' : 'native', network }]);
	for (const one of coinNames)
		for (const name of [one, `${one}${network}`]) add(name, [{ is: 'native', network }]);
	const coinCodes = Object.keys(coins) as Stablecoin[];
	for (const coin of coinCodes)
		add(`${coin}${network}`, [
			{ is: 'coin', coin },
			{ is: 'network', network },
		]);
	const [, chainId] = /\beip155:(\d+)\b/.exec(links) ?? [];
	if (chainId !== undefined) addChainId(chainId, [{ is: 'network', network }], add);
	if (tokenStandard === undefined) return;
	const standard = { is: 'standard', network } as const;
	add(tokenStandard, [standard]);
	for (const coin of coinCodes)
		for (const one of [`${coin}${tokenStandard}`, `${tokenStandard}${coin}`])
			add(one, [{ is: 'coin', coin }, standard]);
}

const LEXICON = makeLexicon();

/** No name has more words. */
const MOST_WORDS = 4;

/** A word that is not in the lexicon. */
interface Unknown {
	is: 'unknown';
	text: string;
}

interface Found {
	/** As it stands in the text. */
	text: string;
	entry: LexiconEntry | undefined;
}

/** Letters of alphabets that are mixed up in a word, with digits; or letters of any other script. */
const WORDS =
	/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]+|(?:(?!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})[\p{L}\p{M}])+/gu;

/** Cuts an amount off the name behind it, as in `100USDT`. */
function cutAmount(word: string): string[] {
	const [, amount, name] = /^(\d+)(\p{L}.*)$/u.exec(word) ?? [];
	const isBoth = name !== undefined && !isKnown(word) && isKnown(name);
	return isBoth ? [amount, name] : [word];
}

/** Names in scripts that set no blanks between words, the longest first. */
const UNSPACED = new RegExp(
	`(${[...LEXICON.keys()]
		.filter((name) => /\p{Script=Han}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(name))
		.sort((a, b) => b.length - a.length)
		.join('|')})`,
);

/** Cuts the names out of a run of letters that has no blanks. */
const cutUnspaced = (word: string): string[] =>
	/[^\0-\u{2fff}]/u.test(word) ? word.split(UNSPACED).filter((part) => part !== '') : [word];

const isKnown = (word: string) => LEXICON.has(word.toUpperCase());

/** The words of a text that are in no lexicon: the name of a token of the service's list may be among them. */
export const dropKnown = (text: string): string =>
	text
		.split(/\s+/)
		.filter((word) => !isKnown(word))
		.join(' ');

/** Cuts a text into the longest names of the lexicon, and single words that are none. */
function findNames(text: string): Found[] {
	// Some programs write -1 for nothing; it is no chain ID.
	if (/^\s*-\d+\s*$/.test(text)) return [{ text: text.trim(), entry: undefined }];
	const words = (text.normalize('NFKC').replaceAll('₮', 'T').match(WORDS) ?? [])
		.flatMap(cutUnspaced)
		.flatMap(cutAmount);
	const found: Found[] = [];
	for (let at = 0; at < words.length;) {
		let count = Math.min(MOST_WORDS, words.length - at);
		const join = () => words.slice(at, at + count).join('');
		while (count > 1 && !isKnown(join())) count--;
		found.push({ text: join(), entry: LEXICON.get(join().toUpperCase()) });
		at += count;
	}
	return found;
}

/** Letters of several alphabets in one word are a trap, or a slip. */
const isMixed = (word: string) =>
	/\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}|\p{Script=Greek}/u.test(word);

/** Whether an unknown word has the form of a token's symbol. The names of money itself are none. */
const isLikeToken = (word: string) =>
	/^[a-z]{0,4}(usd|xau)[a-z\d]{0,4}$/i.test(word)
		? !/^usd$/i.test(word)
		: /^EUR[A-Z\d]{1,2}$/.test(word) && word !== 'EURO';

/** Whether small letters are glued to the code of a coin, which names another asset: `stTRX`, `weETH`, `BTCb`. */
function isGlued(word: string): boolean {
	const [, before = '', after = ''] =
		/^(?:[a-z]{1,5}([A-Z]{3,5})|([A-Z]{3,5})[a-rt-z]{1,2})$/.exec(word) ?? [];
	return holdsName(before || after);
}

const isLoud = (word: string) => word.length > 1 && word === word.toUpperCase();

/** Whether a text holds a word that can only be for a coin or a network. */
export const holdsName = (text: string): boolean =>
	findNames(text).some(
		({ text: word, entry }) =>
			entry !== undefined &&
			entry.meanings.some(({ is }) => is !== 'noise' && is !== 'exchange') &&
			(entry.counts === 'always' || (entry.counts !== 'alone' && isLoud(word))),
	);

const namesAsset = (found: Found | undefined): boolean =>
	found?.entry?.meanings.some(({ is }) => is === 'coin' || is === 'token' || is === 'native') ===
	true;

/** A word between those next to it. */
interface Placed extends Found {
	before: readonly [next: Found | undefined, afterNext: Found | undefined];
	after: readonly [next: Found | undefined, afterNext: Found | undefined];
}

/** Whether a word that is not in the lexicon names an asset all the same. */
const isOdd = ({ text, before: [before], after: [after] }: Placed): boolean =>
	isMixed(text) ||
	isLikeToken(text) ||
	isGlued(text) ||
	(OTHER_KINDS.test(text) && (namesAsset(before) || namesAsset(after)));

/** Whether a word of the lexicon counts beside a target. */
function isMeant({ text, entry, before: [before], after: [after] }: Placed, isProse: boolean) {
	if (entry?.counts === 'always') return true;
	if (entry?.counts === 'alone') return false;
	if (isLoud(text) || entry?.counts === 'capitals') return isLoud(text);
	return !isProse || BEFORE_CHAIN.test(before?.text ?? '') || AFTER_CHAIN.test(after?.text ?? '');
}

/** Whether a word is an asset in a choice of two, as in `USDT or TRX`: the coin of a network is no network there. */
const isChoice = ({ before, after }: Placed): boolean =>
	[before, after].some(([next, afterNext]) => BOTH.test(next?.text ?? '') && namesAsset(afterNext));

/** The meanings of the words that stand beside a target, where all others are prose. */
function readProse(text: string): Array<Meaning | Unknown> {
	const found = findNames(text);
	const isProse = found.some(({ text: word, entry }) => !entry && !/^[\p{N}]+$/u.test(word));
	return found.flatMap((one, at): Array<Meaning | Unknown> => {
		const placed: Placed = {
			...one,
			before: [found[at - 1], found[at - 2]],
			after: [found[at + 1], found[at + 2]],
		};
		if (!one.entry) return isOdd(placed) ? [{ is: 'unknown', text: one.text }] : [];
		if (!isMeant(placed, isProse)) return [];
		const isToken = isChoice(placed);
		return one.entry.meanings.map((meaning) =>
			isToken && meaning.is === 'native' ? { is: 'token', name: one.text } : meaning,
		);
	});
}

type Meanings = ReadonlyArray<Meaning | Unknown>;

/** The names of one kind, each once. */
const namesOf = (meanings: Meanings, kind: 'chain' | 'exchange' | 'token'): string[] => [
	...new Set(meanings.flatMap((one) => (one.is === kind ? [one.name] : []))),
];

const placesOf = (meanings: Meanings): Network[] => [
	...new Set(meanings.flatMap((one) => ('network' in one ? [one.network] : []))),
];

const coinsOf = (meanings: Meanings): Stablecoin[] => [
	...new Set(meanings.flatMap((one) => (one.is === 'coin' ? [one.coin] : []))),
];

/** The words of a refusal: the beginning of its sentence, and what to write instead. */
export interface NameContext {
	subject: string;
	/** How it stands to the chain that it means. */
	relation?: 'is of' | 'names';
	advice: string;
}

/** Refuses a name that is not in the lexicon. */
export function refuseUnknown({ subject, relation, advice }: NameContext, name: string): Refusal {
	const message =
		relation === 'is of'
			? `${subject} is not one the service checks: ${quote(name)} is not known`
			: `${subject} names ${quote(name)}, which is not known here`;
	return refuse('networkUnclear', message, advice);
}

/** Refuses words that contradict each other, or mean what the service doesn't check. */
function refuseWords(
	meanings: Meanings,
	{ subject, relation = 'names', advice }: NameContext,
): Refusal | undefined {
	const [chain] = namesOf(meanings, 'chain');
	if (chain !== undefined) {
		const message = `${subject} ${relation} ${chain}, which the service doesn't check`;
		return refuse('unsupportedNetwork', message, LEAVE_OUT);
	}
	const unknown = meanings.find((one) => one.is === 'unknown');
	if (unknown) return refuseUnknown({ subject, relation, advice }, unknown.text);
	const assets = [...coinsOf(meanings), ...namesOf(meanings, 'token')];
	if (assets.length > 1)
		return refuse(
			'wrongAsset',
			`${subject} names ${assets.join(' and ')} at once`,
			'Name one asset.',
		);
	const places = placesOf(meanings);
	if (places.length < 2) return undefined;
	const names = places.map((network) => NETWORKS[network].name).join(' and ');
	return refuse('networkUnclear', `${subject} names ${names} at once`, advice);
}

/** The asset of the words: a stablecoin or another token goes before the coin of its network. */
function assetOfMeanings(meanings: Meanings): NamedAsset | undefined {
	const [coin] = coinsOf(meanings);
	if (coin) return { kind: 'coin', symbol: coin };
	const [symbol] = namesOf(meanings, 'token');
	if (symbol !== undefined) return { kind: 'token', symbol };
	return meanings.some(({ is }) => is === 'native') ? { kind: 'native' } : undefined;
}

function fold(meanings: Meanings, subject: NameContext): Named | Refusal {
	const refused = refuseWords(meanings, subject);
	if (refused) return refused;
	const [network] = placesOf(meanings);
	const asset = assetOfMeanings(meanings);
	const has = (kind: Meaning['is']) => meanings.some(({ is }) => is === kind);
	const isAnyToken = asset === undefined && has('standard') && !has('code');
	const [exchange] = namesOf(meanings, 'exchange');
	return { network, asset, isAnyToken, exchange };
}

/**
 * Reads the name of a coin or a network, as a parameter or a column of a table holds it. Every word of it has to be
 * understood.
 */
export function readName(text: string, subject: NameContext): Named | Refusal {
	if (isSecret(text)) return refuseSecret('currency or network');
	const meanings = findNames(text).flatMap(({ text: word, entry }): Array<Meaning | Unknown> =>
		entry ? [...entry.meanings] : [{ is: 'unknown', text: word }],
	);
	const named = fold(meanings, subject);
	if (isRefusal(named) || named.exchange === undefined || named.network !== undefined) return named;
	return refuseExchange(named.exchange, subject);
}

/** Refuses the name of an exchange in the place of a network. */
export function refuseExchange(exchange: string, { subject, advice }: NameContext): Refusal {
	const message = `${subject} names ${exchange}, which is an exchange and no network`;
	return refuse('networkUnclear', message, advice);
}

/** The words of refusals about what stands beside a target. */
export const BESIDE: NameContext = {
	subject: 'The text',
	advice: "Paste the address or the hash alone, and choose its network in 'Network'.",
};

/** Reads the words that stand beside a target. What is no word for a coin or a network is prose. */
export const readWordsBeside = (text: string): Named | Refusal => fold(readProse(text), BESIDE);
