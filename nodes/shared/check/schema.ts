import { z } from '../vendor/zod';

/*
 * The shape of a simplified check. The types of the code that makes it, n8n's schema previews, the tables of
 * docs/outputs.md and the tests of real outputs are all derived from these schemas.
 */

/** Fields of an output, each with its meaning. */
export const textField = (meaning: string) => z.string().describe(meaning);
export const numberField = (meaning: string) => z.number().describe(meaning);
export const flagField = (meaning: string) => z.boolean().describe(meaning);
export const optionalTextField = (meaning: string) => textField(meaning).optional();
export const optionalNumberField = (meaning: string) => numberField(meaning).optional();

const signalSchema = z.strictObject({
	name: textField('The name as the service sent it'),
	group: z
		.enum(['danger', 'suspicious', 'trusted', 'neutral', 'unknown'])
		.describe('The group the signal belongs to'),
	share: numberField('Share of the funds in percent, 0 to 100; not a score'),
});

const counterpartySchema = z.strictObject({
	name: optionalTextField('Display name'),
	type: optionalTextField('Category, such as a licensed exchange'),
	slug: optionalTextField('Short name'),
});

const limitSchema = z.strictObject({
	share: numberField('Percent of the funds from which the level applies'),
	level: z.enum(['medium', 'high']).describe('Minimum risk level'),
});

const rulesSchema = z.strictObject({
	source: z.enum(['credential', 'node']).describe('Where the rules were chosen'),
	name: z.enum(['balanced', 'strict', 'lenient', 'custom']).describe('The choice of rules there'),
	fingerprint: textField('Changes when a rule does'),
	mediumRiskFrom: numberField('Score from which the level is medium'),
	highRiskFrom: numberField('Score from which the level is high'),
	mediumDangerFrom: numberField('Danger share from which the level is medium'),
	highDangerFrom: numberField('Danger share from which the level is high'),
	signalLimits: z.record(limitSchema).describe('Limits of single signals, by their names'),
	emptyReport: z
		.enum(['low', 'unknown'])
		.describe('The level of a report with score 0 and no signals'),
});

export const levelSchema = z.enum(['low', 'medium', 'high', 'unknown']);

const allDetails = z.strictObject({
	reasons: z.array(z.string()).describe('The reasons as a list, decisive reason first'),
	signals: z.array(signalSchema).describe('The signals as a list, largest first'),
	status: textField('Status as the service sent it'),
	network: textField('Code of the network'),
	sentAddress: textField('The address in the form that was sent'),
	dangerShare: numberField('Sum of the danger signals, in percent of the funds'),
	rawRiskScore: z
		.union([z.number(), z.string()])
		.describe('The score exactly as the service sent it'),
	initDate: textField('When the check began, ISO 8601'),
	resultDate: textField('When the check ended, ISO 8601'),
	reused: flagField('Whether an earlier check was used in place of a new one'),
	rules: rulesSchema.describe('The rules that were applied'),
	rank: numberField('A number to sort by: the worst check has the lowest'),
	checksLeft: numberField('Checks left in the package, where the service shows it'),
	checksUsed: numberField('Checks used so far, where the service shows it'),
	requestId: textField('ID of the request that submitted the check'),
	pdfLink: textField('Link to the PDF report'),
	shareLink: textField('Link to the shareable page'),
	counterparty: counterpartySchema.describe('Owner of the address, where it is known'),
	amount: numberField('Amount of the transaction, in the unit that the service sends'),
	fiatAmount: numberField('The amount in fiatCode, in the unit that the service sends'),
	fiatCode: textField('Fiat currency code'),
	riskyVolume: numberField('Amount of risky assets, in the same unit'),
	riskyVolumeFiat: numberField('The risky assets in fiatCode'),
});

/** The further facts about a check, with Include Details. */
export const detailsSchema = allDetails.partial();

/** The field that holds the details, or the part of them that an operation can have. */
export const withDetails = <T extends z.ZodTypeAny>(details: T) =>
	details.optional().describe("Further facts, with 'Include Details'");

export type CheckDetails = z.infer<typeof detailsSchema>;

/** All fields of a simplified check, in their order. Each operation declares which optional fields it has. */
export const simplifiedCheckSchema = z.strictObject({
	riskLevel: levelSchema.describe('Branch on this. Unknown means that a person has to look'),
	summary: textField('One line for a message'),
	riskScore: optionalNumberField('0 to 100; missing if there is no score to rely on'),
	riskReasons: textField('Why the level is what it is, decisive reason first'),
	asset: optionalTextField('What was screened, such as USDT on Tron'),
	address: textField('The wallet address that was screened, as it was written'),
	transaction: optionalTextField('Hash of the transaction, only of a transaction check'),
	hash: textField('Identifier of the check, for Get'),
	charged: flagField(
		'Whether this item paid for a check, in this try or an earlier one',
	).optional(),
	reportLink: optionalTextField('Link to the report: its shareable page, else its PDF'),
	details: withDetails(detailsSchema),
});

/** The json that `showCheck` makes. */
export type SimplifiedCheck = z.infer<typeof simplifiedCheckSchema>;
