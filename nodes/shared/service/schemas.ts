import { isObject } from '../base/values';

/*
 * The members of the service's responses that the code reads. A member that is not listed here, such as the report of a
 * check, is passed on as it came and read with suspicion elsewhere.
 */

/** Reads a value that was sent: returns what is usable of it, or throws an Error that names its path. */
type SentReader<T> = (sent: unknown, path?: string) => T;

function lack(path: string, wanted: string): never {
	throw new Error(`${path}: ${wanted} is missing`);
}

const requiredText: SentReader<string> = (sent, path = '') =>
	(typeof sent === 'string' && sent.trim()) || lack(path, 'a text');

/** An odd value counts as none: it must not cost the check that holds it. */
const optionalText: SentReader<string | null | undefined> = (sent) =>
	typeof sent === 'string' || sent === undefined ? sent : null;

/** The same for a text that a record of the history always has. */
const textOrEmpty: SentReader<string> = (sent) => (typeof sent === 'string' ? sent.trim() : '');

/** Numbers may come as strings. */
const numeric: SentReader<number | string> = (sent, path = '') =>
	typeof sent === 'number' || typeof sent === 'string' ? sent : lack(path, 'a number');

const anything: SentReader<unknown> = (sent) => sent;

const originals = new WeakMap<object, unknown>();

/** The service's own record, untouched, where the code works with a copy that holds usable members only. */
export const asSent = (record: object): unknown => originals.get(record) ?? record;

/** A record may lack what its reader takes for nothing. */
type Sent<M> = { [K in keyof M as undefined extends M[K] ? never : K]: M[K] } & {
	[K in keyof M as undefined extends M[K] ? K : never]?: M[K];
} & Record<string, unknown>;

/** Reads the given members, keeps all others, and remembers what was sent. What is usable as it is, is returned so. */
function record<M extends object>(shape: { [K in keyof M]: SentReader<M[K]> }) {
	const members = Object.entries<SentReader<unknown>>(shape);
	return (sent: unknown, path = ''): Sent<M> => {
		if (!isObject(sent)) return lack(path, 'an object');
		let copy: Record<string, unknown> | undefined;
		for (const [name, read] of members) {
			const value = read(sent[name], path === '' ? name : `${path}.${name}`);
			if (value === sent[name]) continue;
			copy ??= { ...sent };
			copy[name] = value;
		}
		if (copy !== undefined) originals.set(copy, sent);
		return (copy ?? sent) as Sent<M>;
	};
}

const listOf =
	<T>(read: SentReader<T>): SentReader<T[]> =>
	(sent, path = '') =>
		Array.isArray(sent) ? sent.map((one, at) => read(one, `${path}.${at}`)) : lack(path, 'a list');

/** Reads what the service sent. `lacking` names the first thing that it should hold and doesn't, never a value. */
export function parseSent<T>(
	read: SentReader<T>,
	sent: unknown,
): { data: T } | { data?: undefined; lacking: string } {
	try {
		return { data: read(sent) };
	} catch (thrown) {
		return { lacking: (thrown as Error).message };
	}
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
	report: anything,
	counterparty: anything,
});

/** Every object is a record: an odd one must not cost the others. */
export const historyItemSchema = record({
	...CHECK,
	hash: textOrEmpty,
	status: textOrEmpty,
	currency: textOrEmpty,
	address: textOrEmpty,
	riskscore: anything,
});

/** The package's counts; spelled as the service spells them. */
export interface UsageMeta {
	cheks_left?: unknown;
	cheks_used?: unknown;
}

const meta = anything as SentReader<UsageMeta | null | undefined>;

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

/** How each method's `result` is read. */
export const RESULTS = {
	'checkup.ping': record({
		message: (sent, path = '') => (sent === 'OK' ? sent : lack(path, 'OK')),
	}),
	'checkup.currencylist': listOf(
		record({
			currency: requiredText,
			token_id: numeric,
			issuer: optionalText,
			name: optionalText,
			symbol: optionalText,
			unit: anything,
		}),
	),
	'checkup.checkaddr': record({ check: record(CHECK), meta }),
	'checkup.checktx': record({ check: record(CHECK), meta }),
	'checkup.getresult': record({ check: checkRecordSchema, meta }),
	'checkup.findreport': record({ checks: listOf(checkRecordSchema), meta }),
	'checkup.getcheckshistory': record({ history: listOf(anything), meta: anything }),
} as const satisfies Record<MethodName, SentReader<unknown>>;

export type ResultOf<M extends MethodName> = ReturnType<(typeof RESULTS)[M]>;
export type SubmittedCheck = ResultOf<PaidMethod>['check'];
export type CheckRecord = ReturnType<typeof checkRecordSchema>;
export type HistoryItem = ReturnType<typeof historyItemSchema>;
export type CurrencyEntry = ResultOf<'checkup.currencylist'>[number];

/** Whether a method takes a check from the package. */
export const isPaid = (method: MethodName): method is PaidMethod =>
	Object.hasOwn(PAID_METHODS, method);
