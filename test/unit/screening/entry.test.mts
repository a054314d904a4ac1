/** The one state of a paid check: its transitions, when a request is the same wish, and what follows a look. */
import {
	type Entry,
	type EntryEvent,
	next,
	nextStep,
	type Sent,
} from '../../../nodes/AmlCheck/screening/entry.ts';
import { isSameWish } from '../../../nodes/AmlCheck/screening/wish.ts';

const asked = { execution: '7', run: 0, at: 1_000, items: [0] };
const wanted: Entry = { state: 'wanted', id: 'id', asked };
const sending: EntryEvent = { kind: 'sending', sentAt: 50, clock: 'service', endsBy: 90 };
const sent = next(wanted, sending) as Sent;
const taken = next(sent, { kind: 'taken', hash: 'h', paid: true });
const sentTwice = next(sent, sending) as Sent;
const play = (entry: Entry, ...events: EntryEvent[]) => events.reduce(next, entry);

describe('transitions', () => {
	it.each<[string, Entry, EntryEvent, Partial<Sent> | Partial<Entry>]>([
		['is written before it leaves', wanted, sending, { state: 'sent', sentAt: 50, sends: 1 }],
		['keeps its first moment', sentTwice, sending, { state: 'sent', sentAt: 50, sends: 3 }],
		['not taken: as before', sent, { kind: 'notTaken' }, wanted],
		['not taken after a lost one: still sent', sentTwice, { kind: 'notTaken' }, { sends: 1 }],
		[
			'lost: names what the response named',
			sent,
			{ kind: 'lost', endedAt: 60, candidates: ['a', 'A'] },
			{ state: 'sent', endedAt: 60, candidates: ['a', 'A'] },
		],
		[
			'lost again: each check is named once',
			{ ...sent, candidates: ['a'] },
			{ kind: 'lost', candidates: ['b', 'a', 'b'] },
			{ endedAt: 90, candidates: ['a', 'b'], sentAt: 50, clock: 'service' },
		],
		[
			'lost, and another process may have sent it',
			sent,
			{ kind: 'lost', candidates: [], since: 5 },
			{ sentAt: 5, clock: 'unknown' },
		],
		[
			'timed by its check',
			sentTwice,
			{ kind: 'timed', sentAt: 5 },
			{ sentAt: 5, clock: 'service' },
		],
		[
			'refused: not sent again',
			sent,
			{ kind: 'refused', endedAt: 60, refusal: 'No' },
			{ refusal: 'No' },
		],
		[
			'sent again after a refusal, which is no word about the new request',
			{ ...sent, refusal: 'No' },
			sending,
			{ sends: 2, refusal: undefined },
		],
		[
			'forgotten by a process',
			wanted,
			{ kind: 'forgotten', since: 5, endedAt: 9 },
			{ sends: 0, sentAt: 5, clock: 'unknown' },
		],
		[
			'taken',
			sent,
			{ kind: 'taken', hash: 'h', paid: true },
			{ state: 'taken', hash: 'h', paid: true },
		],
		['proved to be absent', sentTwice, { kind: 'absent' }, wanted],
		['an earlier check', wanted, { kind: 'taken', hash: 'h', paid: false }, { hash: 'h' }],
		['shown', taken, { kind: 'shown', run: 2 }, { state: 'taken', shownBy: 2 }],
	])('%s', (_, entry, event, expected) => {
		expect(next(entry, event)).toMatchObject(expected);
	});

	it('a hash that was named is kept when another check is taken', () => {
		const lost: EntryEvent = { kind: 'lost', endedAt: 60, candidates: ['first', 'second'] };
		const entry = play(sent, lost, sending, { kind: 'taken', hash: 'second', paid: true });
		expect(entry).toMatchObject({ hash: 'second', others: ['first'] });
		expect(taken).not.toHaveProperty('others');
	});

	it.each<[Entry, EntryEvent]>([
		[taken, sending],
		[taken, { kind: 'notTaken' }],
		[wanted, { kind: 'refused', endedAt: 1, refusal: 'No' }],
		[wanted, { kind: 'lost', endedAt: 1, candidates: [] }],
	])('refuses what must never happen (%#)', (entry, event) => {
		expect(() => next(entry, event)).toThrow(`can not be ${event.kind}`);
	});

	it('a taken check keeps its hash whatever comes', () => {
		const again = next(taken, { kind: 'taken', hash: 'other', paid: false });
		expect(again).toMatchObject({ hash: 'h', paid: false });
	});
});

describe('the same wish', () => {
	const HOUR = 3_600_000;
	const later = 1_000 + HOUR;
	it.each<[string, Entry, { execution: string; run: number; at: number }, boolean, boolean]>([
		['another try', taken, { execution: '7', run: 0, at: later }, false, true],
		['a Retry, days later', taken, { execution: '8', run: 3, at: 90 * HOUR }, false, true],
		['the next round', taken, { execution: '7', run: 1, at: 2_000 }, true, true],
		['the next round, without merging', taken, { execution: '7', run: 1, at: 2_000 }, false, false],
		['a round after an hour', taken, { execution: '7', run: 1, at: later }, true, false],
		['a lost one after an hour', sent, { execution: '7', run: 1, at: later }, true, true],
		[
			'a refused one after an hour',
			{ ...sent, refusal: 'No' },
			{ execution: '7', run: 1, at: later },
			true,
			false,
		],
		['a clock that was set back', taken, { execution: '7', run: 1, at: 0 }, true, true],
	])('%s', (_, entry, asker, isMerging, expected) => {
		expect(isSameWish(entry, asker, isMerging)).toBe(expected);
	});
});

describe('after a look that proves nothing', () => {
	const look = { sinceEndMs: 120_000, isWhole: true, hasAll: false, submitsAgain: false };
	const early = { sinceEndMs: 0, submitsAgain: true };
	const known: Sent = { ...sent, showsUnfinished: true };
	const named: Sent = { ...known, candidates: ['a'] };
	const refused: Sent = { ...known, refusal: 'No' };
	const forgotten: Sent = { ...sent, sends: 0 };
	const hour = { sinceEndMs: 3_600_000 + 120_000 };
	it.each<[string, Sent, Partial<typeof look>, ReturnType<typeof nextStep>]>([
		['too soon', known, { sinceEndMs: 119_999 }, 'look'],
		['two minutes', known, {}, 'sendAgain'],
		['a history that may hide it', sent, {}, 'look'],
		['a history that may hide it, just before an hour', sent, { sinceEndMs: 3_719_999 }, 'look'],
		['a history that may hide it, after an hour and two minutes', sent, hour, 'sendAgain'],
		['what was not read', known, { isWhole: false }, 'look'],
		['what was not read, after an hour', sent, { ...hour, isWhole: false }, 'look'],
		['three times', { ...known, sends: 3 }, {}, 'absent'],
		['candidates, and others may come', named, { sinceEndMs: 0 }, 'look'],
		['candidates, and no others can come', named, { sinceEndMs: 0, hasAll: true }, 'stay'],
		['the user pays twice rather', named, { submitsAgain: true }, 'payAgain'],
		['the user does, and nothing was charged', known, { submitsAgain: true }, 'sendAgain'],
		['the user does, and it may be hidden', sent, { submitsAgain: true }, 'payAgain'],
		['and once only', { ...named, sends: 2 }, { submitsAgain: true }, 'stay'],
		['nothing yet, and no others can come', sent, { ...early, hasAll: true }, 'look'],
		['a refusal in an earlier try', refused, { sinceEndMs: 0 }, 'stay'],
		['a refusal, and two minutes', refused, {}, 'sendAgain'],
		['a refusal that the history may hide', { ...sent, refusal: 'No' }, {}, 'stay'],
		['a refusal, and a candidate', { ...refused, candidates: ['a'] }, { sinceEndMs: 0 }, 'look'],
		['a process died a moment ago', forgotten, { sinceEndMs: 3_000 }, 'look'],
		['a process died', forgotten, {}, 'sendAgain'],
		['a process died, and a candidate', { ...forgotten, candidates: ['a'] }, {}, 'stay'],
	])('%s', (_, entry, more, expected) => {
		expect(nextStep(entry, { ...look, ...more })).toBe(expected);
	});
});
