import { MAX_PAGE_SIZE } from '../shared/base/contract';
import {
	findDue,
	forget,
	judgeAnswer,
	MAX_TRIES,
	noteLine,
	noteVerdict,
	type Delivery,
	type DueCheck,
	type ReportAnswer,
	type Rules,
} from './decide';
import { makeMemory, packState, parseState, type Memory, type TriggerState } from './memory';
import {
	fetchNews,
	findLookbackEnd,
	parseLines,
	type FetchPage,
	type Line,
	type Reading,
} from './reading';

/*
 * One poll of the trigger:
 *
 * 1. It reads down from the newest check, or from where a long reading had to stop, until everything below began before
 *    the floor (`reading.ts`).
 * 2. A check that is not in `seen` is new. What is new and has ended is delivered, oldest first (`decide.ts`).
 * 3. Checks that have not ended, and those whose report can't be read, stay open.
 * 4. What the poll has no time for is not remembered, so the next one finds it again.
 * 5. After a whole reading the floor moves to the end of the lookback, and what is below it is forgotten.
 *
 * Filters decide what is delivered, and change nothing that is remembered. n8n saves the state with a delivery only, so
 * a poll without one has to come out the same when it is decided again.
 */

export interface Service {
	/** A digest of base URL and token. */
	account: string;
	/** When the poll began, in Unix seconds. */
	now: number;
	/** Throws if the first page can't be had. */
	fetchPage: FetchPage;
	/** Asks for the reports of checks, by hash. One that was not asked for has no answer. Doesn't throw. */
	fetchReports: (checks: readonly DueCheck[]) => Promise<ReadonlyMap<string, ReportAnswer>>;
}

interface PollResult {
	/** Oldest first. */
	deliveries: Delivery[];
	state: TriggerState;
	/** What is repeated or left out on purpose. */
	warnings: string[];
}

const UNREADABLE =
	"The trigger's stored state is another version's. Checks of one lookback are delivered, some of them once more.";
const OTHER_ACCOUNT =
	'The credential shows another account than before. The trigger follows it from now on, and delivers nothing of what is there.';

/** The number of reports that a manual test requests at once. */
const AT_ONCE = 10;

/**
 * Finds what is new, and what to remember.
 * @param stored the state of the poll before; undefined at the first one.
 * @throws AmlCheckError if the first page can't be had, or the history can't be followed.
 */
export async function poll(
	stored: object | undefined,
	rules: Rules,
	service: Service,
): Promise<PollResult> {
	const { account, now } = service;
	const lookbackEnd = (lines: readonly Line[]) =>
		findLookbackEnd(lines, rules.lookbackSeconds, now);
	const known = stored === undefined ? makeMemory(account, null) : parseState(stored);
	const memory = known ?? makeMemory(account, lookbackEnd([]));
	const warnings = known === null ? [UNREADABLE] : [];
	const isFirst = stored === undefined && rules.startFrom === 'now';
	const floorOf = isFirst ? lookbackEnd : () => memory.floor;
	// The pages of another account are others. With another token of the same one they are read once more.
	if (memory.account !== account) memory.page = null;
	const reading = await fetchNews(memory, service.fetchPage, { floorOf, now });
	const isOther = isOtherAccount(memory, reading, account);
	if (isOther) warnings.push(OTHER_ACCOUNT);
	if (isFirst || isOther) {
		const begun = begin(account, reading, floorOf(reading.lines));
		return { deliveries: [], state: packState(begun), warnings };
	}
	memory.account = account;
	const due = findDue(memory, reading, rules);
	const { deliveries, left } = await deliver(memory, due, rules, service);
	remember(memory, reading, left, lookbackEnd(reading.lines));
	forget(memory, rules.triggerOn);
	return { deliveries, state: packState(memory), warnings };
}

/** Remembers what is there, and delivers nothing of it. What was not read counts as old. */
function begin(account: string, { lines, isWhole }: Reading, floor: number | null): Memory {
	const lowest = isWhole ? undefined : lines.at(-1);
	const unread = lowest === undefined ? 0 : lowest.latest + 1;
	const memory = makeMemory(account, Math.max(floor ?? 0, unread));
	for (const line of lines) noteLine(memory, line);
	return memory;
}

/** With the same token, checks that are missing have expired. With another one, they say whose history it is. */
function isOtherAccount(memory: Memory, { lines, isWhole }: Reading, account: string): boolean {
	const { seen, open } = memory;
	if (!isWhole || account === memory.account || seen.size + open.size === 0) return false;
	return !lines.some(({ code, item }) => seen.has(code) || open.has(item.hash));
}

/** Delivers what is due, and notes it. @returns the hashes that are left to the next poll, too. */
async function deliver(
	memory: Memory,
	due: readonly DueCheck[],
	rules: Rules,
	{ now, fetchReports }: Service,
): Promise<{ deliveries: Delivery[]; left: Set<string> }> {
	const asked = due.filter(({ item }) => item === undefined || rules.needsReport(item));
	const answers = await fetchReports(asked);
	const left = new Set(asked.map(({ hash }) => hash).filter((hash) => !answers.has(hash)));
	const deliveries: Delivery[] = [];
	for (const one of due) {
		if (left.has(one.hash)) continue;
		const verdict = judgeAnswer(one, answers.get(one.hash), now);
		noteVerdict(memory, one, verdict, now);
		if (verdict.kind === 'deliver' && rules.accepts(verdict.delivery))
			deliveries.push(verdict.delivery);
	}
	return { deliveries, left };
}

/**
 * Remembers what a poll has read. What is left to the next poll is not remembered, and nothing moves until it is decided.
 * @param left the hashes of the checks that are left.
 * @param lookbackEnd in Unix seconds.
 */
function remember(
	memory: Memory,
	{ lines, isWhole, next }: Reading,
	left: ReadonlySet<string>,
	lookbackEnd: number,
): void {
	for (const line of lines) if (!left.has(line.item.hash)) noteLine(memory, line);
	// An answer without checks says nothing of the time, but for the one below the last page.
	const saysNothing = lines.length === 0 && memory.page === null;
	if (left.size > 0 || saysNothing) return;
	const floor = memory.page?.floor ?? lookbackEnd;
	memory.page = isWhole ? null : { next, floor };
	if (isWhole) memory.floor = Math.max(memory.floor ?? floor, floor);
}

/** A manual test: the newest check on the first page that the published trigger would deliver. */
export async function findNewest(rules: Rules, service: Service): Promise<Delivery[]> {
	const page = await service.fetchPage(0, MAX_PAGE_SIZE);
	const lines = parseLines(page?.items ?? [], service.now);
	const memory = makeMemory(service.account, null);
	const newest = findDue(memory, { lines, isWhole: false }, rules).reverse();
	for (let at = 0; at < newest.length; at += AT_ONCE) {
		const some = newest.slice(at, at + AT_ONCE).map((one) => ({ ...one, tries: MAX_TRIES }));
		const { deliveries } = await deliver(memory, some, rules, service);
		if (deliveries.length > 0) return deliveries.slice(0, 1);
	}
	return [];
}
