import { cleanTarget, findNetworks, isTransactionHash, refuseSecret } from '../addresses';
import type { TargetKind } from '../addresses';
import { attempt } from '../addresses/reading';
import { isRefusal, LEAVE_OUT, NOUNS, refuse, type Refusal } from '../addresses/refusals';
import { groupNetworks, NETWORKS, type Network } from '../networks';
import { quote, shortenWords } from '../quote';
import { findForeignAddress, findForeignLink } from './chains';
import { readName, type NameContext, type Named, type NamedAsset } from './words';

/* The one reader of links: those of explorers, and payment links (BIP-21, EIP-681, SEP-7, CAIP-10, EIP-3770). */

/** All that a link says. */
export interface ReadLink {
	/** Its parts in which a target can stand, in their order. */
	pieces: string[];
	named: Named;
	/** Whether it is of a site of which nobody knows whose addresses it shows. Words of its path contradict, and prove nothing. */
	isUnknownSite?: boolean;
}

const LINKS = groupNetworks(({ links }) => links.split(' '));
const NAMESPACES = new Set([...LINKS.keys()].flatMap((link) => link.match(/^\w+(?=:)/) ?? []));

/** Explorers of many networks, whose path names the network. */
const COMMON_EXPLORERS =
	/^(blockchain\.com|blockchair\.com|oklink\.com|explorer\.btc\.com|tokenview\.io|live\.blockcypher\.com|3xpl\.com|blockexplorer\.one)$/;

/** Words of an explorer's path that say nothing about the network. */
const PATH_WORDS =
	/^(#|!|tx|txs|txid|transactions?|address|addresses|addr|accounts?|wallets?|explorer|public|pubnet|mainnet|livenet|search|query|[a-z]{2}([-_][a-z]{2,4})?)$/i;

/** Words of a path that announce what is no wallet. */
const NOT_A_WALLET =
	/^(tokens?\d*|trc\d+|contracts?|nfts?|coins|pools?|liquidity-pools?|assets?|collections?|collectibles?|items?|claimable-balances?|mpts?|amm|dex|dexscan|pairs?|pair-explorer|blocks?|dexscreener|dextools|geckoterminal)$/i;

/** Parameters that say nothing about the target, or hold another way to pay. */
const IGNORED =
	/^(label|message|memo|msg|comment|description|pj|pjos|sp|lightning|lno|ln|bolt11|amount|value|gas|gaslimit|gasprice|uint256|callback|signature|origin_domain|memo_type|dt|tag|invoice|exp|time|utm_\w+|ref|r|req-.*)$/i;

/** Parameters that name a token by its contract, its code or its name. */
const TOKEN_PARAMETER =
	/^(token|token_?id|token_?address|contract|contract_?address|asset|coin|symbol|asset_code|currency|c)$/i;
const ISSUER_PARAMETER = /^(asset_issuer|issuer)$/i;
const NETWORK_PARAMETER = /^((from|to|src|dst|source|dest|destination)_?)?(chain|network)(_?id)?$/i;

interface Parameter {
	key: string;
	value: string;
}

/** The words of refusals about a link. */
const linkSubject = (kind: TargetKind) => ({
	subject: 'The link',
	advice: `Paste the ${NOUNS[kind]} alone, and choose its network in 'Network'.`,
});

const refuseChain = (name: string): Refusal =>
	refuse(
		'unsupportedNetwork',
		`The link names ${name}, which the service doesn't check`,
		LEAVE_OUT,
	);

const refuseUnclear = (message: string, kind: TargetKind): Refusal =>
	refuse('networkUnclear', message, linkSubject(kind).advice);

/** The network of a scheme, a chain ID or a host; a refusal where the service doesn't check it. */
function findNetwork(link: string): Network | Refusal | undefined {
	const foreign = findForeignLink(link);
	return foreign === undefined ? LINKS.get(link)?.[0] : refuseChain(foreign);
}

/** The network of a chain ID (CAIP-2). */
const findChain = (chain: string): Network | Refusal =>
	findNetwork(chain) ?? refuseChain(`the chain ${shortenWords(chain)}`);

/** The network of an Ethereum-like chain by its number, in decimal or hexadecimal digits. */
const findEvmChain = (id: string): Network | Refusal => findChain(`eip155:${Number(id)}`);

/** The chain of a number in a path, where there is one: any other number says nothing. */
function readChainNumber(word: string): Named | Refusal | undefined {
	const network = findNetwork(`eip155:${word}`);
	return isRefusal(network) ? network : network && { network };
}

/** What one word of a link names; nothing where it is no name of a network. */
function readPathWord(word: string): Named | Refusal | undefined {
	const named = readName(word, linkSubject('address'));
	if (isRefusal(named)) return named.reason === 'unsupportedNetwork' ? named : undefined;
	return named.network ? { network: named.network } : undefined;
}

/** Joins what two parts of a text name. */
export function joinNamed(one: Named, other: Named, subject: string): Named | Refusal {
	const network = one.network ?? other.network;
	if (other.network !== undefined && other.network !== network) {
		const names = [one, other].map((named) => named.network && NETWORKS[named.network].name);
		const message = `${subject} names ${names.join(' and ')} at once`;
		return refuse('wrongNetwork', message, 'Give the address with one network.');
	}
	const assets = [one.asset, other.asset].filter((asset) => asset !== undefined);
	// The coin of a network may be meant as the network.
	const [asset, second] = assets.sort(
		(a, b) => Number(a.kind === 'native') - Number(b.kind === 'native'),
	);
	const isOther =
		second !== undefined &&
		second.kind !== 'native' &&
		JSON.stringify(asset) !== JSON.stringify(second);
	if (isOther && asset.kind === second.kind)
		return refuse('wrongAsset', `${subject} names two assets at once`, 'Name one asset.');
	const isAnyToken = asset === undefined && (one.isAnyToken === true || other.isAnyToken === true);
	return { network, asset, isAnyToken, exchange: one.exchange ?? other.exchange };
}

/** Joins what all parts of a text name. */
export const joinAll = (
	names: ReadonlyArray<Named | Refusal | undefined>,
	subject = 'The link',
): Named | Refusal =>
	names.reduce<Named | Refusal>((joined, one) => {
		if (isRefusal(joined) || one === undefined) return joined;
		return isRefusal(one) ? one : joinNamed(joined, one, subject);
	}, {});

const readParameters = (query: string): Parameter[] =>
	query
		.split(/[&?#;]+/)
		.filter((part) => part !== '')
		.map((part) => {
			const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
			return { key, value: cleanTarget(value) };
		});

/** The parts of a text between the signs that no target has. */
export const cutPieces = (text: string): string[] =>
	text
		.split(
			/%[\da-f]{2}|[/?#&=:;,@|!\\\s+$^~_-]+|(?!\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})[^\0-~]/iu,
		)
		.map(cleanTarget)
		.filter((piece) => piece !== '');

const isTarget = (piece: string) => findNetworks(piece).length > 0 || isTransactionHash(piece);

/** The parameters that can hold a target. */
const targetsOfParameters = (parameters: readonly Parameter[]): string[] =>
	parameters
		.filter(
			({ key }) =>
				![IGNORED, TOKEN_PARAMETER, ISSUER_PARAMETER, NETWORK_PARAMETER].some((names) =>
					names.test(key),
				),
		)
		.flatMap(({ key, value }) => cutPieces(value || key));

/** The token that a link names by its issuer, by its contract, or by its name. */
function readLinkToken(text = '', issuer?: string): NamedAsset | Refusal | undefined {
	if (issuer !== undefined)
		return { kind: 'token', contract: issuer, ...(text && { symbol: text }) };
	const [, contract = text] = /_t(\w+)$/.exec(text) ?? [];
	if (findNetworks(contract).length > 0) return { kind: 'token', contract };
	const named = readName(text, linkSubject('address'));
	if (!isRefusal(named)) return named.asset;
	const message = `The link names the asset ${quote(text)}, which is not known here`;
	return refuse('wrongAsset', message, linkSubject('address').advice);
}

/** Reads the name or the number of a chain. */
export function readChain(text: string, subject: NameContext): Named | Refusal {
	if (/^(\d+|0x[\da-f]+)$/i.test(text)) {
		const network = findEvmChain(text);
		return isRefusal(network) ? network : { network };
	}
	return readName(text, subject);
}

/** The network of a coin by its number (SLIP-44), with a token behind it or without one: `195`, `c195`, `c195_tTR7…`. */
function readSlip44(text: string): Named | Refusal {
	const [, coin] = /^c?(\d+)(?:_t\w+)?$/.exec(text) ?? [];
	const network = coin === undefined ? undefined : findChain(`slip44:${coin}`);
	return isRefusal(network) ? network : { network };
}

/** What the parameters of a link name. */
function readNamedParameters(parameters: readonly Parameter[]): Named | Refusal {
	const valuesOf = (names: RegExp) =>
		parameters
			.filter(({ key, value }) => names.test(key) && value !== '')
			.map(({ value }) => value);
	const tokens = valuesOf(TOKEN_PARAMETER);
	const [token] = tokens.filter((value) => !/^c?\d+$/.test(value));
	const [issuer] = valuesOf(ISSUER_PARAMETER);
	const isMoney = issuer === undefined && /^(usd|eur|gbp)$/i.test(token ?? '');
	const isNamed = issuer !== undefined || (token !== undefined && !isMoney);
	const asset = isNamed ? readLinkToken(token, issuer) : undefined;
	if (isRefusal(asset)) return asset;
	const chains = valuesOf(NETWORK_PARAMETER).map((chain) => {
		const named = readChain(chain, linkSubject('address'));
		return isRefusal(named) ? named : { network: named.network };
	});
	return joinAll([{ asset }, ...chains, ...tokens.map(readSlip44)]);
}

/** The network of Stellar that a link names by its passphrase (SEP-7), if it is another one. */
function findOtherStellar(parameters: readonly Parameter[]): string | undefined {
	const found = parameters.find(({ key }) => /^network_passphrase$/i.test(key));
	if (!found || /^public[ +]global[ +]stellar[ +]network/i.test(found.value)) return undefined;
	return /test/i.test(found.value) ? 'a test network' : 'another network of Stellar';
}

/** The network of a payment link: of its scheme, or of the chain ID in it. None for the scheme of a family. */
function findPaymentNetwork(
	scheme: string,
	path: string,
	kind: TargetKind,
): Network | Refusal | undefined {
	const own = findNetwork(scheme);
	if (isRefusal(own)) return own;
	const chainId = /^[^/]*@(\w+)/.exec(path)?.[1];
	const isFamily = scheme === 'ethereum';
	if (chainId === undefined || !own || !NETWORKS[own].isEvm) return isFamily ? undefined : own;
	const ofChain = findEvmChain(chainId);
	if (isRefusal(ofChain) || isFamily || own === ofChain) return ofChain;
	const both = `${NETWORKS[own].name} and ${NETWORKS[ofChain].name}`;
	return refuseUnclear(`The link names ${both} at once`, kind);
}

/** Finds the pieces of a payment link in which its payee stands, and the token that it transfers (EIP-681, SEP-7). */
function findPayee(path: string, parameters: readonly Parameter[]) {
	const call = (/\/(\w+)$/.exec(path)?.[1] ?? path).toLowerCase();
	const payee = { transfer: 'address', pay: 'destination' }[call];
	if (payee === undefined && !path.includes('/'))
		return { pieces: [...cutPieces(path.replace(/@.*$/, '')), ...targetsOfParameters(parameters)] };
	const payees = parameters.filter(({ key }) => key.toLowerCase() === payee);
	const contract = call === 'transfer' ? cutPieces(path).at(0) : undefined;
	return { pieces: payees.flatMap(({ value }) => cutPieces(value)), contract };
}

/** Reads what follows the scheme of a payment link. */
function readPaymentLink(scheme: string, rest: string, kind: TargetKind): ReadLink | Refusal {
	const reference = /^([-\w]{1,32}):/.exec(rest)?.[1];
	const isCaip = NAMESPACES.has(scheme) && reference !== undefined;
	const [path, query = ''] = (isCaip ? rest.slice(reference.length + 1) : rest).split(
		/\/?\?(.*)|\/$/s,
	);
	const parameters = readParameters(query);
	const otherStellar = findOtherStellar(parameters);
	if (otherStellar !== undefined) return refuseChain(otherStellar);
	const network = isCaip
		? findChain(`${scheme}:${reference.toLowerCase()}`)
		: findPaymentNetwork(scheme, path, kind);
	if (isRefusal(network)) return network;
	const { pieces, contract } = findPayee(path, parameters);
	// A scheme of payments names a receiver: 64 digits in its place are more likely a key than a transaction.
	const isCode = Object.hasOwn(NETWORKS, scheme.toUpperCase());
	if (!isCode && pieces.some(isTransactionHash)) return refuseSecret(kind);
	if (pieces.length === 0) {
		const advice = 'Paste the address of the wallet alone.';
		return refuse('notAWallet', 'The link names no receiver', advice);
	}
	const asset = contract === undefined ? undefined : ({ kind: 'token', contract } as const);
	const named = joinAll([{ network, asset }, readNamedParameters(parameters)]);
	return isRefusal(named) ? named : { pieces, named };
}

/** The parts of a link of a site. */
interface Site {
	/** The site that is known here, or the whole host. */
	name: string;
	/** What its host has before that; all but its ending of a site that is not known. */
	labels: string[];
	isKnown: boolean;
	path: string[];
	parameters: Parameter[];
}

function cutSite(address: string): Site {
	const [, authority = '', rest = ''] = /^([^/?#]*)(.*)$/s.exec(address) ?? [];
	const host = authority.toLowerCase().replace(/^.*@|^(www|m)\.|:\d*$/g, '');
	const labels = host.split('.');
	const names = labels.map((_, at) => labels.slice(at).join('.'));
	const known = names.findIndex(
		(name) =>
			name.includes('.') && (findNetwork(name) !== undefined || COMMON_EXPLORERS.test(name)),
	);
	// What follows `#/` is a path, too, even behind parameters.
	const [before, hashRoute = ''] = rest.split(/#!?\/(.*)/s);
	const [[route, query = ''], [second, secondQuery = '']] = [before, hashRoute].map((part) =>
		part.split(/[?#](.*)/s),
	);
	return {
		name: names[Math.max(0, known)],
		labels: labels.slice(0, known),
		isKnown: known !== -1,
		path: `${route}/${second}`
			.split('/')
			.map(cleanTarget)
			.filter((part) => part !== ''),
		parameters: readParameters(`${query}&${secondQuery}`),
	};
}

/** The page of a token can show one of its holders. */
function findHolder({ path, parameters }: Site): { holder: string; contract: string } | undefined {
	const at = path.findIndex((part) => /^tokens?\d*$/i.test(part));
	const holder = parameters.find(({ key }) => key.toLowerCase() === 'a')?.value;
	return at === -1 || holder === undefined ? undefined : { holder, contract: path[at + 1] ?? '' };
}

/** A transaction may be shown on the page of a token or a contract, but not on that of a block. */
const refuseBlock = (word: string): Refusal | undefined =>
	/^blocks?$/i.test(word)
		? refuse(
				'wrongKind',
				`The link shows ${quote(word)}, not a transaction`,
				'Paste the hash of the transaction alone.',
			)
		: undefined;

/** Refuses a word of a link that announces no wallet, or says what is not understood at a known explorer. */
function refuseWord(
	word: string,
	own: Network | undefined,
	isStrict: boolean,
	kind: TargetKind,
): Refusal | undefined {
	if (NOT_A_WALLET.test(word)) {
		if (kind === 'transaction') return refuseBlock(word);
		const advice = 'Give the address of the wallet.';
		return refuse('notAWallet', `The link shows ${quote(word)}, not a wallet`, advice);
	}
	const named = /^\d{3,}$/.test(word) ? readChainNumber(word) : readPathWord(word);
	if (isRefusal(named)) return named;
	const isUnderstood = named !== undefined && (own ?? named.network) === named.network;
	return isStrict && !isUnderstood
		? refuseUnclear(`The link names ${quote(word)}, which is not known here`, kind)
		: undefined;
}

/** Refuses a page that shows no wallet, or the wallet of nobody knows which chain. */
function refusePage(
	{ name, labels, isKnown }: Site,
	words: readonly string[],
	own: Network | undefined,
	kind: TargetKind,
): Refusal | undefined {
	if (!isKnown && labels.some((label) => /(?<!^block)scan$/.test(label)))
		return refuseUnclear(`${quote(name)} is an explorer that is not known here`, kind);
	for (const word of words) {
		const refused = refuseWord(word, own, isKnown, kind);
		if (refused) return refused;
	}
	return undefined;
}

/** The network before an address, as in `bnb:0x…` (EIP-3770). */
function readPrefix(part: string): Array<Named | Refusal> {
	const [, prefix, target = ''] = /^([a-z\d-]{2,20}):(\w{20,})$/i.exec(part) ?? [];
	if (prefix === undefined || !isTarget(target)) return [];
	const network = findNetwork(prefix.toLowerCase());
	if (isRefusal(network)) return [network];
	return network === undefined
		? [refuseUnclear(`The link names ${quote(prefix)}, which is not known here`, 'address')]
		: [{ network }];
}

/** What a link of a site names but for the words of its host and its path. */
function nameOutright(
	{ path, parameters }: Site,
	own: Network | undefined,
	contract: string | undefined,
): Named | Refusal {
	const asset = contract === undefined ? undefined : ({ kind: 'token', contract } as const);
	const prefixes = [...path, ...parameters.map(({ value }) => value)].flatMap(readPrefix);
	return joinAll([{ network: own, asset }, ...prefixes, readNamedParameters(parameters)]);
}

/** Cuts the path of a link where its target begins. */
function findShown({ path, parameters }: Site, holder: string | undefined) {
	const at = path.findIndex((part) => cutPieces(part).some(isTarget));
	const before = at === -1 ? path : path.slice(0, at);
	// The contract of a token stands before its holder.
	if (holder !== undefined) return { before: before.slice(0, -1), pieces: [holder] };
	const shown = path.slice(Math.max(0, at)).flatMap(cutPieces);
	return { before, pieces: [...shown, ...targetsOfParameters(parameters)] };
}

/** Reads a link of a site. */
function readSite(address: string, kind: TargetKind): ReadLink | Refusal {
	const site = cutSite(address);
	const { name, labels, isKnown, path } = site;
	if (/^(metamask\.app\.link|link\.metamask\.io)$/.test(name) && path[0] === 'send')
		return readPaymentLink('ethereum', address.replace(/^.*?\/send\//, ''), kind);
	const own = isKnown ? findNetwork(name) : undefined;
	if (isRefusal(own)) return own;
	const holder = findHolder(site);
	const { before, pieces } = findShown(site, holder?.holder);
	const words = [...labels, ...before].filter((word) => !PATH_WORDS.test(word));
	const refused = pieces.some(isTarget) ? refusePage(site, words, own, kind) : undefined;
	if (refused) return refused;
	const outright = nameOutright(site, own, holder?.contract);
	// What no explorer says in its path, any other site may say anywhere.
	const said = isKnown
		? []
		: targetsOfParameters(site.parameters).filter((one) => /^\p{L}+$/u.test(one));
	const named = joinAll([outright, ...[...words, ...said].map(readPathWord)]);
	if (isRefusal(outright)) return outright;
	if (isRefusal(named)) return named;
	const isNamed = outright.network !== undefined || outright.asset?.kind === 'token';
	return { pieces, named, isUnknownSite: !isKnown && !isNamed };
}

/** Undoes the escapes of a link, also of one inside of another. */
function decode(text: string): string {
	let plain = text;
	for (let times = 0; times < 3 && /%[\da-f]{2}/i.test(plain); times++)
		plain = attempt(() => decodeURIComponent(plain)) ?? plain;
	return plain;
}

/** Takes a link out of a link, as search engines and chats wrap it. */
const unwrap = (text: string): string =>
	/^https?:/i.test(text) && text.lastIndexOf('://') > 8
		? text.slice(text.search(/https?:\/\/(?!.*https?:\/\/)/i))
		: text;

/** Nobody glues more labels to a target; reading each would only take time. */
const MOST_LABELS = 8;

/** Reads a label before a target, such as `wallet:T…`: it says nothing, or names a coin or a network. */
function readLabelled(
	label: string,
	rest: string,
	isLink: boolean,
	kind: TargetKind,
): ReadLink | Refusal | undefined {
	if (!isLink && !cutPieces(rest).some(isTarget)) return undefined;
	const named = readName(label, linkSubject(kind));
	if (isRefusal(named) && named.reason === 'unsupportedNetwork') return named;
	if (isRefusal(named) || isLink || rest.split(':').length > MOST_LABELS) {
		const shown = quote(`${label}:`);
		return refuseUnclear(`The link names ${shown}, which is no network that is known here`, kind);
	}
	const inside = readLink(rest, kind) ?? { pieces: cutPieces(rest), named: {} };
	if (isRefusal(inside)) return inside;
	const joined = joinNamed(named, inside.named, 'The text');
	return isRefusal(joined) ? joined : { ...inside, named: joined };
}

/**
 * Reads a link.
 * @returns undefined for a text that is none.
 */
export function readLink(text: string, kind: TargetKind): ReadLink | Refusal | undefined {
	const link = unwrap(decode(text)).replace(/^did:pkh:/i, '');
	const [, scheme = '', slashes, rest = ''] =
		/^([a-z][a-z\d+-]{1,30}):(\/\/)?(.+)$/is.exec(link) ?? [];
	if (/^https?$/i.test(scheme)) return readSite(rest, kind);
	if (/^[\w-]+(\.[\w-]+)+(:\d+)?\/./.test(link)) return readSite(link, kind);
	// Without a scheme nothing but the number of a chain names a network, as with the scheme of a family.
	if (/^\w+[?@]/.test(link) && isTarget(/^\w+/.exec(link)?.[0] ?? ''))
		return readPaymentLink('ethereum', link, kind);
	const isAny = (piece: string) => isTarget(piece) || findForeignAddress(piece) !== undefined;
	if (scheme === '' || isTarget(link) || !cutPieces(rest).some(isAny)) return undefined;
	const name = scheme.toLowerCase();
	return findNetwork(name) !== undefined || NAMESPACES.has(name)
		? readPaymentLink(name, rest, kind)
		: readLabelled(scheme, rest, slashes !== undefined, kind);
}
