import { outcomeOf } from '../../shared/checks/status';
import { AmlCheckError } from '../../shared/rpc/failure';
import type { RpcAnswer } from '../../shared/rpc/interpret';
import type { CheckRecord, UsageMeta } from '../../shared/rpc/schemas';
import type { RpcSession } from '../../shared/rpc/session';
import { isAbout } from './matching';
import type { Target } from './target';

/** What `checkup.getresult` told of a check. */
export interface CheckResult {
	check: CheckRecord;
	/** From inside or beside the result (spec 2.2), as sent. */
	usage: UsageMeta | null;
	/** Whether nothing more will come: done, or ended without a result. */
	terminal: boolean;
}

/** A result about something else than was asked for is refused (design 4). */
function refuseOther(hash: string, target: Target | undefined, check: CheckRecord): void {
	const sameHash = check.hash.toLowerCase() === hash.toLowerCase();
	if (sameHash && (!target || isAbout(check, target))) return;
	throw new AmlCheckError({
		kind: 'mismatch',
		message: `The AML service sent a result that is about another ${sameHash ? 'target' : 'check'}`,
		description: `It was not used. The hash that was asked for is ${hash}. Try again with Get Result, which is free, or ask the service.`,
		hash,
	});
}

const isObject = (value: unknown): value is UsageMeta =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function usageOf({ result, outerMeta }: RpcAnswer<'checkup.getresult'>): UsageMeta | null {
	if (isObject(result.meta)) return result.meta;
	return isObject(outerMeta) ? outerMeta : null;
}

/**
 * Asks for the result of one check; free (spec 4.5).
 * @param session the way to the service.
 * @param hash of the check.
 * @param target what the check has to be about, where it is known.
 * @param options deadline in Unix milliseconds.
 * @returns what the service told.
 * @throws AmlCheckError, also when the answer is about something else.
 */
export async function fetchResult(
	session: RpcSession,
	hash: string,
	target?: Target,
	options: { deadlineAt?: number; maxAttempts?: number } = {},
): Promise<CheckResult> {
	const answer = await session.call('checkup.getresult', { hash }, options);
	const { check } = answer.result;
	refuseOther(hash, target, check);
	return { check, usage: usageOf(answer), terminal: outcomeOf(check.status) !== 'pending' };
}
