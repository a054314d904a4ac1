/** Links and the owner of the address: one free search for a check that is screened alone, and nothing else for it. */
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
) {
	world.wire.says = (_, { history, checks }) => {
		for (const record of (history ?? []) as Array<Record<string, unknown>>)
			Object.assign(record, { pdfLink: null, shareLink: null });
		for (const record of (checks ?? []) as Array<Record<string, unknown>>)
			record.counterparty = { id: 7, name: 'Acme Exchange', slug: 'acme', type: 'exchange' };
	};
	const wallets = more.currency === 'BTC' ? BTC_WALLETS : WALLETS;
	return await run(world.sandbox, {
		items: wallets.slice(0, items).map((address) => ({ address })),
		parameters: screen(options, more),
		settings: REGULAR,
	});
}

it.each(['BTC', 'ETH'])('a single check on %s names its links and its owner', async (currency) => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const { main } = await play(world, 1, { currency });
		const { details, ...json } = main[0]!.json;
		const { hash } = json;
		expect(json).toMatchObject({ riskLevel: 'low', charged: true });
		expect(json.summary).toContain('Acme Exchange');
		expect(json.reportLink).toContain(hash);
		expect(details).toMatchObject({
			...{ pdfLink: expect.stringContaining(String(hash)), shareLink: json.reportLink },
			counterparty: { name: 'Acme Exchange', slug: 'acme', type: 'exchange' },
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

it('shares the search with Compare With Previous Check', async () => {
	await inWorld({ processingMs: 2_000 }, async (world) => {
		const more = { advanced: { comparePrevious: true } };
		const { main } = await play(world, 1, more);
		expect(main[0]!.json).toMatchObject({ previous: null });
		expect(main[0]!.json.summary).toContain('Acme Exchange');
		expect(searches(world)).toBe(1);
	});
});

it.each<[string, number, INodeParameters, INodeParameters]>([
	['a batch', 2, {}, DETAILS],
	['a raw item', 1, { simplify: false }, DETAILS],
	['a check that nobody waits for', 1, { waitForResult: false }, DETAILS],
	['a network whose reports can not be searched', 1, { currency: 'BSC' }, DETAILS],
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

it('a service that does not answer the search costs a second at most', async () => {
	const timeOf = async (isHanging: boolean) =>
		await inWorld({ processingMs: 2_000 }, async (world) => {
			if (isHanging) world.sandbox.fault({ method: FIND, kind: 'hang', times: Infinity });
			const { main } = await play(world, 1);
			expect(main[0]!.json).toMatchObject({ riskLevel: 'low', charged: true });
			return world.elapsed();
		});
	const calm = await timeOf(false);
	expect((await timeOf(true)) - calm).toBeLessThanOrEqual(1_100);
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
			expect(searches(world)).toBe(1);
		});
	},
);
