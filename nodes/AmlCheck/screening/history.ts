import { MAX_CLOCK_SKEW_MS } from '../../shared/base/contract';
import { fetchTokenNetworks } from '../../shared/service/currencyList';
import { HOUR_MS, lastMomentOf, parseDateSeconds } from '../../shared/base/dates';
import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { identifyRecord, fetchHistoryPage, walkHistory } from '../../shared/service/pages';
import type { HistoryItem } from '../../shared/service/schemas';
import type { RpcSession } from '../../shared/service/session';
import { mapInSlices } from '../../shared/base/slices';
import { parseOutcome, type CheckOutcome } from '../../shared/base/statuses';
import { findBucket, type HasTokens } from '../../shared/check/target';
import type { Order } from './order';

/* The history as one run reads it, and what its records say of orders. Moments are in Unix milliseconds. */

/** The attempts at a page below the first: the pages above it were read already. */
const ATTEMPTS = 3;

/** A reading of the history. */
export interface Reading {
	/** Whether it reaches its moment or the end of the history: what was not read is not absent. */
	isWhole: boolean;
	/** Why a page could not be read. */
	failure?: AmlCheckError;
}

/** Which part of the history a reading wants. */
interface Part {
	/** When the oldest of the wanted checks may have begun. */
	since: number;
	pageSize: number;
	/** Takes the records of each page. @returns whether they are enough. */
	see(records: readonly HistoryItem[]): boolean;
	/** Whether there is time for another page. */
	mayContinue(): boolean;
}

/** Whether a finished check ended before a moment. In a history that is sorted by either date, all below it did too. */
function endedBefore({ resultDate }: HistoryItem, since: number): boolean {
	const ended = parseDateSeconds(resultDate);
	return ended !== null && lastMomentOf(ended) < since;
}

/** The history of checks; free. */
export class History {
	/** All records of all pages that were read, each as it was read last, by what they may be about. */
	private readonly buckets = new Map<string, Map<string, HistoryItem>>();

	constructor(private readonly session: RpcSession) {}

	/**
	 * Reads from the newest check down to a moment, whichever date the history is sorted by. A page that fails takes
	 * nothing away from what the pages above it have shown. It doesn't throw.
	 */
	async read(part: Part): Promise<Reading> {
		try {
			return { isWhole: await this.readDown(part) };
		} catch (thrown) {
			return { isWhole: false, failure: toFailure(thrown) };
		}
	}

	private async readDown(part: Part): Promise<boolean> {
		const walk = walkHistory(async (page) => await this.readPage(page, part), part.pageSize);
		let pages = 0;
		for await (const { position, isBehind, isEnough } of walk) {
			pages++;
			if (position === 'last' || isBehind) {
				// Between two pages a check may have ended, and moved to the top.
				if (pages > 1) await this.readPage(0, part);
				return true;
			}
			if (isEnough || !part.mayContinue()) return false;
		}
		return false;
	}

	private async readPage(page: number, { since, pageSize, see }: Part) {
		const limits = { maxAttempts: page > 0 ? ATTEMPTS : 1 };
		const read = await fetchHistoryPage(this.session, { page, pageSize }, limits);
		let isBehind = false;
		await mapInSlices(read.records, (record) => {
			isBehind ||= endedBefore(record, since);
			const key = findBucket(record);
			const bucket = this.buckets.get(key) ?? new Map<string, HistoryItem>();
			this.buckets.set(key, bucket.set(identifyRecord(record), record));
		});
		return { ...read, isBehind, isEnough: see(read.items) };
	}

	/** The records that may be about a target. */
	find({ code: currency, address }: Order['target']): HistoryItem[] {
		const keys = new Set([findBucket({ currency, address }), '']);
		return [...keys].flatMap((key) => [...(this.buckets.get(key)?.values() ?? [])]);
	}
}

/** A question to the history about an order: what it came to, or whether there is a recent check in place of it. */
interface Question {
	target: Order['target'];
	why: 'lost' | 'reuse';
	/** Since when its check has begun. */
	since: number;
	now: number;
	/** When a lost request has ended at the latest. */
	endedAt?: number;
	acceptsUnspecified: boolean;
	hasTokens?: HasTokens;
}

export type HistoryAnswer =
	| { kind: 'take'; hash: string }
	/** Checks that may be it. `hasAll`: one began during the request, so that there is no other one to come. */
	| { kind: 'candidates'; hashes: string[]; hasAll: boolean }
	| { kind: 'nothing' };

interface Judged {
	hash: string;
	outcome: CheckOutcome;
	begun: number;
	verdict: 'same' | 'assetUnspecified' | 'maybe' | 'none';
}

/** Whether a record is one that the question asks for; pure. */
function judgeRecord(record: HistoryItem, question: Question): Judged {
	const { target, since, hasTokens } = question;
	const seconds = parseDateSeconds(record.initDate);
	const begun = (seconds ?? 0) * 1000;
	const { hash } = record;
	const outcome = parseOutcome(record.status);
	const is = (verdict: Judged['verdict']): Judged => ({ hash, outcome, begun, verdict });
	const verdict = target.compare(record, hasTokens);
	if (verdict === 'other') return is('none');
	// A date that can't be read concerns its record alone.
	if (seconds === null) return is('maybe');
	if (lastMomentOf(seconds) < since) return is('none');
	return is(verdict === 'unclear' ? 'maybe' : verdict);
}

/** The newest of several right answers, a finished one first. */
function answerReuse({ now, acceptsUnspecified }: Question, judged: Judged[]): HistoryAnswer {
	const isDone = ({ outcome }: Judged) => outcome === 'completed';
	const [best] = judged
		.filter((one) => {
			// An older unfinished check may hang.
			const isFresh = one.outcome === 'pending' && now - one.begun < HOUR_MS;
			const isAccepted = one.verdict === 'assetUnspecified' && acceptsUnspecified;
			const isRight = one.verdict === 'same' || isAccepted;
			return one.hash !== '' && isRight && (isDone(one) || isFresh);
		})
		.sort((a, b) => Number(isDone(b)) - Number(isDone(a)) || b.begun - a.begun);
	return best ? { kind: 'take', hash: best.hash } : { kind: 'nothing' };
}

/** Exactly one proved check is taken. Several, or one that may be it, are a question to the user. */
function answerLost({ since, endedAt = -Infinity }: Question, judged: Judged[]): HistoryAnswer {
	const same = judged.filter(({ verdict }) => verdict === 'same');
	if (same.length === 1 && same[0].hash !== '') return { kind: 'take', hash: same[0].hash };
	if (judged.length === 0) return { kind: 'nothing' };
	const isOfRequest = ({ begun }: Judged) => begun >= since && begun <= endedAt;
	const hashes = judged.flatMap(({ hash }) => (hash === '' ? [] : [hash]));
	return { kind: 'candidates', hashes, hasAll: judged.some(isOfRequest) };
}

/** What some records, each check once, say of an order; pure. */
export function answerFrom(question: Question, records: readonly HistoryItem[]): HistoryAnswer {
	const judged = records
		.map((record) => judgeRecord(record, question))
		.filter(({ verdict }) => verdict !== 'none');
	return question.why === 'reuse' ? answerReuse(question, judged) : answerLost(question, judged);
}

/** Since when the check of an order has begun. */
export function sinceOf({ entry, facts }: Order): number {
	if (entry.state === 'sent') return entry.sentAt - MAX_CLOCK_SKEW_MS;
	return Date.now() - facts.options.reuseWithinHours * HOUR_MS;
}

function askAbout(order: Order, hasTokens: HasTokens): Question {
	const { target, entry, lost, facts } = order;
	return {
		target,
		why: entry.state === 'sent' ? 'lost' : 'reuse',
		since: sinceOf(order),
		now: Date.now(),
		endedAt: lost?.endedAt,
		acceptsUnspecified: facts.options.acceptUnspecifiedAsset,
		hasTokens,
	};
}

/** A check that another order or request has is no answer to a lost one, and one hash serves one asset. */
function isOpenTo(order: Order, hash: string): boolean {
	if (order.entry.state !== 'sent') return !order.isOfOtherTarget(hash);
	return !order.isHeldByOther(hash) && !order.isOfOtherRequest(hash);
}

/**
 * Tells each of some orders what all records that the run has read say of it.
 * @param follow takes the answer to one order, before the next one is answered: what it takes no other one gets.
 */
export async function answerAll(
	session: RpcSession,
	history: History,
	orders: readonly Order[],
	follow: (order: Order, answer: HistoryAnswer) => void,
): Promise<void> {
	const found = await mapInSlices(orders, ({ target }) => history.find(target));
	const wanted = orders.filter((_, at) => found[at].length > 0);
	const networks = [...new Set(wanted.map(({ target }) => target.network))];
	const hasTokens = await fetchTokenNetworks(session, networks);
	await mapInSlices(orders, (order, at) => {
		const records = found[at].filter(({ hash }) => isOpenTo(order, hash));
		follow(order, answerFrom(askAbout(order, hasTokens), records));
	});
}
