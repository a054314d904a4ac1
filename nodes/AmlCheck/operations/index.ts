import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { showFor } from '../fields/show';
import { checkAddress } from './checkAddress';
import { checkTransaction } from './checkTransaction';
import { downloadPdfOperation } from './downloadPdf';
import { findReport } from './findReport';
import { getResult } from './getResult';
import { listCurrenciesOperation } from './listCurrencies';
import { listHistoryOperation } from './listHistory';
import { ping } from './ping';
import type { Operation, Resource } from './types';

/** All operations of the node. A new method of the service is one file and one line here. */
export const OPERATIONS: readonly Operation[] = [
	ping,
	checkAddress,
	checkTransaction,
	getResult,
	listCurrenciesOperation,
	listHistoryOperation,
	downloadPdfOperation,
	findReport,
];

const RESOURCES: ReadonlyArray<{ value: Resource; name: string }> = [
	{ value: 'account', name: 'Account' },
	{ value: 'check', name: 'Check' },
	{ value: 'currency', name: 'Currency' },
	{ value: 'history', name: 'History' },
	{ value: 'report', name: 'Report' },
];

/** Which operation a resource begins with. */
const FIRST_OPERATION: Record<Resource, string> = {
	account: 'ping',
	check: 'checkAddress',
	currency: 'getAll',
	history: 'getAll',
	report: 'find',
};

const optionOf = ({ name, value, action, description }: Operation): INodePropertyOptions => ({
	name,
	value,
	action,
	description,
});

const OPERATION: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: '',
};

const operationProperty = (resource: Resource): INodeProperties => ({
	...OPERATION,
	displayOptions: { show: { resource: [resource] } },
	options: OPERATIONS.filter((operation) => operation.resource === resource).map(optionOf),
	default: FIRST_OPERATION[resource],
});

/** Everything the node shows: resource, operation, and the properties of each operation. */
export const PROPERTIES: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [...RESOURCES],
		default: 'check',
	},
	...RESOURCES.map(({ value }) => operationProperty(value)),
	...OPERATIONS.flatMap(({ resource, value, properties }) => showFor(resource, value, properties)),
];

/**
 * Finds an operation by its names.
 * @param resource e.g. `check`.
 * @param operation e.g. `checkAddress`.
 */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return OPERATIONS.find((one) => one.resource === resource && one.value === operation);
}
