import {
	detailsSchema,
	levelSchema,
	simplifiedCheckSchema,
	withDetails,
} from '../../shared/outputs/check';
import { z } from '../../shared/vendor/zod';

/*
 * The outputs of the operations that return checks: the one shape of a simplified check, and what each of them adds or
 * leaves out.
 */

/** The run knows whether a check was paid for; the trigger alone returns checks whose report is missing. */
const resultSchema = simplifiedCheckSchema
	.omit({ reportMissing: true })
	.required({ charged: true });

/** Get Result: a check that was submitted elsewhere has no request ID here. */
export const checkResultSchema = resultSchema.extend({
	details: withDetails(detailsSchema.omit({ requestId: true, reused: true })),
});

const names = z.array(z.string()).nullable();

/** The changes since an earlier check, with Compare With Previous Check. */
const previousSchema = z
	.object({
		hash: z.string().describe('Identifier of the previous check'),
		resultDate: z.string().nullable().describe('When it ended, ISO 8601'),
		riskScore: z
			.number()
			.optional()
			.describe('Its score, 0 to 100, read like the new one; missing where it has none'),
		riskLevel: levelSchema.describe('Its level under the same rules'),
		riskScoreChange: z
			.number()
			.optional()
			.describe('New score minus the previous one; missing where one of them is'),
		newDangerSignals: names.describe(
			"Danger signals that were not there before; null where one report's signals can't be read",
		),
		vanishedDangerSignals: names.describe('Danger signals that are gone; null likewise'),
	})
	.strict();

const changeSchema = z.object({
	previous: previousSchema
		.nullable()
		.describe('The previous check of the same target, with Compare With Previous Check; else null'),
	previousUnknown: z
		.string()
		.optional()
		.describe('Why looking for a previous check was impossible'),
});

export type Change = z.infer<typeof changeSchema>;

const paidSchema = resultSchema.merge(changeSchema.partial()).strict();

/** Screen Address: only a transaction check has amounts. */
export const addressCheckSchema = paidSchema.omit({ transaction: true }).extend({
	details: withDetails(
		detailsSchema.omit({
			amount: true,
			fiatAmount: true,
			fiatCode: true,
			riskyVolume: true,
			riskyVolumeFiat: true,
		}),
	),
});

/** Screen Transaction. */
export const transactionCheckSchema = paidSchema.extend({
	transaction: z.string().describe('Hash of the transaction that was screened'),
});

/** History, Get Many: a record has a score and no report. */
export const historyItemOutputSchema = resultSchema
	.omit({ dangerShare: true, signals: true })
	.extend({
		details: withDetails(
			detailsSchema.pick({
				reasons: true,
				status: true,
				rawRiskScore: true,
				initDate: true,
				resultDate: true,
				rank: true,
				pdfLink: true,
				shareLink: true,
			}),
		),
	});

/** Find Reports, where the service knows one. */
const foundReportSchema = checkResultSchema
	.extend({ found: z.literal(true).describe('Whether the service knows a check of the target') })
	.strict();

/** Find Reports, where it knows none: a wallet that was never screened must not look approved. */
const nothingFoundSchema = z
	.object({
		riskLevel: z.literal('unknown').describe('Not low: the target was never screened'),
		summary: z.string().describe('One line for a message'),
		currency: z.string().describe('Network that was searched'),
		target: z.string().describe('What was searched for; only where nothing was found'),
		charged: z.literal(false).describe('A search is free'),
		found: z.literal(false).describe('The service knows no check of the target'),
	})
	.strict();

export const findSchema = z.union([foundReportSchema, nothingFoundSchema]);
