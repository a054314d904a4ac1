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

/** Score, level or null, wherever one is shown. */
export const scoreSchema = z.number().nullable();

export const levelSchema = z.enum(['low', 'medium', 'high', 'unknown']);

/**
 * Everything a simplified check may carry; each operation says which of the optional fields it always has, and which
 * never.
 */
export const simplifiedCheckSchema = z
	.object({
		hash: z.string().describe('Identifier of the check, for Get Result and Download PDF'),
		status: z.string().describe('Status as the service sent it; SUCCESS when there is a result'),
		currency: z.string().describe('Currency code in capitals'),
		address: z.string().describe('The wallet address that was checked'),
		transaction: z
			.string()
			.nullable()
			.describe('Hash of the transaction that was checked; null for an address check'),
		riskScore: scoreSchema.describe('0 to 100; null where there is no score to rely on'),
		riskLevel: levelSchema.describe('What to branch on; unknown means that a person has to look'),
		riskReasons: z.array(z.string()).describe('Why the level is what it is, decisive reason first'),
		summary: z.string().describe('One line for a message'),
		signals: z
			.array(signalSchema)
			.nullable()
			.describe('Sources of funds above zero, largest first; null where there is no report'),
		dangerShare: z
			.number()
			.nullable()
			.describe("Danger signals' shares together in percent; null where it can't be told"),
		rawRiskScore: z
			.union([z.number(), z.string()])
			.nullable()
			.describe('The score exactly as the service sent it'),
		amount: z.number().nullable().optional().describe('Amount of the transaction'),
		fiatAmount: z.number().nullable().optional().describe('The amount in fiatCode'),
		fiatCode: z.string().nullable().optional().describe('Fiat currency code'),
		riskyVolume: z.number().nullable().optional().describe('Amount of risky assets'),
		riskyVolumeFiat: z.number().nullable().optional().describe('The risky assets in fiatCode'),
		initDate: z.string().nullable().describe('When the check began, ISO 8601'),
		resultDate: z.string().nullable().describe('When it was done, ISO 8601; null before'),
		pdfLink: z.string().optional().describe('Link to the PDF report, where the service told it'),
		shareLink: z.string().optional().describe('Link to the shareable page, where told'),
		counterparty: counterpartySchema
			.optional()
			.describe('Who stands behind the address, where told'),
		charged: z
			.boolean()
			.describe('Whether this item paid for a check, in this try or an earlier one')
			.optional(),
		reused: z
			.boolean()
			.describe('Whether a check that was there before stands in for a new one')
			.optional(),
		checksLeft: z.number().nullable().describe('Checks left in the package, where told').optional(),
		checksUsed: z.number().nullable().describe('Checks used so far, where told').optional(),
		riskPolicy: policySchema
			.optional()
			.describe('The policy that was applied, with Include Risk Policy'),
	})
	.strict();

/** What `simplifyCheck` makes. */
export type SimplifiedCheck = z.infer<typeof simplifiedCheckSchema>;
