import { z } from '../../shared/vendor/zod';

/** Ping. */
export const pingSchema = z
	.object({
		ok: z.literal(true).describe('Always true: what is not accepted is no output'),
		message: z.string().describe('What the service said'),
	})
	.strict();

/** Currency, Get Many. */
export const currencySchema = z
	.object({
		currency: z.string().describe('Code of the network'),
		name: z.string().nullable().describe('Display name'),
		symbol: z.string().nullable().describe('Ticker symbol'),
		tokenId: z.string().describe('For Token, By ID; 0 is the native currency'),
		contract: z
			.string()
			.nullable()
			.describe("The token's smart contract; null for a native currency"),
		isNative: z.boolean().describe("Whether it is the network's own currency"),
		unit: z.number().nullable().describe('Numeric unit value as the service tells it'),
	})
	.strict();

export type Currency = z.infer<typeof currencySchema>;

const known = (text: string) =>
	z.string().nullable().describe(`${text}; null where only the link was given`);

/** Download PDF: the json beside the file. */
export const pdfSchema = z
	.object({
		fileName: z.string().describe('Name of the file'),
		fileSize: z.number().int().describe('Size in bytes'),
		mimeType: z.literal('application/pdf').describe('Always application/pdf'),
		sha256: z.string().describe('SHA-256 of the file in lowercase hexadecimal'),
		pdfLink: z.string().describe('Where it was downloaded from'),
		hash: known('Identifier of the check'),
		currency: known('Currency code in capitals'),
		address: known('The wallet address that was checked'),
		transaction: known('Hash of the transaction, also null for an address check'),
	})
	.strict();

export type PdfFacts = z.infer<typeof pdfSchema>;
