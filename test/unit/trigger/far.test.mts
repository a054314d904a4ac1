/** The cursor by examples: a place far below the newest check, and its way to the top. */
import {
	activated,
	check,
	HOUR,
	iso,
	MINUTE,
	open,
	range,
	report,
	series,
	T0,
	Trigger,
} from './support.mts';

describe('a place far down', () => {
	it.each([
		['one request a poll', 1, 1000],
		['three requests a poll', 3, 1000],
		['pages of 100, one request a poll', 1, 100],
		['pages of 10, five requests a poll', 5, 10],
	])('is reached with %s, while checks arrive', async (_, budget, cap) => {
		const trigger = await activated();
		Object.assign(trigger, { budget, cap });
		const count = (cap > 100 ? 8 : 30) * cap + 7;
		trigger.records.unshift(...series(1000, count, T0, 1));
		const delivered: number[] = [];
		let next = 1000 + count;
		trigger.now = T0 + count;
		for (let poll = 0; poll < 300 && (poll < 40 || delivered.length < next - 1000); poll++) {
			delivered.push(...(await trigger.new()));
			if (poll < 40) trigger.records.unshift(check(next++, trigger.now));
		}
		expect(delivered).toEqual(range(1000, next - 1000));
	});

	it('a million checks from the beginning come oldest first, and the first of them soon', async () => {
		const trigger = new Trigger({ startFrom: 'beginning' });
		const total = 1_000_000;
		trigger.pageOf = (page, size) =>
			range(page * size, Math.max(0, Math.min(size, total - page * size))).map((at) =>
				check(total - at, T0 - at * MINUTE),
			);
		const first = await trigger.poll();
		expect(first.hashes.slice(0, 3)).toEqual([1, 2, 3]);
		expect(first.calls.length).toBeLessThan(80);
		expect(await trigger.new()).toEqual(range(first.hashes.length + 1, 5000));
		expect(trigger.bytes).toBeLessThan(4096);
	});

	it('20,001 checks of one second', async () => {
		const trigger = await activated();
		trigger.records.unshift(...series(1000, 20_001, T0, 0));
		const delivered = await trigger.drain();
		expect(delivered).toEqual(range(1000, 20_001));
		trigger.records.unshift(check(30_000, T0 + 30));
		expect(await trigger.new()).toEqual([30_000]);
	});

	it('with 5,000 old checks and three requests a poll, the first comes in the third poll', async () => {
		const trigger = new Trigger({ startFrom: 'beginning' });
		trigger.budget = 3;
		trigger.records = series(1, 5000, T0 - 5000 * MINUTE, MINUTE);
		for (let poll = 0; poll < 2; poll++) expect(await trigger.new()).toEqual([]);
		expect((await trigger.new())[0]).toBe(1);
		expect(trigger.place.at).toBe('climbing');
	});

	it('shows known checks with an odd end, which were remembered by their beginning', async () => {
		const long = check(500, T0 - 9 * HOUR, { resultDate: '2150-01-01T00:00:00+00:00' });
		const records = series(1, 400, T0 - 4000, 10);
		records.splice(50, 0, long);
		const trigger = await activated(records);
		Object.assign(trigger, { cap: 100, budget: 1 });
		trigger.records.unshift(...series(1000, 400, T0, 1));
		expect(await trigger.drain(60)).toEqual(range(1000, 400));
	});

	const afterMinutes = (minutes: number) => (moment: number) => iso(moment + minutes * MINUTE);
	it.each([
		['checks took longer than the lookback', 60, afterMinutes(-540), iso],
		['checks have no readable end', 15, iso, () => 'later'],
		['checks are slow', 3, iso, afterMinutes(50)],
	])('repeats nothing where most %s', async (_, every, startOf, endOf) => {
		const most = range(3000, 60).map((one, at) => {
			const moment = T0 - 70 * MINUTE - 30 * at;
			const dates = { initDate: startOf(moment), resultDate: endOf(moment) };
			return check(one, moment, at % every === 0 ? {} : dates);
		});
		const trigger = Object.assign(new Trigger(), { cap: 30 });
		const recent = series(1, 20, T0 - 30 * MINUTE, MINUTE);
		trigger.records = [...recent, ...most, ...series(4000, 100, T0 - 10 * HOUR, MINUTE)];
		expect(await trigger.new()).toEqual([]);
		for (const hours of [0, 3, 6]) {
			const now = T0 + hours * HOUR + MINUTE;
			trigger.records.unshift(...series(5000 + 100 * hours, 100, now, 1));
			Object.assign(trigger, { now: now + 2 * MINUTE, budget: 1 });
			expect(await trigger.drain(60)).toEqual(range(5000 + 100 * hours, 100));
		}
	});

	it('where a check shows between the known ones while the place is searched for', async () => {
		const trigger = await activated(series(1, 1200, T0 - 3600, 3));
		trigger.budget = 1;
		for (let poll = 0; trigger.place.at !== 'climbing'; poll++) await trigger.new();
		const late = range(5000, 300).map((one) => check(one, T0 - 3500, { resultDate: iso(T0 + 60) }));
		trigger.records.splice(1190, 0, ...late);
		trigger.records.unshift(...series(6000, 5, T0 + 2 * HOUR, 1));
		Object.assign(trigger, { budget: Infinity, now: T0 + 2 * HOUR + MINUTE });
		expect((await trigger.drain()).sort()).toEqual([...range(5000, 300), ...range(6000, 5)]);
	});

	it('repeats no check whose end lay in the future, once that moment has passed', async () => {
		const soon = check(500, T0 - 3 * HOUR, { resultDate: iso(T0 + 70 * MINUTE) });
		const trigger = await activated([
			check(50, T0 - 2 * HOUR),
			soon,
			...series(1, 16, T0 - 4 * HOUR, MINUTE),
		]);
		trigger.records.unshift(...series(1000, 100, T0 + HOUR, 30));
		Object.assign(trigger, { now: T0 + 111 * MINUTE, cap: 100, budget: 1 });
		expect(await trigger.drain(30)).toEqual(range(1000, 100));
		trigger.budget = Infinity;
		expect(await trigger.drain()).toEqual([]);
	});

	it('repeats no check without a date below those that ended long after it was seen', async () => {
		const undated = check(500, T0, { initDate: 'soon', resultDate: 'later' });
		const trigger = await activated([undated, ...series(1, 2, T0 - HOUR, MINUTE)]);
		trigger.records.unshift(...series(1000, 300, T0 + 3 * HOUR, 1));
		Object.assign(trigger, { now: T0 + 4 * HOUR, cap: 100, budget: 1 });
		expect(await trigger.drain(60)).toEqual(range(1000, 300));
	});

	it.each([
		['', 0, [], [500]],
		[' after its result', 1, [500], []],
		[' after its result and a page', 2, [500], []],
	])('is not taken for that of an unfinished check, which moves up%s', async (...row) => {
		const [, budget, first, last] = row;
		const trigger = await activated(undefined, { includeReport: true });
		trigger.result = report;
		trigger.records.unshift(open(500, T0 + 10));
		expect(await trigger.new()).toEqual([]);
		trigger.records.unshift(...series(600, 2, T0 + 40, 1));
		trigger.budget = 2;
		expect(await trigger.new()).toEqual([600]);
		expect(trigger.place).toMatchObject({ at: 'climbing', offset: 1 });
		const state = { ...(trigger.state as object), resultsFirst: budget > 0 };
		Object.assign(trigger, { budget, state });
		if (budget > 0) expect(await trigger.new()).toEqual(first);
		trigger.records.splice(2, 1);
		trigger.records.unshift(check(500, T0 + 10, { resultDate: iso(T0 + 200) }));
		trigger.records.splice(1, 0, ...series(2000, 70, T0 + 100, 1));
		trigger.budget = Infinity;
		expect(await trigger.drain()).toEqual([601, ...range(2000, 70), ...last]);
	});

	it('with pages that turn out small while it climbs', async () => {
		const trigger = await activated();
		const place = { at: 'climbing', offset: 10, size: 1000, isNear: true };
		Object.assign(trigger, { cap: 100, state: { ...(trigger.state as object), place } });
		trigger.records.unshift(...series(1000, 500, T0, 1));
		expect(await trigger.drain()).toEqual(range(1000, 500));
	});

	it('and small pages do not end the history: a check that shows far below is new at once', async () => {
		const trigger = await activated([]);
		trigger.records = series(1, 300, T0, 10);
		Object.assign(trigger, { cap: 100, budget: 1, now: T0 + 50 * MINUTE });
		await trigger.drain(40);
		trigger.records.splice(250, 0, check(500, T0 + 500, { resultDate: iso(trigger.now) }));
		trigger.budget = Infinity;
		expect(await trigger.new()).toEqual([500]);
	});

	it.each([30, 100])('is reached past many unfinished checks, with pages of %d', async (cap) => {
		const trigger = await activated();
		const crowd = range(500_000, 400).map((one) => (one % 20 > 0 ? open : check)(one, T0));
		trigger.records.unshift(...series(1000, 500, T0 + 1, 1), ...crowd.reverse());
		Object.assign(trigger, { cap, budget: 1, now: T0 + HOUR, result: () => open(1, T0) });
		const finished = range(0, 20).map((nth) => 500_000 + 20 * nth);
		expect(await trigger.drain(120)).toEqual([...finished, ...range(1000, 500)]);
	});

	it.each([
		[40, 30, 47, 20],
		[160, 100, 17, 4],
	])('is found below %d unfinished checks that all ended, with pages of %d', async (...row) => {
		const [count, cap, polls, requests] = row;
		const recent = series(8000, 500, T0 - 30 * MINUTE, 1);
		const trigger = await activated([...recent, ...series(1, 1000, T0 - 3000 * MINUTE, MINUTE)]);
		const { records } = trigger;
		const crowd = range(4000, count).reverse();
		trigger.records = [...crowd.map((one) => open(one, T0)), ...records];
		Object.assign(trigger, { cap, budget: 1, result: () => open(1, T0) });
		for (let poll = 0; poll < polls; poll++) await trigger.new();
		const ends = { resultDate: iso(T0 + 40 * MINUTE) };
		trigger.records = [...crowd.map((one) => check(one, T0, ends)), ...records];
		Object.assign(trigger, { budget: Infinity, now: T0 + 70 * MINUTE });
		const { hashes, calls } = await trigger.poll();
		expect(hashes).toEqual(range(4000, count));
		expect(calls).toHaveLength(requests);
	});

	it.each([
		// The check took all the lookback, the history is two minutes late, and the outage is long.
		['before an outage', { polledAt: 61, endsAt: 60, from: 120, every: 15, to: 660, budgets: [] }],
		[
			'before a pause',
			{ polledAt: 30, endsAt: 31, from: 100, every: 0.5, to: 120, budgets: [6, 6, 6] },
		],
	])('misses no check that shows late below it, just %s', async (_, minutes) => {
		const { polledAt, endsAt, from, every, to, budgets } = minutes;
		const at = (minute: number) => T0 + minute * MINUTE;
		const trigger = await activated(undefined, { includeReport: true });
		trigger.result = report;
		trigger.records.unshift(...series(1000, 60, T0 + 1, 1));
		Object.assign(trigger, { now: at(polledAt), budget: 51 });
		const delivered = await trigger.new();
		trigger.records.splice(60, 0, check(900, T0, { resultDate: iso(at(endsAt)) }));
		trigger.records.unshift(...series(2000, 35, at(from), every * MINUTE));
		trigger.now = at(to);
		for (const budget of [...budgets, Infinity]) {
			trigger.budget = budget;
			delivered.push(...(await (budget < Infinity ? trigger.new() : trigger.drain())));
		}
		expect(delivered.sort((a, b) => a - b)).toEqual([900, ...range(1000, 60), ...range(2000, 35)]);
	});

	it('keeps the lookback while a climb stays near the top for hours', async () => {
		const trigger = await activated(undefined, { includeReport: true });
		trigger.result = report;
		const arrive = (first: number, count: number) => {
			trigger.records.unshift(...series(first, count, trigger.now, MINUTE));
			trigger.now += count * MINUTE;
		};
		arrive(1000, 60);
		// One page and 20 reports a poll, and as many new checks.
		trigger.budget = 21;
		const delivered = await trigger.new();
		expect(trigger.place).toMatchObject({ at: 'climbing', isNear: true });
		// It began below the place, and the history hid it until its end.
		trigger.records.splice(55, 0, check(900, T0 + 5 * MINUTE, { resultDate: iso(trigger.now) }));
		for (let poll = 0; poll < 8; poll++) {
			arrive(2000 + 20 * poll, 20);
			delivered.push(...(await trigger.new()));
		}
		trigger.budget = Infinity;
		delivered.push(...(await trigger.drain()));
		expect(delivered.sort((a, b) => a - b)).toEqual([900, ...range(1000, 60), ...range(2000, 160)]);
	});

	it.each([
		['at the top', { at: 'top' }],
		['during a climb near the top', { at: 'climbing', offset: 10, size: 1000, isNear: true }],
	])('an outage of a month %s', async (_, place) => {
		const trigger = await activated();
		trigger.state = { ...(trigger.state as object), place };
		trigger.records.unshift(...series(1000, 43_200, T0, MINUTE));
		trigger.now = T0 + 43_200 * MINUTE;
		expect(await trigger.drain()).toEqual(range(1000, 43_200));
		expect(trigger.mostBytes).toBeLessThan(4096 + 60 * 150);
	});
});
