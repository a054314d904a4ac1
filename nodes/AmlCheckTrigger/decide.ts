import { parseOutcome } from '../shared/base/statuses';
import type { CheckResult } from '../shared/check/result';
import { OTHER_TARGET, reasonNotToUse } from '../shared/check/target';
import type { OwnerReading } from '../shared/level';
import { parseHistoryItem } from '../shared/service/pages';
import { asSent, type CheckRecord, type HistoryItem } from '../shared/service/schemas';
import { digestTarget, makeCode, makeOpen, type Memory, type OpenCheck } from './memory';
import type { Line, Reading } from './reading';

/* What is due in a reading, what an answer makes of it, and what is noted. Pure, but for the memory of the poll. */

/** The number of polls that ask for a report. Then the check comes without it. */
export const MAX_TRIES = 5;
/** The most open checks that a poll asks for although no page shows them, in turn. */
const MAX_HIDDEN = 10;
/** How long it asks for one that doesn't end, in seconds. */
const PATIENCE = 7 * 24 * 60 * 60;

interface FetchedReport extends Pick<CheckResult, 'check' | 'usage'> {
	/** Undefined where the service has no search for it. */
	owner?: OwnerReading;
}

/** A check to hand over, with its report, or with the reason why there is none. */
export interface Delivery {
	item: HistoryItem;
	report?: FetchedReport;
	missing?: string;
}

export type ReportAnswer = { report: FetchedReport } | { missing: string };

export interface Rules {
	triggerOn: 'checkCompleted' | 'checkCreated';
	startFrom: 'now' | 'beginning';
	lookbackSeconds: number;
	needsReport: (item: HistoryItem) => boolean;
	/** Whether it passes the filters. */
	accepts: (delivery: Delivery) => boolean;
}

/** A check that is to be delivered. */
export interface DueCheck extends OpenCheck {
	hash: string;
	/** Its record on a page of this poll; undefined for an open check that no page shows. */
	item?: HistoryItem;
}

/** `wait`: it stays open, or becomes so. */
export type Verdict = { kind: 'deliver'; delivery: Delivery } | { kind: 'wait'; tries: number };

const isNew = ({ code, begun }: Line, { seen, floor }: Memory): boolean =>
	!seen.has(code) && begun >= (floor ?? -Infinity);

/** Whether an open check is still to be delivered: a created one was so when it showed. */
const isAwaited = (tries: number, triggerOn: Rules['triggerOn']): boolean =>
	tries > 0 || triggerOn === 'checkCompleted';

/** Whether a check of a page is to be delivered, unless the filters leave it out. */
function isDue(line: Line, memory: Memory, triggerOn: Rules['triggerOn']): boolean {
	const known = memory.open.get(line.item.hash);
	if (known === undefined)
		return isNew(line, memory) && (!line.isOpen || triggerOn === 'checkCreated');
	return !line.isOpen && isAwaited(known.tries, triggerOn);
}

/** Finds the checks to deliver, oldest first: open ones that a whole reading doesn't show, and what is due on the pages. */
export function findDue(
	memory: Memory,
	{ lines, isWhole }: Pick<Reading, 'lines' | 'isWhole'>,
	{ triggerOn }: Rules,
): DueCheck[] {
	const shown = new Set(lines.map(({ item }) => item.hash));
	// A reading that continues an earlier one doesn't show what is above it.
	const showsAll = isWhole && memory.page === null;
	const hidden = [...memory.open]
		.filter(([hash, { tries }]) => showsAll && !shown.has(hash) && isAwaited(tries, triggerOn))
		.slice(0, MAX_HIDDEN)
		.map(([hash, known]): DueCheck => ({ hash, ...known }))
		.sort((a, b) => a.since - b.since);
	const due = lines
		.filter((line) => isDue(line, memory, triggerOn))
		.map(({ item, begun }): DueCheck => {
			const known = memory.open.get(item.hash) ?? makeOpen(item, begun);
			return { hash: item.hash, item, ...known };
		});
	return [...hidden, ...due.reverse()];
}

/** The record of a check that no page shows is made of its report. */
const makeItem = (hash: string, check?: CheckRecord): HistoryItem =>
	parseHistoryItem({ ...(check && (asSent(check) as object)), hash })!;

/** Why a report can't be used; null if it can. */
function findDoubt({ hash, item, target }: DueCheck, { check }: FetchedReport): string | null {
	if (item !== undefined) return reasonNotToUse(item, check);
	return digestTarget(check) === target
		? reasonNotToUse(makeItem(hash, check), check)
		: OTHER_TARGET;
}

/** Whether a check that no page shows has not ended, as its own record says. One of last week counts as unreadable. */
const isStillOpen = (
	{ item, tries, since }: DueCheck,
	report: FetchedReport | undefined,
	now: number,
): boolean =>
	item === undefined &&
	tries === 0 &&
	since >= now - PATIENCE &&
	report !== undefined &&
	parseOutcome(report.check.status) === 'pending';

/**
 * Judges the answer to a check's hash.
 * @param answer undefined for a check of a page that needs no report.
 * @param now in Unix seconds.
 */
export function judgeAnswer(due: DueCheck, answer: ReportAnswer | undefined, now: number): Verdict {
	const { hash, item = makeItem(hash), tries } = due;
	if (answer === undefined) return { kind: 'deliver', delivery: { item } };
	const report = 'report' in answer ? answer.report : undefined;
	if (isStillOpen(due, report, now)) return { kind: 'wait', tries };
	const missing = 'missing' in answer ? answer.missing : findDoubt(due, answer.report);
	const isUnread = missing !== null || report?.owner === 'unread';
	if (isUnread && tries + 1 < MAX_TRIES) return { kind: 'wait', tries: tries + 1 };
	if (missing !== null) return { kind: 'deliver', delivery: { item, missing } };
	const own = due.item ?? makeItem(hash, report?.check);
	return { kind: 'deliver', delivery: { item: own, report } };
}

/** Notes what became of a check that was due. @param now in Unix seconds. */
export function noteVerdict(memory: Memory, due: DueCheck, verdict: Verdict, now: number): void {
	const { hash, item, since, target } = due;
	memory.open.delete(hash);
	if (verdict.kind === 'wait') memory.open.set(hash, { since, target, tries: verdict.tries });
	// A page may show it later: its dates are not later than now.
	else if (item === undefined) memory.seen.set(makeCode(hash), now);
}

/** Forgets what is below the floor, but for checks that are still to be delivered. */
export function forget({ floor, seen, open }: Memory, triggerOn: Rules['triggerOn']): void {
	if (floor === null) return;
	for (const [code, latest] of seen) if (latest < floor) seen.delete(code);
	for (const [hash, { since, tries }] of open)
		if (since < floor && !isAwaited(tries, triggerOn)) open.delete(hash);
}

/** Notes a check of a page, after the verdicts. */
export function noteLine(memory: Memory, line: Line): void {
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
