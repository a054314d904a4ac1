import type { IPollFunctions } from 'n8n-workflow';

/** What a poll may take where n8n doesn't say: within a minute, the usual distance of polls. */
const DEFAULT_BUDGET_MS = 45_000;

/** Up to these shares of the budget new pages and new reports are asked for; the rest is for what is under way. */
const PAGES_SHARE = 0.5;
const REPORTS_SHARE = 0.8;

/** By this share everything is over: n8n throws away a poll that takes longer than its budget. */
const END_SHARE = 0.95;

/** How long a poll may take. A distance on n8n's clock, never a date to compare with the service's. */
export class Budget {
	private readonly startedAt = Date.now();

	private readonly ms: number;

	private slowestMs = 0;

	/** @param context the node's context; n8n 2.38 and later tell the budget. */
	constructor(context: IPollFunctions) {
		const told = context.getPollBudgetMs?.();
		this.ms = told !== undefined && told > 0 ? told : DEFAULT_BUDGET_MS;
	}

	/** When a call has to be done at the latest, in Unix milliseconds of n8n's clock. */
	get deadlineAt(): number {
		return this.startedAt + this.ms * END_SHARE;
	}

	/**
	 * Makes a call and learns how long one takes.
	 * @param call what to run.
	 * @returns what the call returns; it throws what the call throws.
	 */
	async time<T>(call: () => Promise<T>): Promise<T> {
		const begunAt = Date.now();
		try {
			return await call();
		} finally {
			this.slowestMs = Math.max(this.slowestMs, Date.now() - begunAt);
		}
	}

	/** @returns whether there is time for another page. */
	allowsPages(): boolean {
		return this.allows(PAGES_SHARE);
	}

	/** @returns whether there is time for more reports. */
	allowsReports(): boolean {
		return this.allows(REPORTS_SHARE);
	}

	private allows(share: number): boolean {
		const now = Date.now();
		return now < this.startedAt + this.ms * share && now + this.slowestMs < this.deadlineAt;
	}
}
