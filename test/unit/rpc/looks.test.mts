/** When a check is asked for: few requests, and no result found late. */
import { nextLook } from '../../../nodes/shared/rpc/pool.ts';

function waitFor(durationMs: number, latencyMs = 0): { requests: number; lateMs: number } {
	let [waitedMs, requests, seenAt] = [0, 0, 0];
	while (seenAt < durationMs) {
		seenAt = nextLook(waitedMs);
		waitedMs = seenAt + latencyMs;
		requests++;
	}
	return { requests, lateMs: waitedMs - durationMs };
}

it.each([
	[1, 2],
	[5, 6],
	[20, 10],
	[60, 22],
	[300, 39],
	[1_800, 58],
])('a check of %i s takes at most %i requests', (seconds, most) => {
	for (const latencyMs of [0, 50, 500])
		expect(waitFor(seconds * 1_000, latencyMs).requests).toBeLessThanOrEqual(most);
});

it('no result is found later than a second, or a quarter of the time waited', () => {
	for (let durationMs = 10; durationMs < 3_600_000; durationMs *= 1.01) {
		const { lateMs } = waitFor(durationMs);
		expect(lateMs).toBeLessThanOrEqual(Math.max(1_000, (durationMs + lateMs) / 4) + 1e-6);
		if (durationMs > 20_300) expect(lateMs).toBeLessThanOrEqual(durationMs / 10);
	}
});
