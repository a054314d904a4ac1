import { hashKey } from '../../shared/checks/result';
import { readTokenNetworks } from '../../shared/currencyList';
import { HOUR_MS, readDate } from '../../shared/dates';
import type { AmlCheckError } from '../../shared/failures/failure';
import type { HistoryItem } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { mapInSlices } from '../../shared/slices';
import { readOutcome, type CheckOutcome } from '../../shared/statuses';
import { findBucket, type HasTokens } from '../../shared/targets';
import type { ClockName } from '../run/entries';
import { readMoments, recordKey, type Moments, type RunHistory } from '../waiting/history';
import type { Order } from './order';

/**
 * A question to the history about an order, and which checks count.
 * - `reuse`: begun within the hours that the user gave. A recent check replaces a new one.
 * - `lost`: begun since the request left whose response was lost. Where a process died, since the execution began.
 */
interface Question {
	order: Pick<Order, 'target' | 'options'>;
	why: 'reuse' | 'lost';
	/** How long the request took, in milliseconds, where that is known. */
	tookMs?: number;
}

interface HistoryQuestion extends Question {
	order: Order;
	/** In Unix milliseconds, on a clock. */
	since: number;
	clock: ClockName;
}

function questionAbout(order: Order): HistoryQuestion {
	const { entry, options, lost } = order;
	if (entry.state === 'sent')
		return { order, why: 'lost', since: entry.sentAt, clock: entry.clock, tookMs: lost?.tookMs };
	const since = Date.now() - options.reuseWithinHours * HOUR_MS;
	return { order, why: 'reuse', since, clock: 'own' };
}

export type HistoryAnswer =
	| { kind: 'take'; hash: string }
	/** Checks that may be it. `hasAll`: one began during the request, so that there is no other one to come. */
	| { kind: 'candidates'; hashes: string[]; hasAll: boolean }
	| { kind: 'nothing'; isAssetUnspecified: boolean };

const hashesOfAnswer = (answer: HistoryAnswer): string[] => {
	if (answer.kind === 'take') return [answer.hash];
	return answer.kind === 'candidates' ? answer.hashes : [];
};

interface Judged {
	hash: string;
	outcome: CheckOutcome;
	begun: number;
	verdict: 'same' | 'assetUnspecified' | 'maybe' | 'none';
}

/** A date without seconds is precise enough. Services round. */
const MINUTE_MS = 60_000;
const ROUNDING_MS = 1_000;

/** Whether a record is one that the question asks for; pure. */
function judgeRecord(
	record: HistoryItem,
	{ order }: Question,
	{ since, now, doubtMs }: Moments,
	hasTokens?: HasTokens,
): Judged {
	const date = readDate(record.initDate);
	const begun = (date?.seconds ?? 0) * 1000;
	// A hash has small letters, and the service knows it by those.
	const hash = hashKey(record.hash);
	const outcome = readOutcome(record.status);
	const is = (verdict: Judged['verdict']): Judged => ({ hash, outcome, begun, verdict });
	const verdict = order.target.compare(record, hasTokens);
	if (verdict === 'other') return is('none');
	// A date that can't be read, or lies in the future, concerns its record alone.
	if (date === null || begun > now + doubtMs) return is('maybe');
	const latest = begun + date.lastsMs + ROUNDING_MS;
	if (latest < since - doubtMs) return is('none');
	const isClear = latest >= since && date.lastsMs <= MINUTE_MS;
	return is(isClear && verdict !== 'unclear' ? verdict : 'maybe');
}

/** The newest of several right answers, a finished one first. */
function answerReuse({ order }: Question, judged: Judged[], { now }: Moments): HistoryAnswer {
	const isDone = ({ outcome }: Judged) => outcome === 'completed';
	const [best] = judged
		.filter((one) => {
			const { hash, outcome, begun, verdict } = one;
			// An older unfinished check may hang.
			const isFresh = outcome === 'pending' && now - begun < HOUR_MS;
			const isAccepted = verdict === 'assetUnspecified' && order.options.acceptUnspecifiedAsset;
			return hash !== '' && (verdict === 'same' || isAccepted) && (isDone(one) || isFresh);
		})
		.sort((a, b) => Number(isDone(b)) - Number(isDone(a)) || b.begun - a.begun);
	if (best) return { kind: 'take', hash: best.hash };
	const isAssetUnspecified = judged.some(({ verdict }) => verdict === 'assetUnspecified');
	return { kind: 'nothing', isAssetUnspecified };
}

/** Exactly one proved check is taken. Several, or one that may be it, are a question to the user. */
function answerLost(
	{ tookMs = -Infinity }: Question,
	judged: Judged[],
	{ since }: Moments,
): HistoryAnswer {
	const same = judged.filter(({ verdict }) => verdict === 'same');
	if (same.length === 1 && same[0].hash !== '') return { kind: 'take', hash: same[0].hash };
	if (judged.length === 0) return { kind: 'nothing', isAssetUnspecified: false };
	const isOfRequest = ({ begun }: Judged) =>
		begun >= since - 2 * ROUNDING_MS && begun <= since + tookMs + ROUNDING_MS;
	const hashes = judged.flatMap(({ hash }) => (hash === '' ? [] : [hash]));
	return { kind: 'candidates', hashes, hasAll: judged.some(isOfRequest) };
}

/**
 * Answers one question; pure. `records` may be about its target, and hold each check once.
 * @param hasTokens which networks have tokens, by the service's list where it was read.
 */
export function answerFrom(
	question: Question,
	records: readonly HistoryItem[],
	moments: Moments,
	hasTokens?: HasTokens,
): HistoryAnswer {
	const judged = records
		.map((record) => judgeRecord(record, question, moments, hasTokens))
		.filter(({ verdict }) => verdict !== 'none');
	return (question.why === 'reuse' ? answerReuse : answerLost)(question, judged, moments);
}

/** The answers of one reading of the history to all questions. */
export interface Answers {
	byOrder: Map<Order, HistoryAnswer>;
	/** Whether the reading reached the earliest moment: what was not read is not absent. */
	isWhole: boolean;
	/** Why a page of it could not be read. */
	failure?: AmlCheckError;
}

/** Sorts records by what they are about. A page may show a check again that arrivals have shifted. */
async function bucketsOf(
	records: readonly HistoryItem[],
): Promise<(target: Order['target']) => HistoryItem[]> {
	const unique = new Map(records.map((one) => [recordKey(one), one]));
	const buckets = new Map<string, HistoryItem[]>();
	await mapInSlices([...unique.values()], (record) => {
		const key = findBucket(record);
		const bucket = buckets.get(key);
		if (bucket) bucket.push(record);
		else buckets.set(key, [record]);
	});
	return ({ code: currency, address }) =>
		[...new Set([findBucket({ currency, address }), ''])].flatMap((key) => buckets.get(key) ?? []);
}

/**
 * Asks which checks of the same things are there already, in one reading of the history for all orders; free.
 * A check that another order of this execution has is no answer to a lost request, and one hash serves one asset.
 * @param mayContinue whether there is time for another page.
 * @throws AmlCheckError when no page of the history can be read.
 */
export async function findExisting(
	session: RpcSession,
	history: RunHistory,
	orders: readonly Order[],
	mayContinue: () => boolean,
): Promise<Answers> {
	const questions = orders.map(questionAbout);
	const earliest = () =>
		questions.reduce((least, question) => {
			const { since, doubtMs } = readMoments(session.service.clock, question.since, question.clock);
			return Math.min(least, since - doubtMs);
		}, Infinity);
	const { records, isComplete, failure } = await history.readBackTo(earliest, mayContinue);
	const byOrder = await answerAll(session, questions, records);
	return { byOrder, isWhole: isComplete, failure };
}

/** Answers from all pages that the run has read, whoever they were read for. They prove no absence. */
export async function answerFromPages(
	session: RpcSession,
	history: RunHistory,
	orders: readonly Order[],
): Promise<Answers['byOrder']> {
	return await answerAll(session, orders.map(questionAbout), [...history.records.values()]);
}

/** Answers all questions from some records. */
async function answerAll(
	session: RpcSession,
	questions: readonly HistoryQuestion[],
	records: readonly HistoryItem[],
): Promise<Answers['byOrder']> {
	const findRecords = await bucketsOf(records);
	const recordsAbout = await mapInSlices(questions, ({ order }) => findRecords(order.target));
	const found = questions.filter((_, index) => recordsAbout[index].length > 0);
	const hasTokens = await readTokenNetworks(
		session,
		found.map(({ order }) => order.target.network),
	);
	// A record without an asset may be taken for any asset of its wallet, but only for one, and for one lost request.
	const claimed = new Map<string, Order>();
	const answer = (question: HistoryQuestion, about: readonly HistoryItem[]): HistoryAnswer => {
		const { order, why } = question;
		const { key } = order.target;
		const isOpen = ({ hash }: HistoryItem) => {
			const claimant = claimed.get(hashKey(hash));
			if (claimant && (why === 'lost' ? claimant !== order : claimant.target.key !== key))
				return false;
			return why === 'reuse' ? !order.isOfOtherTarget(hash) : !order.isHeldByOther(hash);
		};
		const moments = readMoments(session.service.clock, question.since, question.clock);
		const ask = (records: HistoryItem[]) => answerFrom(question, records, moments, hasTokens);
		const found = ask(about.filter(isOpen));
		if (found.kind === 'take') claimed.set(hashKey(found.hash), order);
		// Another order may have taken what this one had sent before a process died: it is named, too.
		if (found.kind !== 'candidates' || question.clock !== 'unknown') return found;
		const held = ask(about.filter((record) => !isOpen(record)));
		return { ...found, hashes: [...found.hashes, ...hashesOfAnswer(held)] };
	};
	const answers = await mapInSlices(questions, (question, index) =>
		answer(question, recordsAbout[index]),
	);
	return new Map(answers.map((one, index) => [questions[index].order, one]));
}
