import type { CallOutcome } from './adaptiveLimit';
import type { AmlCheckError } from './failure';
import type { FailureKind } from './failureKinds';

const LOADS: Partial<Record<FailureKind, CallOutcome['kind']>> = {
	notFound: 'answered',
	rateLimited: 'refused',
	rejected: 'answered',
	timeout: 'overloaded',
	unavailable: 'overloaded',
};

/**
 * What the end of a call says about the load of the service; an answer that says no is an answer (design 9).
 * @param failure what came of the call.
 */
export function loadOf({ kind }: AmlCheckError): CallOutcome['kind'] {
	return LOADS[kind] ?? 'unclear';
}
