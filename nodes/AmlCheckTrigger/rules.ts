import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { judgeCheck, showCheck, type CheckFacts } from '../shared/check/show';
import { parseCurrency } from '../shared/wallet/names';
import { badSetting } from '../shared/failures/failure';
import { refuseEmptyRange } from '../shared/n8n/fields';
import { flag, oneOf, parseOptions, parseValue, type GetParameter } from '../shared/n8n/read';
import { refuseRetired } from '../shared/n8n/retired';
import { chooseRules } from '../shared/n8n/riskRules';
import type { AppliedRules, RiskLevel } from '../shared/level';
import { asSent, type HistoryItem } from '../shared/service/schemas';
import { isUnfinished } from '../shared/base/statuses';
import { withSubject } from '../shared/check/target';
import type { Delivery, Rules } from './decide';
import { TRIGGER_FILTERS, TRIGGER_OPTIONS } from './properties';

export type TriggerSettings = ReturnType<typeof parseSettings>;

/** Reads the node's parameters, before any request. An empty one means its default, except for risk rules. */
export function parseSettings(context: IPollFunctions, ofCredential: AppliedRules) {
	refuseRetired(context.getNode());
	const get: GetParameter = (name, fallback) => context.getNodeParameter(name, fallback);
	const events = oneOf('checkCompleted', 'checkCreated');
	const triggerOn = parseValue(events, get('triggerOn', null), 'Trigger On', 'checkCompleted');
	const filters = parseOptions(TRIGGER_FILTERS, get('filters', {}), 'Filters');
	refuseEmptyRange(filters);
	const options = parseOptions(TRIGGER_OPTIONS, get('options', {}), 'Options');
	// Without reports the signals are not known, so such a trigger would never start.
	const isOnlyLow = filters.riskLevel.length === 1 && filters.riskLevel[0] === 'low';
	if (isOnlyLow && triggerOn === 'checkCompleted' && !options.includeReport)
		throw badSetting(
			"'Risk Level' is Low alone, and without 'Include Report' no check is low",
			"Switch on 'Include Report', or choose other levels too.",
		);
	return {
		...filters,
		...options,
		triggerOn,
		simplify: parseValue(flag, get('simplify', null), 'Simplify', true),
		rules: chooseRules(options.riskRules, ofCredential),
	};
}

/** Turns the node's parameters into what a poll asks about a check. */
export function makeRules(settings: TriggerSettings): Rules {
	const { triggerOn, startFrom, lookbackMinutes, includeReport } = settings;
	return {
		triggerOn,
		startFrom,
		lookbackSeconds: Math.ceil(lookbackMinutes) * 60,
		needsReport: (item) => includeReport && !isUnfinished(item) && !isOutside(item, settings),
		accepts: (delivery) => !isOutside(delivery.item, settings) && passes(delivery, settings),
	};
}

/** A record passes where it lacks the fact. */
function isOutside({ currency, transaction }: HistoryItem, { network, type }: TriggerSettings) {
	const found = parseCurrency(currency)?.network;
	if (found && network && found !== network) return true;
	if (type === 'address') return Boolean(transaction);
	return type === 'tx' && transaction === '';
}

/** What is judged and shown of a check: its report, or where there is none its record. */
function toFacts({ item, report, missing }: Delivery): CheckFacts {
	if (report) return { owner: report.owner, usage: report.usage, other: item };
	const doubt = missing && `The report could not be read: ${missing}`;
	return { source: 'history', doubt };
}

const toCheck = ({ item, report }: Delivery) => (report ? withSubject(report.check, item) : item);

/** The filters by level and score. *From* is passed by a critical signal, too, and by what is not known for sure. */
function passes(delivery: Delivery, settings: TriggerSettings): boolean {
	const { triggerOn, riskScoreFrom: from, riskScoreTo: to, rules } = settings;
	const levels: readonly RiskLevel[] = settings.riskLevel;
	const hasFilter = levels.length > 0 || from !== undefined || to !== undefined;
	if (triggerOn === 'checkCreated' || !hasFilter) return true;
	const { report, missing } = delivery;
	const judgement = judgeCheck(toCheck(delivery), toFacts(delivery), rules);
	const { riskLevel, riskScore, isCritical } = judgement;
	if (levels.length > 0 && !levels.includes(riskLevel)) return false;
	if (riskScore === undefined) return true;
	const isUnsure = missing !== undefined || (report !== undefined && riskLevel === 'unknown');
	const isFrom = isCritical || isUnsure || riskScore >= (from ?? 0);
	return isFrom && riskScore <= (to ?? 100);
}

export const makeItems = (
	deliveries: readonly Delivery[],
	settings: TriggerSettings,
): INodeExecutionData[] =>
	deliveries.map((delivery) => ({
		json: settings.simplify
			? showCheck(toCheck(delivery), toFacts(delivery), settings).json
			: presentRaw(delivery),
	}));

function presentRaw({ item, report, missing }: Delivery): IDataObject {
	const raw = { ...(asSent(item) as IDataObject) };
	if (missing !== undefined) return { ...raw, result: null, reportMissing: missing };
	if (report === undefined) return raw;
	const result = { check: asSent(report.check), meta: report.usage };
	return { ...raw, result: result as unknown as IDataObject };
}
