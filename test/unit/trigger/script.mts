/** Hands a reading the answers that a test wrote down, one after the other. */
import { Findings, type Knowledge } from '../../../nodes/AmlCheckTrigger/cursor/findings.ts';
import { Reader, type WindowStart } from '../../../nodes/AmlCheckTrigger/cursor/reader.ts';
import type {
	PageAnswer,
	PageRequest,
	PollAnswer,
	Polling,
	PollPlan,
	PollRequest,
} from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { item, plan, T0 } from './support.mts';

/** A page of which all is said. */
export const page = (
	records: readonly HistoryItem[],
	more: Partial<PageAnswer> = {},
): PageAnswer => ({
	kind: 'page',
	records,
	count: records.length,
	total: records.length,
	pageCount: null,
	now: T0 + 10_000,
	timeLeft: true,
	...more,
});

/** A page without a check. */
export const EMPTY = page([]);

/** Where a history begins that is read without filters by date. */
export const PAGES = { by: 'pages', page: 0 };

/** Plays a script to its end; another request than those it answers is one too many. */
export function play<T>(
	polling: Polling<T>,
	answers: readonly PollAnswer[],
	requests: PollRequest[] = [],
) {
	let turn = polling.next();
	while (!turn.done) {
		const answer = answers[requests.length];
		requests.push(turn.value);
		if (answer === undefined) throw new Error(`Asked for more: ${JSON.stringify(turn.value)}`);
		turn = polling.next(answer);
	}
	return { result: turn.value, requests: requests as PageRequest[] };
}

/** A reader of a window that begins at T0 and of whose checks the newest is known to be of T0 + 1000. */
export function readerOf(
	start: Partial<WindowStart> = {},
	{ pageSize = 10, known = {}, how = {} }: ReaderFacts = {},
) {
	const from: WindowStart = { floor: T0, newest: T0 + 1000, ...start };
	const nothing = { seen: new Map(), waiting: new Set<string>(), overdue: {}, skipUntil: null };
	const findings = new Findings(plan({ pageSize, ...how }), {
		...nothing,
		floor: from.floor,
		...known,
	});
	return { from, findings, reader: new Reader(from, pageSize, findings) };
}

interface ReaderFacts {
	pageSize?: number;
	known?: Partial<Knowledge>;
	how?: Partial<PollPlan>;
}

/** So many checks, the newest first, a second apart from one second down. */
export const checks = (count: number, from: number, name = 'c') =>
	Array.from({ length: count }, (_, index) => item(`${name}${index}`, from - index));

export const hashesOf = (findings: Findings) =>
	findings.inOrder().map(({ item: { hash } }) => hash);
