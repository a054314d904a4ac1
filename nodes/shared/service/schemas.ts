import { isObject } from '../base/values';
import { z } from '../vendor/zod';

/*
 * The members of the service's responses that the code reads. A member that is not listed here, such as the report of a
 * check, is passed on as it came and read with suspicion elsewhere.
 */

/** Numbers may come as strings. */
const numeric = z.union([z.number(), z.string()]);

const requiredText = z.string().trim().min(1);

/** An odd value counts as none: it must not cost the check that holds it. */
const optionalText = z.string().nullish().catch(null);

/** The same for a text that a record of the history always has. */
const textOrEmpty = z.string().trim().catch('');

const originals = new WeakMap<object, unknown>();

/** The service's own record, untouched, where the code works with a copy that holds usable members only. */
export const asSent = (record: object): unknown => originals.get(record) ?? record;

/** The members of each record below. */
const members = new WeakMap<z.ZodTypeAny, ReadonlyArray<[string, z.ZodTypeAny]>>();

/** Whether a value is usable as it was sent, so that nobody has to read it: a page holds a thousand records. */
function isPlain(schema: z.ZodTypeAny, value: unknown): boolean {
	if (schema instanceof z.ZodUnknown) return true;
	if (schema === optionalText) return typeof value === 'string' || (value ?? null) === null;
	if (schema instanceof z.ZodArray)
		return (
			Array.isArray(value) && value.every((one) => isPlain(schema.element as z.ZodTypeAny, one))
		);
	const own = members.get(schema);
	if (own) return isObject(value) && own.every(([name, member]) => isPlain(member, value[name]));
	const isText = schema === requiredText || schema === textOrEmpty;
	return isText && typeof value === 'string' && value !== '' && value === value.trim();
}

/** Reads the given members, keeps all others, and remembers what was sent. */
function record<Shape extends z.ZodRawShape>(shape: Shape) {
	const schema = z.object(shape).passthrough();
	const reader = z.unknown().transform((sent, context): z.infer<typeof schema> => {
		if (isPlain(reader, sent)) return sent as z.infer<typeof schema>;
		const { data, error } = schema.safeParse(sent);
		error?.issues.forEach((issue) => context.addIssue(issue));
		if (data === undefined) return z.NEVER;
		originals.set(data, sent);
		return data;
	});
	members.set(reader, Object.entries(shape));
	return reader;
}

/** Reads what the service sent. What is usable as it is, is returned as it is. */
export function parseSent<Schema extends z.ZodTypeAny>(
	schema: Schema,
	sent: unknown,
): { data?: z.infer<Schema>; error?: z.ZodError } {
	return isPlain(schema, sent) ? { data: sent as z.infer<Schema> } : schema.safeParse(sent);
}

/**
 * The members of every check, whichever method returns it. The payment bought the hash, so a submission may lack all
 * the rest.
 */
const CHECK = {
	hash: requiredText,
	currency: optionalText,
	address: optionalText,
	transaction: optionalText,
	initDate: optionalText,
	resultDate: optionalText,
	pdfLink: optionalText,
	shareLink: optionalText,
};

const checkRecordSchema = record({
	...CHECK,
	status: requiredText,
	report: z.unknown(),
	counterparty: z.unknown(),
});

/** Every object is a record: an odd one must not cost the others. */
export const historyItemSchema = record({
	...CHECK,
	hash: textOrEmpty,
	status: textOrEmpty,
	currency: textOrEmpty,
	address: textOrEmpty,
	riskscore: z.unknown(),
});

/** The package's counts; spelled as the service spells them. */
export interface UsageMeta {
	cheks_left?: unknown;
	cheks_used?: unknown;
}

const meta = z.unknown() as z.ZodType<UsageMeta | null | undefined>;

/** Members of `filter` in `checkup.getcheckshistory`; dates in Unix seconds. */
export interface HistoryFilter {
	currency?: string;
	type?: 'address' | 'tx';
	date_from?: number;
	date_to?: number;
	riskscore_from?: number;
	riskscore_to?: number;
}

/** The parameters of each method; `undefined` for none. */
export interface MethodParams {
	'checkup.ping': undefined;
	'checkup.currencylist': undefined;
	'checkup.checkaddr': { addr: string; currency: string; token_id?: string };
	'checkup.checktx': { tx: string; addr: string; currency: string; token_id?: string };
	'checkup.getresult': { hash: string };
	'checkup.findreport': { hash: string; currency: string };
	'checkup.getcheckshistory': { page_size: number; page: number; filter?: HistoryFilter };
}

export type MethodName = keyof MethodParams;

/** The methods that take a check from the package. */
const PAID_METHODS = {
	'checkup.checkaddr': true,
	'checkup.checktx': true,
} as const satisfies Partial<Record<MethodName, true>>;

export type PaidMethod = keyof typeof PAID_METHODS;

/** The schema of each method's `result`. */
export const RESULTS = {
	'checkup.ping': record({ message: z.literal('OK') }),
	'checkup.currencylist': z.array(
		record({
			currency: requiredText,
			token_id: numeric,
			issuer: optionalText,
			name: optionalText,
			symbol: optionalText,
			unit: numeric.nullish().catch(null),
		}),
	),
	'checkup.checkaddr': record({ check: record(CHECK), meta }),
	'checkup.checktx': record({ check: record(CHECK), meta }),
	'checkup.getresult': record({ check: checkRecordSchema, meta }),
	'checkup.findreport': record({ checks: z.array(checkRecordSchema), meta }),
	'checkup.getcheckshistory': record({ history: z.array(z.unknown()), meta: z.unknown() }),
} as const satisfies Record<MethodName, z.ZodTypeAny>;

export type ResultOf<M extends MethodName> = z.infer<(typeof RESULTS)[M]>;
export type SubmittedCheck = ResultOf<PaidMethod>['check'];
export type CheckRecord = z.infer<typeof checkRecordSchema>;
export type HistoryItem = z.infer<typeof historyItemSchema>;
export type CurrencyEntry = ResultOf<'checkup.currencylist'>[number];

/** Whether a method takes a check from the package. */
export const isPaid = (method: MethodName): method is PaidMethod =>
	Object.hasOwn(PAID_METHODS, method);
