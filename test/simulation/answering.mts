import {
	serviceNow,
	type PageRequest,
	type PollAnswer,
	type PollRequest,
	type ReportAnswer,
} from '../../nodes/AmlCheckTrigger/cursor/index.ts';
import { fractions } from '../../sandbox/random.mts';
import { EPOCH, type History, type Step } from './arbitraries.mts';
import type { Filter, ServiceModel } from './model.mts';
import type { SimCheck } from './simCheck.mts';

/** What one poll has asked for so far. */
export interface Meter {
	calls: number;
	reports: number;
}

/** The service as polls meet it: its clock moves with every call, and answers may be lost or empty. */
export class Answering {
	/** Unix ms of the service's clock. */
	now: number;

	/** Calls of all polls. */
	calls = 0;

	/** From then on calls neither fail nor come back empty. */
	isCalm = false;

	/** What a poll asks the service to filter by. */
	filter: Filter = {};

	private readonly random: () => number;

	private readonly byHash: Map<string, SimCheck>;

	/** In how many polls each report was asked for. */
	private readonly asked = new Map<string, number>();

	/** What was answered with nothing by mistake: the next answer to it is right. */
	private readonly slips = new Set<string>();

	/**
	 * @param history says how the service is.
	 * @param model what it shows at a moment.
	 * @param checks all there are.
	 * @param newest the newest date of the last poll, in Unix seconds; null where there was none.
	 */
	constructor(
		private readonly history: History,
		private readonly model: ServiceModel,
		checks: readonly SimCheck[],
		private readonly newest: () => number | null,
	) {
		this.now = EPOCH + history.activateAt;
		this.random = fractions(checks.length + history.activateAt);
		this.byHash = new Map(checks.map((check) => [check.hash, check]));
	}

	/**
	 * Answers one request of a poll.
	 * @param request which.
	 * @param step how long a call takes, and how many fit the budget.
	 * @param meter counts the poll's calls and reports.
	 * @param asked the reports that the poll has asked for.
	 */
	answer(request: PollRequest, step: Step, meter: Meter, asked: Set<string>): PollAnswer {
		if (request.kind === 'reports') {
			const reports = request.checks.map(({ hash }, index) => {
				const isOver = meter.reports >= this.history.quirks.reportsPerPoll;
				if ((meter.calls >= step.budget && index > 0) || isOver) return 'notAsked';
				this.tick(step, meter);
				meter.reports++;
				return this.report(hash, asked);
			});
			const isOver = meter.reports >= this.history.quirks.reportsPerPoll;
			return { kind: 'reports', reports, timeLeft: meter.calls < step.budget && !isOver };
		}
		this.tick(step, meter);
		const timeLeft = meter.calls < step.budget;
		const { failures, empties } = this.history.quirks;
		if (!this.isCalm && this.random() * 100 < failures)
			return { kind: 'failed', failure: new Error('not available'), timeLeft };
		const now = this.clock();
		if (this.slip(request, empties))
			return { kind: 'page', records: [], count: 0, total: 0, pageCount: 0, now, timeLeft };
		return {
			kind: 'page',
			...this.model.read({ ...request, filter: this.filter }, this.now),
			now,
			timeLeft,
		};
	}

	/** Whether an answer is empty by mistake; only of a first page it may be so several times in a row. */
	private slip(request: PageRequest, percent: number): boolean {
		const key = JSON.stringify(request);
		const isFirst = request.page === 0 && request.dateTo === undefined;
		const mayBeEmpty = !this.isCalm && (isFirst || !this.slips.delete(key));
		const isEmpty = mayBeEmpty && this.random() * 100 < percent;
		if (isEmpty) this.slips.add(key);
		return isEmpty;
	}

	private tick(step: Step, meter: Meter): void {
		this.calls++;
		meter.calls++;
		this.now += step.callMs;
	}

	private report(hash: string, asked: Set<string>): ReportAnswer {
		const check = this.byHash.get(hash);
		if (!check) return { missing: 'There is no such check' };
		if (!asked.has(hash)) this.asked.set(hash, (this.asked.get(hash) ?? 0) + 1);
		asked.add(hash);
		return this.model.reportOf(check, this.now, this.asked.get(hash) ?? 1);
	}

	private clock(): number {
		const { quirks, skewMs } = this.history;
		const header = quirks.hasDateHeader ? this.model.stamp(this.now) : undefined;
		return serviceNow(header, this.now + skewMs, this.newest());
	}
}
