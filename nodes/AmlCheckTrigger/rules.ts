import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { assessCheck, simplifyCheck, type LevelFacts } from '../shared/checks/simplify';
import { parseCurrency } from '../shared/wallet/names';
import { refuseEmptyRange } from '../shared/options/fields';
import { flag, oneOf, readOptions, readValue, unusableValue } from '../shared/options/read';
import type { GetParameter } from '../shared/options/read';
import { readRiskRules } from '../shared/options/riskRules';
import type { AppliedRules, RiskScoreScale } from '../shared/risk';
import { asSent, type HistoryItem } from '../shared/rpc/schemas';
import { isUnfinished } from '../shared/statuses';
import { withSubject } from '../shared/targets';
import type { Delivery, Rules } from './decide';
import { TRIGGER_FILTERS, TRIGGER_OPTIONS } from './properties';

export type TriggerSettings = ReturnType<typeof readSettings>;

/** Reads the node's parameters, before any request. An empty one means its default, except for risk rules. */
export function readSettings(context: IPollFunctions, ofCredential: AppliedRules) {
	const get: GetParameter = (name, fallback) => context.getNodeParameter(name, fallback);
	const events = oneOf('checkCompleted', 'checkCreated').default('checkCompleted');
	const triggerOn = readValue(events, get('triggerOn', null), 'Trigger On');
	const filters = readOptions(TRIGGER_FILTERS, get('filters', {}), 'Filters');
	const { network, type, riskLevel } = filters;
	refuseEmptyRange(filters);
	const options = readOptions(TRIGGER_OPTIONS, get('options', {}), 'Options');
	// Without reports the signals are not known, so such a trigger would never start.
	const isOnlyLow = riskLevel.length === 1 && riskLevel[0] === 'low';
	if (isOnlyLow && triggerOn === 'checkCompleted' && !options.includeReport)
		throw unusableValue(
			"'Risk Level' is Low alone, and without 'Include Report' no check is low",
			"Switch on 'Include Report', or choose other levels too.",
		);
	return {
		...options,
		lookbackMinutes: Math.ceil(options.lookbackMinutes),
		triggerOn,
		filter: { ...(network && { network }), ...(type && { type }) },
		riskScoreFrom: filters.riskScoreFrom ?? null,
		riskScoreTo: filters.riskScoreTo ?? null,
		riskLevels: riskLevel.length > 0 ? riskLevel : null,
		simplify: readValue(flag.default(true), get('simplify', null), 'Simplify'),
		rules: readRiskRules(get, ofCredential),
	};
}

/** Turns the node's parameters into what the cursor asks about a check. */
export function makeRules(settings: TriggerSettings, scale: RiskScoreScale): Rules {
	const { triggerOn, startFrom, lookbackMinutes, filter, includeReport } = settings;
	return {
		triggerOn,
		startFrom,
		lookbackSeconds: lookbackMinutes * 60,
		wants: (item) => !isOutside(item, filter),
		needsReport: (item) => includeReport && !isUnfinished(item) && !isOutside(item, filter),
		accepts: (delivery) => !filtersByRisk(settings) || passes(delivery, settings, scale),
	};
}

/** A record passes where it lacks the fact. */
function isOutside({ currency, transaction }: HistoryItem, filter: TriggerSettings['filter']) {
	const network = parseCurrency(currency)?.network;
	if (network && filter.network && network !== filter.network) return true;
	if (filter.type === 'address') return Boolean(transaction);
	return filter.type === 'tx' && transaction === '';
}

/** A check is judged by its report where there is one; the history's score counts too. */
function factsOf({ item, report, missing }: Delivery, scale: RiskScoreScale): LevelFacts {
	if (report !== undefined) return { source: 'report', historyItem: item, scale };
	return { source: 'history', scale, reportMissing: missing };
}

/** Without such a filter no check is assessed to be let through: a backlog has thousands. */
const filtersByRisk = ({ riskLevels, riskScoreFrom, riskScoreTo }: TriggerSettings): boolean =>
	[riskLevels, riskScoreFrom, riskScoreTo].some((one) => one !== null);

/** The filters by level and score. A critical signal passes the lower bound; so does what has no score or report. */
function passes(delivery: Delivery, settings: TriggerSettings, scale: RiskScoreScale): boolean {
	const { triggerOn, riskLevels, riskScoreFrom, riskScoreTo } = settings;
	const { policy } = settings.rules;
	if (triggerOn === 'checkCreated') return true;
	const { item, report, missing } = delivery;
	const facts = factsOf(delivery, scale);
	const { riskLevel, riskScore, criticalFound } = assessCheck(report?.check ?? item, policy, facts);
	if (riskLevels !== null && !riskLevels.includes(riskLevel)) return false;
	if (riskScoreFrom === null && riskScoreTo === null) return true;
	const listed = assessCheck(item, policy, { source: 'history', scale }).riskScore;
	const scores = [riskScore, listed].filter((score) => typeof score === 'number');
	const isUnsure = missing !== undefined || (report !== undefined && riskLevel === 'unknown');
	const mayPass = scores.length === 0 || isUnsure;
	const isCritical = criticalFound.length > 0;
	if (scores.length === 0) return isCritical || mayPass;
	return scores.some(
		(score) =>
			(isCritical || mayPass || score >= (riskScoreFrom ?? 0)) && score <= (riskScoreTo ?? 100),
	);
}

export function makeItems(
	deliveries: readonly Delivery[],
	settings: TriggerSettings,
	scale: RiskScoreScale,
): INodeExecutionData[] {
	const { simplify, rules, includeDetails } = settings;
	return deliveries.map((delivery) => {
		if (!simplify) return { json: presentRaw(delivery) };
		const { item, report } = delivery;
		const check = report ? withSubject(report.check, item) : item;
		const facts = { ...factsOf(delivery, scale), includeDetails, usage: report?.usage };
		return { json: simplifyCheck(check, rules, facts) };
	});
}

function presentRaw({ item, report, missing }: Delivery): IDataObject {
	const raw = { ...(asSent(item) as IDataObject) };
	if (missing !== undefined) return { ...raw, result: null, reportMissing: missing };
	if (report === undefined) return raw;
	const result = { check: asSent(report.check), meta: report.usage };
	return { ...raw, result: result as unknown as IDataObject };
}
