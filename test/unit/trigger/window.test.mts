/** A window of the history: read in one call, page by page, or as a backlog; and what speaks against its filter. */
import type {
	PageAnswer,
	PollAnswer,
	PollRequest,
} from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import type { WindowStart } from '../../../nodes/AmlCheckTrigger/cursor/reader.ts';
import { codeOf } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { WindowReading } from '../../../nodes/AmlCheckTrigger/cursor/window.ts';
import { item, T0 } from './support.mts';
import { checks, EMPTY, hashesOf, page, play, readerOf } from './script.mts';

const NOW = T0 + 10_000;
/** The script ends: the reading is left as it is. */
const STOP: PollAnswer = { kind: 'failed', failure: 'stop', timeLeft: false };

function read(
	answers: readonly PollAnswer[],
	start: Partial<WindowStart> = {},
	facts: Parameters<typeof readerOf>[1] = {},
) {
	const { from, findings } = readerOf(start, facts);
	const reading = new WindowReading(from, facts.pageSize ?? 10, findings);
	const requests: PollRequest[] = [];
	let failure: unknown;
	try {
		play(reading.read(), answers, requests);
	} catch (thrown) {
		failure = thrown;
	}
	return {
		requests,
		failure,
		reading,
		reader: reading.reader,
		mark: reading.mark,
		hashes: hashesOf(findings),
	};
}

const asked = (number: number, to?: number) => ({
	kind: 'page',
	page: number,
	pageSize: 10,
	dateFrom: T0 - 1,
	...(to === undefined ? {} : { dateTo: to + 1 }),
});
const hurried = (answer: PageAnswer): PageAnswer => ({ ...answer, timeLeft: false });
const probed = { by: 'probe', from: NOW, to: NOW };

describe('a window of one page', () => {
	it('takes one call', () => {
		const { requests, hashes, mark, reader } = read([page(checks(3, NOW))]);
		expect([requests, hashes, mark]).toEqual([[asked(0)], ['c2', 'c1', 'c0'], undefined]);
		expect(reader).toMatchObject({ hasRead: true, newest: NOW, unsettled: null, mayAskOn: true });
	});

	it('may be empty where nothing is known', () => {
		const { requests, hashes, mark } = read([EMPTY]);
		expect([requests.length, hashes, mark]).toEqual([1, [], undefined]);
	});

	it('that is empty is asked for again where something may be there', () => {
		for (const start of [
			{ skipUntil: T0 },
			{ hold: T0 },
			{ witness: { code: codeOf('c0'), second: NOW } },
		]) {
			expect(read([EMPTY, page(checks(1, NOW))], start).requests).toHaveLength(2);
			expect(read([hurried(EMPTY)], start).requests).toHaveLength(1);
		}
		expect(read([page(checks(1, NOW))], { skipUntil: T0 }).requests).toHaveLength(1);
	});

	it('is read without dates for as many polls as were counted', () => {
		const { requests, reader } = read([page(checks(1, NOW))], { unfiltered: 3 });
		expect(requests).toEqual([{ kind: 'page', page: 0, pageSize: 10 }]);
		expect(reader.unfiltered).toBe(2);
	});
});

describe('the filter is not gone by', () => {
	const distrusted = (answers: PollAnswer[], start: Partial<WindowStart> = {}) => {
		const { mark, reader, hashes, requests } = read(answers, start);
		return { mark, hashes, requests, misfit: reader.misfit, unfiltered: reader.unfiltered };
	};
	const nothing = { mark: { by: 'pages', page: 0 }, hashes: [], unfiltered: 20 };

	it('where a date has no zone', () => {
		const zoneless = { ...item('a', NOW), initDate: '2030-01-01T02:46:40' };
		expect(distrusted([hurried(page([zoneless]))])).toMatchObject({
			...nothing,
			misfit: 'zoneless',
		});
	});

	it('where a check lies outside', () => {
		const answer = hurried(page([item('a', T0 - 3)]));
		expect(distrusted([answer])).toMatchObject({ ...nothing, misfit: 'outside' });
		expect(distrusted([hurried(page([item('a', T0 - 2)]))])).toMatchObject({ misfit: undefined });
	});

	describe('where a check is missing that has to be there', () => {
		const witness = (second: number) => ({ witness: { code: codeOf('w'), second } });
		const others = hurried(page(checks(2, NOW)));

		it.each<[string, PageAnswer, Partial<WindowStart>, boolean]>([
			['it is', others, witness(T0 + 1), true],
			['it is there', hurried(page([item('w', T0 + 1)])), witness(T0 + 1), false],
			['it began with the window', others, witness(T0), false],
			['the window has no beginning', others, { ...witness(5), floor: null }, true],
			['there are more pages', hurried(page(checks(2, NOW), { total: 3 })), witness(T0 + 1), false],
			['none is known', others, {}, false],
			['one holds the window and none is there', hurried(EMPTY), { hold: T0 }, true],
			['one holds the window and others are there', others, { hold: T0 }, false],
		])('%s: %#', (_, answer, start, isMissing) =>
			expect(distrusted([answer], start).misfit).toBe(isMissing ? 'witness' : undefined),
		);
	});

	it('and what is there is read without it at once', () => {
		const { mark, hashes, requests, unfiltered } = distrusted([
			page([item('a', T0 - 3)]),
			page(checks(2, NOW)),
		]);
		expect([mark, hashes, unfiltered]).toEqual([undefined, ['c1', 'c0'], 19]);
		expect(requests[1]).toEqual({ kind: 'page', page: 0, pageSize: 10 });
	});

	it('unless the time was wrong: then nothing is decided', () => {
		const { failure, reader } = read([page(checks(1, NOW))], { newest: NOW + 3601 });
		expect(failure).toMatchObject({ latest: NOW + 1800 });
		expect(reader.hasRead).toBe(false);
		expect(read([page(checks(1, NOW))], { newest: NOW + 3600 }).failure).toBeUndefined();
	});
});

describe('a window of a few pages', () => {
	const all = checks(30, NOW);
	const part = (number: number, more: Partial<PageAnswer> = {}, of = all) =>
		page(of.slice(number * 10, number * 10 + 10), { total: of.length, ...more });

	it('is read page by page, under the newest date, and taken in when all of it is there', () => {
		const { requests, hashes, mark, reader } = read([part(0), part(1), part(2)]);
		expect(requests).toEqual([asked(0), asked(1, NOW), asked(2, NOW)]);
		expect([hashes.length, hashes[0], mark]).toEqual([30, 'c29', undefined]);
		expect([reader.unsettled, reader.cap]).toEqual([null, undefined]);
	});

	it("under the service's time where that is later", () => {
		const { requests } = read([part(0, { now: NOW + 60 }), part(1), part(2)]);
		expect(requests[1]).toEqual(asked(1, NOW + 60));
	});

	it('left half way is a backlog of which nothing was taken in', () => {
		for (const answers of [[hurried(part(0))], [part(0), hurried(part(1))], [part(0), STOP]]) {
			const { hashes, mark } = read(answers);
			expect([hashes, mark]).toEqual([[], probed]);
		}
	});

	it('tells how many the service gives at the most, by its second page', () => {
		const few = checks(12, NOW);
		const four = (number: number) => page(few.slice(number * 4, number * 4 + 4), { total: 12 });
		expect(read([four(0), four(1), four(2)]).reader.cap).toBe(4);
		expect(read([four(0), hurried(four(1))]).reader.cap).toBe(4);
		expect(read([hurried(four(0))]).reader.cap).toBeUndefined();
		expect(read([page(few.slice(0, 4))]).reader.cap).toBeUndefined();
		expect(read([part(0), part(1), part(2)], { cap: 4 }).reader.cap).toBeUndefined();
	});

	it.each([
		['of 50 checks is read', 50, 5],
		['of 51 is a backlog after two pages', 51, 2],
	])('%s', (_, count, pages) => {
		const many = checks(count, NOW);
		const numbers = Array.from({ length: pages }, (_unused, number) => number);
		const { hashes, mark } = read([...numbers.map((number) => part(number, {}, many)), STOP]);
		expect([hashes.length, mark]).toEqual(pages === 5 ? [50, undefined] : [0, probed]);
	});

	it('of which nobody says how long it is becomes a backlog after six', () => {
		const many = checks(90, NOW);
		const numbers = [0, 1, 2, 3, 4, 5];
		const answers = numbers.map((number) => part(number, { total: null }, many));
		const { requests, mark } = read([...answers, STOP]);
		expect(requests.slice(0, 6)).toEqual([asked(0), ...[1, 2, 3, 4, 5].map((n) => asked(n, NOW))]);
		expect(requests[6]).toMatchObject({ pageSize: 10, dateFrom: NOW - 1, dateTo: NOW + 1 });
		expect(mark).toEqual(probed);
	});

	it('that is mostly known may have 25', () => {
		const seen = new Map(checks(300, NOW).map(({ hash }) => [codeOf(hash), NOW]));
		const many = checks(100, NOW);
		const numbers = Array.from({ length: 10 }, (_, number) => number);
		const { hashes, mark } = read(
			numbers.map((number) => part(number, {}, many)),
			{},
			{ known: { seen } },
		);
		expect([hashes, mark]).toEqual([[], undefined]);
	});

	it('one of which shows something else than asked for is not gone on with', () => {
		const odd = page([item('late', NOW + 3)], { total: 30 });
		const { mark, reader, hashes } = read([part(0), hurried(odd)]);
		expect([mark, reader.misfit, hashes]).toEqual([{ by: 'pages', page: 0 }, 'outside', []]);
	});

	it('one of which is empty is asked for again without an upper date', () => {
		const { requests, hashes } = read([part(0), EMPTY, part(1), part(2)]);
		expect(requests).toEqual([asked(0), asked(1, NOW), asked(1), asked(2)]);
		expect(hashes).toHaveLength(30);
		const { mark } = read([part(0), hurried(page([], { total: 30 }))]);
		expect(mark).toBeUndefined();
	});

	it('from which something leaves meanwhile is read again from the page before', () => {
		const later = (number: number) => part(number, {}, all.slice(0, 29));
		const { requests, hashes, reader } = read([part(0), later(1), part(0), part(1), later(2)]);
		expect(requests).toEqual([asked(0), asked(1, NOW), asked(0), asked(1), asked(2)]);
		expect(hashes).toHaveLength(29);
		expect(reader.unsettled).toBe(T0);
		const { reader: other } = read([part(0), later(1), part(0), part(1), later(2)], {
			floor: null,
		});
		expect(other.unsettled).toBe(0);
	});

	it.each<[string, number | null, PageAnswer[]]>([
		['grows', 31, [page([item('last', NOW - 30)], { total: 31 })]],
		['is not said to be any length', null, [EMPTY, EMPTY]],
	])('that %s meanwhile is gone on with', (_, total, last) => {
		const { failure, requests, reader } = read([
			part(0),
			part(1, { total }),
			part(2, { total }),
			...last,
		]);
		expect(requests.slice(0, 4)).toEqual(
			[0, 1, 2, 3].map((n) => asked(n, n > 0 ? NOW : undefined)),
		);
		expect([failure, reader.unsettled]).toEqual([undefined, null]);
	});
});

describe('a reading that was left', () => {
	it.each([
		[
			'slices',
			{ by: 'slices' as const, at: T0 + 9, width: 9 },
			{ dateFrom: T0 + 8, dateTo: T0 + 18 },
		],
		['pages', { by: 'pages' as const, page: 3 }, { page: 3 }],
		[
			'a probe',
			{ by: 'probe' as const, from: T0, to: T0 + 1 },
			{ dateFrom: T0 - 1, dateTo: T0 + 2 },
		],
	])('is gone on with: %s', (_, mark, request) => {
		const { requests, mark: after } = read([STOP], { mark });
		expect(requests).toEqual([expect.objectContaining(request)]);
		expect(after).toEqual(mark);
	});

	it('ends after a hundred calls, or where there is enough to deliver', () => {
		const page1 = (number: number) => page([item(`c${number}`, NOW - number)], { total: 500 });
		const many = Array.from({ length: 120 }, (_, number) => page1(number));
		const start = { mark: { by: 'pages' as const, page: 1 } };
		const unwanted = () => ({ open: false, due: true, wanted: false, needsReport: false });
		const long = read(many, start, { pageSize: 1, how: { judge: unwanted } });
		expect([long.requests.length, long.mark]).toEqual([
			100,
			expect.objectContaining({ page: 101 }),
		]);
		const full = read(many, start, { pageSize: 1 });
		expect([full.requests.length, full.hashes.length]).toEqual([5, 5]);
	});
});
