/** Max Paid Checks: shares at the limit and around it, and what earlier calls of an agent's tool take of them. */
import type { NodeRun } from '../../../nodes/AmlCheck/run/nodeRun.ts';
import { Budget } from '../../../nodes/AmlCheck/screening/budget.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import { openNodeEntries, Wish } from '../../../nodes/AmlCheck/screening/wish.ts';
import { factsOf, makeSent, makeTaken, wanted } from './entries.mts';

interface Setting {
	limit: number;
	isTool?: boolean;
	/** What other calls have in the entries of the node. */
	earlier?: Entry[];
	/** The entries of the call's own wishes. */
	own?: Entry[];
}

const start = ({ limit, isTool = true, earlier = [], own = [wanted] }: Setting) => {
	const flow = {};
	const context = { getContext: () => flow, getNode: () => ({ name: 'Check' }) };
	const run = { isTool, options: { maxPaidChecks: limit }, context } as unknown as NodeRun;
	const entries = openNodeEntries(run.context);
	earlier.forEach((entry, n) => (entries[`earlier ${n}`] = [entry]));
	const wishes = own.map((entry, n) => {
		const list = (entries[`own ${n}`] = [entry]);
		return new Wish({} as never, [0], {} as never, true, list, undefined);
	});
	return { budget: new Budget(run), wishes };
};

const many = (count: number): Entry[] => Array.from({ length: count }, () => wanted);

const told = (failure: ReturnType<Budget['fund']>) => failure && factsOf(failure).message;
const needed = (wanted: number, limit: number) =>
	`${wanted} checks are needed, your limit is ${limit}`;

describe('the shares of a run', () => {
	it.each([
		[2, 1, undefined],
		[2, 2, undefined],
		[2, 3, needed(3, 2)],
		[1, 2, needed(2, 1)],
		[0, 500, undefined],
	])('of at most %i, for %i checks', (limit, count, expected) => {
		for (const isTool of [true, false]) {
			const { budget, wishes } = start({ limit, own: many(count), isTool });
			expect(told(budget.fund(wishes))).toBe(expected);
		}
	});

	it('are given to all who are funded, and then to as many more as there is room', () => {
		const { budget, wishes } = start({ limit: 3, own: many(4) });
		const [one, two, three, four] = wishes as [Wish, Wish, Wish, Wish];
		expect(budget.fund([one, two])).toBeUndefined();
		expect([one, two, three, four].map((wish) => budget.reserve(wish))).toEqual([
			...[true, true, true, false],
		]);
		expect(told(budget.refuseMore())).toBe(needed(4, 3));
		expect(budget.reserve(four)).toBe(false);
	});

	it('are not given to any where there are too few for all', () => {
		const { budget, wishes } = start({ limit: 2, own: many(3) });
		expect(factsOf(budget.fund(wishes)!)).toMatchObject({
			...{ kind: 'configuration', reason: 'maxPaidChecks' },
			advice:
				"Raise the option 'Max Paid Checks', or run with fewer items. No check was submitted.",
		});
		expect(told(budget.refuseMore())).toBe(needed(1, 2));
		expect(wishes.map((wish) => budget.reserve(wish))).toEqual([true, true, false]);
	});

	it('are counted anew each time that they are given', () => {
		const { budget, wishes } = start({ limit: 2, own: many(3) });
		const [one, two, three] = wishes as [Wish, Wish, Wish];
		budget.fund([one, two]);
		expect(budget.fund([three])).toBeUndefined();
		expect(told(budget.refuseMore())).toBe(needed(2, 2));
		expect([one, two].map((wish) => budget.reserve(wish))).toEqual([true, false]);
	});

	it('that are given back are not there again: a second payment of a wish takes another one', () => {
		const { budget, wishes } = start({ limit: 2, own: many(2) });
		const [one, two] = wishes as [Wish, Wish];
		budget.fund([one]);
		budget.release(one);
		expect(budget.reserve(one)).toBe(true);
		expect(budget.reserve(two)).toBe(false);
	});

	it('have no end before anything was funded, nor without a limit', () => {
		const { budget, wishes } = start({ limit: 1, own: many(3) });
		expect(wishes.map((wish) => budget.reserve(wish))).toEqual([true, true, true]);
		const free = start({ limit: 0, own: many(3) });
		free.budget.fund([]);
		expect(free.wishes.map((wish) => free.budget.reserve(wish))).toEqual([true, true, true]);
		expect(free.budget.refuseLate(free.wishes[0]!)).toBeUndefined();
	});
});

describe('what earlier calls of a tool have paid', () => {
	const paid = [makeSent(), makeTaken()];
	const unpaid = [wanted, makeTaken({ paid: false })];

	it.each<[string, Setting, string | undefined]>([
		['counts: with room', { limit: 3, earlier: paid }, undefined],
		['counts: without room', { limit: 2, earlier: paid }, needed(3, 2)],
		['counts: beyond the limit', { limit: 1, earlier: paid }, needed(3, 1)],
		['counts once more', { limit: 3, earlier: paid, own: many(2) }, needed(4, 3)],
		['does not count in any other node', { limit: 1, earlier: paid, isTool: false }, undefined],
		['does not count what is not paid', { limit: 1, earlier: unpaid }, undefined],
		['does not count its own wishes', { limit: 1, own: [makeSent()] }, undefined],
	])('%s', (_, setting, expected) => {
		const { budget, wishes } = start(setting);
		expect(told(budget.fund(wishes))).toBe(expected);
	});

	it('is said, and takes the room of those who come later', () => {
		const { budget, wishes } = start({ limit: 3, earlier: paid, own: many(2) });
		const [one, two] = wishes as [Wish, Wish];
		budget.fund([one]);
		expect(budget.reserve(two)).toBe(false);
		expect(factsOf(budget.refuseMore())).toMatchObject({
			message: needed(4, 3),
			advice:
				"Earlier calls of this execution paid for 2. Raise the option 'Max Paid Checks', or go on in a new execution.",
		});
	});

	it('does not count what has a share already', () => {
		const { budget, wishes } = start({ limit: 2, earlier: [makeTaken()], own: [makeSent()] });
		budget.fund(wishes);
		expect(told(budget.refuseMore())).toBe(needed(3, 2));
		expect(budget.refuseMore().advice).toContain('paid for 1.');
	});

	it.each([
		[3, undefined],
		[2, needed(3, 2)],
		[1, needed(3, 1)],
	])('is looked at again before a check leaves: at most %i', (limit, expected) => {
		const { budget, wishes } = start({ limit, earlier: paid, own: [makeSent(), wanted] });
		expect(told(budget.refuseLate(wishes[0]!))).toBe(expected);
	});

	it('includes the other wishes of the same call that were sent', () => {
		const { budget, wishes } = start({ limit: 1, own: [wanted, makeSent()] });
		expect(told(budget.refuseLate(wishes[0]!))).toBe(needed(2, 1));
		expect(budget.refuseLate(wishes[1]!)).toBeUndefined();
		const other = start({ limit: 1, own: [wanted, makeSent()], isTool: false });
		expect(other.budget.refuseLate(other.wishes[0]!)).toBeUndefined();
	});
});
