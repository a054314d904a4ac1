/** The node as the tool of a model: what it may leave out, and what it reads of a mistake. */
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

it('nothing from a model means the default; in Network and Asset its "null" does, too', async () => {
	const parameters = screen({
		network: ask('word'),
		asset: ask('word'),
		waitForResult: ask('nothing'),
		options: { timeout: ask('nothing'), includeDetails: ask('nothing') },
	});
	const args = { address: bookAddress('TRX', 'low'), nothing: '', word: 'null' };
	const { failure } = await call('check.checkAddress', parameters, args);
	expect(failure?.message).toBeUndefined();
	expect(sentTo('checkup.checkaddr').length).toBeGreaterThan(1);
});

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
			/use a whole number from 0/,
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
