import type { HistoryPage } from '../../shared/history/pages';
import type { RiskScoreScale } from '../../shared/risk';
import type { AmlCheckError } from '../../shared/failures/failure';
import type { CheckRecord, CurrencyEntry, HistoryItem, MethodName } from '../../shared/rpc/schemas';
import { makeFailure } from '../../shared/failures/failure';

/** The outcome of one question to the service; null if it was not asked. */
export type Seen<T> = { value: T } | { failure: AmlCheckError } | null;

export const valueOf = <T>(seen: Seen<T>): T | undefined =>
	seen && 'value' in seen ? seen.value : undefined;

export const failureOf = <T>(seen: Seen<T>): AmlCheckError | undefined =>
	seen && 'failure' in seen ? seen.failure : undefined;

/** One request, whatever its outcome. */
export interface Exchange {
	method: MethodName | 'pdf';
	tookMs: number;
	failure?: AmlCheckError;
}

/** A page with the question that it answers. */
export interface ReadPage extends HistoryPage {
	page: number;
	pageSize: number;
}

/** The result of one check, and its record in the history. */
export interface ResultPair {
	item: HistoryItem;
	result: Seen<ReadResult>;
}

/** The answer of `checkup.getresult`, whatever it is about. */
export interface ReadResult {
	check: CheckRecord;
	/** Where the counts of the package are; null if there are none. */
	countsAre: 'beside' | 'inside' | null;
}

/** A search by the wallet of a record, and the records of this wallet in the history. */
export interface Search {
	known: readonly HistoryItem[];
	found: Seen<readonly CheckRecord[]>;
}

/** The observations of the free requests. Plain data: the verdicts are made of it alone. */
export interface FreeObservations {
	isEncrypted: boolean;
	requests: readonly Exchange[];
	ping: Seen<string>;
	currencies: Seen<readonly CurrencyEntry[]>;
	/** The first 200, and the same once more at the end. */
	first: Seen<ReadPage>;
	again: Seen<ReadPage>;
	/** How long after the first one it was read, in milliseconds. */
	againAfterMs: number;
	/** A small page below the first one. */
	part: Seen<ReadPage>;
	/** The last 1,000, by the total that the service states. */
	last: Seen<ReadPage>;
	/** A page behind the stated total. */
	beyond: Seen<ReadPage>;
	results: readonly ResultPair[];
	unfinished: ResultPair | null;
	/** The result of a hash that nobody has. */
	unknownHash: Seen<CheckRecord>;
	search: Search | null;
	/** A search for a transaction that nobody made. */
	emptySearch: Seen<readonly CheckRecord[]>;
	pdf: { host: string; opened: Seen<true> } | null;
	/** The service's clock against this machine's, in milliseconds; undefined if no response showed it. */
	clockAheadMs?: number;
	/** The moment on the service's clock when the first page had arrived, in Unix milliseconds. */
	now: number;
	/** The setting in the credential. */
	riskScoreScale: RiskScoreScale;
}

/** One check that was paid for. Times are in milliseconds since the service took it; missing if not seen. */
export interface PaidCheck {
	hash?: string;
	/** Whether this execution paid for it. */
	charged: boolean;
	/** Whether an earlier try paid for it, so that its times are not known. */
	isEarlier: boolean;
	/** Why there is no check, or no result. */
	failure?: AmlCheckError;
	shownAfterMs?: number;
	wasShownUnfinished?: boolean;
	endedAfterMs?: number;
	/** How far the date of its start is from the moment at which it was sent, on the service's clock, in seconds. */
	dateIsOffSeconds?: number;
}

type RepeatedId =
	| { kind: 'same' | 'other'; hash: string }
	| { kind: 'refused' | 'lost' | 'unsent'; failure: AmlCheckError };

/** The observations of paid checks. */
export interface PaidObservations {
	checks: readonly PaidCheck[];
	repeated: RepeatedId | null;
	/** How long the history was watched, in milliseconds. */
	watchedMs: number;
	/** The package's count of used checks before and after; undefined if the service shows none. */
	used: { before?: number; after?: number };
	/** Whether nothing else was charged in between, as far as it is known: counts are compared only then. */
	isFresh: boolean;
}

export interface Observations extends FreeObservations {
	paid: PaidObservations | null;
}

/** In place of an answer that was not waited for. */
export const noTimeLeft = (): AmlCheckError =>
	makeFailure('notSent', {
		reason: 'noTimeLeft',
		message: 'There was no time left to ask',
		advice: 'Run Check Service again when the service is faster.',
	});
