/**
 * A service that gets its history or its reports wrong, on n8n's engine: every check is delivered once, none of them as
 * low without its own report, and no poll fails for what one record is.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { forgetKnowledge } from '../../../nodes/shared/knowledge/knowledge.ts';
import {
	startSandbox,
	type FaultSpec,
	type NewCheck,
	type Sandbox,
} from '../../../sandbox/server.mts';
import { openDoor, type Door } from '../harness/door.mts';
import type { PollOptions } from '../harness/index.mts';
import { Workflow } from './setUp.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HISTORY = 'checkup.getcheckshistory';
const REPORT = 'checkup.getresult';
const TOKEN = 'the-token-of-this-account';
const WITHOUT_REPORTS = { options: { includeReport: false } };

type Json = Record<string, unknown>;

let sandbox: Sandbox;
let door: Door;
let now: number;

beforeAll(async () => {
	sandbox = await startSandbox({ token: TOKEN, now: () => now, seed: 17 });
	door = await openDoor(sandbox.baseUrl);
});

afterAll(async () => {
	await door.close();
	await sandbox.close();
});

beforeEach(() => {
	now = Date.UTC(2033, 1, 3, 10, 0, 0);
	sandbox.reset();
	sandbox.clearFaults();
	sandbox.configure({
		token: TOKEN,
		latencyMs: 0,
		history: { showPending: true, orderBy: 'initDate', lagMs: 0 },
	});
	door.manners = {};
	forgetKnowledge();
});

const throughDoor = (data: IDataObject = {}) => [
	{
		type: AmlCheckApi,
		data: { baseUrl: door.baseUrl, accessToken: TOKEN, ...data } as never,
	},
];

/** A trigger that has seen one check. */
async function active(parameters: INodeParameters = {}): Promise<Workflow> {
	sandbox.addCheck({ initAt: now - 30 * MINUTE });
	const workflow = new Workflow(sandbox, parameters, { credentials: throughDoor() });
	expect(await workflow.hashes({ activation: 'activate' })).toEqual([]);
	return workflow;
}

/** Makes checks, one every so many milliseconds. */
function add(count: number, everyMs: number, check: NewCheck = {}): string[] {
	return Array.from({ length: count }, () => {
		now += everyMs;
		return sandbox.addCheck({ riskscore: 50, ...check });
	});
}

/** Polls once a minute. */
async function polls(
	workflow: Workflow,
	count: number,
	more: Partial<PollOptions> = {},
): Promise<IDataObject[][]> {
	const all: IDataObject[][] = [];
	for (let poll = 0; poll < count; poll++) {
		now += MINUTE;
		const { items, failure } = await workflow.poll(more);
		if (failure) throw failure;
		all.push((items ?? []).map(({ json }) => json));
	}
	return all;
}

const hashesOf = (all: IDataObject[][]) => all.flat().map(({ hash }) => hash);

/** Changes the records of the history that have a hash. */
const saysOf = (wanted: (hash: unknown) => boolean, change: (record: Json) => void) => {
	door.manners.says = (method, { history }) => {
		if (method !== HISTORY) return;
		for (const record of history as Json[]) if (wanted(record.hash)) change(record);
	};
};

const callsOf = (method: string) => sandbox.stats().calls[method] ?? 0;

describe('every poll gets further', () => {
	it('where the service asks for fewer calls after 30 reports of each poll', async () => {
		const workflow = await active();
		const hashes = add(100, 200);
		const seen: unknown[] = [];
		for (let poll = 0; poll < 6; poll++) {
			sandbox.clearFaults();
			const fault = { method: REPORT, kind: 'rateLimited', retryAfter: '' } as const;
			sandbox.fault({ ...fault, skip: 30, times: Infinity });
			forgetKnowledge();
			seen.push(...hashesOf(await polls(workflow, 1, { budgetMs: 4_000 })));
		}
		expect([...seen].sort()).toEqual([...hashes].sort());
	}, 60_000);

	const oneFault: Array<[string, Omit<FaultSpec, 'method'>]> = [
		['answers 500', { kind: 'serverErrorBefore', status: 500 }],
		['hangs', { kind: 'hang' }],
		['resets', { kind: 'resetBefore' }],
		['is no JSON', { kind: 'garbled' }],
	];
	it.each(oneFault)(
		'where the report of one of eight checks always %s',
		async (_, fault) => {
			const workflow = await active();
			const hashes = add(7, 1000);
			const odd = sandbox.addCheck({ address: 'odd', riskscore: 1.5, signals: {} });
			sandbox.fault({ method: REPORT, match: { address: 'odd' }, times: Infinity, ...fault });
			const all = await polls(workflow, 6, { budgetMs: 3_000 });
			expect(hashesOf(all.slice(0, 1)).sort()).toEqual([...hashes].sort());
			expect(hashesOf(all.slice(1))).toEqual([odd]);
			expect(all.flat().at(-1)).toMatchObject({ hash: odd, riskLevel: 'unknown' });
			expect(all.flat().at(-1)?.summary).not.toMatch(/low/i);
		},
		60_000,
	);

	it.each([
		['a history of 3,000 from the beginning', { startFrom: 'beginning' }, 3_000, 20_000, 300],
		['1,100 checks of a minute after a day off', {}, 1_100, 50, 1_100],
	])(
		'with time for one call: %s',
		async (_, options, count, everyMs, least) => {
			const parameters = { options: { includeReport: false, ...options } };
			const workflow = 'startFrom' in options ? undefined : await active(parameters);
			now += 24 * HOUR;
			sandbox.seedHistory(count, { everyMs });
			sandbox.configure({ latencyMs: 1_000 });
			const credentials = throughDoor();
			const trigger = workflow ?? new Workflow(sandbox, parameters, { credentials });
			const seen: unknown[] = [];
			// On a busy machine one call may be too much for a poll, which then says so and changes nothing.
			for (let poll = 0; poll < 40 && seen.length < least; poll++) {
				const { items } = await trigger.poll({ budgetMs: 1_900 });
				seen.push(...(items ?? []).map(({ json }) => json.hash));
			}
			expect(new Set(seen).size).toBe(seen.length);
			expect(seen.length).toBeGreaterThanOrEqual(least);
		},
		120_000,
	);
});

describe('one record', () => {
	const malformed: Array<[string, Json]> = [
		['an address that is null', { address: null }],
		['a currency that is null', { currency: null }],
		['a status that is null', { status: null }],
		['a score that is an object', { riskscore: { value: 1 } }],
		['an empty hash', { hash: '' }],
		['a numeric date', { initDate: 1_990_000_000, resultDate: 1_990_000_000 }],
		['a date in the year 9999', { resultDate: '9999-12-31T23:59:59+00:00' }],
		['dates in the year 9999', { initDate: '9999-12-31T23:59:59+00:00', resultDate: null }],
	];
	it.each(malformed)('with %s holds up no others, and is no pass', async (_, change) => {
		const workflow = await active();
		const odd = sandbox.addCheck({ riskscore: 1.5, signals: {} });
		saysOf(
			(hash) => hash === odd,
			(record) => void Object.assign(record, change),
		);
		const seen: IDataObject[] = [];
		const good: string[] = [];
		for (let poll = 0; poll < 7; poll++) {
			good.push(...add(2, 1000));
			seen.push(...(await polls(workflow, 1)).flat());
		}
		const others = seen.map(({ hash }) => hash).filter((hash) => hash !== odd && hash !== '');
		expect(others).toEqual(good);
		expect(seen.length - others.length).toBeLessThanOrEqual(1);
	});
});

describe('numbers that lie', () => {
	const totals: Array<[string, (total: number) => unknown]> = [
		['one too high', (total) => total + 1],
		['ten times as high', (total) => total * 10],
		['none', () => undefined],
		['zero', () => 0],
		['a text with a comma', (total) => `${Math.floor(total / 1000)},${total % 1000}`],
	];
	it.each(totals)(
		'a total that is %s',
		async (_, lie) => {
			const workflow = await active(WITHOUT_REPORTS);
			sandbox.seedHistory(1_500, { everyMs: 1_000, until: (now += 1_500_000) });
			door.manners.says = (method, { meta }) => {
				const told = meta as Json | undefined;
				if (method === HISTORY && told) told.total = lie(Number(told.total));
			};
			const before = callsOf(HISTORY);
			const seen = hashesOf(await polls(workflow, 4));
			expect([seen.length, new Set(seen).size]).toEqual([1_500, 1_500]);
			expect(callsOf(HISTORY) - before).toBeLessThan(80);
		},
		60_000,
	);

	it.each([
		['500 checks', 500, 2_000],
		['300 checks of one second', 300, 0],
	])(
		'pages of no more than 100: %s',
		async (_, count, everyMs) => {
			const workflow = await active(WITHOUT_REPORTS);
			door.manners.hears = (method, params) => {
				if (method === HISTORY) params.page_size = Math.min(100, Number(params.page_size));
			};
			now += 20 * MINUTE;
			sandbox.seedHistory(count, { everyMs, until: now });
			const before = callsOf(HISTORY);
			const seen = hashesOf(await polls(workflow, 6));
			expect([seen.length, new Set(seen).size]).toEqual([count, count]);
			expect(callsOf(HISTORY) - before).toBeLessThan(120);
		},
		60_000,
	);
});

describe('dates and filters that do not fit', () => {
	const filterOf = (method: string, params: Json) =>
		(method === HISTORY ? (params.filter ?? {}) : {}) as Json;
	const dated = (change: (text: string) => string) => () =>
		saysOf(
			() => true,
			(record) => {
				for (const name of ['initDate', 'resultDate'])
					if (typeof record[name] === 'string') record[name] = change(record[name]);
			},
		);
	const inZone = (hours: number) => (text: string) =>
		new Date(Date.parse(text) + hours * HOUR).toISOString().slice(0, 19);
	const WAYS: Array<[string, () => void]> = [
		[
			'date_from does nothing',
			() => (door.manners.hears = (...call) => void delete filterOf(...call).date_from),
		],
		[
			'filters are taken for milliseconds',
			() =>
				(door.manners.hears = (...call) => {
					const filter = filterOf(...call);
					for (const name of ['date_from', 'date_to'])
						if (name in filter) filter[name] = Math.floor(Number(filter[name]) / 1000);
				}),
		],
		['dates of a zone ahead, without an offset', dated(inZone(3))],
		['dates of a zone behind, without an offset', dated(inZone(-7))],
		['dates without a time', dated((text) => text.slice(0, 10))],
	];
	it.each(WAYS)(
		'%s: each check once',
		async (_, misbehave) => {
			misbehave();
			const workflow = await active(WITHOUT_REPORTS);
			const hashes: string[] = [];
			const seen: unknown[] = [];
			for (let poll = 0; poll < 10; poll++) {
				hashes.push(...add(1, 10 * MINUTE));
				seen.push(...hashesOf(await polls(workflow, 2)));
			}
			expect(seen).toEqual(hashes);
		},
		60_000,
	);

	it.each([
		['currency', { currency: 'BTC' }, { currency: 'ETH' }, { currency: 'BTC' }],
		['type', { type: 'tx' }, {}, { transaction: 'ab'.repeat(32) }],
		['type', { type: 'address' }, { transaction: 'ab'.repeat(32) }, {}],
	])(
		'a filter by %s that does nothing starts no workflow: %j',
		async (name, filters, other, wanted) => {
			door.manners.hears = (...call) => void delete filterOf(...call)[name];
			const workflow = await active({ filters, ...WITHOUT_REPORTS });
			const hashes: string[] = [];
			const seen: unknown[] = [];
			for (let poll = 0; poll < 3; poll++) {
				add(1, 1000, other);
				hashes.push(...add(1, 1000, wanted));
				seen.push(...hashesOf(await polls(workflow, 1)));
			}
			expect(seen).toEqual(hashes);
		},
	);

	it.each([
		['years away from', Date.UTC(2033, 1, 3, 10, 0, 0)],
		['as right as', Date.now() - 2 * HOUR],
	])(
		'a clock, %s that of n8n, that goes ahead by hours for some minutes: each check once',
		async (_, start) => {
			now = start;
			const workflow = await active(WITHOUT_REPORTS);
			const hashes: string[] = [];
			const seen: unknown[] = [];
			const play = async (count: number, everyMs: number) => {
				hashes.push(...add(count, everyMs));
				seen.push(...(await workflow.hashes()));
			};
			await play(2, MINUTE);
			now += 5 * HOUR;
			await play(1, MINUTE);
			await play(1, MINUTE);
			now -= 5 * HOUR;
			for (let poll = 0; poll < 5; poll++) await play(1, 5 * MINUTE);
			expect(seen).toEqual(hashes);
		},
	);
});

describe('a report', () => {
	const SANCTIONED: NewCheck = { address: 'late', riskscore: 4, signals: { sanctions: 0.2 } };
	const slips: Array<[string, (result: Json) => void]> = [
		['is PENDING', ({ check }) => void Object.assign(check as Json, { status: 'PENDING' })],
		['has none in it', ({ check }) => void Object.assign(check as Json, { report: null })],
		[
			'is about another wallet',
			({ check }) => void Object.assign(check as Json, { address: '1x' }),
		],
		[
			'is of another network',
			({ check }) => void Object.assign(check as Json, { currency: 'ETH' }),
		],
	];
	it.each(slips)('that %s for two polls drops no alert', async (_, spoil) => {
		const workflow = await active({ filters: { riskScoreFrom: 75 } });
		now += 1000;
		const hash = sandbox.addCheck({ ...SANCTIONED, currency: 'BTC' });
		door.manners.says = (method, result) => void (method === REPORT && spoil(result));
		expect(hashesOf(await polls(workflow, 2))).toEqual([]);
		door.manners = {};
		expect((await polls(workflow, 2)).flat()).toMatchObject([{ hash, riskLevel: 'high' }]);
	});

	it.each(slips)('that %s for good makes no low', async (_, spoil) => {
		const workflow = await active();
		now += 1000;
		const hash = sandbox.addCheck({ currency: 'BTC', riskscore: 1.5, signals: {} });
		door.manners.says = (method, result) => void (method === REPORT && spoil(result));
		const [item, ...more] = (await polls(workflow, 7)).flat();
		expect(more).toEqual([]);
		expect(item).toMatchObject({ hash, riskLevel: 'unknown', reportMissing: expect.any(String) });
		expect(item?.summary).not.toMatch(/low/i);
	});

	it('without its network leaves that of the history', async () => {
		const workflow = await active();
		now += 1000;
		sandbox.addCheck({ currency: 'BTC', riskscore: 1.5, signals: {} });
		door.manners.says = (method, { check }) =>
			void (method === REPORT && Object.assign(check as Json, { currency: null }));
		const [item] = (await polls(workflow, 1)).flat();
		expect(item).toMatchObject({ currency: 'BTC', summary: expect.stringContaining('BTC') });
	});

	it.each(['brokenJson', 'garbled', 'emptyResult', 'html', 'wrongId', 'lostAnswer'] as const)(
		'that came spoilt once is read by the next poll: %s',
		async (kind) => {
			const workflow = await active();
			now += 1000;
			const hash = sandbox.addCheck({ riskscore: 1.5, signals: {} });
			sandbox.fault({ method: REPORT, kind });
			const items = (await polls(workflow, 3)).flat();
			expect(items).toMatchObject([{ hash, riskLevel: 'low' }]);
			expect(items[0]).not.toHaveProperty('reportMissing');
		},
	);
});

describe('answers that are empty, accounts that change, and crowds', () => {
	/** Answers of the history that come back empty. */
	const empty = (times: number) => {
		let left = times;
		door.manners.says = (method, result) => {
			if (method === HISTORY && left-- > 0)
				Object.assign(result, { history: [], meta: { total: 0 } });
		};
	};

	it('two empty ones in a row lose no check that was pending for two hours', async () => {
		const workflow = await active();
		const slow = sandbox.addCheck({ riskscore: 50, initAt: now, doneAt: now + 120 * MINUTE });
		await polls(workflow, 1);
		empty(2);
		for (const _ of [1, 2]) await workflow.poll();
		now += 121 * MINUTE;
		expect(hashesOf(await polls(workflow, 3))).toEqual([slow]);
	});

	it('an empty one at activation makes nothing old new', async () => {
		sandbox.seedHistory(500, { everyMs: 5_000, until: now });
		empty(1);
		const workflow = new Workflow(sandbox, {}, { credentials: throughDoor() });
		expect(await workflow.hashes({ activation: 'activate' })).toEqual([]);
		const [fresh] = add(1, MINUTE);
		expect(hashesOf(await polls(workflow, 2))).toEqual([fresh]);
	});

	it('the credential of another account begins with what is there', async () => {
		const workflow = await active(WITHOUT_REPORTS);
		sandbox.reset();
		sandbox.seedHistory(40, { everyMs: 20_000, until: now });
		sandbox.configure({ token: 'the-token-of-another-account' });
		const credentials = throughDoor({ accessToken: 'the-token-of-another-account' });
		expect(hashesOf(await polls(workflow, 1, { credentials }))).toEqual([]);
		const [fresh] = add(1, MINUTE);
		expect(hashesOf(await polls(workflow, 2, { credentials }))).toEqual([fresh]);
	});

	it('1,001 checks of one second cost an idle poll no more than three calls', async () => {
		const workflow = await active(WITHOUT_REPORTS);
		now += 10 * MINUTE;
		sandbox.seedHistory(1_001, { everyMs: 0, until: now });
		const seen = hashesOf(await polls(workflow, 3));
		expect([seen.length, new Set(seen).size]).toEqual([1_001, 1_001]);
		const before = callsOf(HISTORY);
		await polls(workflow, 4);
		console.log(`${(callsOf(HISTORY) - before) / 4} calls a poll`);
		expect(callsOf(HISTORY) - before).toBeLessThanOrEqual(12);
	});

	it('21,000 checks of one second come, and so does what follows', async () => {
		const workflow = await active(WITHOUT_REPORTS);
		now += 10 * MINUTE;
		sandbox.seedHistory(21_000, { everyMs: 0, until: now });
		const seen = hashesOf(await polls(workflow, 9));
		expect([seen.length, new Set(seen).size]).toEqual([21_000, 21_000]);
		const [fresh] = add(1, 2 * MINUTE);
		expect(hashesOf(await polls(workflow, 9))).toEqual([fresh]);
	}, 180_000);
});
