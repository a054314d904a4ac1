import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { TRIGGER_PROPERTIES } from './properties';
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
			'Screens crypto wallets for money laundering risk, and starts the workflow when a check ends',
		defaults: { name: 'AML Check Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'amlCheckApi', required: true }],
		properties: TRIGGER_PROPERTIES,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this);
	}
}
