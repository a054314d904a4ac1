import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { badSetting } from '../failures/failure';
import { parseNames } from '../wallet/names';
import { nameNetworks, REPORT_NETWORKS, type Network } from '../wallet/networks';
import { isRefusal } from '../wallet/refusals';
import { byName } from '../base/values';
import { flag, numberFrom, oneOf, recognizedBy } from './read';
import type { Option, Options, Reader } from './read';

/*
 * How an entry of a collection is declared: what the editor shows, its default, and how its value is read. `byDefault` is
 * its value while it is not added, and what it begins with when somebody adds it, unless `added` says another value.
 */

/** A number in a range, or a text that says one. */
export function numberOption<D extends number | undefined = undefined>(
	displayName: string,
	description: string,
	declared: { from: number; upTo?: number; isWhole?: boolean; added?: number; byDefault?: D },
): Option<number, D> {
	const { from, upTo, isWhole, byDefault, added = byDefault ?? from } = declared;
	const typeOptions = { minValue: from, ...(upTo !== undefined && { maxValue: upTo }) };
	return {
		field: { displayName, type: 'number', typeOptions, default: added, description },
		read: numberFrom(from, upTo, isWhole),
		byDefault: byDefault as D,
	};
}

/** One entry of a list, in any spelling that its reader knows. */
const listOption = <T>(
	displayName: string,
	description: string,
	list: { options: INodePropertyOptions[]; added: string; read: Reader<T> },
): Option<T, undefined> => ({
	field: { displayName, type: 'options', options: list.options, default: list.added, description },
	read: list.read,
	byDefault: undefined,
});

/** One of a few values, given with their names and descriptions. */
export function choiceOption<
	const T extends string,
	const D extends string | undefined = undefined,
>(
	displayName: string,
	description: string,
	{ byDefault, added }: { byDefault?: D & NoInfer<T>; added?: NoInfer<T> },
	choices: Readonly<Record<T, readonly [name: string, description?: string]>>,
): Option<T, D> {
	const values = Object.keys(choices) as T[];
	const options = values
		.map((value) => ({ name: choices[value][0], value, description: choices[value][1] }))
		.sort((a, b) => byName(a.name, b.name));
	const list = { options, added: added ?? byDefault ?? values[0], read: oneOf(...values) };
	return { ...listOption(displayName, description, list), byDefault: byDefault as D };
}

/** Switches something on or off. */
export const switchOption = (
	displayName: string,
	byDefault: boolean,
	description: string,
): Option<boolean> => ({
	field: { displayName, type: 'boolean', default: byDefault, description },
	read: flag,
	byDefault,
});

/** The entries as the editor shows them, in the order in which they are declared. */
export const toFields = (entries: Options): INodeProperties[] =>
	Object.entries(entries).map(([name, { field }]) => ({ ...field, name }));

/** The entries of a collection as the editor shows them. */
const toSortedFields = (entries: Options): INodeProperties[] =>
	toFields(entries).sort((a, b) => byName(a.displayName, b.displayName));

const COLLECTIONS = {
	filters: { displayName: 'Filters', placeholder: 'Add filter' },
	options: { displayName: 'Options', placeholder: 'Add option' },
};

/** A collection as the editor shows it. */
export const collectionField = (
	name: keyof typeof COLLECTIONS,
	entries: Options,
): INodeProperties => ({
	...COLLECTIONS[name],
	name,
	type: 'collection',
	default: {},
	options: toSortedFields(entries),
});

/** Whether an item is short and flat, or what the service sent. */
export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const INCLUDE_DETAILS = switchOption(
	'Include Details',
	false,
	'Whether to add an object with more fields, such as signals, dates, links and the rules that were applied',
);

/** Lists networks by their names, as the editor shows them. */
export const listNetworks = (codes: readonly Network[]): INodePropertyOptions[] =>
	codes
		.map((code) => ({ name: nameNetworks([code]), value: code }))
		.sort((a, b) => byName(a.name, b.name));

/** A filter by network, in any spelling that Network of the operations takes. */
export function networkOption(description: string, codes: readonly Network[]) {
	const find = (value: unknown): Network | undefined => {
		const names = typeof value === 'string' ? parseNames(value, '') : {};
		const isNetwork = !isRefusal(names) && names.asset === undefined;
		return isNetwork ? codes.find((one) => one === names.network) : undefined;
	};
	return listOption('Network', description, {
		options: listNetworks(codes),
		added: 'ETH',
		read: recognizedBy(find, `one of ${codes.join(', ')}`),
	});
}

/** The filters of the history that both nodes have. An empty filter filters nothing. */
export const HISTORY_FILTERS = {
	network: networkOption('Only checks on this network', REPORT_NETWORKS),
	riskScoreFrom: numberOption(
		'Risk Score From',
		'Only checks with at least this risk score (0 to 100)',
		{ from: 0, upTo: 100, added: 75 },
	),
	riskScoreTo: numberOption(
		'Risk Score To',
		'Only checks with at most this risk score (0 to 100)',
		{ from: 0, upTo: 100, added: 25 },
	),
	type: choiceOption(
		'Type',
		'Only checks of addresses, or only of transactions',
		{ added: 'address' },
		{ address: ['Address'], tx: ['Transaction'] },
	),
};

/** Throws for bounds between which no score lies. */
export function refuseEmptyRange(filters: { riskScoreFrom?: number; riskScoreTo?: number }): void {
	const { riskScoreFrom: from, riskScoreTo: to } = filters;
	if (from === undefined || to === undefined || from <= to) return;
	throw badSetting(
		`'Risk Score From' (${from}) is above 'Risk Score To' (${to})`,
		'Swap them, or remove one of the two filters.',
	);
}
