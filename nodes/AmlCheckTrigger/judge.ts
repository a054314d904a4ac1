import { findOddity, isWorthAsking, type CheckResult } from '../shared/checks/result';
import { readDateSeconds } from '../shared/dates';
import { readHistoryItem } from '../shared/history/pages';
import { asSent, type HistoryItem } from '../shared/rpc/schemas';
import { readOutcome } from '../shared/statuses';
import { OTHER_TARGET, reasonNotToUse } from '../shared/targets';
import { digestTarget, unpackHash } from './state';

/* What a poll does with the answer to the hash of a check; pure. */

/** The number of polls that try to read a report. Then the check comes without it. */
const MAX_TRIES = 5;
const NOT_FILLED = 'The report is not complete yet';

type Report = Pick<CheckResult, 'check' | 'usage'>;

/** A check to hand over, with its report, or with the reason why there is none. */
export interface Delivery {
	item: HistoryItem;
	report?: Report;
	missing?: string;
}

export type ReportAnswer = { report: Report } | { missing: string } | 'notAsked';

/** A check whose result is asked for. */
export interface AskedCheck {
	/** The packed hash. */
	id: string;
	/** Whether a page shows it for the first time, it waits for its report, or it had not ended. */
	why: 'new' | 'waiting' | 'unfinished';
	/** Its record on a page of this poll, which has links; its result has none. */
	item?: HistoryItem;
	/** The digest of the target that the history showed; empty where that is not known. */
	target: string;
	/** How many polls have tried to read its report. */
	tries: number;
}

/** What is known of a poll when it judges an answer. */
export interface PollFacts {
	/** The service's time, in Unix seconds. */
	now: number;
	/** Whether the poll had time for a request. */
	hasAsked: boolean;
	/** Whether the service gives no reports at present. */
	isOutage: boolean;
	/** Whether a check was given up in this poll: then the others don't wait either. */
	hasGivenUp: boolean;
	/** Whether no more checks can wait for their reports. */
	isFull: boolean;
	/** Whether somebody waits for a test event. */
	isTest: boolean;
}

/** `stay`: nothing changes until the next poll. */
export type Verdict =
	{ kind: 'deliver'; delivery: Delivery } | { kind: 'wait'; tries: number } | { kind: 'stay' };

/**
 * Whether a report may be different in the next poll: the check has just ended, or the history says that it succeeded.
 * @param now the service's time, in Unix seconds.
 */
function mayChange(item: HistoryItem, { check }: Report, now: number): boolean {
	const oddity = findOddity(check);
	if (oddity === null) return false;
	if (oddity === 'failed') return readOutcome(item.status) === 'completed';
	const end = readDateSeconds(item.resultDate);
	return end !== null && isWorthAsking(oddity, { count: 1, forMs: Math.abs(now - end) * 1000 });
}

/** Makes the delivery of a check without a page: its report is the record, unless it is about another target. */
function toOwnDelivery({ id, target }: AskedCheck, report: Report): Delivery {
	const hash = unpackHash(id);
	const item = readHistoryItem({ ...(asSent(report.check) as object), hash })!;
	if (target === '' || digestTarget(item) === target) return { item, report };
	return {
		item: readHistoryItem({ hash, status: report.check.status })!,
		missing: OTHER_TARGET,
	};
}

/** Makes the delivery of a check from the answer to its hash. An odd answer may be a slip, once. */
function toDelivery(asked: AskedCheck, answer: ReportAnswer, { now, isTest }: PollFacts): Delivery {
	const item = asked.item ?? readHistoryItem({ hash: unpackHash(asked.id) })!;
	if (answer === 'notAsked') return { item, missing: 'The service gave no reports' };
	if ('missing' in answer) return { item, missing: answer.missing };
	const { report } = answer;
	const delivery = asked.item ? { item, report } : toOwnDelivery(asked, report);
	if (asked.tries === 0 && !isTest && mayChange(delivery.item, report, now))
		return { item: delivery.item, missing: NOT_FILLED };
	const missing = delivery.missing ?? reasonNotToUse(delivery.item, report.check);
	return missing === null ? delivery : { item: delivery.item, missing };
}

/** One that a page shows for the first time: without its report it waits, or stays above the place. */
function judgeNew(answer: ReportAnswer, { missing }: Delivery, poll: PollFacts) {
	const { isTest, isOutage, hasGivenUp, hasAsked, isFull } = poll;
	if (missing === undefined || isTest || (isOutage && hasGivenUp)) return 'deliver';
	const hadNoTime = answer === 'notAsked' && hasAsked && !isOutage;
	return hadNoTime || isFull ? 'stay' : 'wait';
}

/** One that waits for its report: some polls try, and then it goes out without. */
function judgeWaiting(answer: ReportAnswer, { missing }: Delivery, tries: number, poll: PollFacts) {
	if (answer === 'notAsked' && !poll.isOutage) return 'stay';
	return missing !== undefined && tries + 1 < MAX_TRIES ? 'wait' : 'deliver';
}

/** One that had not ended: it stays until an answer says that it has. */
function judgeUnfinished(answer: ReportAnswer, { missing }: Delivery) {
	if (answer === 'notAsked' || 'missing' in answer || missing === NOT_FILLED) return 'stay';
	return readOutcome(answer.report.check.status) === 'pending' ? 'stay' : 'deliver';
}

/** Decides about one check after the answer to its hash. */
export function judge(asked: AskedCheck, answer: ReportAnswer, poll: PollFacts): Verdict {
	const { why, tries } = asked;
	const delivery = toDelivery(asked, answer, poll);
	let kind: Verdict['kind'];
	if (why === 'new') kind = judgeNew(answer, delivery, poll);
	else if (why === 'waiting') kind = judgeWaiting(answer, delivery, tries, poll);
	else kind = judgeUnfinished(answer, delivery);
	if (kind === 'deliver') return { kind, delivery };
	return kind === 'wait' ? { kind, tries: tries + Number(poll.hasAsked) } : { kind };
}
