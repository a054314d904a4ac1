import type { IDataObject } from 'n8n-workflow';

import { parseRiskPolicy } from '../../shared/risk';
import type { RiskPolicy } from '../../shared/risk';
import { readNumber } from '../../shared/risk/numbers';
import { isNothing } from '../../shared/values';

/** What the collection Options holds, read and found usable (design 2). */
export interface RunOptions {
	/** Seconds. */
	timeout: number;
	onTimeout: 'error' | 'returnPending';
	/** 0 = never. */
	reuseWithinHours: number;
	/** 0 = no limit. */
	maxPaidChecks: number;
	mergeDuplicates: boolean;
	validateTargets: boolean;
	maxConcurrent: number;
	comparePrevious: boolean;
	ifNothingFound: 'error' | 'noItems' | 'returnItem';
	includeRiskPolicy: boolean;
	policy: RiskPolicy;
}

/** Says which option can't be used; a run stops on it before anything is paid. */
export class UnusableOption extends Error {}

const quote = (value: unknown) => JSON.stringify(value) ?? String(value);

interface NumberRule {
	label: string;
	byDefault: number;
	min: number;
	whole: boolean;
}

function readNumberOption(value: unknown, { label, byDefault, min, whole }: NumberRule): number {
	if (isNothing(value)) return byDefault;
	const number = readNumber(value);
	if (
		number === null ||
		!Number.isFinite(number) ||
		number < min ||
		(whole && !Number.isInteger(number))
	)
		throw new UnusableOption(
			`The option '${label}' is ${quote(value)}. Use a ${whole ? 'whole ' : ''}number from ${min} up, or leave it empty for ${byDefault}.`,
		);
	return number;
}

function readBoolean(value: unknown, label: string, byDefault: boolean): boolean {
	if (isNothing(value)) return byDefault;
	const text = String(value).trim().toLowerCase();
	if (text === 'true') return true;
	if (text === 'false') return false;
	throw new UnusableOption(
		`The option '${label}' is ${quote(value)}. Use true or false, or leave it empty for ${byDefault}.`,
	);
}

function readChoice<T extends string>(value: unknown, label: string, choices: readonly T[]): T {
	if (isNothing(value)) return choices[0];
	const choice = choices.find((name) => name === value);
	if (choice) return choice;
	throw new UnusableOption(
		`The option '${label}' is ${quote(value)}. Use one of ${choices.join(', ')}, or leave it empty for ${choices[0]}.`,
	);
}

function readPolicy(raw: IDataObject): RiskPolicy {
	const read = parseRiskPolicy(raw);
	if ('refusal' in read) throw new UnusableOption(read.refusal);
	return read.policy;
}

/**
 * Reads the collection Options. An expression that yields nothing leaves a key with `undefined` or an empty text:
 * nothing means the default (design 2).
 * @param raw as n8n hands it over, expressions resolved.
 * @returns the options with their defaults.
 * @throws UnusableOption for what is there but can't be used.
 */
export function readRunOptions(raw: IDataObject): RunOptions {
	const number = (key: string, label: string, byDefault: number, min = 0, whole = false) =>
		readNumberOption(raw[key], { label, byDefault, min, whole });
	return {
		timeout: number('timeout', 'Timeout (Seconds)', 300),
		onTimeout: readChoice(raw.onTimeout, 'On Timeout', ['error', 'returnPending'] as const),
		reuseWithinHours: number('reuseWithinHours', 'Reuse Within Hours', 0),
		maxPaidChecks: number('maxPaidChecks', 'Max Paid Checks', 0, 0, true),
		mergeDuplicates: readBoolean(raw.mergeDuplicates, 'Merge Duplicates', true),
		validateTargets: readBoolean(raw.validateTargets, 'Validate Targets', true),
		maxConcurrent: number('maxConcurrent', 'Max Concurrent Requests', 5, 1, true),
		comparePrevious: readBoolean(raw.comparePrevious, 'Compare With Previous Check', false),
		ifNothingFound: readChoice(raw.ifNothingFound, 'If Nothing Found', [
			'returnItem',
			'noItems',
			'error',
		] as const),
		includeRiskPolicy: readBoolean(raw.includeRiskPolicy, 'Include Risk Policy', false),
		policy: readPolicy(raw),
	};
}
