/** The node as the tool of a model: what it may leave out, what it reads of a mistake, and how much it reads. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { runTool, type ToolOptions } from '../harness/index.mts';
import { credential, sandbox, sent, sentTo, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const ask = (key: string) => `={{ $fromAI('${key}', '', 'string') }}`;

const call = async (
	operation: string,
	parameters: INodeParameters,
	args: IDataObject = {},
	more: Partial<ToolOptions> = {},
) => {
	const [resource, value] = operation.split('.') as [string, string];
	return await runTool({
		node: AmlCheck,
		parameters: { resource, operation: value, ...parameters },
		args,
		credentials: [credential()],
		...more,
	});
};

const screen = (more: INodeParameters = {}): INodeParameters => ({
	network: 'ETH',
	asset: 'coin',
	address: ask('address'),
	...more,
});

describe.each(['', 'null', 'none', 'NULL', ' None '])(
	'%j from a model means: not given',
	(nothing) => {
		it('for the token, the wait and the options that guard nothing', async () => {
			const parameters = screen({
				token: ask('nothing'),
				waitForResult: ask('nothing'),
				options: { timeout: ask('nothing'), includeDetails: ask('nothing') },
			});
			const { failure, response } = await call('check.checkAddress', parameters, {
				address: LOW,
				nothing,
			});
			expect(failure?.message).toBeUndefined();
			expect(JSON.parse(response ?? '')).toMatchObject([{ riskLevel: 'low' }]);
			expect(sentTo('checkup.checkaddr')).toMatchObject([{ currency: 'ETH' }]);
		});

		it('for the network and the asset: their defaults', async () => {
			const tron = bookAddress('TRX', 'low');
			const parameters = screen({ network: ask('nothing'), asset: ask('nothing') });
			const args = { address: tron, nothing };
			const { failure } = await call('check.checkAddress', parameters, args);
			expect(failure?.message).toBeUndefined();
			expect(sentTo('checkup.checkaddr').length).toBeGreaterThan(1);
		});

		it.each(['maxPaidChecks', 'reuseWithinHours', 'requestKey'])(
			'but not for %s, which guards money',
			async (name) => {
				const option = name === 'requestKey' ? 'requestKey' : name;
				const options = { [option]: ask('nothing') };
				const args = { address: LOW, nothing };
				const { failure } = await call('check.checkAddress', screen({ options }), args);
				expect(failure?.message).toContain('give it a value or remove it');
				expect(sent()).toEqual([]);
			},
		);
	},
);

it('a value that is not given as such means: not given', async () => {
	const parameters = screen({ token: '={{ null }}', options: { timeout: '={{ null }}' } });
	const { failure } = await call('check.checkAddress', parameters, { address: LOW });
	expect(failure?.message).toBeUndefined();
});

it.each<[string, INodeParameters]>([
	['check.checkAddress', { address: "={{ $('Rows').item.json.address }}" }],
	['check.checkAddress', { asset: "={{ $('Rows').item.json.coin }}", address: LOW }],
	[
		'check.checkTransaction',
		{ asset: 'coin', address: LOW, transaction: "={{ $('Rows')?.item.json.hash }}" },
	],
	['report.find', { target: "={{ $('Rows').item.json.address.trim() }}" }],
	['check.getResult', { checkHash: "={{ $('Rows').item.json.details.checks }}" }],
])('%s refuses the row of another call: %j', async (operation, parameters) => {
	for (const through of ['agent', 'engine'] as const) {
		const { failure } = await call(operation, { network: 'ETH', ...parameters }, {}, { through });
		expect(failure?.message).toContain('gives every call of a tool the first row');
	}
	expect(sent()).toEqual([]);
});

describe.each(['agent', 'engine'] as const)('a mistake, as a model reads it (%s)', (through) => {
	it.each<[string, INodeParameters, IDataObject, RegExp]>([
		['check.checkAddress', screen({ network: ask('coin') }), { coin: 'FOO' }, /BTC.*TRX/],
		['check.checkAddress', screen(), { address: 'nonsense' }, /\. .*address/i],
		['report.find', { network: ask('coin'), target: LOW }, { coin: 'Solana' }, /BTC.*TRX/],
		['history.getAll', { filters: { type: ask('type') } }, { type: 'wallet' }, /address, tx/],
		[
			'check.checkAddress',
			screen({ options: { timeout: ask('time') } }),
			{ address: LOW, time: 'long' },
			/number from/,
		],
		['check.checkAddress', screen({ network: ask('coin') }), { coin: '-1' }, /BTC.*TRX/],
		['check.checkAddress', screen({ asset: ask('coin') }), { coin: 'FOO' }, /USDT/],
		[
			'check.checkAddress',
			screen({ options: { riskRules: ask('rules') } }),
			{ rules: '' },
			/balanced, strict/,
		],
		[
			'check.checkAddress',
			screen({ options: { maxPaidChecks: ask('most') } }),
			{ most: 'none' },
			/give it a value or remove it; use a whole number from 0/,
		],
		['report.find', { network: ask('coin'), target: LOW }, { coin: 'null' }, /is empty.*BTC.*TRX/],
	])('%s %j', async (operation, parameters, args, values) => {
		const given = { address: LOW, ...args };
		const { failure } = await call(operation, parameters, given, { through });
		expect(failure?.message).toMatch(values);
		expect(failure?.message).not.toMatch(/\[items? \d/);
		expect(sandbox().stats().charges).toBe(0);
	});

	it('names the cause of an outage', async () => {
		const credentials = [credential({ baseUrl: 'http://127.0.0.1:9' })];
		const { failure } = await call('account.ping', {}, {}, { through, credentials });
		expect(failure?.message).toMatch(/could not be reached|refused the connection/);
		expect(failure?.message).toContain('Check the base URL');
	});
});

describe('a list, as a model reads it,', () => {
	const lengthOf = async (operation: string, parameters: INodeParameters) => {
		const { response } = await call(operation, parameters);
		const items = JSON.parse(response ?? '[]') as IDataObject[];
		return { count: items.length - 1, last: items.at(-1) };
	};

	it.each<[string, INodeParameters, number]>([
		['by default', {}, 50],
		['with Return All', { returnAll: true }, 50],
		['with a limit', { limit: 120 }, 120],
		['with a limit that is too high', { limit: 5000 }, 200],
	])('ends with how many there are more: %s', async (_, parameters, count) => {
		sandbox().seedHistory(300);
		expect(await lengthOf('history.getAll', parameters)).toEqual({
			count,
			last: { note: `${300 - count} more, narrow it down` },
		});
	});

	it('says so if it does not know all', async () => {
		sandbox().seedHistory(1300);
		const { last } = await lengthOf('history.getAll', {});
		expect(last).toEqual({ note: 'At least 950 more, narrow it down' });
	});

	it('is no longer for reports of one wallet, in either form', async () => {
		for (let n = 0; n < 60; n++) sandbox().addCheck({ address: LOW });
		const parameters = { network: 'ETH', target: LOW, returnAll: true };
		expect(await lengthOf('report.find', parameters)).toEqual({
			count: 50,
			last: { note: '10 more, narrow it down' },
		});
		const { response } = await call('report.find', { ...parameters, simplify: false });
		const [raw, rest] = JSON.parse(response ?? '[]') as IDataObject[];
		expect(raw?.checks).toHaveLength(50);
		expect(rest).toEqual({ note: '10 more, narrow it down' });
	});
});
