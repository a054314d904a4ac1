/** The ledger under any sequence of outcomes, saved and read back between any two of them. */
import fc from 'fast-check';
import { Ledger } from '../../../nodes/AmlCheck/screening/ledger.ts';
import { cases } from '../../cases.mts';

const RUNS = { seed: 42, numRuns: cases(1_000) };
const KEYS = ['a#0', 'b#0', 'c#0'];

interface Step {
	act: 'open' | 'sending' | 'notTaken' | 'taken' | 'save' | 'nextRun';
	key: string;
}
const steps = fc.array(
	fc.record<Step>({
		act: fc.constantFrom('open', 'sending', 'notTaken', 'taken', 'save', 'nextRun'),
		key: fc.constantFrom(...KEYS),
	}),
	{ maxLength: 60 },
);

const PROCESS: unknown = expect.any(String);

/** What a person would write down beside it. */
interface Known {
	id: string;
	sentAt?: number;
	unsure?: boolean;
	hash?: string;
	process?: unknown;
}

class Book {
	private store: Record<string, unknown> = {};
	private runIndex = 0;
	private made = 0;
	private now = 1_000;
	ledger = new Ledger(this.store as never, 0);
	runs: Array<Map<string, Known>> = [new Map()];
	readonly hashes: string[] = [];

	get known(): Map<string, Known> {
		return this.runs[this.runIndex];
	}

	do({ act, key }: Step): void {
		if (act === 'save') return this.reopen();
		if (act === 'nextRun') {
			this.runIndex++;
			this.runs.push(new Map());
			return this.reopen();
		}
		const known = this.open(key);
		this.now += 10;
		if (act === 'sending' && !known.hash) {
			this.ledger.sending(key, this.now);
			Object.assign(known, { sentAt: known.sentAt ?? this.now, unsure: true, process: PROCESS });
		}
		if (act === 'notTaken' && !known.hash) {
			this.ledger.notTaken(key);
			Object.assign(known, { sentAt: undefined, unsure: undefined, process: undefined });
		}
		if (act === 'taken' && known.unsure) {
			const hash = `hash ${++this.made}`;
			this.hashes.push(hash);
			this.ledger.taken(key, hash);
			Object.assign(known, { hash, unsure: undefined });
		}
	}

	/** As n8n does it: the data is written to its database and read back. */
	private reopen(): void {
		this.store = JSON.parse(JSON.stringify(this.store)) as Record<string, unknown>;
		this.ledger = new Ledger(this.store as never, this.runIndex);
	}

	private open(key: string): Known {
		const { id } = this.ledger.open(key, () => `id ${++this.made}`);
		const known = this.known.get(key) ?? { id };
		expect(id).toBe(known.id);
		this.known.set(key, known);
		return known;
	}
}

const play = (all: Step[]): Book => {
	const book = new Book();
	for (const step of all) book.do(step);
	return book;
};

it('keeps one id for life, and what came of it, in every run and over every save', () => {
	fc.assert(
		fc.property(steps, (all) => {
			const { ledger, known } = play(all);
			for (const key of KEYS) {
				const { id, ...facts } = known.get(key) ?? { id: undefined };
				const entry = ledger.find(key);
				expect(entry?.id).toBe(id);
				expect(entry ?? {}).toEqual(id ? { id, ...facts } : {});
			}
		}),
		RUNS,
	);
});

it('never loses a hash, and never claims one that nobody paid for', () => {
	fc.assert(
		fc.property(steps, (all) => {
			const { ledger, hashes } = play(all);
			for (const hash of hashes) expect(ledger.isClaimed(hash)).toBe(true);
			expect(ledger.isClaimed('hash of others')).toBe(false);
			expect(ledger.hashesTaken('', 0).sort()).toEqual([...hashes].sort());
		}),
		RUNS,
	);
});

it('knows what is unsure in any run', () => {
	fc.assert(
		fc.property(steps, (all) => {
			const { ledger, runs } = play(all);
			const unsure = runs.flatMap((run) => [...run].filter(([, known]) => known.unsure));
			const own = ledger.open('wallet|native#0', () => 'own id');
			for (const key of KEYS)
				expect(ledger.hasTwin('wallet|native#0', key.slice(0, -2))).toBe(
					unsure.some(([other, { id }]) => other === key && id !== own.id),
				);
		}),
		RUNS,
	);
});

it('has ids of its own for each run of a loop', () => {
	const store = {};
	let made = 0;
	const ids = [0, 1].map((run) => new Ledger(store, run).open('a#0', () => `id ${++made}`).id);
	expect(ids).toEqual(['id 1', 'id 2']);
});

it('takes names of the language for plain keys', () => {
	const ledger = new Ledger({}, 0);
	for (const key of ['constructor', 'toString', 'hasOwnProperty'])
		expect(ledger.find(key)).toBeUndefined();
});

it('reads what an older version, or somebody else, has written without stopping', () => {
	const entry = { id: 'id 1', hash: 'hash 1', isRepeat: true, later: { x: 1 } };
	for (const paidChecks of [
		null,
		'x',
		7,
		[],
		{ 0: null },
		{ 0: 'x', 1: { a: 1, b: null, c: { hash: 5 } } },
	])
		expect(new Ledger({ paidChecks } as never, 0).find('a#0')).toBeUndefined();
	const ledger = new Ledger({ paidChecks: { 0: { 'a#0': entry, bad: { id: 7 } } } }, 0);
	expect(ledger.find('a#0')).toMatchObject({ id: 'id 1', hash: 'hash 1', paidElsewhere: true });
	expect(ledger.find('bad')).toBeUndefined();
});

it('sees what other nodes of the execution have, and writes nothing there', () => {
	const other = { paidChecks: { 0: { 'a#0': { id: 'id 1', hash: 'hash 1' } } } };
	const before = JSON.stringify(other);
	const ledger = new Ledger({}, 0, [other as never]);
	expect(ledger.isClaimed('hash 1')).toBe(true);
	expect(JSON.stringify(other)).toBe(before);
});

it('is shared by calls of one node at the same time', () => {
	const store = {};
	const [one, two] = [new Ledger(store, 0), new Ledger(store, 1)];
	one.open('a#0', () => 'id 1');
	two.open('a#0', () => 'id 2');
	one.sending('a#0', 1);
	one.taken('a#0', 'hash 1');
	expect(new Ledger(store, 0).find('a#0')?.hash).toBe('hash 1');
	expect(new Ledger(store, 1).find('a#0')?.id).toBe('id 2');
});
