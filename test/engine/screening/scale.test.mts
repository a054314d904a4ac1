/** Many checks: read while the rest is submitted, few calls, little memory, and a clock that is set changes nothing. */
import { makeAddress } from '../../../sandbox/server.mts';
import { lostBefore } from '../harness/virtual/wire.mts';
import { audit, CLEAN, inWorld, MODES, rows, run, runBtc, screen, SPLIT } from './support.mts';

describe('a service that takes few calls, and the default timeout', () => {
	it.each([
		[200, 1],
		[1_000, 5],
	])(
		'%i wallets at %i a second all come out',
		async (count, callsPerSecond) => {
			const options = { callsPerSecond, processingMs: 5_000, latencyMs: 50 };
			await inWorld(options, async ({ sandbox, elapsed }) => {
				const result = await runBtc(sandbox, rows(count));
				expect(result.status).toBe('success');
				expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: count });
				expect(result.main.map(({ json }) => json.status ?? 'SUCCESS')).toEqual(
					Array(count).fill('SUCCESS'),
				);
				// A plain client needs two calls for each check; twice its time, and ten seconds, are the most.
				const plainMs = (2 * count * 1_000) / callsPerSecond;
				expect(elapsed()).toBeLessThanOrEqual(2 * plainMs + 10_000);
			});
		},
		60_000,
	);

	it('refusals with Retry-After cost about their share of the time', async () => {
		await inWorld({ latencyMs: 80, processingMs: 3_000 }, async ({ sandbox, wire, elapsed }) => {
			const tooMany = { status: 429, headers: { 'retry-after': '1' }, body: 'Too many' };
			wire.way = ({ number }) => (number % 10 === 9 ? lostBefore(tooMany) : undefined);
			const result = await runBtc(sandbox, rows(100));
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 100 });
			expect(elapsed()).toBeLessThan(90_000);
		});
	});
});

it('200 checks take about three calls each, never more at once than allowed', async () => {
	const options = { processingMs: { min: 500, max: 6_000 }, latencyMs: 50 };
	await inWorld(options, async ({ sandbox }) => {
		const items = rows(200);
		const parameters = screen({ maxConcurrentRequests: 7 }, { network: 'BTC', asset: 'coin' });
		const { main } = await run(sandbox, { items, parameters });
		expect(main).toHaveLength(200);
		expect(sandbox.stats()).toMatchObject({ charges: 200, peakInFlight: 7 });
		expect(sandbox.stats().requests.length / 200).toBeLessThan(3.3);
	});
});

it.each(['times out', 'is cancelled', 'comes to nothing'])(
	'what is said of 1,200 checks whose run %s grows with their number, not with its square',
	async (way) => {
		const sizeOf = async (count: number): Promise<number> =>
			await inWorld({ processingMs: 100_000_000 }, async ({ sandbox, wire }) => {
				if (way === 'comes to nothing')
					wire.way = ({ method }) =>
						method === 'checkup.checkaddr' ? undefined : lostBefore('ECONNRESET');
				const result = await run(sandbox, {
					...{ parameters: screen({ timeout: 20 }), items: rows(count, 'ETH'), settings: SPLIT },
					cancelAfterMs: way === 'is cancelled' ? 15_000 : undefined,
				});
				const { main, error, logs, saved } = result;
				return JSON.stringify([main, error, logs, saved]).length;
			});
		const [few, many] = [await sizeOf(120), await sizeOf(1_200)];
		expect(many / few).toBeLessThan(14);
		expect(many / 1_200).toBeLessThan(12_000);
	},
);

describe('the clock of the machine', () => {
	it.each([
		['ten minutes forward', 600_000],
		['an hour back', -3_600_000],
	])('set %s in the middle of a run changes nothing', async (_, skewMs) => {
		await inWorld({ processingMs: 20_000 }, async ({ sandbox, clock, elapsed }) => {
			clock.after(8_000, undefined, () => (clock.skewMs = skewMs));
			const result = await run(sandbox, { items: rows(30, 'ETH'), settings: SPLIT });
			expect(result.main).toHaveLength(30);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 30 });
			expect(elapsed()).toBeLessThan(60_000);
		});
	});

	it.each(Object.keys(MODES))('a minute off does not hide a lost check (%s)', async (mode) => {
		for (const skewMs of [-60_000, 60_000])
			await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
				clock.skewMs = skewMs;
				const address = makeAddress('BTC', 'lost');
				// Older than a minute of doubt on both sides: a younger one would be a candidate.
				sandbox.addCheck({ currency: 'BTC', address, initAt: clock.now - 180_000 });
				sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
				const result = await runBtc(sandbox, [{ address }], {}, MODES[mode]);
				const [, taken] = sandbox.checks();
				expect(result.main[0]?.json).toMatchObject({ charged: true, hash: taken!.hash });
				expect(sandbox.stats().charges).toBe(1);
			});
	});
});
