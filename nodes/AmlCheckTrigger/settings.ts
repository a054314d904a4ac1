import type { IPollFunctions } from 'n8n-workflow';

import { refuseEmptyRange } from '../shared/options/fields';
import { flag, oneOf, readOptions, readValue, unusableValue } from '../shared/options/read';
import type { GetParameter } from '../shared/options/read';
import { readRiskRules } from '../shared/options/riskRules';
import type { RiskLevel } from '../shared/risk';
import { FILTERS, OPTIONS } from './properties';

/** The node's parameters, read and found usable. */
export type TriggerSettings = ReturnType<typeof readSettings>;

const TRIGGER_ON = oneOf('checkCompleted', 'checkCreated').default('checkCompleted');

/** Reads the node's parameters, before any request. An empty one means its default, except for risk rules. */
export function readSettings(context: IPollFunctions) {
	const get: GetParameter = (name, fallback) => context.getNodeParameter(name, fallback);
	const triggerOn = readValue(TRIGGER_ON, get('triggerOn', null), 'Trigger On');
	const filters = readOptions(FILTERS, get('filters', {}), 'Filters');
	const { currency, type, riskLevel } = filters;
	refuseEmptyRange(filters);
	const options = readOptions(OPTIONS, get('options', {}), 'Options');
	if (triggerOn === 'checkCompleted' && !options.includeReport) refuseOnlyLow(riskLevel);
	return {
		...options,
		lookbackMinutes: Math.ceil(options.lookbackMinutes),
		triggerOn,
		filter: { ...(currency && { currency }), ...(type && { type }) },
		riskScoreFrom: filters.riskScoreFrom ?? null,
		riskScoreTo: filters.riskScoreTo ?? null,
		riskLevels: riskLevel.length > 0 ? riskLevel : null,
		simplify: readValue(flag.default(true), get('simplify', null), 'Simplify'),
		policy: readRiskRules(get),
	};
}

/** Without reports the signals are not known, so such a trigger would never start. */
function refuseOnlyLow(levels: readonly RiskLevel[]): void {
	if (levels.length !== 1 || levels[0] !== 'low') return;
	throw unusableValue(
		"'Risk Level' is Low alone, and without 'Include Report' no check is low",
		"Switch on 'Include Report', or choose other levels too.",
	);
}
