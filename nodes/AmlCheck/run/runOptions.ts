import type { IDataObject } from 'n8n-workflow';

import {
	guarded,
	readBoolean,
	readChoice,
	readNumberWithin,
	readText,
	unusableValue,
} from '../../shared/parameters';
import { readRiskPolicy } from '../../shared/risk';
import { DEFAULT_MAX_CONCURRENT } from '../../shared/rpc/session';
import type { RiskPolicy } from '../../shared/risk';
import { toFailure } from '../../shared/rpc/failure';

/** What the collection Options holds, read and found usable (design 2). */
export interface RunOptions {
	/** Seconds. */
	timeout: number;
	onTimeout: 'error' | 'returnPending';
	/** What to do where it can't be told whether a check was paid for. */
	onUnsure: 'report' | 'submitAgain';
	/** Under which the work was asked for; empty = none. */
	idempotencyKey: string;
	/** 0 = never. */
	reuseWithinHours: number;
	/** Whether a report may be reused that doesn't tell its asset, on a network that has tokens. */
	reuseUntoldAsset: boolean;
	/** 0 = no limit. */
	maxPaidChecks: number;
	mergeDuplicates: boolean;
	validateTargets: boolean;
	maxConcurrent: number;
	comparePrevious: boolean;
	ifNothingFound: 'error' | 'noItems' | 'returnItem';
	includeDetails: boolean;
	includeRiskPolicy: boolean;
	policy: RiskPolicy;
}

const ON_TIMEOUT = ['error', 'returnPending'] as const;

const ON_UNSURE = ['report', 'submitAgain'] as const;

const IF_NOTHING_FOUND = ['returnItem', 'noItems', 'error'] as const;

const CORRECT_IT = 'Correct the option, then run again. Nothing was sent to the service.';

/** The texts of a refusal in one sentence after another: an option's name alone doesn't say where it is. */
function asOptions<T>(read: () => T): T {
	try {
		return read();
	} catch (thrown) {
		const { message, description } = toFailure(thrown);
		throw unusableValue(`The option ${message}. ${description}`, CORRECT_IT);
	}
}

const readReuse = (value: unknown, label: string) =>
	readNumberWithin(value, label, { byDefault: 0, from: 0, orElse: 'remove it to reuse nothing' });

const readBudget = (value: unknown, label: string) =>
	readNumberWithin(value, label, {
		byDefault: 0,
		from: 0,
		isWhole: true,
		orElse: 'remove it for no limit',
	});

/**
 * Reads the collection Options. An expression that yields nothing leaves a key with `undefined` or an empty text:
 * nothing means the default, but for the options that decide about money and level, which are refused (design 2).
 * @param raw as n8n hands it over, expressions resolved.
 * @returns the options with their defaults.
 * @throws AmlCheckError of kind `configuration` for what is there but can't be used.
 */
export function readRunOptions(raw: IDataObject): RunOptions {
	const guard = <T>(key: string, label: string, read: (value: unknown, label: string) => T) =>
		read(guarded(raw, key, label), label);
	const flag = (key: string, label: string, byDefault: boolean) =>
		readBoolean(raw[key], label, byDefault);
	const options = asOptions(() => ({
		timeout: readNumberWithin(raw.timeout, 'Timeout (Seconds)', { byDefault: 300, from: 0 }),
		onTimeout: readChoice(raw.onTimeout, 'On Timeout', ON_TIMEOUT),
		onUnsure: readChoice(raw.onUnsure, 'If Payment Is Unsure', ON_UNSURE),
		idempotencyKey: guard('idempotencyKey', 'Idempotency Key', readText),
		reuseWithinHours: guard('reuseWithinHours', 'Reuse Within Hours', readReuse),
		reuseUntoldAsset: flag('reuseUntoldAsset', 'Reuse Reports Without Asset', false),
		maxPaidChecks: guard('maxPaidChecks', 'Max Paid Checks', readBudget),
		mergeDuplicates: flag('mergeDuplicates', 'Merge Duplicates', true),
		validateTargets: flag('validateTargets', 'Validate Targets', true),
		maxConcurrent: readNumberWithin(raw.maxConcurrent, 'Max Concurrent Requests', {
			byDefault: DEFAULT_MAX_CONCURRENT,
			from: 1,
			isWhole: true,
		}),
		comparePrevious: flag('comparePrevious', 'Compare With Previous Check', false),
		ifNothingFound: readChoice(raw.ifNothingFound, 'If Nothing Found', IF_NOTHING_FOUND),
		includeDetails: flag('includeDetails', 'Include Details', false),
		includeRiskPolicy: flag('includeRiskPolicy', 'Include Risk Policy', false),
	}));
	return { ...options, policy: asOptions(() => readRiskPolicy(raw)) };
}
