import { AmlCheckError } from '../failures/failure';
import type { RpcAnswer } from '../rpc/interpret';
import type { CheckRecord, UsageMeta } from '../rpc/schemas';
import type { CallOptions, RpcSession } from '../rpc/session';
import { readOutcome } from '../statuses';
import { isNothing, isObject } from '../values';

/*
 * After one odd answer comes a second request: caches get mixed up, and a service may write a status before its report.
 * Both nodes use this rule. An answer that is still odd afterwards counts as it is.
 */

/**
 * The oddity of an answer of `checkup.getresult`: it ended without a result, it lacks members, or is another check's.
 */
export type Oddity = 'failed' | 'mismatch' | 'unfilled';

/** How long a report, a score or signals may follow the status `SUCCESS`, in milliseconds. */
const FILLED_AFTER_MS = 15_000;
/** How long an answer that the check failed is doubted, in milliseconds. */
const FAILED_FOR_MS = 2_000;
/** How many answers in a row about another check are no slip. */
const MAX_MISMATCHES = 3;

/** @returns what is odd about a result, if anything is. */
export function findOddity({ status, report }: CheckRecord): Oddity | null {
	const outcome = readOutcome(status);
	if (outcome === 'failed') return 'failed';
	if (outcome === 'pending') return null;
	const isFilled = isObject(report) && !isNothing(report.signals) && !isNothing(report.riskscore);
	return isFilled ? null : 'unfilled';
}

/**
 * Whether to ask again; pure.
 * @param seen how many answers in a row were odd like this, and for how long, in milliseconds.
 */
export function isWorthAsking(oddity: Oddity, { count, forMs }: { count: number; forMs: number }) {
	if (oddity === 'mismatch') return count < MAX_MISMATCHES;
	return forMs < (oddity === 'failed' ? FAILED_FOR_MS : FILLED_AFTER_MS);
}

/** Equal for spellings of one hash. Only to compare: requests hold the hash as the service sent it. */
export const hashKey = (hash: string): string => hash.trim().toLowerCase();

export const isSameHash = (one: string, other: string): boolean => hashKey(one) === hashKey(other);

/** The answer of `checkup.getresult`. */
export interface CheckResult {
	check: CheckRecord;
	/** The package's counts as sent, inside or beside the result. */
	usage: UsageMeta | null;
	/** Whether the check has ended, with or without a result. */
	terminal: boolean;
}

/** Whether a check is about the submitted target. */
export type Expectation = (check: CheckRecord) => boolean;

function refuseMismatch(hash: string, check: CheckRecord, isExpected?: Expectation): void {
	const sameHash = isSameHash(check.hash, hash);
	if (sameHash && (isExpected === undefined || isExpected(check))) return;
	throw new AmlCheckError({
		kind: 'mismatch',
		message: `The AML service sent a result that is about another ${sameHash ? 'target' : 'check'}`,
		notes: [
			{ about: 'cause', text: 'It was not used.' },
			{ about: 'check', text: `The hash that was asked for is ${hash}.`, names: [hash] },
		],
		advice: 'Try again with Get Result, which is free, or ask the service.',
		hash,
	});
}

function findUsage({ result, outerMeta }: RpcAnswer<'checkup.getresult'>): UsageMeta | null {
	if (isObject(result.meta)) return result.meta;
	return isObject(outerMeta) ? outerMeta : null;
}

/**
 * Requests the result of one check; free.
 * @param isExpected whether it is about the right target, if that is known.
 * @throws AmlCheckError, also if the answer is about something else.
 */
export async function fetchResult(
	session: RpcSession,
	hash: string,
	isExpected?: Expectation,
	options: CallOptions = {},
): Promise<CheckResult> {
	const answer = await session.call('checkup.getresult', { hash }, options);
	const { check } = answer.result;
	refuseMismatch(hash, check, isExpected);
	return { check, usage: findUsage(answer), terminal: readOutcome(check.status) !== 'pending' };
}
