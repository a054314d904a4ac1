import { hashKey } from '../../../shared/checks/result';
import { readDateSeconds } from '../../../shared/dates';
import type { HistoryItem } from '../../../shared/rpc/schemas';
import { readOutcome } from '../../../shared/statuses';
import { isFuture, isUnfinished } from '../facts';
import { breaks, countNoun, differs, holds, notRead, notSeen, showTime } from '../finding';
import type { Finding, Line } from '../finding';
import { failureOf, valueOf, type Observations, type ReadPage } from '../observations';
import { countVanished, findOffset, keysOf, MIN_PAGE_SIZE, readTop } from '../pages';
import { BEYOND_LAST_PAGE } from '../../../shared/contract';

/** The number of new checks that may arrive between two pages. */
const ARRIVALS = 5;

/** The dates by which a history may be sorted. An unfinished check has no end, so it is sorted by its start. */
const ORDERS = {
	'start (initDate)': ({ initDate }: HistoryItem) => readDateSeconds(initDate),
	'end (resultDate)': (item: HistoryItem) =>
		readDateSeconds(item.resultDate) ??
		(isUnfinished(item) ? readDateSeconds(item.initDate) : null),
};

const countSteps = (dates: readonly number[], isStep: (above: number, below: number) => boolean) =>
	dates.slice(1).filter((below, index) => isStep(dates[index], below)).length;

function judgeOrder(seen: Observations): Finding {
	const records = readTop(seen);
	if (!valueOf(seen.first)) return notRead('The history', failureOf(seen.first));
	const orders = Object.entries(ORDERS).map(([name, read]) => {
		const dates = records
			.map(read)
			.filter((date) => date !== null)
			.filter((date) => !isFuture(date, seen.now));
		const up = countSteps(dates, (above, below) => above < below);
		const down = countSteps(dates, (above, below) => above > below);
		return { name, up, down, count: dates.length };
	});
	const checks = countNoun(records.length, 'check');
	if (orders.every(({ count }) => count < 2))
		return notSeen(`${checks} with a date that counts`, 'The order shows from two checks on.');
	const sorted = orders.filter(({ up, count }) => up === 0 && count > 1);
	const names = sorted.map(({ name }) => name).join(' and by ');
	if (sorted.length > 0)
		return holds(
			`${checks}, newest first by ${names}`,
			'The trigger can go by the position of a check in the list.',
		);
	if (orders.some(({ up, down }) => up > 0 && down === 0))
		return breaks(
			`${checks}, oldest first`,
			'The trigger stops with a message, and Get Many begins with the oldest checks.',
		);
	const least = Math.min(...orders.map(({ up }) => up));
	return breaks(
		`${checks} in no order: ${countNoun(least, 'time')} an older check stands above a newer one`,
		'The trigger can miss checks. Do not use it with this service.',
	);
}

/** Whether pages are smaller than requested: the first one is not full, and the next one continues. */
const isCapped = ({ count, total, pageSize }: ReadPage, last: ReadPage | undefined): boolean =>
	count < pageSize && (total ?? 0) > count && (last?.count ?? 0) > 0;

/** Whether the stated total is wrong. The nodes take it for a hint, so this breaks nothing. */
function isTotalWrong(first: ReadPage, last: ReadPage | undefined): boolean {
	const { count, total, pageSize } = first;
	if (total === null || isCapped(first, last)) return false;
	if (total < count) return true;
	if (!last) return false;
	if (count < pageSize) return total > count + ARRIVALS;
	const expected = Math.min(last.pageSize, total - last.page * last.pageSize);
	return Math.abs(last.count - expected) > ARRIVALS;
}

function describePages(first: ReadPage, last: ReadPage | undefined): string {
	const describe = ({ page, pageSize, count }: ReadPage) =>
		`page ${page} of ${pageSize} holds ${count}`;
	const total = first.total === null ? 'no total is stated' : `the total is ${first.total}`;
	const pages = [first, ...(last ? [last] : [])].map(describe).join(', ');
	return `${pages}, ${total}${isTotalWrong(first, last) ? ', which is wrong' : ''}`;
}

function describeStart({ count, pageSize }: ReadPage, offset: number | undefined): string {
	if (count === 0) return 'is empty';
	return offset === undefined
		? 'is no part of the first page'
		: `begins at record ${offset}, not at ${pageSize}`;
}

function judgePages(seen: Observations): Finding {
	const [first, part, last] = [seen.first, seen.part, seen.last].map(valueOf);
	if (!first) return notRead('The history', failureOf(seen.first));
	const remarks = describePages(first, last);
	if (first.count < 2) return notSeen(remarks, 'Pages show from two checks on.');
	if (!part) return notRead('The second page', failureOf(seen.part));
	const offset = findOffset(part, readTop(seen));
	const { pageSize } = part;
	if (part.count > pageSize && offset === 0)
		return breaks(
			`${remarks}; page 1 of ${pageSize} shows the whole first page again`,
			'Page number and size are ignored: nothing below the first page can be read.',
		);
	if (offset === 0)
		return breaks(
			`${remarks}; page 1 of ${pageSize} repeats page 0`,
			'Pages are counted from 1, or ignored: the trigger stops with a message during a backlog.',
		);
	if (offset === undefined || Math.abs(offset - pageSize) > ARRIVALS)
		return breaks(
			`${remarks}; page 1 of ${pageSize} ${describeStart(part, offset)}`,
			'Pages overlap or leave gaps: the trigger can miss checks during a backlog.',
		);
	const areSmall = isCapped(first, last);
	if (areSmall && first.count < MIN_PAGE_SIZE)
		return breaks(
			`${remarks}; pages are smaller than ${MIN_PAGE_SIZE}`,
			'A backlog of the trigger may never end.',
		);
	return holds(
		`${remarks}; page 1 of ${pageSize} follows page 0`,
		areSmall
			? 'Pages are smaller than requested, which the nodes allow for. A backlog takes more polls.'
			: 'The trigger finds every check of a backlog.',
	);
}

function judgeEnd(seen: Observations): Finding {
	const [first, beyond] = [valueOf(seen.first), valueOf(seen.beyond)];
	const failure = failureOf(seen.beyond);
	const meaning = 'The nodes recognize the end of the history.';
	if (failure && (BEYOND_LAST_PAGE as readonly string[]).includes(failure.kind))
		return holds(`A page behind the end is refused (${failure.code ?? failure.kind})`, meaning);
	if (!first || !beyond) return notRead('A page behind the end', failure ?? failureOf(seen.first));
	if (beyond.count === 0) return holds(`Page ${beyond.page}, behind the end, is empty`, meaning);
	const known = new Set(keysOf(readTop(seen)));
	const repeated = keysOf(beyond.records).filter((key) => known.has(key)).length;
	if (repeated === 0)
		return notSeen(
			`Page ${beyond.page}, behind the total of ${first.total}, holds ${countNoun(beyond.count, 'check')}`,
			'The total is too low. The nodes do not rely on it.',
		);
	return differs(
		`Page ${beyond.page}, behind the end, repeats ${countNoun(repeated, 'check')}`,
		'A lost response to a submission can end as a question to you: its absence is never proved.',
	);
}

function judgeStability(seen: Observations): Finding {
	const [first, again] = [valueOf(seen.first), valueOf(seen.again)];
	if (!first || !again)
		return notRead('The history', failureOf(seen.first) ?? failureOf(seen.again));
	if (first.records.length === 0)
		return notSeen('The history has no checks', 'It shows from one check on.');
	const vanished = countVanished(first, again);
	const read = `${countNoun(first.records.length, 'check')} read twice, ${showTime(seen.againAfterMs)} apart`;
	if (vanished === 0)
		return holds(`${read}: all still there`, 'As far as this time shows, nothing disappears.');
	return breaks(
		`${read}: ${vanished} no longer there`,
		'The trigger can miss a check, or deliver one twice.',
	);
}

function judgeResultsStay(seen: Observations): Finding {
	const [first, again] = [valueOf(seen.first), valueOf(seen.again)];
	const after = new Map(again?.records.map(({ hash, status }) => [hashKey(hash), status]));
	const finished = (first?.records ?? []).filter(
		({ status }) => readOutcome(status) === 'completed',
	);
	const isUndone = (status: string | undefined) =>
		status !== undefined && readOutcome(status) !== 'completed';
	const pairs = seen.results.map(({ result }) => valueOf(result)?.check.status);
	const undone = [...finished.map(({ hash }) => after.get(hashKey(hash))), ...pairs].filter(
		isUndone,
	);
	if (finished.length === 0)
		return notSeen('The history has no finished check', 'It shows from one finished check on.');
	const read = `${countNoun(finished.length, 'finished check')} read again`;
	if (undone.length === 0)
		return holds(`${read}: all still SUCCESS`, 'A level that was returned once stays right.');
	return breaks(
		`${read}: ${undone.length} no longer SUCCESS`,
		'A returned level can become wrong later. Ask the service.',
	);
}

export const HISTORY_LINES = {
	order: { id: '1', name: 'History order', judge: judgeOrder },
	pages: { id: '6', name: 'Pages', judge: judgePages },
	end: { id: '7', name: 'End of the history', judge: judgeEnd },
	stability: { id: '11', name: 'Nothing disappears', judge: judgeStability },
	results: { id: '12', name: 'Results stay', judge: judgeResultsStay },
} satisfies Record<string, Line>;
