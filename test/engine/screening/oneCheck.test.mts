/** Up to three checks are asked for by their hashes alone: soon enough for a person in front of a form. */
import { BTC_WALLETS, btcWallets, HISTORY, inWorld, RESULT, rows, runBtc } from './support.mts';

const SECOND = 1_000;

/** How late the result of a single check may be, in milliseconds, beside what a few responses take. */
const late = (seconds: number) => Math.max(2 * SECOND, 0.1 * seconds * SECOND);

/** The same for a result of a batch: half a second for checks of 3 seconds, 2 for a minute, then a thirtieth of it. */
function lateOfBatch(seconds: number): number {
	if (seconds <= 3) return SECOND / 2;
	return (seconds <= 60 ? 2 : seconds / 30) * SECOND;
}

describe('one check', () => {
	it.each([
		[0, 5],
		[1, 5],
		[12, 10],
		[20, 14],
		[60, 26],
	])('of %i s takes at most %i requests, and comes in time', async (seconds, most) => {
		for (const history of [{}, { showPending: false }, { lagMs: 100_000 }])
			await inWorld(
				{ processingMs: seconds * SECOND, latencyMs: 50, history },
				async ({ sandbox, wire, elapsed }) => {
					const { main } = await runBtc(sandbox, btcWallets(1));
					expect(main[0]?.json.riskLevel).toBe('low');
					expect(wire.calls.length).toBeLessThanOrEqual(most);
					expect(sandbox.stats().calls[HISTORY] ?? 0).toBe(0);
					const lateMs = elapsed() - seconds * SECOND;
					expect(lateMs).toBeLessThan(late(seconds) + 500);
				},
			);
	});

	it('is asked for at 1, 2, 4, 6 … 20 s', async () => {
		await inWorld(
			{ processingMs: 30 * SECOND, latencyMs: 10 },
			async ({ sandbox, wire, clock }) => {
				const began = clock.now;
				await runBtc(sandbox, btcWallets(1));
				const asked = wire.calls.filter(({ method }) => method === RESULT);
				const seconds = asked.map(({ at }) => Math.round((at - began) / SECOND));
				expect(seconds.slice(0, 11)).toEqual([1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
			},
		);
	});
});

describe('a batch', () => {
	it.each([1, 3, 8, 20, 45, 120, 280])(
		'of checks of %i s has each result in time',
		async (seconds) => {
			await inWorld(
				{ processingMs: seconds * SECOND, latencyMs: 20 },
				async ({ sandbox, wire, elapsed }) => {
					const { main } = await runBtc(sandbox, rows(40));
					expect(main.filter(({ json }) => json.riskLevel === 'unknown')).toEqual([]);
					const asked = wire.calls.filter(({ method }) => method === RESULT);
					// The last of them tells when the whole batch was there.
					expect(elapsed() - seconds * SECOND).toBeLessThan(lateOfBatch(seconds) + SECOND);
					expect(asked).toHaveLength(40);
				},
			);
		},
	);
});

it('three checks are asked for one by one, four by a page', async () => {
	for (const count of [3, 4])
		await inWorld({ processingMs: 8 * SECOND, latencyMs: 50 }, async ({ sandbox, elapsed }) => {
			const items = btcWallets(BTC_WALLETS.length).slice(0, count);
			const { main } = await runBtc(sandbox, items);
			expect(main).toHaveLength(count);
			expect(elapsed()).toBeLessThan(11 * SECOND);
			// One page at the end shows their links.
			if (count === 3) expect(sandbox.stats().calls[HISTORY] ?? 0).toBeLessThanOrEqual(1);
			else expect(sandbox.stats().calls[HISTORY]).toBeGreaterThan(2);
			expect(main.every(({ json }) => typeof json.reportLink === 'string')).toBe(true);
		});
});

it.each([
	[3, 10],
	[60, 80],
])('a batch of %i s takes three requests a check, and at most %i pages', async (seconds, most) => {
	const count = 10;
	await inWorld({ processingMs: seconds * SECOND, latencyMs: 50 }, async ({ sandbox, wire }) => {
		await runBtc(sandbox, rows(count));
		const pages = sandbox.stats().calls[HISTORY] ?? 0;
		expect(pages).toBeLessThanOrEqual(most);
		// The first request of all is a free one.
		expect(wire.calls.length - pages).toBeLessThanOrEqual(3 * count + 1);
	});
});
