/** Single polls by tables: what an answer makes of a check, what a backlog comes to, what the history may not do. */
import {
	judgeAnswer,
	type DueCheck,
	type ReportAnswer,
	type Rules,
	type Verdict,
} from '../../../nodes/AmlCheckTrigger/decide.ts';
import { digestTarget, type TriggerState } from '../../../nodes/AmlCheckTrigger/memory.ts';
import { poll, type Service } from '../../../nodes/AmlCheckTrigger/poll.ts';
import { parseHistoryItem } from '../../../nodes/shared/service/pages.ts';
import type { CheckRecord, HistoryItem } from '../../../nodes/shared/service/schemas.ts';

const T0 = Date.UTC(2033, 1, 3, 10) / 1000;
const DAY = 86_400;

const iso = (second: number) => new Date(second * 1000).toISOString().replace('.000Z', '+00:00');

/** A check that took a second. */
const check = (index: number, second: number, more: object = {}): HistoryItem =>
	parseHistoryItem({
		hash: `hash-${index}`,
		currency: 'btc',
		address: `wallet-${index}`,
		transaction: '',
		status: 'SUCCESS',
		initDate: iso(second),
		resultDate: iso(second + 1),
		riskscore: 30,
		...more,
	})!;

const open = (index: number, second: number) =>
	check(index, second, { status: 'PENDING', resultDate: null });

/** Newest first; the oldest has number `first`. */
const series = (first: number, count: number, from: number, every: number) =>
	Array.from({ length: count }, (_, at) => check(first + at, from + at * every)).reverse();

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);

const RULES: Rules = {
	triggerOn: 'checkCompleted',
	startFrom: 'now',
	lookbackSeconds: 3600,
	needsReport: () => false,
	accepts: () => true,
};

/** A trigger with its state, and a history in memory. */
class Trigger {
	now = T0;
	account = 'account';
	records: HistoryItem[] = [];
	state: TriggerState | undefined;
	/** The most pages of a poll. */
	time = Infinity;
	isDown = false;
	/** The service shows its newest page whatever the number is. */
	repeats = false;
	/** The answer to each request for a report. */
	answer: ReportAnswer | undefined;
	calls: string[] = [];
	warnings: string[] = [];

	constructor(readonly rules: Partial<Rules> = {}) {}

	private serve(): Service {
		let pages = 0;
		return {
			account: this.account,
			now: this.now,
			fetchPage: async (page, size) => {
				if (pages++ >= this.time) return null;
				if (this.isDown) throw new Error('No response');
				this.calls.push(`${page}/${size}`);
				const from = this.repeats ? 0 : page * size;
				const items = this.records.slice(from, from + size);
				const total = this.repeats ? null : this.records.length;
				return await Promise.resolve({ items, records: items, count: items.length, total });
			},
			fetchReports: async (checks) => {
				const { answer } = this;
				const answers = answer ? checks.map(({ hash }) => [hash, answer] as const) : [];
				return await Promise.resolve(new Map(answers));
			},
		};
	}

	/** The numbers of the checks that a poll delivers. */
	async poll(): Promise<number[]> {
		this.calls = [];
		const rules = { ...RULES, ...this.rules };
		const { deliveries, state, warnings } = await poll(this.state, rules, this.serve());
		this.state = JSON.parse(JSON.stringify(state)) as TriggerState;
		this.warnings = warnings;
		this.now += 60;
		return deliveries.map(({ item }) => Number(item.hash.slice(5)));
	}
}

/** A trigger that was activated on 100 checks, of which the last hour is remembered. */
async function activated(rules: Partial<Rules> = {}): Promise<Trigger> {
	const trigger = new Trigger(rules);
	trigger.records = series(1, 100, T0 - 100 * 60, 60);
	expect(await trigger.poll()).toEqual([]);
	return trigger;
}

describe('a poll', () => {
	it('of an idle history is one small page', async () => {
		const trigger = await activated();
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.calls).toEqual(['0/113']);
	});

	it('delivers what shows among known checks within two minutes, oldest first', async () => {
		const trigger = await activated();
		const late = check(500, T0 - 100);
		trigger.records = [
			check(501, T0),
			...trigger.records.slice(0, 1),
			late,
			...trigger.records.slice(1),
		];
		expect(await trigger.poll()).toEqual([500, 501]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('a changed Trigger On delivers what was created again when it ends, and what was unfinished not', async () => {
		for (const [before, after, expected] of [
			['checkCreated', 'checkCompleted', [[500], [500]]],
			['checkCompleted', 'checkCreated', [[], []]],
		] as const) {
			const trigger = await activated({ triggerOn: before });
			const known = trigger.records;
			trigger.records = [open(500, T0), ...known];
			const came = [await trigger.poll()];
			trigger.rules.triggerOn = after;
			trigger.records = [check(500, T0), ...known];
			came.push(await trigger.poll());
			expect(came).toEqual(expected);
		}
	});

	it('never delivers a created check again, although its page and its result are gone', async () => {
		const trigger = await activated({ triggerOn: 'checkCreated' });
		const { records } = trigger;
		trigger.records = [open(500, T0), ...records];
		expect(await trigger.poll()).toEqual([500]);
		trigger.records = records;
		trigger.answer = { missing: 'none' };
		for (let poll = 0; poll < 6; poll++) expect(await trigger.poll()).toEqual([]);
		trigger.records = [check(501, T0 + DAY), ...records];
		trigger.now = T0 + DAY;
		expect(await trigger.poll()).toEqual([501]);
		expect(trigger.state?.open).toBe('');
	});

	it('a date that can not be read is that of the line above', async () => {
		const trigger = await activated();
		const undated = check(500, T0, { initDate: 'soon', resultDate: null });
		trigger.records = [undated, ...trigger.records];
		expect(await trigger.poll()).toEqual([500]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('that asks for no report is none of the five that do so in vain', async () => {
		const trigger = await activated({ needsReport: () => true });
		trigger.records = [check(500, T0), ...trigger.records];
		const came = [];
		const inVain = { missing: 'none' };
		for (const answer of [inVain, undefined, inVain, inVain, undefined, inVain, inVain]) {
			trigger.answer = answer;
			came.push(...(await trigger.poll()), '|');
		}
		expect(came.join('')).toBe('||||||500|');
	});

	it('is not ended by checks without an end, wherever the service lists them', async () => {
		const trigger = await activated();
		const failed = range(600, 120).map((one) =>
			check(one, T0 - DAY, { status: 'FAILED', resultDate: null }),
		);
		trigger.records = [...failed, check(500, T0), ...trigger.records];
		expect(await trigger.poll()).toEqual([500]);
	});

	it('a filter changes nothing that is remembered', async () => {
		const trigger = await activated({ accepts: () => false });
		trigger.records = [check(500, T0), ...trigger.records];
		expect(await trigger.poll()).toEqual([]);
		trigger.rules.accepts = () => true;
		expect(await trigger.poll()).toEqual([]);
	});

	it('an empty answer changes nothing', async () => {
		const trigger = await activated();
		const before = trigger.state;
		const { records } = trigger;
		trigger.records = [];
		trigger.now += DAY;
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.state).toEqual(before);
		trigger.records = [check(500, T0), ...records];
		expect(await trigger.poll()).toEqual([500]);
	});
});

describe('a backlog', () => {
	it('of 5,000 checks is one delivery, oldest first, and the next poll has nothing', async () => {
		const trigger = await activated();
		trigger.records = [...series(1001, 5_000, T0, 1), ...trigger.records];
		trigger.now = T0 + 5_000;
		expect(await trigger.poll()).toEqual(range(1001, 5_000));
		expect(JSON.stringify(trigger.state).length).toBeLessThan(200_000);
		expect(await trigger.poll()).toEqual([]);
	});

	it('that takes several polls comes newest part first, each oldest first, and what is new meanwhile after it', async () => {
		const trigger = await activated();
		trigger.time = 3;
		trigger.records = [...series(1001, 4_500, T0, 1), ...trigger.records];
		trigger.now = T0 + 4_500;
		expect(await trigger.poll()).toEqual(range(3501, 2_000));
		trigger.records = [check(9001, trigger.now), ...trigger.records];
		expect(await trigger.poll()).toEqual(range(1001, 2_500));
		expect(await trigger.poll()).toEqual([9001]);
		expect(await trigger.poll()).toEqual([]);
	});

	it('larger than 5,000 comes in parts of at most 5,000', async () => {
		const trigger = await activated();
		trigger.records = [...series(1001, 12_000, T0, 1), ...trigger.records];
		trigger.now = T0 + 12_000;
		const parts = [await trigger.poll(), await trigger.poll(), await trigger.poll()];
		expect(parts.every(({ length }) => length <= 5_000)).toBe(true);
		expect(parts.flat().sort((a, b) => a - b)).toEqual(range(1001, 12_000));
	});

	it('goes on after an outage, and a poll that reads nothing fails', async () => {
		const trigger = await activated();
		trigger.records = [...series(1001, 4_500, T0, 1), ...trigger.records];
		trigger.now = T0 + 4_500;
		trigger.time = 1;
		expect(await trigger.poll()).toEqual(range(5388, 113));
		trigger.isDown = true;
		await expect(trigger.poll()).rejects.toThrow('No response');
		trigger.isDown = false;
		const rest = [];
		for (let poll = 0; poll < 5; poll++) rest.push(...(await trigger.poll()));
		expect(rest.sort((a, b) => a - b)).toEqual(range(1001, 4_387));
	});

	it('whose rest has expired, or is of another account, ends there', async () => {
		for (const account of ['account', 'another']) {
			const trigger = await activated();
			trigger.time = 2;
			trigger.records = [...series(1001, 4_500, T0, 1), ...trigger.records];
			trigger.now = T0 + 4_500;
			expect(await trigger.poll()).toHaveLength(1_000);
			trigger.account = account;
			trigger.time = Infinity;
			const isOther = account === 'another';
			trigger.records = isOther ? series(9001, 4_500, T0, 1) : series(5401, 100, T0 + 4_400, 1);
			expect(await trigger.poll()).toEqual([]);
			trigger.records = [check(99_999, trigger.now), ...trigger.records];
			expect(await trigger.poll()).toEqual([99_999]);
		}
	});

	it('fails where the service repeats its page', async () => {
		const trigger = await activated();
		trigger.records = series(1001, 4_500, T0, 1);
		trigger.repeats = true;
		await expect(trigger.poll()).rejects.toMatchObject({ reason: 'mismatch' });
	});
});

describe('activation', () => {
	it.each([1, 2, Infinity])(
		'in time for %d pages delivers nothing of what is there',
		async (time) => {
			const trigger = new Trigger();
			trigger.records = series(1, 3_000, T0 - 3_000, 1);
			trigger.time = time;
			expect(await trigger.poll()).toEqual([]);
			trigger.time = Infinity;
			trigger.records = [check(9001, T0 + 1), ...trigger.records];
			expect(await trigger.poll()).toEqual([9001]);
		},
	);

	it('on an empty history delivers everything that comes, also what began before', async () => {
		const trigger = new Trigger();
		expect(await trigger.poll()).toEqual([]);
		trigger.records = [check(1, T0 - 110)];
		expect(await trigger.poll()).toEqual([1]);
	});

	it('with a state that can not be read begins with the lookback, and says so', async () => {
		const trigger = new Trigger();
		trigger.state = { version: 3 } as object as TriggerState;
		trigger.records = series(1, 100, T0 - 100 * 60, 60);
		expect(await trigger.poll()).toEqual(range(39, 62));
		expect(trigger.warnings).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('the answer to a hash', () => {
	const item = check(1, T0);
	const report = (more: object = {}, owner?: 'unread') => {
		const sent = { ...item, report: { riskscore: 5, signals: {} }, ...more };
		return { report: { check: sent as object as CheckRecord, usage: null, owner } };
	};
	const shown: DueCheck = {
		hash: item.hash,
		item,
		since: T0,
		tries: 0,
		target: digestTarget(item),
	};
	const hidden: DueCheck = { ...shown, item: undefined };
	const PENDING = report({ status: 'PENDING' });
	const OTHER = report({ address: 'another' });
	const NONE = { missing: 'no answer' };

	const inWords = (verdict: Verdict) => {
		if (verdict.kind === 'wait') return `wait ${verdict.tries}`;
		return verdict.delivery.report === undefined ? 'without a report' : 'with its report';
	};

	it.each([
		['shown, good', shown, report(), 'with its report'],
		['shown, which needs no report', shown, undefined, 'without a report'],
		['shown, no answer', shown, NONE, 'wait 1'],
		['shown, no answer for the fifth time', { ...shown, tries: 4 }, NONE, 'without a report'],
		['shown, still pending', shown, PENDING, 'wait 1'],
		['shown, about another wallet', shown, OTHER, 'wait 1'],
		['shown, failed', shown, report({ status: 'FAILED' }), 'with its report'],
		['shown, its owner unread', shown, report({}, 'unread'), 'wait 1'],
		[
			'shown, its owner unread for the fifth time',
			{ ...shown, tries: 4 },
			report({}, 'unread'),
			'with its report',
		],
		['shown, without a report', shown, report({ report: null }), 'wait 1'],
		['hidden, good', hidden, report(), 'with its report'],
		['hidden, still pending', hidden, PENDING, 'wait 0'],
		['hidden, no answer', hidden, NONE, 'wait 1'],
		['hidden, about another wallet', hidden, OTHER, 'wait 1'],
		['hidden, no answer for the fifth time', { ...hidden, tries: 4 }, NONE, 'without a report'],
		['hidden for a week, still pending', { ...hidden, since: T0 - 8 * DAY }, PENDING, 'wait 1'],
	] as const)('%s: %#', (_, due, answer, expected) => {
		expect(inWords(judgeAnswer(due, answer, T0))).toBe(expected);
	});
});
