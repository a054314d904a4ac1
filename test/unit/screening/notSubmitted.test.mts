/** Why a check was not submitted, and which failures end the same way for everybody: every fact of them. */
import {
	asksTooLong,
	earlierLost,
	isFinal,
	keyUsed,
	noteNamed,
	notReached,
	notSubmitted,
	otherTarget,
	refusedBefore,
} from '../../../nodes/AmlCheck/screening/failures.ts';
import { AmlCheckError, type FailureFacts } from '../../../nodes/shared/failures/failure.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import type { Note } from '../../../nodes/shared/failures/notes.ts';
import { factsOf } from './entries.mts';

const make = (facts: Partial<FailureFacts>): AmlCheckError =>
	new AmlCheckError({ kind: 'timeout', message: 'It fell', advice: 'Wait.', ...facts });

const CAUSE: Note = { about: 'cause', text: 'Because.' };

describe('a failure that everybody has, until somebody changes something,', () => {
	const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];

	it('is one of these kinds', () => {
		expect(KINDS.filter((kind) => isFinal(make({ kind }))).sort()).toEqual([
			...['blocked', 'cancelled', 'configuration', 'credentials', 'emptyPackage', 'redirected'],
			'unexpected',
		]);
	});

	it('is an empty package, whatever the kind', () => {
		expect(KINDS.filter((kind) => !isFinal(make({ kind, reason: 'emptyPackage' })))).toEqual([]);
		expect(isFinal(make({ kind: 'rejected', reason: 'keyUsed' }))).toBe(false);
	});

	it.each([
		[undefined, false],
		[0, false],
		[299_999, false],
		[300_000, false],
		[300_001, true],
	])('is a pause of more than five minutes: %s ms', (retryAfterMs, expected) => {
		const failure = make({ kind: 'rateLimited', retryAfterMs });
		expect([asksTooLong(failure), isFinal(failure)]).toEqual([expected, expected]);
	});
});

describe('a check was not submitted', () => {
	it.each<[string, AmlCheckError, object]>([
		[
			'because of the limit',
			notSubmitted.overBudget(3, 2, 0),
			{
				...{ kind: 'configuration', reason: 'maxPaidChecks' },
				message: '3 checks are needed, your limit is 2',
				advice:
					"Raise the option 'Max Paid Checks', or run with fewer items. No check was submitted.",
			},
		],
		[
			'because of earlier calls of an agent',
			notSubmitted.overBudget(3, 2, 1),
			{
				...{ kind: 'configuration', reason: 'maxPaidChecks' },
				message: '3 checks are needed, your limit is 2',
				advice:
					"Earlier calls of this execution paid for 1. Raise the option 'Max Paid Checks', or go on in a new execution.",
			},
		],
		[
			'because the execution was canceled',
			notSubmitted.cancelled(),
			{
				...{ kind: 'cancelled', reason: 'cancelled', advice: '' },
				message: 'The execution was canceled before this check was submitted',
				notes: [{ about: 'rerun', text: '', again: { after: 'cancel' } }],
			},
		],
		[
			'because there was no progress',
			notSubmitted.late(30),
			{
				...{ kind: 'timeout', reason: 'noTimeLeft', advice: '' },
				message: 'There was no progress for 30 seconds, so this check was not submitted',
				notes: [
					{
						...{ about: 'rerun', text: '' },
						again: { after: 'nothing', first: "Wait, or raise the option 'Timeout (Seconds)'" },
					},
				],
			},
		],
		[
			'because the run stopped',
			notSubmitted.stopped(),
			{
				...{ kind: 'cancelled', reason: 'notBegun', advice: '' },
				message: 'This check was not submitted, because the run stopped before it',
				notes: [
					{
						...{ about: 'rerun', text: '' },
						again: { after: 'nothing', first: 'See what happened to the other items' },
					},
				],
			},
		],
		[
			'because of what happened to another one, whose check it is not',
			notSubmitted.unusable(
				make({ kind: 'credentials', code: 401, notes: [CAUSE], hash: 'h', requestId: 'r' }),
			),
			{
				...{ kind: 'credentials', reason: 'notBegun', fault: 'setup', code: 401 },
				...{ message: 'This check was not submitted: It fell', advice: 'Wait.', notes: [CAUSE] },
			},
		],
		[
			'with the fault of another one that is known better than its kind',
			notSubmitted.unusable(make({ reason: 'keyUsed', fault: 'payment' })),
			{
				...{ kind: 'timeout', reason: 'notBegun', fault: 'payment' },
				...{ message: 'This check was not submitted: It fell', advice: 'Wait.' },
			},
		],
		[
			'because the history could not be searched',
			notSubmitted.unsearched(make({ reason: 'noTimeLeft', code: -1, notes: [CAUSE] })),
			{
				...{ kind: 'timeout', reason: 'notSearched', code: -1, advice: 'Wait.' },
				message:
					'The history could not be searched for a check that is there already, so nothing was submitted: It fell',
				notes: [
					CAUSE,
					{ about: 'rerun', text: '', again: { after: 'nothing', first: 'Solve the cause' } },
				],
			},
		],
	])('%s', (_, failure, expected) => {
		expect(factsOf(failure)).toEqual(expected);
	});
});

it.each<[string, AmlCheckError, object]>([
	[
		'an earlier request that was lost',
		earlierLost(),
		{
			...{ kind: 'connectionLost', advice: '' },
			message: 'An earlier request for this check got no usable response',
		},
	],
	[
		'a history that is too long',
		notReached(),
		{
			...{ kind: 'timeout', advice: "Raise the option 'Timeout (Seconds)'." },
			message: 'The history could not be read back far enough in time',
		},
	],
	[
		'a refusal in an earlier try, in the words of the service',
		refusedBefore('We do not know it'),
		{
			...{ kind: 'rejected', message: 'We do not know it' },
			advice:
				'The service refused this check in an earlier try, so it was not sent again. When the reason is gone, send this item in a new execution.',
		},
	],
	[
		'the check of another target',
		otherTarget('hash-1'),
		{
			...{ kind: 'mismatch', candidates: ['hash-1'] },
			message: 'The AML service returned the check of another target than the one that was sent',
			advice: 'Ask the service what was screened.',
			notes: [
				{
					about: 'check',
					text: 'It named the check hash-1, whose result is not used.',
					names: ['hash-1'],
				},
			],
		},
	],
	[
		'a key that was used',
		keyUsed(make({ kind: 'rejected', code: -40_010, notes: [CAUSE] })),
		{
			...{
				kind: 'rejected',
				reason: 'keyUsed',
				code: -40_010,
				message: 'It fell',
				advice: 'Wait.',
			},
			notes: [
				CAUSE,
				{
					about: 'requestKey',
					text: "A check was requested under the same 'Request Key' before, and is not paid for again. Find its hash with the operation Get Many of History. Read it with Get Result, which is free. To pay for a new check, use another key.",
				},
			],
		},
	],
])('%s', (_, failure, expected) => {
	expect(factsOf(failure)).toEqual(expected);
});

describe('a response that is no answer', () => {
	const failure = make({ notes: [{ about: 'cause', text: 'It is a.', names: ['a'] }] });

	it('and names nothing new is the same failure', () => {
		expect(noteNamed(failure, [])).toBe(failure);
		expect(noteNamed(failure, ['a'])).toBe(failure);
	});

	it.each<[string[], string[], string]>([
		[['b'], ['b'], 'The response named the check b.'],
		[['a', 'b'], ['b'], 'The response named the check b.'],
		[['b', 'c'], ['b', 'c'], 'The response named the checks b and c.'],
	])('names checks: %j', (hashes, names, text) => {
		const [first, second, ...more] = noteNamed(failure, hashes).notes ?? [];
		expect([first, second, more]).toEqual([failure.notes![0], { about: 'check', text, names }, []]);
	});
});
