/** When a check is asked for: few requests, and no result found late. */
import {
	chooseForResult,
	nextPage,
	nextResult,
	spareMs,
	type Outstanding,
} from '../../../nodes/AmlCheck/waiting/looks.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';

const ODD = {
	oddity: 'failed',
	count: 1,
	sinceMs: 0,
	outcome: { failure: makeFailure('timeout'), pending: false },
} as const;

type Next = (waitedMs: number) => number;

function waitFor(next: Next, durationMs: number, latencyMs = 0) {
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
		[1, 1],
		[3, 8],
		[5, 12],
		[20, 30],
		[60, 56],
		[300, 105],
		[1_800, 160],
	])('of %i s takes at most %i pages', (seconds, most) => {
		for (const latencyMs of [0, 50, 500])
			expect(waitFor(nextPage, seconds * 1_000, latencyMs).requests).toBeLessThanOrEqual(most);
	});

	it('is found finished no later than the root of the time waited, or a thirtieth of it', () => {
		for (let durationMs = 1_000; durationMs < 3_600_000; durationMs *= 1.01) {
			const { lateMs } = waitFor(nextPage, durationMs);
			expect(lateMs).toBeLessThanOrEqual(Math.max(8 * Math.sqrt(durationMs), durationMs / 30));
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

it.each([
	[20, 0],
	[1_500, 0],
	[1_600, 4_800],
	[3_000, 9_000],
	[60_000, 70_000],
])('after a reading of %i ms the next one may leave %i ms after it', (tookMs, pauseMs) => {
	expect(spareMs(tookMs)).toBe(pauseMs);
});

describe('the results to request', () => {
	const check = (hash: string, more: Partial<Outstanding> = {}): Outstanding => ({
		...{ hash, beganAt: 0, isShown: false, isAsked: false },
		...more,
	});
	const CHECKS = [
		check('running', { isShown: true }),
		check('ended', { isShown: true }),
		check('ended before', { isShown: true, isAsked: true }),
		check('oldest unseen'),
		check('unseen'),
		check('odd', { isAsked: true, odd: ODD }),
		check('old', { isOld: true }),
	];
	it.each([
		[false, false, ['ended', 'old']],
		[true, false, ['ended', 'old']],
		[false, true, ['ended', 'ended before', 'oldest unseen', 'odd', 'old']],
		[true, true, ['ended', 'ended before', 'oldest unseen', 'unseen', 'odd', 'old']],
	])('where the history lacks some: %s, and requests may be repeated: %s', (...row) => {
		const [isIncomplete, mayRepeat, hashes] = row;
		const hasEnded = ({ hash }: Outstanding) => hash.startsWith('ended');
		const chosen = chooseForResult(CHECKS, hasEnded, { isIncomplete, mayRepeat });
		expect(chosen.map(({ hash }) => hash)).toEqual(hashes);
	});
});
