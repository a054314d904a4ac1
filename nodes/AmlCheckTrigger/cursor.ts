import { digestTarget } from '../shared/history/codes';
import { MAX_PAGE_SIZE } from '../shared/history/pages';
import { findBottom, readLines } from './lines';
import type { Line } from './lines';
import { Reader } from './reading';
import type { ReadingContext, Sighting } from './reading';
import { Results } from './results';
import type { Cut, Delivery, Rules, Service } from './results';
import { emptyMemory, packState, readState } from './state';
import type { Memory, TriggerState } from './state';

/*
 * How the trigger follows the history.
 *
 * 1. The history lists the newest checks first, and the trigger knows one place in it: everything below is decided.
 * 2. A poll reads down from the newest check until it sees the place, and delivers what is above it, oldest first.
 * 3. The place is marked by the hashes of the checks around it, so dates and totals of the service don't matter.
 * 4. Above a mark every unknown check is new; below all marks one is new only if it is inside the lookback.
 * 5. The service is never asked to filter: filters decide what is delivered, and change nothing that is remembered.
 * 6. If the place is not found within one poll, the state keeps a page number, which is doubled and halved.
 * 7. From a place far down the trigger climbs: each window shows the place at its lower end, and the place moves up.
 * 8. What a poll has no time for stays above the place, so the next poll finds it again.
 * 9. Unfinished checks are kept by hash and asked for one by one until they end, wherever the history lists them.
 * 10. A check whose report can't be read waits for up to five polls, and the others don't wait for it.
 */

/** How long a check may take to show in the history, in seconds (contract, line 2). */
const SHOWN_AFTER = 120;
/** So many checks below the lookback mark the place at the top, and so many below the place during a climb. */
const MARKS = 50;

export interface PollResult {
	/** Oldest first. */
	deliveries: Delivery[];
	state: TriggerState | null;
	/** For n8n's log. */
	warnings: string[];
}

/**
 * One poll: finds what is new, oldest first, and what to remember. Knows neither n8n nor HTTP nor a clock.
 * @param stored the state of the last poll, as stored.
 * @throws what the service's first request threw, and CursorError if the history can't be followed.
 */
export async function poll(stored: unknown, rules: Rules, service: Service): Promise<PollResult> {
	const warnings: string[] = [];
	let failure: unknown;
	let pages = 0;
	const ask = async (page: number, size: number) => {
		if (failure !== undefined) return null;
		try {
			const answer = await service.page(page, size);
			if (answer !== null) pages++;
			return answer;
		} catch (thrown) {
			failure = thrown;
			return null;
		}
	};
	const { account } = service;
	const warn = (text: string) => void warnings.push(text);
	const context = { ask, account, isOpen: rules.isOpen, warn };
	const read = readState(stored);
	if (read === null)
		warn("The stored state can't be read. The trigger starts from the newest checks.");
	let memory = read ?? emptyMemory(account, null);
	const results = new Results(memory, rules, service);
	const isStart = !read && rules.startFrom === 'now';
	const isOther = !isStart && !(await advance(memory, results, context, rules));
	if (isOther)
		warn('The history shows another account. The trigger starts from its newest checks.');
	if (isStart || isOther) memory = await activate(context, rules);
	const hasAnswers = pages + results.asked > 0;
	if (failure !== undefined && !hasAnswers) throw failure;
	const reason = failure instanceof Error ? failure.message : '';
	if (failure !== undefined) warn(`A poll ended early: ${reason}. The next one continues.`);
	const state = hasAnswers ? packState(memory) : null;
	return { deliveries: results.deliveries, state, warnings };
}

/** Moves the place up as far as the poll's time allows. False if the history is another account's. */
async function advance(
	memory: Memory,
	results: Results,
	context: ReadingContext,
	rules: Rules,
): Promise<boolean> {
	const reader = new Reader(memory, context);
	const { floor, resultsFirst } = memory;
	if (resultsFirst) await results.askWaiting([]);
	// What is inside the lookback shows on the next page.
	if (resultsFirst && memory.place.at === 'top') {
		const newest = [...memory.known.values()].reduce((a, b) => Math.max(a, b), 0);
		await results.askUnfinished((_, since) => floor === null || since >= floor, newest);
	}
	const seen = new Set<string>();
	for (let isAsked = resultsFirst; ; isAsked = true) {
		const sighting = await reader.readNext();
		if (sighting === 'otherAccount') return false;
		if (!isAsked) await results.askWaiting(sighting?.lines ?? []);
		if (sighting === null) break;
		const { lines, news, now } = sighting;
		const nameless = news.filter(({ line }) => line.item.hash === '').length;
		if (nameless > 0)
			context.warn(`${nameless} new checks have no hash in the history, so no report is read.`);
		const { cut, left } = await results.deliverNews(news);
		decide(memory, sighting, { cut, left }, rules, context.account);
		for (const { id } of lines) seen.add(id);
		if (memory.place.at === 'top') await results.askUnfinished((id) => seen.has(id), now);
		if (memory.place.at !== 'climbing' || cut >= 0 || left.size > 0) break;
	}
	memory.resultsFirst = results.wanted > 0 && results.asked === 0;
	return true;
}

/** The end of the lookback behind the newest start; null if no line has one. */
function floorBehind(lines: readonly Line[], lookbackSeconds: number): number | null {
	const newest = lines.reduce((latest, { start }) => Math.max(latest, start ?? 0), 0);
	return newest === 0 ? null : newest - lookbackSeconds - SHOWN_AFTER;
}

/** Remembers the lines below the cut, and where the place is now. */
function decide(
	memory: Memory,
	{ lines, from, size, now }: Pick<Sighting, 'lines' | 'from' | 'size' | 'now'>,
	{ cut, left }: Cut,
	{ lookbackSeconds }: Rules,
	account: string,
): void {
	const { known, marks, unfinished, place } = memory;
	const decided = lines.slice(cut + 1);
	for (const { item, code, id, moment, start, isOpen } of decided) {
		known.set(code, moment);
		const since = Math.min(moment, start ?? moment, unfinished.get(id)?.since ?? moment);
		if (isOpen) unfinished.set(id, { since, target: digestTarget(item) });
		else if (!left.has(id)) unfinished.delete(id);
	}
	const wasNear = place.at === 'climbing' && place.isNear;
	const floor = floorBehind(decided, lookbackSeconds);
	if (!wasNear && floor !== null) memory.floor = Math.max(memory.floor ?? floor, floor);
	memory.account = account;
	const isTop = from === 0 && cut < 0;
	const isNear = wasNear || (floor !== null && floor > now - 2 * lookbackSeconds - SHOWN_AFTER);
	memory.place = isTop ? { at: 'top' } : { at: 'climbing', offset: from + cut + 1, size, isNear };
	const end = isTop ? (findBottom(lines, memory, false) ?? lines.length) : 0;
	marks.clear();
	for (const { code, isOpen } of decided.slice(0, end + MARKS))
		if (!isTop || !isOpen) marks.add(code);
	// What is older than the lookback is forgotten.
	for (const [code, moment] of known)
		if (memory.floor !== null && moment < memory.floor && !marks.has(code)) known.delete(code);
}

/** The first poll: remembers what is there, and delivers nothing. */
async function activate(context: ReadingContext, rules: Rules): Promise<Memory> {
	const memory = emptyMemory(context.account, null);
	const isDone = (lines: readonly Line[], isEnd: boolean) => {
		const floor = floorBehind(lines, rules.lookbackSeconds);
		return isEnd || findBottom(lines, { ...memory, floor }, isEnd) !== null;
	};
	const reader = new Reader(memory, context);
	const pages = await reader.readPages(MAX_PAGE_SIZE, Infinity, isDone);
	if (pages === null) return memory;
	const { lines, now, isDone: isWhole } = pages;
	decide(memory, { ...pages, from: 0 }, { cut: -1, left: new Set() }, rules, context.account);
	const lowest = Math.min(now, (lines.at(-1)?.moment ?? now) + 1);
	memory.floor = Math.max(memory.floor ?? now, isWhole ? 0 : lowest);
	return memory;
}

/** A manual test reads so many pages of so many checks, and so many reports at a time. */
const [TEST_PAGES, TEST_PAGE_SIZE, TEST_REPORTS] = [5, 200, 10];

/** A manual test: the newest check that the published trigger would deliver, among the newest thousand; else null. */
export async function findNewest(rules: Rules, service: Service): Promise<Delivery | null> {
	for (let page = 0; page < TEST_PAGES; page++) {
		const answer = await service.page(page, TEST_PAGE_SIZE);
		if (answer === null || answer.count === 0) return null;
		const memory = emptyMemory('', null);
		const lines = readLines(answer, memory, rules.isOpen);
		const news = lines.map((line, index) => ({ line, index, isEnd: false }));
		for (let at = 0; at < news.length; at += TEST_REPORTS) {
			const results = new Results(memory, rules, service);
			await results.deliverNews(news.slice(at, at + TEST_REPORTS), true);
			if (results.deliveries.length > 0) return results.deliveries[0];
		}
	}
	return null;
}
