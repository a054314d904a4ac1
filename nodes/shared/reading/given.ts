import { findNetworks, isRefusal, refuse, type Network, type Refusal } from '../addresses';
import { ALIASES } from '../assets';
import { ALL_LABEL, DETECT_LABEL, readCurrencyChoice, readEvmNetwork } from '../currencies';
import type { CurrencyChoice, EvmChoice } from '../currencies';
import { NETWORKS } from '../networks';
import { joinNamed } from './links';
import { readText, type ReadText } from './text';
import type { Named } from './words';

/* The parameters that say what is screened, each read by itself. */

/** The parameters of one item, as they were given. Only a transaction check has a transaction. */
export interface Given {
	currency: string;
	evmNetwork: string;
	address: string;
	transaction?: string;
	/** The token by its ID, its contract, or its code and its issuer; missing for none. */
	token?: GivenToken;
}

export type GivenToken = { kind: 'id' | 'contract'; value: string };

/** What the parameters say, each by itself. */
export interface ReadGiven extends Pick<Given, 'token'> {
	choice: CurrencyChoice;
	evm: EvmChoice;
	address: ReadText;
	transaction?: ReadText;
	/** All that both texts name. */
	named: Named;
	/** Whether the texts prove the network that they name: words of an unknown site's path only contradict another one. */
	isProved: boolean;
	/** The name of a network that was read as its own coin, and may have been meant as a token on it. */
	namedAs?: string;
}

/** The texts of an item, and what they name together. */
type ReadTexts = Pick<ReadGiven, 'address' | 'transaction' | 'named' | 'isProved'>;

function readTexts(given: Given, network: Network | undefined): ReadTexts | Refusal {
	const address = readText(given.address, 'address', network);
	if (isRefusal(address)) return address;
	const { transaction: text } = given;
	const transaction = text === undefined ? undefined : readText(text, 'transaction', network);
	if (isRefusal(transaction)) return transaction;
	const named = joinNamed(address.named, transaction?.named ?? {}, 'The text');
	if (isRefusal(named)) return named;
	const isProved = [address, transaction].some(
		(one) => one?.named.network !== undefined && one.isUnknownSite !== true,
	);
	return { address, transaction, named, isProved };
}

/** The text of Currency, where it is the name of a network that has stablecoins, and not its code. */
function findSpelled({ currency, token }: Given, choice: CurrencyChoice): string | undefined {
	if (choice.kind !== 'asset' || choice.symbol !== undefined || token) return undefined;
	const { network } = choice;
	const isCode = currency.trim().toUpperCase() === network;
	return !isCode && ALIASES.some((one) => one.network === network) ? currency : undefined;
}

/** Reads the parameters of an item, each by itself. Never throws. */
export function readGiven(given: Given): ReadGiven | Refusal {
	const choice = readCurrencyChoice(given.currency);
	if (isRefusal(choice)) return choice;
	const { token } = given;
	if (token && choice.kind !== 'asset') {
		const label = choice.kind === 'all' ? ALL_LABEL : DETECT_LABEL;
		const advice = "Choose the network of the token in 'Network'.";
		return refuse('networkUnclear', `A token is given, but 'Asset' is ${label}`, advice);
	}
	const evm = readEvmNetwork(given.evmNetwork);
	if (isRefusal(evm)) return evm;
	const texts = readTexts(given, choice.kind === 'asset' ? choice.network : undefined);
	if (isRefusal(texts)) return texts;
	return { choice, evm, ...texts, token, namedAs: findSpelled(given, choice) };
}

/** Whether the decision needs the service's list: for a token without a code, and to know contracts from wallets. */
export function needsList({ choice, address, named, token }: ReadGiven): boolean {
	const networks = findNetworks(address.target);
	const hasContracts = networks.some((one) => NETWORKS[one].hasTokens && !NETWORKS[one].hasIssuers);
	const isCoin = choice.kind === 'all' || (choice.kind === 'asset' && choice.symbol !== undefined);
	const hasIssuers = networks.some((one) => NETWORKS[one].hasIssuers);
	return (
		hasContracts ||
		named.asset?.kind === 'token' ||
		token?.kind === 'contract' ||
		(hasIssuers && (isCoin || address.capitals.length > 0 || named.asset !== undefined))
	);
}
