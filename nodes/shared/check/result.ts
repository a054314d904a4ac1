import { makeFailure } from '../failures/failure';
import type { RpcAnswer } from '../service/interpret';
import type { CheckRecord, UsageMeta } from '../service/schemas';
import type { CallOptions, RpcSession } from '../service/session';
import { parseOutcome } from '../base/statuses';
import { isObject } from '../base/values';

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
	const sameHash = check.hash === hash;
	if (sameHash && (isExpected === undefined || isExpected(check))) return;
	const other = sameHash ? 'target' : 'check';
	const happened = `The AML service sent a result that is about another ${other}`;
	const advice = 'It was not used. Try again with Get, free, or ask the service.';
	throw makeFailure('mismatch', { hashes: [hash], facts: { happened, advice } });
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
	return { check, usage: findUsage(answer), terminal: parseOutcome(check.status) !== 'pending' };
}
