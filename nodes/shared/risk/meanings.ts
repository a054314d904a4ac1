/*
 * The words in a signal's name that nobody has documented, and the critical signal that they mean. In doubt such a name
 * is critical: a person then reads it.
 */

/** Words that no harmless name holds: they count anywhere in the letters of a name, such as `OFAC-listed`. */
const ANYWHERE: ReadonlyArray<[RegExp, string]> = [
	[
		/sanction|ofac|embargo|dprk|northkorea|korea(dpr|north)|lazarus|bluenoroff|kimsuky|andariel|pyongyang|crimea|donetsk|luhansk|proliferation|speciallydesignated|(blocked|denied|designated|prohibited|restricted)(entit|national|part|person)|blocked(address|asset|fund|propert|wallet)|blacklist|blocklist|denylist|frozen|freez/,
		'sanctions',
	],
	[
		/terror|extremis|jihad|hezboll|hizboll|hezbal|hizbal|hizbull|al(qaeda|qaida)|islamicstate|taliban|daesh|bokoharam|alshabaab|houthi|binladen/,
		'terrorismfinancing',
	],
	[
		/child|csam|csea|csae|pa?edo|underage|minors?(abuse|exploit|porn|sex)|(abuse|exploitation)ofminor/,
		'childexploitation',
	],
];

/** Short words that harmless ones contain, such as `crisis` and `Bahamas`: they count at the beginning of a word. */
const BEGINNINGS: ReadonlyArray<[RegExp, string]> = [
	[/^(sdn|ofsi|nkorea|iran|syria|cuba|irgc|blocked$)/, 'sanctions'],
	[/^(isis|isil|hamas)/, 'terrorismfinancing'],
];

/** The words of a name: `IranianExchange`, `iranian-exchange` and `IRANIAN EXCHANGE` have the same two. */
const toWords = (name: string): string[] =>
	name
		.normalize('NFKC')
		.replace(/\p{Cf}+/gu, '')
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}]+/u);

/**
 * Finds the key of the critical signal that a name speaks of, however it is spelled; undefined if it speaks of none.
 * @param key the letters and digits of the name alone, in lower case and Latin.
 */
export function findMeaning(name: string, key: string): string | undefined {
	const words = [key, ...toWords(name)];
	const found =
		ANYWHERE.find(([pattern]) => pattern.test(key)) ??
		BEGINNINGS.find(([pattern]) => words.some((word) => pattern.test(word)));
	return found?.[1];
}
