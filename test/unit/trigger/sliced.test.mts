/** A backlog is read in slices by date: what a slice asks for, and where the next one begins. */
import { codeOf } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { readSlice } from '../../../nodes/AmlCheckTrigger/cursor/sliced.ts';
import type { SliceMark } from '../../../nodes/AmlCheckTrigger/cursor/slices.ts';
import type { PageAnswer } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { item, T0 } from './support.mts';
import { checks, EMPTY, hashesOf, page, PAGES, play, readerOf } from './script.mts';

const slice = (more: Partial<SliceMark> = {}): SliceMark => ({
	by: 'slices',
	at: T0 + 100,
	width: 50,
	...more,
});

const inSlice = (count: number) => checks(count, T0 + 140);

const read = (mark: SliceMark, answers: PageAnswer[], start = {}, facts = {}) => {
	const { reader, findings } = readerOf(start, facts);
	const { result, requests } = play(readSlice(reader, mark), answers);
	return { result, requests, reader, findings };
};

describe('a slice', () => {
	it('is asked for with a second to spare on either side, and taken in', () => {
		const { requests, result, findings, reader } = read(slice(), [page(inSlice(3))]);
		expect(requests).toEqual([
			{ kind: 'page', page: 0, pageSize: 10, dateFrom: T0 + 99, dateTo: T0 + 150 },
		]);
		expect(hashesOf(findings)).toEqual(['c2', 'c1', 'c0']);
		expect(result).toEqual({
			by: 'slices',
			at: T0 + 150,
			width: 133,
			known: { code: codeOf('c0'), until: T0 + 149 },
		});
		expect([reader.hasRead, reader.newest]).toEqual([true, null]);
	});

	it.each([
		['that ends a second before the newest check has an end', T0 + 150, false],
		['that ends with it has none', T0 + 149, true],
	])('%s', (_, newest, isOpen) => {
		const { requests, result, reader } = read(slice(), [page(inSlice(3))], { newest });
		expect(requests[0].dateTo).toBe(isOpen ? undefined : T0 + 150);
		expect(result === undefined).toBe(isOpen);
		expect(reader.newest).toBe(isOpen ? T0 + 140 : null);
	});

	it('of a history read from its beginning is bounded but for the first', () => {
		const start = { floor: null };
		const later = read(slice(), [page(inSlice(1))], start);
		expect(later.requests[0].dateFrom).toBe(T0 + 99);
		const first = read(slice({ at: 1, width: T0 }), [page(inSlice(1))], start);
		expect(first.requests[0].dateFrom).toBe(1);
	});

	it('that is empty is asked for again, in the next poll where there is no time', () => {
		expect(read(slice(), [EMPTY, page(inSlice(1))]).findings.isFull()).toBe(false);
		expect(hashesOf(read(slice(), [EMPTY, page(inSlice(1))]).findings)).toEqual(['c0']);
		const hurried = read(slice({ full: 7 }), [page([], { timeLeft: false })]);
		expect(hurried.result).toEqual(slice({ full: 7, empty: true }));
		expect(hurried.reader.hasRead).toBe(true);
		const again = read(slice({ empty: true }), [EMPTY]);
		expect(again.result).toEqual({ by: 'slices', at: T0 + 150, width: 200 });
	});

	it('that shows what is not of it is not believed', () => {
		for (const date of [T0 + 97, T0 + 152]) {
			const { result, findings, reader } = read(slice(), [page([item('a', date)])]);
			expect([result, hashesOf(findings), reader.misfit]).toEqual([PAGES, [], 'outside']);
		}
		for (const date of [T0 + 98, T0 + 151])
			expect(read(slice(), [page([item('a', date)])]).result).toMatchObject({ by: 'slices' });
	});

	it('that shows a check of an earlier one, beyond what overlaps, is not believed', () => {
		const known = (until: number) => ({ known: { code: codeOf('c0'), until } });
		expect(read(slice(known(T0 + 95)), [page(inSlice(2))]).result).toEqual(PAGES);
		expect(read(slice(known(T0 + 96)), [page(inSlice(2))]).result).toMatchObject(known(T0 + 96));
		const other = read(slice({ known: { code: 'x', until: T0 } }), [page(inSlice(2))]);
		expect(other.result).toMatchObject({ by: 'slices', known: { code: 'x', until: T0 } });
	});

	it('of unfinished checks, or the last one, leaves none to tell it by', () => {
		const open = [item('o', T0 + 120, null)];
		expect(read(slice(), [page(open)]).result).not.toHaveProperty('known');
		const last = readerOf({ newest: T0 });
		const part = page(inSlice(3), { now: T0, total: 99 });
		expect(play(readSlice(last.reader, slice()), [part]).result).not.toHaveProperty('known');
	});
});

describe('a slice that holds more than a page', () => {
	it.each<[string, Partial<PageAnswer>, number]>([
		['by half', { total: null }, 25],
		['by its share', { total: 40 }, 10],
		// The ninth of the page, from the newest, begins the rest.
		['up to where the rest of the page begins', { total: 16 }, 33],
	])('is narrowed %s and not taken in', (_, more, width) => {
		const { result, findings } = read(slice(), [page(inSlice(10), more)]);
		expect(result).toEqual({
			by: 'slices',
			at: T0 + 100,
			width,
			full: T0 + 149,
			known: { code: codeOf('c0'), until: T0 + 149 },
		});
		expect(hashesOf(findings)).toEqual([]);
	});

	it('and has no end reaches up to the newest check', () => {
		const { reader } = readerOf({ newest: T0 + 120 });
		const answer = page(checks(10, T0 + 118), { now: T0, total: 40 });
		expect(play(readSlice(reader, slice()), [answer]).result).toMatchObject({
			full: T0 + 120,
			width: 4,
		});
	});

	it('is told by as many as the service gives at the most', () => {
		const { result } = read(slice(), [page(inSlice(4), { total: 40 })], { cap: 4 });
		expect(result).toMatchObject({ at: T0 + 100, width: 3, full: T0 + 149 });
	});

	it('though it is a second is read page by page', () => {
		const second = slice({ width: 1, full: T0 + 300 });
		const full = page(
			checks(10, T0 + 100).map((check) => ({ ...check, initDate: item('', T0 + 100).initDate })),
			{ total: 25 },
		);
		const { result, findings } = read(second, [full]);
		expect(hashesOf(findings)).toHaveLength(10);
		expect(result).toMatchObject({ ...second, first: 10, page: 1, isOpen: false, total: 25 });
	});
});

describe('a slice that is read page by page', () => {
	const part = (more: Partial<SliceMark> = {}) => slice({ page: 1, first: 4, total: 11, ...more });
	const next = (more: object = {}) => ({ by: 'slices', at: T0 + 150, ...more });

	it('begins where it is not said to be all there', () => {
		for (const total of [5, 2, null]) {
			const { result, findings } = read(slice(), [page(inSlice(4), { total })]);
			expect(hashesOf(findings)).toHaveLength(4);
			expect(result).toMatchObject({ at: T0 + 100, width: 50, page: 1, first: 4, isOpen: false });
			expect((result as SliceMark).total).toBe(total ?? undefined);
		}
		expect(read(slice(), [page(inSlice(4))]).result).toMatchObject(next());
	});

	it('asks for its next page under the end that it has, and keeps its numbers', () => {
		const { requests, result, reader } = read(part({ full: T0 + 300 }), [
			page(inSlice(4), { total: 11 }),
		]);
		expect(requests[0]).toMatchObject({ page: 1, pageSize: 10, dateTo: T0 + 150 });
		expect(result).toMatchObject({ page: 2, first: 4, total: 11, full: T0 + 300 });
		expect(result).not.toHaveProperty('isOpen');
		expect([reader.cap, reader.unsettled]).toEqual([4, null]);
		const open = read(part({ isOpen: true }), [page(inSlice(4), { total: 11 })]);
		expect(open.requests[0]).not.toHaveProperty('dateTo');
		expect(open.result).toMatchObject({ page: 2, isOpen: true });
		const closed = read(part({ isOpen: false }), [page(inSlice(4), { total: 11 })], { newest: T0 });
		expect(closed.requests[0].dateTo).toBe(T0 + 150);
		expect(closed.result).toMatchObject({ isOpen: false });
	});

	it.each<[string, Partial<SliceMark>, PageAnswer[]]>([
		['with a page that is short', { total: 99 }, [page(inSlice(3), { total: 99 })]],
		[
			'with a short one of which nobody says what there is',
			{},
			[page(inSlice(3), { total: null })],
		],
		['with all that there is said to be', { total: 8 }, [page(inSlice(4), { total: 8 })]],
		['with an empty page', {}, [EMPTY, page([], { total: 11 })]],
	])('ends %s', (_, more, answers) => {
		expect(read(part(more), answers).result).toMatchObject(next());
		expect(read(part({ ...more, isOpen: true }), answers).result).toBeUndefined();
	});

	it.each<[string, Partial<SliceMark>, PageAnswer]>([
		['a full page before all', { total: 9 }, page(inSlice(4), { total: 9 })],
		['a full page where nobody says how many there are', {}, page(inSlice(4), { total: null })],
		['a full page that is said to be more than all', { total: 3 }, page(inSlice(4), { total: 3 })],
	])('goes on after %s', (_, more, answer) =>
		expect(read(part(more), [answer]).result).toMatchObject({ at: T0 + 100, page: 2 }),
	);

	it('is not over with a short first page, since nobody said that it is one', () => {
		const first = slice({ page: 0, first: 4 });
		expect(read(first, [page(inSlice(3), { total: null })]).result).toMatchObject({ page: 1 });
	});

	it('goes back a page where something left it, and the next window begins with it', () => {
		const { result, reader } = read(part({ page: 2, total: 12 }), [
			page(inSlice(4), { total: 11 }),
		]);
		expect(result).toMatchObject({ page: 1, total: 11, first: 4 });
		expect(reader.unsettled).toBe(T0 + 100);
		const shrunk = read(part({ page: 2, total: 12 }), [page(inSlice(1), { total: 11 })]);
		expect(shrunk.result).toMatchObject({ page: 1 });
		const first = read(slice({ page: 0, first: 4, total: 12 }), [page(inSlice(4), { total: 11 })]);
		expect(first.result).toMatchObject({ page: 0 });
		const grown = read(part({ page: 2, total: 12 }), [page(inSlice(4), { total: 13 })]);
		expect([grown.result?.by === 'slices' && grown.result.page, grown.reader.unsettled]).toEqual([
			3,
			null,
		]);
		const unsaid = read(part({ page: 2, total: 12 }), [page(inSlice(4), { total: null })]);
		expect(unsaid.result).toMatchObject({ page: 3 });
		expect(unsaid.result).not.toHaveProperty('total');
	});

	it.each<[string, Partial<SliceMark>, PageAnswer[], number | undefined]>([
		['by a second page', {}, [page(inSlice(4), { total: 20 })], 4],
		['not by a first one', { page: 0 }, [page(inSlice(4), { total: 20 })], undefined],
		['not by an empty one', {}, [EMPTY, EMPTY], undefined],
		[
			'not where pages are as large as asked for',
			{ first: 10 },
			[page(inSlice(4), { total: 20 })],
			undefined,
		],
	])('tells how many the service gives at the most: %s', (_, more, answers, cap) =>
		expect(read(part(more), answers).reader.cap).toBe(cap),
	);
});
