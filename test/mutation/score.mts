/** How many of the changes made on purpose the tests noticed; pure. */

/** What became of one change. */
export type Fate = 'noticed' | 'survived' | 'equivalent';

/** A change to the code, made on purpose. */
export interface Change {
	/** Path from the package's root. */
	file: string;
	/** 1 for the first line. */
	line: number;
	/** The source line in which it begins, trimmed. */
	code: string;
	original: string;
	replacement: string;
	noticed: boolean;
}

/** A change that alters nothing anybody could notice, and why not. */
export interface Equivalent {
	file: string;
	/** The source line in which it begins, trimmed. */
	code: string;
	original: string;
	replacement: string;
	reason: string;
}

export interface Score {
	noticed: number;
	survived: number;
	equivalent: number;
	/** Noticed ones among those that can be noticed, in percent; 100 where there is nothing to notice. */
	percent: number;
}

/** What each module has to reach on its own, and what all have to reach together, in percent. */
export const LEAST = { each: 80, overall: 85 };

const isNamed = (change: Change, { file, code, original, replacement }: Equivalent) =>
	change.file === file &&
	change.code === code &&
	change.original === original &&
	change.replacement === replacement;

/**
 * What became of a change.
 * @param change as it ended.
 * @param equivalents the ones that nobody could notice.
 * @returns a change that was noticed counts as noticed even if it is named as equivalent.
 */
export function fateOf(change: Change, equivalents: Equivalent[]): Fate {
	if (change.noticed) return 'noticed';
	return equivalents.some((named) => isNamed(change, named)) ? 'equivalent' : 'survived';
}

/**
 * Counts changes.
 * @param changes of one module, or of all.
 * @param equivalents the ones that nobody could notice.
 * @returns the counts; equivalent ones are left out of the percentage.
 */
export function scoreOf(changes: Change[], equivalents: Equivalent[]): Score {
	const count = (fate: Fate) =>
		changes.filter((change) => fateOf(change, equivalents) === fate).length;
	const [noticed, survived] = [count('noticed'), count('survived')];
	const total = noticed + survived;
	return {
		noticed,
		survived,
		equivalent: count('equivalent'),
		percent: total === 0 ? 100 : (100 * noticed) / total,
	};
}

/**
 * Entries that have outlived their code: no change that survived is the one they name.
 * @param changes of the modules that were looked at.
 * @param equivalents the whole list; entries about other files are left alone.
 * @returns the ones to take out.
 */
export function outlived(changes: Change[], equivalents: Equivalent[]): Equivalent[] {
	const files = new Set(changes.map(({ file }) => file));
	return equivalents.filter(
		(named) =>
			files.has(named.file) && !changes.some((change) => !change.noticed && isNamed(change, named)),
	);
}
