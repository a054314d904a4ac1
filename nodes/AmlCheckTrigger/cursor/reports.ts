import type { Fresh } from './findings';
import type { Delivery, PollPlan, Polling, Report, ReportAnswer } from './types';

/** In how many polls a report is asked for before the check is delivered without it. */
export const MAX_TRIES = 5;

/** How many reports are asked for before the time is looked at again. */
const AT_ONCE = 50;

/** Where so many reports and no other could be had, the service gives none. */
const OUTAGE = 3;

/** A check on its way out. */
export interface Queued extends Fresh {
	/** In how many polls its report was asked for; 0 for a new one. */
	tries: number;
	/** Why its report could not be had in this poll. */
	missing?: string;
}

/** A check that is done with: to be delivered, or found not to be wanted. */
export interface Handled {
	check: Queued;
	/** Absent where its report shows that it is not wanted. */
	delivery?: Delivery;
}

/**
 * The checks of a poll on their way out, oldest first. One whose report can't be had is held back for a few polls and
 * delivered without it then; it never holds up the others (design 7).
 */
export class Queue {
	/** How many reports were asked for. */
	asked = 0;

	private readonly checks: Queued[];

	private readonly handled = new Map<Queued, Handled>();

	/** Up to here reports were asked for in this poll. */
	private at = 0;

	/**
	 * @param waiting checks of earlier polls.
	 * @param plan the node's settings.
	 */
	constructor(
		waiting: readonly Queued[],
		private readonly plan: PollPlan,
	) {
		this.checks = [...waiting];
	}

	/** What is done with, oldest first. */
	get done(): Handled[] {
		return this.checks.flatMap((check) => this.handled.get(check) ?? []);
	}

	/** What stays, oldest first. */
	get rest(): Queued[] {
		return this.checks.filter((check) => !this.handled.has(check));
	}

	/** @param fresh new checks, oldest first. */
	add(fresh: readonly Fresh[]): void {
		this.checks.push(...fresh.map((check) => ({ ...check, tries: 0 })));
	}

	/**
	 * Reads the reports that were not asked for in this poll yet, as long as there is time.
	 * @param timeLeft whether there is any.
	 * @returns whether there is some left.
	 */
	*readReports(timeLeft: boolean): Polling<boolean> {
		let mayAsk = timeLeft;
		while (mayAsk && this.at < this.checks.length) {
			const batch = this.checks.slice(this.at, this.at + AT_ONCE);
			this.at += batch.length;
			const asked = batch.filter((check) => check.needsReport);
			if (asked.length === 0) continue;
			const answer = yield {
				kind: 'reports',
				checks: asked.map(({ item }) => item),
				tries: asked.map(({ tries }) => tries),
			};
			if (answer.kind !== 'reports') return false;
			mayAsk = answer.timeLeft;
			asked.forEach((check, index) => this.weigh(check, answer.reports[index]));
		}
		return mayAsk;
	}

	/**
	 * Ends the poll: what needs no report is handed over, but not before an older check that there was no time to ask
	 * for; and so is what has waited long enough for one. Where not one of several reports could be had, all that wait
	 * have waited for a poll more.
	 */
	close(): void {
		const isOutage = this.asked >= OUTAGE && this.done.length === 0;
		let isBehind = false;
		for (const check of this.rest) {
			if (!check.needsReport) {
				if (!isBehind) this.handOver(check, {});
			} else if (check.missing !== undefined || isOutage) {
				check.tries++;
				const missing = check.missing ?? 'The service gave no reports';
				if (check.tries >= MAX_TRIES) this.handOver(check, { missing });
			} else isBehind = true;
		}
	}

	private weigh(check: Queued, answer: ReportAnswer): void {
		if (answer === 'notAsked') return;
		this.asked++;
		if ('missing' in answer) check.missing = answer.missing;
		else {
			const doubt = this.plan.doubt(check.item, answer.report);
			if (doubt === null) this.handOver(check, { report: answer.report });
			else check.missing = doubt;
		}
	}

	private handOver(check: Queued, more: { report?: Report; missing?: string }): void {
		const delivery = { item: check.item, ...more };
		this.handled.set(check, this.plan.accepts(delivery) ? { check, delivery } : { check });
	}
}
