/** What any page has shown to a run is named, whoever it was read for. */
import { gatewayAnswer, lostAfter, lostBefore } from '../harness/virtual/wire.mts';
import {
	audit,
	CLEAN,
	inWorld,
	MODES,
	route,
	rows,
	run,
	runBtc,
	screen,
	screenBtc,
	SPLIT,
	start,
	type World,
} from './support.mts';

const SECOND = 1_000;
const CHARGES = { repeatedId: 'charge', latencyMs: 40, processingMs: 900 } as const;

/** It is charged, and nothing comes back. */
const HANGS = lostAfter('silence');

/** It is charged, and a gateway gives up on it. */
const GIVES_UP = lostAfter(gatewayAnswer(502), 60);

/** The history hangs until a moment. */
const silentUntil =
	({ elapsed }: World, moment: number) =>
	() =>
		elapsed() < moment ? HANGS : undefined;

describe.each(Object.keys(MODES))('in %s mode', (mode) => {
	const settings = MODES[mode];
	const parameters = screenBtc({ timeout: 30 });

	it.each([
		['a page names a check whose question was given up before it', HANGS, 45],
		['so does the last reading, which is about lost checks', GIVES_UP, 25],
	])('%s', async (_, second, seconds) => {
		await inWorld(CHARGES, async (world) => {
			route(world.wire, [lostAfter(), second], silentUntil(world, seconds * SECOND));
			const result = await run(world.sandbox, { parameters, items: rows(2), settings });
			expect(audit(world.sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
		});
	});

	it('so does a page that was read before the response was lost, in a run that was stopped', async () => {
		await inWorld(CHARGES, async (world) => {
			route(world.wire, [lostAfter(), HANGS]);
			const cancelAfterMs = 5 * SECOND;
			const scene = { parameters, items: rows(2), settings, cancelAfterMs };
			const result = await start(world.sandbox, scene).result;
			expect(result.status).toBe('canceled');
			const checks = world.sandbox.checks();
			expect(checks).toHaveLength(2);
			const said = JSON.stringify(result.logs);
			for (const { hash } of checks) expect(said).toContain(hash);
		});
	});

	it('so does the page that is read for a result', async () => {
		await inWorld(CHARGES, async (world) => {
			route(world.wire, [lostAfter(), HANGS], silentUntil(world, 38 * SECOND));
			const result = await runBtc(world.sandbox, rows(3), { timeout: 10 }, settings);
			expect(audit(world.sandbox, result)).toMatchObject({ twice: 0, lost: [] });
		});
	});

	it('so is a late charge beside the candidates of the other assets of its wallet', async () => {
		await inWorld({ ...CHARGES, processingMs: 40 * SECOND }, async (world) => {
			const late = { ...lostAfter(), reaches: 5 * SECOND };
			route(world.wire, [late, lostAfter(), lostAfter()]);
			const parameters = screen({}, { network: 'detect', asset: 'all' });
			const items = rows(2, 'TRX');
			const result = await run(world.sandbox, { parameters, items, settings });
			expect(audit(world.sandbox, result)).toMatchObject({ twice: 0, lost: [] });
		});
	});
});

it.each(['regular', 'split'])(
	'so does the page that is read for the links of a finished check (%s mode)',
	async (mode) => {
		await inWorld({ ...CHARGES, history: { lagMs: 12 * SECOND } }, async (world) => {
			route(world.wire, [{ returns: 20 * SECOND }, lostAfter()]);
			const settings = MODES[mode];
			const result = await runBtc(world.sandbox, rows(2), { timeout: 1 }, settings);
			expect(audit(world.sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
		});
	},
);

it('two rows of one wallet under two keys do not take one check for both of their lost requests', async () => {
	await inWorld({ ...CHARGES, processingMs: 60 * SECOND }, async (world) => {
		const { sandbox } = world;
		route(world.wire, [lostAfter(), { ...lostAfter(), reaches: 40 * SECOND }]);
		const [row] = rows(1);
		const items = ['a', 'b'].map((key) => ({ ...row, key }));
		const options = { timeout: 300, requestKey: '={{ $json.key }}' };
		const result = await runBtc(sandbox, items, options, SPLIT);
		expect(result.main.map(({ json }) => json.charged)).toEqual([true, true]);
		const hashes = sandbox.checks().map(({ hash }) => hash);
		expect(result.main.map(({ json }) => json.hash).sort()).toEqual(hashes.sort());
	});
});

it('a Timeout of 0 waits for no result, and submits all the same', async () => {
	await inWorld({ processingMs: 60 * SECOND, latencyMs: 40 }, async ({ sandbox, elapsed }) => {
		const { main } = await runBtc(sandbox, rows(80), { timeout: 0 }, SPLIT);
		expect(main.map(({ json }) => json.riskLevel)).toEqual(Array(80).fill('unknown'));
		expect(main.filter(({ json }) => typeof json.hash === 'string')).toHaveLength(80);
		expect(sandbox.stats().charges).toBe(80);
		expect(elapsed()).toBeLessThan(10 * SECOND);
	});
});

it('the time that the reading of the rows takes is not that of their submissions', async () => {
	await inWorld({}, async ({ sandbox, wire }) => {
		let asked = 0;
		wire.way = ({ method }) =>
			method === 'checkup.currencylist' && ++asked <= 2 ? { returns: 9 * SECOND } : undefined;
		const parameters = screen({ timeout: 0 }, { network: 'MATIC', asset: 'USDC' });
		await run(sandbox, { parameters, items: rows(1, 'MATIC'), settings: SPLIT });
		expect(sandbox.stats().charges).toBe(1);
	});
});

it('a run that waits for no results does not wait for an outage for ever', async () => {
	await inWorld(CHARGES, async ({ sandbox, wire, elapsed }) => {
		wire.way = () => lostBefore();
		const { main, error } = await runBtc(sandbox, rows(80), { timeout: 0 }, SPLIT);
		expect(elapsed()).toBeLessThan(60 * SECOND);
		expect([main, error]).toMatchObject([[], { length: 80 }]);
		expect(sandbox.stats().charges).toBe(0);
	});
});
