/** One place lets submissions leave: none leaves after the last look, nor while no free request is answered. */
import {
	gatewayAnswer,
	jsonAnswer,
	lostAfter,
	lostBefore,
	type Passage,
} from '../harness/virtual/wire.mts';
import type { INodeParameters } from 'n8n-workflow';
import {
	audit,
	CLEAN,
	detailsOf,
	inWorld,
	itemsOf,
	MODES,
	REGULAR,
	route,
	rows,
	runBtc,
	SPLIT,
	STOP,
	SUBMIT,
	submissions,
} from './support.mts';

const SECOND = 1_000;

describe.each(Object.keys(MODES))('an outage that reaches the deadline (%s)', (mode) => {
	it.each<[string, Passage]>([
		['answers nothing', lostBefore()],
		['passes submissions on, and no answer back', lostAfter()],
	])('of a gateway that %s: nothing leaves in its last seconds', async (_, passage) => {
		const options = { repeatedId: 'charge', latencyMs: 60, processingMs: 3_000 } as const;
		await inWorld(options, async ({ sandbox, wire, clock }) => {
			wire.way = () => passage;
			const began = clock.now;
			const result = await runBtc(sandbox, rows(200), { timeout: 300 }, MODES[mode]);
			const sent = wire.calls.filter(({ method }) => method === SUBMIT);
			// The first round left before anybody could know.
			expect(sent.length).toBeLessThanOrEqual(10);
			expect(sent.filter(({ at }) => at - began > 10 * SECOND)).toEqual([]);
			const items = itemsOf(result);
			if (mode !== 'stop') {
				expect(items).toHaveLength(200);
				const unsure = items.filter((item) => detailsOf(item).reason === 'unsure');
				expect(unsure).toHaveLength(sent.length);
			}
			expect(audit(sandbox, result)).toMatchObject({ twice: 0, denied: [], falsePasses: [] });
		});
	});
});

it('submissions whose answers are lost stop the run where only the history is down', async () => {
	const options = { repeatedId: 'charge', latencyMs: 60, processingMs: 2_000 } as const;
	await inWorld(options, async ({ sandbox, wire }) => {
		route(
			wire,
			(nth) => (nth > 20 ? lostAfter() : undefined),
			() => lostBefore(),
		);
		const result = await runBtc(sandbox, rows(200), { timeout: 60 }, SPLIT);
		expect(submissions(sandbox)).toBeLessThan(60);
		expect(audit(sandbox, result)).toMatchObject({ twice: 0, denied: [] });
	});
});

describe('an empty package', () => {
	const EMPTY = { error: 'Not enough checks', code: 1001 };

	it.each([
		['the service says so', false],
		['the service says so, and the history can not be read', true],
	])('ends the run: %s', async (_, isHistoryDown) => {
		await inWorld({ latencyMs: 60, processingMs: 2_000 }, async ({ sandbox, wire }) => {
			route(
				wire,
				(nth) => (nth > 20 ? lostBefore(jsonAnswer(EMPTY)) : undefined),
				() => (isHistoryDown ? lostBefore() : undefined),
			);
			const result = await runBtc(sandbox, rows(200), { timeout: 60 }, REGULAR);
			// Those that were on their way with the first refused one.
			const sent = wire.calls.filter(({ method }) => method === SUBMIT);
			expect(sent.length).toBeLessThanOrEqual(20 + 50);
			const errors = itemsOf(result).filter(({ json }) => 'error' in json);
			expect(errors).toHaveLength(180);
			for (const item of errors)
				expect(detailsOf(item)).toMatchObject({ charged: false, fault: 'setup' });
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 20 });
		});
	});

	it('counts as not taken: a Retry sends at once, under the same id', async () => {
		await inWorld({ latencyMs: 60, processingMs: 2_000 }, async ({ sandbox, wire, elapsed }) => {
			sandbox.configure({ packageSize: 0 });
			const failed = await runBtc(sandbox, rows(1), {}, STOP);
			expect(failed.status).toBe('error');
			sandbox.configure({ packageSize: 10 });
			const before = elapsed();
			const again = await failed.retry();
			expect(again.main[0]?.json).toMatchObject({ charged: true });
			expect(elapsed() - before).toBeLessThan(30 * SECOND);
			const ids = wire.calls.filter(({ method }) => method === SUBMIT).map(({ id }) => id);
			expect(new Set(ids).size).toBe(1);
		});
	});
});

it.each<[string, INodeParameters, number, number]>([
	['fifty at once, while pages are read for results', {}, 12, 60],
	['one at a time', { maxConcurrentRequests: 1 }, 0, 10],
])('ten unusable responses in a row stop the run: %s', async (_, options, good, most) => {
	await inWorld({ repeatedId: 'charge', latencyMs: 400 }, async ({ sandbox, wire }) => {
		const bad = lostBefore(gatewayAnswer(502), good === 0 ? 3 * SECOND : 50);
		route(wire, (nth) => (nth > good ? bad : undefined));
		const result = await runBtc(sandbox, rows(60), options, SPLIT);
		const sent = wire.calls.filter(({ method }) => method === SUBMIT).slice(good);
		expect(sent.length).toBeLessThanOrEqual(most);
		expect(result.error.map(detailsOf)).toContainEqual(
			expect.objectContaining({ reason: 'unavailable', charged: false }),
		);
	});
});
