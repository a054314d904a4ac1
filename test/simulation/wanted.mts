/** What a history's trigger is set to, and which checks it wants, when. */
import type { TriggerSettings } from '../../nodes/AmlCheckTrigger/settings.ts';
import { DEFAULT_RISK_POLICY } from '../../nodes/shared/risk/index.ts';
import type { History } from './arbitraries.mts';
import type { ServiceModel } from './model.mts';
import type { SimCheck } from './simCheck.mts';

/** The node's settings under which a history is played. */
export function settingsOf(history: History): TriggerSettings {
	return {
		triggerOn: history.triggerOn,
		filter: {},
		riskScoreFrom: history.riskScoreFrom > 0 ? history.riskScoreFrom : null,
		riskScoreTo: null,
		riskLevels: null,
		includeUnscored: true,
		includeReport: history.includeReport,
		lookbackMinutes: history.lookbackMinutes,
		startFrom: history.startFrom,
		simplify: true,
		policy: { ...DEFAULT_RISK_POLICY, riskScoreScale: 'percent' },
		includeDetails: false,
		includeRiskPolicy: false,
	};
}

/** When a reader of the history can first know what the trigger waits for; infinity for never. */
export function happens(
	{ triggerOn }: Pick<History, 'triggerOn'>,
	model: ServiceModel,
	check: SimCheck,
): number {
	return triggerOn === 'checkCompleted' ? model.endShownAt(check) : model.firstShownAt(check);
}

/** Whether the report of a check can be had and is its own, sooner or later. */
export function hasUsableReport({ report, poison }: SimCheck): boolean {
	if (report === 'ofAnother') return poison === 'address';
	return report !== 'never' && report !== 'nullForGood';
}

/** Whether a check passes the history's own filter. */
export function isWanted(history: History, check: SimCheck): boolean {
	const { riskScoreFrom, triggerOn, includeReport } = history;
	if (triggerOn === 'checkCreated' || riskScoreFrom === 0 || check.isFailing) return true;
	const isScored = check.riskscore !== null;
	const isHigh = isScored && (check.riskscore ?? 0) >= riskScoreFrom;
	if (!includeReport) return !isScored || check.poison === 'score' || isHigh;
	if (!hasUsableReport(check)) return true;
	return !isScored || isHigh || check.isSanctioned;
}
