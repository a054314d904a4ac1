import { optionalTextField, textField } from '../../shared/outputs/check';
import { z } from '../../shared/vendor/zod';

/** The members of `details`, which an error item has beside its message. */
export const errorDetailsSchema = z.strictObject({
	reason: textField('One word of the list below'),
	fault: z
		.enum(['input', 'setup', 'service', 'payment'])
		.describe('Whose turn it is. Branch on this'),
	code: z.union([z.number(), z.string()]).optional().describe('Code of the service or the network'),
	description: textField('What to do'),
	address: optionalTextField('The wallet address that was to be screened'),
	currency: optionalTextField('Code of its currency, or the alias that was asked for'),
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
