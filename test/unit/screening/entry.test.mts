/** The one state of a paid check: its transitions, and what a reading of the history proves about a lost request. */
import { judgeLost, next, type EntryEvent } from '../../../nodes/AmlCheck/screening/entry.ts';
import type { Entry, Sent } from '../../../nodes/AmlCheck/run/entries.ts';
import { makeSent, makeTaken, wanted } from './entries.mts';

const sending: EntryEvent = { kind: 'sending', sentAt: 50, clock: 'service', endsBy: 90 };
const sent = next(wanted, sending) as Sent;
const sentTwice = next(makeSent({ sends: 1 }), { kind: 'absent' });
const taken = makeTaken();
const take = (hash: string, paid: boolean): EntryEvent => ({ kind: 'taken', hash, paid });

it.each<[string, Entry, EntryEvent, Partial<Sent> | Partial<Entry>]>([
	['is written before it leaves', wanted, sending, { state: 'sent', sentAt: 50, sends: 1 }],
	['is counted when it leaves again', sentTwice, sending, { state: 'sent', sends: 2 }],
	['not taken: as before', sent, { kind: 'notTaken' }, { state: 'wanted', sends: 0 }],
	['proved to be absent', sent, { kind: 'absent' }, { state: 'wanted', sends: 1 }],
	[
		'lost: names what the response named, each once',
		makeSent({ candidates: ['a'] }),
		{ kind: 'lost', endedAt: 60, candidates: ['b', 'a', 'b'] },
		{ state: 'sent', endedAt: 60, candidates: ['a', 'b'] },
	],
	[
		'lost, and another process may have sent it before',
		sent,
		{ kind: 'lost', endedAt: 60, candidates: [], since: 5 },
		{ sentAt: 5, clock: 'unknown' },
	],
	[
		'seen: checks that it may be, on a service that shows unfinished ones',
		makeSent({ candidates: ['a'] }),
		{ kind: 'looked', candidates: ['a', 'b'], showsUnfinished: true },
		{ candidates: ['a', 'b'], showsUnfinished: true },
	],
	[
		'sent by a process that died, perhaps',
		wanted,
		{ kind: 'forgotten', since: 5, endedAt: 9 },
		{ state: 'sent', sends: 0, sentAt: 5, clock: 'unknown', endedAt: 9 },
	],
	['taken', sent, take('h', true), { state: 'taken', hash: 'h', paid: true }],
	['found in the history', wanted, take('h', false), { state: 'taken', hash: 'h', paid: false }],
	['taken: keeps its hash', taken, take('other', false), { hash: 'hash-1', paid: false }],
	['shown', taken, { kind: 'shown' }, { state: 'taken', shownBy: taken.asked.run }],
])('%s', (_, entry, event, expected) => {
	expect(next(entry, event)).toMatchObject({ id: entry.id, asked: entry.asked, ...expected });
});

it.each<[Entry, EntryEvent]>([
	[taken, sending],
	[taken, { kind: 'notTaken' }],
	[wanted, { kind: 'notTaken' }],
	[wanted, { kind: 'lost', endedAt: 1, candidates: [] }],
	[sent, sending],
])('refuses what must never happen (%#)', (entry, event) => {
	expect(() => next(entry, event)).toThrow(`can not be ${event.kind}`);
});

describe('a reading that proves no check to be the lost one', () => {
	const TWO_MINUTES = 120_000;
	const HOUR = 3_600_000;
	const shows = { showsUnfinished: true as const };
	it.each<[string, Partial<Sent>, number, boolean, boolean, string]>([
		['too soon', shows, TWO_MINUTES - 1, true, false, 'open'],
		['two minutes', shows, TWO_MINUTES, true, false, 'absent'],
		['unfinished checks may be hidden', {}, HOUR + TWO_MINUTES - 1, true, false, 'open'],
		['unfinished checks have ended', {}, HOUR + TWO_MINUTES, true, false, 'absent'],
		['what was not read is not absent', shows, HOUR, false, false, 'open'],
		['a process that died', { sends: 0 }, TWO_MINUTES, true, false, 'absent'],
		['candidates, and others may come', { candidates: ['a'] }, 0, true, false, 'open'],
		['candidates, and no others can come', { candidates: ['a'] }, 0, false, true, 'unclear'],
		['candidates after two minutes', { candidates: ['a'] }, TWO_MINUTES, true, false, 'unclear'],
		['candidates, not all read', { candidates: ['a'] }, HOUR, false, false, 'open'],
	])('%s', (_, more, sinceEndMs, isWhole, hasAll, expected) => {
		expect(judgeLost(makeSent(more), { sinceEndMs, isWhole, hasAll })).toBe(expected);
	});
});
