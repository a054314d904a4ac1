import { findNetworks, isRefusal, refuse, type Network, type Refusal } from '../addresses';
import { LEAVE_OUT } from '../addresses/refusals';
import { codeOf, findAliased, keyOf, nameAsset, type Asset } from '../assets';
import { ALL_LABEL, DETECT_LABEL } from '../currencies';
import type { CurrencyList } from '../currencyList';
import { nameNetworks, NETWORKS, type Stablecoin } from '../networks';
import { quote } from '../quote';
import type { CurrencyEntry } from '../rpc/schemas';
import { findListedName, findRows, isListedSymbol } from '../tokens';
import type { GivenToken, ReadGiven } from './given';
import type { Named, NamedAsset } from './words';

/* The asset that is meant: what Currency leaves open, the text says. */

/** What is screened of an address: a check for each asset. */
export interface MeantAssets {
	assets: Asset[];
	/** There for an item that wants a whole wallet, however many checks that takes. */
	wallet?: {
		/** Names of the assets that were wanted, and that the service doesn't screen. */
		notScreened: string[];
		/** Names of the assets of which nobody knows, since the list couldn't be read. */
		unread: string[];
	};
}

/**
 * The asset of a network that something names; or why there is none.
 * - `unlisted`: the list has no such token.
 * - `unread`: the list couldn't be read, so nobody knows.
 */
export type FoundAsset = Wanted | 'unlisted';

/** An asset that has to be there. */
type Wanted = Asset | Refusal | 'unread';

export const isAsset = (found: FoundAsset): found is Asset =>
	typeof found === 'object' && !isRefusal(found);

/** A message names no more of them. */
const MOST_ROWS = 5;

/** Refuses what several rows of the list fit, and names the rows. */
function refuseRows(network: Network, named: string, rows: readonly CurrencyEntry[]): Refusal {
	const { name, hasIssuers } = NETWORKS[network];
	const names = rows
		.slice(0, MOST_ROWS)
		.map(({ symbol, issuer, token_id }) =>
			hasIssuers && issuer ? `${symbol ?? ''}.${issuer}` : (issuer ?? `token ${token_id}`),
		);
	return refuse(
		'wrongAsset',
		`${quote(named)} fits several tokens on ${name}: ${names.join(', ')}`,
		"Give one of them in 'Token', and its network in 'Network'.",
	);
}

/** Finds a token by its contract, by its issuer and its code, or by its code alone. It has to be one row. */
function findToken(
	network: Network,
	token: { contract?: string; symbol?: string },
	list: CurrencyList,
): FoundAsset {
	const rows = findRows(list, network, token);
	if (rows.length > 1) return refuseRows(network, token.contract ?? token.symbol ?? '', rows);
	const [row] = rows;
	if (!row) return list.failure ? 'unread' : 'unlisted';
	const contract = token.contract ?? row.issuer ?? undefined;
	const known = findAliased(network, { contract })?.token.symbol;
	const name = known ?? row.symbol ?? row.name ?? undefined;
	return { network, token: { contract, id: String(row.token_id), ...(name && { symbol: name }) } };
}

/** Finds a stablecoin of a network: by its code, or in the list by its contract. */
function findCoin(network: Network, symbol: Stablecoin, list: CurrencyList): FoundAsset {
	const coin = NETWORKS[network].coins?.[symbol];
	if (!coin) return 'unlisted';
	const found = findToken(network, { contract: coin.contract, symbol }, list);
	if (coin.alias === undefined) return found;
	const id = coin.id ?? (isAsset(found) ? found.token?.id : undefined);
	const token = { symbol, contract: coin.contract, ...(id !== undefined && { id }) };
	return { network, alias: coin.alias, token };
}

/** The code of a stablecoin goes before the token that it means. */
function findByContract(
	network: Network,
	token: { contract?: string; symbol?: string },
	list: CurrencyList,
) {
	const coin = findAliased(network, token);
	return coin ? findCoin(network, coin.token.symbol, list) : findToken(network, token, list);
}

/**
 * Finds the asset that a text or a parameter names.
 * @param list the service's list, as far as it could be had.
 */
export function findAsset(network: Network, named: NamedAsset, list: CurrencyList): FoundAsset {
	if (named.kind === 'native') return { network };
	if (named.kind === 'coin') return findCoin(network, named.symbol, list);
	return findByContract(network, named, list);
}

/** Finds the token of a contract that was given beside its network: the network's code and its ID are sent. */
function findGivenToken(network: Network, given: string, list: CurrencyList): FoundAsset {
	const [, code, issuer] = /^([\w-]{1,40})[.:+-](\w{20,60})$/.exec(given) ?? [];
	const isPair = NETWORKS[network].hasIssuers === true && code !== undefined;
	return findToken(
		network,
		isPair ? { contract: issuer, symbol: code } : { contract: given },
		list,
	);
}

export const nameNamed = (named: NamedAsset, network: Network): string => {
	if (named.kind === 'native') return NETWORKS[network].name;
	return named.symbol ?? `the token ${quote((named.kind === 'token' && named.contract) || '')}`;
};

export const refuseAsset = (named: string, wanted: string, advice: string): Refusal =>
	refuse('wrongAsset', `The text names ${named}, but 'Asset' means ${wanted}`, advice);

/** How the asset that a text names can be screened, if the service has it. */
function adviseAsset(network: Network, named: NamedAsset, list: CurrencyList): string {
	const found = findAsset(network, named, list);
	if (found === 'unlisted') return LEAVE_OUT;
	const shown = nameNamed(named, network);
	const other = ', or paste the address alone.';
	if (named.kind === 'native') return `Choose ${network} in 'Asset'${other}`;
	if (named.kind === 'coin') return `Choose ${shown} in 'Asset'${other}`;
	return `${adviseToken(network, shown)}${other}`;
}

const adviseToken = (network: Network, shown: string): string =>
	`Choose ${network} in 'Asset', and ${shown} in 'Token'`;

/** Refuses the asset that a text names, where Currency means another one. */
const refuseOther = (
	network: Network,
	named: NamedAsset,
	wanted: string,
	list: CurrencyList,
): Refusal => refuseAsset(nameNamed(named, network), wanted, adviseAsset(network, named, list));

function requireAsset(network: Network, named: NamedAsset, list: CurrencyList): Wanted {
	const found = findAsset(network, named, list);
	if (found !== 'unlisted') return found;
	const { name } = NETWORKS[network];
	const shown = nameNamed(named, network);
	if (named.kind !== 'coin') {
		const message = `The text names ${shown}, which the service does not list on ${name}`;
		return refuse('wrongAsset', message, LEAVE_OUT);
	}
	const advice = isListedSymbol(network, shown, list)
		? `${adviseToken(network, shown)}.`
		: `Choose ${DETECT_LABEL} in 'Asset', and paste the address alone, to screen ${name} itself.`;
	return refuse(
		'networkUnclear',
		`The address is of ${nameNetworks([network])}, where the service has no code for ${shown}`,
		advice,
	);
}

/** The token that Token gives, on the network that Currency names. */
function findGiven({ kind, value }: GivenToken, network: Network, list: CurrencyList): Wanted {
	if (kind === 'id') return { network, token: { id: value } };
	const found = findGivenToken(network, value, list);
	if (found !== 'unlisted') return found;
	return refuse(
		'invalid',
		`'Token': the service knows no token with the contract ${quote(value)} on ${NETWORKS[network].name}`,
		'Check the contract address and the currency, or choose the token from the list.',
	);
}

/** The asset that Currency and Token mean; undefined where the text decides. */
function readChosen(
	{ choice, token }: ReadGiven,
	network: Network,
	list: CurrencyList,
): Wanted | undefined {
	if (choice.kind !== 'asset') return undefined;
	const given = token && findGiven(token, network, list);
	if (!choice.symbol) return given ?? { network };
	const own = requireAsset(network, { kind: 'coin', symbol: choice.symbol }, list);
	if (given === undefined || !isAsset(given) || !isAsset(own)) return given ?? own;
	return keyOf(given) === keyOf(own)
		? own
		: refuse(
				'invalid',
				`'Token': the currency ${codeOf(own)} already names its token`,
				`Leave 'Token' empty, or choose ${NETWORKS[network].name} in 'Asset'.`,
			);
}

/** Whether the asset that a text names is another one than Currency and Token mean. */
function isOtherAsset(
	named: NamedAsset,
	chosen: Wanted,
	network: Network,
	symbol: Stablecoin | undefined,
	list: CurrencyList,
): boolean {
	if (!isAsset(chosen))
		return named.kind === 'native'
			? symbol !== undefined
			: named.symbol !== (symbol ?? named.symbol);
	const found = findAsset(network, named, list);
	return !isAsset(found) || keyOf(found) !== keyOf(chosen);
}

/** The asset of an item that wants one: what Currency leaves open, the text says. */
function decideAsset(read: ReadGiven, network: Network, list: CurrencyList): Wanted {
	const chosen = readChosen(read, network, list);
	const { asset, isAnyToken } = read.named;
	if (chosen === undefined) {
		if (!isAnyToken) return requireAsset(network, asset ?? { kind: 'native' }, list);
		const message = `The text names tokens of ${NETWORKS[network].name}, and not which one`;
		return refuse('networkUnclear', message, "Choose the token, such as USDT, in 'Asset'.");
	}
	const symbol = read.choice.kind === 'asset' ? read.choice.symbol : undefined;
	if (asset === undefined || !isOtherAsset(asset, chosen, network, symbol, list)) return chosen;
	const wanted = isAsset(chosen) ? nameAsset(chosen) : (symbol ?? 'another asset');
	return refuseOther(network, asset, wanted, list);
}

/** The assets of a whole wallet on its networks, as far as the service screens them. */
function listAssets(
	networks: readonly Network[],
	wanted: readonly NamedAsset[],
	list: CurrencyList,
) {
	const assets: Asset[] = [];
	const wallet = { notScreened: [] as string[], unread: [] as string[] };
	for (const network of networks)
		for (const named of wanted) {
			const found = findAsset(network, named, list);
			const name = `${nameNamed(named, network)} on ${NETWORKS[network].name}`;
			if (isAsset(found)) assets.push(found);
			else (found === 'unread' ? wallet.unread : wallet.notScreened).push(name);
		}
	return { assets, wallet };
}

const WHOLE_WALLET: readonly NamedAsset[] = [
	{ kind: 'native' },
	{ kind: 'coin', symbol: 'USDT' },
	{ kind: 'coin', symbol: 'USDC' },
];

/** The assets of a whole wallet; a text that names another one is refused. */
function decideWallet(
	networks: readonly Network[],
	named: NamedAsset | undefined,
	list: CurrencyList,
): MeantAssets | Refusal | 'unread' {
	const whole = listAssets(networks, WHOLE_WALLET, list);
	if (named?.kind !== 'token') return whole;
	const [network] = networks;
	const found = findAsset(network, named, list);
	if (found === 'unread') return found;
	const isPart =
		isAsset(found) &&
		whole.assets.some((one) => one.network === network && keyOf(one) === keyOf(found));
	return isPart ? whole : refuseOther(network, named, ALL_LABEL, list);
}

/** The assets of one kind on several networks: Currency and the text have to mean the same there, too. */
function decideEach(
	{ choice, named: { asset: named } }: ReadGiven,
	networks: readonly Network[],
	list: CurrencyList,
): MeantAssets | Refusal {
	const symbol = choice.kind === 'asset' ? choice.symbol : undefined;
	if (symbol === undefined) return listAssets(networks, [named ?? { kind: 'native' }], list);
	const isOther = named !== undefined && (named.kind === 'native' || named.symbol !== symbol);
	return isOther
		? refuseOther(networks[0], named, symbol, list)
		: listAssets(networks, [{ kind: 'coin', symbol }], list);
}

/** A token of the list that ordinary words may name: nobody knows which is meant. */
interface Listed {
	network: Network;
	named: NamedAsset & { kind: 'token'; symbol: string };
}

/**
 * Finds the token that words beside an address may name, of all that the address can hold: a symbol in capitals, or the
 * name next to it.
 * @returns `unread` where a list that couldn't be read may have such a symbol.
 */
function findListed(
	{ address, transaction }: ReadGiven,
	own: Network,
	list: CurrencyList,
): Listed | 'unread' | undefined {
	const texts = transaction ? [address, transaction] : [address];
	const capitals = texts.flatMap((text) => text.capitals);
	const names = texts.flatMap((text) => text.names);
	const networks = [...new Set([own, ...findNetworks(address.target)])].filter(
		(one) => NETWORKS[one].hasTokens,
	);
	if (list.failure && networks.length > 0 && capitals.length > 0) return 'unread';
	for (const network of networks) {
		const symbol = capitals.find((word) => isListedSymbol(network, word, list));
		if (symbol !== undefined) return { network, named: { kind: 'token', symbol } };
		const [row] = names.flatMap((name) => findListedName(network, name, list) ?? []);
		if (row?.symbol && row.issuer)
			return { network, named: { kind: 'token', symbol: row.symbol, contract: row.issuer } };
	}
	return undefined;
}

const refuseListed = ({ network, named: { symbol } }: Listed): Refusal =>
	refuse(
		'wrongAsset',
		`The text names ${quote(symbol)}, a token of ${NETWORKS[network].name}`,
		`${adviseToken(network, symbol)}, or paste the address alone.`,
	);

/**
 * Decides the assets of an item on its networks.
 * @returns `unread` where the decision depends on a list that couldn't be read.
 */
export function decideAssets(
	read: ReadGiven,
	networks: readonly Network[],
	list: CurrencyList,
): MeantAssets | Refusal | 'unread' {
	const [network] = networks;
	const { choice, token } = read;
	const listed = read.named.asset ? undefined : findListed(read, network, list);
	if (listed === 'unread') return listed;
	if (listed && !token) return refuseListed(listed);
	const named: Named = { ...read.named, asset: read.named.asset ?? listed?.named };
	if (choice.kind === 'all') return decideWallet(networks, named.asset, list);
	if (networks.length > 1 && !token) return decideEach({ ...read, named }, networks, list);
	const asset = decideAsset({ ...read, named }, network, list);
	return isAsset(asset) ? { assets: [asset] } : asset;
}
