/** Links and the owner of the address: one free search for each address. */
import type { INodeParameters } from 'n8n-workflow';
import type { FaultKind } from '../../../sandbox/server.mts';
import { bookAddress } from '../../../sandbox/server.mts';
import type { World } from './support.mts';
import { BTC_WALLETS, inWorld, REGULAR, run, screen, SPLIT, WALLETS } from './support.mts';

const FIND = 'checkup.findreport';

const DETAILS = { includeDetails: true };

const searches = ({ wire }: World): number =>
	wire.calls.filter(({ method }) => method === FIND).length;

/** Screens wallets of a network with a counterparty on every report, and a history without links. */
async function play(
	world: World,
	items: number,
	more: INodeParameters = {},
	options: INodeParameters = DETAILS,
	type: unknown = 'exchange_licensed',
) {
	world.wire.says = (_, { history, checks }) => {
		for (const record of (history ?? []) as Array<Record<string, unknown>>)
			Object.assign(record, { pdfLink: null, shareLink: null });
		for (const record of (checks ?? []) as Array<Record<string, unknown>>)
			record.counterparty = { id: 7, name: 'Acme Exchange', slug: 'acme', type };
	};
	const wallets = more.network === 'BTC' ? BTC_WALLETS : WALLETS;
	return await run(world.sandbox, {
		items: wallets.slice(0, items).map((address) => ({ address })),
		parameters: screen(options, more),
		settings: REGULAR,
	});
}

it.each(['BTC', 'ETH'])('a single check on %s names its links and its owner', async (network) => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const { main } = await play(world, 1, { network });
		const { details, ...json } = main[0]!.json;
		const { hash } = json;
		expect(json).toMatchObject({ riskLevel: 'low', charged: true });
		expect(json.summary).toContain('Acme Exchange');
		expect(json.reportLink).toContain(hash);
		expect(details).toMatchObject({
			...{ pdfLink: expect.stringContaining(String(hash)), shareLink: json.reportLink },
			counterparty: { name: 'Acme Exchange', slug: 'acme', type: 'exchange_licensed' },
		});
		expect(searches(world)).toBe(1);
	});
});

it('takes the report of its own hash only', async () => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		world.sandbox.addCheck({ address: WALLETS[0]! });
		const { main } = await play(world, 1);
		const own = world.sandbox.checks()[1]!.hash;
		expect(main[0]!.json).toMatchObject({ hash: own });
		expect(main[0]!.json.reportLink).toContain(own);
	});
});

it.each<[string, number, INodeParameters, INodeParameters]>([
	['a raw item', 1, { simplify: false }, DETAILS],
	['a check that nobody waits for', 1, { waitForResult: false }, DETAILS],
	['a network whose reports can not be searched', 1, { network: 'BSC' }, DETAILS],
	['Dry Run', 1, {}, { dryRun: true }],
])('%s makes no search', async (_, items, more, options) => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const { status } = await play(world, items, more, options);
		expect(status).toBe('success');
		expect(searches(world)).toBe(0);
	});
});

it('a failed check makes no search', async () => {
	await inWorld({}, async (world) => {
		const items = [{ address: bookAddress('ETH', 'failed') }];
		await run(world.sandbox, { items, settings: SPLIT });
		expect(searches(world)).toBe(0);
	});
});

it('a service that does not answer the search costs two seconds at most', async () => {
	const timeOf = async (isHanging: boolean) =>
		await inWorld({ processingMs: 2_000 }, async (world) => {
			if (isHanging) world.sandbox.fault({ method: FIND, kind: 'hang', times: Infinity });
			const { main } = await play(world, 1);
			expect(main[0]!.json).toMatchObject({ riskLevel: 'low', charged: true });
			return world.elapsed();
		});
	const calm = await timeOf(false);
	expect((await timeOf(true)) - calm).toBeLessThanOrEqual(2_100);
});

it.each<FaultKind>(['rpcError', 'flat401', 'serverErrorBefore', 'html', 'rateLimited'])(
	'an answer that is no report changes nothing: %s',
	async (kind) => {
		await inWorld({ processingMs: 2_000 }, async (world) => {
			world.sandbox.fault({ method: FIND, kind, times: Infinity });
			const { main, status } = await play(world, 1);
			expect(status).toBe('success');
			expect(main[0]!.json).toMatchObject({ riskLevel: 'low', charged: true });
			expect(main[0]!.json).not.toHaveProperty('reportLink');
			expect(main[0]!.json.riskReasons).toContain('The owner could not be asked for');
			expect(searches(world)).toBe(1);
		});
	},
);

const ownersOf = (main: Awaited<ReturnType<typeof play>>['main']) =>
	main.map(({ json }) => [
		json.riskLevel,
		String(json.riskReasons)
			.match(/owner[^;]*/gi)
			?.join() ?? '',
	]);

it.each<[unknown, string, string]>([
	['sanctions', 'high', 'Owner of type sanctions: any trace is high'],
	['dprk_it_workers', 'high', 'Owner of type dprk it workers: any trace is high'],
	['mixer', 'high', 'Owner of type mixer: high from 25%'],
	['atm', 'medium', 'Owner of type ATM: medium from its limit of 25%'],
	['unnamed_service', 'unknown', 'Owner of type unnamed service: unknown to this node, from 5%'],
	[['sanctions'], 'unknown', 'Owner of type unreadable: unknown to this node, from 5%'],
	['exchange_unlicensed', 'low', ''],
	['wallet', 'low', ''],
])('an owner of type %j makes a clean wallet %s', async (type, level, reason) => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const { main } = await play(world, 1, { network: 'BTC' }, {}, type);
		expect(ownersOf(main)).toEqual([[level, reason]]);
		expect(main[0]!.json.summary).toContain('Acme Exchange');
		if (reason !== '') expect(main[0]!.json.summary).toContain(`owner of type`);
		expect(searches(world)).toBe(1);
	});
});

it.each([
	[3, {}, 3],
	[4, {}, 4],
])(
	'of %i addresses with the options %j, %i owners are asked for',
	async (items, options, asked) => {
		await inWorld({ processingMs: 2_000 }, async (world) => {
			const { main } = await play(world, items, { network: 'BTC' }, options, 'sanctions');
			expect(searches(world)).toBe(asked);
			const reasons = ownersOf(main).map(([level, reason]) => `${level}: ${reason}`);
			expect(reasons).toEqual(
				Array(items).fill('high: Owner of type sanctions: any trace is high'),
			);
		});
	},
);

it('an address is asked for once, whatever its assets and however often it is listed', async () => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const [address] = WALLETS;
		await run(world.sandbox, {
			items: [{ address }, { address }, { address }, { address }],
			parameters: screen({}, { network: 'ETH', asset: 'all' }),
			settings: REGULAR,
		});
		expect(world.sandbox.stats().charges).toBe(3);
		expect(searches(world)).toBe(1);
	});
});

it('an owner that another report of the address names counts where the own one is silent', async () => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const address = BTC_WALLETS[0]!;
		world.sandbox.addCheck({ currency: 'BTC', address });
		world.wire.says = (_, { checks }) => {
			for (const [at, record] of ((checks ?? []) as Array<Record<string, unknown>>).entries())
				record.counterparty = at === 0 ? null : { name: 'Acme', type: 'sanctions' };
		};
		const { main } = await run(world.sandbox, {
			items: [{ address }],
			parameters: screen({}, { network: 'BTC', asset: 'coin' }),
		});
		expect(main[0]!.json.riskLevel).toBe('high');
	});
});

it.each([
	['sanctions', 'high'],
	['unnamed_service', 'unknown'],
	['exchange_licensed', 'low'],
])('a late result of a wallet whose owner is of type %s is %s', async (type, level) => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const hashes = BTC_WALLETS.slice(0, 4).map((address) =>
			world.sandbox.addCheck({ currency: 'BTC', address }),
		);
		world.wire.says = (_, { checks }) => {
			for (const record of (checks ?? []) as Array<Record<string, unknown>>)
				record.counterparty = { name: 'Acme', type };
		};
		const read = async (wanted: string[]) => {
			const checkHash = '={{ $json.hash }}';
			const parameters = { resource: 'check', operation: 'getResult', checkHash };
			const items = wanted.map((hash) => ({ hash }));
			return (await run(world.sandbox, { items, parameters })).main;
		};
		const same = Array.from({ length: 4 }, () => hashes[0]!);
		for (const { json } of await read(same)) expect(json.riskLevel).toBe(level);
		expect(searches(world)).toBe(1);
		const [many] = await read(hashes);
		expect(many!.json.riskReasons).toContain('The owner was not asked for');
		expect(searches(world)).toBe(1);
	});
});
