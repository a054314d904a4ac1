import fc from 'fast-check';

import { histories } from './arbitraries.mts';
import { emptyTally, judgeHistory, type Tally } from './verdict.mts';

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
	const property = fc.property(histories, (history) => {
		const wrong = judgeHistory(history, tally);
		if (wrong.length > 0) throw new Error(wrong.join('\n'));
	});
	const outcome = fc.check(property, {
		numRuns: count,
		seed,
		path,
	});
	if (!outcome.failed) return { tally, report: null };
	const reason = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : '';
	return { tally, report: `${reason}\n${fc.defaultReportMessage(outcome)}` };
}
