/** How the wait for a check ends that is not known to be finished. */
import { endUnfinished } from '../../../nodes/AmlCheck/waiting/unfinished.ts';
import { makeFailure, type FailureKind } from '../../../nodes/shared/failures/failure.ts';

it.each<[string, FailureKind | undefined, boolean]>([
	['nothing was refused: it continues', undefined, true],
	['the result was not there yet: it continues', 'notFound', true],
	['the last request failed in an outage: it continues', 'unavailable', true],
	['the service refuses to show it: nobody knows that it continues', 'rejected', false],
])('the time is over, and %s', (_, kind, pending) => {
	const failure = kind && makeFailure(kind);
	const check = { hash: 'a', beganAt: 0, isShown: false, failure };
	expect(endUnfinished(check, 'timeout', 20)).toMatchObject({ pending });
	expect(endUnfinished(check, 'cancelled', 20)).toMatchObject({ pending: false });
});
