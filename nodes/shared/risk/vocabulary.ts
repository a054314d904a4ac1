import { plainText } from '../format';
import type { Signal } from '../outputs/check';
import { byText, keepRecent } from '../values';

/*
 * The words in a signal's name that nobody has documented, and the critical signal that they mean. In doubt such a name
 * is critical: a person then reads it.
 */

type SignalWords = ReadonlyArray<[key: string, words: readonly string[]]>;

const toList = (words: string) => words.split(' ');

/** Words, without their ends, that no harmless name holds: they count anywhere in its letters, as in `OFAC-listed`. */
const ANYWHERE: SignalWords = [
	[
		'sanctions',
		toList(
			'andariel blacklist blocklist bluenoroff consolidatedlist crimea deniedpart deniedperson denylist designatedentit designatednational designatedpart designatedperson donetsk dprk embargo freez frozen koreadpr lazarus luhansk northkorea kimsuky ofac peoplesrepublicofkorea proliferation prohibitedpart prohibitedperson pyongyang restrictedpart restrictedperson sanction speciallydesignated tehran',
		),
	],
	[
		'terrorismfinancing',
		toList(
			'alnusra alqaeda alqaida alqassam alshabaab ansarallah binladen bokoharam daesh extremis hezball hezboll hizball hizboll hizbull houthi islamicstate jihad taliban terror',
		),
	],
	[
		'childexploitation',
		toList(
			'abuseofminor child csae csam csea exploitationofminor lolita minorabuse minorexploit minorsabuse minorsexploit paedo pedo underage',
		),
	],
];

/** Short words that harmless ones contain, such as `crisis` and `Bahamas`: they count at the beginning of a word. */
const BEGINNINGS: SignalWords = [
	['sanctions', toList('blocked cuba iran irgc nkorea ofsi sdgt sdn syria')],
	['terrorismfinancing', toList('hamas isil isis')],
];

/**
 * Finds the key of the critical signal that a name speaks of; undefined if it speaks of none.
 * @param key the letters and digits of the name, in lower case and Latin, and `words` the same of each of its words.
 */
function findMeaning(key: string, words: readonly string[]): string | undefined {
	const begins = (beginning: string) => [key, ...words].some((word) => word.startsWith(beginning));
	const found =
		ANYWHERE.find(([, parts]) => parts.some((part) => key.includes(part))) ??
		BEGINNINGS.find(([, beginnings]) => beginnings.some(begins));
	return found?.[0];
}

/** The groups into which the industry sorts signals. `unclassified` says nothing, `unknown` is in no group. */
export type SignalGroup = Signal['group'];

/**
 * Every signal in the service's examples, and the P2P twins that they lack. Usage differs for some: `atm` is suspicious
 * and `gambling` is danger. `seized_assets` (the money was criminal once) and `exchange_mlrisk_moderate` are suspicious.
 * `other` says nothing, so it is unclassified. In doubt a signal is not trusted.
 */
const GROUPS: Readonly<Record<Exclude<SignalGroup, 'unknown'>, string>> = {
	danger:
		'child_exploitation dark_market dark_service enforcement_action exchange_fraudulent gambling illegal_service mixer ransom sanctions scam stolen_coins terrorism_financing',
	suspicious:
		'atm exchange_mlrisk_high exchange_mlrisk_moderate exchange_mlrisk_veryhigh exchange_unlicensed liquidity_pools p2p_exchange_mlrisk_high p2p_exchange_mlrisk_moderate p2p_exchange_mlrisk_veryhigh p2p_exchange_unlicensed seized_assets',
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
export const SIGNAL_NAMES = (Object.keys(GROUPS) as Array<keyof typeof GROUPS>)
	.flatMap((group) =>
		GROUPS[group].split(' ').map((name) => ({ name, label: labelSignal(name), group })),
	)
	.sort((a, b) => byText(a.label, b.label));

/** Begins a name in the user's rules that only the user's own service knows. */
export const OWN_PREFIX = 'service:';

/** Without the mark of the service's own signals. */
const withoutMark = (name: string) => name.replace(/^\s*service:/i, '');

/** Letters of other scripts that look like Latin ones, each before its twin. */
const LOOK_ALIKES = new Map(
	'аa еe ёe оo рp сc уy хx іi їi ѕs јj һh ԁd ԛq ԝw ӏl ɡg ıi αa εe ιi κk νv οo ρp τt υu χx ոn օo'
		.split(' ')
		.map(([letter, twin]) => [letter, twin]),
);

/** A service has some thirty names, and each report holds most of them. */
const MAX_NAMES = 1_000;
const lettersOf = new Map<string, string>();

/** The letters and digits of a name, in lower case and Latin. */
function toLetters(name: string): string {
	return lettersOf.get(name) ?? keepRecent(lettersOf, name, readLetters(name), MAX_NAMES);
}

function readLetters(name: string): string {
	const folded = withoutMark(name.normalize('NFKC')).toLowerCase().normalize('NFKD');
	const letters = folded.replace(/[^\p{L}\p{N}]+/gu, '');
	return letters.replace(/[^a-z0-9]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

/** `IranianExchange`, `iranian-exchange` and `IRANIAN EXCHANGE` have the same two words. */
const splitWords = (name: string): string[] =>
	withoutMark(name)
		.replace(/\p{Cf}+/gu, '')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.split(/[^\p{L}]+/u);

/** The keys of the documented signals by the letters of their plain words: `Licensed Exchange` is `exchange_licensed`. */
const KEYS_BY_WORDS = new Map(
	SIGNAL_NAMES.map(({ name }) => [toLetters(toWords(name)), toLetters(name)]),
);

/**
 * Reduces a signal's name to lowercase letters and digits: the spelling must not hide a critical signal. So it
 * recognizes `Sanctions`, `terrorism-financing`, `childExploitation` and a Cyrillic look-alike. The key may be empty.
 */
export function signalKey(name: string): string {
	const letters = toLetters(name);
	return KEYS_BY_WORDS.get(letters) ?? letters;
}

const BY_KEY = new Map(SIGNAL_NAMES.map((signal) => [signalKey(signal.name), signal]));

/** Finds a documented signal, however its name is spelled. */
export const findSignal = (name: string) => BY_KEY.get(signalKey(name));

/** Names that say nothing by themselves, beside the documented ones. */
const NEUTRAL_KEYS: readonly string[] = ['unclassified'];

/** The key of the signal whose rules apply to a name: an unknown `sanctioned_entity` is treated as sanctions. */
export function findMeaningKey(name: string): string {
	const key = signalKey(name);
	const isSaid = BY_KEY.has(key) || NEUTRAL_KEYS.includes(key);
	return (isSaid ? undefined : findMeaning(key, splitWords(name).map(toLetters))) ?? key;
}

/**
 * Finds the group of a signal.
 * @param ruled the keys of the signals that have a limit of the user's own, which says what they mean.
 */
export function findGroup(name: string, ruled: ReadonlySet<string> = new Set()): SignalGroup {
	const known = BY_KEY.get(findMeaningKey(name));
	if (known) return known.group;
	const key = signalKey(name);
	return ruled.has(key) || NEUTRAL_KEYS.includes(key) ? 'unclassified' : 'unknown';
}

/** Pairs of neighbouring characters. */
const toPairs = (key: string) =>
	new Set([...key].slice(1).map((letter, at) => [...key][at] + letter));

/** Finds the documented signal whose name is most like another name. */
export function findNearestSignal(name: string): string {
	const wanted = toPairs(findMeaningKey(name));
	const countShared = (other: string) => {
		const pairs = toPairs(signalKey(other));
		const shared = [...wanted].filter((pair) => pairs.has(pair)).length;
		return shared / (wanted.size + pairs.size || 1);
	};
	const [nearest] = SIGNAL_NAMES.map((signal) => ({
		name: signal.name,
		likeness: countShared(signal.name),
	})).sort((a, b) => b.likeness - a.likeness || byText(a.name, b.name));
	return nearest.name;
}

/** Names a signal in plain words, such as `very high risk exchange`. An unknown name is only cleaned. */
export function nameSignal(name: string): string {
	const known = findSignal(name);
	return known ? toWords(known.name) : plainText(withoutMark(name), 40) || 'unnamed';
}
