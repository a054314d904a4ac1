import { assessCheck } from '../shared/checks/simplify';
import type { CheckSource } from '../shared/checks/simplify';
import { outcomeOf } from '../shared/checks/status';
import type { CheckRecord, HistoryItem } from '../shared/rpc/schemas';
import type { PollPlan, Verdict } from './cursor';
import type { TriggerSettings } from './settings';

/** Items asked for at a time: all that the service gives (service 8). */
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
		judge: (item) =>
			judge(item, settings, (one) => needsReport(settings) || isWanted(one, settings, 'history')),
	};
}

/**
 * The plan of a manual test: it shows a check whose score alone passes the filters, without reading reports in search
 * of one.
 * @param settings the node's parameters.
 */
export function testPlanOf(settings: TriggerSettings): PollPlan {
	return {
		...planOf(settings),
		judge: (item) => judge(item, settings, (one) => isWanted(one, settings, 'history')),
	};
}

/** Design 7, "What counts". */
function judge(
	item: HistoryItem,
	{ triggerOn }: TriggerSettings,
	wants: (item: HistoryItem) => boolean,
): Verdict {
	const open = outcomeOf(item.status) === 'pending';
	if (triggerOn === 'checkCreated') return { open, due: true, wanted: true };
	return { open, due: !open, wanted: !open && wants(item) };
}

/**
 * Whether a check is wanted can only be said with its report: the history tells no signals (service 2.6), and a wallet
 * with a critical one is high risk whatever its score (design 6).
 */
function needsReport({ triggerOn, includeReport, riskScoreFrom }: TriggerSettings): boolean {
	return triggerOn === 'checkCompleted' && includeReport && riskScoreFrom !== null;
}

/**
 * Whether a completed check passes the score filters. They are applied here and not by the service: a pending check
 * has no score yet, and its end has to be seen. A critical signal passes `riskScoreFrom` with any score.
 * @param check from the history, or with its report.
 * @param settings the node's parameters.
 * @param source which of the two it is.
 */
export function isWanted(
	check: CheckRecord | HistoryItem,
	settings: TriggerSettings,
	source: CheckSource,
): boolean {
	const { riskScoreFrom, riskScoreTo, includeUnscored, policy } = settings;
	if (settings.triggerOn === 'checkCreated') return true;
	if (riskScoreFrom === null && riskScoreTo === null) return true;
	const { riskScore, criticalFound } = assessCheck(check, policy, { source });
	const isCritical = criticalFound.length > 0;
	if (riskScore === null) return includeUnscored || isCritical;
	return (isCritical || riskScore >= (riskScoreFrom ?? 0)) && riskScore <= (riskScoreTo ?? 100);
}
