/** What the tests of Check Service share: histories, the items by their lines, and the faults of answers. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bookAddress, makeAddress, makeTransaction } from '../../../sandbox/server.mts';
import { jsonOf, run, sandbox, type OperationRun } from '../operations/support.mts';

export const HISTORY = 'checkup.getcheckshistory';
export const LOW = bookAddress('ETH', 'low');
const MINUTE = 60_000;

/** A wallet on a network without tokens, screened alone and for a transaction. */
const BTC_WALLET = makeAddress('BTC', 'service');

/** The kinds of checks that a faithful service has: several networks, a transaction, an unfinished one. */
export function fillHistory(): void {
	const now = Date.now();
	for (let nth = 12; nth > 2; nth--)
		sandbox().addCheck({
			currency: nth % 2 ? 'ETH' : 'TRX',
			address: makeAddress(nth % 2 ? 'ETH' : 'TRX', nth),
			initAt: now - nth * MINUTE,
			processingMs: 4_000,
			riskscore: nth * 7,
			status: 'SUCCESS',
		});
	const done = { initAt: now - 2 * MINUTE, processingMs: 4_000, riskscore: 12, status: 'SUCCESS' };
	sandbox().addCheck({ ...done, currency: 'BTC', address: BTC_WALLET });
	const transaction = makeTransaction('BTC', 'service');
	sandbox().addCheck({ ...done, currency: 'BTC', address: BTC_WALLET, transaction });
	sandbox().addCheck({ address: bookAddress('ETH', 'neverFinishing'), initAt: now - 20_000 });
}

type Item = IDataObject & { line: string; verdict: string; observed: string };

/** The items of a run by the first word of their lines: `Summary`, `1`, `A`, `Paid`. */
export async function check(parameters: INodeParameters = {}, more: OperationRun = {}) {
	const ran = await run('account.checkService', parameters, more);
	const items = jsonOf(ran.main) as Item[];
	const find = (id: string) => items.find(({ line }) => line.split(' ')[0] === id)!;
	const of = (verdict: string) =>
		items.filter((item) => item.verdict === verdict && item.line !== 'Summary');
	return { ran, items, find, of, summary: items[0]! };
}

interface Page {
	result: { history: Array<Record<string, unknown>>; meta: Record<string, unknown> };
}

/** Changes every page of the history on its way out. */
export function changePages(change: (page: Page['result'], nth: number) => void): void {
	let nth = 0;
	sandbox().fault({
		method: HISTORY,
		kind: 'changed',
		times: Infinity,
		change: (body: Page) => {
			change(body.result, nth++);
			return body;
		},
	});
}

interface Result {
	result: { check: Record<string, unknown> & { report: Record<string, unknown> } };
}

/** Changes every result on its way out. */
export function changeResults(change: (check: Result['result']['check']) => void): void {
	sandbox().fault({
		method: 'checkup.getresult',
		kind: 'changed',
		times: Infinity,
		change: (body: Result) => {
			if (body.result) change(body.result.check);
			return body;
		},
	});
}

/** Changes the answer of another method on its way out. */
export function changeAnswer(method: string, change: (result: never) => unknown): void {
	sandbox().fault({
		method,
		kind: 'changed',
		times: Infinity,
		change: (body: { result: never }) =>
			body.result ? { ...body, result: change(body.result) } : body,
	});
}
