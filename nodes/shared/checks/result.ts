import { AmlCheckError } from '../rpc/failure';
import type { RpcAnswer } from '../rpc/interpret';
import type { CheckRecord, UsageMeta } from '../rpc/schemas';
import type { CallOptions, RpcSession } from '../rpc/session';
import { isObject } from '../values';
import { isSameHash } from './hash';
import { outcomeOf } from './status';

/** What `checkup.getresult` told of a check. */
export interface CheckResult {
	check: CheckRecord;
	/** From inside or beside the result (service 2.2), as sent. */
	usage: UsageMeta | null;
	/** Whether nothing more will come: done, or ended without a result. */
	terminal: boolean;
}

/** Tells whether a check is about what was submitted. */
export type Expectation = (check: CheckRecord) => boolean;

/** A result about something else than was asked for is refused (design 4). */
function refuseOther(hash: string, check: CheckRecord, isExpected?: Expectation): void {
	const sameHash = isSameHash(check.hash, hash);
	if (sameHash && (isExpected === undefined || isExpected(check))) return;
	throw new AmlCheckError({
		kind: 'mismatch',
		message: `The AML service sent a result that is about another ${sameHash ? 'target' : 'check'}`,
		description: `It was not used. The hash that was asked for is ${hash}. Try again with Get Result, which is free, or ask the service.`,
		hash,
	});
}

function usageOf({ result, outerMeta }: RpcAnswer<'checkup.getresult'>): UsageMeta | null {
	if (isObject(result.meta)) return result.meta;
	return isObject(outerMeta) ? outerMeta : null;
}

/**
 * Asks for the result of one check; free (service 4.5).
 * @param session the way to the service.
 * @param hash of the check.
 * @param isExpected whether it is about the right target, where that is known.
 * @param options timeouts and attempts.
 * @returns what the service told.
 * @throws AmlCheckError, also when the answer is about something else.
 */
export async function fetchResult(
	session: RpcSession,
	hash: string,
	isExpected?: Expectation,
	options: CallOptions = {},
): Promise<CheckResult> {
	const answer = await session.call('checkup.getresult', { hash }, options);
	const { check } = answer.result;
	refuseOther(hash, check, isExpected);
	return { check, usage: usageOf(answer), terminal: outcomeOf(check.status) !== 'pending' };
}
