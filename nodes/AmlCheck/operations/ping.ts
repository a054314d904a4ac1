import { perItem } from './perItem';
import type { Operation } from './types';

/** `checkup.ping` (service 4.1); free. */
export const ping: Operation = {
	resource: 'account',
	value: 'ping',
	name: 'Ping',
	action: 'Ping account',
	description: 'Test that the service accepts the token and the IP address of this n8n. Free.',
	properties: [],
	run: perItem(async ({ session }) => {
		const { result } = await session.call('checkup.ping', undefined);
		return [{ json: { ok: true, message: result.message } }];
	}),
};
