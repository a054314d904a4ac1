import { MAX_PAGE_SIZE } from '../shared/base/contract';
import {
	deliverAsListed,
	findDue,
	judge,
	MAX_TRIES,
	noteVerdict,
	remember,
	wasDelivered,
	type Delivery,
	type DueCheck,
	type ReportAnswer,
	type Rules,
} from './decide';
import {
	makeMemory,
	makeOpen,
	packState,
	parseState,
	type Memory,
	type TriggerState,
} from './memory';
import {
	floorBehind,
	HistoryError,
	MAX_DELIVERIES,
	parseLines,
	fetchLookback,
	fetchNews,
	type Reading,
	type ReadPage,
} from './reading';

/*
 * One poll of the trigger:
 *
 * 1. It reads down from the newest check until everything below began before the floor (`reading.ts`).
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
	/** The service's time in Unix seconds. */
	now: () => number;
	/** Throws if the page can't be had. */
	page: ReadPage;
	/** Asks for the reports of checks; doesn't throw. */
	reports: (checks: readonly DueCheck[]) => Promise<ReportAnswer[]>;
}

export interface PollResult {
	/** Oldest first. */
	deliveries: Delivery[];
	state: TriggerState;
	/** What is repeated or left out on purpose, and why the poll ended early. */
	warnings: string[];
}

const UNREADABLE =
	"The trigger's stored state is another version's. Checks of one lookback are delivered, some of them once more.";
const TOO_SLOW = 'More is new in the history than a poll has time to read';
const OTHER_ACCOUNT =
	'The credential shows another account than before. The trigger follows it from now on, and delivers nothing of what is there.';

/** The number of reports that a manual test requests at once. */
const AT_ONCE = 10;

/** Ends the reading at the first page that fails. */
function untilFailure(page: ReadPage) {
	const ending: { failure?: unknown } = {};
	const read: ReadPage = async (number, size) => {
		if (ending.failure !== undefined) return null;
		try {
			return await page(number, size);
		} catch (thrown) {
			ending.failure = thrown;
			return null;
		}
	};
	return { read, ending };
}

/**
 * Remembers what is there, and delivers nothing of it. What was not read counts as old.
 * @param readTo the floor of the reading; null for the end of the lookback.
 */
function begin(
	{ lines, isWhole }: Reading,
	readTo: number | null,
	{ lookbackSeconds }: Rules,
	account: string,
	now: number,
): Memory {
	const lowest = isWhole ? undefined : lines.at(-1);
	const end = lowest ? lowest.latest + 1 : floorBehind(lines, lookbackSeconds, now);
	const floor = Math.max(end, readTo ?? end);
	const memory = makeMemory(account, floor);
	for (const { item, code, isOpen, begun, latest } of lines)
		if (isOpen) memory.open.set(item.hash, makeOpen(item, begun));
		else if (latest >= floor) memory.seen.set(code, latest);
	return memory;
}

/** With the same token, checks that are missing have expired. With another one, they say whose history it is. */
function isOtherAccount(memory: Memory, { lines, isWhole }: Reading, account: string): boolean {
	const { seen, open } = memory;
	if (!isWhole || account === memory.account || seen.size + open.size === 0) return false;
	return !lines.some(({ code, item }) => seen.has(code) || open.has(item.hash));
}

/** The first poll. @throws what the first page throws. */
async function activate(rules: Rules, service: Service): Promise<PollResult> {
	const { read, ending } = untilFailure(service.page);
	const reading = await fetchLookback(read, rules.lookbackSeconds, service.now());
	if (reading.pages === 0 && ending.failure !== undefined) throw ending.failure;
	const memory = begin(reading, null, rules, service.account, service.now());
	return { deliveries: [], state: packState(memory), warnings: [] };
}

/** Delivers what is due, and notes it. @returns the hashes that are left to the next poll, too. */
async function deliver(
	memory: Memory,
	due: readonly DueCheck[],
	rules: Rules,
	service: Service,
): Promise<{ deliveries: Delivery[]; left: Set<string> }> {
	const taken = due.slice(0, MAX_DELIVERIES);
	const left = new Set(due.slice(MAX_DELIVERIES).map(({ hash }) => hash));
	const asked = taken.filter(({ item }) => item === undefined || rules.needsReport(item));
	const answers = await service.reports(asked);
	const answerOf = new Map(asked.map(({ hash }, at) => [hash, answers[at]]));
	const deliveries: Delivery[] = [];
	for (const one of taken) {
		const answer = answerOf.get(one.hash);
		const verdict = answer === undefined ? deliverAsListed(one) : judge(one, answer, service.now());
		noteVerdict(memory, one, verdict, service.now());
		if (verdict.kind === 'leave') left.add(one.hash);
		if (verdict.kind !== 'deliver' || wasDelivered(one, rules)) continue;
		const { delivery } = verdict;
		if (rules.wants(delivery.item) && rules.accepts(delivery)) deliveries.push(delivery);
	}
	return { deliveries, left };
}

/**
 * Finds what is new, and what to remember.
 * @param stored the state of the poll before; undefined at the first one.
 * @throws what the first request throws, and HistoryError where the history can't be followed.
 */
export async function poll(
	stored: object | undefined,
	rules: Rules,
	service: Service,
): Promise<PollResult> {
	if (stored === undefined && rules.startFrom === 'now') return await activate(rules, service);
	const { account } = service;
	const warnings: string[] = [];
	let memory = stored === undefined ? makeMemory(account, null) : parseState(stored);
	if (memory === null) {
		warnings.push(UNREADABLE);
		memory = makeMemory(account, floorBehind([], rules.lookbackSeconds, service.now()));
	}
	const { read, ending } = untilFailure(service.page);
	const reading = await fetchNews(memory, read, service.now());
	if (reading.pages === 0 && ending.failure !== undefined) throw ending.failure;
	if (memory.page !== null && !reading.isWhole && reading.next === memory.page.next)
		throw ending.failure ?? new HistoryError(TOO_SLOW);
	if (ending.failure instanceof Error)
		warnings.push(`A poll ended early: ${ending.failure.message}. The next one continues.`);
	if (isOtherAccount(memory, reading, account)) {
		const begun = begin(reading, memory.floor, rules, account, service.now());
		return { deliveries: [], state: packState(begun), warnings: [...warnings, OTHER_ACCOUNT] };
	}
	memory.account = account;
	const due = findDue(memory, reading, rules);
	const { deliveries, left } = await deliver(memory, due, rules, service);
	remember(memory, reading, left, rules, service.now());
	return { deliveries, state: packState(memory), warnings };
}

/** A manual test: the newest check on the first page that the published trigger would deliver. */
export async function findNewest(rules: Rules, service: Service): Promise<Delivery[]> {
	const page = await service.page(0, MAX_PAGE_SIZE);
	const lines = parseLines(page?.items ?? [], service.now());
	const memory = makeMemory(service.account, null);
	const newest = findDue(memory, { lines, isWhole: false }, rules).reverse();
	for (let at = 0; at < newest.length; at += AT_ONCE) {
		const some = newest.slice(at, at + AT_ONCE).map((one) => ({ ...one, tries: MAX_TRIES }));
		const { deliveries } = await deliver(memory, some, rules, service);
		if (deliveries.length > 0) return deliveries.slice(0, 1);
	}
	return [];
}
