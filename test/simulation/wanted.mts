/** What a history's trigger is set to, and which checks it wants, when. */
import type { TriggerSettings } from '../../nodes/AmlCheckTrigger/settings.ts';
import { DEFAULT_RISK_POLICY } from '../../nodes/shared/risk/index.ts';
import type { History } from './arbitraries.mts';
import type { Watch } from './changing.mts';
import { isWithin, type ServiceModel } from './model.mts';
import type { SimCheck } from './simCheck.mts';

/** The node's settings under which a history is played, what a person watches for among them. */
export function settingsOf(history: History, watch: Watch): TriggerSettings {
	const { triggerOn, currency, type, riskScoreFrom, includeReport } = watch;
	return {
		triggerOn,
		filter: { ...(currency && { currency }), ...(type && { type }) },
		riskScoreFrom: riskScoreFrom > 0 ? riskScoreFrom : null,
		riskScoreTo: null,
		riskLevels: null,
		includeUnscored: true,
		includeReport,
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
	{ triggerOn }: Pick<Watch, 'triggerOn'>,
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

/** Whether a check passes what a person watches for, whatever triggers. */
export function isWanted(watch: Watch, check: SimCheck): boolean {
	const { riskScoreFrom, triggerOn, includeReport } = watch;
	if (!isWithin(check, watch)) return false;
	if (triggerOn === 'checkCreated' || riskScoreFrom === 0 || check.isFailing) return true;
	const isScored = check.riskscore !== null;
	const isHigh = isScored && (check.riskscore ?? 0) >= riskScoreFrom;
	if (!includeReport) return !isScored || check.poison === 'score' || isHigh;
	if (!hasUsableReport(check)) return true;
	return !isScored || isHigh || check.isSanctioned;
}
