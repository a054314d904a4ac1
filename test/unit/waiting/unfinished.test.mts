/** How the wait for a check ends that is not known to be finished, in exact words, and how long an odd answer is doubted. */
import {
	endUnfinished,
	noteOdd,
	READ_IT,
	type Outcome,
	type Outstanding,
} from '../../../nodes/AmlCheck/waiting/unfinished.ts';
import { AmlCheckError, makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import type { Oddity } from '../../../nodes/shared/checks/odd.ts';

const ENDS = ['cancelled', 'credentials', 'timeout'] as const;

const checkOf = (more: Partial<Outstanding> = {}): Outstanding => ({
	...{ hash: 'a1', beganAt: 0, isShown: false },
	...more,
});

/** The facts of a failure, as an error of JavaScript doesn't show them. */
function factsOf(outcome: Outcome): object {
	if (!('failure' in outcome)) return outcome;
	const { failure } = outcome;
	return { ...outcome, failure: { ...failure, message: failure.message } };
}

const SAID = new AmlCheckError({
	...{ kind: 'unavailable', message: 'The line is down', advice: 'Wait.', code: 503 },
	notes: [{ about: 'cause', text: 'A storm.' }],
});

const last = { check: { status: 'RUNNING' }, usage: null, terminal: false } as never;

it.each<[string, Outstanding]>([
	['nothing is known of it', checkOf()],
	['it had a status', checkOf({ status: 'RUNNING' })],
	['the last request failed', checkOf({ failure: SAID })],
	['all is known', checkOf({ status: 'RUNNING', failure: SAID, last })],
])('the end of a wait where %s', (_, check) => {
	const ends = ENDS.map((end) => [end, factsOf(endUnfinished(check, end, 20))]);
	expect(Object.fromEntries(ends)).toMatchSnapshot();
});

it('the time is over: the check continues, unless the service refuses to show it', () => {
	const isPending = (failure?: AmlCheckError, end: (typeof ENDS)[number] = 'timeout') => {
		const outcome = endUnfinished(checkOf({ failure }), end, 20);
		return 'pending' in outcome && outcome.pending;
	};
	const kinds = Object.keys(FAILURE_KINDS) as FailureKind[];
	expect(isPending()).toBe(true);
	expect(kinds.filter((kind) => isPending(makeFailure(kind)))).toEqual([
		...['connectionLost', 'notFound', 'notSent', 'rateLimited', 'timeout'],
		...['unavailable', 'undecided', 'unreadable'],
	]);
	for (const end of ['cancelled', 'credentials'] as const)
		for (const kind of kinds) expect(isPending(makeFailure(kind), end)).toBe(false);
});

it('says how to get at a check', () => {
	expect(READ_IT).toBe('Read it with Get Result, which is free.');
});

it.each(ENDS)('an odd answer that stayed so is the outcome, whoever ends the wait: %s', (end) => {
	const outcome = { result: last };
	const odd = { oddity: 'unfilled' as const, count: 1, sinceMs: 0, outcome };
	expect(endUnfinished(checkOf({ odd, failure: SAID }), end, 20)).toBe(outcome);
});

describe('an odd answer', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const outcome = { result: last };

	/** Whether to ask again after each of some answers that come at these moments, in milliseconds. */
	function ask(answers: ReadonlyArray<[number, Oddity]>, check = checkOf()): boolean[] {
		const begun = performance.now();
		return answers.map(([at, oddity]) => {
			jest.advanceTimersByTime(begun + at - performance.now());
			return noteOdd(check, oddity, outcome);
		});
	}

	it.each<[string, Array<[number, Oddity]>, boolean[]]>([
		[
			'a failure is doubted for two seconds',
			[
				[500, 'failed'],
				[2_499, 'failed'],
				[2_500, 'failed'],
			],
			[true, true, false],
		],
		[
			'a missing report is waited for 15 seconds',
			[
				[500, 'unfilled'],
				[15_499, 'unfilled'],
				[15_500, 'unfilled'],
			],
			[true, true, false],
		],
		[
			'three answers about another check are no slip',
			[
				[0, 'mismatch'],
				[60_000, 'mismatch'],
				[60_000, 'mismatch'],
			],
			[true, true, false],
		],
		[
			'an answer that is odd in another way begins anew',
			[
				[0, 'failed'],
				[1_000, 'unfilled'],
				[2_500, 'failed'],
				[4_499, 'failed'],
				[4_500, 'failed'],
			],
			[true, true, true, true, false],
		],
		[
			'so does the count of those about another check',
			[
				[0, 'mismatch'],
				[1, 'mismatch'],
				[2, 'failed'],
				[3, 'mismatch'],
				[4, 'mismatch'],
				[5, 'mismatch'],
			],
			[true, true, true, true, true, false],
		],
	])('%s', (_, answers, expected) => {
		expect(ask(answers)).toEqual(expected);
	});

	it('is noted at the check, with the last outcome', () => {
		const check = checkOf();
		const begun = performance.now();
		ask([[0, 'mismatch']], check);
		expect(check.odd).toEqual({ oddity: 'mismatch', count: 1, sinceMs: begun, outcome });
		const newer = { failure: SAID, pending: false };
		jest.advanceTimersByTime(7);
		noteOdd(check, 'mismatch', newer);
		expect(check.odd).toEqual({ oddity: 'mismatch', count: 2, sinceMs: begun, outcome: newer });
		expect(check.odd?.outcome).toBe(newer);
	});
});
