/** The numbers of histories that were played. */
import type { Course } from './course.mts';

/** What a history came to, in numbers. */
export interface Tally {
	histories: number;
	polls: number;
	calls: number;
	checks: number;
	delivered: number;
	missed: number;
	twice: number;
	unasked: number;
	outOfOrder: number;
	/** Items that say `low` though no report of their own says so. */
	falsePass: number;
	/** Polls that said that they can't follow the history. */
	loud: number;
	/** Histories in which a poll named what does not fit. */
	warned: number;
	/** Changes of settings that made another history. */
	changes: number;
	maxStateBytes: number;
	maxCalls: number;
}

/** A tally of nothing. */
export const emptyTally = (): Tally => ({
	histories: 0,
	polls: 0,
	calls: 0,
	checks: 0,
	delivered: 0,
	missed: 0,
	twice: 0,
	unasked: 0,
	outOfOrder: 0,
	falsePass: 0,
	loud: 0,
	warned: 0,
	changes: 0,
	maxStateBytes: 0,
	maxCalls: 0,
});

export type Found = Pick<
	Tally,
	'delivered' | 'missed' | 'twice' | 'unasked' | 'outOfOrder' | 'falsePass'
>;

/**
 * Adds a history to the numbers.
 * @param tally the numbers so far.
 * @param course what came of the history.
 * @param found what its verdict counted.
 */
export function countIn(tally: Tally, course: Course, found: Found): void {
	tally.polls += course.polls;
	tally.calls += course.calls;
	tally.checks += course.checks.length;
	for (const name of Object.keys(found) as Array<keyof Found>) tally[name] += found[name];
	tally.loud += course.loud;
	if (course.warnings.size > 0) tally.warned++;
	tally.maxCalls = Math.max(tally.maxCalls, course.maxCalls);
	tally.maxStateBytes = Math.max(tally.maxStateBytes, course.maxStateBytes);
}
