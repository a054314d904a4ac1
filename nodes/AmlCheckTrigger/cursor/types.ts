import type { HistoryItem } from '../../shared/rpc/schemas';

/** A page of the history to ask for. Dates are whole Unix seconds, their inclusivity unknown (service 4.7). */
export interface PageRequest {
	/** Number of the page, from 0. */
	page: number;
	pageSize: number;
	dateFrom?: number;
	dateTo?: number;
}

/** What came back. */
export interface PageAnswer {
	/** In the service's order: newest check date first (service 4.7). */
	items: readonly HistoryItem[];
	/** How many items match the request's filter, on all pages. */
	total: number;
	/** Whether the poll may go on asking. */
	timeLeft: boolean;
}

/** A reading of the history as a plain decision: it yields requests, is handed answers and returns what it made of them. */
export type Paging<T> = Generator<PageRequest, T, PageAnswer>;

/** What an item means to the trigger (design 7, "What counts"). */
export interface Verdict {
	/** The check is not finished: it can change, so later windows have to reach it. */
	open: boolean;
	/** What the trigger waits for has happened. */
	due: boolean;
	/** It passes the filters that the service does not apply. */
	wanted: boolean;
}

/** All that the cursor has to know about the node's settings. */
export interface PollPlan {
	/** What triggers, and what is asked of the service, as one text: another text means another history. */
	settings: string;
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
