import { levelSchema, scoreSchema, simplifiedCheckSchema } from '../../shared/outputs/check';
import { z } from '../../shared/vendor/zod';

/** Only a transaction check has them (service 2.4). */
const AMOUNTS = {
	amount: true,
	fiatAmount: true,
	fiatCode: true,
	riskyVolume: true,
	riskyVolumeFiat: true,
} as const;

/** A history item has a score and no report (service 2.6). */
const NOT_IN_HISTORY = {
	...AMOUNTS,
	counterparty: true,
	charged: true,
	reused: true,
	checksLeft: true,
	checksUsed: true,
} as const;

/** The answer tells what is left of the package (service 2.2), and the run knows what was paid. */
const WITH_USAGE = { charged: true, reused: true, checksLeft: true, checksUsed: true } as const;

const resultSchema = simplifiedCheckSchema.required(WITH_USAGE);

const names = z.array(z.string()).nullable();

/** Design 2, `comparePrevious`. */
const previousSchema = z
	.object({
		hash: z.string().describe('Identifier of the previous check'),
		resultDate: z.string().nullable().describe('When it was done, ISO 8601'),
		riskScore: scoreSchema.describe('Its score, 0 to 100, read like the new one'),
		riskLevel: levelSchema.describe('Its level under the same policy'),
		riskScoreChange: z
			.number()
			.nullable()
			.describe('New score less the previous one; null where one of them is missing'),
		newDangerSignals: names.describe(
			"Danger signals that were not there before; null where one report's signals can't be read",
		),
		vanishedDangerSignals: names.describe('Danger signals that are gone; null likewise'),
	})
	.strict();

/** What `comparePrevious` adds to a check. */
export const changeSchema = z.object({
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

/** Check Address. */
export const addressCheckSchema = paidSchema.omit(AMOUNTS);

/** Check Transaction: amounts are there when the report is. */
export const transactionCheckSchema = paidSchema;

/** Get Result. */
export const checkResultSchema = resultSchema;

/** History, Get Many. */
export const historyItemOutputSchema = simplifiedCheckSchema.omit(NOT_IN_HISTORY).extend({
	signals: z.null().describe('The history tells no signals: read them with Get Result'),
	dangerShare: z.null().describe('Not known without signals'),
});

/** Find, a report that was found. */
export const foundReportSchema = z
	.object({ found: z.literal(true).describe('Whether the service knows a check of the target') })
	.merge(resultSchema)
	.strict();

/** Find, where there is none: a wallet that nobody looked at must not look approved. */
export const nothingFoundSchema = z
	.object({
		found: z.literal(false).describe('The service knows no check of the target'),
		target: z.string().describe('What was searched for; only where nothing was found'),
		currency: z.string().describe('Network that was searched'),
		riskScore: z.null().describe('None: nobody has looked'),
		riskLevel: z.literal('unknown').describe('Not low: nobody has looked'),
		summary: z.string().describe('One line for a message'),
	})
	.strict();

export const findSchema = z.union([foundReportSchema, nothingFoundSchema]);
