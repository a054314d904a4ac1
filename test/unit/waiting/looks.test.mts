/** When a check is asked for: few requests, and no result found late. */
import { nextPage, nextResult } from '../../../nodes/AmlCheck/waiting/looks.ts';

type Next = (waitedMs: number) => number;

function waitFor(
	next: Next,
	durationMs: number,
	latencyMs = 0,
): { requests: number; lateMs: number } {
	let [waitedMs, requests, seenAt] = [0, 0, 0];
	while (seenAt < durationMs) {
		seenAt = next(waitedMs);
		waitedMs = seenAt + latencyMs;
		requests++;
	}
	return { requests, lateMs: waitedMs - durationMs };
}

describe('a batch', () => {
	it.each([
		[1, 2],
		[5, 6],
		[20, 10],
		[60, 22],
		[300, 39],
		[1_800, 58],
	])('of %i s takes at most %i pages', (seconds, most) => {
		for (const latencyMs of [0, 50, 500])
			expect(waitFor(nextPage, seconds * 1_000, latencyMs).requests).toBeLessThanOrEqual(most);
	});

	it('is found finished no later than a second, or a quarter of the time waited', () => {
		for (let durationMs = 10; durationMs < 3_600_000; durationMs *= 1.01) {
			const { lateMs } = waitFor(nextPage, durationMs);
			expect(lateMs).toBeLessThanOrEqual(Math.max(1_000, (durationMs + lateMs) / 4) + 1e-6);
			if (durationMs > 20_300) expect(lateMs).toBeLessThanOrEqual(durationMs / 10);
		}
	});
});

describe('one check', () => {
	it.each([
		[1, 1],
		[5, 4],
		[20, 11],
		[60, 23],
		[300, 41],
	])('of %i s takes at most %i requests for its result', (seconds, most) => {
		for (const latencyMs of [0, 50, 500])
			expect(waitFor(nextResult, seconds * 1_000, latencyMs).requests).toBeLessThanOrEqual(most);
	});

	it('is found finished no later than two seconds, or a tenth of the time waited', () => {
		for (let durationMs = 10; durationMs < 3_600_000; durationMs *= 1.01) {
			const { lateMs } = waitFor(nextResult, durationMs);
			expect(lateMs).toBeLessThanOrEqual(Math.max(2_000, durationMs / 10) + 1e-6);
		}
	});
});

describe('exactly', () => {
	it.each([
		['the first page after 0.6 s', 0, 600],
		['also just before', 599, 600],
		['then a second later', 600, 1_600],
		['a second until a third of the time is longer', 2_999, 3_999],
		['both are the same', 3_000, 4_000],
		['a third', 3_003, 4_004],
		['a third up to 20 s', 19_998, 26_664],
		['from then on a tenth', 20_000, 22_000],
		['a tenth', 60_000, 66_000],
	])('of a batch: %s', (_, waitedMs, next) => {
		expect(nextPage(waitedMs)).toBeCloseTo(next, 6);
	});

	it.each([
		['the first request after a second', 0, 1_000],
		['also just before', 999, 1_000],
		['then at every even second', 1_000, 2_000],
		['at every even second', 1_999, 2_000],
		['two seconds later', 2_000, 4_000],
		['at every even second up to the twentieth', 18_000, 20_000],
		['also just before', 19_999, 20_000],
		['from then on after a tenth', 20_000, 22_000],
		['a tenth', 20_010, 22_011],
	])('of one check: %s', (_, waitedMs, next) => {
		expect(nextResult(waitedMs)).toBeCloseTo(next, 6);
	});
});
