import type { IPollFunctions } from 'n8n-workflow';

import type { CallOptions } from '../shared/rpc/session';

/** What a poll may take where n8n doesn't say: within a minute, the usual distance of polls. */
const DEFAULT_BUDGET_MS = 45_000;

/** Up to these shares of the budget new pages and new reports are asked for; the rest is for what is under way. */
const PAGES_SHARE = 0.5;
const REPORTS_SHARE = 0.8;

/** How long a poll may take. A distance on n8n's clock, never a date to compare with the service's. */
export class Budget {
	private readonly startedAt = Date.now();

	private readonly ms: number;

	/** @param context the node's context; n8n 2.38 and later tell the budget. */
	constructor(context: IPollFunctions) {
		const told = context.getPollBudgetMs?.();
		this.ms = told !== undefined && told > 0 ? told : DEFAULT_BUDGET_MS;
	}

	/** @returns whether there is time for another page. */
	allowsPages(): boolean {
		return this.elapsed() < this.ms * PAGES_SHARE;
	}

	/** @returns whether there is time for more reports. */
	allowsReports(): boolean {
		return this.elapsed() < this.ms * REPORTS_SHARE;
	}

	/** @returns the time by which a call has to be done. */
	callOptions(): CallOptions {
		return { deadlineAt: this.startedAt + this.ms };
	}

	private elapsed(): number {
		return Date.now() - this.startedAt;
	}
}
