/** Reading the history back to a moment: wherever it shows what is not finished, and whatever odd records it has. */
import { pickRecent } from '../../../nodes/AmlCheck/screening/reuse.ts';
import { readTarget } from '../../../nodes/AmlCheck/screening/target.ts';
import { type Excerpt, readBackTo } from '../../../nodes/AmlCheck/screening/historySearch.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';
import { makeAddress } from '../../../sandbox/addresses.mts';

const NOW = Date.UTC(2026, 2, 1, 12);
const MINUTE = 60_000;
const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;

const finished = (hash: string, endedAt: number) => ({
	...{ hash, currency: 'BTC', address: 'x', transaction: '', status: 'SUCCESS' },
	...{ initDate: iso(endedAt - MINUTE), resultDate: iso(endedAt) },
});

const unfinished = (hash: string, begunAt: number) => ({
	...{ hash, currency: 'BTC', address: 'x', transaction: '', status: 'PENDING' },
	...{ initDate: iso(begunAt), resultDate: null },
});

/** 300 checks of others that ended before, one a minute. */
const OLDER = Array.from({ length: 300 }, (_, n) => finished(`old-${n}`, NOW - (n + 30) * MINUTE));

/** A session that answers with pages of the records, in their order. */
function sessionOf(records: readonly unknown[], hasMeta = true): RpcSession {
	const call = async (_: string, { page, page_size }: { page: number; page_size: number }) => {
		const history = records.slice(page * page_size, (page + 1) * page_size);
		const page_count = Math.ceil(records.length / page_size);
		const meta = hasMeta ? { total: records.length, page, page_count, page_size } : {};
		return { result: { history, meta } };
	};
	const knowledge = { noteHistory: () => undefined };
	return { call, knowledge } as unknown as RpcSession;
}

async function search(records: readonly unknown[], hasMeta?: boolean): Promise<Excerpt> {
	const since = () => NOW - 5 * MINUTE;
	const deadlineAt = Date.now() + 10_000;
	return await readBackTo(sessionOf(records, hasMeta), { filter: {}, since, deadlineAt });
}

const mine = unfinished('mine', NOW - MINUTE);

describe('a check that is not finished is found', () => {
	it.each<[string, unknown[]]>([
		['at the top', [mine, ...OLDER]],
		['at the end, after 300 older ones', [...OLDER, mine]],
		['at the end, among others', [...OLDER, unfinished('another', NOW), mine]],
		['in between', [finished('new', NOW), mine, ...OLDER]],
		['behind records without a date', [{ hash: 'odd' }, { hash: 'odder' }, ...OLDER, mine]],
		['behind records that are none', [null, 'x', 7, {}, ...OLDER, mine]],
	])('%s', async (_, records) => {
		const { records: read, isWhole } = await search(records);
		expect(read.map(({ hash }) => hash)).toContain('mine');
		expect(isWhole).toBe(true);
	});

	it('where the service does not say how many there are', async () => {
		const { records } = await search([...OLDER, mine], false);
		expect(records.map(({ hash }) => hash)).toContain('mine');
	});
});

describe('a report', () => {
	const address = makeAddress('BTC', 1);
	const target = readTarget({
		...{ kind: 'address', currency: 'BTC', address, tokenId: '', validate: true },
	});
	const options = { reuseWithinHours: 24, reuseUntoldAsset: false };
	const report = (dates: object) => ({
		...{ hash: 'h', currency: 'BTC', address, transaction: null, status: 'SUCCESS' },
		...{ report: { riskscore: 1, signals: {} } },
		...dates,
	});

	it.each<[string, object, boolean]>([
		['of today', { initDate: iso(NOW - 2 * MINUTE), resultDate: iso(NOW - MINUTE) }, true],
		['of 90 days ago', { resultDate: iso(NOW - 90 * 24 * 60 * MINUTE) }, false],
		['of 90 days ago without a date of its result', { initDate: iso(NOW - 1.3e10) }, false],
		['without any date', { initDate: null, resultDate: null }, false],
		['with a date that is none', { resultDate: 'yesterday' }, false],
	])('%s', (_, dates, isTaken) => {
		const found = pickRecent([report(dates)] as never, target, options, NOW);
		expect(found !== undefined).toBe(isTaken);
	});
});
