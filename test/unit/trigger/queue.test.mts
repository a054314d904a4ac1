/** Checks on their way out: which wait for their report, how long, and which hold up no other. */
import { Queue, type Queued } from '../../../nodes/AmlCheckTrigger/cursor/reports.ts';
import type {
	PollAnswer,
	PollPlan,
	ReportAnswer,
	ReportsRequest,
} from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';
import { item, plan, T0 } from './support.mts';

const check = (code: string, more: Partial<Queued> = {}): Queued => ({
	code,
	item: item(code, T0),
	dates: { init: T0, result: T0, ended: true, blur: 0 },
	needsReport: true,
	tries: 0,
	...more,
});
const bare = (code: string) => check(code, { needsReport: false });
const report = (code: string): ReportAnswer => ({
	report: { check: { hash: code } as CheckRecord, usage: null },
});
const MISSING: ReportAnswer = { missing: 'not there' };

/** Reads reports as they are told by code, and says what was asked. */
function read(
	queue: Queue,
	answerTo: (code: string) => ReportAnswer,
	{ timeLeft = true, mayAsk = true, fails = false } = {},
) {
	const asked: ReportsRequest[] = [];
	const reading = queue.readReports(mayAsk);
	let turn = reading.next();
	while (!turn.done) {
		const request = turn.value as ReportsRequest;
		asked.push(request);
		const reports = request.checks.map(({ hash }) => answerTo(hash));
		const answer: PollAnswer = fails
			? { kind: 'failed', failure: new Error('not there'), timeLeft }
			: { kind: 'reports', reports, timeLeft };
		turn = reading.next(answer);
	}
	return { asked, timeLeft: turn.value };
}

const codes = (checks: ReadonlyArray<{ code: string }>) => checks.map(({ code }) => code);
const done = (queue: Queue) => queue.done.map(({ check: { code }, delivery }) => [code, delivery]);
const queueOf = (waiting: Queued[], more: Partial<PollPlan> = {}) => new Queue(waiting, plan(more));

describe('reports', () => {
	it('are asked for fifty at a time, those that waited first, with how often they were', () => {
		const waiting = Array.from({ length: 30 }, (_, index) => check(`w${index}`, { tries: 2 }));
		const queue = queueOf(waiting);
		queue.add(Array.from({ length: 40 }, (_, index) => check(`n${index}`)));
		const { asked, timeLeft } = read(queue, report);
		expect(asked.map(({ checks }) => checks.length)).toEqual([50, 20]);
		expect(asked[0].tries).toEqual([...Array<number>(30).fill(2), ...Array<number>(20).fill(0)]);
		expect([queue.asked, timeLeft, queue.rest]).toEqual([70, true, []]);
		expect(queue.done[69]).toMatchObject({ delivery: report('n39') });
		expect(read(queue, report).asked).toEqual([]);
	});

	it('are asked for where they are needed only', () => {
		const many = Array.from({ length: 60 }, (_, index) => bare(`b${index}`));
		const queue = queueOf([...many, check('a'), bare('c')]);
		const { asked } = read(queue, report);
		expect(asked.map(({ checks }) => checks.map(({ hash }) => hash))).toEqual([['a']]);
		expect(read(queueOf(many), report)).toEqual({ asked: [], timeLeft: true });
	});

	it('are not asked for without time', () => {
		const queue = queueOf([check('a')]);
		expect(read(queue, report, { mayAsk: false })).toEqual({ asked: [], timeLeft: false });
		const two = queueOf(Array.from({ length: 60 }, (_, index) => check(`c${index}`)));
		const { asked, timeLeft } = read(two, report, { timeLeft: false });
		expect([asked.length, timeLeft, two.rest.length]).toEqual([1, false, 10]);
	});

	it('that nobody answers for end the reading, and count for nothing', () => {
		const queue = queueOf([check('a'), bare('b')]);
		expect(read(queue, report, { fails: true }).timeLeft).toBe(false);
		queue.close();
		expect([queue.asked, codes(queue.rest), done(queue)]).toEqual([0, ['a', 'b'], []]);
		expect(queue.rest[0].tries).toBe(0);
	});

	it('that can not stand for their check are as good as missing', () => {
		const queue = queueOf([check('a', { tries: 4 }), check('b')], {
			doubt: ({ hash }) => (hash === 'a' ? 'about something else' : null),
		});
		read(queue, report);
		queue.close();
		expect(done(queue)).toEqual([
			['a', { item: item('a', T0), missing: 'about something else' }],
			['b', { item: item('b', T0), ...(report('b') as object) }],
		]);
	});
});

describe('at the end of a poll', () => {
	it('what needs no report leaves, though an older one is missing', () => {
		const queue = queueOf([check('a'), bare('b')]);
		read(queue, () => MISSING);
		queue.close();
		expect(codes(queue.rest)).toEqual(['a']);
		expect(done(queue)).toEqual([['b', { item: item('b', T0) }]]);
		expect(queue.rest[0].tries).toBe(1);
	});

	it('but not before one that there was no time to ask for', () => {
		const queue = queueOf([bare('a'), check('b'), bare('c')]);
		read(queue, () => 'notAsked');
		queue.close();
		expect(codes(queue.rest)).toEqual(['b', 'c']);
		expect([queue.asked, queue.rest[0].tries]).toEqual([0, 0]);
	});

	it.each([
		[3, ['a']],
		[4, []],
	])('after %d tries and one more %j waits', (tries, rest) => {
		const queue = queueOf([check('a', { tries })]);
		read(queue, () => MISSING);
		queue.close();
		expect(codes(queue.rest)).toEqual(rest);
		if (tries === 4)
			expect(done(queue)).toEqual([['a', { item: item('a', T0), missing: 'not there' }]]);
	});

	it.each([
		['no report', 3, () => MISSING, true],
		['no report, of too few to tell', 2, () => MISSING, false],
		['one report', 3, (code: string) => (code === 'c0' ? report(code) : MISSING), false],
	])('where the service gave %s, all have waited: %#', (_, count, answerTo, isOutage) => {
		const asked = Array.from({ length: count }, (_unused, index) => check(`c${index}`));
		const queue = queueOf([...asked, check('last', { tries: 4 })]);
		read(queue, (code) => (code === 'last' ? 'notAsked' : answerTo(code)));
		queue.close();
		const last = done(queue).find(([code]) => code === 'last');
		const gone = { item: item('last', T0), missing: 'The service gave no reports' };
		expect(last).toEqual(isOutage ? ['last', gone] : undefined);
	});

	it('what its report shows not to be wanted is done with, and not delivered', () => {
		const queue = queueOf([check('a'), check('b')], {
			accepts: ({ report: got }) => got?.check.hash !== 'a',
		});
		read(queue, report);
		expect(queue.done.map(({ delivery }) => delivery?.item.hash)).toEqual([undefined, 'b']);
		expect(queue.done[0]).not.toHaveProperty('delivery');
	});
});
