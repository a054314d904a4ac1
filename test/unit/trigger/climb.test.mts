/** The cursor by examples: checks that end, move or show late while the place is on its way to the top. */
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

describe('a place on its way to the top', () => {
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
});
