/** The cursor over its life: activation, another account, reports that lag, a state of an earlier version. */
import { planTest, readState } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { drive, item, plan, poll, T0, whenCreated, withReports } from './support.mts';

describe('activation', () => {
	it('that saw nothing by mistake does not make old checks new', () => {
		const strike = () => 'empty' as const;
		const { state } = poll(null, [item('old', T0)], {}, { strike, now: T0 + 9000 });
		const items = [item('old', T0), item('new', T0 + 9060)];
		expect(poll(state, items).hashes).toEqual(['new']);
	});

	it('looks twice before it takes a history for empty', () => {
		const strike = (_: unknown, call: number) => (call === 1 ? ('empty' as const) : undefined);
		const items = [item('old', T0)];
		const { state } = poll(null, items, {}, { strike, now: T0 + 60 });
		expect(poll(state, items, {}, { now: T0 + 120 }).hashes).toEqual([]);
	});

	it('of a history that is empty makes its first check new, whatever its zone', () => {
		let { state } = poll(null, [], {}, { now: T0 });
		({ state } = poll(state, [], {}, { now: T0 + 60 }));
		expect(poll(state, [item('first', T0 - 7 * 3600)], {}, { now: T0 + 120 }).hashes).toEqual([
			'first',
		]);
	});
});

describe('a check that was created', () => {
	it('is delivered though the date of its start can not be read and activation saw nothing', () => {
		const { state } = poll(null, [], whenCreated, { now: T0 });
		const undated = { ...item('undated', T0 + 60, T0 + 90), initDate: null };
		// The service of these tests sorts and filters by the start; this one goes by the end.
		const items = [item('a', T0 + 70), item('undated', T0 + 90)];
		const shown = (entry: HistoryItem) => (entry.hash === 'undated' ? undated : entry);
		const run = poll(state, items, whenCreated, { shown });
		expect(run.hashes).toEqual(['a', 'undated']);
		expect(poll(run.state, items, whenCreated, { shown }).hashes).toEqual([]);
	});

	it('and never ends comes after a crowded second, though there is time for one call a poll', () => {
		let { state } = poll(null, [item('base', T0)], { ...whenCreated, pageSize: 10 });
		const crowd = Array.from({ length: 85 }, (_, index) => item(`c${index}`, T0 + 60));
		const items = [item('base', T0), ...crowd, item('endless', T0 + 75, null)];
		const seen: string[] = [];
		for (let polls = 0; polls < 80 && seen.length < 86; polls++) {
			const run = poll(state, items, { ...whenCreated, pageSize: 10 }, { budget: 1 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toHaveLength(86);
		expect(seen.at(-1)).toBe('endless');
	});
});

describe('another credential', () => {
	const items = [item('a', T0), item('b', T0 + 10)];

	it('of the same account changes nothing', () => {
		const { state } = poll(null, items);
		const run = poll(state, [...items, item('c', T0 + 20)], { account: 'two' });
		expect(run.hashes).toEqual(['c']);
		expect(run.state.account).toBe('two');
	});

	it('of another account begins with what is there', () => {
		const { state } = poll(null, items);
		const others = Array.from({ length: 40 }, (_, index) => item(`o${index}`, T0 + index));
		const run = poll(state, others, { account: 'two' });
		expect(run.hashes).toEqual([]);
		expect(poll(run.state, [...others, item('new', T0 + 99)], { account: 'two' }).hashes).toEqual([
			'new',
		]);
	});
});

describe('reports', () => {
	const items = ['a', 'b', 'c'].map((hash, index) => item(hash, T0 + 10 + index));

	it('that can not be had hold up no others, and are done without after five polls', () => {
		let { state } = poll(null, [item('base', T0)]);
		const hasReport = (hash: string) => hash !== 'b';
		const rounds: string[][] = [];
		for (let polls = 0; polls < 6; polls++) {
			const run = poll(state, items, withReports, { hasReport });
			rounds.push(run.hashes);
			if (run.hashes.includes('b')) expect(run.deliveries[0].missing).toBe('not to be had');
			({ state } = run);
		}
		expect(rounds).toEqual([['a', 'c'], [], [], [], ['b'], []]);
	});

	it('that many checks wait for hide none of them, though the date of its start can not be read', () => {
		const { state } = poll(null, [item('base', T0)]);
		const many = Array.from({ length: 120 }, (_, index) =>
			item(`c${index}`, T0 + 100 + index * 20),
		);
		const all = [
			item('base', T0),
			item('undated', T0 + 50, T0 + 4000),
			...many,
			item('last', T0 + 9000),
		];
		const shown = (entry: HistoryItem) =>
			entry.hash === 'undated' ? { ...entry, initDate: null } : entry;
		const first = poll(state, all, withReports, { shown, budget: 1 });
		expect(first.hashes).toEqual([]);
		const second = poll(first.state, all, withReports, { shown });
		expect(second.hashes).toHaveLength(122);
		expect(second.hashes).toContain('undated');
	});

	it('are asked for again: one slip costs nothing', () => {
		const { state } = poll(null, [item('base', T0)]);
		const first = poll(state, items, withReports, { hasReport: () => false });
		expect(first.hashes).toEqual([]);
		const second = poll(first.state, items, withReports);
		expect(second.hashes).toEqual(['a', 'b', 'c']);
		expect(second.deliveries.every(({ report }) => report !== undefined)).toBe(true);
	});

	it('are read also where a poll has time for one call', () => {
		let { state } = poll(null, [item('base', T0)]);
		const seen: string[] = [];
		for (let polls = 0; polls < 10; polls++) {
			const run = poll(state, items, withReports, { budget: 1 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toEqual(['a', 'b', 'c']);
	});
});

describe('a stored state of an earlier version', () => {
	const known = {
		sequence: 1,
		settings: 'a',
		floor: 1893452400,
		newest: 1893456000,
		seen: { 31557599: 'y6BrVzb69n5UsHtWHq6UOQ', 31557600: 'yuZiFy_UULsM1xCnaQecBQ' },
		overdue: {},
		hold: 1893455970,
	};
	const first = { version: 1, ...known };
	const begun = { since: 1893457180, hold: null };
	const swept = {
		...first,
		floor: 1893453289,
		newest: begun.since,
		sweep: { ...begun, at: 1893453289 },
	};
	const second = {
		...known,
		version: 2,
		account: 'one',
		newest: begun.since,
		witness: { code: 'yuZiFy_UULsM1xCnaQecBQ', second: 1893456000 },
	};
	const probing = { ...second, sweep: { ...begun, mark: { by: 'probe', bound: 'from' } } };
	const sliced = {
		...second,
		floor: 1893453580,
		sweep: { ...begun, mark: { by: 'slices', at: 1893455719, width: 324, full: 1893456449 } },
	};
	const behind = { ...sliced, sweep: { ...sliced.sweep, hold: 1893455970, behind: 1893452400 } };
	const before = [item('old', T0 - 60), item('slow', T0 - 30, null), item('base', T0)];
	const later = Array.from({ length: 40 }, (_, index) => item(`c${index}`, T0 + 10 + index * 30));

	it.each([
		['1, idle', first],
		['1, in the middle of a backlog', swept],
		['2, that is about to try filters', probing],
		['2, in the middle of a backlog', sliced],
		['2, in the middle of a backlog without zones', behind],
	])('%s, is gone on with: nothing twice, nothing missed', (_, stored) => {
		let state = readState(JSON.parse(JSON.stringify(stored)));
		const seen: string[] = [];
		for (let polls = 0; polls < 12; polls++) {
			const run = poll(state, [...before, ...later], { pageSize: 10 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toEqual(later.map(({ hash }) => hash));
		const ended = [before[0], item('slow', T0 - 30, T0 + 5000), before[2], ...later];
		expect(poll(state, ended, { pageSize: 10 }).hashes).toEqual(['slow']);
	});
});

describe('a manual test', () => {
	it('gives the newest check that matches', () => {
		const items = [item('new', T0 + 9, null), item('match', T0 + 8), item('old', T0)];
		expect(drive(planTest(plan()), items).result?.item.hash).toBe('match');
		expect(drive(planTest(plan()), [items[0]]).result).toBeNull();
	});
});
