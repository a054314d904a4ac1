import { FAILURE_KINDS } from './failureKinds';
import type { FailureKind, Fault } from './failureKinds';

/** The documented words of `details.reason` that are no kinds, and whose turn it is. */
const OTHER_REASONS = {
	invalid: 'input',
	keyUsed: 'setup',
	maxPaidChecks: 'setup',
	missing: 'input',
	nameNotResolved: 'input',
	networkUnclear: 'input',
	noTimeLeft: 'service',
	notAWallet: 'input',
	notBegun: 'service',
	notFinished: 'service',
	notSearched: 'service',
	paymentUnsure: 'payment',
	privateKey: 'input',
	severalTargets: 'input',
	unsupportedNetwork: 'input',
	wrongKind: 'input',
	wrongNetwork: 'input',
} as const satisfies Record<string, Fault>;

/** A documented word of `details.reason`. */
export type Reason = FailureKind | keyof typeof OTHER_REASONS;

/** Every documented word of `details.reason`, with the `details.fault` that it has unless more is known. */
export const REASONS: Readonly<Record<Reason, Fault>> = {
	...(Object.fromEntries(
		Object.entries(FAILURE_KINDS).map(([kind, { fault }]) => [kind, fault]),
	) as Record<FailureKind, Fault>),
	...OTHER_REASONS,
};
