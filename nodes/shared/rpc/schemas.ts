import { z } from '../vendor/zod';

/*
 * What the service's document allows in its answers (service 2 and 4): numbers that may come as strings, unknown
 * members kept. The schemas only look: what was sent is passed on as it came, so `simplify: false` can show it untouched.
 */

/** The document shows numbers in both forms (service 2.2, 2.7). */
const numeric = z.union([z.number(), z.string()]);

const optionalText = z.string().nullish();

/** Service 2.2; spelled as the service spells it. */
const usageMetaSchema = z
	.object({ cheks_left: numeric.nullish(), cheks_used: numeric.nullish() })
	.passthrough();

/** Service 2.1: what a submission returns. The hash is what was paid for, so the rest may be lacking. */
const submittedCheckSchema = z
	.object({
		hash: z.string().min(1),
		currency: optionalText,
		address: optionalText,
		transaction: optionalText,
	})
	.passthrough();

/**
 * Service 2.3 and 2.5: a check as `checkup.getresult` and `checkup.findreport` tell it. The report is read with
 * suspicion by the risk module, since a check must not be lost because its report is odd.
 */
const checkRecordSchema = z
	.object({
		hash: z.string().min(1),
		currency: optionalText,
		address: optionalText,
		transaction: optionalText,
		status: z.string().min(1),
		initDate: optionalText,
		resultDate: optionalText,
		report: z.unknown(),
		pdfLink: optionalText,
		shareLink: optionalText,
		counterparty: z.unknown(),
	})
	.passthrough();

/** Texts of a history record: what is no text is read as empty. */
const historyText = z.string().catch('');
const optionalHistoryText = optionalText.catch(null);

/**
 * A record of the history. An odd member doesn't make it invalid, so no record is lost. The score is read with suspicion
 * by the risk module.
 */
export const historyItemSchema = z
	.object({
		hash: z.string().trim().catch(''),
		currency: historyText,
		address: historyText,
		transaction: optionalHistoryText,
		status: historyText,
		initDate: optionalHistoryText,
		resultDate: optionalHistoryText,
		pdfLink: optionalHistoryText,
		shareLink: optionalHistoryText,
		riskscore: z.unknown(),
	})
	.passthrough();

/** Service 2.7. */
const currencyEntrySchema = z
	.object({
		currency: z.string().min(1),
		issuer: optionalText,
		name: optionalText,
		symbol: optionalText,
		token_id: numeric,
		unit: numeric.nullish(),
	})
	.passthrough();

const pingSchema = z.object({ message: z.literal('OK') }).passthrough();

const submissionSchema = z
	.object({ check: submittedCheckSchema, meta: usageMetaSchema.nullish().catch(null) })
	.passthrough();

const resultSchema = z
	.object({ check: checkRecordSchema, meta: usageMetaSchema.nullish().catch(null) })
	.passthrough();

const findSchema = z
	.object({ checks: z.array(checkRecordSchema), meta: usageMetaSchema.nullish().catch(null) })
	.passthrough();

/** Each record is read by itself, in `history/pages.ts`: a malformed one must not cost the others. */
const historySchema = z.object({ history: z.array(z.unknown()), meta: z.unknown() }).passthrough();

export type UsageMeta = z.infer<typeof usageMetaSchema>;
export type SubmittedCheck = z.infer<typeof submittedCheckSchema>;
export type CheckRecord = z.infer<typeof checkRecordSchema>;
export type HistoryItem = z.infer<typeof historyItemSchema>;
export type CurrencyEntry = z.infer<typeof currencyEntrySchema>;

/** Members of `filter` in `checkup.getcheckshistory` (service 4.7); dates in Unix seconds. */
export interface HistoryFilter {
	currency?: string;
	type?: 'address' | 'tx';
	date_from?: number;
	date_to?: number;
	riskscore_from?: number;
	riskscore_to?: number;
}

/** One method of the service: what it takes, what its answer must look like, what it costs. */
interface Method<Params, Answer extends z.ZodTypeAny, Paid extends boolean> {
	/** For the compiler only. */
	readonly params?: Params;
	/** The schema of `result`. */
	readonly answer: Answer;
	/** Whether it takes a check from the package (service 1). */
	readonly isPaid: Paid;
}

/** Begins the row of a method that takes `Params`; `undefined` for none. */
const takes = <Params>() => ({
	isFree: <Answer extends z.ZodTypeAny>(answer: Answer): Method<Params, Answer, false> => ({
		answer,
		isPaid: false,
	}),
	isPaid: <Answer extends z.ZodTypeAny>(answer: Answer): Method<Params, Answer, true> => ({
		answer,
		isPaid: true,
	}),
});

/** Every method of the service (service 4). */
export const METHODS = {
	'checkup.ping': takes<undefined>().isFree(pingSchema),
	'checkup.currencylist': takes<undefined>().isFree(z.array(currencyEntrySchema)),
	'checkup.checkaddr': takes<{ addr: string; currency: string; token_id?: string }>().isPaid(
		submissionSchema,
	),
	'checkup.checktx': takes<{
		tx: string;
		addr: string;
		currency: string;
		token_id?: string;
	}>().isPaid(submissionSchema),
	'checkup.getresult': takes<{ hash: string }>().isFree(resultSchema),
	'checkup.findreport': takes<{ hash: string; currency: string }>().isFree(findSchema),
	'checkup.getcheckshistory': takes<{
		page_size: number;
		page: number;
		filter?: HistoryFilter;
	}>().isFree(historySchema),
} as const;

export type MethodName = keyof typeof METHODS;

/** The methods that take a check from the package. */
export type PaidMethod = {
	[M in MethodName]: (typeof METHODS)[M]['isPaid'] extends true ? M : never;
}[MethodName];

export type FreeMethod = Exclude<MethodName, PaidMethod>;

/** The parameters of each method. */
export type MethodParams = {
	[M in MethodName]: (typeof METHODS)[M] extends Method<infer Params, z.ZodTypeAny, boolean>
		? Params
		: never;
};

export type ResultOf<M extends MethodName> = z.infer<(typeof METHODS)[M]['answer']>;

/** Whether a method takes a check from the package. */
export function isPaid(method: MethodName): method is PaidMethod {
	return METHODS[method].isPaid;
}
