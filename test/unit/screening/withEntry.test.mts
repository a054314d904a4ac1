/** A failure with the state of its check: every fact and every sentence, for each state of the entry. */
import { withEntry } from '../../../nodes/AmlCheck/screening/failures.ts';
import type { Entry, Sent } from '../../../nodes/AmlCheck/screening/entry.ts';
import { AmlCheckError, type FailureFacts } from '../../../nodes/shared/failures/failure.ts';
import type { Note } from '../../../nodes/shared/failures/notes.ts';
import { factsOf, makeSent, makeTaken, wanted } from './entries.mts';

const RETRY: Note = { about: 'retry', text: 'Try again.' };
const RERUN: Note = { about: 'rerun', text: '', again: { after: 'nothing' } };
const CAUSE: Note = { about: 'cause', text: 'It fell.' };
const UNSURE: Note = {
	...{ about: 'payment', text: 'It is not known yet whether the check was paid for.' },
};
const NOT_PAID: Note = { about: 'payment', text: 'Nothing was paid for this item.' };
const ONE_CANDIDATE: Note = {
	about: 'candidates',
	text: 'It may be the check maybe-1 of the history, which could not be proved.',
	names: ['maybe-1'],
};
const ITS_CANDIDATES: Note = { about: 'nextStep', text: '', again: { after: 'candidates' } };
const proved = (provedAt: number): Note => ({
	...{ about: 'nextStep', text: '', again: { after: 'loss', provedAt } },
});

const ENDED = 1_700_000_001_000;
const HIDDEN = 3_600_000 + 120_000;
const SKEW = 180_000;

const base: FailureFacts = {
	...{ kind: 'timeout', message: 'No answer', advice: 'Wait.', notes: [CAUSE, RETRY, RERUN] },
	...{ code: -1, httpStatus: 418 },
};
/** What none of the states changes. */
const kept = { kind: 'timeout', message: 'No answer', advice: 'Wait.', code: -1, httpStatus: 418 };

const tell = (entry: Entry, more: Partial<FailureFacts> = {}) =>
	factsOf(withEntry(new AmlCheckError({ ...base, ...more }), entry));

describe('a check that was not sent', () => {
	it.each<[string, Partial<FailureFacts>, object]>([
		['has no request', {}, {}],
		[
			'has the request that was refused, under its own ID',
			{ requestId: 'x' },
			{ requestId: 'request-1' },
		],
		['whatever the failure says of its payment', { charged: true }, {}],
	])('%s', (_, more, expected) => {
		expect(tell(wanted, more)).toEqual({
			...{ ...kept, charged: false, notes: [CAUSE, RETRY, RERUN, NOT_PAID] },
			...expected,
		});
	});

	it('keeps what else is known of the failure', () => {
		const more: Partial<FailureFacts> = {
			...{ hash: 'h', candidates: ['c'], reason: 'notFinished', fault: 'input' },
		};
		const notes = [CAUSE, RETRY, RERUN, NOT_PAID];
		expect(tell(wanted, more)).toEqual({ ...kept, ...more, charged: false, notes });
	});
});

describe('a check that was taken', () => {
	const NAMED: Note[] = [
		{ about: 'payment', text: 'The check was taken: its hash is hash-1.', names: ['hash-1'] },
		{ about: 'nextStep', text: 'Read it with Get Result, which is free.' },
	];
	const own = { ...kept, requestId: 'request-1', hash: 'hash-1' };

	it.each([true, false])('has its hash, its request and its payment (%s)', (paid) => {
		const lost = { hash: 'other', candidates: ['other'], requestId: 'x', charged: !paid };
		expect(tell(makeTaken({ paid }), lost)).toEqual({
			...own,
			...{ charged: paid, notes: [CAUSE, ...NAMED] },
		});
	});

	it('is not named again', () => {
		const notes: Note[] = [{ about: 'check', text: 'It is hash-1.', names: ['hash-1'] }, RETRY];
		expect(tell(makeTaken(), { notes })).toEqual({ ...own, charged: true, notes: [notes[0]] });
	});

	it('is named beside another one', () => {
		const notes: Note[] = [{ about: 'check', text: 'It is hash-2.', names: ['hash-2'] }];
		expect(tell(makeTaken(), { notes }).notes).toEqual([...notes, ...NAMED]);
	});

	it('is named where the failure has no notes', () => {
		expect(tell(makeTaken(), { notes: undefined }).notes).toEqual(NAMED);
	});

	it.each<[string, number, Note[]]>([
		['that runs wait for goes', 300_000, [CAUSE]],
		['that no run waits for stays', 300_001, [CAUSE, RETRY]],
	])('the advice of a pause %s', (_, retryAfterMs, notes) => {
		expect(tell(makeTaken(), { retryAfterMs }).notes).toEqual([...notes, ...NAMED]);
	});
});

describe('a check that may have been taken', () => {
	const unsure = { ...kept, fault: 'payment', requestId: 'request-1', charged: true };

	it.each<[string, Partial<Sent>, number]>([
		['and may be hidden', {}, ENDED + HIDDEN + SKEW],
		['and would show', { showsUnfinished: true }, ENDED + 120_000 + SKEW],
		['which nobody knows to have left', { sends: 0 }, ENDED + 120_000 + SKEW],
		['on any clock', { isOfAnyClock: true }, ENDED + HIDDEN],
	])('%s is proved to be absent from a moment on', (_, more, provedAt) => {
		expect(tell(makeSent(more), { hash: 'other', requestId: 'x' })).toEqual({
			...{ ...unsure, reason: 'paymentUnsure', notes: [CAUSE, UNSURE, proved(provedAt)] },
		});
	});

	it('is one of its candidates', () => {
		expect(tell(makeSent({ candidates: ['maybe-1'] }), { reason: 'notFinished' })).toEqual({
			...{ ...unsure, reason: 'paymentUnsure', candidates: ['maybe-1'] },
			notes: [CAUSE, UNSURE, ONE_CANDIDATE, ITS_CANDIDATES],
		});
	});

	it('has the candidates of both, its own first, each once', () => {
		const entry = makeSent({ candidates: ['maybe-2', 'maybe-1'] });
		const { candidates, notes } = tell(entry, { candidates: ['maybe-3', 'maybe-1'] });
		expect(candidates).toEqual(['maybe-2', 'maybe-1', 'maybe-3']);
		const text = 'It may be one of these checks of the history: maybe-2, maybe-1, maybe-3.';
		expect(notes).toEqual([
			...[CAUSE, UNSURE],
			{ about: 'candidates', text, names: ['maybe-2', 'maybe-1', 'maybe-3'] },
			ITS_CANDIDATES,
		]);
	});

	it('has the candidates of the failure alone', () => {
		const { candidates, notes } = tell(makeSent(), { candidates: ['maybe-1'] });
		expect(candidates).toEqual(['maybe-1']);
		expect(notes).toEqual([CAUSE, UNSURE, ONE_CANDIDATE, ITS_CANDIDATES]);
	});

	it('keeps the advice of a pause that no run waits for', () => {
		const { notes } = tell(makeSent(), { retryAfterMs: 300_001 });
		expect(notes?.map(({ about }) => about)).toEqual(['cause', 'retry', 'payment', 'nextStep']);
	});

	it('of a canceled run has the reason of that', () => {
		const more = { kind: 'cancelled', reason: 'notBegun' } as const;
		expect(tell(makeSent(), more)).toMatchObject({ ...unsure, ...more });
		expect(tell(makeSent(), { kind: 'cancelled' })).not.toHaveProperty('reason');
	});
});

describe('a check that was refused in an earlier try', () => {
	const refused = makeSent({ refusal: 'No', showsUnfinished: true });
	const same = { ...kept, requestId: 'request-1', notes: base.notes };
	const unsure = { ...kept, requestId: 'request-1', fault: 'payment', charged: true };
	const loss = [CAUSE, UNSURE, proved(ENDED + 120_000 + SKEW)];

	it.each<[string, Sent, Partial<FailureFacts>, object]>([
		[
			'stays refused where nothing was paid',
			refused,
			{ charged: false },
			{ ...same, charged: false },
		],
		[
			'has its own reason where that is not known',
			...[refused, { reason: 'keyUsed' }, { ...unsure, reason: 'keyUsed', notes: loss }],
		] as [string, Sent, Partial<FailureFacts>, object],
		[
			'may be a candidate nevertheless',
			{ ...refused, candidates: ['maybe-1'] },
			{ charged: false },
			{
				...{ ...unsure, reason: 'paymentUnsure', candidates: ['maybe-1'] },
				notes: [CAUSE, UNSURE, ONE_CANDIDATE, ITS_CANDIDATES],
			},
		],
		[
			'may be a candidate that the failure names',
			refused,
			{ charged: false, candidates: ['maybe-1'] },
			{
				...{ ...unsure, reason: 'paymentUnsure', candidates: ['maybe-1'] },
				notes: [CAUSE, UNSURE, ONE_CANDIDATE, ITS_CANDIDATES],
			},
		],
		[
			'is a question where it was not refused, whatever the failure says',
			makeSent({ showsUnfinished: true }),
			{ charged: false },
			{ ...unsure, reason: 'paymentUnsure', notes: loss },
		],
	])('%s', (_, entry, more, expected) => {
		expect(tell(entry, { requestId: 'x', ...more })).toEqual(expected);
	});

	it('has no empty list of candidates', () => {
		expect(tell(refused, { charged: false, candidates: [] })).not.toHaveProperty('candidates');
	});
});
