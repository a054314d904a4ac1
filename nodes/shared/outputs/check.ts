import { z } from '../vendor/zod';

/*
 * The shape of a simplified check. The types of the code that makes it, n8n's schema previews, the tables of
 * docs/outputs.md and the tests of real outputs are all derived from these schemas.
 */

const signalSchema = z
	.object({
		name: z.string().describe('The name as the service sent it'),
		group: z
			.enum(['danger', 'suspicious', 'trusted', 'unclassified'])
			.describe('The group the signal belongs to'),
		share: z.number().describe('Share of the funds in percent, 0 to 100; not a score'),
		value: z.number().describe('The number as the service sent it'),
	})
	.strict();

/** One source of funds, as the report names it. */
export type Signal = z.infer<typeof signalSchema>;

const counterpartySchema = z
	.object({
		name: z.string().describe('Display name'),
		type: z.string().describe('Category, such as a licensed exchange'),
		slug: z.string().describe('Short name'),
	})
	.partial()
	.strict();

const limitSchema = z
	.object({
		signal: z.string().describe('The signal that is limited'),
		share: z.number().describe('Percent of the funds from which the level applies'),
		level: z.enum(['medium', 'high']).describe('Minimum risk level'),
	})
	.strict();

const policySchema = z
	.object({
		fingerprint: z.string().describe('Changes when a rule does'),
		mediumRiskFrom: z.number().describe('Score from which the level is medium'),
		highRiskFrom: z.number().describe('Score from which the level is high'),
		mediumDangerFrom: z.number().describe('Danger share from which the level is medium'),
		highDangerFrom: z.number().describe('Danger share from which the level is high'),
		criticalSignals: z.array(z.string()).describe('Signals of which any trace is high'),
		signalLimits: z.array(limitSchema).describe('Limits of single signals'),
	})
	.strict();

/** A policy as the output shows it, and as the parameter Risk Policy accepts it. */
export type DescribedPolicy = z.infer<typeof policySchema>;

export const levelSchema = z.enum(['low', 'medium', 'high', 'unknown']);

/** The further facts about a check, with Include Details. */
export const detailsSchema = z
	.object({
		reasons: z.array(z.string()).describe('The reasons as a list, decisive reason first'),
		signals: z
			.array(signalSchema)
			.describe('Sources of funds above zero, largest first; missing where none were read'),
		status: z.string().describe('Status as the service sent it; SUCCESS when there is a result'),
		rawRiskScore: z
			.union([z.number(), z.string()])
			.describe('The score exactly as the service sent it'),
		initDate: z.string().describe('When the check began, ISO 8601'),
		resultDate: z.string().describe('When the check ended, ISO 8601'),
		reused: z.boolean().describe('Whether an earlier check was used in place of a new one'),
		rank: z
			.number()
			.describe('Sort by it in ascending order: the worst comes first (level, then score)'),
		checksLeft: z.number().describe('Checks left in the package, where the service shows it'),
		checksUsed: z.number().describe('Checks used so far, where the service shows it'),
		requestId: z.string().describe('ID of the request that submitted the check'),
		pdfLink: z.string().describe('Link to the PDF report'),
		shareLink: z.string().describe('Link to the shareable page'),
		counterparty: counterpartySchema.describe('Owner of the address, where it is known'),
		amount: z.number().describe('Amount of the transaction'),
		fiatAmount: z.number().describe('The amount in fiatCode'),
		fiatCode: z.string().describe('Fiat currency code'),
		riskyVolume: z.number().describe('Amount of risky assets'),
		riskyVolumeFiat: z.number().describe('The risky assets in fiatCode'),
	})
	.partial()
	.strict();

/** The field that holds the details, or the part of them that an operation can have. */
export const withDetails = <T extends z.ZodTypeAny>(details: T) =>
	details.optional().describe('Further facts, with Include Details');

export type CheckDetails = z.infer<typeof detailsSchema>;

/** All fields of a simplified check, in their order. Each operation declares which optional fields it has. */
export const simplifiedCheckSchema = z
	.object({
		riskLevel: levelSchema.describe('Branch on this; unknown means that a person has to look'),
		summary: z.string().describe('One line for a message'),
		riskScore: z
			.number()
			.optional()
			.describe('0 to 100; missing where there is no score to rely on'),
		dangerShare: z
			.number()
			.optional()
			.describe("Sum of the danger signals' shares in percent; missing where it is not known"),
		riskReasons: z.string().describe('Why the level is what it is, decisive reason first'),
		signals: z
			.string()
			.optional()
			.describe('Sources of funds above zero, largest first; missing where none were read'),
		asset: z.string().optional().describe('What was screened, such as USDT on Tron'),
		address: z.string().describe('The wallet address that was screened'),
		currency: z.string().describe('Currency code, or the alias that was asked for'),
		transaction: z
			.string()
			.optional()
			.describe('Hash of the transaction that was screened; only of a transaction check'),
		hash: z.string().describe('Identifier of the check, for Get Result and Download PDF'),
		charged: z
			.boolean()
			.describe('Whether this item paid for a check, in this try or an earlier one')
			.optional(),
		reportLink: z
			.string()
			.optional()
			.describe(
				'Link to the report: its shareable page, else its PDF; missing where none is known',
			),
		status: z
			.string()
			.optional()
			.describe('Status as the service sent it; only of a check that is pending or has failed'),
		reportMissing: z
			.string()
			.optional()
			.describe('Why the report could not be read; the level is then high or unknown'),
		details: withDetails(detailsSchema),
		riskPolicy: policySchema
			.optional()
			.describe('The rules that were applied, with Include Risk Policy'),
	})
	.strict();

/** The json that `simplifyCheck` makes. */
export type SimplifiedCheck = z.infer<typeof simplifiedCheckSchema>;

/** The trigger's items: nobody paid for them there. */
export const triggerItemSchema = simplifiedCheckSchema.omit({ charged: true }).extend({
	details: withDetails(detailsSchema.omit({ requestId: true, reused: true })),
});
