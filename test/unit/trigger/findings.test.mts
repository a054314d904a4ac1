/** What one poll makes of the pages it read: what is new, in which order, and what is known of the rest. */
import { Findings, type Knowledge } from '../../../nodes/AmlCheckTrigger/cursor/findings.ts';
import { codeOf } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import type { PollPlan } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { item, plan, T0, whenCreated } from './support.mts';

const NOTHING: Knowledge = {
	seen: new Map(),
	waiting: new Set(),
	overdue: {},
	skipUntil: null,
	floor: null,
};
const knowing = (more: Partial<Knowledge> = {}, how: Partial<PollPlan> = {}) =>
	new Findings(plan(how), { ...NOTHING, ...more });

function hashesOf(findings: Findings, ...pages: HistoryItem[][]): string[] {
	findings.take(...pages);
	return findings.inOrder().map(({ item: { hash } }) => hash);
}

const dateless = (hash: string, more: Partial<HistoryItem> = {}): HistoryItem => ({
	...item(hash, T0),
	initDate: null,
	resultDate: null,
	...more,
});

describe('what is new', () => {
	const check = item('a', T0, T0 + 60);

	it.each<[string, Partial<Knowledge>, boolean]>([
		['known of nothing', {}, true],
		['delivered before', { seen: new Map([[codeOf('a'), T0]]) }, false],
		['waiting', { waiting: new Set([codeOf('a')]) }, false],
		['overdue', { overdue: { [codeOf('a')]: T0 } }, true],
		['ended before what is skipped', { skipUntil: T0 + 61 }, false],
		['ended with what is skipped', { skipUntil: T0 + 60 }, false],
		['ended after what is skipped', { skipUntil: T0 + 59 }, true],
		['skipped for good', { skipUntil: Infinity }, false],
		['two seconds behind the window', { floor: T0 + 62 }, true],
		['further behind the window', { floor: T0 + 63 }, false],
		['further behind it, and overdue', { floor: T0 + 63, overdue: { [codeOf('a')]: T0 } }, true],
	])('a check that has ended, %s: %#', (_, known, isNew) =>
		expect(hashesOf(knowing(known), [check])).toEqual(isNew ? ['a'] : []),
	);

	it.each<[string, Partial<Knowledge>, boolean]>([
		['overdue, which was delivered as it began', { overdue: { [codeOf('a')]: T0 } }, false],
		['that ended with what is skipped', { skipUntil: T0 + 60 }, false],
		['that ended after it and may have been hidden', { skipUntil: T0 + 59 }, true],
	])('a check that was created, %s: %#', (_, known, isNew) =>
		expect(hashesOf(knowing(known, whenCreated), [check])).toEqual(isNew ? ['a'] : []),
	);

	it.each([
		['with', T0, []],
		['after', T0 - 1, ['a']],
	])('an unfinished check that was created, %s what is skipped', (_, skipUntil, hashes) =>
		expect(hashesOf(knowing({ skipUntil }, whenCreated), [item('a', T0, null)])).toEqual(hashes),
	);

	it('by its end where it has no start', () => {
		const ended = { ...check, initDate: null };
		for (const how of [{}, whenCreated]) {
			expect(hashesOf(knowing({ skipUntil: T0 + 60 }, how), [ended])).toEqual([]);
			expect(hashesOf(knowing({ skipUntil: T0 + 59 }, how), [ended])).toEqual(['a']);
		}
	});

	it.each([
		['a start', { ...check, resultDate: null }],
		['neither date', dateless('a')],
	])('in doubt if it has ended and has %s; at activation by its start', (_, endless) => {
		for (const how of [{}, whenCreated]) {
			expect(hashesOf(knowing({ skipUntil: T0 }, how), [endless])).toEqual(['a']);
			const atActivation = { skipUntil: T0, isByStart: true };
			expect(hashesOf(knowing(atActivation, how), [endless])).toEqual([]);
		}
		const earlier = { skipUntil: T0 - 1, isByStart: true };
		expect(hashesOf(knowing(earlier), [{ ...check, resultDate: null }])).toEqual(['a']);
	});

	it('may have happened any time of its day, in any zone, where dates have none', () => {
		const blurred = { ...check, initDate: '2030-01-01', resultDate: '2030-01-01' };
		expect(hashesOf(knowing({ skipUntil: T0 + 129_598 }), [blurred])).toEqual(['a']);
		expect(hashesOf(knowing({ skipUntil: T0 + 129_599 }), [blurred])).toEqual([]);
	});

	it('is neither what is not due nor what is not wanted, and the latter is remembered', () => {
		const judged = (due: boolean, wanted: boolean) => {
			const verdict = { open: false, due, wanted, needsReport: true };
			const findings = knowing({}, { judge: () => verdict });
			return [hashesOf(findings, [check]), [...findings.decided]];
		};
		expect(judged(true, true)).toEqual([['a'], []]);
		expect(judged(false, true)).toEqual([[], []]);
		expect(judged(true, false)).toEqual([[], [[codeOf('a'), T0 + 60]]]);
	});

	it('says whether its report is needed', () => {
		const judge = () => ({ open: false, due: true, wanted: true, needsReport: true });
		const findings = knowing({}, { judge });
		findings.take([check]);
		expect(findings.inOrder()).toEqual([
			{
				code: codeOf('a'),
				item: check,
				dates: { init: T0, result: T0 + 60, ended: true, blur: 0 },
				needsReport: true,
			},
		]);
	});

	it('what waits is not decided', () => {
		const findings = knowing({ waiting: new Set([codeOf('a')]) });
		findings.take([check]);
		expect(findings.decided.size).toBe(0);
	});
});

describe('the order', () => {
	// By start a, b, c; by end b, a, c.
	const a = item('a', T0, T0 + 50);
	const b = item('b', T0 + 10, T0 + 20);
	const c = item('c', T0 + 30, T0 + 60);

	it.each<[string, HistoryItem[][], Partial<Knowledge>, string[]]>([
		['is that of the start where pages are sorted by it', [[c, b, a]], {}, ['a', 'b', 'c']],
		['is that of the end where pages are sorted by it', [[c, a, b]], {}, ['b', 'a', 'c']],
		['is as read where pages are sorted by neither', [[a, c, b]], {}, ['b', 'c', 'a']],
		['is as read where nothing tells', [[b], [a]], {}, ['a', 'b']],
		['is that of earlier polls where nothing tells', [[b], [a]], { orderBy: 'result' }, ['b', 'a']],
		['is that of earlier polls by start', [[a], [b]], { orderBy: 'init' }, ['a', 'b']],
		[
			'forgets earlier polls where both are wrong',
			[[a, c, b]],
			{ orderBy: 'init' },
			['b', 'c', 'a'],
		],
		['is by date across pages where both dates agree', [[a], [c]], {}, ['a', 'c']],
	])('%s', (_, pages, known, hashes) => expect(hashesOf(knowing(known), ...pages)).toEqual(hashes));

	it('is told by checks without a date neither way', () => {
		const findings = knowing();
		expect(hashesOf(findings, [c, dateless('x'), b, a])).toEqual(['x', 'a', 'b', 'c']);
		expect(findings.orderBy).toBe('init');
	});

	it('goes by the other date where one is missing', () => {
		const ended = { ...item('e', T0, T0 + 15), initDate: null };
		expect(hashesOf(knowing({ orderBy: 'init' }), [b], [ended])).toEqual(['b', 'e']);
		const open = { ...item('o', T0 + 15), resultDate: null };
		expect(hashesOf(knowing({ orderBy: 'result' }), [b], [open])).toEqual(['o', 'b']);
	});

	it('has what is older than all at its beginning where it is not known', () => {
		const findings = knowing({ floor: T0 + 99 });
		const later = item('later', T0 + 100, T0 + 300);
		const latest = item('latest', T0 + 200, T0 + 250);
		findings.take([later], [latest]);
		findings.takeOldest(item('old', T0));
		expect(findings.inOrder().map(({ item: { hash } }) => hash)).toEqual([
			'old',
			'latest',
			'later',
		]);
	});
});

describe('a check whose end can not be read', () => {
	const odd = (init: number) => ({ ...item('odd', init), resultDate: '9999-12-31T23:59:59Z' });
	const old = (count: number) =>
		Array.from({ length: count }, (_, index) => item(`old${index}`, T0 - 100 - index));
	const floor = T0;

	it.each<[string, HistoryItem[], boolean]>([
		['behind three that lie behind the window', [...old(3), odd(T0 - 200)], true],
		['behind two of them', [...old(2), odd(T0 - 200)], false],
		['behind three, one of them in the window', [...old(2), item('b', T0), odd(T0 - 200)], false],
		['behind three, unfinished ones aside', [item('o', T0, null), ...old(3), odd(T0 - 200)], true],
		['before them', [odd(T0 - 200), ...old(3)], false],
		['that began within the window', [...old(3), odd(T0)], false],
		['that began within its margin', [...old(3), odd(T0 - 2)], false],
		['that began right behind it', [...old(3), odd(T0 - 3)], true],
		['without a start', [...old(3), { ...odd(T0), initDate: null }], true],
	])('%s: is it old? %#', (_, page, isOld) =>
		expect(hashesOf(knowing({ floor }), page).includes('odd')).toBe(!isOld),
	);

	it('is new where nothing lies behind', () =>
		expect(hashesOf(knowing(), [...old(3), odd(T0 - 200)])).toContain('odd'));
});

describe('what is learned beside', () => {
	it('unfinished checks, until they are seen to have ended', () => {
		const findings = knowing({ overdue: { [codeOf('b')]: T0 } });
		findings.take([
			item('b', T0, null),
			item('a', T0 + 5, null),
			dateless('c', { status: 'PENDING' }),
		]);
		expect([...findings.open.values()].sort()).toEqual([T0, T0 + 5, null]);
		findings.take([item('a', T0 + 5, T0 + 9)]);
		findings.take([item('b', T0, T0 + 9)]);
		expect([...findings.open.keys()]).toEqual([codeOf('c')]);
		expect([...findings.ended]).toEqual([codeOf('b')]);
	});

	it('the finished check whose earlier date is the newest', () => {
		const findings = knowing();
		findings.take([
			item('open', T0 + 99, null),
			item('a', T0 + 5, T0 + 90),
			item('b', T0 + 7, T0 + 9),
		]);
		expect(findings.witness).toEqual({ code: codeOf('b'), second: T0 + 7 });
		findings.take([
			{ ...item('c', T0), initDate: null, resultDate: item('x', T0 + 80).resultDate },
		]);
		expect(findings.witness).toEqual({ code: codeOf('b'), second: T0 + 7 });
		findings.take([item('d', T0 + 7)]);
		expect(findings.witness).toEqual({ code: codeOf('b'), second: T0 + 7 });
	});

	it('when one poll has enough', () => {
		const findings = knowing({}, { pageSize: 2 });
		const checks = Array.from({ length: 10 }, (_, index) => item(`c${index}`, T0 + index));
		findings.take(checks.slice(0, 9));
		expect(findings.isFull()).toBe(false);
		findings.take(checks.slice(9));
		expect(findings.isFull()).toBe(true);
	});

	it('whether most is no news', () => {
		const findings = knowing({ seen: new Map([[codeOf('a'), T0]]) });
		const [a, b] = [item('a', T0), item('b', T0)];
		expect(findings.isMostlyKnown([a])).toBe(true);
		expect(findings.isMostlyKnown([a, b])).toBe(false);
		expect(findings.isMostlyKnown([a, a, b])).toBe(true);
	});

	it.each<[string, HistoryItem[], number | null, boolean]>([
		['by three that lie behind it', [0, 1, 2].map((n) => item(`c${n}`, T0 - 3 - n)), T0, true],
		[
			'whatever lies before them',
			[3, 0, 1, 2].map((n) => item(`c${n}`, T0 - 3 + n * (n === 3 ? 9 : 0))),
			T0,
			true,
		],
		['not by two', [5, -3, -4].map((n) => item(`c${n}`, T0 + n)), T0, false],
		['by one where there is no other', [item('a', T0 - 3)], T0, true],
		['not by what lies in its margin', [item('a', T0 - 2)], T0, false],
		['not by what has no date', [dateless('a')], T0, false],
		['not by nothing', [], T0, false],
		['not where there is no window', [item('a', T0 - 3)], null, false],
	])('whether a page reaches behind the window: %s', (_, records, from, reaches) =>
		expect(knowing().reachesBehind(records, from)).toBe(reaches),
	);
});
