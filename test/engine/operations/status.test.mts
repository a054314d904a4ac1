/** Account -> Get Status: one item with what a person wants to know, and what of the service does not fit; free. */
import type { IDataObject } from 'n8n-workflow';
import { bookAddress, type SandboxOptions } from '../../../sandbox/server.mts';
import { changeAnswers, jsonOf, run, sandbox, useSandbox } from './support.mts';

useSandbox();

const HISTORY = 'checkup.getcheckshistory';
const RESULT = 'checkup.getresult';

const status = async () => jsonOf((await run('account.getStatus')).main)[0]!;

const findings = async () => (await status()).findings as Array<Record<string, string>>;

/** Changes each answer of a method. */
const change = (method: string, spoil: (result: IDataObject) => void) =>
	changeAnswers<{ result: IDataObject }>(method, ({ result }) => spoil(result));

/** Changes each record of the history. */
const changeRecords = (spoil: (record: IDataObject, index: number) => void) =>
	change(HISTORY, ({ history }) => (history as IDataObject[]).forEach(spoil));

/** A service that fits: records name their asset, and the credential its scale is read from. */
const seed = (options: SandboxOptions = {}) => {
	sandbox().configure({ tellAsset: true, ...options });
	sandbox().seedHistory(100, { everyMs: 120_000 });
};

it('shows the package, the times and the clocks, in at most 12 free requests', async () => {
	seed({ packageSize: 3 });
	const json = await status();
	expect(json).toMatchObject({
		summary: expect.stringMatching(
			/^The service responds · 3 checks left: buy more in time · a check takes \d+ s, the slowest took \d+ s · 1 finding$/,
		),
		checksLeft: 3,
		checksUsed: 0,
		scoreScale: 'percent',
		lookbackMinutes: 60,
		checksRead: 100,
		unfinished: 0,
		latencyMs: expect.any(Number),
	});
	expect(json.medianSeconds).toBeLessThanOrEqual(json.slowestSeconds as number);
	expect(Math.abs(json.clockAheadSeconds as number)).toBeLessThan(3);
	expect(json.findings).toEqual([
		{
			what: 'Scores above 1 are in the history',
			meaning: 'A score of 1 or less can be read in two ways, and counts as the worse one.',
			setting: 'Risk Score Scale in the credential: Percent',
		},
	]);
	const { charges, requests } = sandbox().stats();
	expect(charges).toBe(0);
	expect(requests.length).toBeLessThanOrEqual(12);
});

it('of an empty history shows that the service responds, and no number that it does not have', async () => {
	expect(await status()).toEqual({
		summary: 'The service responds',
		findings: [],
		scoreScale: 'unclear',
		lookbackMinutes: 60,
		checksRead: 0,
		unfinished: 0,
		latencyMs: expect.any(Number),
		clockAheadSeconds: expect.any(Number),
	});
});

it('says so if the history can not be read, and stops if the credentials are refused', async () => {
	sandbox().fault({ method: HISTORY, kind: 'html', times: Infinity });
	expect((await findings())[0]!.what).toMatch(/^The history could not be read/);
	sandbox().configure({ token: 'another' });
	expect((await run('account.getStatus')).status).toBe('error');
});

it('is over within 15 seconds, whatever hangs, and pays for nothing', async () => {
	seed();
	sandbox().fault({ method: HISTORY, kind: 'hang', times: Infinity });
	sandbox().fault({ method: 'checkup.currencylist', kind: 'hang', times: Infinity });
	const begun = performance.now();
	await status();
	expect(performance.now() - begun).toBeLessThan(16_000);
	expect(sandbox().stats().charges).toBe(0);
}, 30_000);

const date = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z/, '+00:00');
const HOUR = 3_600_000;

describe('a service that does not fit is told', () => {
	it.each<[string, () => void, RegExp, RegExp]>([
		[
			'its order',
			() => change(HISTORY, ({ history }) => (history as unknown[]).reverse()),
			/does not list its newest checks first/,
			/^$/,
		],
		[
			'dates that can not be read',
			() => changeRecords((record) => (record.initDate = 'yesterday')),
			/Of 200 dates in the history 100 can not be read/,
			/^$/,
		],
		[
			'dates in the future',
			() => changeRecords((record) => (record.resultDate = date(Date.now() + HOUR))),
			/100 lie in the future/,
			/^$/,
		],
		[
			'slow checks',
			() =>
				changeRecords((record, index) => {
					const end = Date.now() - index * 1_000;
					Object.assign(record, { initDate: date(end - 2 * HOUR), resultDate: date(end) });
				}),
			/A check took 120 minutes, and the history shows no unfinished check/,
			/Lookback \(Minutes\) of the trigger: 150 or more/,
		],
		[
			'pages that repeat',
			() =>
				changeAnswers(HISTORY, (body: object) => Object.assign(body, { result: FIRST_PAGE }), {
					skip: 1,
				}),
			/The second page of the history repeats the first one/,
			/^$/,
		],
		[
			'records without an asset',
			() => changeRecords((record) => delete record.token_id),
			/Records of checks do not state their asset/,
			/Accept Unspecified Asset/,
		],
		[
			'a status that nobody knows',
			() => changeRecords((record, index) => index === 0 && (record.status = 'ARCHIVED')),
			/1 checks have a status that is not known: ARCHIVED/,
			/^$/,
		],
		[
			'signals that nobody knows',
			() =>
				change(RESULT, ({ check }) => {
					const { report } = check as { report: { signals: IDataObject } };
					report.signals.merchant_services = 0.3;
				}),
			/do not know these signals: merchant_services/,
			/Signal Limits/,
		],
		[
			'a result about another check',
			() => change(RESULT, ({ check }) => ((check as IDataObject).address = 'another')),
			/A result does not fit its record/,
			/^$/,
		],
		[
			'a network that is missing',
			() =>
				changeAnswers('checkup.currencylist', (body: { result: IDataObject[] }) => {
					body.result = body.result.filter((one) => one.currency !== 'BSV');
				}),
			/BSV is missing/,
			/^$/,
		],
	])('%s', async (_, spoil, what, setting) => {
		seed();
		FIRST_PAGE = await firstPage();
		spoil();
		const found = (await findings()).find((one) => what.test(one.what!));
		expect(found?.setting).toMatch(setting);
		expect(found?.meaning).toMatch(/^[A-Z].*\.$/);
	});
});

it('names no address, hash or host, whatever the service says', async () => {
	seed();
	const address = bookAddress('ETH', 'low');
	changeRecords((record) => (record.status = `${address} at https://aml.example.com`));
	const text = JSON.stringify(await status());
	expect(text).toContain('that are no plain words');
	for (const word of [
		address,
		'example.com',
		...sandbox()
			.checks()
			.map(({ hash }) => hash),
	])
		expect(text).not.toContain(word);
});

/** A page as the service gives it. */
let FIRST_PAGE: unknown;

async function firstPage(): Promise<unknown> {
	const response = await fetch(`${sandbox().baseUrl}/rpc/v1/request`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${sandbox().token}`, 'Content-Type': 'application/json' },
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 'page',
			method: HISTORY,
			params: { page_size: 50, page: 0 },
		}),
	});
	return ((await response.json()) as { result: unknown }).result;
}
