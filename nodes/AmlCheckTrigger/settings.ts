import type { IPollFunctions } from 'n8n-workflow';

import { readTargetFilter } from '../shared/history/filters';
import { DEFAULT_LOOKBACK_MINUTES } from '../shared/knowledge/durations';
import {
	readBoolean,
	readChoice,
	readCollection,
	readNumberWithin,
	unusableValue,
} from '../shared/parameters';
import { readRiskPolicy, type RiskLevel, type RiskPolicy } from '../shared/risk';
import type { HistoryFilter } from '../shared/rpc/schemas';
import { isNothing } from '../shared/values';

/** A week. */
const MAX_LOOKBACK_MINUTES = 7 * 24 * 60;

const LOOKBACK = { byDefault: DEFAULT_LOOKBACK_MINUTES, from: 1, to: MAX_LOOKBACK_MINUTES };

/** The first one is the default. */
const TRIGGERS = ['checkCompleted', 'checkCreated'] as const;

const RISK_LEVELS = ['high', 'low', 'medium', 'unknown'] as const;

/** The node's parameters, read and found usable. */
export interface TriggerSettings {
	triggerOn: 'checkCompleted' | 'checkCreated';
	/** What the service filters by. */
	filter: Pick<HistoryFilter, 'currency' | 'type'>;
	/** 0 to 100; null for no bound. */
	riskScoreFrom: number | null;
	riskScoreTo: number | null;
	/** Null for any. */
	riskLevels: readonly RiskLevel[] | null;
	includeUnscored: boolean;
	includeReport: boolean;
	lookbackMinutes: number;
	startFrom: 'now' | 'beginning';
	simplify: boolean;
	policy: RiskPolicy;
	includeDetails: boolean;
	includeRiskPolicy: boolean;
}

/**
 * Reads the node's parameters. Nothing means the default, also where an expression yields it (design 2).
 * @param context the node's context.
 * @returns settings that can be worked with.
 * @throws AmlCheckError of kind `configuration` for a value that is there but not usable, before any call.
 */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const filters = readCollection(context.getNodeParameter('filters', {}), 'Filters');
	const options = readCollection(context.getNodeParameter('options', {}), 'Options');
	const triggerOn = readChoice(
		context.getNodeParameter('triggerOn', 'checkCompleted'),
		'Trigger On',
		TRIGGERS,
	);
	const { currency, type, riskscore_from, riskscore_to } = readTargetFilter(filters);
	const riskLevels = readLevels(filters.riskLevel);
	const includeReport = readBoolean(options.includeReport, 'Include Report', true);
	if (triggerOn === 'checkCompleted' && !includeReport) refuseOnlyLow(riskLevels);
	return {
		triggerOn,
		filter: { ...(currency && { currency }), ...(type && { type }) },
		riskScoreFrom: riskscore_from ?? null,
		riskScoreTo: riskscore_to ?? null,
		riskLevels,
		includeUnscored: readBoolean(options.includeUnscored, 'Include Unscored', true),
		includeReport,
		lookbackMinutes: Math.ceil(
			readNumberWithin(options.lookbackMinutes, 'Lookback (Minutes)', LOOKBACK),
		),
		startFrom: readChoice(options.startFrom, 'Start From', ['now', 'beginning']),
		simplify: readBoolean(context.getNodeParameter('simplify', true), 'Simplify', true),
		policy: readRiskPolicy(options),
		includeDetails: readBoolean(options.includeDetails, 'Include Details', false),
		includeRiskPolicy: readBoolean(options.includeRiskPolicy, 'Include Risk Policy', false),
	};
}

/** The history alone tells no signals (design 6): such a trigger would be silent for ever. */
function refuseOnlyLow(levels: readonly RiskLevel[] | null): void {
	if (levels === null || levels.some((level) => level !== 'low')) return;
	throw unusableValue(
		"'Risk Level' is Low alone, and without Include Report no check is low",
		'Switch Include Report on, or choose other levels too.',
	);
}

/** One level, or several; nothing means any. */
function readLevels(value: unknown): readonly RiskLevel[] | null {
	const given = (Array.isArray(value) ? value : [value]).filter((level) => !isNothing(level));
	if (given.length === 0) return null;
	return given.map((level) => readChoice(level, 'Risk Level', RISK_LEVELS));
}
