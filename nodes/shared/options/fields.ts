import type { INodeProperties } from 'n8n-workflow';

import { REPORT_CURRENCY_OPTIONS, REPORT_NETWORKS, readReportCurrency } from '../currencies';
import { byName } from '../values';
import { flag, numberFrom, oneOf, recognizedBy, text, toLabel, unusableValue } from './read';
import type { Option, Options } from './read';

/*
 * How an option is declared: what the editor shows, its default, and how its value is read, all in one place.
 */

/** What an option says of itself. */
interface Declared<T> {
	displayName: string;
	description: string;
	/** The value that it begins with when somebody adds it. */
	added: T;
	/** The value while it is not added; the same unless given. */
	byDefault?: T;
}

/** A number in a range, or a text that says one. */
export function numberOption(
	declared: Declared<number> & { from: number; upTo?: number; isWhole?: boolean },
): Option<number> {
	const { displayName, description, from, upTo, isWhole, added, byDefault = added } = declared;
	const typeOptions = { minValue: from, ...(upTo !== undefined && { maxValue: upTo }) };
	return {
		field: { displayName, type: 'number', typeOptions, default: added, description },
		schema: numberFrom(from, upTo, isWhole),
		byDefault,
	};
}

/** One value of a list. */
export function choiceOption<const T extends string>(
	declared: Declared<NoInfer<T>> & {
		choices: ReadonlyArray<{ name: string; value: T; description?: string }>;
	},
): Option<T> {
	const { displayName, description, choices, added, byDefault = added } = declared;
	return {
		field: { displayName, type: 'options', options: [...choices], default: added, description },
		schema: oneOf(...choices.map(({ value }) => value)),
		byDefault,
	};
}

/** Makes an option that is undefined while it is not added. */
const withoutDefault = <T>(option: Option<T>): Option<T | undefined> => ({
	...option,
	byDefault: undefined,
});

/** A text, empty by default. */
export const textOption = (
	displayName: string,
	placeholder: string,
	description: string,
): Option<string> => ({
	field: { displayName, type: 'string', default: '', placeholder, description },
	schema: text,
	byDefault: '',
});

/** Switches something on or off. Added, it begins with the opposite of the default. */
export const switchOption = (
	displayName: string,
	byDefault: boolean,
	description: string,
): Option<boolean> => ({
	field: { displayName, type: 'boolean', default: !byDefault, description },
	schema: flag,
	byDefault,
});

/** The entries of a collection as the editor shows them. */
export const toFields = (entries: Options): INodeProperties[] =>
	Object.entries(entries)
		.map(([name, { field }]): INodeProperties => ({ ...field, name }))
		.sort((a, b) => byName(a.displayName, b.displayName));

const COLLECTIONS = {
	advanced: { displayName: 'Advanced Options', placeholder: 'Add advanced option' },
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
	options: toFields(entries),
});

/** Whether an item is short and flat, or what the service sent. */
export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	displayOptions: { hide: { '@tool': [true] } },
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** What an agent's tool shows in place of Simplify; `names` are the fields of the simplified output. */
export function toolOutputFields(names: readonly string[]): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'The response as the service sent it' },
				{
					name: 'Selected Fields',
					value: 'selectedFields',
					description: 'The fields you choose; level, summary, hash and cost are always included',
				},
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
			],
			default: 'simplified',
			displayOptions: { show: { '@tool': [true] } },
			description: 'How much of the response the agent reads',
		},
		{
			displayName: 'Output Fields',
			name: 'outputFields',
			type: 'multiOptions',
			options: names
				.map((name) => ({ name: toLabel(name), value: name }))
				.sort((a, b) => byName(a.name, b.name)),
			default: [...names.slice(0, 3)],
			displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
			description: 'Fields of the simplified output to include',
		},
	];
}

/** Options of everything that returns checks. */
export const INCLUDE_DETAILS = switchOption(
	'Include Details',
	false,
	'Whether to add an object with more fields: reasons and signals as lists, original score, dates, amounts, counterparty',
);

export const INCLUDE_RISK_POLICY = switchOption(
	'Include Risk Policy',
	false,
	'Whether to add the applied risk rules, with a fingerprint that changes when the rules change',
);

/** The filters of the history that both nodes have. An empty filter filters nothing. */
export const HISTORY_FILTERS = {
	currency: {
		field: {
			displayName: 'Currency',
			type: 'options',
			options: REPORT_CURRENCY_OPTIONS,
			default: 'BTC',
			description: 'Only checks on this network',
		},
		schema: recognizedBy(readReportCurrency, `one of ${REPORT_NETWORKS.join(', ')}`),
		byDefault: undefined,
	} satisfies Option,
	riskScoreFrom: withoutDefault(
		numberOption({
			displayName: 'Risk Score From',
			from: 0,
			upTo: 100,
			added: 75,
			description: 'Only checks with at least this risk score (0 to 100)',
		}),
	),
	riskScoreTo: withoutDefault(
		numberOption({
			displayName: 'Risk Score To',
			from: 0,
			upTo: 100,
			added: 25,
			description: 'Only checks with at most this risk score (0 to 100)',
		}),
	),
	type: withoutDefault(
		choiceOption({
			displayName: 'Type',
			choices: [
				{ name: 'Address', value: 'address' },
				{ name: 'Transaction', value: 'tx' },
			],
			added: 'address',
			description: 'Only checks of addresses, or only of transactions',
		}),
	),
};

/** Throws for bounds between which no score lies. */
export function refuseEmptyRange(filters: { riskScoreFrom?: number; riskScoreTo?: number }): void {
	const { riskScoreFrom: from, riskScoreTo: to } = filters;
	if (from === undefined || to === undefined || from <= to) return;
	throw unusableValue(
		`'Risk Score From' (${from}) is above 'Risk Score To' (${to})`,
		'Swap them, or remove one of the two filters.',
	);
}
