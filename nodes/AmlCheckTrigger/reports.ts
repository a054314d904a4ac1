import type { IPollFunctions } from 'n8n-workflow';

import { makeOwnerSearch, type OwnerSearch } from '../shared/check/reports';
import { fetchResult } from '../shared/check/result';
import { toFailure } from '../shared/failures/failure';
import { fetchHistoryPage } from '../shared/service/pages';
import type { CallOptions, RpcSession } from '../shared/service/session';
import { parseOutcome } from '../shared/base/statuses';
import type { DueCheck, ReportAnswer } from './decide';
import type { Service } from './poll';

/* The service as one poll asks it: within the time that n8n gives the poll. */

/** How long a poll may take where n8n doesn't say: within a minute, the usual poll time. */
const DEFAULT_BUDGET_MS = 45_000;
/** No poll takes longer, even if n8n allows it. */
const MAX_BUDGET_MS = 300_000;
/** Shares of the time: up to them the poll requests pages and reports, and by the last one it ends. */
const PAGES_SHARE = 0.6;
const REPORTS_SHARE = 0.8;
const END_SHARE = 0.95;
/** After this number of failed reports in a row a poll requests no more. */
const MAX_IN_A_ROW = 10;

const NO_REPORTS = 'The service gave no reports';

/** The attempts for the first page of a poll, and the time for all of them in milliseconds. */
export type FirstLimits = Required<Pick<CallOptions, 'maxAttempts' | 'withinMs'>>;

/** The time of a poll. */
class Budget {
	private readonly startedAt = Date.now();
	private readonly ms: number;
	private slowestMs = 0;
	private requests = 0;

	/** @param context n8n 2.38 and later say how long a poll may take. */
	constructor(context: IPollFunctions) {
		const given = context.getPollBudgetMs?.() ?? 0;
		this.ms = given > 0 ? Math.min(given, MAX_BUDGET_MS) : DEFAULT_BUDGET_MS;
	}

	/** Runs a request within the time that is left, and learns how long one takes. */
	async run<T>(call: (leftMs: number) => Promise<T>): Promise<T> {
		const begunAt = Date.now();
		this.requests++;
		try {
			return await call(this.leftMs());
		} finally {
			this.slowestMs = Math.max(this.slowestMs, Date.now() - begunAt);
		}
	}

	leftMs(): number {
		return Math.max(1, this.startedAt + this.ms * END_SHARE - Date.now());
	}

	/** Whether a request that begins now is likely to end in time. The first one always is. */
	allows(share: number): boolean {
		const spentMs = Date.now() - this.startedAt;
		const endsInTime = spentMs + this.slowestMs < this.ms * END_SHARE;
		return this.requests === 0 || (spentMs < this.ms * share && endsInTime);
	}
}

/** The owners of addresses: each is asked for once a poll, within its time. */
function findOwners(session: RpcSession, budget: Budget): OwnerSearch {
	return makeOwnerSearch(session, {
		maxAttempts: 2,
		get withinMs() {
			return budget.leftMs();
		},
	});
}

/** Asks for reports and owners until the time is over, or the service gives none. */
async function fetchReports(
	session: RpcSession,
	budget: Budget,
	owners: OwnerSearch,
	checks: readonly DueCheck[],
): Promise<ReportAnswer[]> {
	const answers: ReportAnswer[] = checks.map(() => 'notAsked');
	let inARow = 0;
	let read = 0;
	await session.concurrently(checks, async ({ hash, item }, index) => {
		if (inARow >= MAX_IN_A_ROW || !budget.allows(REPORTS_SHARE)) return;
		try {
			const { check, usage } = await budget.run(
				async (withinMs) =>
					await fetchResult(session, hash, undefined, { withinMs, maxAttempts: 2 }),
			);
			const isDone = parseOutcome(check.status) === 'completed';
			const owner = isDone ? (await owners.find(item ?? check))?.owner : undefined;
			answers[index] = { report: { check, usage, owner } };
			inARow = 0;
			read++;
		} catch (thrown) {
			const { reason, message } = toFailure(thrown);
			answers[index] = { missing: message };
			inARow += reason === 'rateLimited' || reason === 'badCredential' ? MAX_IN_A_ROW : 1;
		}
	});
	// In an outage every check counts as asked: otherwise ten of them would go out in five polls.
	const isOutage = inARow >= MAX_IN_A_ROW && read === 0;
	return answers.map((answer) =>
		isOutage && answer === 'notAsked' ? { missing: NO_REPORTS } : answer,
	);
}

/**
 * Connects a poll with the service. If it includes reports, the pages leave time for them.
 * @param first limits of the first page, beside those of the time.
 */
export function connect(
	session: RpcSession,
	context: IPollFunctions,
	first: FirstLimits,
	includesReports: boolean,
): Service {
	const budget = new Budget(context);
	const owners = findOwners(session, budget);
	const share = includesReports ? PAGES_SHARE : REPORTS_SHARE;
	let pages = 0;
	return {
		account: session.serviceKey.slice(0, 12),
		now: () => {
			const local = Date.now();
			return Math.floor((session.service.clock.toService(local)?.from ?? local) / 1000);
		},
		page: async (page, pageSize) => {
			if (!budget.allows(share)) return null;
			const limits = pages++ === 0 ? first : { maxAttempts: Infinity, withinMs: Infinity };
			return await budget.run(async (leftMs) => {
				const withinMs = Math.min(leftMs, limits.withinMs);
				return await fetchHistoryPage(session, { page, pageSize }, { ...limits, withinMs });
			});
		},
		reports: async (checks) => await fetchReports(session, budget, owners, checks),
	};
}
