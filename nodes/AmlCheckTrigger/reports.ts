import type { IPollFunctions } from 'n8n-workflow';

import { parseOutcome } from '../shared/base/statuses';
import { makeOwnerSearch } from '../shared/check/reports';
import { fetchResult } from '../shared/check/result';
import { isGeneral, toFailure } from '../shared/failures/failure';
import { fetchHistoryPage } from '../shared/service/pages';
import type { CallOptions, RpcSession } from '../shared/service/session';
import type { DueCheck, ReportAnswer } from './decide';
import type { Service } from './poll';

/* The service as one poll asks it: within the time that n8n gives the poll. */

/** How long a poll may take where n8n doesn't say: within a minute, the usual poll time. */
const DEFAULT_MS = 45_000;
/** No poll takes longer, even if n8n allows it. */
const MAX_MS = 300_000;
/** The share of that time in which every request ends. */
const END = 0.95;

/**
 * The most checks that are asked for at once. Few, so that a service that answers some requests of a poll finishes the
 * oldest checks. After so many failures in a row a poll asks for no more.
 */
export const REPORTS_AT_ONCE = 5;

/** The time of a poll. */
class PollTime {
	private readonly endsAt: number;
	private slowestMs = 0;

	/** @param context n8n 2.38 and later say how long a poll may take. */
	constructor(context: IPollFunctions) {
		const given = context.getPollBudgetMs?.() ?? 0;
		const ms = given > 0 ? Math.min(given, MAX_MS) : DEFAULT_MS;
		this.endsAt = performance.now() + ms * END;
	}

	leftMs(): number {
		return Math.max(1, this.endsAt - performance.now());
	}

	/** Whether so many more requests fit, each as slow as the slowest step until now. */
	fits(requests: number): boolean {
		return this.slowestMs * requests < this.leftMs();
	}

	/** Takes a step, and learns how long one takes. */
	async take<T>(step: () => Promise<T>): Promise<T> {
		const begunAt = performance.now();
		try {
			return await step();
		} finally {
			this.slowestMs = Math.max(this.slowestMs, performance.now() - begunAt);
		}
	}
}

/**
 * Connects a poll with the service.
 * @param session asks for {@link REPORTS_AT_ONCE} checks at once.
 * @param firstMs how long the first page is asked for, in milliseconds, if the poll has so much time.
 */
export function connect(session: RpcSession, context: IPollFunctions, firstMs: number): Service {
	const time = new PollTime(context);
	const limits = {
		maxAttempts: 2,
		get withinMs() {
			return time.leftMs();
		},
	};
	const findOwner = makeOwnerSearch(session, limits);

	const fetchReport = async ({ hash, item }: DueCheck): Promise<ReportAnswer> => {
		const { check, usage } = await fetchResult(session, hash, undefined, limits);
		const isDone = parseOutcome(check.status) === 'completed';
		const owner = isDone ? (await findOwner(item ?? check))?.owner : undefined;
		return { report: { check, usage, owner } };
	};

	let isFirst = true;
	return {
		account: session.serviceKey.slice(0, 12),
		now: Math.floor(Date.now() / 1000),

		fetchPage: async (page, pageSize) => {
			const fetch = async (options: CallOptions) =>
				await time.take(async () => await fetchHistoryPage(session, { page, pageSize }, options));
			if (isFirst) {
				isFirst = false;
				return await fetch({ withinMs: Math.min(firstMs, time.leftMs()) });
			}
			// Behind this page a check takes two requests.
			return time.fits(3) ? await fetch(limits).catch(() => null) : null;
		},

		fetchReports: async (checks) => {
			const answers = new Map<string, ReportAnswer>();
			let failures = 0;
			await session.concurrently(checks, async (check) => {
				if (failures >= REPORTS_AT_ONCE || !time.fits(2)) return;
				try {
					answers.set(check.hash, await time.take(async () => await fetchReport(check)));
					failures = 0;
				} catch (thrown) {
					const failure = toFailure(thrown);
					if (failure.facts.isLate) return;
					answers.set(check.hash, { missing: failure.message });
					if (isGeneral(failure)) failures++;
				}
			});
			return answers;
		},
	};
}
