import { findOddity, isWorthAsking, type CheckResult } from '../shared/checks/result';
import { readDateSeconds } from '../shared/dates';
import { readHistoryItem } from '../shared/history/pages';
import { asSent, type HistoryItem } from '../shared/rpc/schemas';
import { readOutcome } from '../shared/statuses';
import { OTHER_TARGET, reasonNotToUse } from '../shared/targets';
import type { Line, LineRules, Page } from './lines';
import { digestTarget, makeCode, unpackHash, type Memory } from './state';

/** The number of polls that try to read a report. Then the check comes without it. */
const MAX_TRIES = 5;
/** The most checks that wait for their report in the state. Others stay above the place. */
const MAX_WAITING = 100;
/** The most unfinished checks that no page shows and a poll asks for, in turn, for a week. */
const MAX_UNFINISHED = 10;
const DAY = 24 * 60 * 60;
/** The most checks that one execution should carry. */
export const MAX_DELIVERIES = 5000;
/** After this number of failed reports, and no other, the service counts as giving none. */
const FAILURES_OF_OUTAGE = 3;
const NOT_FILLED = 'The report is not complete yet';
const WITHOUT_HASH = 'The history names no hash to ask for it by';

type Report = Pick<CheckResult, 'check' | 'usage'>;

/** A check to hand over, with its report, or with the reason why there is none. */
export interface Delivery {
	item: HistoryItem;
	report?: Report;
	missing?: string;
}

export type ReportAnswer = { report: Report } | { missing: string } | 'notAsked';

export interface Service {
	/** A digest of base URL and token. */
	account: string;
	/** The service's time in Unix seconds. */
	now: () => number;
	/** Returns a page; null if the poll has no time for it. Throws if it can't be had. */
	page: (page: number, size: number) => Promise<Page | null>;
	/** Asks for results. The number of tries makes the time for each longer. Does not throw. */
	results: (checks: Array<{ hash: string; tries: number }>) => Promise<ReportAnswer[]>;
}

export interface Rules extends LineRules {
	triggerOn: 'checkCompleted' | 'checkCreated';
	startFrom: 'now' | 'beginning';
	/** Whether it passes the filters, as far as the history alone says. */
	wants: (item: HistoryItem) => boolean;
	needsReport: (item: HistoryItem) => boolean;
	/** Whether it passes the filters, with everything that is known of it. */
	accepts: (delivery: Delivery) => boolean;
}

/**
 * Whether a report may be different in the next poll: the check has just ended, or the history says that it succeeded.
 * @param now the service's time in Unix seconds.
 */
function mayChange(item: HistoryItem, { check }: Report, now: number): boolean {
	const oddity = findOddity(check);
	if (oddity === null) return false;
	if (oddity === 'failed') return readOutcome(item.status) === 'completed';
	const end = readDateSeconds(item.resultDate);
	return end !== null && isWorthAsking(oddity, { count: 1, forMs: Math.abs(now - end) * 1000 });
}

/** Makes the delivery of a check from the answer to its hash. An odd answer may be a slip, once. */
function toDelivery(item: HistoryItem, answer: ReportAnswer, tries: number, now: number): Delivery {
	if (answer === 'notAsked') return { item, missing: 'The service gave no reports' };
	if ('missing' in answer) return { item, missing: answer.missing };
	const { report } = answer;
	const missing = reasonNotToUse(item, report.check);
	if (missing !== null) return { item, missing };
	if (tries === 0 && mayChange(item, report, now)) return { item, missing: NOT_FILLED };
	return { item, report };
}

/** Makes it without a page: the report is the record, unless it is about another target than the history showed. */
function toOwnDelivery(
	id: string,
	target: string,
	answer: ReportAnswer,
	[tries, now]: [tries: number, now: number],
): Delivery {
	const hash = unpackHash(id);
	if (typeof answer === 'string' || 'missing' in answer)
		return toDelivery(readHistoryItem({ hash })!, answer, tries, now);
	const { check } = answer.report;
	const item = readHistoryItem({ ...(asSent(check) as object), hash })!;
	if (target === '' || digestTarget(item) === target) return toDelivery(item, answer, tries, now);
	return { item: readHistoryItem({ hash, status: check.status })!, missing: OTHER_TARGET };
}

/** Asks for results, delivers what is done, and remembers what waits. Works on one poll's memory. */
export class Results {
	readonly deliveries: Delivery[] = [];

	/** Whether results were wanted, and whether the poll had time for one. */
	wanted = 0;
	asked = 0;

	private read = 0;
	/** Whether a check was given up in this poll. */
	private hasGivenUp = false;

	constructor(
		private readonly memory: Memory,
		private readonly rules: Rules,
		private readonly service: Pick<Service, 'results' | 'now'>,
	) {}

	private get isOutage(): boolean {
		return this.asked >= FAILURES_OF_OUTAGE && this.read === 0;
	}

	private async ask(checks: Array<[id: string, tries: number]>): Promise<ReportAnswer[]> {
		const named = checks.map(([id, tries]) => ({ hash: unpackHash(id), tries }));
		const answers = await this.service.results(named);
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

	/** Asks for the reports that checks wait for. A check's record on a page has links, its result has none. */
	async askWaiting(lines: readonly Line[]): Promise<void> {
		const shown = new Map(lines.map((line) => [line.id, line.item]));
		const waiting = [...this.memory.waiting];
		const answers = await this.ask(waiting.map(([id, [tries]]) => [id, tries]));
		const now = this.service.now();
		for (const [at, [id, [tries, target]]] of waiting.entries()) {
			const answer = answers[at];
			if (answer === 'notAsked' && !this.isOutage) continue;
			const item = shown.get(id);
			const delivery = item
				? toDelivery(item, answer, tries, now)
				: toOwnDelivery(id, target, answer, [tries, now]);
			const isMissing = delivery.missing !== undefined;
			if (isMissing && tries + 1 < MAX_TRIES) {
				this.memory.waiting.set(id, [tries + 1, target]);
				continue;
			}
			this.memory.waiting.delete(id);
			this.hasGivenUp ||= isMissing;
			this.deliver(delivery);
		}
	}

	/** Asks for unfinished checks that no page has shown. The answer of one that has ended makes the item. */
	async askUnfinished(shown: ReadonlySet<string>): Promise<void> {
		const { unfinished, known, marks } = this.memory;
		const open = [...unfinished]
			.filter(([id]) => !id.startsWith('?') && !shown.has(id))
			.slice(0, MAX_UNFINISHED);
		const answers = await this.ask(open.map(([id]) => [id, 0]));
		const now = this.service.now();
		for (const [at, [id, [since, target]]] of open.entries()) {
			const answer = answers[at];
			if (answer === 'notAsked') continue;
			unfinished.delete(id);
			const delivery = toOwnDelivery(id, target, answer, [1, now]);
			const code = makeCode(delivery.item);
			const isPending =
				'missing' in answer || readOutcome(answer.report.check.status) === 'pending';
			if (isPending || mayChange(delivery.item, answer.report, now)) {
				// The pages may show it still.
				if (since > now - 7 * DAY || known.has(code)) unfinished.set(id, [since, target]);
				continue;
			}
			// On a page its end may be a date without a time.
			known.set(code, now + DAY);
			marks.delete(code);
			if (this.rules.triggerOn === 'checkCompleted') this.deliver(delivery);
		}
	}

	/** Delivers new checks, oldest first, with their reports. Returns those that are left to the next poll. */
	async deliverNews(news: readonly Line[], isTest = false): Promise<readonly Line[]> {
		const { triggerOn, wants, needsReport } = this.rules;
		const due = news.filter(
			({ item, isOpen, wasOpen }) =>
				(triggerOn === 'checkCompleted' ? !isOpen : !wasOpen) && wants(item),
		);
		const taken = due.slice(0, MAX_DELIVERIES - this.deliveries.length);
		const read = taken.filter(({ item }) => item.hash !== '' && needsReport(item));
		const answers = await this.ask(read.map(({ id }) => [id, 0]));
		const byLine = new Map(read.map((line, at) => [line, answers[at]]));
		const stop = taken.findIndex((line) => !this.deliverNew(line, byLine.get(line), isTest));
		return due.slice(stop < 0 ? taken.length : stop);
	}

	/** Delivers a new check, or lets it wait for its report. False if neither can be. */
	private deliverNew(
		{ id, item }: Line,
		answer: ReportAnswer | undefined,
		isTest: boolean,
	): boolean {
		const { waiting } = this.memory;
		if (answer === undefined) {
			this.deliver(this.rules.needsReport(item) ? { item, missing: WITHOUT_HASH } : { item });
			return true;
		}
		const delivery = toDelivery(item, answer, isTest ? 1 : 0, this.service.now());
		const isFinal = delivery.missing === undefined || isTest || (this.isOutage && this.hasGivenUp);
		const isSkipped = answer === 'notAsked' && this.asked > 0 && !this.isOutage;
		if (isFinal) this.deliver(delivery);
		else if (isSkipped || waiting.size >= MAX_WAITING) return false;
		else waiting.set(id, [this.asked > 0 ? 1 : 0, digestTarget(item)]);
		return true;
	}
}
