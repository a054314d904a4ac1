import { least } from './dates';
import type { Findings } from './findings';
import type { Queued } from './reports';
import type { TriggerState } from './state';

/**
 * Where windows have to begin to see every unfinished check end. Those that began before `oldest` are entered in
 * `overdue` instead, so that one check that never ends does not make every window longer for good. What is still to be
 * delivered as it is holds the window by itself.
 * @param findings what the poll saw.
 * @param left new checks that neither leave nor wait.
 * @param overdue is added to.
 * @param oldest no window waits for what began before this second.
 */
export function holdBack(
	{ open }: Pick<Findings, 'open'>,
	left: readonly Queued[],
	overdue: Record<string, number>,
	oldest: number,
): number | null {
	const undelivered = new Set(left.map(({ code }) => code));
	let hold: number | null = null;
	for (const [code, second] of open) {
		if (second === null || code in overdue || undelivered.has(code)) continue;
		if (second < oldest) overdue[code] = second;
		else hold = least(hold, second);
	}
	return hold;
}

/**
 * Settings may come back, and with them what they showed unfinished: windows go on to reach it, for as long as they wait
 * for any check.
 * @param state of the last poll.
 * @param oldest no window waits for what began before this second.
 */
export function owedAfter({ owed }: TriggerState, oldest: number): number | undefined {
	return owed !== undefined && owed >= oldest ? owed : undefined;
}
