/** Around the result: the input's fields, and hints that show only where they matter. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bookAddress } from '../../../sandbox/server.mts';
import { BinaryDataConfig } from 'n8n-core';
import { container } from '../harness/platform.mts';
import { jsonOf, run, sandbox, useSandbox, type OperationRun } from '../operations/support.mts';

useSandbox();

const [LOW, UNSCORED] = (['low', 'unscored'] as const).map((kind) => bookAddress('ETH', kind));

const screen = async (items: IDataObject[], more: INodeParameters = {}, settings = {}) =>
	await run(
		'check.checkAddress',
		{ network: 'ETH', asset: 'coin', address: '={{ $json.address }}', ...more },
		{ items, settings },
	);

describe('Include Input Fields', () => {
	const options = { includeInputFields: true };

	it('puts the columns of the input after the fields of the result, which win', async () => {
		const input = { Customer: 'Example GmbH', address: LOW, Amount: 12.5, riskLevel: 'high' };
		const { main } = await screen([input], { options });
		const [json] = jsonOf(main);
		expect(json).toMatchObject({ Customer: 'Example GmbH', Amount: 12.5, riskLevel: 'low' });
		expect(Object.keys(json!).slice(-2)).toEqual(['Customer', 'Amount']);
		expect(jsonOf((await screen([input])).main)[0]).not.toHaveProperty('Customer');
	});

	it('fills in nothing that the result has not got', async () => {
		const before = {
			riskScore: 3,
			riskLevel: 'low',
			charged: true,
		};
		const input = { address: UNSCORED, ...before, error: 'x', status: 'Gold customer' };
		const { main } = await screen([input], { options });
		const [json] = jsonOf(main);
		expect(json).toMatchObject({ riskLevel: 'unknown', status: 'Gold customer' });
		for (const key of ['riskScore', 'error']) expect(json).not.toHaveProperty(key);
		const raw = await screen([input], { options, simplify: false });
		expect(Object.keys(jsonOf(raw.main)[0]!)).toEqual(['check', 'meta', 'address', 'status']);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'of last time make no result of an error item: %s',
		async (onError) => {
			const lastTime = {
				...{ riskLevel: 'low', hash: 'old', riskScore: 3, charged: true },
				...{ summary: 'LOW', reportLink: 'https://old', found: true },
			};
			const input = { Customer: 'Example GmbH', address: 'no address', ...lastTime };
			const { main, error } = await screen([input], {}, { onError });
			const isSplit = onError === 'continueErrorOutput';
			expect([main.length, error.length]).toEqual(isSplit ? [0, 1] : [1, 0]);
			const json = JSON.parse(JSON.stringify((isSplit ? error : main)[0]!.json)) as object;
			const own = {
				error: expect.any(String),
				riskLevel: 'unknown',
				hash: null,
				details: expect.objectContaining({ fault: 'input' }),
			};
			const fromInput = { Customer: 'Example GmbH', address: 'no address' };
			expect(json).toEqual(isSplit ? { ...own, ...fromInput } : own);
		},
	);

	it('leaves error items as they are: an error and its details', async () => {
		const settings = { onError: 'continueRegularOutput' };
		const input = { Customer: 'Example GmbH', address: 'no address' };
		const { main } = await screen([input], { options }, settings);
		expect(Object.keys(jsonOf(main)[0]!)).toEqual(['error', 'riskLevel', 'hash', 'details']);
	});
});

describe('files of the input', () => {
	const file = (fileName: string) => ({ data: 'eA==', mimeType: 'text/plain', fileName });
	const options = { includeInputFields: true };
	const parameters = { network: 'ETH', asset: 'coin', address: '={{ $json.address }}' };
	const row = { json: { address: LOW }, binary: { passport: file('passport.txt') } };

	it('go along with the fields, and only with them', async () => {
		const own = async (more: INodeParameters) =>
			(await run('check.checkAddress', { ...parameters, ...more }, { items: [row] })).main[0];
		expect((await own({ options }))?.binary).toEqual(row.binary);
		expect((await own({}))?.binary).toBeUndefined();
	});

	it.each(['continueErrorOutput', 'continueRegularOutput', 'stopWorkflow'] as const)(
		'in the json of a workflow that holds them there, a field of their name is left out (%s)',
		async (onError) => {
			const config = container.get(BinaryDataConfig);
			const { mode } = config;
			config.mode = 'default';
			// From the node on: an item that n8n converted before has no such field.
			const change = (body: unknown) => {
				config.mode = 'filesystem';
				return body;
			};
			sandbox().fault({ method: 'checkup.checkaddr', kind: 'changed', change });
			try {
				const binary = { passport: { ...file('passport.txt'), id: 'filesystem-v2:stored' } };
				const json = { address: LOW, riskLevel: 'low', hash: 'old', _files: 'passport.txt' };
				const more = { items: [{ json, binary }], settings: { onError }, binaryMode: 'combined' };
				const name = 'check.checkAddress';
				const ran = await run(name, { ...parameters, options }, more as OperationRun);
				expect(ran.status).toBe('success');
				const [item] = jsonOf(ran.main);
				expect(item).toMatchObject({ riskLevel: 'low', _files: binary });
				expect(item?.hash).not.toBe('old');
			} finally {
				config.mode = mode;
			}
		},
	);
});
