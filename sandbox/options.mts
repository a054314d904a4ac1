/** The switches of the sandbox: one table with their types and defaults. docs/maintainers/sandbox.md says what each is for. */
import { z } from 'zod';
import { checked } from './rules.mts';

/** The token where none is given. Fixed, so that a credential made for the sandbox keeps working. */
export const DEFAULT_TOKEN = 'sandbox-token';

const COUNT = z.number().finite().nonnegative();
const STATUS = z.number().int().min(200).max(599);

/** Contents of the history, where the service's document is silent. */
const HISTORY = z
	.object({
		/** Whether unfinished checks are listed. */
		showPending: z.boolean().default(true),
		/** The date that orders and filters. */
		orderBy: z.enum(['initDate', 'resultDate']).default('initDate'),
		/** How far the history is behind the service, in milliseconds. */
		lagMs: COUNT.default(0),
	})
	.strict();

/** Matches of `checkup.findreport`, where the service's document is silent. */
const FIND = z
	.object({
		/** Whether an address also finds the transaction checks made for it. */
		includeTransactions: z.boolean().default(true),
		/** Whether checks of tokens are found beside those of the native currency. */
		includeTokens: z.boolean().default(false),
	})
	.strict();

/** How long a check takes, in milliseconds: one value for all, or a spread seeded by `seed`. */
const PROCESSING_TIME = z.union([
	COUNT,
	z
		.object({ min: COUNT, max: COUNT })
		.strict()
		.refine(({ min, max }) => min <= max, 'min must not be above max'),
]);

const OPTIONS = z
	.object({
		/** 0 takes any free port. */
		port: z.number().int().min(0).max(65535).default(0),
		/** Access token. */
		token: z.string().min(1).default(DEFAULT_TOKEN),
		/** Addresses that may call; all when left out. An address that is not this machine's shuts everybody out. */
		allowedIps: z.array(z.string()).optional(),
		/** Checks in the package, used ones included. */
		packageSize: z.number().int().nonnegative().default(10_000),
		/** With 0 a check is done at once. */
		processingMs: PROCESSING_TIME.default(0),
		/** Time before every answer of the service, in milliseconds. */
		latencyMs: COUNT.default(0),
		/** Calls that are answered in a second of the service's clock; those beyond get a 429. 0 for no limit. */
		callsPerSecond: COUNT.default(0),
		/** Makes hashes and the spread of processing times repeatable. Without it hashes are random. */
		seed: z.number().int().optional(),
		/** How hashes look: drawn at random, beginning with the time (UUIDv7, counting within a millisecond), or counting up. */
		hashes: z.enum(['random', 'time', 'count']).default('random'),
		/** The answer to a second submission with the same request `id`. */
		repeatedId: z.enum(['replay', 'refuse', 'charge']).default('replay'),
		/** Scale of every `riskscore` in answers. */
		scoreScale: z.enum(['percent', 'fraction']).default('percent'),
		/** Whether the list has a token on Bitcoin: Omni USDT, with ID 31. */
		omniUsdt: z.boolean().default(false),
		/** Whether checks in answers have a `token_id`, which the document doesn't show; "0" for the native currency. */
		tellAsset: z.boolean().default(false),
		/** The answer of `checkup.getresult` for a check that is not done. */
		notReady: z.enum(['pending', 'notFound']).default('pending'),
		/** The place of `meta` in `checkup.getresult`; the document has it next to the result. */
		metaPosition: z.enum(['beside', 'inside']).default('beside'),
		/** HTTP status of the flat authentication failure. */
		authStatus: STATUS.default(200),
		/** HTTP status of JSON-RPC errors. */
		errorStatus: STATUS.default(200),
		history: HISTORY.default({}),
		find: FIND.default({}),
		/** The service's clock, in milliseconds. */
		now: z
			.custom<() => number>((value) => typeof value === 'function', 'must be a function')
			.default(() => () => Date.now()),
	})
	.strict();

/** Any of the switches; `history` and `find` are merged key by key. */
const PARTIAL = OPTIONS.extend({ history: HISTORY.partial(), find: FIND.partial() }).partial();

export type ResolvedOptions = z.output<typeof OPTIONS>;
export type SandboxOptions = z.input<typeof PARTIAL>;
export type ProcessingTime = z.input<typeof PROCESSING_TIME>;

/** Those that `undefined` switches off; elsewhere it means that nothing is said. */
const SWITCHED_OFF: readonly string[] = ['allowedIps', 'seed'];

function given<T extends object>(value: T): Partial<T> {
	return Object.fromEntries(
		Object.entries(value).filter(([key, item]) => item !== undefined || SWITCHED_OFF.includes(key)),
	) as Partial<T>;
}

/**
 * Lays options over what is in force.
 * @throws Error naming the option that does not exist or has an impossible value
 */
export function resolveOptions(
	partial: SandboxOptions,
	base: ResolvedOptions = OPTIONS.parse({}),
): ResolvedOptions {
	const { history = {}, find = {}, ...rest } = given(checked(PARTIAL, partial, 'options'));
	return {
		...base,
		...rest,
		history: { ...base.history, ...given(history) },
		find: { ...base.find, ...given(find) },
	} as ResolvedOptions;
}

/** Tells whether a value is a plain object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
