import { plainText } from './text';
import type { SignalGroup } from './types';

/** A signal this package knows: its name in the service's data, its label in lists, and its group. */
export interface KnownSignal {
	name: string;
	label: string;
	group: SignalGroup;
}

/**
 * Every signal of the two examples in service 2.4, alphabetical by label, in the groups that the industry uses.
 * Where usage differs: `atm` is suspicious and `gambling` is danger; `seized_assets` (the money was criminal once)
 * and `exchange_mlrisk_moderate` are suspicious; `other` says nothing, so it is unclassified. In doubt nothing is
 * trusted.
 */
export const SIGNAL_NAMES: readonly KnownSignal[] = [
	{ name: 'atm', label: 'ATM', group: 'suspicious' },
	{ name: 'child_exploitation', label: 'Child Exploitation', group: 'danger' },
	{ name: 'dark_market', label: 'Dark Market', group: 'danger' },
	{ name: 'dark_service', label: 'Dark Service', group: 'danger' },
	{ name: 'enforcement_action', label: 'Enforcement Action', group: 'danger' },
	{ name: 'exchange_fraudulent', label: 'Fraudulent Exchange', group: 'danger' },
	{ name: 'gambling', label: 'Gambling', group: 'danger' },
	{ name: 'exchange_mlrisk_high', label: 'High Risk Exchange', group: 'suspicious' },
	{ name: 'p2p_exchange_mlrisk_high', label: 'High Risk P2P Exchange', group: 'suspicious' },
	{ name: 'illegal_service', label: 'Illegal Service', group: 'danger' },
	{ name: 'exchange_licensed', label: 'Licensed Exchange', group: 'trusted' },
	{ name: 'p2p_exchange_licensed', label: 'Licensed P2P Exchange', group: 'trusted' },
	{ name: 'liquidity_pools', label: 'Liquidity Pools', group: 'suspicious' },
	{ name: 'exchange_mlrisk_low', label: 'Low Risk Exchange', group: 'trusted' },
	{ name: 'p2p_exchange_mlrisk_low', label: 'Low Risk P2P Exchange', group: 'trusted' },
	{ name: 'marketplace', label: 'Marketplace', group: 'trusted' },
	{ name: 'miner', label: 'Miner', group: 'trusted' },
	{ name: 'mixer', label: 'Mixer', group: 'danger' },
	{ name: 'exchange_mlrisk_moderate', label: 'Moderate Risk Exchange', group: 'suspicious' },
	{ name: 'other', label: 'Other', group: 'unclassified' },
	{ name: 'payment', label: 'Payment', group: 'trusted' },
	{ name: 'ransom', label: 'Ransom', group: 'danger' },
	{ name: 'sanctions', label: 'Sanctions', group: 'danger' },
	{ name: 'scam', label: 'Scam', group: 'danger' },
	{ name: 'seized_assets', label: 'Seized Assets', group: 'suspicious' },
	{ name: 'stolen_coins', label: 'Stolen Coins', group: 'danger' },
	{ name: 'terrorism_financing', label: 'Terrorism Financing', group: 'danger' },
	{ name: 'exchange_unlicensed', label: 'Unlicensed Exchange', group: 'suspicious' },
	{ name: 'p2p_exchange_unlicensed', label: 'Unlicensed P2P Exchange', group: 'suspicious' },
	{ name: 'exchange_mlrisk_veryhigh', label: 'Very High Risk Exchange', group: 'suspicious' },
	{ name: 'wallet', label: 'Wallet', group: 'trusted' },
];

const BY_KEY = new Map(SIGNAL_NAMES.map((signal) => [signalKey(signal.name), signal]));

/**
 * Reduces a signal's name to its letters and digits, so that `Sanctions`, `terrorism-financing` and
 * `childExploitation` are recognised: a critical signal must not slip through by its spelling.
 *
 * @param name a name from the service or from a user
 * @returns the key in lower case; may be empty
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

/** Words in an unknown name, by its key, and the known signal that they mean. */
const MEANINGS: ReadonlyArray<[RegExp, string]> = [
	[/sanction/, 'sanctions'],
	[/terroris/, 'terrorism_financing'],
	[/child(sexual)?(abuse|exploit|porn)/, 'child_exploitation'],
];

/**
 * The signal whose rules apply to a name: an unknown `sanctioned_entity` says enough to be treated as sanctions.
 *
 * @param name a name from the service
 * @returns the key of the known signal that the name is or means, else the name's own key
 */
export function meaningKey(name: string): string {
	const key = signalKey(name);
	if (BY_KEY.has(key)) return key;
	const meaning = MEANINGS.find(([words]) => words.test(key));
	return meaning ? signalKey(meaning[1]) : key;
}

/**
 * Finds the group of a signal.
 *
 * @param name a name from the service
 * @returns its group; `unclassified` for an unknown name, unless it means a known signal
 */
export function signalGroup(name: string): SignalGroup {
	return BY_KEY.get(meaningKey(name))?.group ?? 'unclassified';
}

const ACRONYM = /^(ATM|P2P)$/;

/**
 * Names a signal in plain words, such as `very high risk exchange`.
 *
 * @param name a name from the service or from a user
 * @returns the label of a known signal in small letters, else the cleaned name
 */
export function nameSignal(name: string): string {
	const words = knownSignal(name)?.label.split(' ');
	if (!words) return plainText(name, 40) || 'unnamed';
	return words.map((word) => (ACRONYM.test(word) ? word : word.toLowerCase())).join(' ');
}
