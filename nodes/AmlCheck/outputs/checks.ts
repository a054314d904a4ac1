import {
	detailsSchema,
	levelSchema,
	simplifiedCheckSchema,
	withDetails,
} from '../../shared/outputs/check';
import { z } from '../../shared/vendor/zod';

/** Only a transaction check has them (service 2.4). */
const AMOUNTS = {
	amount: true,
	fiatAmount: true,
	fiatCode: true,
	riskyVolume: true,
	riskyVolumeFiat: true,
} as const;

/** Known where this node submitted the check. */
const SUBMITTED = { requestId: true } as const;

/** A history item has a score and no report (service 2.6), and nobody paid for it here. */
const NOT_IN_HISTORY = {
	dangerShare: true,
	signals: true,
	charged: true,
	reused: true,
	checksLeft: true,
} as const;

/** The run knows what was paid. */
const WITH_PAYMENT = { charged: true, reused: true } as const;

/** The trigger alone reads reports that it may do without. */
const ONLY_TRIGGER = { reportMissing: true } as const;

const resultSchema = simplifiedCheckSchema.omit(ONLY_TRIGGER).required(WITH_PAYMENT);

/** Of a check that was submitted elsewhere. */
const readSchema = resultSchema.extend({ details: withDetails(detailsSchema.omit(SUBMITTED)) });

const names = z.array(z.string()).nullable();

/** Design 2, `comparePrevious`. */
const previousSchema = z
	.object({
		hash: z.string().describe('Identifier of the previous check'),
		resultDate: z.string().nullable().describe('When it was done, ISO 8601'),
		riskScore: z
			.number()
			.optional()
			.describe('Its score, 0 to 100, read like the new one; missing where it has none'),
		riskLevel: levelSchema.describe('Its level under the same policy'),
		riskScoreChange: z
			.number()
			.optional()
			.describe('New score less the previous one; missing where one of them is'),
		newDangerSignals: names.describe(
			"Danger signals that were not there before; null where one report's signals can't be read",
		),
		vanishedDangerSignals: names.describe('Danger signals that are gone; null likewise'),
	})
	.strict();

/** What `comparePrevious` adds to a check. */
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

/** Check Address. */
export const addressCheckSchema = paidSchema
	.omit({ transaction: true })
	.extend({ details: withDetails(detailsSchema.omit(AMOUNTS)) });

/** Check Transaction. */
export const transactionCheckSchema = paidSchema.extend({
	transaction: z.string().describe('Hash of the transaction that was checked'),
});

/** Get Result. */
export const checkResultSchema = readSchema;

/** History, Get Many. */
export const historyItemOutputSchema = simplifiedCheckSchema
	.omit({ ...NOT_IN_HISTORY, ...ONLY_TRIGGER })
	.extend({
		details: withDetails(detailsSchema.pick({ reasons: true, rawRiskScore: true, initDate: true })),
	});

/** Find, a report that was found. */
const foundReportSchema = readSchema
	.extend({ found: z.literal(true).describe('Whether the service knows a check of the target') })
	.strict();

/** Find, where there is none: a wallet that nobody looked at must not look approved. */
const nothingFoundSchema = z
	.object({
		riskLevel: z.literal('unknown').describe('Not low: nobody has looked'),
		summary: z.string().describe('One line for a message'),
		currency: z.string().describe('Network that was searched'),
		target: z.string().describe('What was searched for; only where nothing was found'),
		found: z.literal(false).describe('The service knows no check of the target'),
	})
	.strict();

export const findSchema = z.union([foundReportSchema, nothingFoundSchema]);
