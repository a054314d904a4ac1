/** One page of the history, what it asks for, and when a walk over the pages goes on, each at its limits. */
import {
	identifyRecord,
	listHistory,
	MAX_PAGE_SIZE,
	PageWalk,
	readHistoryItem,
	readHistoryPage,
} from '../../../nodes/shared/history/pages.ts';
import type { HistoryFilter } from '../../../nodes/shared/rpc/schemas.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';

const recordOf = (hash: string, more = {}) => readHistoryItem({ hash, ...more })!;

/** A session that answers each page from a list, and what it was asked. */
function sessionOf(pages: object[]) {
	const asked: unknown[][] = [];
	const call = async (...given: unknown[]) => {
		asked.push(given);
		return await Promise.resolve({ result: pages[asked.length - 1] });
	};
	return { session: { call } as unknown as RpcSession, asked };
}

it.each<[HistoryFilter | undefined, object]>([
	[undefined, { page_size: 10, page: 2 }],
	[{}, { page_size: 10, page: 2 }],
	[{ type: 'tx' }, { page_size: 10, page: 2, filter: { type: 'tx' } }],
])('a page with the filter %j is asked for by %j', async (filter, params) => {
	const { session, asked } = sessionOf([{ history: [] }]);
	const options = { maxAttempts: 2 };
	expect(await readHistoryPage(session, { page: 2, pageSize: 10, filter }, options)).toEqual({
		items: [],
		records: [],
		count: 0,
		total: null,
		pageCount: null,
	});
	expect(asked).toStrictEqual([['checkup.getcheckshistory', params, options]]);
});

it.each([
	[0, 0],
	[1, 1],
	['25', 25],
	[-1, null],
	[1.5, null],
	[Infinity, null],
	['x', null],
	[null, null],
])('a count of %j is %j', async (sent, count) => {
	const { session } = sessionOf([{ history: [], meta: { total: sent, page_count: sent } }]);
	const { total, pageCount } = await readHistoryPage(session, { page: 0, pageSize: 1 });
	expect([total, pageCount]).toEqual([count, count]);
});

it('a record is known by its hash, or by all that it holds', () => {
	const [first, later] = [recordOf('a'), recordOf('a', { status: 'SUCCESS' })];
	expect([identifyRecord(first), identifyRecord(later)]).toEqual(['a', 'a']);
	expect(identifyRecord(recordOf('', { status: 5 }))).toBe('{"hash":"","status":5}');
});

describe('a walk goes on after', () => {
	/** The pages of a walk: the records of each as one letter each, the elements, the total and the page count. */
	type Page = [records: string, total: number | null, pageCount: number | null, count?: number];
	const walkOver = (pages: Page[]) => {
		const walk = new PageWalk();
		return pages.map(([hashes, total, pageCount, count = hashes.length]) => {
			const records = [...hashes].map((hash) => recordOf(hash));
			return walk.goesOnAfter({ records, count, total, pageCount });
		});
	};

	it.each<[string, Page[], boolean[]]>([
		['a page of new records', [['ab', null, null]], [true]],
		['no empty page', [['', null, null]], [false]],
		['no empty page, whatever the total', [['', 9, 9]], [false]],
		['a page without records, if more are said', [['', 9, null, 2]], [true]],
		['no page without records otherwise', [['', 0, null, 2]], [false]],
		['a total that is not reached', [['ab', 3, null]], [true]],
		['no total that is reached', [['ab', 2, 9]], [false]],
		['a total that is too small', [['ab', 1, null]], [true]],
		['a total that is too small, by the pages', [['ab', 1, 1]], [false]],
		[
			'fewer pages than said',
			[
				['ab', null, 2],
				['cd', null, 2],
			],
			[true, false],
		],
		['a page count of 0, which says nothing', [['ab', null, 0]], [true]],
		[
			'no page of old records',
			[
				['ab', null, null],
				['ab', null, null],
			],
			[true, false],
		],
		[
			'no page of old records, whatever the pages',
			[
				['ab', null, 9],
				['ab', null, 9],
			],
			[true, false],
		],
		[
			'one page of old records below the total',
			[
				['ab', 3, null],
				['ab', 3, null],
			],
			[true, true],
		],
		[
			'not two',
			[
				['ab', 3, null],
				['ab', 3, null],
				['ab', 3, null],
			],
			[true, true, false],
		],
		[
			'one again, if records came between',
			[
				['a', 9, null],
				['a', 9, null],
				['b', 9, null],
				['b', 9, null],
				['b', 9, null],
			],
			[true, true, true, true, false],
		],
		[
			'no page of old records beyond the total',
			[
				['ab', 3, null],
				['ab', 1, null],
			],
			[true, false],
		],
		[
			'a page with one new record',
			[
				['ab', null, null],
				['bc', null, null],
			],
			[true, true],
		],
	])('%s', (_, pages, expected) => expect(walkOver(pages)).toEqual(expected));
});

describe('a list', () => {
	const DATES = { initDate: '2031-05-17T09:00:00Z', resultDate: '2031-05-17T09:00:10Z' };
	const page = (...hashes: string[]) => ({
		history: hashes.map((hash) => ({ hash, ...DATES })),
		meta: { total: 99 },
	});

	it.each([
		[1, 1],
		[999, 999],
		[1_000, 1_000],
		[1_001, 1_000],
		[Infinity, 1_000],
	])('of %d records asks for pages of %i', async (limit, size) => {
		const { session, asked } = sessionOf([{ history: [] }]);
		expect(await listHistory(session, {}, limit)).toEqual([]);
		expect(asked[0]![1]).toEqual({ page_size: size, page: 0 });
		expect(MAX_PAGE_SIZE).toBe(1_000);
	});

	it('ends with the page that holds the last wanted record, and has no more', async () => {
		const { session, asked } = sessionOf([page('a'), page('a', 'b', 'c'), page('d')]);
		const list = await listHistory(session, { type: 'tx' }, 3);
		expect(list.map(({ hash }) => hash)).toEqual(['a', 'b', 'c']);
		const more = sessionOf([page('a'), page('a', 'b', 'c'), page('d')]);
		expect((await listHistory(more.session, {}, 2)).map(({ hash }) => hash)).toEqual(['a', 'b']);
		const bounded = { type: 'tx', date_to: 1_936_774_811 };
		expect(asked.map(([, params]) => params)).toEqual([
			{ page_size: 3, page: 0, filter: { type: 'tx' } },
			{ page_size: 3, page: 1, filter: bounded },
		]);
	});

	it('ends with the page that has a match', async () => {
		const { session, asked } = sessionOf([page('a'), page('b', 'c'), page('d')]);
		const list = await listHistory(session, {}, Infinity, ({ hash }) => hash === 'b');
		expect(list.map(({ hash }) => hash)).toEqual(['a', 'b', 'c']);
		expect(asked).toHaveLength(2);
	});

	it('keeps the upper date that was asked for, and has none where no record has a date', async () => {
		const own = sessionOf([page('a'), page('b'), { history: [] }]);
		await listHistory(own.session, { date_to: 7 }, Infinity);
		expect(own.asked.map(([, params]) => (params as { filter: unknown }).filter)).toEqual([
			{ date_to: 7 },
			{ date_to: 7 },
			{ date_to: 7 },
		]);
		const none = sessionOf([{ history: [{ hash: 'a' }] }, { history: [] }]);
		await listHistory(none.session, {}, Infinity);
		expect(none.asked[1]![1]).toEqual({ page_size: 1_000, page: 1, filter: {} });
	});

	it('has the upper date a second after the newest of the first page, on all later pages', async () => {
		const dated = (hash: string, initDate: string) => ({ hash, initDate });
		const { session, asked } = sessionOf([
			{ history: [dated('a', '2031-05-17T09:00:09Z'), dated('b', '2031-05-17T09:00:05Z')] },
			{ history: [dated('c', '2031-05-17T09:00:20Z')] },
			{ history: [] },
		]);
		await listHistory(session, { type: 'address' }, Infinity);
		const bounded = { page_size: 1_000, filter: { type: 'address', date_to: 1_936_774_810 } };
		expect(asked.slice(1).map(([, params]) => params)).toEqual([
			{ ...bounded, page: 1 },
			{ ...bounded, page: 2 },
		]);
	});

	it('takes the newest state of a record that it sees twice', async () => {
		const { session } = sessionOf([
			{ history: [{ hash: 'a', status: 'PENDING' }, { hash: 'b' }], meta: { total: 3 } },
			{ history: [{ hash: 'a', status: 'SUCCESS' }, { hash: 'c' }], meta: { total: 3 } },
		]);
		const list = await listHistory(session, {}, Infinity);
		expect(list.map(({ hash, status }) => hash + status)).toEqual(['aSUCCESS', 'b', 'c']);
	});
});
