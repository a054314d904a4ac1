/** The cursor by examples: a history, a poll, and what it delivers. */
import type { IPollFunctions } from 'n8n-workflow';

import { Budget } from '../../../nodes/AmlCheckTrigger/service.ts';
import {
	activated,
	check,
	dated,
	FUTURE,
	hashOf,
	HOUR,
	iso,
	MINUTE,
	open,
	range,
	report,
	series,
	T0,
	Trigger,
	type Sent,
} from './support.mts';

describe('what is new', () => {
	it('everything above the place, oldest first', async () => {
		const trigger = await activated();
		trigger.records.unshift(check(202, T0 + 50), check(201, T0 + 40));
		expect(await trigger.new()).toEqual([201, 202]);
		expect(await trigger.poll()).toMatchObject({ hashes: [], warnings: [] });
	});

	it('nothing that an activation had no time to read', async () => {
		const trigger = new Trigger();
		const records = series(1, 100, T0 - 100 * MINUTE, MINUTE);
		Object.assign(trigger, { records, cap: 20, budget: 1 });
		expect(await trigger.new()).toEqual([]);
		expect(trigger.place).toEqual({ at: 'top' });
		Object.assign(trigger, { records: [check(200, T0 + 30), ...records], budget: Infinity });
		expect(await trigger.drain()).toEqual([200]);
	});

	it('in a manual test, the newest check that the published trigger would deliver', async () => {
		const trigger = new Trigger({ riskScoreFrom: 50, includeReport: true });
		trigger.result = report;
		const scores = range(1, 40).map((one) => (one === 15 || one === 16 ? 60 : 30));
		trigger.records = scores.map((riskscore, at) => check(at, T0 - at, { riskscore }));
		const { hashes, results, warnings } = await trigger.test();
		expect({ hashes, results, warnings }).toEqual({
			hashes: [14],
			results: range(0, 20).map(hashOf),
			warnings: [],
		});
		expect(trigger.state).toBeUndefined();
		expect((await Object.assign(trigger, { budget: 0 }).test()).hashes).toEqual([]);
	});

	it.each([
		['unreadable', { initDate: 'soon', resultDate: 'later' }],
		['missing', { initDate: null, resultDate: null }],
		['in the year 9999', { resultDate: '9999-12-31T23:59:59+00:00' }],
		['in the future', FUTURE],
		['without a time', dated('2033-02-03')],
		['without a zone, eight hours behind', dated('2033-02-03T02:00:40')],
		['in another zone', dated('2033-02-03T15:30:40+05:30')],
	])('above a known check whatever its date is: %s', async (_, dates) => {
		const trigger = await activated();
		trigger.records.unshift(check(202, T0 + 50), check(201, T0 + 40, dates));
		expect(await trigger.new()).toEqual([201, 202]);
		expect(await trigger.new()).toEqual([]);
	});

	it('a check that shows late, among known ones', async () => {
		const trigger = await activated();
		trigger.records.splice(40, 0, check(300, T0 - 60 * MINUTE, { resultDate: iso(T0) }));
		expect(await trigger.new()).toEqual([300]);
	});

	const old = (index: number) => check(index, T0 - 3 * HOUR);
	const recent = check(300, T0 - 40 * MINUTE);
	const slow = check(302, T0 - 3 * HOUR, { resultDate: iso(T0 - MINUTE) });
	const undated = check(303, T0, dated('soon'));
	it.each([
		['inside the lookback', [recent, old(301), old(302)], [300]],
		['until its day ends', [check(300, T0, dated('2033-02-03'))], [300]],
		['behind two older checks', [old(301), old(302), recent], [300]],
		['not behind three, which end the lookback', [old(301), old(302), old(303), recent], []],
		['not if it took longer', [slow], []],
		['not without dates below one that took longer', [old(301), slow, undated], []],
	])('below all known checks only inside the lookback: %s', async (_, below, expected) => {
		const trigger = await activated(series(1, 3, T0 - 30 * MINUTE, MINUTE));
		trigger.records.push(...below);
		expect(await trigger.new()).toEqual(expected);
		expect(await trigger.new()).toEqual([]);
	});

	it('inside a lookback that no date in the future moves', async () => {
		const trigger = await activated([check(2, T0, FUTURE), check(1, T0 - 30 * MINUTE)]);
		expect(trigger.state).toMatchObject({ floor: T0 - 92 * MINUTE });
		trigger.records.push(check(300, T0 - 40 * MINUTE));
		expect(await trigger.new()).toEqual([300]);
	});

	it('no check whose end lay in the future, once that moment has passed', async () => {
		const trigger = await activated([]);
		const arrive = async (first: number, minutes: number) => {
			const batch = series(first, 60, trigger.now, minutes).map((sent, at) => {
				const end = Date.parse(String(sent.initDate)) / 1000 + 3 * HOUR;
				return at % 2 > 0 ? { ...sent, resultDate: iso(end) } : sent;
			});
			trigger.records.unshift(...batch);
			trigger.now += minutes * MINUTE;
			return await trigger.new();
		};
		expect(await arrive(1000, 130)).toEqual(range(1000, 60));
		expect(await arrive(2000, 1)).toEqual(range(2000, 60));
		expect(await arrive(3000, 200)).toEqual(range(3000, 60));
	});

	it('a check that shows between two pages, above a known one that both of them show', async () => {
		const trigger = await activated(series(1, 10, T0 - 20 * MINUTE, MINUTE));
		const first = trigger.records.slice(0, 9);
		trigger.pageOf = (page) => [first, [check(300, T0 - 3 * HOUR), first[8]]][page] ?? [];
		expect(await trigger.new()).toEqual([300]);
	});

	it('not a check that is shown by a deeper page', async () => {
		const trigger = await activated(series(1, 5000, T0 - 5000 * MINUTE, MINUTE));
		trigger.records.unshift(...series(6001, 400, T0, 1));
		expect(await trigger.new()).toEqual(range(6001, 400));
		expect(await trigger.new()).toEqual([]);
	});

	it('the whole history with Start From Beginning', async () => {
		const trigger = new Trigger({ startFrom: 'beginning' });
		trigger.records = series(1, 2500, T0 - 2500 * MINUTE, MINUTE);
		expect(await trigger.drain()).toEqual(range(1, 2500));
	});

	it.each([10, 1500])('an activation on %i checks requests each page once', async (count) => {
		const trigger = new Trigger();
		trigger.records = series(1, count, T0 - 10 * MINUTE, 0.1);
		const { calls, deliveries } = await trigger.poll();
		expect(deliveries).toEqual([]);
		const pages = calls.map(({ page }) => page);
		expect(pages).toEqual(range(0, pages.length));
	});

	it('after an activation on an empty history, what happens from then on', async () => {
		const trigger = await activated([]);
		trigger.records = [check(2, T0 + 30), ...series(1000, 500, T0 - 500 * MINUTE, MINUTE)];
		expect(await trigger.new()).toEqual([2]);
	});

	it('a record without a hash, once, with a word in the log', async () => {
		const trigger = await activated();
		trigger.records.unshift(check(0, T0 + 40, { hash: '' }));
		const { deliveries, warnings } = await trigger.poll();
		expect(deliveries).toHaveLength(1);
		expect(warnings.join()).toContain('1 new checks have no hash');
		expect((await trigger.poll()).deliveries).toEqual([]);
	});
});

describe('dates without a time', () => {
	const day = (index: number, second: number) =>
		check(index, second, dated(iso(second).slice(0, 10)));
	const days = (first: number, count: number, from: number, every: number) =>
		range(first, count)
			.map((index, at) => day(index, from + at * every))
			.reverse();

	it.each([
		['', 60, Infinity],
		[', where a climb forgets them in between', 1500, 2],
	])('repeat nothing after midnight%s', async (_, count, budget) => {
		const trigger = await activated(days(1, 100, T0, MINUTE));
		const evening = days(1000, 200, T0 + 6 * HOUR, MINUTE);
		Object.assign(trigger, { now: T0 + 10 * HOUR, records: [...evening, ...trigger.records] });
		expect(await trigger.new()).toEqual(range(1000, 200));
		trigger.records.unshift(...days(2000, count, T0 + 15 * HOUR, 1));
		Object.assign(trigger, { now: T0 + 15 * HOUR + MINUTE, budget });
		expect(await trigger.drain()).toEqual(range(2000, count));
	});

	const odd = (dates: Sent): [Sent, Sent, number[]] => [dates, dates, []];
	it.each([
		['a result read before its page', { status: 'PENDING', resultDate: null }, {}, [500]],
		['an unreadable end, at the top of a page', ...odd({ resultDate: 'soon' })],
		['unreadable dates, at the top of a page', ...odd({ initDate: 'soon', resultDate: 'soon' })],
	])('repeat no check after midnight with %s', async (_, before, after, expected) => {
		const ended = { ...day(500, T0), ...after };
		const others = days(1, 200, T0 - HOUR, 1);
		const trigger = await activated([{ ...ended, ...before }, ...others]);
		Object.assign(trigger, {
			records: [ended, ...others],
			state: { ...(trigger.state as object), resultsFirst: true },
			result: () => ({ ...ended, report: { riskscore: 5, signals: {} } }),
		});
		expect(await trigger.new()).toEqual(expected);
		trigger.records.unshift(...days(1000, 300, T0 + 15 * HOUR, 1));
		Object.assign(trigger, { now: T0 + 15 * HOUR + MINUTE, cap: 100, budget: 1 });
		expect(await trigger.drain(60)).toEqual(range(1000, 300));
		trigger.budget = Infinity;
		expect(await trigger.drain()).toEqual([]);
	});

	it('let a check without an end be new until its day ends', async () => {
		const trigger = await activated([]);
		trigger.records = days(1, 5, T0 + MINUTE, 1);
		Object.assign(trigger, { now: T0 + 2 * MINUTE });
		expect(await trigger.new()).toEqual(range(1, 5));
		trigger.records.push({ ...day(9, T0 + MINUTE), resultDate: 'soon' });
		expect(await trigger.new()).toEqual([9]);
	});

	it('and pages of 100 deliver nothing of the day of the activation', async () => {
		const trigger = new Trigger();
		Object.assign(trigger, { cap: 100, records: days(1, 3000, T0 - 3 * HOUR, 1) });
		expect(await trigger.drain()).toEqual([]);
	});
});

describe('unfinished checks', () => {
	it('one that no page shows is asked for, and its answer makes the item', async () => {
		const trigger = await activated([open(1, T0 - 10), ...series(100, 100, T0 - 2 * HOUR, MINUTE)]);
		trigger.records.unshift(...series(2000, 1500, T0, MINUTE));
		trigger.now += 25 * HOUR;
		await trigger.drain();
		trigger.result = (hash) => check(1, T0 - 10, { hash, report: { riskscore: 80, signals: {} } });
		const { deliveries } = await trigger.poll();
		expect(deliveries).toMatchObject([{ item: { hash: hashOf(1), address: 'wallet-1' } }]);
		expect(await trigger.new()).toEqual([]);
	});

	it('with room for one request a poll, those that a climb has seen are asked for too', async () => {
		const trigger = await activated();
		trigger.records.unshift(open(500, T0));
		trigger.records.unshift(...series(1000, 1500, T0 + 1, 20));
		Object.assign(trigger, { now: T0 + 9 * HOUR, budget: 1 });
		expect(await trigger.drain()).toEqual(range(1000, 1500));
		trigger.result = (hash) => check(500, T0, { hash, report: { riskscore: 80, signals: {} } });
		expect([...(await trigger.new()), ...(await trigger.new())]).toEqual([500]);
	});

	it('some that ended, and more than a poll has time for, do not move the place', async () => {
		const records = series(1, 300, T0 - 300 * MINUTE, MINUTE);
		records.splice(125, 0, open(501, T0 - 125 * MINUTE), open(500, T0 - 125 * MINUTE));
		const trigger = await activated(records, { includeReport: true });
		trigger.records.splice(125, 2, ...[501, 500].map((one) => check(one, T0 - 125 * MINUTE)));
		trigger.budget = 2;
		trigger.result = report;
		expect(await trigger.new()).toEqual([500]);
		expect(trigger.place).toEqual({ at: 'top' });
		expect(await trigger.drain()).toEqual([501]);
	});

	it.each([
		['checkCreated', [500, ...range(600, 5), ...range(1000, 10)], []],
		['checkCompleted', [...range(600, 5), ...range(1000, 10)], [500]],
	] as const)('one that a page shows for more than a week: %s', async (triggerOn, shown, ended) => {
		const trigger = await activated(undefined, { triggerOn });
		const later = series(1000, 10, T0 + 8 * 24 * HOUR, 1);
		trigger.records.unshift(...later, ...series(600, 5, T0 + MINUTE, 1), open(500, T0));
		Object.assign(trigger, { now: T0 + 8 * 24 * HOUR + MINUTE, result: () => open(500, T0) });
		expect(await trigger.new()).toEqual(shown);
		Object.assign(trigger, {
			budget: 1,
			state: { ...(trigger.state as object), resultsFirst: true },
		});
		expect(await trigger.drain(9)).toEqual([]);
		trigger.records.splice(15, 1, check(500, T0, { resultDate: iso(trigger.now - 1) }));
		expect(await trigger.drain(9)).toEqual(ended);
	});

	it('one whose result was ahead of the history is delivered once', async () => {
		const trigger = await activated([open(1, T0 - 10), ...series(100, 100, T0 - 2 * HOUR, MINUTE)]);
		trigger.state = { ...(trigger.state as object), resultsFirst: true };
		trigger.result = (hash) => check(1, T0 - 10, { hash, report: { riskscore: 5, signals: {} } });
		expect(await trigger.new()).toEqual([1]);
		trigger.records[0] = check(1, T0 - 10);
		expect(await trigger.drain()).toEqual([]);
	});

	it('the answer about another wallet is delivered without its report', async () => {
		const trigger = await activated([open(1, T0 - 10), ...series(100, 100, T0 - 2 * HOUR, MINUTE)]);
		trigger.records.splice(0, 1);
		trigger.result = (hash) => check(7, T0, { hash, report: { riskscore: 1, signals: {} } });
		const { deliveries } = await trigger.poll();
		expect(deliveries).toMatchObject([{ item: { hash: hashOf(1) }, missing: expect.any(String) }]);
	});
});

describe('cost', () => {
	it.each([3, 3000])('of an idle poll is one small request, with %d checks', async (count) => {
		const trigger = await activated(series(1, count, T0 - count * MINUTE, MINUTE));
		trigger.total = () => trigger.records.length;
		const { calls } = await trigger.poll();
		expect(calls).toHaveLength(1);
		expect(calls[0].size).toBeLessThan(300);
	});

	it('in time is bounded, whatever n8n allows', async () => {
		const budget = new Budget({ getPollBudgetMs: () => Infinity } as unknown as IPollFunctions);
		const withinMs = await budget.run(Infinity, async (limits) => limits.withinMs);
		expect(withinMs).toBeLessThanOrEqual(285_000);
	});
});

describe('another token', () => {
	it('of the same account changes nothing', async () => {
		const trigger = await activated();
		trigger.account = 'a new token';
		trigger.records.unshift(...series(1000, 2000, T0, 1));
		trigger.now = T0 + 2000;
		expect(await trigger.drain()).toEqual(range(1000, 2000));
	});

	it('of another account begins at the end of the lookback that is stored, and says so once', async () => {
		const trigger = await activated();
		const { floor } = trigger.state as { floor: number };
		trigger.account = 'another account';
		trigger.records = series(50_000, 300, T0 - 300 * MINUTE, MINUTE);
		const since = Math.ceil((floor - (T0 - 300 * MINUTE)) / MINUTE);
		const { hashes, warnings, notice } = await trigger.poll();
		expect(hashes).toEqual(range(50_000 + since, 300 - since));
		expect(warnings.join()).toContain('another account');
		expect(notice).toBe('otherAccount');
		trigger.records.unshift(check(60_000, T0 + 70));
		expect(await trigger.poll()).toMatchObject({ hashes: [60_000], notice: null });
	});

	it.each([1, 2, 10])('of another account loses nothing with %d requests', async (budget) => {
		const trigger = await activated();
		Object.assign(trigger, { account: 'another account', budget, cap: 100 });
		trigger.records = series(50_000, 700, T0, 1);
		trigger.now = T0 + 700;
		expect(await trigger.drain(60)).toEqual(range(50_000, 700));
	});
});

it('a history that shows older checks and none of the known ones has lost them, with the same token', async () => {
	const trigger = await activated();
	trigger.records = series(50_000, 300, T0 - 9 * HOUR, MINUTE);
	expect((await trigger.poll()).warnings).toEqual([]);
	expect(await trigger.drain()).toEqual([]);
	trigger.records.unshift(check(60_000, trigger.now - 10));
	expect(await trigger.new()).toEqual([60_000]);
});

describe('a service that does not fit', () => {
	it('an empty answer changes nothing', async () => {
		const trigger = await activated();
		const { records } = trigger;
		trigger.records = [];
		expect((await trigger.poll()).warnings.join()).toContain('suddenly empty');
		trigger.records = [check(201, T0 + 40), ...records];
		expect(await trigger.new()).toEqual([201]);
	});

	it('a poll without a response fails, and one that ends early says so', async () => {
		const trigger = Object.assign(await activated(), { cap: 100, answered: 0 });
		trigger.records.unshift(...series(1000, 300, T0, 1));
		await expect(trigger.poll()).rejects.toThrow('No response');
		trigger.answered = 1;
		const { warnings } = await trigger.poll();
		expect(warnings).toEqual(['A poll ended early: No response. The next one continues.']);
		trigger.answered = Infinity;
		expect(await trigger.drain()).toEqual(range(1000, 300));
	});

	it.each([1, 2, 3])('an empty answer at request %d of a backlog loses nothing', async (slip) => {
		const trigger = await activated(series(1, 800, T0 - 800 * MINUTE, MINUTE));
		trigger.records.unshift(...series(1000, 150, T0, 1));
		const { pageOf } = trigger;
		let requests = 0;
		trigger.pageOf = (page, size) => (++requests === slip ? [] : pageOf(page, size));
		expect(await trigger.drain()).toEqual(range(1000, 150));
	});

	it('a history of few checks is followed as it grows, by pages of its own size', async () => {
		const trigger = await activated([]);
		const records = series(1, 3, T0 + MINUTE, MINUTE);
		Object.assign(trigger, { records: records.slice(1), budget: 1, now: T0 + HOUR });
		expect(await trigger.new()).toEqual([]);
		Object.assign(trigger, { records, budget: Infinity });
		expect(await trigger.new()).toEqual([1, 2, 3]);
	});

	it.each([
		[1, 1000],
		[2, 1000],
		[1, 100],
		[2, 100],
	])('a history that grows after %d requests is read by pages of %d', async (polls, cap) => {
		const trigger = await activated([]);
		const records = series(1, 3000, T0 + MINUTE, 1);
		Object.assign(trigger, { records: records.slice(-2), budget: 1, now: T0 + HOUR });
		for (let poll = 0; poll < polls; poll++) expect(await trigger.new()).toEqual([]);
		expect(trigger.place.at).not.toBe('top');
		Object.assign(trigger, { records, cap, budget: 5 });
		expect(await trigger.drain(40)).toEqual(range(1, 3000));
	});

	it('the first checks after an empty activation are delivered with one request a poll', async () => {
		const trigger = await activated([]);
		trigger.records = series(1, 2, T0 + MINUTE, MINUTE);
		Object.assign(trigger, { budget: 1, now: T0 + HOUR });
		expect(await trigger.drain(10)).toEqual([1, 2]);
	});

	it.each([
		['', {}, {}],
		[' with one request a poll', { budget: 1 }, {}],
		[' without a time in its dates', {}, dated('2033-02-03')],
		[' without readable dates', {}, { initDate: 'soon', resultDate: 'later' }],
		[' and pages of one', { cap: 1 }, {}],
	])('a history that was deleted goes on with its next check%s', async (_, service, dates) => {
		const trigger = await activated();
		Object.assign(trigger, { ...service, records: [] });
		for (let poll = 0; poll < 20; poll++)
			expect((await trigger.poll()).warnings.join()).toContain('suddenly empty');
		trigger.records = [check(202, trigger.now - 10, dates)];
		expect(await trigger.drain(9)).toEqual([202]);
		trigger.records.unshift(check(203, trigger.now - 10, dates));
		expect(await trigger.drain(9)).toEqual([203]);
	});

	it('old checks that expired fail no poll', async () => {
		const trigger = await activated();
		trigger.records = series(1000, 200, T0, MINUTE);
		trigger.now = T0 + 300 * MINUTE;
		expect(await trigger.drain()).toEqual(range(1000, 200));
	});

	it('many checks that come after all known ones expired are delivered over small pages', async () => {
		const trigger = await activated();
		const begun = trigger.now;
		Object.assign(trigger, { records: series(1000, 58, begun, 1), cap: 100, budget: 5 });
		expect(await trigger.new()).toEqual([]);
		expect(trigger.place).toMatchObject({ at: 'climbing', offset: 58 });
		trigger.records.unshift(...series(1058, 300, begun + 58, 1));
		Object.assign(trigger, { now: begun + 10 * MINUTE, budget: Infinity });
		expect(await trigger.drain()).toEqual(range(1000, 358));
	});

	it.each([
		['the activation', 10, 1000, series(1, 100, T0 - 2 * HOUR, MINUTE), []],
		['a poll', 1000, 10, [], range(1000, 25)],
	])('small pages at %s are not the whole history', async (_, cap, later, records, expected) => {
		const trigger = Object.assign(new Trigger(), { cap, records });
		expect(await trigger.new()).toEqual([]);
		trigger.cap = later;
		if (records.length === 0) trigger.records = series(1000, 25, T0, 1);
		expect(await trigger.new()).toEqual(expected);
	});

	it('small pages are not the whole history where all known checks are on the first', async () => {
		const trigger = await activated(series(1, 9, T0 - 20 * MINUTE, 1));
		const late = series(500, 20, T0 - 30 * MINUTE, 1).map((sent) => ({
			...sent,
			resultDate: iso(T0),
		}));
		trigger.records = [...series(1000, 90, T0, 1), ...trigger.records, ...late];
		Object.assign(trigger, { cap: 100, now: T0 + 2 * MINUTE });
		expect(await trigger.drain()).toEqual([...range(500, 20), ...range(1000, 90)]);
	});

	it('an ascending history, and the same page twice, fail with a message', async () => {
		const trigger = await activated();
		const { records } = trigger;
		trigger.records = [...records].reverse();
		await expect(trigger.poll()).rejects.toThrow('oldest checks first');
		trigger.records = records;
		trigger.pageOf = (_page, size) => series(9000, size, T0, 0);
		await expect(trigger.poll()).rejects.toThrow('same page twice');
		trigger.pageOf = (page, size) => trigger.records.slice(page * size, (page + 1) * size);
		expect(await trigger.new()).toEqual([]);
	});
});

describe('reports', () => {
	it.each([
		['can not be had', () => 'no such report'],
		['is about another target', (hash: string) => ({ ...report(hash), address: 'another' })],
		['is not finished', (hash: string) => ({ ...report(hash), status: 'PENDING' })],
	])('one that %s is asked for five times, and holds up no others', async (_, bad) => {
		const trigger = await activated(undefined, { includeReport: true });
		trigger.records.unshift(check(202, T0 + 50), check(201, T0 + 40));
		trigger.result = (hash) => (hash === hashOf(201) ? bad(hash) : report(hash));
		expect(await trigger.new()).toEqual([202]);
		for (let poll = 0; poll < 3; poll++) expect(await trigger.new()).toEqual([]);
		const { deliveries } = await trigger.poll();
		expect(deliveries).toMatchObject([
			{ item: { hash: hashOf(201) }, missing: expect.any(String) },
		]);
		expect(await trigger.new()).toEqual([]);
	});

	it('with one request a poll every check comes, with its report', async () => {
		const trigger = await activated(undefined, { includeReport: true });
		trigger.budget = 1;
		trigger.result = report;
		trigger.records.unshift(...series(1000, 12, T0, 1));
		const found: number[] = [];
		for (let poll = 0; poll < 40; poll++) {
			const { deliveries, hashes } = await trigger.poll();
			found.push(...hashes);
			for (const { report } of deliveries) expect(report).toBeDefined();
		}
		expect(found).toEqual(range(1000, 12));
	});

	it('a service that gives none at all delivers everything in the end', async () => {
		const trigger = await activated(undefined, { includeReport: true });
		trigger.records.unshift(...series(1000, 300, T0, 1));
		const found: number[] = [];
		for (let poll = 0; poll < 12; poll++) found.push(...(await trigger.new()));
		expect(found.sort((a, b) => a - b)).toEqual(range(1000, 300));
	});
});

describe('changed settings', () => {
	it('hold for a check that waits for its report', async () => {
		const trigger = await activated(undefined, { includeReport: true });
		trigger.records.unshift(check(201, T0 + 40));
		expect(await trigger.new()).toEqual([]);
		trigger.settings = { filter: { network: 'ETH' } };
		trigger.result = (hash) => check(201, T0, { hash, report: { riskscore: 5, signals: {} } });
		expect(await trigger.new()).toEqual([]);
	});

	it('a longer lookback delivers nothing from before', async () => {
		const trigger = await activated(series(1, 1000, T0 - 1000 * MINUTE, MINUTE));
		trigger.settings = { lookbackMinutes: 600 };
		expect(await trigger.drain()).toEqual([]);
	});

	it('change nothing that is remembered', async () => {
		const trigger = await activated();
		for (const [at, settings] of [
			{ filter: { network: 'ETH' as const } },
			{ triggerOn: 'checkCreated' as const },
			{ filter: { type: 'tx' as const } },
			{},
		].entries()) {
			trigger.settings = settings;
			trigger.records.unshift(check(500 + at, T0 + at * MINUTE));
			const isOut = 'filter' in settings;
			expect(await trigger.new()).toEqual(isOut ? [] : [500 + at]);
		}
		trigger.settings = {};
		expect(await trigger.new()).toEqual([]);
	});
});
