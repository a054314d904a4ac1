/** What a poll does with the answer to the hash of a check, by why it was asked for. */
import {
	judge,
	type AskedCheck,
	type PollFacts,
	type ReportAnswer,
} from '../../../nodes/AmlCheckTrigger/judge.ts';
import { digestTarget, packHash } from '../../../nodes/AmlCheckTrigger/state.ts';
import { readHistoryItem } from '../../../nodes/shared/history/pages.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';
import { check, hashOf, MINUTE, T0, type Sent } from './support.mts';

const FACTS: PollFacts = {
	now: T0 + 10 * MINUTE,
	hasAsked: true,
	isOutage: false,
	hasGivenUp: false,
	isFull: false,
	isTest: false,
};

const item = readHistoryItem(check(1, T0))!;
const NEW: AskedCheck = {
	id: packHash(hashOf(1)),
	why: 'new',
	item,
	target: digestTarget(item),
	tries: 0,
};
const waiting = (tries: number): AskedCheck => ({ ...NEW, why: 'waiting', tries });
const unfinished: AskedCheck = { ...NEW, why: 'unfinished', item: undefined };

function report(more: Sent = {}): ReportAnswer {
	const sent = check(1, T0, { report: { riskscore: 30, signals: { wallet: 1 } }, ...more });
	return { report: { check: sent as object as CheckRecord, usage: null } };
}
const GOOD = report();
const EMPTY = report({ report: null });
const PENDING = report({ status: 'PENDING', resultDate: null, report: null });
const FAILED = report({ status: 'FAILED', report: null });
const OTHER = report({ address: 'wallet-2' });
const LOST: ReportAnswer = { missing: 'no answer' };

const OUTAGE = { isOutage: true };
const GIVEN_UP = { isOutage: true, hasGivenUp: true };

it.each<[string, AskedCheck, ReportAnswer, string, Partial<PollFacts>?]>([
	['a new one with its report', NEW, GOOD, 'delivered'],
	['a new one whose answer is lost', NEW, LOST, 'waits after 1'],
	['the first one that it had no time for', NEW, 'notAsked', 'waits after 0', { hasAsked: false }],
	['a later one', NEW, 'notAsked', 'stays'],
	['one without a report while many wait', NEW, LOST, 'stays', { isFull: true }],
	['one without a report in an outage', NEW, LOST, 'waits after 1', OUTAGE],
	['one more in an outage that others gave up in', NEW, LOST, 'no answer', GIVEN_UP],
	['a test event without its report', NEW, LOST, 'no answer', { isTest: true }],
	['one that failed, against the history', NEW, FAILED, 'waits after 1'],
	['the same again', waiting(1), FAILED, 'delivered'],
	['one whose report is about another target', NEW, OTHER, 'waits after 1'],
	['the same in the fifth poll', waiting(4), OTHER, 'The report is about another target'],
	['a waiting one that is not asked for', waiting(1), 'notAsked', 'stays'],
	['the same in an outage', waiting(1), 'notAsked', 'waits after 2', OUTAGE],
	['a waiting one with its report', waiting(3), GOOD, 'delivered'],
	['a waiting one without, in the fifth poll', waiting(4), EMPTY, 'The result has no report yet'],
	['an unfinished one that has ended', unfinished, GOOD, 'delivered'],
	['an unfinished one that has failed', unfinished, FAILED, 'delivered'],
	['an unfinished one that has not', unfinished, PENDING, 'stays'],
	['an unfinished one whose answer is lost', unfinished, LOST, 'stays', GIVEN_UP],
	['one that has just ended, without a report', unfinished, EMPTY, 'stays', { now: T0 + 5 }],
	['the same later', unfinished, EMPTY, 'The result has no report yet'],
	['an unfinished one that is another', unfinished, OTHER, 'The report is about another target'],
])('%s', (_, asked, answer, said, facts = {}) => {
	const verdict = judge(asked, answer, { ...FACTS, ...facts });
	const words = {
		deliver: () => ('delivery' in verdict && verdict.delivery.missing) || 'delivered',
		wait: () => `waits after ${'tries' in verdict ? verdict.tries : ''}`,
		stay: () => 'stays',
	};
	expect(words[verdict.kind]()).toBe(said);
});
