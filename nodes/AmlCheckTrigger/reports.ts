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
/** The share of that time in which every request has ended. */
const END = 0.95;
/** A backlog leaves two thirds of the time for its reports. */
const PAGES_END = 1 / 3;

/**
 * The most checks that are asked for at once. Few, so that a service that answers some requests of a poll finishes the
 * oldest checks. After so many failures in a row a poll asks for no more.
 */
export const REPORTS_AT_ONCE = 5;

/** The attempts for the first page of a poll, and the time for all of them in milliseconds. */
export type FirstLimits = Required<Pick<CallOptions, 'maxAttempts' | 'withinMs'>>;

/** The time of a poll. */
class PollTime {
	private readonly begunAt = performance.now();
	private readonly ms: number;
	private slowestMs = 0;

	/** @param context n8n 2.38 and later say how long a poll may take. */
	constructor(context: IPollFunctions) {
		const given = context.getPollBudgetMs?.() ?? 0;
		this.ms = given > 0 ? Math.min(given, MAX_MS) : DEFAULT_MS;
	}

	/** How long is left until a share of the time is over, in milliseconds. */
	leftMs(share = END): number {
		return Math.max(1, this.begunAt + this.ms * share - performance.now());
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
 * @param first limits of the first page, beside those of the time.
 */
export function connect(session: RpcSession, context: IPollFunctions, first: FirstLimits): Service {
	const time = new PollTime(context);
	const limits = {
		maxAttempts: 2,
		get withinMs() {
			return time.leftMs();
		},
	};
	const owners = makeOwnerSearch(session, limits);

	const fetchReport = async ({ hash, item }: DueCheck): Promise<ReportAnswer> => {
		const { check, usage } = await fetchResult(session, hash, undefined, limits);
		const isDone = parseOutcome(check.status) === 'completed';
		const owner = isDone ? (await owners.find(item ?? check))?.owner : undefined;
		return { report: { check, usage, owner } };
	};

	let isFirst = true;
	return {
		account: session.serviceKey.slice(0, 12),
		now: Math.floor(Date.now() / 1000),

		fetchPage: async (page, pageSize) => {
			const fetchPage = async (options: CallOptions) =>
				await time.take(async () => await fetchHistoryPage(session, { page, pageSize }, options));
			if (isFirst) {
				isFirst = false;
				return await fetchPage({ ...first, withinMs: Math.min(first.withinMs, time.leftMs()) });
			}
			// After a page a check takes two requests.
			if (time.leftMs(PAGES_END) <= 1 || !time.fits(3)) return null;
			return await fetchPage({ withinMs: time.leftMs() }).catch(() => null);
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
