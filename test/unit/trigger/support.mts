import { planPoll } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import type {
	PollAnswer,
	Polling,
	PollPlan,
	PollRequest,
	TriggerState,
} from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { readDateSeconds } from '../../../nodes/shared/dates.ts';
import type { CheckRecord, HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';

/** Unix seconds. */
export const T0 = Date.UTC(2030, 0, 1) / 1000;

export const iso = (second: number) =>
	new Date(second * 1000).toISOString().replace('.000Z', '+00:00');

/** A check by when it began and ended; null for one that has not. */
export function item(hash: string, init: number, result: number | null = init): HistoryItem {
	return {
		hash,
		currency: 'btc',
		address: 'bc1',
		transaction: '',
		status: result === null ? 'PENDING' : 'SUCCESS',
		initDate: iso(init),
		resultDate: result === null ? null : iso(result),
		riskscore: 5,
	};
}

/** A node that delivers everything, without reports. */
export function plan(more: Partial<PollPlan> = {}): PollPlan {
	return {
		settings: 'a',
		account: 'one',
		triggerOn: 'checkCompleted',
		pageSize: 1000,
		lookbackSeconds: 3600,
		startFrom: 'now',
		judge: ({ status }) => {
			const open = status === 'PENDING';
			return { open, due: !open, wanted: true, needsReport: false };
		},
		doubt: () => null,
		accepts: () => true,
		...more,
	};
}

/** A plan that asks for reports. */
export const withReports: Partial<PollPlan> = {
	judge: ({ status }) => {
		const open = status === 'PENDING';
		return { open, due: !open, wanted: true, needsReport: !open };
	},
};

/** A plan that delivers each check when it first shows. */
export const whenCreated: Partial<PollPlan> = {
	triggerOn: 'checkCreated',
	judge: ({ status }) => ({
		open: status === 'PENDING',
		due: true,
		wanted: true,
		needsReport: false,
	}),
};

export interface Service {
	/** How many calls a poll has time for. */
	budget?: number;
	/** What comes back instead of an answer: a failure, or nothing at all. */
	strike?: (request: PollRequest, call: number) => 'fail' | 'empty' | undefined;
	/** Whether a report can be had. */
	hasReport?: (hash: string) => boolean;
	/** The service's time in Unix seconds. */
	now?: number;
	/** How it writes an item. */
	shown?: (entry: HistoryItem) => HistoryItem;
	/** What its filters by date do. */
	filters?: 'ignoreFrom' | 'milliseconds';
	/** What it says how many match. */
	total?: (count: number) => number | null;
	/** How many items it gives at the most, however many it is asked for. */
	cap?: number;
}

/** Answers from a list of items, newest first, by start date with both bounds included. */
export function drive<T>(polling: Polling<T>, items: HistoryItem[], service: Service = {}) {
	const requests: PollRequest[] = [];
	let turn = polling.next();
	while (!turn.done) {
		requests.push(turn.value);
		turn = polling.next(answer(turn.value, items, service, requests.length));
	}
	return { result: turn.value, requests };
}

const dates = new WeakMap<HistoryItem, number>();

function dateOf(entry: HistoryItem | undefined): number {
	if (entry === undefined) return 0;
	const date = dates.get(entry) ?? readDateSeconds(entry.initDate) ?? 0;
	dates.set(entry, date);
	return date;
}

function answer(
	request: PollRequest,
	items: HistoryItem[],
	service: Service,
	call: number,
): PollAnswer {
	const timeLeft = call < (service.budget ?? Infinity);
	const struck = service.strike?.(request, call);
	if (struck === 'fail') return { kind: 'failed', failure: new Error('not available'), timeLeft };
	if (request.kind === 'reports') {
		const reports = request.checks.map(({ hash }) =>
			(service.hasReport?.(hash) ?? true)
				? { report: { check: { hash } as CheckRecord, usage: null } }
				: { missing: 'not to be had' },
		);
		return { kind: 'reports', reports, timeLeft };
	}
	const { page } = request;
	const pageSize = Math.min(request.pageSize, service.cap ?? Infinity);
	const unit = service.filters === 'milliseconds' ? 1000 : 1;
	const dateFrom = service.filters === 'ignoreFrom' ? 0 : (request.dateFrom ?? 0) / unit;
	const dateTo = (request.dateTo ?? Infinity) / unit;
	const matching = items
		.map((entry) => ({ entry, date: dateOf(entry) }))
		.filter(({ date }) => date >= dateFrom && date <= dateTo)
		.sort((a, b) => b.date - a.date)
		.map(({ entry }) => entry);
	const shown = struck === 'empty' ? [] : matching;
	const found = shown.slice(page * pageSize, (page + 1) * pageSize);
	const records = found.map((entry) => service.shown?.(entry) ?? entry);
	const newest = Math.max(T0, dateOf(matching[0]));
	return {
		kind: 'page',
		records,
		count: records.length,
		total: (service.total ?? ((count) => count))(shown.length),
		pageCount: null,
		now: service.now ?? newest,
		timeLeft,
	};
}

/** One poll, its state through JSON as n8n stores it. */
export function poll(
	state: TriggerState | null,
	items: HistoryItem[],
	more: Partial<PollPlan> = {},
	service: Service = {},
) {
	const { result, requests } = drive(planPoll(state, plan(more)), items, service);
	const hashes = result.deliveries.map(({ item: { hash } }) => hash);
	return { ...result, hashes, requests, state: result.next! };
}
