/** What people see of both nodes before a run: panel, canvas and forms. */
import { readFileSync } from 'node:fs';
import {
	NodeHelpers,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { OPTIONS } from '../../../nodes/AmlCheck/fields/options.ts';
import { costsChecks, OPERATIONS, SUBTITLE } from '../../../nodes/AmlCheck/operations/index.ts';
import { AmlCheckTrigger } from '../../../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import * as trigger from '../../../nodes/AmlCheckTrigger/properties.ts';
import { ROOT } from '../docs/pages.mts';

const action = new AmlCheck().description;
const polling = new AmlCheckTrigger().description;

/** What the form shows for some values. */
function shown(
	values: Record<string, unknown>,
	description: INodeTypeDescription = action,
): INodeProperties[] {
	return description.properties.filter((property) =>
		NodeHelpers.displayParameter(values as never, property, null, description),
	);
}

const formOf = (resource: string, operation: string, more = {}) =>
	shown({ resource, operation, ...more });

const entriesOf = (properties: INodeProperties[], name: string) =>
	(properties.find((property) => property.name === name)?.options ?? []).map((one) => one.name);

/** Every field of both nodes, with those inside of others. */
function allFields(): INodeProperties[] {
	const all: INodeProperties[] = [];
	const visit = (properties: readonly unknown[]): void => {
		for (const one of properties as INodeProperties[]) {
			all.push(one);
			visit([...(one.modes ?? []), ...(one.options ?? [])]);
			visit((one as { values?: unknown[] }).values ?? []);
		}
	};
	visit([...action.properties, ...polling.properties]);
	return all;
}

it('lists of five and more are in alphabetical order', () => {
	for (const { displayName, type, options = [] } of allFields()) {
		const names = options.map(({ name }) => name);
		if (!/options/i.test(type ?? '') || names.length < 5) continue;
		const sorted = [...names].sort((a, b) => a.localeCompare(b));
		expect([displayName, names]).toEqual([displayName, sorted]);
	}
});

it('placeholders show content, and no expression', () => {
	const placeholders = allFields().flatMap(({ placeholder }) => placeholder ?? []);
	expect(placeholders.length).toBeGreaterThan(15);
	expect(placeholders.filter((text) => text.includes('{{'))).toEqual([]);
});

describe('the panel', () => {
	it('says what each operation costs, as its method says', () => {
		const paid = OPERATIONS.filter(costsChecks).map(({ value }) => value);
		expect(paid).toEqual(['checkAddress', 'checkTransaction']);
		for (const one of OPERATIONS) expect(one.price !== undefined).toBe(costsChecks(one));
		const options = action.properties.flatMap(({ name, options = [] }) =>
			name === 'operation' ? (options as INodePropertyOptions[]) : [],
		);
		expect(options.map(({ description }) => description)).toEqual([
			expect.stringMatching(/, at 1 check per asset$/),
			expect.stringMatching(/, at 1 check$/),
			...Array.from({ length: OPERATIONS.length - 2 }, () =>
				expect.stringMatching(/, free of charge$/),
			),
		]);
	});

	it('calls the operations as n8n does, without a price', () => {
		expect(OPERATIONS.map(({ name, action }) => [name, action])).toEqual(
			expect.arrayContaining([
				['Screen Address', 'Screen a wallet'],
				['Screen Transaction', 'Screen a transaction'],
				['Get', 'Get the result of a check'],
				['Search', 'Search for reports'],
				['Get Many', 'Get many past checks'],
				['Get Many', 'Get many currencies'],
				['Test Connection', 'Test the connection'],
				['Get Status', 'Get the status of the account'],
			]),
		);
	});

	it('shows the sentence of the trigger for both nodes, so it says both', () => {
		expect(polling.description).toMatch(/^Screens crypto wallets .+ starts the workflow when/);
	});

	const aliasesOf = (node: string) => {
		const codex = readFileSync(`${ROOT}/nodes/${node}/${node}.node.json`, 'utf8');
		return (JSON.parse(codex) as { alias: string[] }).alias;
	};

	it.each([
		...['aml', 'kyc', 'kyt', 'bitcoin', 'btc', 'ethereum', 'eth', 'usdt', 'ofac', 'sanctions'],
		...['anti money laundering', 'fraud', 'due diligence', 'travel rule', 'compliance'],
		...['screen wallet', 'screen address', 'check address', 'risk score', 'stablecoin'],
	])('finds the node under "%s"', (word) => {
		expect(aliasesOf('AmlCheck')).toContain(word);
	});

	it('finds no trigger under what only the action does', () => {
		expect(aliasesOf('AmlCheckTrigger').filter((word) => /screen/.test(word))).toEqual([]);
	});

	it('and the canvas call every operation by its name', () => {
		const names = JSON.parse(/\((\{.*\})\)/.exec(SUBTITLE)?.[1] ?? '') as Record<string, string>;
		expect(names['check.checkAddress']).toBe('screen address: check');
		expect(names['report.find']).toBe('search: report');
		expect(Object.keys(names)).toEqual(
			OPERATIONS.map(({ resource, value }) => `${resource}.${value}`),
		);
	});
});

describe('the form', () => {
	it('of Screen Address is short', () => {
		const properties = formOf('check', 'checkAddress', { asset: 'all' });
		expect(properties.map(({ name }) => name)).toEqual([
			...['resource', 'operation', 'costNotice', 'network', 'asset', 'address'],
			...['waitForResult', 'simplify', 'options'],
		]);
		expect(entriesOf(properties, 'options')).toHaveLength(10);
	});

	it('of the trigger is short', () => {
		const properties = shown({ triggerOn: 'checkCompleted' }, polling);
		expect(properties.map(({ name }) => name)).toEqual([
			...['triggerOn', 'filters', 'simplify', 'options'],
		]);
		expect(entriesOf(properties, 'options').length).toBeLessThanOrEqual(9);
	});

	it.each([
		...['all', 'coin', 'USDT', 'USDC', ''].map((asset) => [asset, false] as const),
		...['token', '={{ $json.coin }}'].map((asset) => [asset, true] as const),
	])('under the asset %p it shows Token: %p', (value, expected) => {
		const asset = { __rl: true, mode: 'id', value };
		for (const operation of ['checkAddress', 'checkTransaction']) {
			const names = formOf('check', operation, { asset }).map(({ name }) => name);
			expect(names.includes('token')).toBe(expected);
		}
	});

	it.each([
		['checkAddress', 'detect', 'all'],
		['checkTransaction', 'detect', ''],
	])('of %s begins with %s and %j', (operation, network, asset) => {
		const properties = formOf('check', operation);
		const find = (wanted: string) => properties.find(({ name }) => name === wanted);
		expect(find('network')?.default).toMatchObject({ value: network });
		expect(find('asset')?.default).toMatchObject({ value: asset });
		expect(find('asset')?.required).toBeFalsy();
	});
});

it('switches begin with Whether, as n8n asks', () => {
	const all = [...action.properties, ...polling.properties].flatMap((one) => [
		one,
		...((one.options ?? []) as INodeProperties[]),
	]);
	for (const { type, description } of all)
		if (type === 'boolean') expect(description).toMatch(/^Whether /);
});

it('every entry of Options and Advanced belongs to some operation', () => {
	const entries = action.properties.flatMap(({ name, options = [] }) =>
		name === 'options' ? options.map((one) => one.name) : [],
	);
	const names = Object.keys(OPTIONS);
	expect(names.filter((name) => !entries.includes(name))).toEqual([]);
});

/**
 * Options that are useless at their default: added, they begin with a stricter or free value, or are
 * refused until filled.
 */
const STRICTER = { maxPaidChecks: 100, reuseWithinHours: 24 };

/** Switches that only change what comes out. */
const OUTPUT_ONLY = ['dryRun', 'includeDetails', 'includeInputFields'];

it('an option that guards money or a level begins with its default when it is added', () => {
	const added = Object.entries({ ...OPTIONS, ...trigger.TRIGGER_OPTIONS })
		.filter(([name]) => !OUTPUT_ONLY.includes(name))
		.map(([name, { field, byDefault }]) => [name, field.default, byDefault] as const);
	const differing = added.filter(([, begins, byDefault]) => begins !== byDefault);
	expect(Object.fromEntries(differing.map(([name, begins]) => [name, begins]))).toEqual(STRICTER);
	expect(added.length).toBeGreaterThan(5);
});
