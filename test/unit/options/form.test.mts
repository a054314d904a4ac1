/** What people see of both nodes before a run: panel, canvas and forms. */
import { readFileSync } from 'node:fs';
import {
	NodeHelpers,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { OPTIONS } from '../../../nodes/AmlCheck/fields/options.ts';
import { costsChecks, OPERATIONS, SUBTITLE } from '../../../nodes/AmlCheck/operations/index.ts';
import { AmlCheckTrigger } from '../../../nodes/AmlCheckTrigger/AmlCheckTrigger.node.ts';
import { TRIGGER_OPTIONS } from '../../../nodes/AmlCheckTrigger/properties.ts';
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

const namesOf = (properties: INodeProperties[]) => properties.map(({ name }) => name);

/** Every field with those inside of others, once. */
function allFields(): INodeProperties[] {
	const all: INodeProperties[] = [];
	const visit = (properties: readonly unknown[]): void => {
		for (const one of properties as INodeProperties[]) {
			if (one.type !== undefined) all.push(one);
			visit([...(one.modes ?? []), ...(one.options ?? [])]);
			visit((one as { values?: unknown[] }).values ?? []);
		}
	};
	visit([...action.properties, ...polling.properties, ...new AmlCheckApi().properties]);
	return all;
}

describe('the panel', () => {
	const offered = action.properties.flatMap(({ name, options = [] }) =>
		name === 'operation' ? (options as INodePropertyOptions[]) : [],
	);

	it('calls the operations as n8n does, without a price', () => {
		expect(offered.map((one) => [one.name, one.action])).toEqual([
			['Screen Address', 'Screen a wallet'],
			['Screen Transaction', 'Screen a transaction'],
			['Get', 'Get the result of a check'],
			['Search', 'Search for reports'],
			['Get Many', 'Get many past checks'],
			['Get Many', 'Get many currencies'],
			['Test Connection', 'Test the connection'],
			['Get Status', 'Get the status of the account'],
		]);
	});

	it('says the price of each operation in its description, as its method says', () => {
		const paid = OPERATIONS.filter(costsChecks).map(({ value }) => value);
		expect(paid).toEqual(['checkAddress', 'checkTransaction']);
		for (const { value, description } of offered)
			expect(description).toMatch(
				paid.includes(String(value)) ? /, at 1 check( per asset)?$/ : /, free of charge$/,
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

describe('the texts', () => {
	it('of fields are one sentence of at most 20 words', () => {
		const tips = new Set(allFields().flatMap(({ description }) => description ?? []));
		expect(tips.size).toBeGreaterThan(40);
		const isLong = (text: string) => text.split(/\s+/).length > 20 || /[.?!] [A-Z]/.test(text);
		expect([...tips].filter(isLong)).toEqual([]);
	});

	it('hold two notices in the node, each one sentence', () => {
		const notices = action.properties.filter(({ type }) => type === 'notice');
		expect(namesOf(notices)).toEqual(['costNotice', 'toolNotice']);
		for (const { displayName } of notices) expect(displayName).not.toMatch(/[.?!] |<a/);
	});

	it('of placeholders show content, and no expression', () => {
		const placeholders = allFields().flatMap(({ placeholder }) => placeholder ?? []);
		expect(placeholders.length).toBeGreaterThan(10);
		expect(placeholders.filter((text) => text.includes('{{'))).toEqual([]);
	});
});

describe('the form', () => {
	const HEAD = ['resource', 'operation'];

	it('of Screen Address has five fields before Options', () => {
		expect(namesOf(formOf('check', 'checkAddress', { asset: 'all' }))).toEqual([
			...HEAD,
			...['costNotice', 'network', 'asset', 'address', 'waitForResult', 'simplify', 'options'],
		]);
	});

	it('of Screen Transaction has one more', () => {
		expect(namesOf(formOf('check', 'checkTransaction'))).toEqual([
			...[...HEAD, 'costNotice', 'network', 'asset', 'transaction', 'address', 'waitForResult'],
			...['simplify', 'options'],
		]);
	});

	it.each([
		[
			'check',
			'getResult',
			['checkHash', 'network', 'asset', 'waitForResult', 'simplify', 'options'],
		],
		['report', 'find', ['network', 'target', 'returnAll', 'simplify', 'options']],
		['history', 'getAll', ['returnAll', 'filters', 'simplify', 'options']],
		['account', 'ping', []],
	])('of %s: %s is short', (resource, operation, fields) => {
		expect(namesOf(formOf(resource, operation))).toEqual([...HEAD, ...fields]);
	});

	it('of the trigger is short', () => {
		const names = namesOf(shown({ triggerOn: 'checkCompleted' }, polling));
		expect(names).toEqual(['triggerOn', 'filters', 'simplify', 'options']);
	});

	it.each([
		...['all', 'coin', 'USDT', 'USDC', ''].map((asset) => [asset, false] as const),
		...['token', '={{ $json.coin }}'].map((asset) => [asset, true] as const),
	])('under the asset %p it shows Token: %p', (value, expected) => {
		const asset = { __rl: true, mode: 'id', value };
		for (const operation of ['checkAddress', 'checkTransaction'])
			expect(namesOf(formOf('check', operation, { asset })).includes('token')).toBe(expected);
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

	it('begins each option with what holds without it, but for two that would do nothing', () => {
		const options = Object.entries({ ...OPTIONS, ...TRIGGER_OPTIONS });
		const differing = options.filter(([, { field, byDefault }]) => field.default !== byDefault);
		expect(differing.map(([name, { field }]) => [name, field.default])).toEqual([
			['maxPaidChecks', 100],
			['reuseWithinHours', 24],
		]);
	});

	it('has every option in some operation', () => {
		const entries = action.properties.flatMap(({ name, options = [] }) =>
			name === 'options' ? options.map((one) => one.name) : [],
		);
		expect(Object.keys(OPTIONS).filter((name) => !entries.includes(name))).toEqual([]);
	});
});
