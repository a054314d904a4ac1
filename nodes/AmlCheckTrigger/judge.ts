import { assessCheck } from '../shared/checks/simplify';
import { outcomeOf } from '../shared/checks/status';
import type { HistoryItem } from '../shared/rpc/schemas';
import type { PollPlan, Verdict } from './cursor';
import type { TriggerSettings } from './settings';

/** Items asked for at a time: all that the service gives (spec 8). */
const PAGE_SIZE = 1000;

/**
 * What the cursor has to know about the node's settings.
 * @param settings the node's parameters.
 * @returns the plan of every poll under them.
 */
export function planOf(settings: TriggerSettings): PollPlan {
	const { triggerOn, filter, startFrom } = settings;
	return {
		settings: JSON.stringify([triggerOn, filter.currency ?? null, filter.type ?? null]),
		triggerOn,
		pageSize: PAGE_SIZE,
		lookbackSeconds: settings.lookbackMinutes * 60,
		startFrom,
		judge: (item) => judge(item, settings),
	};
}

/** Design 7, "What counts". */
function judge(item: HistoryItem, settings: TriggerSettings): Verdict {
	const open = outcomeOf(item.status) === 'pending';
	if (settings.triggerOn === 'checkCreated') return { open, due: true, wanted: true };
	return { open, due: !open, wanted: !open && passesScore(item, settings) };
}

/** Applied here and not by the service: a pending check has no score yet, and its end has to be seen. */
function passesScore(item: HistoryItem, settings: TriggerSettings): boolean {
	const { riskScoreFrom, riskScoreTo, includeUnscored, policy } = settings;
	if (riskScoreFrom === null && riskScoreTo === null) return true;
	const { riskScore } = assessCheck(item, policy);
	if (riskScore === null) return includeUnscored;
	return riskScore >= (riskScoreFrom ?? 0) && riskScore <= (riskScoreTo ?? 100);
}
