import type { INodeProperties } from 'n8n-workflow';

import { byName } from '../values';
import { flag, option, toLabel, type Options } from './read';

/*
 * Fields that both nodes show, and the collections that they are in.
 */

const collection = (
	displayName: string,
	name: string,
	placeholder: string,
	entries: Options,
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: Object.values(entries)
		.map(({ field }) => field)
		.sort((a, b) => byName(a.displayName, b.displayName)),
});

/** The collection Options. */
export const optionsField = (entries: Options): INodeProperties =>
	collection('Options', 'options', 'Add option', entries);

/** The collection of rarely used options. */
export const advancedField = (entries: Options): INodeProperties =>
	collection('Advanced Options', 'advanced', 'Add advanced option', entries);

/** The collection Filters. */
export const filtersField = (entries: Options): INodeProperties =>
	collection('Filters', 'filters', 'Add filter', entries);

/** Whether an item is short and flat, or what the service sent. */
export const SIMPLIFY: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	displayOptions: { hide: { '@tool': [true] } },
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/**
 * What an agent's tool shows in place of Simplify.
 * @param names the fields of the simplified output.
 */
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

const SWITCH = { type: 'boolean' } as const;

/**
 * An entry that switches something on or off. Added, it begins with what the default is not.
 * @param byDefault what applies while it is not there.
 * @param description begins with "Whether".
 */
export function switchOption(
	displayName: string,
	name: string,
	byDefault: boolean,
	description: string,
) {
	const field = { ...SWITCH, displayName, name, default: !byDefault, description };
	return option(field, flag.default(byDefault));
}

/** Options of everything that returns checks. */
export const INCLUDE_DETAILS = switchOption(
	'Include Details',
	'includeDetails',
	false,
	'Whether to add an object with more fields: reasons and signals as lists, original score, dates, amounts, counterparty',
);

export const INCLUDE_RISK_POLICY = switchOption(
	'Include Risk Policy',
	'includeRiskPolicy',
	false,
	'Whether to add the applied risk rules, with a fingerprint that changes when the rules change',
);
