/** What the trigger keeps between polls: in which form, and what of it is believed. */
import { readState } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { MAX_APART_SECONDS } from '../../../nodes/AmlCheckTrigger/cursor/dates.ts';
import { codeOf, codeOfItem, pack, unpack } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import {
	emptyState,
	without,
	type TriggerState,
} from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { packItem, unpackWaiting } from '../../../nodes/AmlCheckTrigger/cursor/waiting.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { item, plan, T0, withReports } from './support.mts';

const state = (more: object = {}) => ({ ...emptyState('a', 'one'), ...more });
const sweep = (mark: unknown, more: object = {}) => ({
	sweep: { mark, since: null, hold: null, ...more },
});
const slices = { by: 'slices', at: 1, width: 2 };

describe('a stored state is read back', () => {
	it('as one that knows nothing', () =>
		expect(state()).toEqual({
			version: 2,
			sequence: 0,
			settings: 'a',
			account: 'one',
			floor: null,
			newest: null,
			seen: {},
			overdue: {},
		}));

	it.each<[string, object]>([
		['that knows nothing', {}],
		['with all that is known', { floor: 1, newest: 2, seen: { 1: 'x' }, overdue: { x: 1 } }],
		['with what is optional', { hold: 1, skipUntil: 2, owed: 5, unfiltered: 3, cap: 4 }],
		['of an activation', { skipUntil: 1, byStart: true }],
		['of an order', { orderBy: 'init' }],
		['of the other order', { orderBy: 'result' }],
		['in slices', sweep(slices, { since: 1, hold: 2 })],
		['in pages', sweep({ by: 'pages', page: 0 })],
		['in a probe', sweep({ by: 'probe', from: 1, to: 2 })],
		['with a witness', { witness: { code: 'x', second: 1 } }],
		['with a check that waits', { waiting: [{ item: item('a', T0), tries: 1 }] }],
		['with a step of the newest date', { leap: { from: 1, until: 2 } }],
		['in slices, whatever else they have', sweep({ ...slices, bound: 1 })],
		['without an account', { account: undefined }],
	])('%s', (_, more) => expect(readState(state(more))).toEqual(state(more)));

	it('but for what is left out', () => {
		const full = state({ hold: 1, cap: 2, orderBy: 'init' }) as TriggerState;
		expect(without(full, 'hold', 'orderBy')).toEqual(state({ cap: 2 }));
		expect(without(full)).toEqual(full);
	});
});

describe('what is no state is refused rather than begun anew, which could lose checks', () => {
	it.each<[string, unknown]>([
		['a number', 0],
		['a version that is none', state({ version: 3 })],
		['no sequence', state({ sequence: '1' })],
		['no settings', state({ settings: 1 })],
		['a floor', state({ floor: 'x' })],
		['no floor', state({ floor: undefined })],
		['a newest date', state({ newest: true })],
		['a memory', state({ seen: 'x' })],
		['something in the memory', state({ seen: { 1: 'x', 2: 1 } })],
		['what is overdue', state({ overdue: [] })],
		['something overdue', state({ overdue: { x: 1, y: '1' } })],
		['a hold', state({ hold: null })],
		['an end of what is skipped', state({ skipUntil: '1' })],
		['what is owed', state({ owed: '1' })],
		['a count of polls', state({ unfiltered: true })],
		['a cap', state({ cap: {} })],
		['an order', state({ orderBy: 'hash' })],
		['a sweep', state({ sweep: 1 })],
		['a mark', state(sweep(1))],
		['a mark of nothing', state(sweep({}))],
		['a probe from nowhere', state(sweep({ by: 'probe', to: 1 }))],
		['a probe to nowhere', state(sweep({ by: 'probe', from: 1 }))],
		['a slice of no time', state(sweep({ by: 'slices', width: 1 }))],
		['a slice of no width', state(sweep({ by: 'slices', at: 1 }))],
		['a page', state(sweep({ by: 'pages', page: '1' }))],
		['another mark', state(sweep({ by: 'x', at: 1, width: 1, page: 1, from: 1, to: 1 }))],
		['a beginning of the sweep', state(sweep(slices, { since: 'x' }))],
		['a hold of the sweep', state(sweep(slices, { hold: undefined }))],
		['a witness', state({ witness: 'x' })],
		['a witness without a code', state({ witness: { second: 1 } })],
		['a witness without a date', state({ witness: { code: 'x' } })],
		['a step', state({ leap: 'x' })],
		['a step from nowhere', state({ leap: { until: 1 } })],
		['a step to nowhere', state({ leap: { from: 1 } })],
		['no mark', state(sweep(null))],
		['a list that waits', state({ waiting: {} })],
		['one that waits', state({ waiting: [{ item: item('a', T0), tries: 1 }, 'x'] })],
		['tries', state({ waiting: [{ item: item('a', T0) }] })],
		['a check', state({ waiting: [{ item: 1, tries: 1 }] })],
		['a hash', state({ waiting: [{ item: {}, tries: 1 }] })],
		['version 1 of nothing', { version: 1 }],
		[
			'a sweep of version 1',
			{ ...state({ version: 1 }), sweep: { at: '1', since: 1, hold: null } },
		],
	])('%s', (_, value) => expect(() => readState(value)).toThrow("can't be read"));

	it('and says what to do', () => {
		const told = expect.objectContaining({
			name: 'CursorError',
			message: "What this trigger remembered of the last poll can't be read",
			advice:
				'It may have been written by another version of this node. To start over from now, rename the node and activate the workflow again.',
		});
		expect(() => readState({})).toThrow(told);
	});

	it('nothing is nothing yet', () =>
		expect([readState(null), readState(undefined)]).toEqual([null, null]));

	it('version 1 is gone on with', () => {
		const { account: _account, ...old } = state({ version: 1, floor: 5 });
		expect(readState(old)).toEqual({ ...old, version: 2 });
		const backlog = { ...old, sweep: { at: 7, since: 9, hold: null } };
		expect(readState(backlog)).toEqual({
			...old,
			version: 2,
			sweep: { since: 9, hold: null, mark: { by: 'slices', at: 7, width: 60 } },
		});
	});
});

describe('a backlog of the first version 2 is begun anew', () => {
	const FLOOR = 1_000_000;
	const upgraded = (more: object, swept: object, mark: object = slices) =>
		readState(state({ floor: FLOOR, ...more, ...sweep(mark, swept) }));

	it.each<[string, number | null, number | null | string]>([
		['where it began by dates without a zone', FLOOR - 10, FLOOR - 10],
		['as far back as zones are apart', FLOOR - MAX_APART_SECONDS, 0],
		['as far back as that too, where it had no beginning', FLOOR - MAX_APART_SECONDS, null],
		['where the window begins, if that is no second', FLOOR, 'x'],
	])('%s', (_, floor, behind) => expect(upgraded({}, { behind })).toEqual(state({ floor })));

	it('anywhere, if its window has no beginning', () => {
		expect(upgraded({ floor: null }, { behind: 5 })).toEqual(state());
	});

	it.each<[object, object, object]>([
		[{ hold: 5 }, { hold: 7 }, { hold: 5 }],
		[{ hold: 5 }, { hold: 5 }, { hold: 7 }],
		[{ hold: 5 }, {}, { hold: 5 }],
		[{ hold: 7 }, { hold: 7 }, { hold: null }],
		[{ hold: 7 }, { hold: 7 }, { hold: 'x' }],
		[{}, {}, { hold: null }],
	])('with %j, of %j and %j', (expected, carried, held) => {
		const probe = { by: 'probe', from: 1, to: 2, bound: 3 };
		expect(upgraded(carried, held, probe)).toEqual(state({ floor: FLOOR, ...expected }));
	});
});

describe('the memory', () => {
	const code = codeOf('a');

	it('digests what is more than a documented hash, or less', () => {
		const uuid = '8c2b1f60-1111-4222-a333-944455556666';
		const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
		expect(codeOf(uuid)).toBe(bytes.toString('base64url'));
		for (const other of [`x${uuid}`, `${uuid}x`, uuid.replaceAll('-', '')])
			expect(codeOf(other)).not.toBe(codeOf(uuid));
	});

	it('knows a record without a hash by what never changes of it', () => {
		const nameless = item('', T0, null);
		expect(codeOfItem({ ...nameless, status: 'SUCCESS', riskscore: 9 })).toBe(codeOfItem(nameless));
		for (const more of [
			{ initDate: null },
			{ currency: 'eth' },
			{ address: 'x' },
			{ transaction: 'x' },
		])
			expect(codeOfItem({ ...nameless, ...more })).not.toBe(codeOfItem(nameless));
		expect(codeOfItem(item('a', T0))).toBe(code);
	});

	it('is sorted, whatever came first, and by minutes', () => {
		const [a, b, c] = ['a', 'b', 'c'].map(codeOf).sort();
		const memory = new Map([
			[c, 119],
			[b, 60],
			[a, 59],
		]);
		expect(Object.entries(pack(memory, null))).toEqual([
			['0', a],
			['1', `${b}${c}`],
		]);
		expect([...unpack({ 1: `${b}${c}` })]).toEqual([
			[b, 119],
			[c, 119],
		]);
	});

	it('keeps the second it is asked from', () => {
		expect(pack(new Map([[code, 60]]), 60)).toEqual({ 1: code });
		expect(pack(new Map([[code, 60]]), 61)).toEqual({});
	});
});

describe('a check that waits for its report', () => {
	const long = (characters: number) => 'x'.repeat(characters);

	it('is kept as it was sent', () => {
		const sent = { ...item('a', T0), more: [1] };
		expect(packItem(sent)).toBe(sent);
	});

	it('of any size is kept by what is documented of it, within bounds', () => {
		const sent = {
			...item('a', T0),
			riskscore: 7,
			address: long(500),
			transaction: long(501),
			pdfLink: 'pdf',
			shareLink: { x: 1 },
			more: long(4000),
		} as unknown as HistoryItem;
		expect(packItem(sent)).toEqual({
			hash: 'a',
			currency: 'btc',
			address: long(500),
			status: 'SUCCESS',
			initDate: sent.initDate,
			resultDate: sent.resultDate,
			pdfLink: 'pdf',
			shareLink: null,
			riskscore: 7,
		});
	});

	it('may have 4,000 characters', () => {
		const bare = { ...item('a', T0), more: '' };
		const room = 4000 - JSON.stringify(bare).length;
		expect(packItem({ ...bare, more: long(room) })).toHaveProperty('more');
		expect(packItem({ ...bare, more: long(room + 1) })).not.toHaveProperty('more');
	});

	it('goes on its way as it is judged now, and what is none stays behind', () => {
		const waiting = [
			{ item: item('a', T0), tries: 2 },
			{ item: null as unknown as HistoryItem, tries: 1 },
			{ item: item('b', T0, null), tries: 0 },
		];
		const stored = { ...emptyState('a', 'one'), waiting };
		expect(unpackWaiting(stored, plan(withReports))).toEqual([
			{
				code: codeOf('a'),
				item: waiting[0].item,
				dates: { init: T0, result: T0, ended: true, blur: 0 },
				needsReport: true,
				tries: 2,
			},
			{
				code: codeOf('b'),
				item: waiting[2].item,
				dates: { init: T0, result: null, ended: false, blur: 0 },
				needsReport: false,
				tries: 0,
			},
		]);
		expect(unpackWaiting(emptyState('a', 'one'), plan())).toEqual([]);
	});
});
