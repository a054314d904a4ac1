/** Account -> Get Status: what a ping and one page of the history show, with advice; free. */
import { describeStatus, type StatusFacts } from '../../../nodes/AmlCheck/operations/account.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { jsonOf, run, sandbox, useSandbox } from './support.mts';

useSandbox();

const status = async () => jsonOf((await run('account.getStatus')).main)[0]!;

it('shows the package, the times and the clocks, in three free requests', async () => {
	sandbox().configure({ packageSize: 3 });
	sandbox().seedHistory(100, { everyMs: 120_000 });
	const json = await status();
	expect(json).toMatchObject({
		summary: expect.stringMatching(
			/^The service responds · 3 checks left · a check takes \d+ s, the slowest took \d+ s$/,
		),
		advice: expect.stringMatching(/runs low: 3 checks are left.*Risk Score Scale.*to Percent/),
		checksLeft: 3,
		checksUsed: 0,
		scoreScale: 'percent',
		checksRead: 100,
		unfinished: 0,
	});
	expect(json.medianSeconds).toBeLessThanOrEqual(json.slowestSeconds as number);
	expect(Math.abs(json.clockAheadSeconds as number)).toBeLessThan(3);
	const { charges, requests } = sandbox().stats();
	expect([charges, requests.length]).toEqual([0, 3]);
});

it('of an empty history shows that the service responds, and no number that it does not have', async () => {
	expect(await status()).toEqual({
		summary: 'The service responds',
		advice: '',
		scoreScale: 'unclear',
		checksRead: 0,
		unfinished: 0,
		clockAheadSeconds: expect.any(Number),
	});
	expect(sandbox().stats().charges).toBe(0);
});

it('says so if the history can not be read, and stops if the credentials are refused', async () => {
	sandbox().fault({ method: 'checkup.getcheckshistory', kind: 'html', times: Infinity });
	expect((await status()).advice).toMatch(/history could not be read/);
	sandbox().configure({ token: 'another' });
	expect((await run('account.getStatus')).status).toBe('error');
});

describe('from what was read', () => {
	const date = (seconds: number) => new Date(1.79e12 + seconds * 1000).toISOString();
	const item = (riskscore: unknown, seconds = 5, text = 'SUCCESS') =>
		({ status: text, riskscore, initDate: date(0), resultDate: date(seconds) }) as HistoryItem;
	const statusOf = (history: HistoryItem[], more: Partial<StatusFacts> = {}) =>
		describeStatus({ history, usage: null, riskScoreScale: 'auto', ...more });
	const many = (score: number) => Array.from({ length: 10 }, () => item(score));

	it.each<[string, HistoryItem[], StatusFacts['riskScoreScale'], string, RegExp]>([
		['a score above 1', [item(0.5), item(2)], 'auto', 'percent', /to Percent/],
		['a score above 1, set so', [item(2)], 'percent', 'percent', /^$/],
		['a score above 1, set otherwise', [item('2')], 'fraction', 'percent', /to Percent/],
		['ten scores up to 1', many(0.4), 'auto', 'fraction', /to Fraction/],
		['ten scores up to 1, set so', many(0.4), 'fraction', 'fraction', /^$/],
		['nine scores up to 1', many(0.4).slice(1), 'auto', 'unclear', /^$/],
		['scores of 0', many(0), 'auto', 'unclear', /^$/],
		['scores of unfinished checks', [item(50, 5, 'PENDING')], 'auto', 'unclear', /^$/],
	])('the scale: %s', (_, history, riskScoreScale, scoreScale, advice) => {
		const described = statusOf(history, { riskScoreScale });
		expect(described.scoreScale).toBe(scoreScale);
		expect(described.advice).toMatch(advice);
	});

	it('median and slowest, of finished checks with both dates in order', () => {
		const times = [3, 9, 1, 5, -7].map((seconds) => item(0, seconds));
		const odd = [{ ...item(0, 50), initDate: 'soon' }, item(0, 99, 'PENDING')];
		expect(statusOf([...times, ...odd])).toMatchObject({
			medianSeconds: 3,
			slowestSeconds: 9,
			checksRead: 7,
			unfinished: 1,
		});
	});

	it('advice for slow checks and for clocks that differ', () => {
		expect(statusOf([item(0, 3_599)]).advice).toBe('');
		expect(statusOf([item(0, 4_000)]).advice).toMatch(/took 67 minutes.* to 84 or more/);
		expect(statusOf([], { clockAheadMs: -121_000 }).advice).toMatch(/121 seconds apart/);
		expect(statusOf([], { clockAheadMs: 120_000 })).toMatchObject({
			advice: '',
			clockAheadSeconds: 120,
		});
	});
});
