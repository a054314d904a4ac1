import { z } from '../vendor/zod';

/*
 * What a simplified check looks like (design 2). From these schemas come the types of the code that makes it, n8n's
 * schema preview, the tables of docs/outputs.md and the tests of real outputs.
 */

const share = z.number().describe('Share of the funds in percent, 0 to 100; not a score');

const signalSchema = z
	.object({
		name: z.string().describe('The name as the service sent it'),
		group: z
			.enum(['danger', 'suspicious', 'trusted', 'unclassified'])
			.describe('The group the signal belongs to'),
		share,
		value: z.number().describe('The number as the service sent it'),
	})
	.strict();

/** Service 2.5; members that the service adds are kept. */
const counterpartySchema = z
	.object({
		id: z.number().describe('Identifier at the service'),
		name: z.string().describe('Display name'),
		slug: z.string().describe('Short name'),
		type: z.string().describe('Category, such as a licensed exchange'),
	})
	.partial();

const limitSchema = z
	.object({
		signal: z.string().describe('The signal that is limited'),
		share: z.number().describe('Percent of the funds from which on the level applies'),
		level: z.enum(['medium', 'high']).describe('What the check is at least'),
	})
	.strict();

const policySchema = z
	.object({
		fingerprint: z.string().describe('Changes when a rule does'),
		riskScoreScale: z.enum(['auto', 'percent', 'fraction']).describe('How the score was read'),
		mediumRiskFrom: z.number().describe('Score from which the level is medium'),
		highRiskFrom: z.number().describe('Score from which the level is high'),
		mediumDangerFrom: z.number().describe('Danger share from which the level is medium'),
		highDangerFrom: z.number().describe('Danger share from which the level is high'),
		criticalSignals: z.array(z.string()).describe('Signals that make a check high by themselves'),
		signalLimits: z.array(limitSchema).describe('Limits of single signals'),
	})
	.strict();

export const levelSchema = z.enum(['low', 'medium', 'high', 'unknown']);

/** What a program wants beyond the flat fields, with Include Details. */
export const detailsSchema = z
	.object({
		reasons: z.array(z.string()).describe('The reasons as a list, decisive reason first'),
		signals: z
			.array(signalSchema)
			.describe('Sources of funds above zero, largest first; missing where none were read'),
		rawRiskScore: z
			.union([z.number(), z.string()])
			.describe('The score exactly as the service sent it'),
		initDate: z.string().describe('When the check began, ISO 8601'),
		checksUsed: z.number().describe('Checks used so far, where told'),
		requestId: z.string().describe('Id of the request that submitted the check'),
		amount: z.number().describe('Amount of the transaction'),
		fiatAmount: z.number().describe('The amount in fiatCode'),
		fiatCode: z.string().describe('Fiat currency code'),
		riskyVolume: z.number().describe('Amount of risky assets'),
		riskyVolumeFiat: z.number().describe('The risky assets in fiatCode'),
		counterparty: counterpartySchema.describe('Who stands behind the address, where told'),
	})
	.partial()
	.strict();

/**
 * The field that holds them.
 * @param details what of them an operation can tell.
 */
export const withDetails = <T extends z.ZodTypeAny>(details: T) =>
	details.optional().describe('What a program wants, with Include Details');

export type CheckDetails = z.infer<typeof detailsSchema>;

/**
 * Everything a simplified check may carry, in the order in which it comes; each operation says which of the optional
 * fields it always has, and which never.
 */
export const simplifiedCheckSchema = z
	.object({
		riskLevel: levelSchema.describe('What to branch on; unknown means that a person has to look'),
		summary: z.string().describe('One line for a message'),
		riskScore: z
			.number()
			.optional()
			.describe('0 to 100; missing where there is no score to rely on'),
		dangerShare: z
			.number()
			.optional()
			.describe("Danger signals' shares together in percent; missing where it can't be told"),
		riskReasons: z.string().describe('Why the level is what it is, decisive reason first'),
		signals: z
			.string()
			.optional()
			.describe('Sources of funds above zero, largest first; missing where none were read'),
		address: z.string().describe('The wallet address that was checked'),
		currency: z.string().describe('Currency code in capitals'),
		transaction: z
			.string()
			.optional()
			.describe('Hash of the transaction that was checked; only of a transaction check'),
		status: z.string().describe('Status as the service sent it; SUCCESS when there is a result'),
		resultDate: z.string().optional().describe('When it was done, ISO 8601; missing before'),
		hash: z.string().describe('Identifier of the check, for Get Result and Download PDF'),
		charged: z
			.boolean()
			.describe('Whether this item paid for a check, in this try or an earlier one')
			.optional(),
		reused: z
			.boolean()
			.describe('Whether a check that was there before stands in for a new one')
			.optional(),
		checksLeft: z.number().optional().describe('Checks left in the package, where told'),
		pdfLink: z.string().optional().describe('Link to the PDF report, where the service told it'),
		shareLink: z.string().optional().describe('Link to the shareable page, where told'),
		reportMissing: z
			.string()
			.optional()
			.describe('Why the report could not be read; the level is then high or unknown'),
		details: withDetails(detailsSchema),
		riskPolicy: policySchema
			.optional()
			.describe('The policy that was applied, with Include Risk Policy'),
	})
	.strict();

/** What `simplifyCheck` makes. */
export type SimplifiedCheck = z.infer<typeof simplifiedCheckSchema>;
