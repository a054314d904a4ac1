/** Options of the sandbox: their defaults and the check of what somebody sets. */
import type { FindOptions, HistoryOptions, SandboxOptions } from './types.mts';

/** The token where none is given. Fixed, so that a credential made for the sandbox keeps working. */
export const DEFAULT_TOKEN = 'sandbox-token';

export interface ResolvedOptions extends Required<
	Omit<SandboxOptions, 'allowedIps' | 'seed' | 'history' | 'find'>
> {
	allowedIps: readonly string[] | undefined;
	seed: number | undefined;
	history: Required<HistoryOptions>;
	find: Required<FindOptions>;
}

const isCount = (value: unknown): boolean =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isStatus = (value: unknown): boolean =>
	Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;
const isOneOf =
	(...values: string[]) =>
	(value: unknown): boolean =>
		values.includes(value as string);
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

/**
 * Tells whether a value is a plain object.
 * @param value anything
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Rules = Record<string, [rule: (value: unknown) => boolean, wanted: string]>;

function requireShape(where: string, value: unknown, rules: Rules): void {
	if (!isRecord(value)) throw new Error(`${where} must be an object`);
	for (const [key, item] of Object.entries(value)) {
		if (!Object.hasOwn(rules, key)) throw new Error(`${where}: there is no option "${key}"`);
		const [rule, wanted] = rules[key];
		if (item !== undefined && !rule(item)) throw new Error(`${where}: ${key} must be ${wanted}`);
	}
}

const passes = (where: string, rules: Rules) => (value: unknown) => {
	requireShape(where, value, rules);
	return true;
};

const isProcessingTime = (value: unknown): boolean =>
	isCount(value) ||
	(isRecord(value) &&
		isCount(value.min) &&
		isCount(value.max) &&
		(value.min as number) <= (value.max as number));

const HISTORY_RULES: Rules = {
	showPending: [isBoolean, 'true or false'],
	orderBy: [isOneOf('initDate', 'resultDate'), 'initDate or resultDate'],
	lagMs: [isCount, 'a number of milliseconds'],
};

const FIND_RULES: Rules = {
	includeTransactions: [isBoolean, 'true or false'],
	includeTokens: [isBoolean, 'true or false'],
};

const RULES: Rules = {
	host: [isOneOf('127.0.0.1'), '127.0.0.1'],
	port: [
		(value) => Number.isInteger(value) && isCount(value) && (value as number) < 65536,
		'a port',
	],
	token: [(value) => typeof value === 'string' && value !== '', 'a text that is not empty'],
	allowedIps: [
		(value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
		'a list of addresses',
	],
	packageSize: [(value) => Number.isInteger(value) && isCount(value), 'a whole number'],
	processingMs: [isProcessingTime, 'a number of milliseconds or { min, max }'],
	latencyMs: [isCount, 'a number of milliseconds'],
	seed: [Number.isInteger, 'a whole number'],
	repeatedId: [isOneOf('replay', 'refuse', 'charge'), 'replay, refuse or charge'],
	scoreScale: [isOneOf('percent', 'fraction'), 'percent or fraction'],
	notReady: [isOneOf('pending', 'notFound'), 'pending or notFound'],
	metaPosition: [isOneOf('beside', 'inside'), 'beside or inside'],
	authStatus: [isStatus, 'an HTTP status'],
	errorStatus: [isStatus, 'an HTTP status'],
	history: [passes('history', HISTORY_RULES), 'an object'],
	find: [passes('find', FIND_RULES), 'an object'],
	now: [(value) => typeof value === 'function', 'a function'],
};

const DEFAULTS: ResolvedOptions = {
	host: '127.0.0.1',
	port: 0,
	token: DEFAULT_TOKEN,
	allowedIps: undefined,
	packageSize: 10_000,
	processingMs: 0,
	latencyMs: 0,
	seed: undefined,
	repeatedId: 'replay',
	scoreScale: 'percent',
	notReady: 'pending',
	metaPosition: 'beside',
	authStatus: 200,
	errorStatus: 200,
	history: { showPending: true, orderBy: 'initDate', lagMs: 0 },
	find: { includeTransactions: true, includeTokens: false },
	now: () => Date.now(),
};

/** A copy without the keys whose value is undefined, except those that undefined switches off. */
function given<T extends object>(value: T): Partial<T> {
	return Object.fromEntries(
		Object.entries(value).filter(
			([key, item]) => item !== undefined || key === 'allowedIps' || key === 'seed',
		),
	) as Partial<T>;
}

/**
 * Lays options over what is in force.
 * @param partial the options to set; `history` and `find` are merged key by key
 * @param base what is in force; the defaults when left out
 * @returns complete options
 * @throws Error naming the option that does not exist or has an impossible value
 */
export function resolveOptions(
	partial: Partial<SandboxOptions>,
	base: ResolvedOptions = DEFAULTS,
): ResolvedOptions {
	requireShape('options', partial, RULES);
	return {
		...base,
		...given(partial),
		history: { ...base.history, ...given(partial.history ?? {}) },
		find: { ...base.find, ...given(partial.find ?? {}) },
	} as ResolvedOptions;
}
