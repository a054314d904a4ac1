import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { PROPERTIES } from './properties';
import { runPoll } from './run';

export class AmlCheckTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'AML Check Trigger',
		name: 'amlCheckTrigger',
		icon: { light: 'file:../../icons/amlCheck.svg', dark: 'file:../../icons/amlCheck.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["triggerOn"] === "checkCreated" ? "check created" : "check completed" }}',
		description:
			'Screen crypto wallets and transactions for money laundering risk, and start workflows when checks complete',
		defaults: { name: 'AML Check Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'amlCheckApi', required: true }],
		properties: PROPERTIES,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this);
	}
}
