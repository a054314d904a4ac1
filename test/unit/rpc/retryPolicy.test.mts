/** What is sent again and when: for any failure, attempt and deadline. */
import fc from 'fast-check';
import type { FailureKind } from '../../../nodes/shared/rpc/failure.ts';
import { parseRetryAfter } from '../../../nodes/shared/rpc/retryAfter.ts';
import {
	backoffMs,
	decideRetry,
	mayHaveBeenTaken,
	type RetryQuestion,
} from '../../../nodes/shared/rpc/retryPolicy.ts';

const RUNS = { seed: 31, numRuns: 500 };

/** Every kind, and whether a submission that ended so may have been taken: in doubt it may. */
const TAKEN: Record<FailureKind, boolean> = {
	blocked: true,
	cancelled: false,
	configuration: false,
	connectionLost: true,
	credentials: false,
	mismatch: true,
	notFound: false,
	notSent: false,
	rateLimited: false,
	redirected: true,
	rejected: false,
	timeout: true,
	unavailable: true,
	undecided: true,
	unexpected: true,
	unreadable: true,
};
const KINDS = Object.keys(TAKEN) as FailureKind[];

const kinds = fc.constantFrom(...KINDS);
const failures = fc.record({
	kind: kinds,
	retryAfterMs: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
});
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const questions = fc.record<RetryQuestion>({
	paid: fc.boolean(),
	failure: failures,
	attempt: fc.integer({ min: 1, max: 12 }),
	maxAttempts: fc.integer({ min: 1, max: 10 }),
	remainingMs: fc.oneof(fc.integer({ min: -10_000, max: 400_000 }), fc.constant(Infinity)),
	random: randoms,
});
const check = <T,>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void =>
	fc.assert(fc.property(arbitrary, holds), RUNS);

describe('a failed submission', () => {
	it.each(KINDS)('%s: may have been taken or not', (kind) => {
		expect(mayHaveBeenTaken({ kind })).toBe(TAKEN[kind]);
		expect(mayHaveBeenTaken({ kind, candidates: [] })).toBe(TAKEN[kind]);
	});

	it.each(KINDS)('%s: may have been taken where the answer names a check', (kind) => {
		expect(mayHaveBeenTaken({ kind, candidates: ['hash'] })).toBe(true);
	});
});

describe('the decision', () => {
	it('never sends a paid call again blindly where it may have been taken', () => {
		check(questions, (question) => {
			if (!question.paid || !mayHaveBeenTaken(question.failure)) return;
			expect(decideRetry(question).action).toBe('search');
		});
	});

	it('searches for paid calls only', () => {
		check(questions, (question) => {
			if (!question.paid) expect(decideRetry(question).action).not.toBe('search');
		});
	});

	it('sends again only while there are attempts and time left', () => {
		check(questions, (question) => {
			const decision = decideRetry(question);
			if (decision.action !== 'retry') return;
			expect(question.attempt).toBeLessThan(question.maxAttempts);
			expect(decision.delayMs).toBeLessThan(question.remainingMs);
		});
	});

	it('never waits less than the service asks for', () => {
		check(questions, (question) => {
			const decision = decideRetry(question);
			if (decision.action === 'giveUp') return;
			expect(decision.delayMs).toBeGreaterThanOrEqual(question.failure.retryAfterMs ?? 0);
		});
	});

	it('does not send again what will be refused again', () => {
		const final: FailureKind[] = [
			'cancelled',
			'configuration',
			'credentials',
			'rejected',
			'notFound',
		];
		check(questions, (question) => {
			if (!final.includes(question.failure.kind)) return;
			expect(decideRetry(question)).toEqual({ action: 'giveUp' });
		});
	});

	it('sends a free call again after whatever may pass', () => {
		const base = { attempt: 1, maxAttempts: 4, remainingMs: Infinity, random: 0 };
		const passing = KINDS.filter(
			(kind) => decideRetry({ ...base, paid: false, failure: { kind } }).action === 'retry',
		);
		expect(passing.sort()).toEqual(
			['connectionLost', 'notSent', 'rateLimited', 'timeout', 'unavailable', 'undecided'].sort(),
		);
	});
});

describe('the delay', () => {
	it('grows, is capped, and is never none', () => {
		check(fc.tuple(fc.integer({ min: 1, max: 60 }), randoms), ([attempt, random]) => {
			const delay = backoffMs(attempt, random);
			expect(delay).toBeGreaterThanOrEqual(250);
			expect(delay).toBeLessThanOrEqual(8_000);
			expect(backoffMs(attempt + 1, random)).toBeGreaterThanOrEqual(delay);
		});
	});
});

describe('Retry-After', () => {
	const NOW = Date.parse('2026-01-01T00:00:00Z');

	it.each<[unknown, number | undefined]>([
		['2', 2_000],
		['0', 0],
		['1.5', 1_500],
		[3, 3_000],
		[' 7 ', 7_000],
		['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
		['Wed, 31 Dec 2025 00:00:00 GMT', 0],
		['999999', 300_000],
		['', undefined],
		['soon', undefined],
		[undefined, undefined],
		[null, undefined],
		[['2'], undefined],
		[{}, undefined],
	])('%p means %p', (value, expected) => {
		expect(parseRetryAfter(value, NOW)).toBe(expected);
	});

	it('is never negative, endless or longer than five minutes', () => {
		check(fc.anything(), (value) => {
			const ms = parseRetryAfter(value, NOW);
			if (ms === undefined) return;
			expect(ms).toBeGreaterThanOrEqual(0);
			expect(ms).toBeLessThanOrEqual(300_000);
		});
	});
});

describe('at its limits', () => {
	const question: RetryQuestion = {
		paid: false,
		failure: { kind: 'unavailable' },
		attempt: 1,
		maxAttempts: 3,
		remainingMs: 10_000,
		random: 0,
	};

	it.each([
		[1, 0, undefined, 250],
		[1, 0.5, undefined, 375],
		[2, 0, undefined, 500],
		[5, 0, undefined, 4_000],
		[9, 0, undefined, 4_000],
		[9, 0.5, undefined, 6_000],
		[9, 0, 1_000, 1_000],
		[9, 0.5, 1_000, 1_125],
		[1, 0, 0, 0],
	])('try %s at %s, asked for %s: %s ms', (attempt, random, retryAfterMs, delayMs) =>
		expect(backoffMs(attempt, random, retryAfterMs)).toBe(delayMs),
	);

	it('the last try is the last', () => {
		expect(decideRetry({ ...question, attempt: 2 })).toEqual({ action: 'retry', delayMs: 500 });
		expect(decideRetry({ ...question, attempt: 3 })).toEqual({ action: 'giveUp' });
	});

	it('nothing is sent at the deadline or after it', () => {
		expect(decideRetry({ ...question, remainingMs: 251 }).action).toBe('retry');
		expect(decideRetry({ ...question, remainingMs: 250 }).action).toBe('giveUp');
	});

	it('a search waits as long as a retry would', () =>
		expect(decideRetry({ ...question, paid: true })).toEqual({ action: 'search', delayMs: 250 }));
});

it.each([
	['2', 2_000],
	[2, 2_000],
	[' 1.25 ', 1_250],
	['0', 0],
	['300', 300_000],
	['301', 300_000],
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
