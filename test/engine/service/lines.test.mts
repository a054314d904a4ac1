/** Check Service against the sandbox in each of its modes: what a faithful service shows, and how each deviation is named. */
import { LINES } from '../../../nodes/AmlCheck/service/lines/index.ts';
import { credential, sandbox, useSandbox } from '../operations/support.mts';
import {
	changeAnswer,
	changePages,
	changeResults,
	check,
	fillHistory,
	HISTORY,
} from './support.mts';

useSandbox();

/** What no free request can show. */
const ONLY_PAID = ['2 New checks show', '8 Repeated ID', 'J The same wallet again'];

/** The scale of the credential as the sandbox has it. */
const PERCENT = { riskScoreScale: 'percent' };

describe('a faithful service', () => {
	it('holds every line that free requests can show', async () => {
		fillHistory();
		sandbox().configure({ tellAsset: true });
		const { items, of, summary } = await check();
		expect(of('differs')).toEqual([]);
		expect(of('notSeen').map(({ line }) => line)).toEqual(ONLY_PAID);
		expect(items.map(({ line }) => line)).toEqual([
			'Summary',
			...LINES.map(({ id, name }) => `${id} ${name}`),
		]);
		expect(summary).toMatchObject({
			verdict: 'fitsWithSettings',
			observed: expect.stringMatching(
				/^19 of 22 lines hold, 0 differ, 3 not seen\. n8n-nodes-aml-check \d+\.\d+\.\d+ on n8n 2\.41 or later\.$/,
			),
			setting: 'Risk Score Scale in the credential: Percent',
		});
	});

	it('fits where the settings are made', async () => {
		fillHistory();
		const { summary } = await check({}, { credentials: [credential(PERCENT)] });
		expect(summary.verdict).toBe('fits');
		expect(summary.setting).toBeUndefined();
	});

	it('is asked at most 40 free requests, two at a time, and shows nothing of the account', async () => {
		fillHistory();
		sandbox().seedHistory(1_500, { until: Date.now() - 3_600_000 });
		const { items } = await check();
		const { charges, requests, peakInFlight, pdf } = sandbox().stats();
		expect(charges).toBe(0);
		expect(requests.length).toBeLessThanOrEqual(40);
		expect(peakInFlight).toBeLessThanOrEqual(2);
		expect(requests.filter(({ method }) => method === HISTORY).length).toBeLessThanOrEqual(5);
		expect(pdf.map(({ authorization }) => authorization)).toEqual([false]);
		const text = JSON.stringify(items);
		for (const { address, hash, transaction } of sandbox().checks())
			for (const secret of [address, hash, transaction].filter((one) => one !== null))
				expect(text).not.toContain(secret);
		expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|0x[\da-f]{8}/i);
	});

	it('is checked once, however many items come in', async () => {
		fillHistory();
		const { ran } = await check({}, { items: [{ id: 1 }, { id: 2 }, { id: 3 }] });
		expect(sandbox().stats().calls['checkup.ping']).toBe(1);
		expect(new Set(ran.main.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
			new Set(['{"item":0}']),
		);
	});
});

describe('an account', () => {
	it('without a check is too little to tell, and nothing differs', async () => {
		const { of, summary, find } = await check();
		expect(of('differs')).toEqual([]);
		expect(summary).toMatchObject({
			verdict: 'notSeen',
			meaning: expect.stringMatching(/Too little was seen.*1 History order, E Results/),
		});
		expect(find('A').verdict).toBe('holds');
		expect(find('B').verdict).toBe('holds');
		expect(find('6').observed).toBe('page 0 of 200 holds 0, the total is 0');
	});

	it('with one check shows its result, and no order', async () => {
		sandbox().addCheck({ currency: 'BTC', status: 'SUCCESS', riskscore: 40 });
		const { of, find, summary } = await check();
		expect(of('differs')).toEqual([]);
		expect(find('1').verdict).toBe('notSeen');
		expect(find('E').verdict).toBe('holds');
		expect(summary.verdict).toBe('notSeen');
	});
});

type Case = [name: string, arrange: () => void, id: string, verdict: string, observed: RegExp];

const PENDING = { initAt: Date.now() - 90_000, processingMs: 1e9 };
const hoursFromNow = (hours: number, ending: string) =>
	`${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19)}${ending}`;

/** The switches of sandbox/options.mts: each one that a service shows to free requests. */
const SWITCHES: Case[] = [
	[
		'orderBy',
		() => sandbox().configure({ history: { orderBy: 'resultDate' } }),
		'1',
		'holds',
		/by end/,
	],
	[
		'orderBy, told apart',
		() => {
			const now = Date.now();
			sandbox().configure({ history: { orderBy: 'resultDate', showPending: false } });
			sandbox().addCheck({ initAt: now - 500_000, doneAt: now - 1_000, status: 'SUCCESS' });
		},
		'1',
		'holds',
		/newest first by end \(resultDate\)$/,
	],
	[
		'showPending',
		() => sandbox().configure({ history: { showPending: false } }),
		'5',
		'holds',
		/; 0 unfinished/,
	],
	[
		'scoreScale',
		() => sandbox().configure({ scoreScale: 'fraction' }),
		'D',
		'holds',
		/12 scores from 0 to 1: fraction/,
	],
	['omniUsdt', () => sandbox().configure({ omniUsdt: true }), 'B', 'differs', /tokens on BTC/],
	['tellAsset off', () => undefined, '10', 'holds', /0 of 11 records on networks with tokens name/],
	['tellAsset', () => sandbox().configure({ tellAsset: true }), '10', 'holds', /11 of 11 records/],
	[
		'notReady',
		() => sandbox().configure({ notReady: 'notFound' }),
		'E',
		'holds',
		/an unfinished one is refused as unknown/,
	],
	['notReady pending', () => undefined, 'E', 'holds', /an unfinished one has the status PENDING/],
	[
		'metaPosition',
		() => sandbox().configure({ metaPosition: 'inside' }),
		'I',
		'holds',
		/are inside the result/,
	],
	['metaPosition beside', () => undefined, 'I', 'holds', /are beside the result/],
	['hashes', () => sandbox().configure({ hashes: 'count' }), 'E', 'holds', /hashes are UUIDs/],
	[
		'find.includeTransactions',
		() => undefined,
		'G',
		'holds',
		/2 reports found of a wallet with 2 finished checks;/,
	],
	[
		'find.includeTransactions off',
		() => sandbox().configure({ find: { includeTransactions: false } }),
		'G',
		'holds',
		/1 report found of a wallet with 2 finished checks; checks of transactions are left out/,
	],
	[
		'callsPerSecond',
		() => sandbox().configure({ callsPerSecond: 3 }),
		'9',
		'holds',
		/refused as too many \(429, Retry-After up to 1\.0 s\)/,
	],
	[
		'errorStatus',
		() => sandbox().configure({ errorStatus: 400 }),
		'G',
		'holds',
		/nothing found is the code -40006/,
	],
	[
		'latencyMs',
		() => sandbox().configure({ latencyMs: 300 }),
		'A',
		'holds',
		/half within [34]\d\d ms/,
	],
	[
		'processingMs',
		() =>
			sandbox().addCheck({
				initAt: Date.now() - 9e6,
				doneAt: Date.now() - 9e6 + 7.2e6,
				status: 'SUCCESS',
			}),
		'5',
		'holds',
		/slowest 120 min; 1 unfinished/,
	],
	[
		'find.includeTokens off',
		() => {
			sandbox().reset();
			sandbox().addCheck({ currency: 'ETH', tokenId: '94252', status: 'SUCCESS' });
		},
		'G',
		'notSeen',
		/0 reports found.*1 address check left out/,
	],
];

describe('a switch of the sandbox is named', () => {
	it.each(SWITCHES)('%s', async (_, arrange, id, verdict, observed) => {
		fillHistory();
		arrange();
		const { find, of } = await check();
		expect(find(id)).toMatchObject({ verdict, observed: expect.stringMatching(observed) });
		expect(of('differs').map(({ line }) => line.split(' ')[0])).toEqual(
			verdict === 'differs' ? [id] : [],
		);
	});

	it('processingMs, where unfinished checks are hidden, with the Lookback to set', async () => {
		sandbox().configure({ history: { showPending: false } });
		fillHistory();
		const begun = Date.now() - 9e6;
		sandbox().addCheck({ initAt: begun, doneAt: begun + 7.2e6, status: 'SUCCESS' });
		const { find } = await check();
		expect(find('5')).toMatchObject({
			verdict: 'differs',
			setting: 'Lookback (Minutes) of the trigger: 150 or more',
		});
	});
});

/** Replaces a part of the text of every date. */
const changeDates = (change: (text: string) => string) =>
	changePages(({ history }) => {
		for (const item of history)
			for (const key of ['initDate', 'resultDate'])
				if (typeof item[key] === 'string') item[key] = change(item[key]);
	});

/** Answers that break a line of the contract, or of the further facts. */
const DEVIATIONS: Case[] = [
	[
		'an ascending history',
		() => changePages(({ history }) => history.reverse()),
		'1',
		'differs',
		/oldest first/,
	],
	[
		'a history in no order',
		() => changePages(({ history }) => history.push(...history.splice(2, 4))),
		'1',
		'differs',
		/in no order: 1 time an older/,
	],
	[
		'dates in local time',
		() =>
			changeDates(
				(text) => `${new Date(Date.parse(text) + 3 * 3_600_000).toISOString().slice(0, 19)}`,
			),
		'3',
		'differs',
		/no offset; \d+ in the future/,
	],
	[
		'dates of another form',
		() => changeDates(() => '31.01.2026 12:00'),
		'3',
		'differs',
		/can't be read, such as 99\.99\.9999 99:99/,
	],
	[
		'dates without a time',
		() => changeDates((text) => text.slice(0, 10)),
		'3',
		'differs',
		/without a time/,
	],
	[
		'dates without an offset, in UTC',
		() => changeDates((text) => text.slice(0, 19)),
		'3',
		'holds',
		/no offset; the newest fits UTC/,
	],
	[
		'a check of tomorrow',
		() => changePages(({ history }) => (history[0]!.initDate = hoursFromNow(24, '+00:00'))),
		'4',
		'differs',
		/1 check began later than that/,
	],
	[
		'pages that ignore their number',
		() => {
			let first: Array<Record<string, unknown>>;
			changePages((page, nth) => {
				if (nth === 0) first = [...page.history];
				else page.history = first;
			});
		},
		'6',
		'differs',
		/shows the whole first page again/,
	],
	[
		'pages counted from 1',
		() => {
			let first: Array<Record<string, unknown>>;
			changePages((page, nth) => {
				if (nth === 0) first = [...page.history];
				if (nth === 1) page.history = first.slice(0, 6);
			});
		},
		'6',
		'differs',
		/page 1 of 6 repeats page 0/,
	],
	[
		'an empty second page',
		() => changePages((page, nth) => nth === 1 && (page.history = [])),
		'6',
		'differs',
		/page 1 of 6 is empty/,
	],
	[
		'a page that repeats the first',
		() => {
			let first: Array<Record<string, unknown>>;
			changePages((page, nth) => {
				if (nth === 0) first = [...page.history];
				if (nth === 2) page.history = first;
			});
		},
		'7',
		'differs',
		/repeats 13 checks/,
	],
	[
		'a total that is too low',
		() => changePages(({ meta }) => (meta.total = 5)),
		'6',
		'holds',
		/the total is 5, which is wrong/,
	],
	[
		'a total that is too high',
		() => changePages(({ meta }) => (meta.total = 900)),
		'6',
		'holds',
		/the total is 900, which is wrong/,
	],
	[
		'no total',
		() => changePages(({ meta }) => delete meta.total),
		'6',
		'holds',
		/no total is stated/,
	],
	[
		'a check that disappears',
		() => changePages((page, nth) => nth > 2 && page.history.splice(4, 1)),
		'11',
		'differs',
		/1 no longer there/,
	],
	[
		'a result that is undone',
		() => changePages((page, nth) => nth > 2 && (page.history[5]!.status = 'PENDING')),
		'12',
		'differs',
		/1 no longer SUCCESS/,
	],
	[
		'a status of its own',
		() => changePages(({ history }) => (history[3]!.status = 'IN_REVIEW')),
		'C',
		'differs',
		/do not know IN_REVIEW/,
	],
	[
		'another word for SUCCESS',
		() => changePages(({ history }) => history.forEach((item) => (item.status = 'DONE'))),
		'C',
		'differs',
		/do not know DONE/,
	],
	[
		'scores that are no numbers',
		() => changePages(({ history }) => (history[2]!.riskscore = 'high')),
		'D',
		'differs',
		/1 finished check without a usable score/,
	],
	[
		'a result with another score',
		() => changeResults(({ report }) => report && (report.riskscore = 99)),
		'E',
		'differs',
		/The score is not the one of the history/,
	],
	[
		'a result about another check',
		() => changeResults((one) => (one.hash = '00000000-0000-4000-8000-000000000000')),
		'10',
		'differs',
		/3 of 3 results is about another check/,
	],
	[
		'a result about another wallet',
		() => changeResults((one) => (one.address = '0x0000000000000000000000000000000000000001')),
		'E',
		'differs',
		/another target/,
	],
	[
		'a result without a report',
		() => changeResults((one) => (one.report = null as never)),
		'E',
		'differs',
		/no report yet/,
	],
	[
		'a signal of its own',
		() =>
			changeResults(
				({ report }) => report && ((report.signals as Record<string, number>).nft_fraud = 0.01),
			),
		'F',
		'differs',
		/do not know nft_fraud/,
	],
	[
		'reports without signals',
		() => changeResults(({ report }) => report && delete report.signals),
		'F',
		'differs',
		/without readable signals/,
	],
	[
		'no counts',
		() => changeAnswer('checkup.getresult', (result: { meta?: unknown }) => result),
		'I',
		'holds',
		/beside/,
	],
	[
		'a search that finds nothing',
		() =>
			sandbox().fault({
				method: 'checkup.findreport',
				kind: 'rpcError',
				code: -40006,
				message: 'User checking not found',
				times: Infinity,
			}),
		'G',
		'differs',
		/0 reports found of a wallet with 2/,
	],
	[
		'no links',
		() => changePages(({ history }) => history.forEach((item) => (item.pdfLink = null))),
		'H',
		'differs',
		/^0 of 12 finished checks with a PDF link/,
	],
	[
		'links that ask for a login',
		() => sandbox().fault({ method: 'pdf', kind: 'html', status: 401, times: Infinity }),
		'H',
		'differs',
		/do not open without the token.*401/,
	],
	[
		'a network of its own',
		() =>
			changeAnswer(
				'checkup.currencylist',
				(list: unknown[]) =>
					[
						...list,
						{ currency: 'SOL', token_id: 0, issuer: null, name: 'Solana', symbol: 'SOL', unit: 9 },
					] as never,
			),
		'B',
		'differs',
		/do not know SOL/,
	],
	[
		'a stablecoin with another ID',
		() =>
			changeAnswer(
				'checkup.currencylist',
				(list: Array<Record<string, unknown>>) =>
					list.map((one) => (one.token_id === 94252 ? { ...one, token_id: 7 } : one)) as never,
			),
		'B',
		'differs',
		/USDTERC20 has token 7 here, not 94252/,
	],
	[
		'a method that is missing',
		() =>
			sandbox().fault({
				method: 'checkup.currencylist',
				kind: 'rpcError',
				code: -32601,
				message: 'Method not found',
				times: Infinity,
			}),
		'A',
		'differs',
		/checkup\.currencylist: .*Method not found/,
	],
	[
		'an unknown hash that is answered',
		() =>
			sandbox().fault({
				method: 'checkup.getresult',
				kind: 'changed',
				times: Infinity,
				change: ({ id, error, ...body }: { id: string; error?: unknown }) =>
					error
						? { jsonrpc: '2.0', id, result: { check: { hash: 'x', status: 'SUCCESS' } } }
						: { id, ...body },
			}),
		'E',
		'differs',
		/A hash that nobody has returns a check/,
	],
	[
		'a lost answer',
		() => sandbox().fault({ method: 'checkup.currencylist', kind: 'resetBefore' }),
		'9',
		'holds',
		/1 without a usable response/,
	],
];

describe('a deviation is found and named', () => {
	it.each(DEVIATIONS)('%s', async (_, arrange, id, verdict, observed) => {
		fillHistory();
		arrange();
		const { find, ran } = await check();
		expect(ran.failure).toBeUndefined();
		expect(find(id)).toMatchObject({ verdict, observed: expect.stringMatching(observed) });
	});

	it.each([
		['an ascending history', DEVIATIONS[0]![1], /see 1 History order/],
		[
			'a result about another check',
			() => changeResults((one) => (one.hash = 'x')),
			/10 Assets and targets, E Results/,
		],
	])('%s does not fit', async (_, arrange, meaning) => {
		fillHistory();
		arrange();
		const { summary } = await check();
		expect(summary).toMatchObject({
			verdict: 'doesNotFit',
			meaning: expect.stringMatching(meaning),
		});
	});

	it('small pages are allowed down to 30 records', async () => {
		sandbox().seedHistory(300, { until: Date.now() - 60_000 });
		let all: Array<Record<string, unknown>> = [];
		const cap = (size: number) =>
			changePages((page) => {
				const { page: number = 0 } = page.meta as { page?: number };
				if (page.history.length > all.length) all = [...page.history];
				const wanted = Math.min(size, Number(page.meta.page_size));
				page.history = page.history.slice(0, wanted);
				if (number === 1 && Number(page.meta.page_size) === 200)
					page.history = all.slice(size, 2 * size);
			});
		cap(50);
		const { find } = await check();
		expect(find('6')).toMatchObject({
			verdict: 'holds',
			observed: expect.stringMatching(
				/^page 0 of 200 holds 50, page 1 of 200 holds 50, the total is 300;/,
			),
		});
		sandbox().clearFaults();
		cap(20);
		expect((await check()).find('6')).toMatchObject({
			verdict: 'differs',
			observed: expect.stringMatching(/pages are smaller than 30/),
		});
	});
});

it('an unfinished check of the history that never ends is no line that differs', async () => {
	fillHistory();
	sandbox().addCheck(PENDING);
	expect((await check()).of('differs')).toEqual([]);
});
