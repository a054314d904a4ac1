/** Activation, and what makes a history another one: nothing that is there is delivered, all that comes is. */
import { item, iso, poll, T0, whenCreated, type Service } from './support.mts';
import type { PollPlan } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { codeOf } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';

const DAY = 24 * 3600;
const FIRST = { kind: 'page', page: 0, pageSize: 100 };
const page = (dateFrom: number, more: object = {}) => ({
	kind: 'page',
	page: 0,
	pageSize: 1000,
	dateFrom,
	...more,
});

describe('activation', () => {
	it('reads a day back where that is few', () => {
		const { requests, state, hashes, gotFurther } = poll(null, [
			item('a', T0),
			item('b', T0 - DAY),
		]);
		expect(requests).toEqual([FIRST, page(T0 - DAY - 1), page(T0 - DAY - 1)]);
		expect([hashes, gotFurther]).toEqual([[], true]);
		expect(state).toEqual({
			version: 2,
			sequence: 1,
			settings: 'a',
			account: 'one',
			floor: T0 - 3600,
			newest: T0,
			seen: expect.any(Object),
			overdue: {},
			witness: { code: codeOf('a'), second: T0 },
		});
	});

	it('reads as far as Lookback where that is longer', () => {
		const { requests } = poll(null, [item('a', T0)], { lookbackSeconds: 2 * DAY });
		expect(requests[1]).toMatchObject({ dateFrom: T0 - 2 * DAY - 1 });
	});

	it.each<[string, number, Service, number]>([
		['five pages are few', 10, {}, DAY],
		['a check more is not', 11, {}, 3600],
		['where nobody says how many there are, what came counts', 11, { total: () => null }, DAY],
	])('%s', (_, count, service, back) => {
		const items = Array.from({ length: count }, (_unused, index) => item(`c${index}`, T0 - index));
		const { requests } = poll(null, items, { pageSize: 2 }, service);
		expect(requests[2]).toMatchObject({ dateFrom: T0 - back - 1 });
	});

	it.each([
		['the newest check', 1],
		['how many there are', 2],
	])('that had no time after it read %s leaves out by date what is there', (_, budget) => {
		const items = [item('a', T0), item('b', T0 - 100)];
		const { state, requests, hashes, gotFurther } = poll(null, items, {}, { budget });
		if (budget === 1) expect(requests).toHaveLength(1);
		expect([hashes, gotFurther]).toEqual([[], true]);
		const next = poll(state, [...items, item('c', T0 + 1)]);
		expect(next.hashes).toEqual(['c']);
		expect(next.state.skipUntil).toBeUndefined();
	});

	it('that could not read on leaves out by date what is there', () => {
		const items = [item('a', T0), item('slow', T0 - 100, null)];
		const strike = (_: unknown, call: number) => (call === 3 ? ('fail' as const) : undefined);
		const { state, failure } = poll(null, items, {}, { strike });
		expect(failure).toBeUndefined();
		expect(state).toMatchObject({ sequence: 1, floor: T0 - DAY, newest: T0, skipUntil: T0 });
		const ended = { ...item('slow', T0 - 100, T0 + 5) };
		expect(poll(state, [items[0], ended]).hashes).toEqual(['slow']);
	});

	it.each<[string, Service]>([
		['had time for one call', { budget: 1 }],
		['had time for two', { budget: 2, strike: (_, call) => (call === 3 ? 'fail' : undefined) }],
		[
			'was answered nothing after the first',
			{ strike: (_, call) => (call > 1 ? 'fail' : undefined) },
		],
	])('that %s has a check in sight that is unfinished for hours', (_, service) => {
		const base = item('a', T0);
		const { state } = poll(null, [base, item('slow', T0 - 7200, null)], {}, service);
		const { state: next } = poll(state, [base, item('slow', T0 - 7200, null)]);
		expect(next.hold).toBe(T0 - 7200);
		expect(poll(next, [base, item('slow', T0 - 7200, T0 + 60)]).hashes).toEqual(['slow']);
	});

	it('that could not read on does so no further than Lookback where that is a great many', () => {
		const items = Array.from({ length: 11 }, (_, index) => item(`c${index}`, T0 - index));
		const { state } = poll(null, items, { pageSize: 2 }, { budget: 1, cap: 2 });
		expect(state.floor).toBe(T0 - 3600);
	});

	it('that could not read on leaves out a check whose end can not be read by its start', () => {
		const endless = { ...item('endless', T0 - 100), resultDate: null };
		const items = [item('a', T0), endless];
		const { state } = poll(null, items, {}, { budget: 1 });
		const later = { ...item('later', T0 + 5), resultDate: null };
		expect(poll(state, [...items, later]).hashes).toEqual(['later']);
		const { state: slipped } = poll(state, items, {}, { strike: () => 'empty' });
		expect(poll(slipped, [...items, later]).hashes).toEqual(['later']);
		expect(poll(state, [...items, later], { settings: 'b' }).hashes).toEqual(['later']);
		const { state: empty } = poll(null, [], {}, { now: T0 + 1800 });
		expect(poll(empty, [endless]).hashes).toEqual([]);
	});

	it('that could not begin knows nothing, and says why', () => {
		const run = poll(null, [item('a', T0)], {}, { strike: () => 'fail' });
		expect([run.state, run.gotFurther]).toEqual([null, false]);
		expect(run.failure).toEqual(new Error('not available'));
	});

	it('takes what showed a moment ago and is gone for a slip', () => {
		const strike = (_: unknown, call: number) => (call > 2 ? ('empty' as const) : undefined);
		const { state } = poll(null, [item('a', T0)], {}, { strike });
		expect(state).toMatchObject({ newest: T0, skipUntil: T0, floor: T0 - DAY });
		expect(poll(state, [item('a', T0), item('b', T0 + 1)]).hashes).toEqual(['b']);
	});

	it('leaves out the same after a poll whose answers are all such slips', () => {
		const strike = (_: unknown, call: number) => (call > 2 ? ('empty' as const) : undefined);
		const { state } = poll(null, [item('a', T0)], {}, { strike });
		const { state: next } = poll(state, [item('a', T0)], {}, { strike: () => 'empty' });
		expect(next.skipUntil).toBe(T0);
		const later = poll(next, [item('a', T0), item('b', T0 + 1)]);
		expect(later.hashes).toEqual(['b']);
		expect(later.state.skipUntil).toBeUndefined();
	});

	it('of an empty history knows the time, less half an hour', () => {
		const { state, requests } = poll(null, [], {}, { now: T0 });
		expect(requests).toEqual([FIRST, FIRST]);
		expect(state).toMatchObject({ sequence: 1, floor: null, newest: null, skipUntil: T0 - 1800 });
		const hurried = poll(null, [], {}, { now: T0, budget: 1 });
		expect(hurried.requests).toEqual([FIRST]);
	});

	it.each([
		['half an hour ahead of the time is believed', 1800, T0 + 1800],
		['further ahead is not', 1801, T0 - 50],
	])('a date %s', (_, ahead, newest) => {
		const odd = item('odd', T0 - 60, T0 + ahead);
		const { state } = poll(null, [odd, item('a', T0 - 50)], {}, { now: T0, budget: 1 });
		expect(state.newest).toBe(newest);
	});

	it('of checks that are all dated ahead begins with the time', () => {
		const odd = { ...item('odd', T0 + 9000), resultDate: iso(T0 + 9000) };
		const { state } = poll(null, [odd], {}, { now: T0, budget: 1 });
		expect(state).toMatchObject({ newest: T0, skipUntil: T0 });
	});

	it('of checks without dates begins with nothing, and delivers none of them', () => {
		const dateless = { ...item('a', T0), initDate: null, resultDate: null };
		const { state, requests } = poll(null, [dateless], {}, { now: T0, shown: () => dateless });
		expect(requests).toEqual([FIRST, page(1)]);
		expect([state.newest, state.floor]).toEqual([null, null]);
		expect(poll(state, [dateless]).hashes).toEqual([]);
	});
});

describe('to begin with the oldest', () => {
	it('delivers what is there, oldest first', () => {
		const { hashes, requests } = poll(null, [item('b', T0 + 1), item('a', T0)], {
			startFrom: 'beginning',
		});
		expect(hashes).toEqual(['a', 'b']);
		expect(requests).toEqual([page(1)]);
	});
});

describe('other settings', () => {
	const items = [item('a', T0), item('b', T0 + 60)];
	const base = poll(null, items).state;
	const unseen = item('unseen', T0 + 30);

	it('leave out what happened before the last poll and deliver what happened since', () => {
		const run = poll(base, [...items, unseen, item('c', T0 + 61)], { settings: 'b' });
		expect(run.hashes).toEqual(['c']);
		expect(run.state).toMatchObject({ settings: 'b', sequence: base.sequence + 1 });
		expect(run.state).not.toHaveProperty('skipUntil');
	});

	it('deliver in doubt a check whose end can not be read, and once', () => {
		const endless = { ...item('endless', T0 + 30), resultDate: null };
		const run = poll(base, [...items, endless], { settings: 'b' });
		expect(run.hashes).toEqual(['endless']);
		expect(poll(run.state, [...items, endless], { settings: 'b' }).hashes).toEqual([]);
		expect(poll(run.state, [...items, endless], { settings: 'c' }).hashes).toEqual([]);
	});

	describe('that come back', () => {
		const slow = item('slow', T0 + 70, null);
		const ended = { ...slow, status: 'SUCCESS', resultDate: iso(T0 + 20_000) };
		const next = item('next', T0 + 9000);
		const late = item('late', T0 + 70 + DAY + 1);

		it.each<[string, Partial<PollPlan>, string[]]>([
			['delivered as it began, not again', whenCreated, []],
			['to be delivered as it ends, then', {}, ['slow']],
		])('find the check that was unfinished: %s', (_, how, hashes) => {
			let { state } = poll(base, [...items, slow], how);
			({ state } = poll(state, [...items, next], { ...how, settings: 'b' }));
			({ state } = poll(state, [...items, next], { ...how, settings: 'b' }));
			expect(state).toMatchObject({ floor: T0 + 70, owed: T0 + 70 });
			const run = poll(state, [...items, ended, next], how);
			expect(run.hashes).toEqual(hashes);
		});

		it('do not find it after a day, as no window waits for longer', () => {
			let { state } = poll(base, [...items, slow]);
			({ state } = poll(state, [...items, next, late], { settings: 'b' }));
			({ state } = poll(state, [...items, next, late], { settings: 'b' }));
			expect(state).not.toHaveProperty('owed');
			expect(state.floor).toBe(T0 + 70 + DAY + 1 - 3600);
		});
	});

	it('in the middle of a backlog go on with it', () => {
		const mark = { by: 'slices' as const, at: T0 + 30, width: 10 };
		const state = { ...base, sweep: { mark, since: T0 + 60, hold: null } };
		const run = poll(state, [...items, unseen], { settings: 'b' });
		expect(run.hashes).toEqual(['unseen']);
		const pages = { by: 'pages' as const, page: 1 };
		const other = poll({ ...state, sweep: { ...state.sweep, mark: pages } }, [...items, unseen], {
			settings: 'b',
		});
		expect(other.hashes).toEqual([]);
	});

	it.each([{ floor: null }, { newest: null }])('begin anew where nothing is known: %j', (more) => {
		const run = poll({ ...base, ...more }, [...items, unseen], { settings: 'b' });
		expect(run.hashes).toEqual([]);
		expect(run.requests[0]).toEqual(FIRST);
		expect(run.state.sequence).toBe(base.sequence + 1);
	});
});

describe('another token', () => {
	const items = [item('a', T0), item('b', T0 + 60)];
	const base = poll(null, items).state;
	const two = { account: 'two' };
	const next = item('c', T0 + 90);

	it('of the same account is told by a check that is there', () => {
		const run = poll(base, [...items, next], two);
		expect(run.hashes).toEqual(['c']);
		expect(run.requests).toEqual([page(T0 + 59, { dateTo: T0 + 61 }), page(T0 + 60 - 3600 - 1)]);
	});

	it('is told by the first page where filters by date show nothing of it', () => {
		const run = poll(base, [...items, next], two, { filters: 'milliseconds' });
		expect(run.requests.slice(0, 2)).toEqual([
			page(T0 + 59, { dateTo: T0 + 61 }),
			{ kind: 'page', page: 0, pageSize: 1000 },
		]);
		expect(run.state.account).toBe('two');
		expect(run.hashes).toEqual(['c']);
	});

	it('looks through no more than five pages for it', () => {
		const others = Array.from({ length: 9 }, (_, index) => item(`o${index}`, T0 + 60));
		const run = poll(base, [...others, next], { ...two, pageSize: 1 });
		const looked = run.requests.filter(
			(request) => 'dateTo' in request && request.dateTo === T0 + 61,
		);
		expect(looked.map((request) => request.kind === 'page' && request.page)).toEqual([
			0, 1, 2, 3, 4,
		]);
		const few = poll(base, [...others.slice(0, 2), next], { ...two, pageSize: 1 });
		expect(few.requests.slice(0, 3)).toMatchObject([
			{ page: 0 },
			{ page: 1 },
			{ pageSize: 1, page: 0 },
		]);
	});

	it('where no check is known is that of another account', () => {
		const { witness: _witness, ...without } = base;
		const run = poll(without, [...items, next], two);
		expect([run.hashes, run.requests[0]]).toEqual([[], FIRST]);
	});

	it('is none where an earlier version knew no account', () => {
		const { account: _account, ...without } = base;
		const run = poll(without, [...items, next], two);
		expect([run.hashes, run.requests.length, run.state.account]).toEqual([['c'], 1, 'two']);
	});
});
