import {
	detailsSchema,
	flagField,
	levelSchema,
	optionalNumberField,
	optionalTextField,
	simplifiedCheckSchema,
	textField,
	withDetails,
} from '../../shared/check/schema';
import { z } from '../../shared/vendor/zod';

/* The outputs of the operations that return checks: what each of them adds to a simplified check or leaves out. */

/** The run knows whether a check was paid for; the trigger alone returns checks whose report is missing. */
const knownSchema = simplifiedCheckSchema.required({ charged: true });

/** Get Result: a check from elsewhere has no request ID here. */
const checkResultSchema = knownSchema.extend({
	details: withDetails(detailsSchema.omit({ requestId: true, reused: true, sentAddress: true })),
});

/** One of the checks of a wallet, as `details.checks` of its item lists it. */
const walletCheckSchema = z
	.object({
		asset: textField('What was screened, such as USDT on Tron'),
		network: optionalTextField('Code of its network'),
		riskLevel: levelSchema.describe('Its level by its own report; unknown if it is missing'),
		riskScore: optionalNumberField('Its score, 0 to 100; missing where it has none'),
		summary: textField('One line for a message; why it is missing, if it is'),
		hash: optionalTextField('Identifier of the check; missing if none was taken'),
		reportLink: optionalTextField('Link to its report, where one is known'),
		status: optionalTextField('Status as the service sent it'),
		charged: flagField(
			'Whether this item paid for it, in this try or an earlier one; missing where that is not known',
		).optional(),
		reused: flagField('Whether an earlier check was used in place of a new one').optional(),
		reason: optionalTextField('Only of a check that is missing: the reason, as in an error item'),
		fault: optionalTextField('Only of a check that is missing: whose turn it is'),
		candidates: z
			.array(z.string())
			.optional()
			.describe('Only of a check that is missing: the checks that it may be'),
		requestId: optionalTextField('Only of a check that is missing: ID of its request'),
	})
	.strict();

export type WalletCheck = z.infer<typeof walletCheckSchema>;

const AMOUNTS = {
	amount: true,
	fiatAmount: true,
	fiatCode: true,
	riskyVolume: true,
	riskyVolumeFiat: true,
} as const;

/** The members of an item that screens a whole wallet, with Include Details or without. */
const walletDetails = z.strictObject({
	checks: z.array(walletCheckSchema).optional().describe('Of a wallet, always: each of its checks'),
	notScreened: z
		.array(z.string())
		.optional()
		.describe('Of a wallet: USDT or USDC that the service does not screen there'),
});

/** A wallet that is not finished has no single hash. */
const walletHash = optionalTextField(
	'Identifier of the check; of a wallet the check that decided, and missing while one of its checks is unfinished',
);

/** Screen Address: only a transaction check has amounts. */
export const addressCheckSchema = knownSchema.omit({ transaction: true }).extend({
	hash: walletHash,
	details: withDetails(detailsSchema.omit(AMOUNTS).merge(walletDetails)),
});

/** Get Result: the result of one check, or of a wallet's list. */
export const getResultSchema = checkResultSchema.extend({
	hash: walletHash,
	details: withDetails(
		detailsSchema.omit({ requestId: true, reused: true, sentAddress: true }).extend({
			checks: z
				.array(walletCheckSchema.omit({ reused: true, candidates: true }))
				.optional()
				.describe('Of a wallet, always: each of its checks'),
		}),
	),
});

/** Screen Transaction. */
export const transactionCheckSchema = knownSchema.extend({
	transaction: textField('Hash of the transaction that was screened'),
});

const KNOWN_WITHOUT_REPORT = {
	network: true,
	rules: true,
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
export const historyItemOutputSchema = knownSchema.extend({
	details: withDetails(detailsSchema.pick(KNOWN_WITHOUT_REPORT)),
});

/** Find Reports: a wallet that was never screened must not look approved. */
export const findSchema = z.union([
	checkResultSchema.extend({
		found: z.literal(true).describe('Whether the service knows a check of the target'),
	}),
	z.strictObject({
		riskLevel: z.literal('unknown').describe('Not low: the target was never screened'),
		summary: textField('One line for a message'),
		target: textField('What was searched for; only where nothing was found'),
		charged: z.literal(false).describe('A search is free'),
		found: z.literal(false).describe('The service knows no check of the target'),
	}),
]);

/** The members of `details`, which an error item has beside its message. */
export const errorDetailsSchema = z.strictObject({
	reason: textField('One word of the list below'),
	fault: z
		.enum(['input', 'setup', 'service', 'payment'])
		.describe('Whose turn it is. Branch on this'),
	code: z.union([z.number(), z.string()]).optional().describe('Code of the service or the network'),
	description: textField('What to do'),
	address: optionalTextField('The wallet address that was to be screened'),
	requestId: optionalTextField('ID of the request that submitted the check'),
	hash: optionalTextField('The check that was paid for, in this or an earlier try'),
	candidates: z
		.array(z.string())
		.optional()
		.describe('The checks that it may be, where nothing proves which one'),
	charged: z
		.boolean()
		.optional()
		.describe('Whether a check was paid for; missing where that is not known'),
	checks: z
		.array(z.object({ summary: textField('One line for a message') }).passthrough())
		.optional()
		.describe('Of a whole wallet: the checks that are there, and those that are missing'),
});

export type ErrorDetails = z.infer<typeof errorDetailsSchema>;
