/** The times of requests: pauses before another attempt, `Retry-After`, the signal of a request, and the service's clock. */
import fc from 'fast-check';
import { REASONS, type Facts, type Reason } from '../../../nodes/shared/failures/facts.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { pauseBeforeRetry } from '../../../nodes/shared/service/pool.ts';
import {
	abortAfter,
	MAX_RETRY_AFTER_MS,
	parseRetryAfter,
	ServiceClock,
} from '../../../nodes/shared/service/time.ts';
import { inEveryZone } from '../../zones.mts';

const YEAR_MS = 31_536_000_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');

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
	[2, 2_000],
	[' 1.25 ', 1_250],
	['0', 0],
	['300', 300_000],
	['301', 301_000],
	['Thu, 01 Jan 1970 00:00:09 GMT', 8_000],
	['Thu, 01 Jan 1970 00:00:00 GMT', 0],
	['31535999', YEAR_MS - 1_000],
	['31536001', YEAR_MS],
	[0.5, 500],
])('Retry-After: %j', (value, waitMs) => expect(parseRetryAfter(value, 1_000)).toBe(waitMs));

const ENDLESS = `1${'0'.repeat(400)}`;
it.each(['', '  ', '2 s', '1.', '-1', '1.5.5', 'x1', ENDLESS, Infinity, NaN, true, null, ['2']])(
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

const header = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toUTCString();

const answers = fc.array(
	fc.record({
		at: fc.integer({ min: 0, max: 600_000 }),
		thereMs: fc.integer({ min: 0, max: 3_000 }),
		backMs: fc.integer({ min: 0, max: 3_000 }),
	}),
	{ minLength: 1, maxLength: 20 },
);

inEveryZone(() => {
	it.each([
		'Sun, 01 Mar 2026 12:00:00 GMT',
		'Sun Mar  1 12:00:00 2026',
		'Sun, 01 Mar 2026 12:00:00',
	])('the header %s is Greenwich time, also where n8n runs in another zone', (text) => {
		const clock = new ServiceClock();
		clock.note(text, NOW, NOW + 20);
		expect(Math.abs(clock.aheadMs ?? Infinity)).toBeLessThan(1_000);
	});
});

describe('the clock of the service', () => {
	const date = (seconds: number) => new Date(NOW + seconds * 1_000).toUTCString();

	it('lies between the date less the arrival, and the date and its second less the departure', () => {
		const clock = new ServiceClock();
		expect(clock.aheadMs).toBeUndefined();
		clock.note(date(10), NOW, NOW + 400);
		expect(clock.toService(NOW)).toEqual({ from: NOW + 9_600, to: NOW + 11_000 });
		expect(clock.aheadMs).toBe(10_300);
		clock.note(date(10), NOW - 200, NOW + 100);
		expect(clock.toService(0)).toEqual({ from: 9_900, to: 11_000 });
		clock.note(date(10), NOW + 300, NOW + 300);
		expect(clock.toService(0)).toEqual({ from: 9_900, to: 10_700 });
		clock.note(date(10), NOW, NOW - 1);
		clock.note('soon', NOW, NOW);
		expect(clock.toService(0)).toEqual({ from: 9_900, to: 10_700 });
	});

	it.each([
		// A measurement that only touches the earlier ones goes with them.
		[1, { from: 1_000, to: 1_000 }],
		[2, { from: 2_000, to: 3_000 }],
		[-1, { from: 0, to: 0 }],
		[-2, { from: -2_000, to: -1_000 }],
	])('is measured anew if it was set %i seconds off', (seconds, span) => {
		const clock = new ServiceClock();
		clock.note(date(0), NOW, NOW);
		clock.note(date(seconds), NOW, NOW);
		expect(clock.toService(0)).toEqual(span);
	});

	it('is unknown until an answer has told the time', () => {
		const clock = new ServiceClock();
		expect(clock.toService(NOW)).toBeUndefined();
		for (const nothing of [undefined, null, 5, '', 'yesterday', {}])
			clock.note(nothing, NOW, NOW + 1);
		clock.note(header(NOW), NOW + 10, NOW);
		expect(clock.toService(NOW)).toBeUndefined();
	});

	it('lies within what was measured, whatever the offset and however long calls took', () => {
		const offsets = fc.integer({ min: -300_000, max: 300_000 });
		const moments = fc.integer({ min: 0, max: 600_000 });
		fc.assert(
			fc.property(answers, offsets, moments, (all, offset, moment) => {
				const clock = new ServiceClock();
				for (const { at, thereMs, backMs } of all) {
					const sentAt = NOW + at;
					const answeredAt = sentAt + thereMs;
					clock.note(header(answeredAt + offset), sentAt, answeredAt + backMs);
				}
				const truth = NOW + moment + offset;
				const span = clock.toService(NOW + moment);
				expect(span?.from).toBeLessThanOrEqual(truth);
				expect(span?.to).toBeGreaterThanOrEqual(truth);
				const [{ thereMs, backMs }] = all;
				expect((span?.to ?? 0) - (span?.from ?? 0)).toBeLessThanOrEqual(1_000 + thereMs + backMs);
			}),
			{ seed: 51, numRuns: 400 },
		);
	});
});
