import type { HistoryItem } from '../shared/rpc/schemas';
import { judge, type AskedCheck, type Delivery, type ReportAnswer, type Verdict } from './judge';
import type { Line, LineRules, Page } from './lines';
import { digestTarget, makeCode, unpackHash, type Memory } from './state';

/** The most checks that wait for their report in the state. Others stay above the place. */
const MAX_WAITING = 100;
/** The most unfinished checks that no page shows and a poll asks for, in turn, for a week. */
const MAX_UNFINISHED = 10;
const DAY = 24 * 60 * 60;
/** The most checks that one execution should carry. */
export const MAX_DELIVERIES = 5000;
/** After this number of failed reports, and no other, the service counts as giving none. */
const FAILURES_OF_OUTAGE = 3;
const WITHOUT_HASH = 'The history names no hash to ask for it by';

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

/** Asks for results, delivers what is done, and remembers what waits. Works on one poll's memory. */
export class Results {
	readonly deliveries: Delivery[] = [];

	/** Whether results were wanted, and whether the poll had time for one. */
	wanted = 0;
	asked = 0;

	private read = 0;
	private hasGivenUp = false;

	constructor(
		private readonly memory: Memory,
		private readonly rules: Rules,
		private readonly service: Pick<Service, 'results' | 'now'>,
		private readonly isTest = false,
	) {}

	private async ask(checks: readonly AskedCheck[]): Promise<ReportAnswer[]> {
		const named = checks.map(({ id, tries }) => ({ hash: unpackHash(id), tries }));
		const answers = await this.service.results(named);
		const asked = answers.filter((answer) => answer !== 'notAsked');
		this.wanted += checks.length;
		this.asked += asked.length;
		this.read += asked.filter((answer) => 'report' in answer).length;
		return answers;
	}

	private judge(check: AskedCheck, answer: ReportAnswer): Verdict {
		return judge(check, answer, {
			now: this.service.now(),
			hasAsked: this.asked > 0,
			isOutage: this.asked >= FAILURES_OF_OUTAGE && this.read === 0,
			hasGivenUp: this.hasGivenUp,
			isFull: this.memory.waiting.size >= MAX_WAITING,
			isTest: this.isTest,
		});
	}

	private deliver(delivery: Delivery): void {
		const { wants, accepts } = this.rules;
		if (wants(delivery.item) && accepts(delivery)) this.deliveries.push(delivery);
	}

	/** Asks for the reports that checks wait for. */
	async askWaiting(lines: readonly Line[]): Promise<void> {
		const { waiting } = this.memory;
		const shown = new Map(lines.map((line) => [line.id, line.item]));
		const checks = [...waiting].map(([id, [tries, target]]): AskedCheck => {
			return { why: 'waiting', id, tries, target, item: shown.get(id) };
		});
		const answers = await this.ask(checks);
		for (const [at, check] of checks.entries()) {
			const verdict = this.judge(check, answers[at]);
			if (verdict.kind === 'wait') waiting.set(check.id, [verdict.tries, check.target]);
			if (verdict.kind !== 'deliver') continue;
			waiting.delete(check.id);
			this.hasGivenUp ||= verdict.delivery.missing !== undefined;
			this.deliver(verdict.delivery);
		}
	}

	/** Asks for unfinished checks that no page has shown. The answer of one that has ended makes the item. */
	async askUnfinished(shown: ReadonlySet<string>): Promise<void> {
		const { unfinished, known, marks } = this.memory;
		const checks = [...unfinished]
			.filter(([id]) => !id.startsWith('?') && !shown.has(id))
			.slice(0, MAX_UNFINISHED)
			.map(([id, [, target]]): AskedCheck => ({ why: 'unfinished', id, tries: 0, target }));
		const answers = await this.ask(checks);
		const now = this.service.now();
		for (const [at, check] of checks.entries()) {
			if (answers[at] === 'notAsked') continue;
			const { id } = check;
			const code = makeCode({ hash: unpackHash(id) });
			const kept = unfinished.get(id)!;
			unfinished.delete(id);
			const verdict = this.judge(check, answers[at]);
			if (verdict.kind !== 'deliver') {
				// The pages may show it still. It is asked for again after the others.
				const [since] = kept;
				if (since > now - 7 * DAY || known.has(code)) unfinished.set(id, kept);
				continue;
			}
			// On a page its end may be a date without a time.
			known.set(code, now + DAY);
			marks.delete(code);
			if (this.rules.triggerOn === 'checkCompleted') this.deliver(verdict.delivery);
		}
	}

	/** Delivers new checks, oldest first, with their reports. Returns those that are left to the next poll. */
	async deliverNews(news: readonly Line[]): Promise<readonly Line[]> {
		const { triggerOn, wants, needsReport } = this.rules;
		const due = news.filter(
			({ item, isOpen, wasOpen }) =>
				(triggerOn === 'checkCompleted' ? !isOpen : !wasOpen) && wants(item),
		);
		const taken = due.slice(0, MAX_DELIVERIES - this.deliveries.length);
		const checks = taken
			.filter(({ item }) => item.hash !== '' && needsReport(item))
			.map(({ id, item }): AskedCheck => {
				return { why: 'new', id, item, tries: 0, target: digestTarget(item) };
			});
		const answers = await this.ask(checks);
		const asked = new Map(checks.map((check, at) => [check.id, { check, answer: answers[at] }]));
		for (const [at, { id, item }] of taken.entries()) {
			const one = asked.get(id);
			if (!one) {
				this.deliver(needsReport(item) ? { item, missing: WITHOUT_HASH } : { item });
				continue;
			}
			const verdict = this.judge(one.check, one.answer);
			if (verdict.kind === 'stay') return due.slice(at);
			if (verdict.kind === 'deliver') this.deliver(verdict.delivery);
			else this.memory.waiting.set(id, [verdict.tries, one.check.target]);
		}
		return due.slice(taken.length);
	}
}
