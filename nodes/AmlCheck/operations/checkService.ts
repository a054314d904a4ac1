import { toFailure } from '../../shared/failures/failure';
import { serviceSchema, type ServiceItem } from '../outputs/service';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';
import { observe } from '../service/probes';
import { describeService } from '../service/report';
import type { Operation } from './operation';

/** n8n gives nodes no version of its own. It has this helper since 2.41. */
function readEngine({ context }: NodeRun): string {
	const helpers = context.helpers as Partial<typeof context.helpers>;
	return helpers.getSecureEgressFilter ? '2.41 or later' : 'before 2.41';
}

async function checkOnce(run: NodeRun): Promise<ServiceItem[]> {
	const seen = await observe(run);
	const hide = (text: string) => run.session.hide(text);
	const items = describeService({ ...seen, paid: null }, readEngine(run));
	return items.map((item) => ({
		...item,
		observed: hide(item.observed),
		...(item.setting !== undefined && { setting: hide(item.setting) }),
	}));
}

/** The service is the same for all items, so it is checked once. */
async function checkService(run: NodeRun): Promise<ItemOutcome[]> {
	const outcomes = run.items.map((): ItemOutcome => ({ outputs: [] }));
	try {
		const items = await checkOnce(run);
		outcomes[0] = { outputs: items.map((json) => ({ json })) };
	} catch (thrown) {
		outcomes[0] = { failure: toFailure(thrown) };
	}
	return outcomes;
}

export const checkServiceOperation: Operation = {
	resource: 'account',
	value: 'checkService',
	name: 'Check Service',
	action: 'Check service against contract',
	description: 'Check whether the service does what the nodes rely on, once for all input items',
	cost: 'Free.',
	method: null,
	properties: [],
	output: serviceSchema,
	run: checkService,
};
