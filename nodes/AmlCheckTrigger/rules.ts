import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { assessCheck, simplifyCheck } from '../shared/checks/simplify';
import type { LevelFacts } from '../shared/checks/simplify';
import { outcomeOf } from '../shared/checks/result';
import { readCurrency } from '../shared/currencies';
import { asSent } from '../shared/rpc/schemas';
import type { RiskScoreScale } from '../shared/risk';
import type { HistoryItem } from '../shared/rpc/schemas';
import { withSubject } from '../shared/targets';
import type { Delivery, Rules } from './results';
import type { TriggerSettings } from './settings';

/** Turns the node's parameters into what the cursor asks about a check. */
export function makeRules(settings: TriggerSettings, scale: RiskScoreScale): Rules {
	const { triggerOn, startFrom, lookbackMinutes, filter, includeReport } = settings;
	return {
		triggerOn,
		startFrom,
		lookbackSeconds: lookbackMinutes * 60,
		isOpen,
		wants: (item) => !isOutside(item, filter),
		needsReport: (item) => !isOpen(item) && item.hash !== '' && (includeReport || isUnclear(item)),
		accepts: (delivery) => passes(delivery, settings, scale),
	};
}

/** A status that can't be read says neither finished nor unfinished: the report has to say it. */
const isUnclear = ({ status }: HistoryItem) => status.trim() === '';

const isOpen = (item: HistoryItem) => !isUnclear(item) && outcomeOf(item.status) === 'pending';

/** What a record doesn't say passes. */
function isOutside({ currency, transaction }: HistoryItem, filter: TriggerSettings['filter']) {
	const network = readCurrency(currency)?.network;
	if (network && filter.currency && network !== filter.currency) return true;
	if (filter.type === 'address') return Boolean(transaction);
	return filter.type === 'tx' && transaction === '';
}

/** A check is judged by its report where there is one; the history's score counts too. */
function factsOf({ item, report, missing }: Delivery, scale: RiskScoreScale): LevelFacts {
	if (report !== undefined) return { source: 'report', historyItem: item, scale };
	return { source: 'history', scale, reportMissing: missing };
}

/** The filters by level and score. A critical signal passes the lower bound; so does what has no score or report. */
function passes(delivery: Delivery, settings: TriggerSettings, scale: RiskScoreScale): boolean {
	const { triggerOn, riskLevels, riskScoreFrom, riskScoreTo, includeUnscored, policy } = settings;
	if (triggerOn === 'checkCreated') return true;
	const { item, report, missing } = delivery;
	const facts = factsOf(delivery, scale);
	const { riskLevel, riskScore, criticalFound } = assessCheck(report?.check ?? item, policy, facts);
	if (riskLevels !== null && !riskLevels.includes(riskLevel)) return false;
	if (riskScoreFrom === null && riskScoreTo === null) return true;
	const listed = assessCheck(item, policy, { source: 'history', scale }).riskScore;
	const scores = [riskScore, listed].filter((score) => typeof score === 'number');
	const isUnsure = missing !== undefined || (report !== undefined && riskLevel === 'unknown');
	const mayPass = includeUnscored && (scores.length === 0 || isUnsure);
	const isCritical = criticalFound.length > 0;
	if (scores.length === 0) return isCritical || mayPass;
	return scores.some(
		(score) =>
			(isCritical || mayPass || score >= (riskScoreFrom ?? 0)) && score <= (riskScoreTo ?? 100),
	);
}

/** Makes the items that the workflow starts with. */
export function makeItems(
	deliveries: readonly Delivery[],
	settings: TriggerSettings,
	scale: RiskScoreScale,
): INodeExecutionData[] {
	const missing = 'The history names no hash to ask for it by';
	return deliveries.map((delivery) => {
		const isNameless = settings.includeReport && delivery.item.hash === '';
		const explained = isNameless ? { ...delivery, missing } : delivery;
		return {
			json: settings.simplify ? present(explained, settings, scale) : presentRaw(explained),
		};
	});
}

function present(
	delivery: Delivery,
	{ policy, includeDetails }: TriggerSettings,
	scale: RiskScoreScale,
): IDataObject {
	const { item, report } = delivery;
	const facts = { ...factsOf(delivery, scale), includeDetails };
	if (report === undefined) return simplifyCheck(item, policy, facts);
	return simplifyCheck(withSubject(report.check, item), policy, { ...facts, usage: report.usage });
}

/** The history's item as it is, and the answer with the report. */
function presentRaw({ item, report, missing }: Delivery): IDataObject {
	const raw = { ...(asSent(item) as IDataObject) };
	if (missing !== undefined) return { ...raw, result: null, reportMissing: missing };
	if (report === undefined) return raw;
	const result = { check: asSent(report.check), meta: report.usage };
	return { ...raw, result: result as unknown as IDataObject };
}
