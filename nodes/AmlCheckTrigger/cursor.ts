import { MAX_PAGE_SIZE } from '../shared/contract';
import { decide, floorBehind } from './decide';
import type { Delivery } from './judge';
import { readLines, type Page } from './lines';
import { CursorError, Reader, type Polling } from './reading';
import { Results, type Rules, type Service } from './results';
import { emptyMemory, packState, readState, type Memory, type TriggerState } from './state';

/*
 * How the trigger follows the history.
 *
 * 1. The history lists the newest checks first, and the trigger knows one place in it: everything below is decided.
 * 2. A poll reads down from the newest check until it sees the place, and delivers what is above it, oldest first.
 * 3. The place is marked by the digested hashes of the checks around it, so totals don't matter, and dates only for the lookback.
 * 4. Above a mark every unknown check is new; below all marks one is new only if it is inside the lookback.
 * 5. The service is never asked to filter: filters decide what the trigger delivers, and change nothing that it remembers.
 * 6. If the place is not found within one poll, the state keeps a page number, which is doubled and halved.
 * 7. From a place far down the trigger climbs: each window shows the place at its lower end, and the place moves up.
 * 8. Whatever a poll has no time for stays above the place, or unfinished, so the next poll finds it again.
 * 9. Unfinished checks are kept by hash and asked for one by one until they end, wherever the history lists them.
 * 10. A check whose report can't be read waits for up to five polls, and the others don't wait for it.
 * 11. The history of another account begins at the floor, which is stored with a delivery; so a restart changes nothing.
 * 12. The climb ends near the top: from then on the floor stays, so a check that shows late below it is not missed.
 * 13. If a poll had no time for results, the next one begins with them.
 * 14. A record without a hash is known by its other members, and comes without a report.
 */

/** The number of reports that a manual test requests at once. */
const REPORTS_AT_ONCE = 10;

export interface PollResult {
	deliveries: Delivery[];
	state: TriggerState | null;
	warnings: string[];
	/** The note that the first item carries. */
	notice: Memory['notice'];
}

const BEGIN_ANEW =
	'Another version of this node may have stored it. Add a new AML Check Trigger, delete this one, and publish the workflow: the new one has no memory.';

/** One poll: finds what is new, and what to remember. Throws if the first request fails, or the history misfits. */
export async function poll(stored: unknown, rules: Rules, service: Service): Promise<PollResult> {
	const warnings: string[] = [];
	const warn = (text: string) => void warnings.push(text);
	let failure: unknown;
	let pages = 0;
	const page = async (number: number, size: number) => {
		if (failure !== undefined) return null;
		try {
			const answer = await service.page(number, size);
			if (answer === null) return null;
			pages++;
			return answer;
		} catch (thrown) {
			failure = thrown;
			return null;
		}
	};
	const polling = { rules, service: { ...service, page }, warn };
	const read = readState(stored);
	if (read === null) throw new CursorError("The trigger's stored state can't be read", BEGIN_ANEW);
	let memory = read ?? emptyMemory(service.account, null);
	const results = new Results(memory, rules, service);
	if (read === undefined && rules.startFrom === 'now') memory = await activate(polling);
	else await advance(memory, results, polling);
	const hasAnswers = pages + results.asked > 0;
	if (failure !== undefined && !hasAnswers) throw failure;
	const reason = failure instanceof Error ? failure.message : '';
	if (failure !== undefined) warn(`A poll ended early: ${reason}. The next one continues.`);
	const { deliveries } = results;
	const notice = deliveries.length > 0 ? memory.notice : null;
	if (notice !== null) memory.notice = null;
	const state = hasAnswers ? packState(memory) : null;
	return { deliveries, state, warnings, notice };
}

/** Moves the place up as far as the poll's time allows. */
async function advance(memory: Memory, results: Results, polling: Polling): Promise<void> {
	const reader = new Reader(memory, polling);
	const { resultsFirst } = memory;
	const seen = new Set<string>();
	if (resultsFirst) {
		await results.askWaiting([]);
		await results.askUnfinished(seen);
	}
	for (let isAsked = resultsFirst; ; isAsked = true) {
		const sighting = await reader.readNext();
		if (!isAsked) await results.askWaiting(sighting?.lines ?? []);
		if (sighting === null) break;
		const nameless = sighting.news.filter(({ item }) => item.hash === '').length;
		if (nameless > 0)
			polling.warn(`${nameless} new checks have no hash in the history, so no report is read.`);
		const left = await results.deliverNews(sighting.news);
		decide(memory, sighting, left, polling);
		for (const { id } of sighting.lines) seen.add(id);
		if (memory.place.at === 'top') await results.askUnfinished(seen);
		if (memory.place.at !== 'climbing' || left.length > 0) break;
	}
	memory.resultsFirst = results.wanted > 0 && results.asked === 0;
}

/** The first poll: remembers what is there, and delivers nothing. */
async function activate({ rules, service, warn }: Polling): Promise<Memory> {
	const memory = emptyMemory(service.account, null);
	const first = await service.page(0, MAX_PAGE_SIZE);
	if (first === null) return memory;
	const now = service.now();
	const linesOf = (page: Page) => readLines(page, memory, rules, now);
	const top = linesOf(first);
	memory.floor = floorBehind(top, rules.lookbackSeconds) ?? now;
	// The reading begins with the page that is read already.
	const unread = [first];
	const read: Page[] = [];
	const page = async (number: number, size: number) => {
		const answer = unread.pop() ?? (await service.page(number, size));
		if (answer !== null) read.push(answer);
		return answer;
	};
	const rest: Service = { ...service, page };
	const silent: Polling = { rules: { ...rules, wants: () => false }, service: rest, warn };
	await advance(memory, new Results(memory, silent.rules, rest), silent);
	// Whatever the poll has no time for counts as old, and its pages are known.
	if (memory.place.at !== 'top' || (memory.known.size === 0 && top.length > 0)) {
		memory.floor = now;
		const lines = read.flatMap(linesOf);
		decide(memory, { lines, from: 0, size: MAX_PAGE_SIZE, news: [] }, [], silent);
	}
	return memory;
}

/** A manual test: the newest check on the first page that the published trigger would deliver. */
export async function findNewest(rules: Rules, service: Service): Promise<PollResult> {
	const page = await service.page(0, MAX_PAGE_SIZE);
	const memory = emptyMemory('', null);
	const lines = page === null ? [] : readLines(page, memory, rules, service.now());
	let deliveries: Delivery[] = [];
	for (let at = 0; at < lines.length && deliveries.length === 0; at += REPORTS_AT_ONCE) {
		const results = new Results(memory, rules, service, true);
		await results.deliverNews(lines.slice(at, at + REPORTS_AT_ONCE));
		deliveries = results.deliveries.slice(0, 1);
	}
	return { deliveries, state: null, warnings: [], notice: null };
}
