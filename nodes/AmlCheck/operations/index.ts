import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { toRetiredFields } from '../../shared/n8n/retired';
import { isPaid } from '../../shared/service/schemas';
import { byName } from '../../shared/base/values';
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

const toOption = ({
	name,
	value,
	action,
	description,
	price,
}: Operation): INodePropertyOptions => ({
	name,
	value,
	action,
	description: `${description}, ${price === undefined ? 'free of charge' : `at ${price}`}`,
});

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

/** What the paid operations show above their fields: what a run costs, and what an agent may do. */
function makePaidNotices(): INodeProperties[] {
	const paid = OPERATIONS.filter(costsChecks);
	const notice: INodeProperties = {
		displayName:
			"Costs 1 check per asset, in test runs too: while you build, add the option 'Dry Run'.",
		name: 'costNotice',
		type: 'notice',
		default: '',
		displayOptions: {
			show: {
				resource: [...new Set(paid.map(({ resource }) => resource))],
				operation: paid.map(({ value }) => value),
			},
			hide: { '@tool': [true] },
		},
	};
	return [
		notice,
		{
			...notice,
			displayName:
				'An agent pays without asking, unless a Human Review node stands between the two.',
			name: 'toolNotice',
			displayOptions: { show: { ...notice.displayOptions?.show, '@tool': [true] } },
		},
	];
}

/** The properties of an operation, shown for that operation only. */
function operationFields({ resource, value, properties }: Operation): INodeProperties[] {
	return properties.map(({ displayOptions, ...property }) => ({
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
	...makePaidNotices(),
	...toRetiredFields(['currency', 'evmNetwork', 'output', 'riskRules']),
	...OPERATIONS.flatMap(operationFields),
];

/** Operation and resource, as n8n's own nodes show them, such as `get many: history`. */
const SHORT_NAMES = Object.fromEntries(
	OPERATIONS.map(({ resource, value, name }) => [
		`${resource}.${value}`,
		`${name.toLowerCase()}: ${resource}`,
	]),
);

/** The expression under the node's name on the canvas. */
export const SUBTITLE = `={{ (${JSON.stringify(SHORT_NAMES)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

export const findOperation = (resource: string, operation: string): Operation | undefined =>
	OPERATIONS.find((one) => one.resource === resource && one.value === operation);
