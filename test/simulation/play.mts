import fc from 'fast-check';

import { histories, type History } from './arbitraries.mts';
import { emptyTally, judgeHistory, type Tally } from './verdict.mts';

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
