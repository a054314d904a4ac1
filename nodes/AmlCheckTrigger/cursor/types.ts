import type { CheckRecord, HistoryItem, UsageMeta } from '../../shared/rpc/schemas';

/** A page of the history to ask for. Dates are whole Unix seconds, their inclusivity unknown (service 4.7). */
export interface PageRequest {
	kind: 'page';
	/** Number of the page, from 0. */
	page: number;
	pageSize: number;
	dateFrom?: number;
	dateTo?: number;
}

/** Reports to ask for, several at once. */
export interface ReportsRequest {
	kind: 'reports';
	checks: readonly HistoryItem[];
	/** How often each was asked for before, in their order. */
	tries: readonly number[];
}

/** What a poll asks the service for. */
export type PollRequest = PageRequest | ReportsRequest;

/** What came back for a page. What counts is the items; `total` and `pageCount` are hints (design 4). */
export interface PageAnswer {
	kind: 'page';
	/** All records, in the service's order: newest check date first (service 4.7). */
	records: readonly HistoryItem[];
	/** How many records came, readable or not. */
	count: number;
	/** How many are said to match the request's filter, on all pages; null where nothing readable is said. */
	total: number | null;
	/** How many pages there are said to be; null where nothing readable is said. */
	pageCount: number | null;
	/** The service's time in Unix seconds, as far as known: a date far beyond it moves nothing. */
	now: number;
	/** Whether the poll may go on asking. */
	timeLeft: boolean;
}

/** A report as `checkup.getresult` gave it. */
export interface Report {
	check: CheckRecord;
	usage: UsageMeta | null;
}

/** What became of one report: there, not to be had (with the reason), or not asked for since time was up. */
export type ReportAnswer = { report: Report } | { missing: string } | 'notAsked';

export interface ReportsAnswer {
	kind: 'reports';
	/** In the order of the request. */
	reports: readonly ReportAnswer[];
	timeLeft: boolean;
}

/** The request could not be answered; what was read before counts all the same. */
export interface FailedAnswer {
	kind: 'failed';
	failure: unknown;
	/** Whether it makes sense to ask for something else in this poll. */
	timeLeft: boolean;
}

export type PollAnswer = PageAnswer | ReportsAnswer | FailedAnswer;

/** A poll as plain decisions: it yields requests, is handed answers and returns what it made of them. */
export type Polling<T> = Generator<PollRequest, T, PollAnswer>;

/** What an item means to the trigger (design 7, "What counts"). */
export interface Verdict {
	/** The check is not finished: it can change, so later windows have to reach it. */
	open: boolean;
	/** What the trigger waits for has happened. */
	due: boolean;
	/** It passes the filters that the service does not apply, as far as the history alone tells. */
	wanted: boolean;
	/** Its report has to be read before it is delivered. */
	needsReport: boolean;
}

/** A check to hand over. */
export interface Delivery {
	item: HistoryItem;
	/** Where it was asked for and came. */
	report?: Report;
	/** Why it did not come, where it was asked for. */
	missing?: string;
}

/** All that the cursor has to know about the node's settings. */
export interface PollPlan {
	/** What triggers, and what is asked of the service, as one text: another text means another history. */
	settings: string;
	/** Whose history it is: another text may mean another account. */
	account: string;
	/** What triggers. */
	triggerOn: 'checkCompleted' | 'checkCreated';
	/** Items on a page, at most 1000 (service 8). */
	pageSize: number;
	/** How far windows overlap, in seconds. */
	lookbackSeconds: number;
	/** Whether what is in the history at activation is left out. */
	startFrom: 'now' | 'beginning';
	/** How an item is to be taken. */
	judge: (item: HistoryItem) => Verdict;
	/** Why a report can't stand for a check (not finished, about something else); null where it can. */
	doubt: (item: HistoryItem, report: Report) => string | null;
	/** Whether a check passes the filters, with what is known of it in the end. */
	accepts: (delivery: Delivery) => boolean;
}

/** Why the history can't be followed; the message says what happened, the advice what to do. */
export class CursorError extends Error {
	/**
	 * @param message what happened, for a person.
	 * @param advice what to do about it, for a person.
	 */
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'CursorError';
	}
}
