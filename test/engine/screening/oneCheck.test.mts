/** Up to three checks are asked for by their hashes alone: soon enough for a person in front of a form. */
import { BTC_WALLETS, btcWallets, HISTORY, inWorld, RESULT, run, screenBtc } from './support.mts';

const SECOND = 1_000;

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
					const { main } = await run(sandbox, { items: btcWallets(1), parameters: screenBtc() });
					expect(main[0]?.json.riskLevel).toBe('low');
					expect(wire.calls.length).toBeLessThanOrEqual(most);
					expect(sandbox.stats().calls[HISTORY] ?? 0).toBe(0);
					const lateMs = elapsed() - seconds * SECOND;
					expect(lateMs).toBeLessThan(Math.max(2 * SECOND, (seconds * SECOND) / 10) + 500);
				},
			);
	});

	it('is asked for at 1, 2, 4, 6 … 20 s', async () => {
		await inWorld(
			{ processingMs: 30 * SECOND, latencyMs: 10 },
			async ({ sandbox, wire, clock }) => {
				const began = clock.now;
				await run(sandbox, { items: btcWallets(1), parameters: screenBtc() });
				const asked = wire.calls.filter(({ method }) => method === RESULT);
				const seconds = asked.map(({ at }) => Math.round((at - began) / SECOND));
				expect(seconds.slice(0, 11)).toEqual([1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
			},
		);
	});
});

it('three checks are asked for one by one, four by a page', async () => {
	for (const count of [3, 4])
		await inWorld({ processingMs: 8 * SECOND, latencyMs: 50 }, async ({ sandbox, elapsed }) => {
			const items = btcWallets(BTC_WALLETS.length).slice(0, count);
			const { main } = await run(sandbox, { items, parameters: screenBtc() });
			expect(main).toHaveLength(count);
			expect(elapsed()).toBeLessThan(11 * SECOND);
			// One page at the end shows their links.
			if (count === 3) expect(sandbox.stats().calls[HISTORY] ?? 0).toBeLessThanOrEqual(1);
			else expect(sandbox.stats().calls[HISTORY]).toBeGreaterThan(2);
			expect(main.every(({ json }) => typeof json.reportLink === 'string')).toBe(true);
		});
});
