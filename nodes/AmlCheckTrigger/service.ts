import type { IPollFunctions } from 'n8n-workflow';

import { fetchResult } from '../shared/checks/result';
import { toFailure } from '../shared/failures/failure';
import { readHistoryPage } from '../shared/history/pages';
import type { CallOptions, RpcSession } from '../shared/rpc/session';
import type { ReportAnswer } from './judge';
import type { FirstLimits } from './publishing';
import type { Service } from './results';

/** How long a poll may take where n8n doesn't say: within a minute, the usual poll time. */
const DEFAULT_BUDGET_MS = 45_000;
/** No poll takes longer, even if n8n allows it. */
const MAX_BUDGET_MS = 300_000;
/** Shares of the budget: up to them the poll requests pages and reports, and by the last one it ends. */
const PAGES_SHARE = 0.6;
const REPORTS_SHARE = 0.8;
const END_SHARE = 0.95;
/** Pages after the first are limited by the budget alone. */
const ANY_PAGE: FirstLimits = { maxAttempts: Infinity, withinMs: Infinity };
export const MAX_POLL_PAGES = 100;
/** The number of failed reports in a row after which this poll requests no more. */
const MAX_IN_A_ROW = 10;
/** How long one report may take in the first poll, in milliseconds. Each further poll doubles it. */
const REPORT_TIMEOUT_MS = 20_000;

type Limits = Required<Pick<CallOptions, 'timeoutMs' | 'withinMs'>>;

export class Budget {
	private readonly startedAt = Date.now();
	private readonly ms: number;
	private readonly deadlineAt: number;
	private slowestMs = 0;

	/** @param context n8n 2.38 and later say how long a poll may take. */
	constructor(context: IPollFunctions) {
		const given = context.getPollBudgetMs?.() ?? 0;
		this.ms = given > 0 ? Math.min(given, MAX_BUDGET_MS) : DEFAULT_BUDGET_MS;
		this.deadlineAt = this.startedAt + this.ms * END_SHARE;
	}

	/** Runs a request within the time that is left, and learns how long one takes. */
	async run<T>(timeoutMs: number, call: (limits: Limits) => Promise<T>): Promise<T> {
		const begunAt = Date.now();
		const leftMs = Math.max(1, this.deadlineAt - begunAt);
		try {
			return await call({ withinMs: leftMs, timeoutMs: Math.min(timeoutMs, leftMs) });
		} finally {
			this.slowestMs = Math.max(this.slowestMs, Date.now() - begunAt);
		}
	}

	/** Whether a request that begins now is likely to end in time. */
	allows(share: number): boolean {
		const now = Date.now();
		return now < this.startedAt + this.ms * share && now + this.slowestMs < this.deadlineAt;
	}
}

/**
 * Connects the cursor with the service. If it includes reports, the pages leave time for them.
 * @param first limits of the first page, beside those of the budget.
 */
export function connect(
	session: RpcSession,
	budget: Budget,
	first: FirstLimits,
	includesReports: boolean,
): Service {
	const share = includesReports ? PAGES_SHARE : REPORTS_SHARE;
	let requests = 0;
	let pages = 0;
	return {
		account: session.serviceKey.slice(0, 12),
		now: () => {
			const local = Date.now();
			return Math.floor((session.service.clock.toService(local)?.from ?? local) / 1000);
		},
		page: async (page, pageSize) => {
			if (requests > 0 && (pages >= MAX_POLL_PAGES || !budget.allows(share))) return null;
			requests++;
			pages++;
			const { maxAttempts, withinMs } = requests === 1 ? first : ANY_PAGE;
			return await budget.run(Infinity, async (limits) => {
				const leftMs = Math.min(limits.withinMs, withinMs);
				const most = { ...limits, maxAttempts, withinMs: leftMs };
				return await readHistoryPage(session, { page, pageSize }, most);
			});
		},
		results: async (checks) => {
			const answers: ReportAnswer[] = checks.map(() => 'notAsked');
			let inARow = 0;
			await session.concurrently(checks, async ({ hash, tries }, index) => {
				const mayAsk = requests === 0 || budget.allows(REPORTS_SHARE);
				if (inARow >= MAX_IN_A_ROW || !mayAsk) return;
				requests++;
				const read = async (limits: Limits) =>
					await fetchResult(session, hash, undefined, { ...limits, maxAttempts: 2 });
				try {
					answers[index] = { report: await budget.run(REPORT_TIMEOUT_MS * 2 ** tries, read) };
					inARow = 0;
				} catch (thrown) {
					const { kind, message } = toFailure(thrown);
					answers[index] = { missing: message };
					inARow += kind === 'rateLimited' || kind === 'credentials' ? MAX_IN_A_ROW : 1;
				}
			});
			return answers;
		},
	};
}
