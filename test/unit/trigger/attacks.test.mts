/** Worlds of the contract that somebody thought of who knew nothing else: the trigger delivers each check once. */
import { activated, check, HOUR, iso, MINUTE, open, range, series, T0 } from './support.mts';

const sorted = (numbers: number[]) => [...numbers].sort((a, b) => a - b);
const dayOfOthers = () => series(1, 200, T0 - 12 * HOUR, 3 * MINUTE);

it.each([30, 100])('a check ends and moves up between two pages of %d', async (cap) => {
	const trigger = await activated(dayOfOthers());
	const begun = T0 + MINUTE;
	const newer = series(1000, 250, T0 + 2 * MINUTE, 1);
	const records = [...newer, open(500, begun), ...dayOfOthers()];
	const ended = check(500, begun, { resultDate: iso(T0 + 8 * MINUTE) });
	let pages = 0;
	trigger.now = T0 + 8 * MINUTE;
	trigger.pageOf = (page, size) => {
		const isOpen = ++pages <= 2;
		const list = isOpen ? records : [ended, ...newer, ...dayOfOthers()];
		return list.slice(page * Math.min(size, cap), (page + 1) * Math.min(size, cap));
	};
	expect(sorted(await trigger.drain())).toEqual([500, ...range(1000, 250)]);
});

it('retention leaves only the newest checks while the place is far down', async () => {
	const trigger = await activated(dayOfOthers());
	const news = series(1000, 900, T0 + MINUTE, 1);
	Object.assign(trigger, { cap: 100, budget: 2, now: T0 + 20 * MINUTE });
	trigger.records = [...news, ...dayOfOthers()];
	const delivered: number[] = [];
	for (let poll = 0; trigger.place.at !== 'climbing'; poll++)
		delivered.push(...(await trigger.new()));
	trigger.records = news.slice(0, 850);
	delivered.push(...(await trigger.drain(200)));
	expect(new Set(delivered).size).toBe(delivered.length);
	expect(sorted(delivered)).toEqual(expect.arrayContaining(range(1050, 850)));
});

it('a hidden check takes all of the lookback, and shows two minutes later', async () => {
	const trigger = await activated(dayOfOthers());
	for (let minute = 1; minute <= 62; minute++) {
		trigger.records.unshift(check(1000 + minute, T0 + minute * MINUTE));
		trigger.now = T0 + minute * MINUTE + 5;
		expect(await trigger.new()).toEqual([1000 + minute]);
	}
	const long = check(500, T0 + 10, { resultDate: iso(T0 + 10 + 60 * MINUTE) });
	trigger.records.splice(62, 0, long);
	trigger.now = T0 + 62 * MINUTE + 10;
	expect(await trigger.new()).toEqual([500]);
});

it('n8n forgets the poll that saw a check begin, and it has ended since', async () => {
	const trigger = await activated(dayOfOthers());
	const { state } = trigger;
	trigger.records.unshift(open(500, T0 + 10));
	expect(await trigger.new()).toEqual([]);
	trigger.records[0] = check(500, T0 + 10, { resultDate: iso(T0 + 100) });
	trigger.records.unshift(...series(1000, 300, T0 + 110, 0));
	Object.assign(trigger, { state, now: T0 + 3 * MINUTE });
	expect(sorted(await trigger.drain())).toEqual([500, ...range(1000, 300)]);
});

it('Trigger On changes between the beginning of a check and its end', async () => {
	const trigger = await activated(dayOfOthers(), { triggerOn: 'checkCreated' });
	trigger.records.unshift(open(500, T0 + 10));
	expect(await trigger.new()).toEqual([500]);
	trigger.settings = { triggerOn: 'checkCompleted' };
	trigger.records[0] = check(500, T0 + 10, { resultDate: iso(T0 + 90) });
	expect(await trigger.drain()).toEqual([500]);
	trigger.settings = { triggerOn: 'checkCreated' };
	expect(await trigger.drain()).toEqual([]);
});
