import {
	detailsSchema,
	levelSchema,
	optionalNumberField,
	optionalTextField,
	simplifiedCheckSchema,
	textField,
	withDetails,
} from '../../shared/outputs/check';
import { z } from '../../shared/vendor/zod';

/* The outputs of the operations that return checks: what each of them adds to a simplified check or leaves out. */

/** The run knows whether a check was paid for; the trigger alone returns checks whose report is missing. */
const knownSchema = simplifiedCheckSchema.omit({ reportMissing: true }).required({ charged: true });

/** A check that is not screened in this run has no network that could be guessed. */
const resultSchema = knownSchema.omit({ networkGuessed: true });

/** Get Result: a check that was submitted elsewhere has no request ID here. */
export const checkResultSchema = resultSchema.extend({
	details: withDetails(detailsSchema.omit({ requestId: true, reused: true, networkGuessed: true })),
});

const names = (meaning: string) => z.array(z.string()).nullable().describe(meaning);

/** The changes since an earlier check, with Compare With Previous Check. */
const previousSchema = z.strictObject({
	hash: textField('Identifier of the previous check'),
	resultDate: textField('When it ended, ISO 8601').nullable(),
	riskScore: optionalNumberField(
		'Its score, 0 to 100, read like the new one; missing where it has none',
	),
	riskLevel: levelSchema.describe('Its level under the same rules'),
	riskScoreChange: optionalNumberField(
		'New score minus the previous one; missing where one of them is',
	),
	newDangerSignals: names(
		"Danger signals that were not there before; null where one report's signals can't be read",
	),
	vanishedDangerSignals: names('Danger signals that are gone; null likewise'),
});

const changeSchema = z.object({
	previous: previousSchema
		.nullable()
		.describe(
			"The previous check of the same target, with 'Compare With Previous Check'; else null",
		),
	previousUnknown: optionalTextField('Why looking for a previous check was impossible'),
});

export type Change = z.infer<typeof changeSchema>;

const paidSchema = knownSchema.merge(changeSchema.partial()).strict();

const AMOUNTS = {
	amount: true,
	fiatAmount: true,
	fiatCode: true,
	riskyVolume: true,
	riskyVolumeFiat: true,
} as const;

/** Screen Address: only a transaction check has amounts. */
export const addressCheckSchema = paidSchema
	.omit({ transaction: true })
	.extend({ details: withDetails(detailsSchema.omit(AMOUNTS)) });

/** Screen Transaction. */
export const transactionCheckSchema = paidSchema.extend({
	transaction: textField('Hash of the transaction that was screened'),
});

const KNOWN_WITHOUT_REPORT = {
	reasons: true,
	status: true,
	rawRiskScore: true,
	initDate: true,
	resultDate: true,
	rank: true,
	pdfLink: true,
	shareLink: true,
} as const;

/** History, Get Many: a record has a score and no report. */
export const historyItemOutputSchema = resultSchema
	.omit({ dangerShare: true, signals: true })
	.extend({ details: withDetails(detailsSchema.pick(KNOWN_WITHOUT_REPORT)) });

/** Find Reports: a wallet that was never screened must not look approved. */
export const findSchema = z.union([
	checkResultSchema.extend({
		found: z.literal(true).describe('Whether the service knows a check of the target'),
	}),
	z.strictObject({
		riskLevel: z.literal('unknown').describe('Not low: the target was never screened'),
		summary: textField('One line for a message'),
		currency: textField('Network that was searched'),
		target: textField('What was searched for; only where nothing was found'),
		charged: z.literal(false).describe('A search is free'),
		found: z.literal(false).describe('The service knows no check of the target'),
	}),
]);
