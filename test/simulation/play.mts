import fc from 'fast-check';

import { histories, type History } from './arbitraries.mts';
import { judgeChanging } from './changed.mts';
import { emptyTally, type Tally } from './tally.mts';
import { judgeSteady } from './verdict.mts';

/** A large history could be made smaller for hours; its seed has to be told before whoever waits gives up. */
const SHRINKING_MS = 60_000;

/**
 * Plays random histories.
 * @param count how many.
 * @param seed decides all of them.
 * @param path of a history that went wrong, as an earlier report gave it, to play that one again.
 * @returns the numbers, and the report on the smallest history that went wrong, with its seed; null if none did.
 */
export function playHistories(
	count: number,
	seed: number,
	path?: string,
): { tally: Tally; report: string | null } {
	const tally = emptyTally();
	const found = fc.check(playedInto(tally), { numRuns: count, seed, path, endOnFailure: true });
	if (!found.failed) return { tally, report: null };
	const smaller = fc.check(playedInto(emptyTally()), {
		seed,
		path: found.counterexamplePath ?? undefined,
		interruptAfterTimeLimit: SHRINKING_MS,
	});
	return { tally, report: [reportOn(found), reportOn(smaller)].join('\n\nSmaller:\n') };
}

/** A history that went wrong. */
export interface Failure {
	/** Plays it again: `--histories 1 --path` and this. */
	path: string;
	wrong: string[];
	history: History;
}

/**
 * Plays random histories, all of them, and makes none smaller.
 * @param count how many.
 * @param seed decides all of them.
 * @param from the first one.
 * @returns the numbers, and what went wrong.
 */
export function surveyHistories(
	count: number,
	seed: number,
	from = 0,
): { tally: Tally; failures: Failure[] } {
	const tally = emptyTally();
	const failures: Failure[] = [];
	let at = -1;
	fc.check(
		fc.property(histories, (history) => {
			at++;
			if (at < from) return;
			const wrong = judgeHistory(history, tally);
			if (wrong.length > 0) failures.push({ path: String(at), wrong, history });
		}),
		{ numRuns: from + count, seed },
	);
	return { tally, failures };
}

/** Each history is played twice: under settings that stay as they are, and under ones that change. */
function judgeHistory(history: History, tally: Tally): string[] {
	tally.histories++;
	const changing = judgeChanging(history, tally);
	const wrong = changing.map((sentence) => `as settings change: ${sentence}`);
	return [...judgeSteady(history, tally), ...wrong];
}

function playedInto(tally: Tally) {
	return fc.property(histories, (history) => {
		const wrong = judgeHistory(history, tally);
		if (wrong.length > 0) throw new Error(wrong.join('\n'));
	});
}

function reportOn(outcome: fc.RunDetails<[History]>): string {
	const reason = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : '';
	return `${reason}\n${fc.defaultReportMessage(outcome)}`;
}
