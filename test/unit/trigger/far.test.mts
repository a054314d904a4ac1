/** The cursor by examples: a place far below the newest check, and its way to the top. */
import {
	activated,
	check,
	HOUR,
	iso,
	MINUTE,
	open,
	range,
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
