/** A history whose pages a test gives, with a log of all that is asked of it. */
import { RunHistory } from '../../../nodes/AmlCheck/waiting/history.ts';
import { makeFailure, type FailureKind } from '../../../nodes/shared/failures/failure.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';

export const NOW = Date.UTC(2026, 5, 1, 12);

export const iso = (moment: number) => new Date(moment).toISOString().replace('.000Z', '+00:00');

/** A check of the last minute, unless more is said. */
export const record = (hash: string, more: object = {}) => ({
	...{ hash, currency: 'BTC', address: 'a', transaction: '', status: 'SUCCESS' },
	...{ initDate: iso(NOW - 60_000), resultDate: iso(NOW - 50_000), ...more },
});

/** So many new checks, all with names of their own. */
export const records = (count: number, name: string | number) =>
	Array.from({ length: count }, (_, n) => record(`${name}-${n}`));

/** A check that is so old that everything below is older than any moment of a test. */
export const OLD = record('old', { initDate: iso(NOW - 1e10), resultDate: iso(NOW - 1e10) });

type Page = object[] | FailureKind | { fails: FailureKind; reason: 'noTimeLeft' };

interface Service {
	/** The records of a page, or how it fails; by page, size, and the number of the request, from 1 on. */
	page: (page: number, size: number, nth: number) => Page | Promise<Page>;
	meta?: object;
	/** The rest of the run's time, in milliseconds. */
	leftMs?: () => number;
	/** The service's clock minus this machine's, in milliseconds; undefined until a response shows it. */
	aheadMs?: () => { from: number; to: number } | undefined;
	serviceKey?: string;
}

let services = 0;

/** Opens the history of a run. `asked` has each request as page and size, and `limits` what it may take. */
export function openHistory(service: Service) {
	const { page, meta, leftMs = () => 300_000, aheadMs = () => ({ from: 0, to: 0 }) } = service;
	const asked: string[] = [];
	const limits: unknown[] = [];
	const call = async (_: string, params: { page: number; page_size: number }, options: object) => {
		asked.push(`${params.page}/${params.page_size}`);
		limits.push(options);
		const answer = await page(params.page, params.page_size, asked.length);
		if (Array.isArray(answer)) return { result: { history: answer, meta }, requestId: '1' };
		const { fails, ...facts } = typeof answer === 'string' ? { fails: answer } : answer;
		throw makeFailure(fails, facts);
	};
	const toService = (moment: number) => {
		const ahead = aheadMs();
		return ahead && { from: moment + ahead.from, to: moment + ahead.to };
	};
	const serviceKey = service.serviceKey ?? `a service ${++services}`;
	const session = { call, serviceKey, deadline: { leftMs }, clock: { toService } };
	return { history: new RunHistory(session as unknown as RpcSession), asked, limits };
}
