import type { Signal } from '../outputs/check';
import { byText } from '../values';
import { plainText } from './format';

/** The groups into which the industry sorts signals; an unknown signal is `unclassified`, never trusted. */
export type SignalGroup = Signal['group'];

/**
 * Every signal in the service's examples. Where usage differs: `atm` is suspicious and `gambling` is danger;
 * `seized_assets` (the money was criminal once) and `exchange_mlrisk_moderate` are suspicious; `other` says nothing, so
 * it is unclassified. In doubt a signal is not trusted.
 */
const GROUPS: Readonly<Record<SignalGroup, string>> = {
	danger:
		'child_exploitation dark_market dark_service enforcement_action exchange_fraudulent gambling illegal_service mixer ransom sanctions scam stolen_coins terrorism_financing',
	suspicious:
		'atm exchange_mlrisk_high exchange_mlrisk_moderate exchange_mlrisk_veryhigh exchange_unlicensed liquidity_pools p2p_exchange_mlrisk_high p2p_exchange_unlicensed seized_assets',
	trusted:
		'exchange_licensed exchange_mlrisk_low marketplace miner p2p_exchange_licensed p2p_exchange_mlrisk_low payment wallet',
	unclassified: 'other',
};

/** Plain words for a documented name: `p2p_exchange_mlrisk_veryhigh` is `very high risk P2P exchange`. */
const toWords = (name: string) =>
	name
		.replace(/^(.*exchange)_(.+)$/, '$2_$1')
		.replace(/^mlrisk_(very)?([a-z]+)/, '$1 $2 risk')
		.replace(/_/g, ' ')
		.replace(/\b(atm|p2p)\b/, (acronym) => acronym.toUpperCase())
		.trim();

const labelSignal = (name: string) =>
	toWords(name).replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The documented signals with their labels for lists, in the order of the labels. */
export const SIGNAL_NAMES = (Object.keys(GROUPS) as SignalGroup[])
	.flatMap((group) =>
		GROUPS[group].split(' ').map((name) => ({ name, label: labelSignal(name), group })),
	)
	.sort((a, b) => byText(a.label, b.label));

const BY_KEY = new Map(SIGNAL_NAMES.map((signal) => [signalKey(signal.name), signal]));

/**
 * Reduces a signal's name to lowercase letters and digits, so that `Sanctions`, `terrorism-financing` and
 * `childExploitation` are recognized: the spelling must not hide a critical signal. The key may be empty.
 */
export function signalKey(name: string): string {
	const folded = name.normalize('NFKC').toLowerCase();
	return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Finds a documented signal, however its name is spelled. */
export const findSignal = (name: string) => BY_KEY.get(signalKey(name));

/** Words in an unknown name, by its key, and the key of the known signal that they mean. */
const MEANINGS: ReadonlyArray<[RegExp, string]> = [
	[/sanction/, 'sanctions'],
	[/terroris/, 'terrorismfinancing'],
	[/child(sexual)?(abuse|exploit|porn)/, 'childexploitation'],
];

/** The key of the signal whose rules apply to a name: an unknown `sanctioned_entity` is treated as sanctions. */
export function findMeaningKey(name: string): string {
	const key = signalKey(name);
	const meaning = BY_KEY.has(key) ? undefined : MEANINGS.find(([words]) => words.test(key));
	return meaning?.[1] ?? key;
}

export const findGroup = (name: string): SignalGroup =>
	BY_KEY.get(findMeaningKey(name))?.group ?? 'unclassified';

/** Names a signal in plain words, such as `very high risk exchange`. An unknown name is only cleaned. */
export function nameSignal(name: string): string {
	const known = findSignal(name);
	return known ? toWords(known.name) : plainText(name, 40) || 'unnamed';
}
