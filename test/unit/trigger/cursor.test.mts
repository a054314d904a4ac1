import { planTest, readState } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { checkDates, serviceNow } from '../../../nodes/AmlCheckTrigger/cursor/dates.ts';
import { codeOf, countPacked, pack, unpack } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { emptyState } from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { readDateSeconds } from '../../../nodes/shared/dates.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { drive, iso, item, plan, poll, T0, whenCreated, withReports } from './support.mts';

describe('dates', () => {
	it('of the end are not believed of an unfinished check', () => {
		expect(checkDates({ ...item('a', T0), resultDate: '2150-12-31T00:00:00Z' }, true)).toEqual({
			init: T0,
			result: null,
			ended: false,
			blur: 0,
		});
	});

	it('without a time may be any time of their day, in any zone', () => {
		const { blur } = checkDates({ ...item('a', T0), resultDate: '2030-01-01' }, false);
		expect(blur).toBe(36 * 3600 - 1);
	});

	it.each([
		['the header where it is earlier', T0, T0 + 60, T0],
		["n8n's clock where that is earlier", T0 + 3600, T0, T0],
		["the header where n8n's clock is plainly wrong", T0, T0 - 9_999_999, T0],
		["n8n's clock where there is no header", undefined, T0, T0],
	])('are held against %s', (_, header, local, now) =>
		expect(serviceNow(header && header * 1000, local * 1000)).toBe(now),
	);
});

describe('the memory', () => {
	const uuid = '8c2b1f60-1111-4222-a333-944455556666';

	it('tells hashes apart and is the same for any case', () => {
		expect(codeOf(uuid)).toHaveLength(22);
		expect(codeOf(uuid.toUpperCase())).toBe(codeOf(uuid));
		expect(codeOf(`${uuid.slice(0, -1)}7`)).not.toBe(codeOf(uuid));
		expect(codeOf('check-1')).toHaveLength(22);
		expect(codeOf('check-1')).not.toBe(codeOf('check-2'));
	});

	it('survives storing, rounds up and forgets only what is older than asked', () => {
		const memory = new Map([
			[codeOf('a'), T0],
			[codeOf('b'), T0 + 61],
		]);
		const packed = JSON.parse(JSON.stringify(pack(memory, null)));
		expect(countPacked(packed)).toBe(2);
		expect(unpack(packed).get(codeOf('a'))).toBe(T0 + 59);
		expect([...unpack(pack(memory, T0 + 1)).keys()]).toEqual([codeOf('b')]);
	});
});

describe('the state', () => {
	it('is read back as it was', () => {
		const { state } = poll(null, [item('a', T0), item('b', T0 - 60, null)]);
		expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
		expect(readState(undefined)).toBeNull();
	});

	it.each([
		{},
		'x',
		[],
		{ version: 2 },
		{ ...emptyState('a', 'one'), seen: { 1: 2 } },
		{ ...emptyState('a', 'one'), floor: '1' },
	])('that is none is refused: %j', (value) =>
		expect(() => readState(value)).toThrow("can't be read"),
	);

	it('is the very same after a poll that learned nothing', () => {
		const items = [item('a', T0)];
		const { state } = poll(null, items);
		expect(poll(state, items).state).toBe(state);
	});
});

describe('a poll', () => {
	it('asks for one page with a second to spare, and for nothing else', () => {
		const { state } = poll(null, [item('a', T0)]);
		const { requests } = poll(state, [item('a', T0)]);
		expect(requests).toEqual([
			{ kind: 'page', page: 0, pageSize: 1000, dateFrom: state.floor! - 1 },
		]);
	});

	it('reads a few pages one after the other, under an upper date', () => {
		const base = poll(null, [item('base', T0)]).state;
		const items = Array.from({ length: 45 }, (_, index) => item(`c${index}`, T0 + 60 + index * 60));
		const { hashes, requests } = poll(base, [item('base', T0), ...items], { pageSize: 10 });
		expect(hashes).toEqual(items.map(({ hash }) => hash));
		expect(requests.map((request) => request.kind === 'page' && request.page)).toEqual([
			0, 1, 2, 3, 4,
		]);
		expect(requests[4]).toMatchObject({ dateTo: T0 + 45 * 60 + 1 });
	});

	it('reads a backlog in slices, oldest first', () => {
		const base = poll(null, [item('base', T0)]).state;
		const items = Array.from({ length: 75 }, (_, index) => item(`c${index}`, T0 + 60 + index * 60));
		let state = base;
		const seen: string[] = [];
		for (let polls = 0; polls < 5 && seen.length < 75; polls++) {
			const run = poll(state, [item('base', T0), ...items], { pageSize: 10 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toEqual(items.map(({ hash }) => hash));
	});

	it('delivers crowded seconds in their order, though each comes with its neighbours', () => {
		// The window begins with the crowd: no second before it brings its neighbours in order.
		const base = item('base', T0 + 60);
		const brief = { pageSize: 10, lookbackSeconds: 60 };
		let { state } = poll(null, [base], brief);
		const later = Array.from({ length: 45 }, (_, index) => T0 + 600 + index * 40);
		const seconds = [...Array<number>(15).fill(T0), ...Array<number>(15).fill(T0 + 1)];
		const crowd = [...seconds, ...later].map((second, index) =>
			item(`${second}-${index}`, second, second + 5),
		);
		const items = [base, ...crowd];
		const seen: string[] = [];
		const starts = new Map(crowd.map(({ hash, initDate }) => [hash, initDate ?? '']));
		for (let polls = 0; polls < 20; polls++) {
			const run = poll(state, items, brief);
			const order = run.hashes.map((hash) => starts.get(hash) ?? '');
			expect(order).toEqual([...order].sort());
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toHaveLength(crowd.length);
	});

	it('reads a crowded second once, whatever it takes', () => {
		const base = poll(null, [item('base', T0)]).state;
		const crowd = Array.from({ length: 125 }, (_, index) => item(`c${index}`, T0 + 60));
		let state = base;
		const seen: string[] = [];
		for (let polls = 0; polls < 40 && seen.length < 125; polls++) {
			const run = poll(state, crowd, { pageSize: 10 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toHaveLength(125);
		expect(new Set(seen).size).toBe(125);
	});

	it.each([1, 2])(
		'gets further with each try although there is time for %d calls only',
		(budget) => {
			let { state } = poll(null, [item('base', T0)]);
			const items = Array.from({ length: 60 }, (_, index) =>
				item(`c${index}`, T0 + 5 + index * 40),
			);
			const seen: string[] = [];
			let polls = 0;
			for (; polls < 90 && seen.length < 60; polls++) {
				const run = poll(state, [item('base', T0), ...items], { pageSize: 10 }, { budget });
				seen.push(...run.hashes);
				({ state } = run);
			}
			expect(seen).toEqual(items.map(({ hash }) => hash));
		},
	);

	it('delivers what it has read although a later page fails', () => {
		let { state } = poll(null, [item('base', T0)]);
		const items = Array.from({ length: 80 }, (_, index) => item(`c${index}`, T0 + 5 + index * 40));
		const seen: string[] = [];
		for (let polls = 0; polls < 60 && seen.length < 80; polls++) {
			const strike = (_: unknown, call: number) => (call === 2 ? ('fail' as const) : undefined);
			const run = poll(state, [item('base', T0), ...items], { pageSize: 10 }, { strike });
			expect(run.failure === undefined || run.gotFurther).toBe(true);
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toEqual(items.map(({ hash }) => hash));
	});

	it('that got nowhere says why and changes nothing', () => {
		const { state } = poll(null, [item('base', T0)]);
		const run = poll(state, [], {}, { strike: () => 'fail' });
		expect(run).toMatchObject({ gotFurther: false, hashes: [], failure: expect.any(Error) });
		expect(run.state).toEqual(state);
	});

	it('is not misled by a total that is too high, in two calls', () => {
		const { state } = poll(null, [item('base', T0)]);
		const items = [item('base', T0), item('a', T0 + 60)];
		const run = poll(state, items, {}, { total: (count) => count + 1 });
		expect(run.hashes).toEqual(['a']);
		expect(run.requests.length).toBeLessThanOrEqual(3);
	});

	it('is not led into the future by a date that can not be', () => {
		let { state } = poll(null, [item('base', T0)]);
		const odd = { ...item('odd', T0 + 10), resultDate: '2150-01-01T00:00:00+00:00' };
		const run = poll(state, [item('base', T0), odd], {}, { now: T0 + 60 });
		expect(run.hashes).toEqual(['odd']);
		({ state } = run);
		const next = poll(state, [odd, item('next', T0 + 100)], {}, { now: T0 + 120 });
		expect(next.hashes).toEqual(['next']);
	});

	it('does not let one check that never ends hold the window for good', () => {
		const stuck = item('stuck', T0 + 1, null);
		let { state } = poll(null, [item('base', T0)]);
		const items = [stuck];
		for (let hour = 1; hour < 60; hour++) {
			items.push(item(`h${hour}`, T0 + hour * 3600));
			({ state } = poll(state, items));
		}
		expect(state.floor).toBe(T0 + 58 * 3600);
		expect(countPacked(state.seen)).toBeLessThan(4);
		items[0] = item('stuck', T0 + 1, T0 + 59 * 3600 + 5);
		const last = poll(state, items);
		expect(last.hashes).toEqual(['stuck']);
		expect(last.requests).toHaveLength(2);
		expect(poll(last.state, items).hashes).toEqual([]);
		expect(poll(last.state, items).requests).toHaveLength(1);
	});

	it('says that the history has vanished, and goes on when it is back', () => {
		const items = [item('base', T0), item('slow', T0 + 5, null)];
		const { state } = poll(null, items);
		for (let polls = 0; polls < 3; polls++)
			expect(() => poll(state, items, {}, { strike: () => 'empty' })).toThrow('no checks at all');
		const ended = [item('base', T0), item('slow', T0 + 5, T0 + 7200)];
		expect(poll(state, ended).hashes).toEqual(['slow']);
	});
});

describe('filters by date that do not fit', () => {
	const base = item('base', T0);

	it('are tried around a check that is known before a backlog is cut by them', () => {
		const { state } = poll(null, [base]);
		const items = Array.from({ length: 40 }, (_, index) => item(`c${index}`, T0 + 5 + index * 40));
		const service = { filters: 'milliseconds' as const };
		const run = poll(state, [base, ...items], { pageSize: 5 }, service);
		expect(run.warning).toContain('other dates than it was asked for');
		const cuts = run.requests.filter(
			(request) => request.kind === 'page' && request.page === 0 && request.dateTo !== undefined,
		);
		// One check's own second, asked for twice since it came back empty; no slice of the window.
		expect(cuts.map((request) => request.kind === 'page' && request.dateTo)).toEqual([
			T0 + 5 + 39 * 40 + 1,
			T0 + 5 + 39 * 40 + 1,
		]);
	});

	it('show where dates have no time: one check in slices that lie apart', () => {
		const shown = (entry: HistoryItem) => ({
			...entry,
			initDate: entry.initDate!.slice(0, 10),
			resultDate: entry.resultDate!.slice(0, 10),
		});
		const service = { filters: 'ignoreFrom' as const, shown };
		let { state } = poll(null, [base], {}, service);
		const items = Array.from({ length: 60 }, (_, index) => item(`c${index}`, T0 + 5 + index * 40));
		const seen: string[] = [];
		const warnings: string[] = [];
		for (let polls = 0; polls < 5; polls++) {
			const run = poll(state, [base, ...items], { pageSize: 10 }, service);
			seen.push(...run.hashes);
			if (run.warning) warnings.push(run.warning);
			({ state } = run);
		}
		expect(seen.sort()).toEqual(items.map(({ hash }) => hash).sort());
		expect(warnings[0]).toContain('other dates than it was asked for');
	});

	it('do not bring back a check whose end can not be read', () => {
		const odd = (entry: HistoryItem) =>
			entry.hash === 'odd' ? { ...entry, resultDate: '9999-12-31T23:59:59+00:00' } : entry;
		const zoneless = (entry: HistoryItem) => {
			const { initDate, resultDate, ...rest } = odd(entry);
			return { ...rest, initDate: initDate!.slice(0, 19), resultDate: resultDate!.slice(0, 19) };
		};
		let { state } = poll(null, [base]);
		const items = [base, item('odd', T0 + 60)];
		for (const index of [1, 2, 3]) items.push(item(`next${index}`, T0 + 60 + index));
		const first = poll(state, items, {}, { shown: odd });
		expect(first.hashes).toEqual(['odd', 'next1', 'next2', 'next3']);
		({ state } = first);
		for (const hours of [5, 10]) {
			items.push(item(`after${hours}`, T0 + hours * 3600));
			const run = poll(state, items, {}, { shown: odd });
			expect(run.hashes).toEqual([`after${hours}`]);
			({ state } = run);
		}
		const seen: string[] = [];
		for (let polls = 0; polls < 3; polls++) {
			const run = poll(state, items, {}, { shown: zoneless });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toEqual([]);
	});
});

describe('dates without a zone, hours behind the filters', () => {
	const behind = (text: string | null | undefined) =>
		iso(readDateSeconds(text)! - 7 * 3600).slice(0, 19);
	const shown = (entry: HistoryItem) => ({
		...entry,
		initDate: behind(entry.initDate),
		resultDate: behind(entry.resultDate),
	});

	it('neither bring back what was delivered nor hide what is new while a backlog is read', () => {
		const old = Array.from({ length: 8 }, (_, index) => item(`old${index}`, T0 - index * 1800));
		let { state } = poll(null, old, {}, { shown });
		const items = [...old];
		const seen: string[] = [];
		for (let polls = 0; polls < 80; polls++) {
			if (polls < 4) items.push(item(`early${polls}`, T0 + 600 + polls * 60));
			if (polls === 4)
				for (let index = 0; index < 60; index++)
					items.push(item(`late${index}`, T0 + 8 * 3600 + index * 40));
			const run = poll(state, items, { pageSize: 10 }, { shown, budget: polls < 4 ? 9 : 1 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen.sort()).toEqual(
			items
				.slice(8)
				.map(({ hash }) => hash)
				.sort(),
		);
	});
});

describe('activation of an account without checks, whose dates name no zone', () => {
	const start = T0 + 5 * 3600;
	const shownAs = (hours: number, length: number) => (entry: HistoryItem) => ({
		...entry,
		initDate: iso(readDateSeconds(entry.initDate)! + hours * 3600).slice(0, length),
		resultDate: iso(readDateSeconds(entry.resultDate)! + hours * 3600).slice(0, length),
	});

	it.each([
		[-12, 'a time', 19],
		[-7, 'a time', 19],
		[5, 'a time', 19],
		[14, 'a time', 19],
		[-7, 'no time', 10],
		[14, 'no time', 10],
	])('leaves out nothing that comes before the next poll: %i h, %s', (hours, _, length) => {
		const shown = shownAs(hours, length);
		let { state } = poll(null, [], {}, { now: start });
		const items = Array.from({ length: 30 }, (_, index) => item(`c${index}`, start + 1 + index));
		const seen: string[] = [];
		for (let polls = 0; polls < 80; polls++) {
			const service = { now: start + 60 * polls, shown, budget: 1 };
			const run = poll(state, items, { pageSize: 10 }, service);
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen.sort()).toEqual(items.map(({ hash }) => hash).sort());
		expect(state.skipUntil).toBeUndefined();
	});
});

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
