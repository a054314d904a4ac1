import { outcomeOf } from '../shared/checks/status';
import { codeOf, digestTarget, unpackHash } from '../shared/history/codes';
import { OTHER_TARGET, reasonNotToUse } from '../shared/history/reportMatch';
import { readHistoryItem } from '../shared/history/records';
import type { CheckRecord, HistoryItem, UsageMeta } from '../shared/rpc/schemas';
import type { NewLine } from './lines';
import type { Sighting } from './reading';
import type { Memory } from './state';

/** In so many polls a report is asked for before the check is delivered without it. */
export const MAX_TRIES = 5;

/** So many checks wait for their report in the state. Others stay above the place. */
const MAX_WAITING = 100;

/** So many unfinished checks that no page shows are asked for in a poll, in turn. */
const MAX_UNFINISHED = 10;

/** An unfinished check is forgotten after a week, in seconds. */
const FORGET_AFTER = 7 * 24 * 60 * 60;

/** As much as one execution should carry. */
const MAX_DELIVERIES = 5000;

/** Where so many reports and no other could be had, the service gives none. */
const OUTAGE = 3;

/** A report as `checkup.getresult` gave it. */
export interface Report {
	check: CheckRecord;
	usage: UsageMeta | null;
}

/** A check to hand over, with its report, or with the reason why there is none. */
export interface Delivery {
	item: HistoryItem;
	report?: Report;
	missing?: string;
}

export type Answer = { report: Report } | { missing: string } | 'notAsked';

/** Asks for results. The number of tries makes the time for each longer. Does not throw. */
export type AskResults = (checks: Array<{ hash: string; tries: number }>) => Promise<Answer[]>;

/** What the trigger's settings make of a check. */
export interface Rules {
	triggerOn: 'checkCompleted' | 'checkCreated';
	startFrom: 'now' | 'beginning';
	lookbackSeconds: number;
	isOpen: (item: HistoryItem) => boolean;
	/** Whether it passes the filters, as far as the history alone says. */
	wants: (item: HistoryItem) => boolean;
	needsReport: (item: HistoryItem) => boolean;
	/** Whether it passes the filters, with everything that is known of it. */
	accepts: (delivery: Delivery) => boolean;
}

/** The reason why there is no usable report; null if there is one. */
function reasonOf(item: HistoryItem, answer: Answer): string | null {
	if (answer === 'notAsked') return 'The service gave no reports';
	return 'report' in answer ? reasonNotToUse(item, answer.report.check) : answer.missing;
}

/** The record in a report; undefined if it is about another target than the history showed. */
function readOwn(id: string, { check }: Report, target: string): HistoryItem | undefined {
	const item = readHistoryItem({ ...check, hash: unpackHash(id) })!;
	return ['', digestTarget(item)].includes(target) ? item : undefined;
}

/** Asks for results, delivers what is done, and remembers what waits. Works on one poll's memory. */
export class Results {
	readonly deliveries: Delivery[] = [];

	/** Whether results were wanted, and whether the poll had time for one. */
	wanted = 0;
	asked = 0;

	private read = 0;
	private isLasting = false;

	constructor(
		private readonly memory: Memory,
		private readonly rules: Rules,
		private readonly askResults: AskResults,
	) {}

	/** Whether one execution has enough to carry. */
	get isFull(): boolean {
		return this.deliveries.length >= MAX_DELIVERIES;
	}

	private get isOutage(): boolean {
		return this.asked >= OUTAGE && this.read === 0;
	}

	private async ask(checks: Array<{ hash: string; tries: number }>): Promise<Answer[]> {
		if (checks.length === 0) return [];
		const answers = await this.askResults(checks);
		const asked = answers.filter((answer) => answer !== 'notAsked');
		this.wanted += checks.length;
		this.asked += asked.length;
		this.read += asked.filter((answer) => 'report' in answer).length;
		return answers;
	}

	private deliver(delivery: Delivery): void {
		const { wants, accepts } = this.rules;
		if (wants(delivery.item) && accepts(delivery)) this.deliveries.push(delivery);
	}

	/**
	 * Asks for the reports that checks wait for.
	 * @param lines that this poll has seen: a check's record has links, its result has none.
	 */
	async askWaiting(lines: Sighting['lines']): Promise<void> {
		const shown = new Map(lines.map((line) => [line.id, line.item]));
		const waiting = [...this.memory.waiting];
		const answers = await this.ask(
			waiting.map(([id, { tries }]) => ({ hash: unpackHash(id), tries })),
		);
		waiting.forEach(([id], at) => this.settleWaiting(id, shown.get(id), answers[at]));
	}

	/**
	 * Asks for unfinished checks that no page shows.
	 * @param isShown whether a page shows a check, by its id and by when it was first seen.
	 * @param now the service's time in Unix seconds.
	 */
	async askUnfinished(isShown: (id: string, since: number) => boolean, now: number): Promise<void> {
		const open = [...this.memory.unfinished]
			.filter(([id, { since }]) => !id.startsWith('?') && !isShown(id, since))
			.map(([id]) => id)
			.slice(0, MAX_UNFINISHED);
		const answers = await this.ask(open.map((id) => ({ hash: unpackHash(id), tries: 0 })));
		open.forEach((id, at) => this.settleOpen(id, now, answers[at]));
	}

	private settleWaiting(id: string, shown: HistoryItem | undefined, answer: Answer): void {
		const { waiting } = this.memory;
		const { tries, target } = waiting.get(id)!;
		if (answer === 'notAsked' && !this.isOutage) return;
		const report = typeof answer === 'object' && 'report' in answer ? answer.report : undefined;
		const own = report && readOwn(id, report, target);
		const item = shown ?? own ?? readHistoryItem({ hash: unpackHash(id) })!;
		const isOther = shown === undefined && report !== undefined && own === undefined;
		const missing = isOther ? OTHER_TARGET : reasonOf(item, answer);
		if (missing !== null && tries + 1 < MAX_TRIES) {
			waiting.set(id, { tries: tries + 1, target });
			return;
		}
		waiting.delete(id);
		this.isLasting ||= missing !== null;
		this.deliver(missing === null ? { item, report } : { item, missing });
	}

	/** The answer of an unfinished check that has ended makes the item; only the history has links. */
	private settleOpen(id: string, now: number, answer: Answer): void {
		const { unfinished, known } = this.memory;
		const open = unfinished.get(id);
		if (answer === 'notAsked' || open === undefined) return;
		unfinished.delete(id);
		const report = 'report' in answer ? answer.report : undefined;
		if (report === undefined || outcomeOf(report.check.status) === 'pending') {
			if (open.since > now - FORGET_AFTER) unfinished.set(id, open);
			return;
		}
		const own = readOwn(id, report, open.target);
		const item = own ?? readHistoryItem({ hash: unpackHash(id), status: report.check.status })!;
		known.set(codeOf(item), { moment: now, isMark: false });
		if (this.rules.triggerOn !== 'checkCompleted' || !this.rules.wants(item)) return;
		this.deliver(own === undefined ? { item, missing: OTHER_TARGET } : { item, report });
	}

	/**
	 * Delivers new checks, oldest first, with their reports.
	 * @param news what is new, oldest first.
	 * @param isTest whether nothing waits for its report.
	 * @returns the position of the first one that is left to the next poll; -1 if none is.
	 */
	async deliverNews(news: readonly NewLine[], isTest = false): Promise<number> {
		const { rules, memory } = this;
		const isDue = ({ line, isEnd }: NewLine) =>
			(rules.triggerOn === 'checkCompleted' ? !line.isOpen : !isEnd) && rules.wants(line.item);
		const room = MAX_DELIVERIES - this.deliveries.length;
		const due = news.filter(isDue).slice(0, Math.max(1, room));
		const read = due.filter(({ line }) => rules.needsReport(line.item));
		const answers = await this.ask(read.map(({ line }) => ({ hash: line.item.hash, tries: 0 })));
		const byLine = new Map(read.map((one, at) => [one, answers[at]]));
		const candidates = new Set(due);
		for (const one of news) {
			if (!isDue(one)) continue;
			if (!candidates.has(one)) return one.index;
			const { id, item } = one.line;
			const answer = byLine.get(one);
			if (answer === undefined) {
				this.deliver({ item });
				continue;
			}
			const missing = reasonOf(item, answer);
			const isSkipped = answer === 'notAsked' && this.asked > 0 && !this.isOutage;
			const isGivenUp = this.isOutage && this.isLasting;
			if (missing === null) this.deliver({ item, report: (answer as { report: Report }).report });
			else if (isGivenUp || isTest) this.deliver({ item, missing });
			else if (isSkipped || memory.waiting.size >= MAX_WAITING) return one.index;
			else {
				const tries = this.asked > 0 ? 1 : 0;
				memory.waiting.set(id, { tries, target: digestTarget(item) });
			}
		}
		return -1;
	}
}
