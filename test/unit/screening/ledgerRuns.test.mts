/** What a run of the node takes over from others: tries of a tool, lives of an execution, ids that an idempotency key makes. */
import { Ledger } from '../../../nodes/AmlCheck/screening/ledger.ts';

const never = () => {
	throw new Error('There was an id already');
};

/** A ledger of the run before, in which `a` was paid for, and of the next one. */
function twoRuns(isAnswered: boolean | undefined) {
	const store = {};
	const before = new Ledger(store, 0);
	before.open('a', () => 'id a');
	before.sending('a', 5_000);
	before.taken('a', 'hash a');
	if (isAnswered !== undefined) before.ended('a', isAnswered);
	return { store, before, next: new Ledger(store, 1) };
}

describe('a run', () => {
	it('adopts what another was left without an answer for, with all that is known of it', () => {
		const { before, next } = twoRuns(false);
		next.adopt('a');
		expect(next.open('a', never)).toEqual({
			id: 'id a',
			sentAt: 5_000,
			hash: 'hash a',
			unanswered: true,
			process: expect.any(String),
		});
		expect(before.find('a')).toBeUndefined();
	});

	it.each([true, undefined])(
		'adopts nothing that was answered, or is not ended: %s',
		(isAnswered) => {
			const { before, next } = twoRuns(isAnswered);
			next.adopt('a');
			expect(next.find('a')).toBeUndefined();
			expect(before.find('a')?.hash).toBe('hash a');
		},
	);

	it('adopts nothing that nobody has asked for', () => {
		const { next } = twoRuns(false);
		for (const key of ['b', 'toString']) {
			next.adopt(key);
			expect(next.find(key)).toBeUndefined();
		}
	});

	it('keeps its own where another one has the same', () => {
		const { before, next } = twoRuns(false);
		next.open('a', () => 'id of its own');
		next.adopt('a');
		expect(next.find('a')).toEqual({ id: 'id of its own' });
		expect(before.find('a')?.hash).toBe('hash a');
	});

	it('is answered once its results were given out after all', () => {
		const { store, before } = twoRuns(false);
		before.ended('a', true);
		before.ended('never asked for', false);
		const next = new Ledger(store, 2);
		next.adopt('a');
		expect(next.find('a')).toBeUndefined();
		expect(before.find('never asked for')).toBeUndefined();
	});
});

describe('a check that was sent before anything was saved', () => {
	const openAt = (sentAt?: number) => {
		const ledger = new Ledger({}, 0);
		ledger.open('a', () => 'id a');
		if (sentAt !== undefined) ledger.sending('a', sentAt);
		return ledger;
	};

	it.each([
		[undefined, 3_000],
		[5_000, 3_000],
		[2_000, 2_000],
		[0, 0],
	])('sent at %s: is unsure from %s on', (sentAt, first) => {
		const ledger = openAt(sentAt);
		ledger.sentBefore('a', 3_000);
		expect(ledger.find('a')).toEqual({ id: 'id a', sentAt: first, unsure: true });
	});

	it('keeps its first moment when it is sent again', () => {
		const ledger = openAt(2_000);
		ledger.sending('a', 4_000);
		expect(ledger.find('a')?.sentAt).toBe(2_000);
	});
});

describe('who paid', () => {
	it('under an id that has a hash already: the check that got it', () => {
		const { next } = twoRuns(true);
		expect(next.open('b', () => 'id a')).toEqual({
			id: 'id a',
			hash: 'hash a',
			paidElsewhere: true,
		});
		expect(next.open('c', () => 'id c')).toEqual({ id: 'id c' });
	});

	it('where the service answers with the hash of another check: that one', () => {
		const { before, next } = twoRuns(true);
		next.open('b', () => 'id b');
		next.sending('b', 6_000);
		next.taken('b', 'hash a');
		expect(next.find('b')).toEqual({
			id: 'id b',
			sentAt: 6_000,
			process: expect.any(String),
			hash: 'hash a',
			paidElsewhere: true,
		});
		before.taken('a', 'hash a');
		expect(before.find('a')).not.toHaveProperty('paidElsewhere');
	});

	it('of a hash that nobody has: the check itself', () => {
		const { next } = twoRuns(true);
		next.open('b', () => 'id b');
		next.taken('b', 'hash b');
		expect(next.find('b')).toEqual({ id: 'id b', hash: 'hash b' });
	});
});

it('tells the hashes of checks by the beginning of their key, sent since a moment', () => {
	const { next } = twoRuns(true);
	for (const [key, sentAt] of [
		['ab', 5_000],
		['ba', 5_000],
		['ac', 4_999],
	] as const) {
		next.open(key, () => `id ${key}`);
		next.sending(key, sentAt);
		next.taken(key, `hash ${key}`);
	}
	next.open('ad', () => 'id ad');
	next.sending('ad', 6_000);
	expect(next.hashesTaken('a', 5_000)).toEqual(['hash a', 'hash ab']);
});

it('is kept in the execution under the name that saved executions have', () => {
	const { store } = twoRuns(undefined);
	expect(Object.keys(store)).toEqual(['paidChecks']);
});
