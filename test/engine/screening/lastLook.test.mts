/** What any page has shown to a run is named, whoever it was read for. */
import { gatewayAnswer, type Call, type Passage } from '../harness/virtual/wire.mts';
import {
	audit,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	MODES,
	rows,
	run,
	screen,
	screenBtc,
	SPLIT,
	start,
	SUBMIT,
	type World,
} from './support.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const CHARGES = { repeatedId: 'charge', latencyMs: 40, processingMs: 900 } as const;

/** Its response is lost at once, after the charge. */
const cutOff = (): Passage => ({ instead: { after: 50, answer: gatewayAnswer(502) } });

/** It is charged, and nothing comes back. */
const hangs = (): Passage => ({ instead: { after: 0, answer: 'silence' } });

/** It is charged, and a gateway gives up on it. */
const givesUp = (): Passage => ({ instead: { after: 60, answer: gatewayAnswer(502) } });

/** What becomes of the submissions in their order, while the history hangs until a moment. */
function playWays(
	{ wire, elapsed }: World,
	ways: Array<(call: Call) => Passage>,
	silentUntil = 0,
): void {
	let number = 0;
	wire.way = (call) => {
		if (call.method === SUBMIT) return ways[number++]?.(call);
		return call.method === HISTORY && elapsed() < silentUntil ? hangs() : undefined;
	};
}

describe.each(Object.keys(MODES))('in %s mode', (mode) => {
	const settings = MODES[mode];
	const parameters = screenBtc({ timeout: 30 });

	it('a page names a check whose question was given up before it', async () => {
		await inWorld(CHARGES, async (world) => {
			playWays(world, [cutOff, hangs], 45 * SECOND);
			const result = await run(world.sandbox, { parameters, items: rows(2), settings });
			expect(audit(world.sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
		});
	});

	it('so does the last reading, which is about lost checks', async () => {
		await inWorld(CHARGES, async (world) => {
			playWays(world, [cutOff, givesUp], 25 * SECOND);
			const result = await run(world.sandbox, { parameters, items: rows(2), settings });
			expect(audit(world.sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
		});
	});

	it('so does a page that was read before the response was lost, in a run that was stopped', async () => {
		await inWorld(CHARGES, async (world) => {
			playWays(world, [cutOff, hangs]);
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
			playWays(world, [cutOff, hangs, () => ({})], 45 * SECOND);
			const parameters = screenBtc({ timeout: 10 });
			const result = await run(world.sandbox, { parameters, items: rows(3), settings });
			expect(audit(world.sandbox, result)).toMatchObject({ twice: 0, lost: [] });
		});
	});

	it('so is a late charge beside the candidates of the other assets of its wallet', async () => {
		await inWorld({ ...CHARGES, processingMs: 40 * SECOND }, async (world) => {
			const isLate = () => ({ ...cutOff(), reaches: 5 * SECOND });
			playWays(world, [isLate, cutOff, cutOff]);
			const parameters = screen({}, { currency: 'all' });
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
			playWays(world, [() => ({ returns: 20 * SECOND }), cutOff]);
			const parameters = screenBtc({ timeout: 0 });
			const result = await run(world.sandbox, {
				parameters,
				items: rows(2),
				settings: MODES[mode],
			});
			expect(audit(world.sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
		});
	},
);

it('two rows of one wallet under two keys do not take one check for both of their lost requests', async () => {
	await inWorld({ ...CHARGES, processingMs: 60 * SECOND }, async (world) => {
		const { sandbox } = world;
		playWays(world, [cutOff, () => ({ ...cutOff(), reaches: 40 * SECOND })]);
		const parameters = screenBtc({ timeout: 300, requestKey: '={{ $json.key }}' });
		const [row] = rows(1);
		const items = ['a', 'b'].map((key) => ({ ...row, key }));
		const result = await run(sandbox, { parameters, items, settings: SPLIT });
		expect(result.main.map(({ json }) => json.charged)).toEqual([true, true]);
		const hashes = sandbox.checks().map(({ hash }) => hash);
		expect(result.main.map(({ json }) => json.hash).sort()).toEqual(hashes.sort());
	});
});

it('a run that waits for no results does not wait for an outage for ever', async () => {
	await inWorld(CHARGES, async ({ sandbox, wire, elapsed, clock }) => {
		wire.way = () => ({ ...cutOff(), reaches: 'never' });
		clock.after(60 * MINUTE, undefined, () => (wire.way = () => undefined));
		const parameters = screenBtc({ timeout: 0 });
		const { main, error } = await run(sandbox, { parameters, items: rows(80), settings: SPLIT });
		expect(elapsed()).toBeLessThan(2 * MINUTE);
		expect([main, error]).toMatchObject([[], { length: 80 }]);
		const held = error.filter((item) => detailsOf(item).charged === false);
		expect(held.length).toBeGreaterThan(60);
		expect(String(held[0]!.json.error)).toContain(
			'This check was not submitted, after 60 seconds without a usable answer: The AML service is not available',
		);
	});
});
