import { optionalTextField, textField } from '../../shared/outputs/check';
import { z } from '../../shared/vendor/zod';

/** One item of Check Service: the summary first, then a line each, then each paid check. */
export const serviceSchema = z.strictObject({
	line: textField('Summary, a line of the contract, or a paid check'),
	verdict: z
		.enum(['fits', 'fitsWithSettings', 'doesNotFit', 'holds', 'differs', 'notSeen'])
		.describe('Whether the service fits, or the line holds'),
	observed: textField('What was seen'),
	meaning: textField('What it changes for you'),
	setting: optionalTextField('What to set; missing where nothing has to be'),
	hash: optionalTextField('Only of a paid check'),
	charged: z.boolean().describe('Only of a paid check').optional(),
});

export type ServiceItem = z.infer<typeof serviceSchema>;
