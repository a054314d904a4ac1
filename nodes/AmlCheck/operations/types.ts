import type { INodeProperties } from 'n8n-workflow';

import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/outcomes';

export type Resource = 'account' | 'check' | 'currency' | 'history' | 'report';

/** One operation of the action node: what the user sees, what is sent, what comes out (design 3). */
export interface Operation {
	resource: Resource;
	value: string;
	name: string;
	/** In sentence case without articles: it names the operation in the nodes panel and to AI agents. */
	action: string;
	description: string;
	properties: INodeProperties[];
	/** Runs over all items; one outcome for each, in their order. It doesn't throw for a single item. */
	run(run: NodeRun): Promise<ItemOutcome[]>;
}
