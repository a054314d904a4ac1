import { fetchResult } from '../shared/checks/result';
import { readHistoryPage } from '../shared/history/pages';
import { toFailure } from '../shared/rpc/failure';
import type { HistoryFilter } from '../shared/rpc/schemas';
import type { RpcSession } from '../shared/rpc/session';
import type { Budget } from './budget';
import { serviceNow } from './cursor';
import type {
	FailedAnswer,
	PageAnswer,
	PageRequest,
	PollAnswer,
	PollRequest,
	ReportAnswer,
	ReportsAnswer,
	ReportsRequest,
} from './cursor';

/** After so many reports in a row that could not be had no more are asked for in this poll. */
const MAX_IN_A_ROW = 10;

/** How long one report may take at first; each further poll gives it twice the time. */
const REPORT_TIMEOUT_MS = 20_000;

/** One report is asked for at most so often in a poll: the next poll asks again. */
const REPORT_ATTEMPTS = 2;

/** Asks the service what the cursor wants to know; what fails becomes an answer, too. */
export class Answers {
	/**
	 * @param session the way to the service.
	 * @param filter what the service filters by, dates aside.
	 * @param budget how long the poll may take.
	 * @param known the newest date of the last poll, in Unix seconds; null where there was none.
	 */
	constructor(
		private readonly session: RpcSession,
		private readonly filter: HistoryFilter,
		private readonly budget: Budget,
		private readonly known: number | null = null,
	) {}

	/**
	 * Answers one request of the cursor.
	 * @param request a page or some reports.
	 * @returns the answer; it doesn't throw.
	 */
	async to(request: PollRequest): Promise<PollAnswer> {
		return request.kind === 'page' ? await this.page(request) : await this.reports(request);
	}

	private async page(request: PageRequest): Promise<PageAnswer | FailedAnswer> {
		const { page, pageSize, dateFrom, dateTo } = request;
		const filter = {
			...this.filter,
			...(dateFrom === undefined ? {} : { date_from: dateFrom }),
			...(dateTo === undefined ? {} : { date_to: dateTo }),
		};
		const { deadlineAt } = this.budget;
		try {
			const read = await this.budget.time(
				async () =>
					await readHistoryPage(
						this.session,
						{ page, pageSize, filter },
						{ deadlineAt, timeoutMs: Math.max(1, deadlineAt - Date.now()) },
					),
			);
			const local = Date.now();
			const told = this.session.clock.toService({ from: local, to: local });
			const now = serviceNow(told?.from, local, this.known);
			return { kind: 'page', ...read, now, timeLeft: this.budget.allowsPages() };
		} catch (thrown) {
			const failure = toFailure(thrown);
			const timeLeft = failure.kind !== 'credentials' && this.budget.allowsReports();
			return { kind: 'failed', failure, timeLeft };
		}
	}

	/** As many side by side as the session allows: one that hangs holds up no others. */
	private async reports({ checks, tries }: ReportsRequest): Promise<ReportsAnswer> {
		let inARow = 0;
		const isOver = () => inARow >= MAX_IN_A_ROW;
		const indices = checks.map((_, index) => index);
		const reports: ReportAnswer[] = checks.map(() => 'notAsked');
		await this.session.concurrently(indices, async (index) => {
			const mayAsk = this.budget.allowsReports() || index === 0;
			if (isOver() || !mayAsk) return;
			try {
				const timeoutMs = REPORT_TIMEOUT_MS * 2 ** tries[index];
				reports[index] = await this.report(checks[index].hash, timeoutMs);
				inARow = 0;
			} catch (thrown) {
				const { kind, message } = toFailure(thrown);
				reports[index] = { missing: message };
				inARow += kind === 'rateLimited' || kind === 'credentials' ? MAX_IN_A_ROW : 1;
			}
		});
		return { kind: 'reports', reports, timeLeft: !isOver() && this.budget.allowsReports() };
	}

	private async report(hash: string, timeoutMs: number): Promise<ReportAnswer> {
		const { deadlineAt } = this.budget;
		const { check, usage } = await this.budget.time(
			async () =>
				await fetchResult(this.session, hash, undefined, {
					deadlineAt,
					timeoutMs: Math.min(timeoutMs, Math.max(1, deadlineAt - Date.now())),
					maxAttempts: REPORT_ATTEMPTS,
				}),
		);
		return { report: { check, usage } };
	}
}
