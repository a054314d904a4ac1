/** How often a run asks: while many checks are waited for, where pages are slow, after unusable answers. */
import { forgetServices } from '../harness/forget.mts';
import { lostBefore, refused } from '../harness/virtual/wire.mts';
import {
	audit,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	RESULT,
	route,
	rows,
	run,
	runBtc,
	screen,
	screenBtc,
	SPLIT,
	SUBMIT,
	type World,
} from './support.mts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const gapsOf = (moments: readonly number[]): number[] =>
	moments.slice(1).map((at, index) => at - moments[index]!);

it('1,000 checks that take a minute take three requests each, and 90 pages at most', async () => {
	const count = 1_000;
	await inWorld({ latencyMs: 50, processingMs: 60 * SECOND }, async ({ sandbox }) => {
		const { main } = await runBtc(sandbox, rows(count));
		expect(main).toHaveLength(count);
		const { calls } = sandbox.stats();
		expect(calls[RESULT]).toBeLessThanOrEqual(1.05 * count);
		// A page shows all of them, so their number makes no difference here.
		expect(sandbox.stats().requests.length).toBeLessThanOrEqual(3.09 * count);
	});
}, 120_000);

it('where a page takes long, pages are half of the time at most', async () => {
	await inWorld({ processingMs: 100 * SECOND, latencyMs: 50 }, async ({ sandbox, wire }) => {
		wire.way = ({ method }) => (method === HISTORY ? { returns: 3 * SECOND } : undefined);
		await runBtc(sandbox, rows(10));
		const pages = wire.calls.filter(({ method }) => method === HISTORY).map(({ at }) => at);
		expect(pages.length).toBeGreaterThan(3);
		expect(Math.min(...gapsOf(pages))).toBeGreaterThanOrEqual(2 * 3 * SECOND);
	});
}, 60_000);

it('while a batch is submitted, a page is read every two seconds at most', async () => {
	await inWorld({ processingMs: 3 * SECOND, latencyMs: 200 }, async ({ sandbox, wire }) => {
		const { main } = await runBtc(sandbox, rows(250), { maxConcurrentRequests: 5 });
		expect(main).toHaveLength(250);
		const sent = (name: string) =>
			wire.calls.filter(({ method }) => method === name).map(({ at }) => at);
		const last = Math.max(...sent(SUBMIT));
		const pages = sent(HISTORY).filter((at) => at < last);
		expect(pages.length).toBeGreaterThan(2);
		expect(Math.min(...gapsOf(pages))).toBeGreaterThanOrEqual(2 * SECOND);
	});
}, 60_000);

it('a limit of requests may be as high as a number can be', async () => {
	await inWorld({}, async ({ sandbox }) => {
		const result = await runBtc(sandbox, rows(20), { maxConcurrentRequests: 1e99 });
		expect(audit(sandbox, result)).toMatchObject({ charged: 20, twice: 0 });
		expect(result.main).toHaveLength(20);
	});
});

const LTC = screen({}, { network: 'LTC', asset: 'coin' });

const sent = ({ calls }: World['wire']): number =>
	calls.filter(({ method }) => method === SUBMIT).length;

/** How many results and pages a batch takes in a world. */
async function countCalls({ sandbox }: World, count: number, options = {}) {
	const { main } = await runBtc(sandbox, rows(count), options);
	expect(main).toHaveLength(count);
	const { calls } = sandbox.stats();
	return { results: calls[RESULT]!, pages: calls[HISTORY]! };
}

it('old checks that are reused are not searched for, once the history has shown them', async () => {
	await inWorld({ latencyMs: 20 }, async (world) => {
		const { sandbox, clock } = world;
		const ofHours = (hours: number) => clock.now - hours * HOUR;
		for (const { address } of rows(5))
			sandbox.addCheck({ currency: 'BTC', address: String(address), initAt: ofHours(5) });
		for (let nth = 0; nth < 3_000; nth++) sandbox.addCheck({ currency: 'BTC', initAt: ofHours(2) });
		const { results, pages } = await countCalls(world, 5, { reuseWithinHours: 24 });
		expect(sandbox.stats().charges).toBe(0);
		expect(results).toBe(5);
		expect(pages).toBeLessThanOrEqual(12);
	});
}, 60_000);

it('a history that lags, and a page of it that fails, cost some requests and no more', async () => {
	await inWorld({ processingMs: 30 * SECOND, latencyMs: 20 }, async (world) => {
		const { wire, elapsed } = world;
		const shown = new Map<string, number>();
		let pages = 0;
		wire.way = ({ method }) => (method === HISTORY && ++pages % 4 === 0 ? lostBefore() : undefined);
		wire.says = (method, result) => {
			if (method !== HISTORY) return;
			const all = result.history as Array<{ hash: string }>;
			for (const { hash } of all) if (!shown.has(hash)) shown.set(hash, elapsed());
			result.history = all.filter(({ hash }) => elapsed() - shown.get(hash)! >= 3 * SECOND);
		};
		const { results } = await countCalls(world, 60);
		expect(results).toBeLessThanOrEqual(120);
	});
}, 60_000);

it("pages are read down to the run's oldest check, below those of others", async () => {
	await inWorld({ processingMs: 60 * SECOND, latencyMs: 20 }, async (world) => {
		const { sandbox, clock } = world;
		for (const seconds of [5, 10, 15])
			clock.after(seconds * SECOND, undefined, () => {
				for (let nth = 0; nth < 150; nth++) sandbox.addCheck({ currency: 'BTC' });
			});
		const { results } = await countCalls(world, 10);
		expect(results).toBeLessThanOrEqual(12);
	});
}, 60_000);

it('no page is read of what has ended before the run', async () => {
	await inWorld({ processingMs: 30 * SECOND, latencyMs: 20 }, async (world) => {
		const { sandbox, clock } = world;
		const initAt = clock.now - 60 * SECOND;
		for (let nth = 0; nth < 900; nth++)
			sandbox.addCheck({ currency: 'BTC', initAt, doneAt: initAt + 10 * SECOND });
		// Most checks hide until they are finished, so that no page shows all of them.
		sandbox.configure({ history: { showPending: false } });
		const { pages } = await countCalls(world, 10);
		expect(pages).toBeLessThanOrEqual(60);
	});
}, 60_000);

it.each(['stop', 'split'])(
	'results that hang keep a run no longer than one of them: %s',
	async (mode) => {
		await inWorld({ processingMs: 1_000, latencyMs: 20 }, async ({ sandbox, wire, elapsed }) => {
			wire.way = ({ method }) => (method === RESULT ? lostBefore('silence') : undefined);
			const settings = mode === 'split' ? SPLIT : {};
			const result = await runBtc(sandbox, rows(400), { timeout: 20 }, settings);
			expect(elapsed()).toBeLessThan(90 * SECOND);
			const { main, error, failure } = result;
			const text = JSON.stringify([main, error, failure?.message, failure?.description]);
			for (const { hash } of sandbox.checks()) expect(text).toContain(hash);
		});
	},
	60_000,
);

describe.each([
	['a process that has just started', false],
	['a process that has screened before', true],
])(
	'at most so many submissions leave to a gateway that lets none through: %s',
	(_, hasScreened) => {
		it.each([
			['from the first one on', 0, 10],
			['after the first usable answer', 1, 70],
		])(
			'%s',
			async (_when, usable, most) => {
				forgetServices();
				await inWorld({ latencyMs: 20, processingMs: SECOND }, async ({ sandbox, wire }) => {
					const parameters = screenBtc();
					if (hasScreened) await run(sandbox, { items: rows(100, 'LTC'), parameters: LTC });
					const before = sent(wire);
					route(wire, (nth) => (nth > usable ? lostBefore() : undefined));
					await run(sandbox, { items: rows(200), parameters, settings: SPLIT });
					expect(sent(wire) - before).toBeLessThanOrEqual(most);
				});
			},
			60_000,
		);
	},
);

const tooMany = (retryAfter: string) =>
	lostBefore({ status: 429, body: '{}', headers: { 'retry-after': retryAfter } });

it.each(['0', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
	'Retry-After: %s, with a limiter that counts the calls that it refuses',
	async (retryAfter) => {
		await inWorld({ processingMs: 3_000, latencyMs: 30 }, async ({ sandbox, wire, clock }) => {
			const calls: number[] = [];
			wire.way = () => {
				calls.push(clock.now);
				const recent = calls.filter((at) => at > clock.now - 10 * SECOND);
				return recent.length > 20 ? tooMany(retryAfter) : undefined;
			};
			const result = await runBtc(sandbox, rows(100), { timeout: 300 }, SPLIT);
			expect(result.error).toEqual([]);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 100 });
			expect(calls.length).toBeLessThan(1_000);
		});
	},
);

it.each([SUBMIT, HISTORY, RESULT])(
	'more than five minutes ends the run, and nothing more is submitted: %s',
	async (method) => {
		await inWorld({ processingMs: 3_000, latencyMs: 30 }, async ({ sandbox, wire, clock }) => {
			let number = 0;
			let refusedAt = Infinity;
			wire.way = ({ method: asked }) => {
				if (asked !== method || ++number <= (method === SUBMIT ? 10 : 0)) return undefined;
				refusedAt = Math.min(refusedAt, clock.now);
				return tooMany('3600');
			};
			const most = method === SUBMIT ? 50 : 1;
			const options = { timeout: 60, maxConcurrentRequests: most };
			const result = await runBtc(sandbox, rows(400), options, SPLIT);
			const late = wire.calls.filter(
				({ method: one, at }) => one === SUBMIT && at > refusedAt + SECOND,
			);
			expect(late).toEqual([]);
			const held = result.error.filter((item) => detailsOf(item).charged === false);
			expect(held.length).toBeGreaterThan(0);
			for (const item of held) {
				expect(item.json.error).toContain('asks for fewer requests');
				expect(detailsOf(item).description).toMatch(/a pause of \d+ minutes/);
			}
			expect(audit(sandbox, result)).toMatchObject({ twice: 0, denied: [] });
		});
	},
);

it.each([
	[-32029, 'Error message'],
	[-32000, 'Too many requests, slow down'],
])(
	'too many requests as a JSON-RPC error is no refusal of the check: %i %s',
	async (code, message) => {
		await inWorld({ processingMs: 3_000, latencyMs: 30 }, async ({ sandbox, wire }) => {
			route(wire, Array(3).fill(refused(message, code)));
			const work = { items: rows(8), parameters: screenBtc(), settings: SPLIT };
			const result = await run(sandbox, work);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 8 });
			expect(itemsOf(result)).toHaveLength(8);
			expect(result.error).toEqual([]);
		});
	},
);

it('ten unfinished checks that are reused are asked for no more often than checks of the run', async () => {
	await inWorld({ latencyMs: 20 }, async ({ sandbox, clock, wire, elapsed }) => {
		const items = rows(10);
		for (const { address } of items)
			sandbox.addCheck({
				currency: 'BTC',
				address: address as string,
				initAt: clock.now - 60 * SECOND,
				doneAt: clock.now + 60 * SECOND,
			});
		const result = await runBtc(sandbox, items, { reuseWithinHours: 24 }, SPLIT);
		expect(result.main.map(({ json }) => json.charged)).toEqual(items.map(() => false));
		expect(sandbox.stats().charges).toBe(0);
		expect(elapsed()).toBeLessThan(HOUR / 50);
		// The history is read again and again; each result when its check is old, and when it is done.
		const asked = wire.calls.filter(({ method }) => method === RESULT).length;
		expect(asked).toBeLessThanOrEqual(3 * items.length);
		const pages = wire.calls.filter(({ method }) => method === HISTORY).length;
		expect(pages).toBeLessThanOrEqual(85);
	});
});
