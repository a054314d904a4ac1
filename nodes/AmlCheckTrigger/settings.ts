import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readReportCurrency, REPORT_NETWORKS } from '../shared/currencies';
import { parseRiskPolicy, type RiskPolicy } from '../shared/risk';
import { readNumber } from '../shared/risk/numbers';
import { AmlCheckError } from '../shared/rpc/failure';
import type { HistoryFilter } from '../shared/rpc/schemas';

/** Checks take up to half an hour; twice that is safe. */
export const DEFAULT_LOOKBACK_MINUTES = 60;

/** A week. */
const MAX_LOOKBACK_MINUTES = 7 * 24 * 60;

/** The node's parameters, read and found usable. */
export interface TriggerSettings {
	triggerOn: 'checkCompleted' | 'checkCreated';
	/** What the service filters by. */
	filter: Pick<HistoryFilter, 'currency' | 'type'>;
	/** 0 to 100; null for no bound. */
	riskScoreFrom: number | null;
	riskScoreTo: number | null;
	includeUnscored: boolean;
	includeReport: boolean;
	lookbackMinutes: number;
	startFrom: 'now' | 'beginning';
	simplify: boolean;
	policy: RiskPolicy;
	includeRiskPolicy: boolean;
}

/**
 * Reads the node's parameters. Nothing means the default, also where an expression yields it (design 2).
 * @param context the node's context.
 * @returns settings that can be worked with.
 * @throws AmlCheckError of kind `configuration` for a value that is there but not usable, before any call.
 */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const filters = (context.getNodeParameter('filters', {}) ?? {}) as IDataObject;
	const options = (context.getNodeParameter('options', {}) ?? {}) as IDataObject;
	const triggerOn = readChoice(
		context.getNodeParameter('triggerOn', 'checkCompleted'),
		['checkCompleted', 'checkCreated'] as const,
		'Trigger On',
	);
	const riskScoreFrom = readScore(filters.riskScoreFrom, 'Risk Score From');
	const riskScoreTo = readScore(filters.riskScoreTo, 'Risk Score To');
	if (riskScoreFrom !== null && riskScoreTo !== null && riskScoreFrom > riskScoreTo)
		throw unusable(
			`'Risk Score From' (${riskScoreFrom}) is above 'Risk Score To' (${riskScoreTo})`,
			'Swap them, or remove one of the two filters.',
		);
	const policy = parseRiskPolicy(options);
	if ('refusal' in policy) throw unusable('The risk options are not usable', policy.refusal);
	return {
		triggerOn,
		filter: { ...readCurrency(filters.currency), ...readType(filters.type) },
		riskScoreFrom,
		riskScoreTo,
		includeUnscored: readFlag(options.includeUnscored, true, 'Include Unscored'),
		includeReport: readFlag(options.includeReport, false, 'Include Report'),
		lookbackMinutes: readLookback(options.lookbackMinutes),
		startFrom: readChoice(options.startFrom, ['now', 'beginning'] as const, 'Start From'),
		simplify: readFlag(context.getNodeParameter('simplify', true), true, 'Simplify'),
		policy: policy.policy,
		includeRiskPolicy: readFlag(options.includeRiskPolicy, false, 'Include Risk Policy'),
	};
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** The first choice is the default. */
function readChoice<T extends string>(value: unknown, choices: readonly T[], label: string): T {
	if (isNothing(value)) return choices[0];
	const choice = choices.find((name) => name === value);
	if (choice !== undefined) return choice;
	throw unusable(`'${label}' is ${show(value)}`, `Use one of ${choices.join(', ')}.`);
}

function readFlag(value: unknown, preset: boolean, label: string): boolean {
	if (isNothing(value)) return preset;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw unusable(`'${label}' is ${show(value)}`, 'Use true or false.');
}

function readScore(value: unknown, label: string): number | null {
	if (isNothing(value)) return null;
	const score = readNumber(value);
	if (score !== null && score >= 0 && score <= 100) return score;
	throw unusable(`'${label}' is ${show(value)}`, 'Use a number from 0 to 100.');
}

function readLookback(value: unknown): number {
	if (isNothing(value)) return DEFAULT_LOOKBACK_MINUTES;
	const minutes = readNumber(value);
	if (minutes !== null && minutes >= 1 && minutes <= MAX_LOOKBACK_MINUTES)
		return Math.ceil(minutes);
	throw unusable(
		`'Lookback (Minutes)' is ${show(value)}`,
		`Use a number of minutes from 1 to ${MAX_LOOKBACK_MINUTES} (a week).`,
	);
}

function readCurrency(value: unknown): Pick<HistoryFilter, 'currency'> {
	if (isNothing(value)) return {};
	const currency = readReportCurrency(value);
	if (currency) return { currency };
	throw unusable(
		`The history can't be filtered by the currency ${show(value)}`,
		`Use one of ${REPORT_NETWORKS.join(', ')}, or remove the filter.`,
	);
}

function readType(value: unknown): Pick<HistoryFilter, 'type'> {
	if (isNothing(value)) return {};
	return { type: readChoice(value, ['address', 'tx'] as const, 'Type') };
}

function show(value: unknown): string {
	return JSON.stringify(value)?.slice(0, 60) ?? typeof value;
}

function unusable(message: string, description: string): AmlCheckError {
	return new AmlCheckError({ kind: 'configuration', message, description, charged: false });
}
