import { z } from '../vendor/zod';

/*
 * What the service's document allows in its answers (service 2 and 4): numbers that may come as strings, unknown
 * members kept. The schemas only look: what was sent is passed on as it came, so `simplify: false` can show it untouched.
 */

/** The document shows numbers in both forms (service 2.2, 2.7). */
const numeric = z.union([z.number(), z.string()]);

const optionalText = z.string().nullish();

/** Service 2.2; spelled as the service spells it. */
export const usageMetaSchema = z
	.object({ cheks_left: numeric.nullish(), cheks_used: numeric.nullish() })
	.passthrough();

/** Service 2.1: what a submission returns. The hash is what was paid for, so the rest may be lacking. */
export const submittedCheckSchema = z
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
export const checkRecordSchema = z
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

/** Service 2.6. The score is read with suspicion by the risk module. */
export const historyItemSchema = z
	.object({
		hash: z.string().trim().min(1),
		currency: z.string(),
		address: z.string(),
		transaction: optionalText,
		status: z.string(),
		initDate: optionalText,
		resultDate: optionalText,
		pdfLink: optionalText,
		shareLink: optionalText,
		riskscore: z.unknown(),
	})
	.passthrough();

/** Service 2.7. */
export const currencyEntrySchema = z
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

/** Each record is read by itself, in `history/records.ts`: a malformed one must not cost the others (design 4). */
const historySchema = z.object({ history: z.array(z.unknown()), meta: z.unknown() }).passthrough();

/** The schema of each method's `result` (service 4). */
export const RESULT_SCHEMAS = {
	'checkup.ping': pingSchema,
	'checkup.currencylist': z.array(currencyEntrySchema),
	'checkup.checkaddr': submissionSchema,
	'checkup.checktx': submissionSchema,
	'checkup.getresult': resultSchema,
	'checkup.findreport': findSchema,
	'checkup.getcheckshistory': historySchema,
} as const;

export type MethodName = keyof typeof RESULT_SCHEMAS;
export type PaidMethod = 'checkup.checkaddr' | 'checkup.checktx';
export type FreeMethod = Exclude<MethodName, PaidMethod>;
export type ResultOf<M extends MethodName> = z.infer<(typeof RESULT_SCHEMAS)[M]>;

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

/** The parameters of each method (service 4). */
export interface MethodParams {
	'checkup.ping': undefined;
	'checkup.currencylist': undefined;
	'checkup.checkaddr': { addr: string; currency: string; token_id?: string };
	'checkup.checktx': { tx: string; addr: string; currency: string; token_id?: string };
	'checkup.getresult': { hash: string };
	'checkup.findreport': { hash: string; currency: string };
	'checkup.getcheckshistory': { page_size: number; page: number; filter?: HistoryFilter };
}

/** Whether a method takes a check from the package (service 1). */
export function isPaid(method: MethodName): method is PaidMethod {
	return method === 'checkup.checkaddr' || method === 'checkup.checktx';
}
