import { z } from '../../shared/vendor/zod';
import { perItem } from './perItem';
import type { Operation } from './types';

const outputSchema = z
	.object({
		ok: z.literal(true).describe('Always true: what is not accepted is no output'),
		message: z.string().describe('What the service said'),
	})
	.strict();

/** `checkup.ping` (service 4.1); free. */
export const ping: Operation = {
	resource: 'account',
	value: 'ping',
	name: 'Test Connection',
	action: 'Test connection to the AML service',
	description: 'Test that the service accepts the access token and the IP address of this n8n',
	method: 'checkup.ping',
	properties: [],
	output: outputSchema,
	example: { parameters: {} },
	run: perItem(async ({ session }) => {
		const { result } = await session.call('checkup.ping', undefined);
		return [{ json: { ok: true, message: result.message } }];
	}),
};
