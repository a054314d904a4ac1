import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { LIST_SEARCH } from './listSearch';
import { PROPERTIES, SUBTITLE } from './operations';
import { executeOperation } from './execute';

export class AmlCheck implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'AML Check',
		name: 'amlCheck',
		icon: { light: 'file:../../icons/amlCheck.svg', dark: 'file:../../icons/amlCheck.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: SUBTITLE,
		description:
			'Screen crypto wallets and transactions for money laundering risk, at 1 check per asset',
		defaults: { name: 'AML Check' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'amlCheckApi', required: true }],
		properties: PROPERTIES,
	};

	methods = { listSearch: LIST_SEARCH };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await executeOperation(this)];
	}
}
