/** Every transition of an entry as a whole: what is kept, what is new, and what must never happen. */
import {
	next,
	proofMs,
	type Entry,
	type EntryEvent,
} from '../../../nodes/AmlCheck/screening/entry.ts';
import { asked, makeSent, makeTaken, wanted } from './entries.mts';

const id = 'request-1';
const shownBy = 3;

/** Everything that an entry can hold. */
const full = makeSent({
	...{ shownBy, clock: 'service', sends: 2, candidates: ['a', 'b'] },
	...{ isOfAnyClock: true, showsUnfinished: true, refusal: 'No' },
});
const { isOfAnyClock: _, ...compared } = full;
const { refusal: __, ...unrefused } = compared;

/** Of which nothing is known but that it may have left between two moments. */
const forgotten = {
	...{ state: 'sent', id, asked, candidates: [], clock: 'unknown', sends: 0 },
	...{ sentAt: 5, endedAt: 9 },
};

/** Without the members that hold nothing: n8n saves none of them. */
const saved = (entry: Entry): unknown => JSON.parse(JSON.stringify(entry));

describe('a check that is wanted', () => {
	it.each<[EntryEvent, object]>([
		[
			{ kind: 'sending', sentAt: 5, clock: 'service', endsBy: 9 },
			{
				state: 'sent',
				id,
				asked,
				candidates: [],
				sentAt: 5,
				clock: 'service',
				endedAt: 9,
				sends: 1,
			},
		],
		[{ kind: 'forgotten', since: 5, endedAt: 9 }, forgotten],
		[
			{ kind: 'taken', hash: 'A', paid: false },
			{ state: 'taken', id, asked, hash: 'A', paid: false },
		],
		[
			{ kind: 'shown', run: 0 },
			{ ...wanted, shownBy: 0 },
		],
	])('%j', (event, expected) => {
		expect(saved(next(wanted, event))).toEqual(expected);
	});

	it.each<EntryEvent>([
		{ kind: 'timed', sentAt: 1 },
		{ kind: 'notTaken' },
		{ kind: 'absent' },
		{ kind: 'lost', candidates: [] },
		{ kind: 'refused', endedAt: 1, refusal: 'No' },
	])('was not sent: $kind', (event) => {
		expect(() => next(wanted, event)).toThrow(`A check that was not sent can not be ${event.kind}`);
	});
});

describe('a check that was sent', () => {
	it.each<[EntryEvent, object]>([
		[
			{ kind: 'sending', sentAt: 5, clock: 'own', endsBy: 9 },
			{ ...unrefused, endedAt: 9, sends: 3 },
		],
		[
			{ kind: 'timed', sentAt: 5 },
			{ ...full, sentAt: 5, clock: 'service' },
		],
		[{ kind: 'notTaken' }, { ...full, sends: 1 }],
		[{ kind: 'absent' }, wanted],
		[{ kind: 'forgotten', since: 5, endedAt: 9 }, forgotten],
		[
			{ kind: 'shown', run: 4 },
			{ ...full, shownBy: 4 },
		],
		[{ kind: 'lost', candidates: [] }, full],
		[{ kind: 'lost', candidates: [], endedAt: full.endedAt }, full],
		[
			{ kind: 'lost', candidates: [], endedAt: 9 },
			{ ...compared, endedAt: 9 },
		],
		[
			{ kind: 'lost', candidates: [], since: 0 },
			{ ...full, sentAt: 0, clock: 'unknown' },
		],
		[{ kind: 'lost', candidates: [], showsUnfinished: false }, full],
		[
			{ kind: 'lost', candidates: ['B ', 'c', 'A', 'c', 'C'] },
			{ ...full, candidates: ['a', 'b', 'c', 'C'] },
		],
		[
			{ kind: 'refused', endedAt: 9, refusal: 'Never' },
			{ ...compared, endedAt: 9, refusal: 'Never' },
		],
		[
			{ kind: 'refused', endedAt: 9, refusal: 'Never', since: 0 },
			{ ...compared, endedAt: 9, refusal: 'Never', sentAt: 0, clock: 'unknown' },
		],
		[
			{ kind: 'taken', hash: 'c', paid: true },
			{ state: 'taken', id, asked, hash: 'c', paid: true, others: ['a', 'b'] },
		],
		[
			{ kind: 'taken', hash: 'A', paid: true },
			{ state: 'taken', id, asked, hash: 'A', paid: true, others: ['b'] },
		],
	])('%j', (event, expected) => {
		expect(saved(next(full, event))).toEqual(expected);
	});

	it('once, and not taken, is wanted again', () => {
		expect(next(makeSent({ candidates: ['a'], refusal: 'No' }), { kind: 'notTaken' })).toEqual(
			wanted,
		);
		expect(saved(next(makeSent({ sends: 3 }), { kind: 'notTaken' }))).toEqual(
			makeSent({ sends: 2 }),
		);
	});

	it('is timed by its check, whatever its clock was', () => {
		const timed = next(makeSent({ sends: 2 }), { kind: 'timed', sentAt: 5 });
		expect(timed).toEqual(makeSent({ sends: 2, sentAt: 5, clock: 'service' }));
	});

	it('learns once that the service shows what is unfinished, and keeps that', () => {
		const lost = { kind: 'lost', candidates: [] } as const;
		const known = next(makeSent(), { ...lost, showsUnfinished: true });
		expect(saved(known)).toEqual(makeSent({ showsUnfinished: true }));
		expect(next(known, { ...lost, showsUnfinished: false })).toEqual(known);
		expect(saved(next(makeSent(), lost))).toEqual(makeSent());
	});

	it('and taken, has no others but its candidates', () => {
		const taken = next(makeSent({ candidates: ['a'] }), { kind: 'taken', hash: 'a', paid: true });
		expect(taken).toEqual({ state: 'taken', id, asked, hash: 'a', paid: true });
		expect(Object.keys(taken)).not.toContain('others');
	});
});

describe('a check that was taken', () => {
	const taken = makeTaken({ others: ['a'], shownBy });

	it('keeps its hash and what it knows, and learns who paid', () => {
		const again = next(taken, { kind: 'taken', hash: 'other', paid: false });
		expect(again).toEqual({ ...taken, paid: false });
		expect(next(again, { kind: 'taken', hash: 'other', paid: true })).toEqual(taken);
	});

	it('knows which run has shown it', () => {
		expect(next(taken, { kind: 'shown', run: 0 })).toEqual({ ...taken, shownBy: 0 });
	});

	it('is sent as far as anybody knows, once it is forgotten', () => {
		expect(next(taken, { kind: 'forgotten', since: 5, endedAt: 9 })).toEqual(forgotten);
	});

	it.each<EntryEvent>([
		{ kind: 'sending', sentAt: 1, clock: 'own', endsBy: 1 },
		{ kind: 'timed', sentAt: 1 },
		{ kind: 'notTaken' },
		{ kind: 'absent' },
		{ kind: 'lost', candidates: [] },
		{ kind: 'refused', endedAt: 1, refusal: 'No' },
	])('can not be: $kind', (event) => {
		expect(() => next(taken, event)).toThrow(`A check that was taken can not be ${event.kind}`);
	});
});

describe('how long after its end a request is proved to be absent', () => {
	const [MINUTES, HOUR] = [120_000, 3_720_000];
	it.each<[number, true | undefined, number]>([
		[0, undefined, MINUTES],
		[1, undefined, HOUR],
		[2, undefined, HOUR],
		[0, true, MINUTES],
		[1, true, MINUTES],
	])('%i sends, unfinished ones are shown: %s', (sends, showsUnfinished, expected) => {
		expect(proofMs(makeSent({ sends, showsUnfinished }))).toBe(expected);
	});
});
