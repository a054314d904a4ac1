import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { showFor } from '../fields/show';
import { checkAddress } from './checkAddress';
import { checkTransaction } from './checkTransaction';
import { downloadPdfOperation } from './downloadPdf';
import { findReport } from './findReport';
import { getResult } from './getResult';
import { getStatus } from './getStatus';
import { listCurrenciesOperation } from './listCurrencies';
import { listHistoryOperation } from './listHistory';
import { ping } from './ping';
import type { Operation } from './types';

/**
 * All operations of the node, in the order in which the editor and the docs show them: what people come for first.
 * The first of a resource is the one that the resource begins with.
 */
export const OPERATIONS: readonly Operation[] = [
	checkAddress,
	checkTransaction,
	getResult,
	findReport,
	downloadPdfOperation,
	listHistoryOperation,
	listCurrenciesOperation,
	ping,
	getStatus,
];

const RESOURCES = [...new Set(OPERATIONS.map(({ resource }) => resource))];

/**
 * The name of a resource as the editor shows it.
 * @param resource e.g. `check`.
 * @returns e.g. `Check`.
 */
export function resourceName(resource: string): string {
	return resource.charAt(0).toUpperCase() + resource.slice(1);
}

const optionOf = ({ name, value, action, description }: Operation): INodePropertyOptions => ({
	name,
	value,
	action,
	description,
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
	const options = OPERATIONS.filter((operation) => operation.resource === resource).map(optionOf);
	return {
		...OPERATION,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: options[0].value,
	};
}

/** Everything the node shows: resource, operation, and the properties of each operation. */
export const PROPERTIES: INodeProperties[] = [
	{
		...RESOURCE,
		options: RESOURCES.map((value) => ({ name: resourceName(value), value })),
		default: RESOURCES[0],
	},
	...RESOURCES.map(operationProperty),
	...OPERATIONS.flatMap(({ resource, value, properties }) => showFor(resource, value, properties)),
];

/** What an operation is called on the canvas: its action without what it costs, in small letters. */
const shortName = ({ action }: Operation) => {
	const [name = action] = action.split(' (');
	return name.charAt(0).toLowerCase() + name.slice(1);
};

const SHORT_NAMES = Object.fromEntries(
	OPERATIONS.map((one) => [`${one.resource}.${one.value}`, shortName(one)]),
);

/** The expression under the node's name on the canvas. */
export const SUBTITLE = `={{ (${JSON.stringify(SHORT_NAMES)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

/**
 * Finds an operation by its names.
 * @param resource e.g. `check`.
 * @param operation e.g. `checkAddress`.
 */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return OPERATIONS.find((one) => one.resource === resource && one.value === operation);
}
