/*
 * The words in a signal's name that nobody has documented, and the critical signal that they mean. In doubt such a name
 * is critical: a person then reads it.
 */

type Words = ReadonlyArray<[key: string, words: readonly string[]]>;

const toList = (words: string) => words.split(' ');

/** Words, without their ends, that no harmless name holds: they count anywhere in its letters, as in `OFAC-listed`. */
const ANYWHERE: Words = [
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
const BEGINNINGS: Words = [
	['sanctions', toList('blocked cuba iran irgc nkorea ofsi sdgt sdn syria')],
	['terrorismfinancing', toList('hamas isil isis')],
];

/**
 * Finds the key of the critical signal that a name speaks of; undefined if it speaks of none.
 * @param key the letters and digits of the name, in lower case and Latin, and `words` the same of each of its words.
 */
export function findMeaning(key: string, words: readonly string[]): string | undefined {
	const begins = (beginning: string) => [key, ...words].some((word) => word.startsWith(beginning));
	const found =
		ANYWHERE.find(([, parts]) => parts.some((part) => key.includes(part))) ??
		BEGINNINGS.find(([, beginnings]) => beginnings.some(begins));
	return found?.[0];
}
