/** The times of requests: pauses before another attempt, `Retry-After`, and the signal of a request. */
import fc from 'fast-check';
import { REASONS, type Facts, type Reason } from '../../../nodes/shared/failures/facts.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { pauseBeforeRetry } from '../../../nodes/shared/service/pool.ts';
import {
	abortAfter,
	MAX_RETRY_AFTER_MS,
	parseRetryAfter,
} from '../../../nodes/shared/service/time.ts';

const YEAR_MS = 31_536_000_000;

describe('a free request', () => {
	it('is repeated after whatever may pass, and after nothing else', () => {
		const all = Object.keys(REASONS) as Reason[];
		const isRepeated = (one: Reason) => pauseBeforeRetry(makeFailure(one), 1, 0) !== undefined;
		expect(all.filter(isRepeated)).toEqual(['rateLimited', 'unavailable', 'unreachable']);
	});

	it.each([
		[1, 0, 250],
		[1, 0.5, 375],
		[2, 0, 500],
		[5, 0, 4_000],
		[9, 0, 4_000],
		[9, 0.5, 6_000],
		[60, 0.999, 7_996],
	])('pauses after attempt %i, at %f of its jitter, for %i ms', (attempt, random, pauseMs) =>
		expect(pauseBeforeRetry(makeFailure('unavailable'), attempt, random)).toBe(pauseMs),
	);

	it.each<[Reason, Facts]>([
		['rateLimited', {}],
		['unavailable', { httpStatus: 503 }],
		['unavailable', { code: 503 }],
		['unavailable', { httpStatus: 500, retryAfterMs: 0 }],
	])('leaves the pause after %s %j to the pool', (reason, facts) =>
		expect(pauseBeforeRetry(makeFailure(reason, { facts }), 3, 0.5)).toBe(0),
	);
});

it.each([
	['2', 2_000],
	[' 1.25 ', 1_250],
	['0', 0],
	['300', 300_000],
	['301', 301_000],
	['Thu, 01 Jan 1970 00:00:09 GMT', 8_000],
	['Thu, 01 Jan 1970 00:00:00 GMT', 0],
	['31535999', YEAR_MS - 1_000],
	['31536001', YEAR_MS],
])('Retry-After: %j', (value, waitMs) => expect(parseRetryAfter(value, 1_000)).toBe(waitMs));

const ENDLESS = `1${'0'.repeat(400)}`;
it.each(['', '  ', '2 s', '1.', '-1', '1.5.5', 'x1', ENDLESS, 2, NaN, true, null, ['2']])(
	'Retry-After: %j says nothing',
	(value) => expect(parseRetryAfter(value, 1_000)).toBeUndefined(),
);

it('Retry-After is never negative, endless or longer than a year', () =>
	fc.assert(
		fc.property(fc.anything(), (value) => {
			const ms = parseRetryAfter(value, 0) ?? 0;
			expect(ms).toBeGreaterThanOrEqual(0);
			expect(ms).toBeLessThanOrEqual(365 * 24 * 3_600_000);
		}),
		{ seed: 31, numRuns: 500 },
	));

it('a run waits no longer than five minutes for a Retry-After', () =>
	expect(MAX_RETRY_AFTER_MS).toBe(300_000));

describe('the signal of a request', () => {
	const pause = async (ms: number) => await new Promise((done) => setTimeout(done, ms));

	it('is aborted when its time is over, also one of a fraction', async () => {
		const bound = abortAfter(0.5);
		expect([bound.signal.aborted, bound.hasTimedOut()]).toEqual([false, false]);
		await pause(100);
		expect([bound.signal.aborted, bound.hasTimedOut()]).toEqual([true, true]);
	});

	it('is aborted with the execution, before or after, which is no timeout', () => {
		const controller = new AbortController();
		const bound = abortAfter(60_000, controller.signal);
		expect(bound.signal.aborted).toBe(false);
		controller.abort();
		expect([bound.signal.aborted, bound.hasTimedOut()]).toEqual([true, false]);
		expect(abortAfter(60_000, controller.signal).signal.aborted).toBe(true);
	});
});
