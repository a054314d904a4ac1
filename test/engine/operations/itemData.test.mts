/** What an item's data may hold in place of a plain value, and what of it a message shows. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bookAddress, makeTransaction } from '../../../sandbox/server.mts';
import {
	jsonOf,
	run,
	sandbox,
	screen,
	sent,
	sentTo,
	useSandbox,
	type OperationName,
} from './support.mts';

useSandbox();

const ADDRESS = bookAddress('ETH', 'low');
const PAID = 'check.checkAddress';
const onError = { settings: { onError: 'continueErrorOutput' } } as const;

const detailsOf = ({ details }: IDataObject) => details as IDataObject;

describe('a list of one value is that value', () => {
	it.each<[OperationName, INodeParameters, IDataObject]>([
		[PAID, { network: '={{ $json.one }}', asset: 'coin', address: ADDRESS }, { one: ['ETH'] }],
		[PAID, { network: 'ETH', asset: 'coin', address: '={{ $json.one }}' }, { one: [ADDRESS] }],
		[
			PAID,
			{ network: 'ETH', asset: 'token', token: '={{ $json.one }}', address: ADDRESS },
			{ one: [94252] },
		],
		[PAID, screen({ address: ADDRESS, options: { timeout: '={{ $json.one }}' } }), { one: [30] }],
		[PAID, screen({ address: ADDRESS, waitForResult: '={{ $json.one }}' }), { one: ['true'] }],
		[
			'check.checkTransaction',
			{ network: 'ETH', asset: 'coin', address: ADDRESS, transaction: '={{ $json.one }}' },
			{ one: [makeTransaction('ETH', 1)] },
		],
		['report.find', { network: 'ETH', target: '={{ $json.one }}' }, { one: [ADDRESS] }],
		['history.getAll', { limit: '={{ $json.one }}' }, { one: ['3'] }],
		['history.getAll', { filters: { dateFrom: '={{ $json.one }}' } }, { one: ['2026-01-31'] }],
		['history.getAll', { filters: { riskScoreFrom: '={{ $json.one }}' } }, { one: ['75'] }],
		['history.getAll', { filters: { network: '={{ $json.one }}' } }, { one: ['BTC'] }],
	])('%s with %j', async (name, parameters, item) => {
		const { failure, status } = await run(name, parameters, { items: [item] });
		expect(failure?.message).toBeUndefined();
		expect(status).toBe('success');
	});

	it('in a locator, too', async () => {
		const network = { __rl: true, mode: 'id', value: '={{ $json.coin }}' };
		const items = [{ coin: ['ETH'] }];
		const { main } = await run(PAID, { network, asset: 'coin', address: ADDRESS }, { items });
		expect(main[0]?.json).toMatchObject({ asset: 'Ethereum', riskLevel: 'low' });
		expect(sentTo('checkup.checkaddr')).toMatchObject([{ currency: 'ETH' }]);
	});

	it('a list of several is none of them', async () => {
		const items = [{ address: [ADDRESS, ADDRESS] }];
		const { error } = await run(PAID, screen(), { items, ...onError });
		expect(jsonOf(error)).toMatchObject([{ details: { fault: 'input', charged: false } }]);
		expect(sandbox().stats().charges).toBe(0);
	});
});

describe('a value that can not be read', () => {
	it.each<[OperationName, INodeParameters]>([
		[PAID, { network: '={{ $json.bad }}', address: ADDRESS }],
		[PAID, { asset: '={{ $json.bad }}', address: ADDRESS }],
		[PAID, { network: 'ETH', asset: 'coin', address: '={{ $json.bad }}' }],
		[PAID, { network: 'ETH', asset: 'token', address: ADDRESS, token: '={{ $json.bad }}' }],
		[PAID, screen({ address: ADDRESS, waitForResult: '={{ $json.bad }}' })],
		['check.getResult', { checkHash: '={{ $json.bad }}' }],
		['report.find', { network: 'ETH', target: '={{ $json.bad }}' }],
		['history.getAll', { limit: '={{ $json.bad }}' }],
		['history.getAll', { filters: { dateFrom: '={{ $json.bad }}' } }],
		['history.getAll', { filters: { network: '={{ $json.bad }}' } }],
	])('is the fault of the item it comes from: %s with %j', async (name, parameters) => {
		const items = [{ bad: { text: 'x' } }];
		const { error } = await run(name, parameters, { items, ...onError });
		expect(error).toHaveLength(1);
		expect(detailsOf(error[0]!.json)).toMatchObject({ fault: 'input', charged: false });
		expect(sent().filter(({ method }) => method !== 'checkup.currencylist')).toEqual([]);
	});

	it('is the fault of the setup where the node says it', async () => {
		const { error } = await run('history.getAll', { limit: -1 }, { items: [{}], ...onError });
		expect(detailsOf(error[0]!.json)).toMatchObject({ fault: 'setup' });
	});
});

const KEY = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90';
const SEED = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const SHAPES: Array<[string, unknown]> = [
	['a text', KEY],
	['a list', [KEY, KEY]],
	['an object', { key: KEY }],
	['the name of a member', { [KEY]: 1 }],
	['deep', { a: [{ b: { c: [KEY] } }] }],
	['a JSON text', JSON.stringify({ key: KEY })],
	['a seed', SEED],
	['a seed in a list', SEED.split(' ')],
	['a seed in an object', Object.fromEntries(SEED.split(' ').map((word, at) => [at, word]))],
];

describe('no message quotes a private key or a seed that was pasted', () => {
	const options = [
		'acceptUnspecifiedAsset',
		'dryRun',
		'includeDetails',
		'includeInputFields',
		'maxConcurrentRequests',
		'maxPaidChecks',
		'reuseWithinHours',
		'timeout',
	];
	const fields: Array<[OperationName, (value: string) => INodeParameters]> = [
		[PAID, (value) => screen({ address: value })],
		[PAID, (value) => screen({ address: ADDRESS, network: value })],
		[PAID, (value) => screen({ address: ADDRESS, asset: value })],
		[PAID, (value) => screen({ address: ADDRESS, token: value })],
		[PAID, (value) => screen({ address: ADDRESS, waitForResult: value })],
		...options.map((name): [OperationName, (value: string) => INodeParameters] => [
			PAID,
			(value) => screen({ address: ADDRESS, options: { [name]: value } }),
		]),
		[
			'check.checkTransaction',
			(value) => ({ network: 'ETH', asset: 'coin', address: ADDRESS, transaction: value }),
		],
		['report.find', (value) => ({ network: 'ETH', target: value })],
		['report.find', (value) => ({ network: value, target: ADDRESS })],
		['history.getAll', (value) => ({ limit: value })],
		['history.getAll', (value) => ({ filters: { dateFrom: value } })],
		['history.getAll', (value) => ({ filters: { network: value } })],
	];

	describe.each(SHAPES)('%s', (_, secret) => {
		it.each(fields)('%s, field %#', async (name, parameters) => {
			const [given, items] = [parameters('={{ $json.secret }}'), [{ secret }] as IDataObject[]];
			for (const settings of [undefined, { onError: 'continueErrorOutput' as const }]) {
				const { failure, hints, error, logs } = await run(name, given, { items, settings });
				const { message, description } = failure ?? {};
				// n8n lays the input's fields under an error item.
				const own = error.map(({ json }) => [json.error, json.details]);
				const shown = JSON.stringify([message, description, hints, own, logs]).toLowerCase();
				expect(shown).not.toContain(KEY.slice(0, 12));
				expect(shown).not.toContain(KEY.slice(-12));
				expect(SEED.split(' ').filter((word) => shown.includes(word)).length).toBeLessThan(5);
			}
		});
	});
});
