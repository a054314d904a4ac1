/** Which searches for reports a run makes beside its checks, for which of them, and what it takes from what they show. */
import type { NodeRun } from '../../../nodes/AmlCheck/run/nodeRun.ts';
import type { Previous } from '../../../nodes/AmlCheck/run/reports.ts';
import type { Ending } from '../../../nodes/AmlCheck/screening/endings.ts';
import {
	isCompared,
	readOwnReports,
	readPrevious,
	withOwnReport,
} from '../../../nodes/AmlCheck/screening/evidence.ts';
import { Wish, type Plan, type Row } from '../../../nodes/AmlCheck/screening/wish.ts';
import { readCurrency } from '../../../nodes/shared/currencies.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { makeTaken } from './entries.mts';

const failure = makeFailure('timeout');

interface Wanted {
	code?: string;
	hash?: string;
	items?: number[];
	counterparty?: object;
	status?: string;
	/** How it has ended, if it has no check. */
	ending?: Ending | null;
}

const row = (more: { comparePrevious?: boolean; simplifies?: boolean } = {}): Row => {
	const { comparePrevious = true, simplifies = true } = more;
	return { targets: [], waits: true, simplifies, options: { comparePrevious } as never };
};

/** A run whose service shows these reports, and what was searched for. */
function start(wanted: Wanted[], rows: Row[] = [row()], reports: Array<Partial<CheckRecord>> = []) {
	const searches: unknown[] = [];
	const call = async (_: string, params: { currency: string }) => {
		searches.push(params);
		return await Promise.resolve({
			result: { checks: reports.filter(({ currency }) => currency === params.currency) },
		});
	};
	const concurrently = async <T,>(entries: readonly T[], work: (entry: T) => Promise<void>) =>
		void (await Promise.all(entries.map(work)));
	const isSimplified = (index: number) => {
		const one = rows[index]!;
		return 'simplifies' in one && one.simplifies;
	};
	const run = { session: { call, concurrently }, isSimplified } as unknown as NodeRun;
	const endings = new Map<Wish, Ending>();
	const wishes = wanted.map(({ code = 'BTC', items = [0], ending, ...more }, n) => {
		const currency = readCurrency(code)!;
		const address = bookAddress(currency.network as 'BTC', 'low');
		const target = makeTarget({ kind: 'address', tokenId: '', currency, address });
		const { hash = `hash-${n}`, status = 'SUCCESS', counterparty } = more;
		const check = { hash, status, counterparty, initDate: '2026-06-02T12:00:00+00:00' };
		const wish = new Wish(target, items, {} as never, true, [makeTaken({ hash })], undefined);
		const shown = { check, raw: {}, facts: {} } as unknown as Ending;
		if (ending !== null) endings.set(wish, ending ?? shown);
		return wish;
	});
	const wishesOf = rows.map((_, index) => wishes.filter(({ items }) => items.includes(index)));
	return { plan: { run, rows, wishes, wishesOf } as unknown as Plan, endings, searches };
}

const search = (network: 'BTC' | 'ETH') => ({
	...{ hash: bookAddress(network, 'low'), currency: network },
});

const report = (hash: string, network: 'BTC' | 'ETH', more: object = {}) => ({
	...{ hash, status: 'SUCCESS', currency: network, address: bookAddress(network, 'low') },
	...{ initDate: '2026-06-01T12:00:00+00:00', ...more },
});

describe('an item is compared', () => {
	it.each<[Row, boolean]>([
		[row(), true],
		[row({ comparePrevious: false }), false],
		[row({ simplifies: false }), false],
		[{ failure }, false],
	])('%#', (one, expected) => {
		expect(isCompared(one)).toBe(expected);
	});
});

describe('the previous checks', () => {
	const raw = row({ simplifies: false });

	it.each<[string, Wanted[], Row[], number]>([
		['of each that an item compares', [{}, { code: 'ETH' }], [row()], 2],
		['where one of merged items compares', [{ items: [0, 1] }], [raw, row()], 1],
		['not where no item does', [{ items: [0, 1] }], [raw, { failure }], 0],
		['not of a failure', [{ ending: { failure } }], [row()], 0],
	])('are searched for: %s', async (_, wanted, rows, count) => {
		const { plan, endings, searches } = start(wanted, rows);
		const found = await readPrevious(plan, endings);
		expect([searches.length, found.size]).toEqual([count, count]);
	});

	it('are known by their wish, with the report of its own check', async () => {
		const [old, own] = [report('old', 'ETH', { token_id: '0' }), report('hash-1', 'ETH')];
		const wanted = [{ ending: { failure } }, { code: 'ETH' }];
		const { plan, endings, searches } = start(wanted, [row()], [own, old]);
		const found = await readPrevious(plan, endings);
		expect([...found]).toEqual([[plan.wishes[1], { check: old, own }]]);
		expect(searches).toEqual([search('ETH')]);
	});
});

describe('the report of the own check', () => {
	const none = new Map<Wish, Previous>();
	const owner = { name: 'Somebody' };

	it.each<[string, Wanted[], Row[], unknown[]]>([
		['alone', [{}], [row()], [search('BTC')]],
		['of two networks', [{}, { code: 'ETH' }], [row()], [search('BTC'), search('ETH')]],
		['of two assets', [{ code: 'ETH' }, { code: 'USDTERC20' }], [row()], [search('ETH')]],
		['of an item beside one that failed', [{}], [row(), { failure }], [search('BTC')]],
		['of two equal items', [{ items: [0, 1] }], [row(), row()], [search('BTC')]],
		['of a batch', [{ items: [0] }, { code: 'ETH', items: [1] }], [row(), row()], []],
		['of a raw item', [{}], [row({ simplifies: false })], []],
		[
			'where one of two equal items is simplified',
			[{ items: [0, 1] }],
			[row({ simplifies: false }), row()],
			[search('BTC')],
		],
		['that names the owner', [{ counterparty: owner }], [row()], []],
		['of one that is not finished', [{ status: 'PENDING' }], [row()], []],
		['of one that failed', [{ status: 'FAILED' }], [row()], []],
		['of a network without a search', [{ code: 'BSC' }], [row()], []],
		['of a failure', [{ ending: { failure } }], [row()], []],
		['of what has not ended', [{ ending: null }], [row()], []],
		[
			'only of those that need it',
			[{ counterparty: owner }, { code: 'ETH' }],
			[row()],
			[search('ETH')],
		],
	])('is searched for: %s', async (_, wanted, rows, expected) => {
		const { plan, endings, searches } = start(wanted, rows);
		expect(await readOwnReports(plan, endings, none)).toEqual(new Map());
		expect(searches).toEqual(expected);
	});

	it('is found by its hash', async () => {
		const [first, second] = [report('hash-0', 'BTC'), report('HASH-1', 'ETH')];
		const reports = [report('x', 'BTC'), first, second];
		const { plan, endings } = start([{}, { code: 'ETH' }], [row()], reports);
		expect([...(await readOwnReports(plan, endings, none))]).toEqual([
			[plan.wishes[0], first],
			[plan.wishes[1], second],
		]);
	});

	it('is taken from the search for the previous one, which is not repeated', async () => {
		const own = report('hash-0', 'BTC') as unknown as CheckRecord;
		const { plan, endings, searches } = start([{}, { code: 'ETH' }]);
		const [first, second] = plan.wishes as [Wish, Wish];
		const previous = new Map<Wish, Previous>([
			[first, { own }],
			[second, { unknown: 'Too slow' }],
		]);
		expect([...(await readOwnReports(plan, endings, previous))]).toEqual([[first, own]]);
		expect(searches).toEqual([]);
	});

	it('of a token is searched for although its previous one could not be', async () => {
		const own = report('hash-0', 'ETH') as unknown as CheckRecord;
		const { plan, endings } = start([{ code: 'USDTERC20' }], [row()], [own]);
		const [wish] = plan.wishes as [Wish];
		const previous = new Map<Wish, Previous>([[wish, { unknown: 'Not searchable' }]]);
		expect([...(await readOwnReports(plan, endings, previous))]).toEqual([[wish, own]]);
	});

	it('gives its links, its owner and its score to the check, and nothing else', () => {
		const own = { ...report('h', 'BTC'), counterparty: owner } as unknown as CheckRecord;
		const shown = { check: { hash: 'h' }, raw: { a: 1 }, facts: { asset: 'Bitcoin' } } as never;
		expect(withOwnReport(shown, own)).toEqual({
			...{ check: { hash: 'h' }, raw: { a: 1 } },
			facts: { asset: 'Bitcoin', links: own, counterparty: owner, historyItem: own },
		});
	});
});
