import { fetchResult, type CheckResult } from '../../shared/checks/result';
import { toFailure, type AmlCheckError } from '../../shared/failures/failure';
import { readHistoryPage, type HistoryPage } from '../../shared/history/pages';
import type { RiskScoreScale } from '../../shared/risk';
import { Deadline } from '../../shared/rpc/time';
import type { CurrencyEntry, HistoryItem } from '../../shared/rpc/schemas';
import type { CallOptions, RpcSession } from '../../shared/rpc/session';
import { readOutcome } from '../../shared/statuses';

/** The time of all requests, in milliseconds. They are at most eleven: two pages may be asked for twice. */
const TIME_MS = 15_000;

const PAGE_SIZE = 200;

/** The page behind the last one, where the service says no total. */
const FAR_PAGE = 100_000;

/** The most finished checks whose results are read, and the most unfinished ones. */
const FINISHED = 3;
const UNFINISHED = 1;

/** An answer; undefined where there was no reason to ask. */
export type Answer<T> = T | AmlCheckError | undefined;

/** What the requests of Get Status have shown. Nothing of it is kept. */
export interface Observations {
	latencyMs: number;
	/** The service's clock minus this machine's; undefined if no answer has a date. */
	clockAheadMs: number | undefined;
	/** The service's time, in Unix milliseconds. */
	now: number;
	/** The setting in the credential. */
	riskScoreScale: RiskScoreScale;
	currencies: Answer<readonly CurrencyEntry[]>;
	first: Answer<HistoryPage>;
	/** The second page of a smaller size, and that size. */
	second: Answer<HistoryPage>;
	secondSize: number;
	/** A page behind the end. */
	beyond: Answer<HistoryPage>;
	/** Results with the record of the history. */
	results: Array<{ item: HistoryItem; result: Answer<CheckResult> }>;
}

/** The value of an answer, if it has one. */
export const valueOf = <T extends object>(answer: Answer<T>): T | undefined =>
	answer instanceof Error ? undefined : answer;

function chooseChecks(items: readonly HistoryItem[]): HistoryItem[] {
	const outcomes = (outcome: string) =>
		items.filter(({ status }) => readOutcome(status) === outcome);
	return [...outcomes('completed').slice(0, FINISHED), ...outcomes('pending').slice(0, UNFINISHED)];
}

/**
 * Asks the free questions of Get Status.
 * @throws AmlCheckError if the service doesn't answer a ping, or refuses the credentials.
 */
export async function observe(session: RpcSession): Promise<Observations> {
	const deadline = new Deadline(TIME_MS);
	const limits = (): CallOptions => ({ withinMs: Math.max(1, deadline.leftMs()), maxAttempts: 1 });
	const ask = async <T>(request: (options: CallOptions) => Promise<T>): Promise<Answer<T>> => {
		try {
			return await request(limits());
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (failure.kind === 'credentials' || failure.kind === 'cancelled') throw failure;
			return failure;
		}
	};
	const readPage = async (page: number, pageSize: number) =>
		await ask(async (options) => await readHistoryPage(session, { page, pageSize }, options));

	const begun = performance.now();
	await session.call('checkup.ping', undefined, limits());
	const latencyMs = Math.round(performance.now() - begun);
	const first = await readPage(0, PAGE_SIZE);
	const now = session.service.clock.toService(Date.now())?.to ?? Date.now();
	const { count = 0, total = null, items = [] } = valueOf(first) ?? {};
	const secondSize = Math.floor(Math.min(count, PAGE_SIZE) / 2);
	const beyondPage = total === null ? FAR_PAGE : Math.ceil(total / PAGE_SIZE) + 1;
	const results: Observations['results'] = [];
	for (const item of chooseChecks(items))
		results.push({
			item,
			result: await ask(
				async (options) => await fetchResult(session, item.hash, undefined, options),
			),
		});
	return {
		latencyMs,
		clockAheadMs: session.service.clock.aheadMs,
		now,
		riskScoreScale: session.riskScoreScale,
		currencies: await ask(
			async (options) => (await session.call('checkup.currencylist', undefined, options)).result,
		),
		first,
		second: secondSize > 0 ? await readPage(1, secondSize) : undefined,
		secondSize,
		beyond: count > 0 ? await readPage(beyondPage, PAGE_SIZE) : undefined,
		results,
	};
}
