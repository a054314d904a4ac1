/** What other reports of a target add to a check: the one before. */
import { findAllPrevious } from '../../../nodes/AmlCheck/run/reports.ts';
import { makeFailure, type FailureKind } from '../../../nodes/shared/failures/failure.ts';
import type { CallOptions, RpcSession } from '../../../nodes/shared/rpc/session.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';
import { readCurrency } from '../../../nodes/shared/currencies.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { times } from './support.mts';

const BTC = bookAddress('BTC', 'low');

const check = (hash: string, more: object = {}): CheckRecord =>
	({
		...{ hash, currency: 'BTC', address: BTC, status: 'SUCCESS' },
		initDate: '2026-01-02T00:00:00+00:00',
		...more,
	}) as CheckRecord;

const targetOf = (code: string, address = bookAddress('BTC', 'low')) =>
	makeTarget({
		...{ kind: 'address' as const, currency: readCurrency(code)!, address, tokenId: '' },
	});

/** A service with a list of reports for each address; what it does after each search, one after the other. */
function open(
	reports: Record<string, CheckRecord[]>,
	fails: Array<FailureKind | undefined> = [],
	isOneByOne = false,
) {
	const calls: Array<{ params: { hash: string; currency: string }; options: CallOptions }> = [];
	let inFlight = 0;
	let most = 0;
	const session = {
		call: async (_: string, params: { hash: string; currency: string }, options: CallOptions) => {
			const kind = fails[calls.length];
			const number = calls.push({ params, options });
			most = Math.max(most, ++inFlight);
			await Promise.resolve();
			inFlight--;
			if (kind) throw makeFailure(kind, { serviceMessage: `No ${number}` });
			return { result: { checks: reports[params.hash] ?? [] } };
		},
		concurrently: async <T,>(list: readonly T[], task: (one: T) => Promise<void>) => {
			if (!isOneByOne) await Promise.all(list.map(task));
			else for (const one of list) await task(one);
		},
	} as unknown as RpcSession;
	return { session, calls, most: () => most };
}

describe('the check before', () => {
	const target = targetOf('BTC');
	const day = (number: number) => ({ initDate: `2026-01-0${number}T00:00:00+00:00` });
	const now = check('now', day(5));
	const find = async (...reports: CheckRecord[]) => {
		const wish = { target, check: now };
		const { session, calls } = open({ [BTC]: reports });
		const previous = (await findAllPrevious(session, [wish])).get(wish)!;
		return { hash: previous.check?.hash, own: previous.own?.hash, calls };
	};

	it('is searched by address and network, twice at most, within 15 seconds', async () => {
		expect(await find()).toEqual({
			calls: [
				{
					params: { hash: BTC, currency: 'BTC' },
					options: { timeoutMs: 15_000, withinMs: 15_000, maxAttempts: 2 },
				},
			],
		});
	});

	it.each<[string, string | undefined, CheckRecord[]]>([
		['the newest', 'b', [check('a', day(1)), check('b', day(3)), check('c', day(2))]],
		['one that began at the same time', 'a', [check('a', day(5))]],
		['no later one', undefined, [check('a', day(6))]],
		['no pending one', undefined, [check('a', { ...day(1), status: 'PENDING' })]],
		['no failed one', undefined, [check('a', { ...day(1), status: 'FAILED' })]],
		['not itself, in any spelling', undefined, [check(' NOW', day(1))]],
		['none of a transaction', undefined, [check('a', { ...day(1), transaction: 'ab'.repeat(32) })]],
		['none that names no address', undefined, [check('a', { ...day(1), address: null })]],
		['one without a date, for want of another', 'a', [check('a', { initDate: null })]],
		['rather one with a date', 'b', [check('a', { initDate: null }), check('b', day(1))]],
	])('is %s', async (_, hash, reports) => {
		expect(await find(...reports)).toMatchObject({ hash });
	});

	it('is any where the present one has no date', async () => {
		const wish = { target, check: check('now', { initDate: null }) };
		const { session } = open({ [BTC]: [check('a', day(9)), check('b', day(1))] });
		const found = await findAllPrevious(session, [wish]);
		expect(found.get(wish)?.check?.hash).toBe('a');
	});

	it('comes with the present one, as the search shows it', async () => {
		expect(await find(check('a', day(1)), check(' NOW', day(5)))).toMatchObject({
			...{ hash: 'a', own: ' NOW' },
		});
	});

	it('is not searched for a token, nor on a network without such a search', async () => {
		const wish = { target: targetOf('USDTTRC20', bookAddress('TRX', 'low')), check: now };
		const { session, calls } = open({});
		const [previous] = (await findAllPrevious(session, [wish])).values();
		expect(previous).toEqual({
			unknown:
				'Reports can be searched only for the native currency of BCH, BSV, BTC, ETC, ETH, LTC, TRX, XLM and XRP',
		});
		expect(calls).toEqual([]);
	});
});

describe('searches of several targets', () => {
	const wishes = (count: number) =>
		times(count, (index) => ({ target: targetOf('BTC', `wallet${index}`), check: check('now') }));
	const UP = undefined;
	const DOWN = 'unavailable';
	const search = async (fails: Array<FailureKind | undefined>, isOneByOne = false) => {
		const { session, calls, most } = open({}, fails, isOneByOne);
		const found = await findAllPrevious(session, wishes(fails.length));
		const failed = [...found.values()].map(({ unknown }) =>
			Number(unknown?.match(/\d+/)?.[0] ?? 0),
		);
		return { failed, calls: calls.length, most: most() };
	};

	it.each<
		[
			string,
			Array<FailureKind | undefined>,
			failed: readonly number[],
			most: number,
			calls?: number,
		]
	>([
		['all at once after the first', [UP, UP, UP, UP], [0, 0, 0, 0], 3],
		['one by one until one succeeds', [DOWN, DOWN, UP, UP, UP], [1, 2, 0, 0, 0], 2],
		['no further after three have failed', [DOWN, DOWN, DOWN, UP, UP], [1, 2, 3, 3, 3], 1, 3],
		['on after two', [DOWN, DOWN, UP, UP], [1, 2, 0, 0], 1],
		[
			'on where a failure is about its target alone',
			...([times(5, () => 'rejected' as const), [1, 2, 3, 4, 5], 1] as const),
		],
		['well where nothing is found', ['notFound', UP], [0, 0], 1],
	])('go %s', async (_, fails, failed, most, calls = fails.length) => {
		expect(await search(fails)).toEqual({ failed, calls, most });
	});

	it('count failures in a row, whose last one is then the reason of all', async () => {
		const fails = [UP, DOWN, DOWN, UP, DOWN, 'rejected', DOWN, DOWN, UP, UP] as const;
		expect(await search([...fails], true)).toEqual({
			...{ failed: [0, 2, 3, 0, 5, 6, 7, 8, 8, 8], calls: 8, most: 1 },
		});
	});
});
