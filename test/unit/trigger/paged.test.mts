/** The history without filters by date: page by page, until what comes lies behind the window. */
import { codeOf } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { readPage, type PageMark } from '../../../nodes/AmlCheckTrigger/cursor/paged.ts';
import { InFuture } from '../../../nodes/AmlCheckTrigger/cursor/reader.ts';
import type { PageAnswer } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { item, T0 } from './support.mts';
import { checks, EMPTY, hashesOf, page, play, readerOf } from './script.mts';

const mark = (more: Partial<PageMark> = {}): PageMark => ({ by: 'pages', page: 0, ...more });
const NOW = T0 + 10_000;

const read = (from: PageMark, answers: PageAnswer[], start = {}) => {
	const { reader, findings } = readerOf({ unfiltered: 5, ...start });
	const { result, requests } = play(readPage(reader, from), answers);
	return { result, requests, reader, findings };
};

describe('the first page', () => {
	it('is asked for without dates, counts as it comes, and is one poll less of this', () => {
		const { requests, findings, reader, result } = read(mark(), [page(checks(3, NOW))]);
		expect(requests).toEqual([{ kind: 'page', page: 0, pageSize: 10 }]);
		expect(hashesOf(findings)).toEqual(['c2', 'c1', 'c0']);
		expect(reader).toMatchObject({ unfiltered: 4, newest: NOW, hasRead: true });
		expect([reader.cap, result]).toEqual([undefined, undefined]);
	});

	it.each([
		['as many as are said to be there end it', { total: 3 }, false],
		['fewer than that go on', { total: 4 }, true],
		['what nobody knows goes on', { total: null }, true],
	])('%s', (_, more, goesOn) => {
		const { result, reader } = read(mark(), [page(checks(3, NOW), more)]);
		expect(result).toEqual(goesOn ? { by: 'pages', page: 1, head: codeOf('c0') } : undefined);
		expect(reader.cap).toBe(goesOn ? 3 : undefined);
	});

	it('of as many as were asked for tells of no bound, and drops the one that was known', () => {
		const { reader } = read(mark(), [page(checks(10, NOW), { total: 40 })], { cap: 4 });
		expect(reader.cap).toBeUndefined();
	});

	it('that reaches behind the window is the last', () => {
		const old = [...checks(1, NOW), ...checks(3, T0 - 3, 'old')];
		expect(read(mark(), [page(old, { total: 99 })]).result).toBeUndefined();
		const margin = [...checks(1, NOW), ...checks(3, T0 - 2, 'old')];
		expect(read(mark(), [page(margin, { total: 99 })]).result).toMatchObject({ page: 1 });
	});

	it('that is empty twice has vanished: nothing is taken for read', () => {
		const vanished = expect.objectContaining({
			name: 'CursorError',
			message: 'The history shows no checks at all, although this trigger has seen checks in it',
			advice: expect.stringMatching(
				/^Nothing was delivered and nothing forgotten: .* is that of the right account\.$/,
			),
		});
		expect(() => read(mark(), [EMPTY, EMPTY])).toThrow(vanished);
		expect(() => read(mark({ empty: true }), [EMPTY])).toThrow(vanished);
		expect(hashesOf(read(mark(), [EMPTY, page(checks(1, NOW))]).findings)).toEqual(['c0']);
	});

	it('that is empty without time to ask again is asked for in the next poll', () => {
		const { result, reader } = read(mark(), [page([], { timeLeft: false })]);
		expect(result).toEqual(mark({ empty: true }));
		expect(reader).toMatchObject({ hasRead: true, newest: null, unfiltered: 4 });
	});

	it('tells that dates have no zone: then the filters stay off', () => {
		const zoneless = { ...item('a', NOW), initDate: '2030-01-01T00:00:00' };
		const { reader } = read(mark(), [page([zoneless])]);
		expect([reader.unfiltered, reader.misfit]).toEqual([20, undefined]);
		const last = read(mark(), [page([zoneless])], { unfiltered: 1 });
		expect([last.reader.unfiltered, last.reader.misfit]).toEqual([20, 'zoneless']);
		const without = read(mark(), [page(checks(1, NOW))], { unfiltered: 0 });
		expect(without.reader.unfiltered).toBe(0);
	});

	it.each([
		['an hour ahead of the time', NOW + 3600, false],
		['further ahead', NOW + 3601, true],
	])('is not taken in where the newest check known lies %s', (_, newest, isRefused) => {
		const reading = () => read(mark(), [page(checks(1, NOW))], { newest });
		if (!isRefused) expect(reading().result).toBeUndefined();
		else expect(reading).toThrow(new InFuture(NOW + 1800));
	});

	it.each([
		['half an hour ahead of the time', NOW + 1800, NOW + 1800],
		['further ahead', NOW + 1801, NOW - 1800],
	])('a date %s moves what is newest: %#', (_, date, newest) =>
		expect(read(mark(), [page([item('a', date)])]).reader.newest).toBe(newest),
	);
});

describe('a later page', () => {
	const later = (more: Partial<PageMark> = {}) => mark({ page: 1, head: codeOf('x'), ...more });

	it('counts as it comes, and tells nothing of the newest', () => {
		const { requests, findings, reader, result } = read(later({ page: 2 }), [
			page(checks(10, NOW - 99), { total: 40 }),
		]);
		expect(requests).toEqual([{ kind: 'page', page: 2, pageSize: 10 }]);
		expect(hashesOf(findings)).toHaveLength(10);
		expect(reader).toMatchObject({ unfiltered: 5, newest: null });
		expect(result).toEqual({ by: 'pages', page: 3, head: codeOf('c0') });
	});

	it.each<[string, PageAnswer, object, boolean]>([
		['of all that there are said to be', page(checks(10, NOW), { total: 20 }), {}, true],
		['of more than there are said to be', page(checks(10, NOW), { total: 19 }), {}, true],
		['before all', page(checks(10, NOW), { total: 21 }), {}, false],
		['of fewer than asked for, before all', page(checks(4, NOW), { total: 15 }), {}, false],
		[
			'of fewer, as many as the service gives',
			page(checks(4, NOW), { total: 8 }),
			{ cap: 4 },
			true,
		],
		['before all that it gives', page(checks(4, NOW), { total: 9 }), { cap: 4 }, false],
		[
			'larger than the service was known for',
			page(checks(4, NOW), { total: 14 }),
			{ cap: 99 },
			true,
		],
		['that is said to be less than came', page(checks(10, NOW), { total: 9 }), {}, false],
		['of which nobody says what there is', page(checks(3, NOW), { total: null }), {}, false],
	])('%s is the last: %#', (_, answer, start, isOver) => {
		const { result } = read(later(), [answer], start);
		expect(result).toEqual(isOver ? undefined : expect.objectContaining({ page: 2 }));
	});

	it('that is empty twice is the last', () => {
		expect(read(later(), [EMPTY, page([], { total: 99 })]).result).toBeUndefined();
		const hurried = read(later(), [page([], { timeLeft: false })]);
		expect(hurried.result).toEqual(later({ empty: true }));
	});

	it('that fails when asked for again is asked for in the next poll', () => {
		const { reader } = readerOf({ unfiltered: 5 });
		const failed = { kind: 'failed' as const, failure: new Error('x'), timeLeft: false };
		const { result } = play(readPage(reader, later()), [EMPTY, failed]);
		expect([result, reader.mayAskOn]).toEqual([later({ empty: true }), false]);
	});

	it('that comes a third time in a row is the last: the service has but one', () => {
		const same = page(checks(10, NOW, 'c'), { total: null });
		const once = read(later({ head: codeOf('c0') }), [same]);
		expect(once.result).toEqual({ by: 'pages', page: 2, head: codeOf('c0'), repeated: true });
		const twice = read(later({ page: 2, head: codeOf('c0'), repeated: true }), [same]);
		expect(twice.result).toBeUndefined();
		const other = read(later({ page: 2, repeated: true }), [same]);
		expect(other.result).toEqual({ by: 'pages', page: 3, head: codeOf('c0') });
		const first = read(mark({ head: codeOf('c0'), repeated: true }), [same]);
		expect(first.result).toMatchObject({ page: 1 });
	});

	it('without a record that can be read is one like any other', () => {
		const unread = page([], { count: 10, total: 99 });
		expect(read(mark({ page: 1 }), [unread]).result).toEqual({
			by: 'pages',
			page: 2,
			repeated: true,
		});
		expect(read(later(), [unread]).result).toEqual({ by: 'pages', page: 2 });
	});
});
