import type { SignalGroup } from './types';

/** A signal this package knows: its name on the wire, how a list shows it, and its group. */
export interface KnownSignal {
	name: string;
	label: string;
	group: SignalGroup;
}

/**
 * Every signal of the two examples in service 2.4, alphabetical by label, in the groups the field uses.
 * Where the field disagrees: `atm` is suspicious and `gambling` is danger; `seized_assets`
 * (the money was criminal once) and `exchange_mlrisk_moderate` are suspicious, and `other` says nothing,
 * so it is unclassified. In doubt nothing is trusted.
 */
export const SIGNAL_NAMES: readonly KnownSignal[] = [
	{ name: 'atm', label: 'ATM', group: 'suspicious' },
	{ name: 'child_exploitation', label: 'Child Exploitation', group: 'danger' },
	{ name: 'dark_market', label: 'Dark Market', group: 'danger' },
	{ name: 'dark_service', label: 'Dark Service', group: 'danger' },
	{ name: 'enforcement_action', label: 'Enforcement Action', group: 'danger' },
	{ name: 'exchange_mlrisk_high', label: 'Exchange (High ML Risk)', group: 'suspicious' },
	{ name: 'exchange_mlrisk_low', label: 'Exchange (Low ML Risk)', group: 'trusted' },
	{ name: 'exchange_mlrisk_moderate', label: 'Exchange (Moderate ML Risk)', group: 'suspicious' },
	{ name: 'exchange_mlrisk_veryhigh', label: 'Exchange (Very High ML Risk)', group: 'suspicious' },
	{ name: 'exchange_fraudulent', label: 'Fraudulent Exchange', group: 'danger' },
	{ name: 'gambling', label: 'Gambling', group: 'danger' },
	{ name: 'illegal_service', label: 'Illegal Service', group: 'danger' },
	{ name: 'exchange_licensed', label: 'Licensed Exchange', group: 'trusted' },
	{ name: 'p2p_exchange_licensed', label: 'Licensed P2P Exchange', group: 'trusted' },
	{ name: 'liquidity_pools', label: 'Liquidity Pools', group: 'suspicious' },
	{ name: 'marketplace', label: 'Marketplace', group: 'trusted' },
	{ name: 'miner', label: 'Miner', group: 'trusted' },
	{ name: 'mixer', label: 'Mixer', group: 'danger' },
	{ name: 'other', label: 'Other', group: 'unclassified' },
	{ name: 'p2p_exchange_mlrisk_high', label: 'P2P Exchange (High ML Risk)', group: 'suspicious' },
	{ name: 'p2p_exchange_mlrisk_low', label: 'P2P Exchange (Low ML Risk)', group: 'trusted' },
	{ name: 'payment', label: 'Payment', group: 'trusted' },
	{ name: 'ransom', label: 'Ransom', group: 'danger' },
	{ name: 'sanctions', label: 'Sanctions', group: 'danger' },
	{ name: 'scam', label: 'Scam', group: 'danger' },
	{ name: 'seized_assets', label: 'Seized Assets', group: 'suspicious' },
	{ name: 'stolen_coins', label: 'Stolen Coins', group: 'danger' },
	{ name: 'terrorism_financing', label: 'Terrorism Financing', group: 'danger' },
	{ name: 'exchange_unlicensed', label: 'Unlicensed Exchange', group: 'suspicious' },
	{ name: 'p2p_exchange_unlicensed', label: 'Unlicensed P2P Exchange', group: 'suspicious' },
	{ name: 'wallet', label: 'Wallet', group: 'trusted' },
];

const BY_KEY = new Map(SIGNAL_NAMES.map((signal) => [signalKey(signal.name), signal]));

/**
 * Reduces a signal's name to what identifies it, so that `Sanctions`, `terrorism-financing` and
 * `childExploitation` are recognised: a critical signal must not slip through by its spelling.
 *
 * @param name a name from the service or from a user
 * @returns its letters and digits in lower case; empty where there are none
 */
export function signalKey(name: string): string {
	return name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Finds a signal in the vocabulary, however its name is spelled.
 *
 * @param name a name from the service or from a user
 * @returns the known signal, or undefined
 */
export function knownSignal(name: string): KnownSignal | undefined {
	return BY_KEY.get(signalKey(name));
}

/** What a name that nobody knows may hold, by its key, and which signal it then speaks of. */
const SPEAKS_OF: ReadonlyArray<[RegExp, string]> = [
	[/sanction/, 'sanctions'],
	[/terroris/, 'terrorism_financing'],
	[/child(sexual)?(abuse|exploit|porn)/, 'child_exploitation'],
];

/**
 * The signal that counts for a name: `sanctioned_entity` is none that anybody knows, and still says enough not to be
 * let pass as unclassified.
 *
 * @param name a name from the service
 * @returns the key of the known signal that it names or speaks of, else its own
 */
export function kinKey(name: string): string {
	const key = signalKey(name);
	if (BY_KEY.has(key)) return key;
	const kin = SPEAKS_OF.find(([words]) => words.test(key));
	return kin ? signalKey(kin[1]) : key;
}

/**
 * Tells the group of a signal.
 *
 * @param name a name from the service
 * @returns its group; `unclassified` for every name that is not known (design 4) and speaks of none that is
 */
export function signalGroup(name: string): SignalGroup {
	return BY_KEY.get(kinKey(name))?.group ?? 'unclassified';
}
