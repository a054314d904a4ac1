/** Connections that are cut, and answers that are odd once: what costs an attempt, and what is asked for again. */
import {
	check,
	CUT,
	hashOf,
	iso,
	MINUTE,
	open,
	range,
	series,
	T0,
	Trigger,
	type Sent,
} from './support.mts';

const numberOf = (hash: string) => Number.parseInt(hash.slice(0, 8), 16);
const REPORT = { riskscore: 5, signals: { exchange_licensed: 1 } };
const filled = (hash: string, more: Sent = {}) =>
	check(numberOf(hash), T0, { hash, report: REPORT, ...more });

async function followed(known: number, every = 20): Promise<Trigger> {
	const trigger = new Trigger({ includeReport: true });
	trigger.records = series(5000, known, T0 - known * every, every);
	trigger.result = (hash) => filled(hash);
	await trigger.poll();
	return trigger;
}

/** Polls so often, with a new check before each poll. */
async function pollBusily(trigger: Trigger, polls: number) {
	const deliveries = [];
	for (let poll = 0; poll < polls; poll++) {
		trigger.records.unshift(check(7000 + poll, trigger.now - 5));
		deliveries.push(...(await trigger.poll()).deliveries);
	}
	return deliveries.map(({ item, missing }) => [numberOf(item.hash), missing]);
}

it.each([
	[8, 100],
	[20, 30],
])(
	'a firewall that lets %d calls of a poll through, and pages of %d that need more',
	async (...row) => {
		const [cutAfter, cap] = row;
		const trigger = await followed(600, 5);
		Object.assign(trigger, { cutAfter, cap });
		trigger.records.unshift(...series(1, 60, T0, 1));
		const missing: unknown[] = [];
		const seen = new Set<string>();
		for (let poll = 0; poll < 100 && seen.size < 60; poll++)
			for (const { item, missing: why } of (await trigger.poll()).deliveries) {
				if (numberOf(item.hash) < 100) seen.add(item.hash);
				if (why !== undefined) missing.push(why);
			}
		expect([seen.size, missing]).toEqual([60, []]);
	},
);

it.each([
	['checkCreated', [300]],
	['checkCompleted', [300, 500]],
] as const)('an activation that is cut off knows what it has read: %s', async (triggerOn, news) => {
	const trigger = new Trigger({ triggerOn });
	const others = series(1, 200, T0 - 100 * MINUTE, MINUTE / 2);
	const records = [...others];
	records.splice(99, 0, open(500, T0 - 50 * MINUTE));
	Object.assign(trigger, { records, cap: 30, cutAfter: 4 });
	expect(await trigger.new()).toEqual([]);
	const ended = check(500, T0 - 50 * MINUTE, { resultDate: iso(T0 + 40) });
	const late = check(300, T0 - 10 * MINUTE, { resultDate: iso(T0 - 4 * MINUTE) });
	trigger.records = [ended, ...others];
	trigger.records.splice(8, 0, late);
	expect(await trigger.drain()).toEqual(news);
});

it.each([1, 3])('a firewall, and %d checks without a report at their last attempt', async (bad) => {
	const trigger = await followed(600);
	trigger.records.unshift(...series(1, bad, T0 - 5, 1));
	trigger.result = (hash) => (numberOf(hash) <= bad ? 'no such report' : filled(hash));
	for (let attempt = 1; attempt < 5; attempt++) expect(await trigger.new()).toEqual([]);
	trigger.cutAfter = 1 + bad;
	trigger.records.unshift(...series(10, 4, trigger.now - 10, 1));
	const delivered: unknown[] = [];
	for (let poll = 0; poll < 9; poll++)
		for (const { item, missing } of (await trigger.poll()).deliveries)
			delivered.push([numberOf(item.hash), missing]);
	expect(delivered).toEqual([
		...range(1, bad).map((number) => [number, 'no such report']),
		...range(10, 4).map((number) => [number, undefined]),
	]);
});

it('a check whose connection always fails costs its attempts, however many others come', async () => {
	const trigger = await followed(10);
	trigger.records.unshift(check(1, T0 - 1));
	trigger.result = (hash) => (hash === hashOf(1) ? CUT : filled(hash));
	const delivered = await pollBusily(trigger, 14);
	expect(
		delivered.filter(([, missing]) => missing !== undefined).map(([number]) => number),
	).toEqual([1]);
	expect(delivered.length).toBeGreaterThanOrEqual(14);
});

it('a service that cuts every report delivers everything in the end', async () => {
	const trigger = await followed(10);
	trigger.result = () => CUT;
	trigger.records.unshift(...series(1, 300, T0 - MINUTE, 0));
	const seen = new Set<number>();
	for (let poll = 0; poll < 20; poll++) for (const number of await trigger.new()) seen.add(number);
	expect(seen.size).toBe(300);
});

describe('an odd answer', () => {
	const EMPTY = { riskscore: null, signals: { exchange_licensed: 1 } };

	it.each<[string, number, Sent, Sent, number]>([
		['without a score, of a check that has just ended', 5, { report: EMPTY }, {}, 2],
		['without signals, of a check that has just ended', 5, { report: { riskscore: 5 } }, {}, 2],
		['without a score, of a check that ended before', 20, { report: EMPTY }, { report: EMPTY }, 1],
		['that it failed, where the history says that it succeeded', 90, { status: 'FAILED' }, {}, 2],
	])('%s', async (_, age, first, second, polls) => {
		const trigger = await followed(10);
		trigger.records.unshift(check(1, T0, { resultDate: iso(trigger.now - age) }));
		const answers = [first, second];
		trigger.result = (hash) => filled(hash, answers.shift());
		const deliveries = [];
		let polled = 0;
		for (; deliveries.length === 0 && polled < 9; polled++)
			deliveries.push(...(await trigger.poll()).deliveries);
		expect(polled).toBe(polls);
		expect(deliveries[0]?.missing).toBeUndefined();
		const expected = polls === 1 ? EMPTY : REPORT;
		expect(deliveries[0]?.report?.check.report).toEqual(expected);
	});

	it('that stays odd is delivered in the next poll as it is', async () => {
		const trigger = await followed(10);
		trigger.records.unshift(check(1, T0, { resultDate: iso(trigger.now) }));
		trigger.result = (hash) => filled(hash, { report: EMPTY });
		expect(await trigger.new()).toEqual([]);
		const { deliveries } = await trigger.poll();
		expect(deliveries).toMatchObject([{ report: { check: { report: EMPTY } } }]);
	});
});
