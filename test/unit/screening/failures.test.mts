/** The words about a check that may have been paid for. */
import {
	notSubmitted,
	otherTarget,
	withEntry,
} from '../../../nodes/AmlCheck/screening/failures.ts';
import { describeFailure, makeFailure } from '../../../nodes/shared/failures/failure.ts';
import type { Sent } from '../../../nodes/AmlCheck/run/entries.ts';

const sent = (...candidates: string[]): Sent => ({
	...{ state: 'sent', id: 'request-1', candidates, clock: 'own', sends: 1 },
	asked: { execution: '7', run: 0, at: 1_700_000_000_000, items: [0] },
	...{ sentAt: 1_700_000_000_000, endedAt: 1_700_000_001_000 },
});

const countOf = (text: string, part: string) => text.split(part).length - 1;

it('a check that the response named is not named again among those of the history', () => {
	const known = withEntry(otherTarget('hash-1'), sent('hash-1', 'hash-2'));
	expect(known.candidates).toEqual(['hash-1', 'hash-2']);
	const text = describeFailure(known);
	expect(text).toContain('It named the check hash-1');
	expect(text).toContain('It may be the check hash-2 of the history');
	for (const hash of ['hash-1', 'hash-2']) expect(countOf(text, hash)).toBe(1);
});

it('one that only the response named is called no check of the history', () => {
	const text = describeFailure(withEntry(otherTarget('hash-1'), sent('hash-1')));
	expect(countOf(text, 'hash-1')).toBe(1);
	expect(text).not.toContain('of the history');
	expect(text).toContain('It is not known yet whether the check was paid for.');
});

it('several of the history are named together', () => {
	const failure = makeFailure('connectionLost');
	const text = describeFailure(withEntry(failure, sent('hash-1', 'hash-2')));
	expect(text).toContain('It may be one of these checks of the history: hash-1, hash-2.');
});

it.each([
	[0, 'or run with fewer items. No check was submitted.'],
	[1, 'This execution has paid for 1 of them before.'],
	[2, 'This execution has paid for 2 of them before.'],
])('a limit that is reached says what was paid for before: %i', (earlier, words) => {
	const failure = notSubmitted.overBudget(3, 2, earlier);
	expect(failure.message).toBe('3 checks are needed, your limit is 2');
	const text = describeFailure(failure);
	expect(text).toContain(words);
	expect(text.includes('No check was submitted')).toBe(earlier === 0);
});
