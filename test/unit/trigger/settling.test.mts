/** What a poll leaves for the next: what waits, what is seen again, and where the window begins. */
import { codeOf, unpack } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { MAX_WAITING, type TriggerState } from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { item, poll, T0, whenCreated, withReports } from './support.mts';

const base = item('base', T0);
const known = (more: Partial<TriggerState> = {}): TriggerState => ({
	...poll(null, [base]).state,
	...more,
});
const many = (count: number, from = T0 + 100) =>
	Array.from({ length: count }, (_, index) => item(`c${index}`, from + index));
const slices = { by: 'slices' as const, at: T0 + 50, width: 20 };
const sweep = (more: object = {}) => ({
	sweep: { mark: slices, since: T0 + 600, hold: null, ...more },
});
const waiting = (...hashes: string[]) =>
	hashes.map((hash) => ({ item: item(hash, T0 + 9), tries: 1 }));
const waitingOf = (state: TriggerState) => state.waiting?.map(({ item: { hash } }) => hash);

describe('checks whose report could not be had', () => {
	it('wait, a hundred of them; the others are seen again', () => {
		const items = [base, ...many(120)];
		const none = { hasReport: () => false };
		const first = poll(known(), items, withReports, none);
		expect(waitingOf(first.state)).toEqual(many(MAX_WAITING).map(({ hash }) => hash));
		expect(first.state.waiting!.every(({ tries }) => tries === 1)).toBe(true);
		expect(first.state.seen).toEqual(known().seen);
		const second = poll(first.state, items, withReports);
		expect(second.hashes).toEqual(many(120).map(({ hash }) => hash));
		expect(second.state).not.toHaveProperty('waiting');
		expect(poll(second.state, items, withReports).hashes).toEqual([]);
	});

	it('that waited before have their place first', () => {
		const older = Array.from({ length: 3 }, (_, index) => `w${index}`);
		const state = known({ waiting: waiting(...older) });
		const missing = (hash: string) => hash === 'c119';
		const run = poll(state, [base, ...many(120)], withReports, { hasReport: missing });
		expect(run.hashes).toEqual(['c119']);
		expect(waitingOf(run.state)).toEqual([...older, ...many(97).map(({ hash }) => hash)]);
	});

	it('hold the window where they do not fit among those that wait', () => {
		const late = item('late', T0 + 9000);
		const run = poll(known(), [base, ...many(120), late], withReports, { hasReport: () => false });
		// The hundred and first is the first that is left.
		expect(run.state.floor).toBe(T0 + 200);
		expect(run.state.newest).toBe(T0 + 9000);
	});

	it('take a backlog back to what is left of it', () => {
		const more = { ...withReports, pageSize: 200 };
		const start = sweep({ mark: { by: 'slices', at: T0 + 90, width: 200 } });
		const run = poll(known({ ...start, newest: T0 + 9000 }), many(120), more, {
			hasReport: () => false,
			budget: 9,
			strike: (request, call) => (request.kind === 'page' && call > 1 ? 'fail' : undefined),
		});
		expect(run.state.sweep?.mark).toMatchObject({ by: 'slices', at: T0 + 200 });
		expect(run.state.sweep?.mark).not.toHaveProperty('known');
	});

	it('are asked for first where the last poll had no time for them, or half the places are taken', () => {
		const first = (state: TriggerState) => poll(state, [base], withReports).requests[0].kind;
		expect(first(known({ waiting: waiting('w') }))).toBe('page');
		expect(first(known({ waiting: waiting('w'), reportsFirst: true }))).toBe('reports');
		const half = many(MAX_WAITING / 2).map(({ hash }) => hash);
		expect(first(known({ waiting: waiting(...half) }))).toBe('reports');
		expect(first(known({ waiting: waiting(...half.slice(1)) }))).toBe('page');
	});

	it('say so where there was no time for any of them', () => {
		const items = [base, ...many(2)];
		const hurried = poll(known(), items, withReports, { budget: 1 });
		expect(hurried.state.reportsFirst).toBe(true);
		const next = poll(hurried.state, items, withReports, { budget: 1, hasReport: () => false });
		expect(next.requests.map(({ kind }) => kind)).toEqual(['reports']);
		expect(next.state).not.toHaveProperty('reportsFirst');
		expect(next.state.waiting).toHaveLength(2);
	});
});

describe('a poll that read reports only', () => {
	const state = known({ waiting: waiting('w'), reportsFirst: true, unfiltered: 3, hold: T0 - 5 });
	const run = poll(state, [base], withReports, { budget: 1 });

	it('delivers, remembers, and leaves the rest as it was', () => {
		expect([run.hashes, run.gotFurther]).toEqual([['w'], true]);
		const { waiting: _waiting, reportsFirst: _first, seen: _seen, ...rest } = state;
		const { seen, ...after } = run.state;
		expect(after).toEqual({ ...rest, sequence: state.sequence + 1 });
		expect(unpack(seen).get(codeOf('w'))).toBe(T0 + 59);
		expect(unpack(seen).has(codeOf('base'))).toBe(true);
	});

	it('forgets what no window shows any more', () => {
		const old = { [T0 / 60 - 100]: '_'.repeat(22), [T0 / 60 - 60]: '-'.repeat(22) };
		const { seen } = poll({ ...state, seen: old }, [base], withReports, { budget: 1 }).state;
		expect([...unpack(seen).keys()].sort()).toEqual(['-'.repeat(22), codeOf('w')].sort());
		const { seen: all } = poll({ ...state, floor: null, seen: old }, [base], withReports, {
			budget: 1,
		}).state;
		expect(unpack(all).size).toBe(3);
	});

	it('looks after overdue checks as any other', () => {
		const overdue = { [codeOf('w')]: T0 + 9, x: T0 };
		const after = poll({ ...state, overdue }, [base], withReports, { budget: 1 });
		expect(after.state.overdue).toEqual({ x: T0 });
		const missing = { budget: 1, hasReport: () => false };
		const kept = poll({ ...state, overdue }, [base], withReports, missing);
		expect(kept.state.overdue).toEqual(overdue);
	});
});

describe('in the middle of a backlog', () => {
	const later = [base, item('a', T0 + 60), item('z', T0 + 600)];
	const run = (more: Partial<TriggerState> = {}) =>
		poll(known({ newest: T0 + 600, ...sweep(), ...more }), later, {}, { budget: 1, now: T0 + 600 });

	it('the next window begins where the reading stands, and what it began with is kept', () => {
		const { state, hashes } = run({ skipUntil: T0 + 5, cap: 70, orderBy: 'init' });
		expect(hashes).toEqual(['a']);
		expect(state).toMatchObject({
			floor: T0 - 3000,
			newest: T0 + 600,
			skipUntil: T0 + 5,
			cap: 70,
			orderBy: 'init',
			sweep: { mark: { by: 'slices', at: T0 + 70 }, since: T0 + 600, hold: null },
		});
		expect(state).not.toHaveProperty('hold');
	});

	it('what held the last window holds this one, and what is open now the sweep', () => {
		const open = item('open', T0 + 55, null);
		const held = known({ newest: T0 + 600, hold: T0 - 3300, ...sweep() });
		const { state } = poll(held, [...later, open], {}, { budget: 1, now: T0 + 600 });
		expect([state.hold, state.sweep?.hold, state.floor]).toEqual([T0 - 3300, T0 + 55, T0 - 3300]);
	});

	it('a witness is no new one', () => {
		expect(run().state.witness).toEqual(known().witness);
		const done = poll(known(), later);
		expect(done.state.witness).toEqual({ code: codeOf('z'), second: T0 + 600 });
	});

	it('in pages the window stays where it was', () => {
		const mark = { by: 'pages' as const, page: 1 };
		const state = known({ unfiltered: 4, ...sweep({ mark, since: T0 + 9000 }) });
		const { state: next } = poll(state, later, { pageSize: 1 }, { budget: 1, now: T0 + 600 });
		expect(next).toMatchObject({ floor: T0 - 3600, unfiltered: 4, sweep: { mark: { page: 2 } } });
	});
});

describe('what is remembered', () => {
	it('of a check without dates is kept as long as of the newest', () => {
		const undated = { ...item('u', T0 + 60), initDate: null, resultDate: null };
		const shown = (entry: { hash: string }) =>
			entry.hash === 'u' ? undated : (entry as typeof undated);
		const first = poll(known(), [base, item('u', T0 + 60)], {}, { shown, now: T0 + 600 });
		expect(first.hashes).toEqual(['u']);
		expect(unpack(first.state.seen).get(codeOf('u'))).toBe(T0 + 659);
		const next = poll(first.state, [base, item('u', T0 + 60), item('z', T0 + 1200)], {}, { shown });
		expect(next.hashes).toEqual(['z']);
		expect(unpack(next.state.seen).get(codeOf('u'))).toBe(T0 + 1259);
	});

	it('of a check dated ahead is not taken for one that has to show', () => {
		const ahead = item('ahead', T0 + 5000);
		const { state } = poll(known(), [base, ahead], {}, { now: T0 + 60 });
		expect(state.newest).toBe(T0);
		expect(state.witness).toEqual(known().witness);
	});

	it('of what was delivered as it began is not overdue only when it has ended', () => {
		const open = item('open', T0 + 5, null);
		let { state } = poll(null, [base], whenCreated);
		const far = item('far', T0 + 90_000);
		const first = poll(state, [base, open, far], whenCreated);
		expect(first.hashes).toEqual(['open', 'far']);
		({ state } = first);
		expect(state.overdue).toEqual({ [codeOf('open')]: T0 + 5 });
		expect(poll(state, [base, open, far], whenCreated).hashes).toEqual([]);
		const ended = poll(state, [base, item('open', T0 + 5, T0 + 89_000), far], whenCreated);
		expect([ended.hashes, ended.state.overdue]).toEqual([[], {}]);
	});

	it('an unfinished check without a start holds nothing', () => {
		const open = { ...item('open', T0 + 5, null), initDate: null };
		const shown = (entry: { hash: string }) =>
			entry.hash === 'open' ? open : (entry as typeof open);
		const { state } = poll(
			known(),
			[base, item('open', T0 + 5), item('z', T0 + 9000)],
			{},
			{ shown },
		);
		expect([state.hold, state.overdue, state.floor]).toEqual([undefined, {}, T0 + 5400]);
	});
});

describe('what is dated ahead of the time', () => {
	it('makes the window begin anew at the time; a person is told', () => {
		const state = known({ newest: T0 + 90_000, floor: T0 + 80_000, hold: T0 + 70_000 });
		const run = poll(state, [base, item('a', T0 + 60)], {}, { now: T0 + 60 });
		expect(run.hashes).toEqual(['a']);
		expect(run.warning).toContain("The newest check known was dated ahead of the service's time");
		expect(run.state.newest).toBe(T0 + 60 + 1800);
		expect(run.state).not.toHaveProperty('hold');
		expect(run.state.floor).toBe(T0 + 60 + 1800 - 3600);
	});
});
