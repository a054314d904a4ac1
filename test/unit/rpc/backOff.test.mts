/** When a free request is repeated, and what `Retry-After` says. */
import fc from 'fast-check';
import { pauseBeforeRetry } from '../../../nodes/shared/rpc/pool.ts';
import { parseRetryAfter } from '../../../nodes/shared/rpc/time.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';

const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];

describe('a free request', () => {
	it('is repeated after whatever may pass, and after nothing else', () => {
		const repeated = KINDS.filter((kind) => pauseBeforeRetry({ kind }, 1, 0) !== undefined);
		expect(repeated.sort()).toEqual([
			...['connectionLost', 'notSent', 'rateLimited', 'timeout', 'unavailable', 'undecided'],
			'unreadable',
		]);
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
		expect(pauseBeforeRetry({ kind: 'connectionLost' }, attempt, random)).toBe(pauseMs),
	);

	it.each([
		{ kind: 'rateLimited' },
		{ kind: 'unavailable', httpStatus: 503 },
		{ kind: 'unavailable', code: 503 },
		{ kind: 'unavailable', httpStatus: 500, retryAfterMs: 0 },
	] as const)('leaves the pause after %j to the pool', (failure) =>
		expect(pauseBeforeRetry(failure, 3, 0.5)).toBe(0),
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
	['', undefined],
	['  ', undefined],
	['2 s', undefined],
	['1.', undefined],
	['-1', undefined],
	[Infinity, undefined],
	[true, undefined],
	[null, undefined],
	[['2'], undefined],
])('Retry-After: %j', (value, waitMs) => expect(parseRetryAfter(value, 1_000)).toBe(waitMs));

it('Retry-After is never negative, endless or longer than a year', () =>
	fc.assert(
		fc.property(fc.anything(), (value) => {
			const ms = parseRetryAfter(value, 0) ?? 0;
			expect(ms).toBeGreaterThanOrEqual(0);
			expect(ms).toBeLessThanOrEqual(365 * 24 * 3_600_000);
		}),
		{ seed: 31, numRuns: 500 },
	));
