import {
	listHistory,
	PageWalk,
	readHistoryItem,
	readHistoryPage,
} from '../../../nodes/shared/history/pages.ts';
import { asSent, RESULTS } from '../../../nodes/shared/rpc/schemas.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';

const GOOD = {
	hash: 'a1',
	currency: 'btc',
	address: 'bc1',
	transaction: '',
	status: 'SUCCESS',
	initDate: '2031-05-17T09:00:00+00:00',
	resultDate: '2031-05-17T09:00:10+00:00',
	riskscore: 12,
};

type Params = { page: number; page_size: number; filter?: { date_to?: number } };

/** A session that answers from a function, through the schema that a real one checks by. */
function sessionOf(answer: (params: Params) => unknown): {
	session: RpcSession;
	asked: Params[];
} {
	const asked: Params[] = [];
	const call = async (_method: string, params: Params) => {
		asked.push(params);
		const result = answer(params);
		expect(RESULTS['checkup.getcheckshistory'].safeParse(result).success).toBe(true);
		return await Promise.resolve({ result, requestId: '1' });
	};
	return { session: { call } as unknown as RpcSession, asked };
}

/** `count` checks in pages of at most `cap`, with whatever the service says about them. */
function serviceOf(count: number, cap: number, meta: unknown) {
	return ({ page, page_size }: Params) => {
		const size = Math.min(page_size, cap);
		const all = Array.from({ length: count }, (_, n) => ({ ...GOOD, hash: `h${n}` }));
		return { history: all.slice(page * size, (page + 1) * size), meta };
	};
}

describe('one page', () => {
	it.each([
		['an address that is null', { address: null }],
		['a currency that is null', { currency: null }],
		['a status that is null', { status: null }],
		['a score that is an object', { riskscore: { value: 3 } }],
		['a date that is a number', { initDate: 1_936_000_000 }],
		['a transaction that is a list', { transaction: [] }],
		['links that are numbers', { pdfLink: 1, shareLink: 2 }],
	])('with %s is read, the record among the others, and kept as it was sent', async (_, wrong) => {
		const odd = { ...GOOD, hash: 'odd', ...wrong };
		const { session } = sessionOf(() => ({ history: [GOOD, odd], meta: { total: 2 } }));
		const { items } = await readHistoryPage(session, { page: 0, pageSize: 10 });
		expect(items.map(({ hash }) => hash)).toEqual(['a1', 'odd']);
		expect(asSent(items[0])).toBe(GOOD);
		expect(asSent(items[1])).toBe(odd);
		for (const key of ['currency', 'address', 'status'] as const)
			expect(typeof items[1][key]).toBe('string');
	});

	it.each([
		['empty', ''],
		['blank', ' '],
		['missing', undefined],
		['a number', 7],
	])('keeps a record whose hash is %s apart', async (_, hash) => {
		const { session } = sessionOf(() => ({ history: [GOOD, { ...GOOD, hash }, null, 'x'] }));
		const read = await readHistoryPage(session, { page: 0, pageSize: 10 });
		expect(read).toMatchObject({ items: [GOOD], count: 4, total: null, pageCount: null });
		expect(read.records).toHaveLength(2);
	});

	it.each([['1,500'], [null], [-1], [{}], [1.5]])('takes a total of %p for none', async (total) => {
		const { session } = sessionOf(() => ({ history: [GOOD], meta: { total } }));
		expect((await readHistoryPage(session, { page: 0, pageSize: 10 })).total).toBeNull();
	});
});

describe('a list', () => {
	it.each([
		['tells the truth', 2_500, 1_000, { total: 2_500, page_count: 3 }, 3],
		['has exactly one full page', 1_000, 1_000, { total: 1_000, page_count: 1 }, 1],
		['says one too many', 10, 1_000, { total: 11, page_count: 1 }, 2],
		['says one too few', 1_500, 1_000, { total: 999, page_count: 2 }, 2],
		['writes the total for people', 2_500, 1_000, { total: '2,500', page_count: 'three' }, 4],
		['gives pages of 100', 500, 100, { total: 500, page_count: 1 }, 5],
		['gives pages of 100 and says nothing', 500, 100, undefined, 6],
		['is empty', 0, 1_000, { total: 0, page_count: 0 }, 1],
	])('of a service that %s is whole', async (_, count, cap, meta, calls) => {
		const { session, asked } = sessionOf(serviceOf(count, cap, meta));
		const items = await listHistory(session, {}, Infinity);
		expect(items).toHaveLength(count);
		expect(asked).toHaveLength(calls);
	});

	it('ends where a service answers every page with the same items', async () => {
		const { session, asked } = sessionOf(() => ({ history: [GOOD], meta: { total: 9 } }));
		expect(await listHistory(session, {}, Infinity)).toEqual([GOOD]);
		expect(asked).toHaveLength(3);
	});

	it('reads the later pages under one upper date, that of the first page', async () => {
		const answer = serviceOf(30, 10, { total: 30 });
		const { session, asked } = sessionOf(answer);
		await listHistory(session, {}, Infinity);
		const bounds = asked.map(({ filter }) => filter?.date_to);
		expect(bounds).toEqual([undefined, 1_936_774_811, 1_936_774_811]);
	});
});

it('a walk believes a page count only where it names more pages', () => {
	const page = { items: [], count: 1, total: null, pageCount: 1 };
	const record = { ...GOOD, hash: 'x' };
	expect(new PageWalk().goesOnAfter({ ...page, records: [record] })).toBe(false);
	expect(new PageWalk().goesOnAfter({ ...page, records: [record], pageCount: 2 })).toBe(true);
});

describe('one record', () => {
	const OPTIONAL = ['transaction', 'initDate', 'resultDate', 'pdfLink', 'shareLink'] as const;
	const REQUIRED = ['hash', 'currency', 'address', 'status'] as const;

	it.each([...REQUIRED, ...OPTIONAL])('has a text or nothing, whatever its %s is', (key) => {
		for (const odd of [5, true, {}, [], null, undefined, ' ', '']) {
			const sent = { ...GOOD, [key]: odd };
			const item = readHistoryItem(sent)!;
			for (const name of REQUIRED) expect(typeof item[name]).toBe('string');
			for (const name of OPTIONAL)
				expect(['string', 'object']).toContain(typeof (item[name] ?? null));
			expect(asSent(item)).toBe(sent);
		}
	});

	it('keeps members that nobody knows, and its hash has no blanks', () => {
		const sent = { ...GOOD, hash: ' a1 ', more: { 1: 2 } };
		expect(readHistoryItem(sent)).toEqual({ ...sent, hash: 'a1' });
		for (const none of [null, 5, 'x', []]) expect(readHistoryItem(none)).toBeNull();
	});
});
