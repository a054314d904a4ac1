/** What the ledger knows of a submission whose answer was lost: when it was, and which checks the answer named. */
import { Ledger } from '../../../nodes/AmlCheck/screening/ledger.ts';

/** The service's clock is an hour ahead. */
const HOUR = 3_600_000;
const toService = ({ from, to }: { from: number; to: number }) => ({
	from: from + HOUR,
	to: to + HOUR,
});

const savedAndRead = (store: object) => JSON.parse(JSON.stringify(store)) as never;

/** A submission that left at 5000, and was given up at 9000 where it is lost. */
function submission(isLost = true) {
	const store = {};
	const ledger = new Ledger(store, 0);
	ledger.open('a', () => 'id a');
	ledger.sending('a', 5_000);
	if (isLost) ledger.lost('a', 9_000);
	return { store, ledger };
}

describe("on this machine's clock, a submission was under way", () => {
	it('from its first sending until it was given up', () => {
		expect(submission().ledger.sentSpan('a', 20_000)).toEqual({ from: 5_000, to: 9_000 });
	});

	it('until now, where a death cut it off', () => {
		expect(submission(false).ledger.sentSpan('a', 20_000)).toEqual({ from: 5_000, to: 20_000 });
	});

	it('between its moments, where the clock was put back', () => {
		const ledger = new Ledger({}, 0);
		ledger.open('a', () => 'id a');
		ledger.sending('a', 9_000);
		ledger.lost('a', 5_000);
		expect(ledger.sentSpan('a', 6_000)).toEqual({ from: 5_000, to: 9_000 });
		expect(ledger.moments('a', (span) => span)).toEqual({ from: 5_000, to: 9_000 });
	});

	it('at any time, where nobody knows when it was sent', () => {
		const ledger = new Ledger({}, 0);
		ledger.open('a', () => 'id a');
		expect(ledger.sentSpan('a', 20_000)).toEqual({ from: 0, to: 20_000 });
	});
});

describe("on the service's clock, a submission was under way", () => {
	it('when the clocks say so, and later ones change nothing', () => {
		const { ledger } = submission();
		const moments = { from: 5_000 + HOUR, to: 9_000 + HOUR };
		expect(ledger.moments('a', toService)).toEqual(moments);
		expect(ledger.moments('a', () => ({ from: 1, to: 2 }))).toEqual(moments);
		expect(ledger.find('a')?.moments).toEqual(moments);
	});

	it('at no known time, while the clocks are not known, or it has not ended', () => {
		expect(submission().ledger.moments('a', () => undefined)).toBeUndefined();
		expect(submission(false).ledger.moments('a', toService)).toBeUndefined();
	});

	it('at no known time, where it never left', () => {
		const ledger = new Ledger({}, 0);
		ledger.open('a', () => 'id a');
		ledger.lost('a', 9_000);
		expect(ledger.moments('a', toService)).toBeUndefined();
	});

	it("at no time that this machine's clock could tell, where another process sent it", () => {
		const { store, ledger } = submission();
		const saved = savedAndRead(store) as { paidChecks: Record<string, { a: { process: string } }> };
		saved.paidChecks[0].a.process = 'another one';
		expect(new Ledger(saved as never, 0).moments('a', toService)).toBeUndefined();
		ledger.moments('a', toService);
		const known = savedAndRead(store);
		expect(new Ledger(known, 0).moments('a', () => undefined)).toEqual(
			ledger.moments('a', toService),
		);
	});

	it('of an earlier life: unknown still after it was sent again', () => {
		const store = { paidChecks: { 0: { a: { id: 'id a', sentAt: 1_000, unsure: true } } } };
		const ledger = new Ledger(store as never, 0);
		ledger.sending('a', 5_000);
		ledger.lost('a', 9_000);
		expect(ledger.find('a')).not.toHaveProperty('process');
		expect(ledger.moments('a', toService)).toBeUndefined();
	});

	it('anew, after another loss', () => {
		const { ledger } = submission();
		ledger.moments('a', toService);
		ledger.lost('a', 12_000);
		expect(ledger.moments('a', toService)).toEqual({ from: 5_000 + HOUR, to: 12_000 + HOUR });
	});

	it('not as it was thought, once the service says that the id was used before', () => {
		const { ledger } = submission();
		ledger.moments('a', toService);
		ledger.sentBefore('a', 3_000);
		expect(ledger.moments('a', toService)).toBeUndefined();
		ledger.sentBefore('a', 3_000, 4_000);
		expect(ledger.moments('a', toService)).toEqual({ from: 3_000 + HOUR, to: 4_000 + HOUR });
		expect(ledger.sentSpan('a', 20_000)).toEqual({ from: 3_000, to: 4_000 });
	});

	it('at no time, once the service can not have taken it', () => {
		const { ledger } = submission();
		ledger.moments('a', toService);
		ledger.notTaken('a');
		expect(ledger.find('a')).toEqual({ id: 'id a' });
	});
});

describe('an answer that was lost', () => {
	it('leaves the checks that it named, each once, over all losses', () => {
		const { ledger } = submission();
		expect(ledger.find('a')).not.toHaveProperty('named');
		ledger.lost('a', 9_000, ['x', 'y']);
		ledger.lost('a', 9_500, ['y', 'z']);
		ledger.lost('a', 9_900);
		expect(ledger.find('a')).toMatchObject({ endedAt: 9_900, named: ['x', 'y', 'z'] });
	});

	it('keeps what the history has shown of it, until a look shows other checks', () => {
		const { ledger } = submission();
		ledger.mayBe('a', []);
		expect(ledger.find('a')).not.toHaveProperty('candidates');
		ledger.mayBe('a', ['x']);
		ledger.mayBe('a', []);
		expect(ledger.find('a')).toMatchObject({ candidates: ['x'] });
		ledger.mayBe('a', ['y', 'z']);
		expect(ledger.find('a')).toMatchObject({ candidates: ['y', 'z'] });
	});
});

describe('a run in an execution that was retried', () => {
	const inLife = (store: object, life: string | undefined) =>
		new Ledger(store as never, 0, [], life);

	it('began before, once anything of it was saved in another life', () => {
		const store = {};
		expect(inLife(store, 'one').beganBefore).toBe(false);
		inLife(store, 'one').open('a', () => 'id a');
		expect(inLife(store, 'one').beganBefore).toBe(false);
		expect(inLife(store, 'two').beganBefore).toBe(true);
		inLife(store, 'two').open('b', () => 'id b');
		expect(inLife(store, 'two').beganBefore).toBe(true);
	});
});

describe('the input items', () => {
	it('have what is remembered of their checks, as asked for last', () => {
		const ledger = new Ledger({}, 0);
		const a = ledger.open('a', () => 'id a', [0, 2]);
		const b = ledger.open('b', () => 'id b', [1]);
		ledger.open('c', () => 'id c');
		expect([...ledger.byItem()]).toEqual([
			[0, a],
			[2, a],
			[1, b],
		]);
		ledger.open('a', () => 'id a', [3]);
		ledger.open('b', () => 'id b');
		expect([...ledger.byItem().keys()]).toEqual([3, 1]);
	});
});

describe('what was saved', () => {
	it('is believed only where it is of its kind', () => {
		const saved = { a: { id: 'id a', hash: 5, sentAt: 'soon' } };
		const ledger = new Ledger({ paidChecks: { 0: saved } } as never, 0);
		expect(ledger.find('a')).toEqual({ id: 'id a' });
	});

	it('gives no check to an id that has none', () => {
		const saved = { a: { id: 'id a' } };
		const ledger = new Ledger({ paidChecks: { 0: saved } } as never, 1);
		expect(ledger.open('b', () => 'id a')).toEqual({ id: 'id a' });
		expect(ledger.hashesTaken('', 0)).toStrictEqual([]);
	});

	it('by other nodes claims their hashes and no others', () => {
		const other = { paidChecks: { 0: { a: { id: 'id a', hash: 'hash a' } } } };
		const ledger = new Ledger({}, 0, [other as never]);
		expect(['hash a', 'hash b'].map((hash) => ledger.isClaimed(hash))).toEqual([true, false]);
	});

	it('that have no answer yet claim nothing', () => {
		const other = { paidChecks: { 0: { a: { id: 'id a', unsure: true } } } };
		expect(new Ledger({}, 0, [other as never]).isClaimed('hash a')).toBe(false);
	});
});

it('a check under the same id is no twin: it is the same check', () => {
	const store = { paidChecks: { 0: { 'w#0': { id: 'id w', unsure: true } } } };
	const ledger = new Ledger(store as never, 1);
	ledger.open('w#0', () => 'id w');
	expect(ledger.hasTwin('w#0', 'w')).toBe(false);
	ledger.open('w#1', () => 'id of its own');
	expect(ledger.hasTwin('w#1', 'w')).toBe(true);
	expect(ledger.hasTwin('w#1', 'v')).toBe(false);
});
