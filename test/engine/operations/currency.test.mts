import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { bookAddress, CURRENCY_LIST } from '../../../sandbox/server.mts';
import { searchList, type LogEntry } from '../harness/index.mts';
import {
	credential,
	jsonOf,
	pairsOf,
	run,
	sandbox,
	screen,
	sentTo,
	start,
	TOKEN,
	useSandbox,
} from './support.mts';

useSandbox();

describe('Get Many of the currencies', () => {
	it('gives every entry with the identifier as a check takes it', async () => {
		const { main } = await run('currency.getAll', { returnAll: true });
		expect(main).toHaveLength(CURRENCY_LIST.length);
		expect(sentTo('checkup.currencylist')).toEqual([undefined]);
		const dai = jsonOf(main).find(({ symbol }) => symbol === 'DAI');
		expect(JSON.stringify(dai)).toContain('94261');
	});

	it('gives what the service sent with Simplify off', async () => {
		const { main } = await run('currency.getAll', { returnAll: true, simplify: false });
		expect(jsonOf(main)).toEqual(CURRENCY_LIST);
	});

	it('keeps to the limit', async () => {
		const { main } = await run('currency.getAll', { returnAll: false, limit: 4 });
		expect(main).toHaveLength(4);
		expect(pairsOf(main)).toEqual(Array.from({ length: 4 }, () => ({ item: 0 })));
	});

	it('reads the list once for all items', async () => {
		const parameters = { returnAll: false, limit: 2 };
		const { main } = await run('currency.getAll', parameters, { items: [{}, {}, {}] });
		expect(pairsOf(main).map((pair) => (pair as { item: number }).item)).toEqual([
			0, 0, 1, 1, 2, 2,
		]);
		expect(sentTo('checkup.currencylist')).toHaveLength(1);
	});
});

it('an execution that is canceled while it reads the list stops no later one from reading it', async () => {
	const method = 'checkup.currencylist';
	const items = [{ address: bookAddress('ETH', 'low') }];
	sandbox().fault({ method, kind: 'hang' });
	const started = start('check.checkAddress', screen(), { items });
	setTimeout(started.cancel, 150);
	expect((await started.result).status).toBe('canceled');
	expect((await run('check.checkAddress', screen(), { items })).status).toBe('success');
	expect(sentTo(method)).toHaveLength(2);
});

describe('the list of the token locator', () => {
	const search = async (filter?: string, network = 'ETH', logs: LogEntry[] = []) =>
		await searchList({
			node: AmlCheck,
			method: 'searchTokens',
			path: 'token',
			parameters: { resource: 'check', operation: 'checkAddress', network, asset: 'token' },
			credentials: [credential()],
			filter,
			logs,
		});

	it('offers the tokens of the chosen network', async () => {
		const { results } = await search();
		const usdt = results.find(({ value }) => String(value) === '94252');
		expect(usdt?.name).toContain('USDT');
		const ids = CURRENCY_LIST.filter((entry) => entry.currency === 'ETH' && entry.issuer);
		for (const { token_id } of ids) {
			expect(results.map(({ value }) => String(value))).toContain(String(token_id));
		}
		expect(results.map(({ name }) => name).join()).not.toContain('BitTorrent');
	});

	it.each(['usdt', 'TETHER', '94252', '0xdac17f958d2ee523a2206206994597c13d831ec7'])(
		'finds a token by %s',
		async (filter) => {
			const { results } = await search(filter);
			expect(results.map(({ value }) => String(value))).toEqual(['94252']);
		},
	);

	it('finds nothing of another network', async () => {
		expect((await search('BitTorrent')).results).toEqual([]);
		expect((await search('BitTorrent', 'TRX')).results).toHaveLength(1);
	});

	it.each(['={{ $json.network }}', '', 'NOPE', 'detect'])(
		'says why there is nothing to choose from while the network is %p',
		async (network) => {
			await expect(search(undefined, network)).rejects.toMatchObject({
				message: 'Tokens can be listed only for a network that is chosen from the list',
				description: expect.stringContaining('By Contract Address'),
			});
			expect(sentTo('checkup.currencylist')).toEqual([]);
		},
	);

	it('says what is wrong without the token in it', async () => {
		sandbox().configure({ token: 'another' });
		const logs: LogEntry[] = [];
		const failure = await search(undefined, 'ETH', logs).then(
			() => undefined,
			(error: Error) => error,
		);
		expect(failure?.message).toMatch(/credentials/);
		expect(JSON.stringify([failure, failure?.stack, failure?.cause, logs])).not.toContain(TOKEN);
	});
});
