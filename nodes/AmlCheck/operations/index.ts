import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isPaid } from '../../shared/rpc/schemas';
import { byName } from '../../shared/values';
import { AGAIN_IS_FREE } from '../run/hints';
import { getStatus, ping } from './account';
import { listCurrencies } from './currencies';
import { findReports } from './findReports';
import { getResult } from './getResult';
import { listPastChecks } from './history';
import type { Operation } from './operation';
import { screenAddress, screenTransaction } from './screen';

/** In the order of the docs: the most wanted first. The first operation of a resource is its default. */
export const OPERATIONS: readonly Operation[] = [
	screenAddress,
	screenTransaction,
	getResult,
	findReports,
	listPastChecks,
	listCurrencies,
	ping,
	getStatus,
];

const RESOURCES = [...new Set(OPERATIONS.map(({ resource }) => resource))];

/** The name of a resource as the editor shows it. */
export const resourceName = (resource: string): string =>
	resource.charAt(0).toUpperCase() + resource.slice(1);

/** Whether a run of the operation is charged; its method says so. */
export const costsChecks = ({ method }: Operation): boolean => method !== null && isPaid(method);

/** The operation as the nodes panel and AI agents show it, such as `Find existing reports of address (free)`. */
export const describeAction = (operation: Operation): string =>
	`${operation.action} (${costsChecks(operation) ? (operation.shortCost ?? 'costs 1 check') : 'free'})`;

const describeWithCost = (operation: Operation) => {
	const { description, cost = costsChecks(operation) ? 'Costs 1 check per item.' : 'Free.' } =
		operation;
	return `${description}. ${cost}`;
};

const toOption = (operation: Operation): INodePropertyOptions => ({
	name: operation.name,
	value: operation.value,
	action: describeAction(operation),
	description: describeWithCost(operation),
});

const makeCostNotice = ({ costNotice = '1 check per item' }: Operation): INodeProperties => ({
	displayName: `Each run costs ${costNotice}, test runs in the editor too. While you build the workflow, pin the output data, or add the option 'Dry Run'. ${AGAIN_IS_FREE}`,
	name: 'costNotice',
	type: 'notice',
	default: '',
	displayOptions: { hide: { '@tool': [true] } },
});

const TOOL_NOTICE: INodeProperties = {
	displayName:
		'An agent can pay without asking: put a Human Review node in between. <a href="https://github.com/n8n-nodes-aml-check/n8n-nodes-aml-check/blob/main/docs/examples.md#let-an-ai-agent-screen-wallets-with-approval" target="_blank">See the example</a>',
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

const RESOURCE: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: '',
};

const OPERATION: INodeProperties = { ...RESOURCE, displayName: 'Operation', name: 'operation' };

function operationProperty(resource: string): INodeProperties {
	const options = OPERATIONS.filter((operation) => operation.resource === resource).map(toOption);
	const displayOptions = { show: { resource: [resource] } };
	return { ...OPERATION, displayOptions, options, default: options[0].value };
}

/** The properties of an operation, shown for that operation only. */
function operationFields(operation: Operation): INodeProperties[] {
	const { resource, value, properties } = operation;
	const notice = costsChecks(operation) ? [makeCostNotice(operation), TOOL_NOTICE] : [];
	return [...notice, ...properties].map(({ displayOptions, ...property }) => ({
		...property,
		displayOptions: {
			...displayOptions,
			show: { ...displayOptions?.show, resource: [resource], operation: [value] },
		},
	}));
}

export const PROPERTIES: INodeProperties[] = [
	{
		...RESOURCE,
		// n8n wants lists of five and more in alphabetical order.
		options: [...RESOURCES].sort(byName).map((value) => ({ name: resourceName(value), value })),
		default: RESOURCES[0],
	},
	...RESOURCES.map(operationProperty),
	...OPERATIONS.flatMap(operationFields),
];

/** Operation and resource, as n8n's own nodes show them, such as `screen address: check`. */
const SHORT_NAMES = Object.fromEntries(
	OPERATIONS.map(({ resource, value, name }) => [
		`${resource}.${value}`,
		`${name.replace(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}: ${resource}`,
	]),
);

/** The expression under the node's name on the canvas. */
export const SUBTITLE = `={{ (${JSON.stringify(SHORT_NAMES)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

export const findOperation = (resource: string, operation: string): Operation | undefined =>
	OPERATIONS.find((one) => one.resource === resource && one.value === operation);
