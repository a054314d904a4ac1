/** Links and the owner of the address: one free search for each address, in a run of any size. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultKind } from '../../../sandbox/server.mts';
import { bookAddress } from '../../../sandbox/server.mts';
import {
	BTC_WALLETS,
	inWorld,
	REGULAR,
	run,
	screen,
	SPLIT,
	WALLETS,
	type World,
} from './support.mts';

const FIND = 'checkup.findreport';

const searches = ({ wire }: World): number =>
	wire.calls.filter(({ method }) => method === FIND).length;

const ETH = { network: 'ETH', asset: 'coin' };
const BTC = { network: 'BTC', asset: 'coin' };

/** Screens wallets of a network with an owner on every report, and a history without links. */
async function play(
	world: World,
	wallets: readonly string[],
	more: INodeParameters = ETH,
	options: INodeParameters = { includeDetails: true },
	type = 'exchange_licensed',
) {
	world.wire.says = (_, { history = [], checks = [] }) => {
		for (const record of history as IDataObject[])
			Object.assign(record, { pdfLink: null, shareLink: null });
		for (const record of checks as IDataObject[])
			record.counterparty = { id: 7, name: 'Acme Exchange', slug: 'acme', type };
	};
	const items = wallets.map((address) => ({ address }));
	return await run(world.sandbox, { items, parameters: screen(options, more), settings: REGULAR });
}

it.each([
	['BTC', BTC_WALLETS[0]!],
	['ETH', WALLETS[0]!],
])('a check on %s has its own links and its owner', async (network, address) => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		world.sandbox.addCheck({ currency: network, address });
		const { main } = await play(world, [address], { network, asset: 'coin' });
		const { details, ...json } = main[0]!.json;
		expect(json).toMatchObject({ riskLevel: 'low', charged: true });
		expect(json.summary).toContain('Acme Exchange');
		expect(json.reportLink).toContain(json.hash);
		expect(details).toMatchObject({
			shareLink: json.reportLink,
			counterparty: { name: 'Acme Exchange', slug: 'acme', type: 'exchange_licensed' },
		});
		expect(searches(world)).toBe(1);
	});
});

it.each<[string, INodeParameters, INodeParameters]>([
	['a raw item', { ...ETH, simplify: false }, {}],
	['a check that nobody waits for', { ...ETH, waitForResult: false }, {}],
	['a network whose reports can not be searched', { network: 'BSC', asset: 'coin' }, {}],
	['Dry Run', ETH, { dryRun: true }],
])('%s makes no search', async (_, more, options) => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		expect((await play(world, [WALLETS[0]!], more, options)).status).toBe('success');
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

it.each<FaultKind>(['hang', 'rpcError', 'flat401', 'serverErrorBefore', 'html', 'rateLimited'])(
	'without a usable answer a clean wallet is not low: %s',
	async (kind) => {
		await inWorld({ processingMs: 2_000 }, async (world) => {
			world.sandbox.fault({ method: FIND, kind, times: Infinity });
			const { main, status } = await play(world, BTC_WALLETS.slice(0, 3), BTC, { timeout: 60 });
			expect(status).toBe('success');
			expect(main.map(({ json }) => json.riskLevel)).toEqual(['unknown', 'medium', 'high']);
			for (const { json } of main)
				expect(json.riskReasons).toContain('owner of the address could not be asked for');
		});
	},
);

it('an outage of a minute changes no level', async () => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		world.sandbox.fault({ method: FIND, kind: 'serverErrorBefore', times: 5 });
		const { main } = await play(world, [BTC_WALLETS[0]!], BTC);
		expect(main[0]!.json.riskLevel).toBe('low');
	});
});

it('an address is asked for once, whatever its assets and however often it is listed', async () => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const address = WALLETS[0]!;
		const all = { network: 'ETH', asset: 'all' };
		const { main } = await play(world, [address, address, address, address], all, {}, 'sanctions');
		expect(world.sandbox.stats().charges).toBe(3);
		expect(searches(world)).toBe(1);
		expect(main.map(({ json }) => json.riskLevel)).toEqual(['high', 'high', 'high', 'high']);
	});
});

it('an owner that another report of the address names counts where the own one is silent', async () => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const address = BTC_WALLETS[0]!;
		world.sandbox.addCheck({ currency: 'BTC', address });
		world.wire.says = (_, { checks = [] }) => {
			for (const [at, record] of (checks as IDataObject[]).entries())
				record.counterparty = at === 0 ? null : { name: 'Acme', type: 'sanctions' };
		};
		const { main } = await run(world.sandbox, {
			items: [{ address }],
			parameters: screen({}, BTC),
		});
		expect(main[0]!.json.riskLevel).toBe('high');
	});
});
