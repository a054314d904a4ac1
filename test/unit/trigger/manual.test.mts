/** A manual test of the trigger: which check it shows, and how long it looks. */
import { planTest, type PollPlan } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { drive, item, plan, T0, withReports, type Service } from './support.mts';

const run = (items: HistoryItem[], more: Partial<PollPlan> = {}, service: Service = {}) => {
	const { result, requests } = drive(planTest(plan(more)), items, service);
	return { result, requests, hash: result?.item.hash };
};

/** Newest first. */
const many = (count: number) =>
	Array.from({ length: count }, (_, index) => item(`c${index}`, T0 - index));

const pagesOf = ({ requests }: ReturnType<typeof run>) =>
	requests.filter(({ kind }) => kind === 'page');
const askedOf = ({ requests }: ReturnType<typeof run>) =>
	requests.flatMap((request) => (request.kind === 'reports' ? request.checks : []));

it('asks for a page of 200, and for no report where none is needed', () => {
	const { result, requests } = run(many(3));
	expect(result).toEqual({ item: item('c0', T0) });
	expect(requests).toEqual([{ kind: 'page', page: 0, pageSize: 200 }]);
});

it('looks through five pages', () => {
	const only = (hash: string) => ({
		accepts: ({ item: it }: { item: HistoryItem }) => it.hash === hash,
	});
	expect(run(many(1200), only('c999')).hash).toBe('c999');
	const beyond = run(many(1200), only('c1000'));
	expect([beyond.hash, pagesOf(beyond).length]).toEqual([undefined, 5]);
	expect(pagesOf(run(many(150), only('x'))).length).toBe(1);
	expect(pagesOf(run(many(1200), only('x'), { budget: 2 })).length).toBe(2);
});

it('shows what the trigger would deliver', () => {
	const judge: PollPlan['judge'] = ({ hash }) => ({
		open: false,
		due: hash !== 'c0',
		wanted: hash !== 'c1',
		needsReport: false,
	});
	expect(run(many(4), { judge }).hash).toBe('c2');
});

describe('with reports', () => {
	it('shows the check with its report, the first five asked for at once', () => {
		const got = run(many(8), withReports);
		expect(got.result).toMatchObject({ item: { hash: 'c0' }, report: { check: { hash: 'c0' } } });
		expect(got.result).not.toHaveProperty('missing');
		expect(got.requests[1]).toMatchObject({ kind: 'reports', tries: [0, 0, 0, 0, 0] });
		expect(askedOf(got).length).toBe(5);
	});

	it('asks for fifty at the most', () => {
		const got = run(many(300), { ...withReports, accepts: () => false });
		expect([got.result, askedOf(got).length, pagesOf(got).length]).toEqual([null, 50, 1]);
	});

	it('counts those it asked for only', () => {
		const judge: PollPlan['judge'] = ({ hash }) => ({
			open: false,
			due: true,
			wanted: true,
			needsReport: Number(hash.slice(1)) % 5 === 0,
		});
		const got = run(many(400), { judge, accepts: ({ item: { hash } }) => hash === 'c249' });
		expect([got.hash, askedOf(got).length]).toEqual(['c249', 50]);
		expect(
			run(many(400), { judge, accepts: ({ item: { hash } }) => hash === 'c250' }).result,
		).toBeNull();
		expect(got.result).toEqual({ item: item('c249', T0 - 249) });
	});

	it('says why a check is without one', () => {
		const missing = (more: Partial<PollPlan>, service: Service) =>
			run(many(1), { ...withReports, ...more }, service).result?.missing;
		expect(missing({}, { hasReport: () => false })).toBe('not to be had');
		expect(missing({ doubt: () => 'about something else' }, {})).toBe('about something else');
		const strike = ({ kind }: { kind: string }) => (kind === 'reports' ? 'fail' : undefined);
		expect(missing({}, { strike })).toBe('There was no time to read it');
	});

	it('takes the second where the first is not wanted by its report', () => {
		const accepts: PollPlan['accepts'] = ({ report }) => report?.check.hash === 'c1';
		expect(run(many(3), { ...withReports, accepts }).hash).toBe('c1');
	});
});
