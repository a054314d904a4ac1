import type { Signal } from '../outputs/check';
import { plainText } from './format';

/** The groups into which the industry sorts signals; an unknown signal is `unclassified`, never trusted. */
export type SignalGroup = Signal['group'];

/** A signal that the service documents: its name in the data, its label in lists, and its group. */
interface KnownSignal {
	name: string;
	label: string;
	group: SignalGroup;
}

/**
 * Every signal in the service's examples, in the order of the labels. Where usage differs: `atm` is suspicious and
 * `gambling` is danger; `seized_assets` (the money was criminal once) and `exchange_mlrisk_moderate` are suspicious;
 * `other` says nothing, so it is unclassified. In doubt a signal is not trusted.
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
 * Reduces a signal's name to lowercase letters and digits, so that `Sanctions`, `terrorism-financing` and
 * `childExploitation` are recognized: the spelling must not hide a critical signal. The key may be empty.
 */
export function signalKey(name: string): string {
	return name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Finds a documented signal, however its name is spelled. */
export const knownSignal = (name: string): KnownSignal | undefined => BY_KEY.get(signalKey(name));

/** Words in an unknown name, by its key, and the key of the known signal that they mean. */
const MEANINGS: ReadonlyArray<[RegExp, string]> = [
	[/sanction/, 'sanctions'],
	[/terroris/, 'terrorismfinancing'],
	[/child(sexual)?(abuse|exploit|porn)/, 'childexploitation'],
];

/** The key of the signal whose rules apply to a name: an unknown `sanctioned_entity` is treated as sanctions. */
export function meaningKey(name: string): string {
	const key = signalKey(name);
	const meaning = BY_KEY.has(key) ? undefined : MEANINGS.find(([words]) => words.test(key));
	return meaning?.[1] ?? key;
}

/** The group of a signal, by its name or by what its name means. */
export const signalGroup = (name: string): SignalGroup =>
	BY_KEY.get(meaningKey(name))?.group ?? 'unclassified';

/** Names a signal in plain words, such as `very high risk exchange`. An unknown name is only cleaned. */
export function nameSignal(name: string): string {
	const words = knownSignal(name)?.label.split(' ');
	if (!words) return plainText(name, 40) || 'unnamed';
	return words.map((word) => (/^(ATM|P2P)$/.test(word) ? word : word.toLowerCase())).join(' ');
}
