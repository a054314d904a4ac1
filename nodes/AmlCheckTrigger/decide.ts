import { parseHistoryItem } from '../shared/service/pages';
import type { OwnerReading } from '../shared/level';
import {
	asSent,
	type CheckRecord,
	type HistoryItem,
	type UsageMeta,
} from '../shared/service/schemas';
import { parseOutcome } from '../shared/base/statuses';
import { OTHER_TARGET, reasonNotToUse } from '../shared/check/target';
import { digestTarget, makeCode, makeOpen, type Memory, type OpenCheck } from './memory';
import { floorBehind, type Line, type Reading } from './reading';

/* What is new in a reading, what an answer makes of it, and what is remembered. Pure, but for the memory of the poll. */

/** The number of polls that ask for a report. Then the check comes without it. */
export const MAX_TRIES = 5;
/** The most open checks that a poll asks for although no page shows them, in turn. */
const MAX_HIDDEN = 10;
/** How long it asks for one that doesn't end, in seconds. Then the check comes as it is. */
const PATIENCE = 7 * 24 * 60 * 60;

interface Report {
	check: CheckRecord;
	usage: UsageMeta | null;
	/** Undefined where the service has no search for it. */
	owner?: OwnerReading;
}

/** A check to hand over, with its report, or with the reason why there is none. */
export interface Delivery {
	item: HistoryItem;
	report?: Report;
	missing?: string;
}

/** `notAsked`: the poll had no time for it. */
export type ReportAnswer = { report: Report } | { missing: string } | 'notAsked';

export interface Rules {
	triggerOn: 'checkCompleted' | 'checkCreated';
	startFrom: 'now' | 'beginning';
	lookbackSeconds: number;
	/** Whether it passes the filters, as far as the history alone says. */
	wants: (item: HistoryItem) => boolean;
	needsReport: (item: HistoryItem) => boolean;
	/** Whether it passes the filters, with everything that is known of it. */
	accepts: (delivery: Delivery) => boolean;
}

/** A check that is to be delivered. */
export interface DueCheck extends OpenCheck {
	hash: string;
	/** Its record on a page of this poll; undefined for an open check that no page shows. */
	item?: HistoryItem;
}

/** `wait`: it stays open. `leave`: nothing is decided, and the next poll finds it again. */
export type Verdict =
	{ kind: 'deliver'; delivery: Delivery } | { kind: 'wait'; tries: number } | { kind: 'leave' };

const isNew = ({ code, begun, item }: Line, { seen, open, floor }: Memory): boolean =>
	!seen.has(code) && !open.has(item.hash) && begun >= (floor ?? -Infinity);

/** Whether a check of a page is to be delivered, unless the filters leave it out. */
function isDue(line: Line, memory: Memory, { triggerOn }: Rules): boolean {
	const known = memory.open.get(line.item.hash);
	if (known !== undefined && known.tries > 0) return true;
	if (known !== undefined) return !line.isOpen && triggerOn === 'checkCompleted';
	return isNew(line, memory) && (!line.isOpen || triggerOn === 'checkCreated');
}

/** Finds the checks to deliver, oldest first: open ones that a whole reading doesn't show, and what is due on the pages. */
export function findDue(
	memory: Memory,
	{ lines, isWhole }: Pick<Reading, 'lines' | 'isWhole'>,
	rules: Rules,
): DueCheck[] {
	const shown = new Set(lines.map(({ item }) => item.hash));
	// A reading that continues an earlier one doesn't show what lies between.
	const isFromTop = isWhole && memory.page === null;
	const hidden = [...memory.open]
		.filter(([hash]) => isFromTop && !shown.has(hash))
		.slice(0, MAX_HIDDEN)
		.map(([hash, known]): DueCheck => ({ hash, ...known }))
		.sort((a, b) => a.since - b.since);
	const due = lines
		.filter((line) => isDue(line, memory, rules))
		.map(({ item, begun }): DueCheck => {
			const known = memory.open.get(item.hash) ?? makeOpen(item, begun);
			return { hash: item.hash, item, ...known };
		});
	return [...hidden, ...due.reverse()];
}

/** Its report is the record of a check that no page shows. */
const makeItem = (hash: string, check?: CheckRecord): HistoryItem =>
	parseHistoryItem({ ...(check && (asSent(check) as object)), hash })!;

/** The verdict about a check that needs no report. Its record is on a page. */
export const deliverAsListed = ({ hash, item = makeItem(hash) }: DueCheck): Verdict => ({
	kind: 'deliver',
	delivery: { item },
});

/** Whether a check that no page shows was delivered when it was created. */
export const wasDelivered = ({ item, tries }: DueCheck, { triggerOn }: Rules): boolean =>
	item === undefined && tries === 0 && triggerOn === 'checkCreated';

/** Why a report can't be used; null if it can. */
function findDoubt({ hash, item, target }: DueCheck, { check }: Report): string | null {
	if (item !== undefined) return reasonNotToUse(item, check);
	return digestTarget(check) === target
		? reasonNotToUse(makeItem(hash, check), check)
		: OTHER_TARGET;
}

/** Whether neither a page nor the answer says that a check has ended. */
const isStillOpen = ({ item, tries }: DueCheck, report: Report | undefined): boolean =>
	item === undefined &&
	tries === 0 &&
	(report === undefined || parseOutcome(report.check.status) === 'pending');

/**
 * Judges the answer to a check's hash.
 * @param now the service's time, in Unix seconds.
 */
export function judge(due: DueCheck, answer: ReportAnswer, now: number): Verdict {
	if (answer === 'notAsked') return { kind: 'leave' };
	const { hash, item, since, tries } = due;
	const report = 'report' in answer ? answer.report : undefined;
	const isOpen = isStillOpen(due, report);
	if (isOpen && since >= now - PATIENCE) return { kind: 'wait', tries };
	const missing = 'missing' in answer ? answer.missing : findDoubt(due, answer.report);
	const mayWait = !isOpen && tries + 1 < MAX_TRIES;
	if (mayWait && (missing !== null || report?.owner === 'unread'))
		return { kind: 'wait', tries: tries + 1 };
	if (missing === null)
		return { kind: 'deliver', delivery: { item: item ?? makeItem(hash, report?.check), report } };
	return { kind: 'deliver', delivery: { item: item ?? makeItem(hash), missing } };
}

/** Notes what became of a check that was due. @param now the service's time, in Unix seconds. */
export function noteVerdict(memory: Memory, due: DueCheck, verdict: Verdict, now: number): void {
	const { hash, item, since, target } = due;
	if (verdict.kind === 'leave') return;
	memory.open.delete(hash);
	if (verdict.kind === 'wait') memory.open.set(hash, { since, target, tries: verdict.tries });
	// A page may show it later: its dates are not later than now.
	else if (item === undefined) memory.seen.set(makeCode(hash), now);
}

/** Notes a check of a page, after the verdicts. */
function noteLine(memory: Memory, line: Line): void {
	const { item, code, isOpen, begun, latest } = line;
	const { seen, open, floor } = memory;
	const known = open.get(item.hash);
	if (known !== undefined && (isOpen || known.tries > 0)) return;
	if (isOpen && isNew(line, memory)) {
		open.set(item.hash, makeOpen(item, begun));
		return;
	}
	open.delete(item.hash);
	if (latest >= (floor ?? -Infinity)) seen.set(code, Math.max(latest, seen.get(code) ?? 0));
}

/**
 * Remembers what a poll has read. What is left to the next poll is not remembered, and nothing moves until it is decided.
 * @param left the hashes of the checks that are left.
 * @param now the service's time, in Unix seconds.
 */
export function remember(
	memory: Memory,
	{ lines, isWhole, next }: Reading,
	left: ReadonlySet<string>,
	{ lookbackSeconds }: Rules,
	now: number,
): void {
	for (const line of lines) if (!left.has(line.item.hash)) noteLine(memory, line);
	if (left.size > 0 || lines.length === 0) return;
	const floor = memory.page?.floor ?? floorBehind(lines, lookbackSeconds, now);
	memory.page = isWhole ? null : { next, floor };
	if (!isWhole) return;
	memory.floor = Math.max(memory.floor ?? floor, floor);
	for (const [code, latest] of memory.seen) if (latest < memory.floor) memory.seen.delete(code);
}
