/** How the wait for a check ends that is not known to be finished. */
import { endUnfinished, type Outstanding } from '../../../nodes/AmlCheck/waiting/looks.ts';
import {
	AmlCheckError,
	describeFailure,
	makeFailure,
} from '../../../nodes/shared/failures/failure.ts';
import { checkRecordSchema } from '../../../nodes/shared/rpc/schemas.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';

const ENDS = ['cancelled', 'credentials', 'timeout'] as const;

const checkOf = (more: Partial<Outstanding> = {}): Outstanding => ({
	...{ hash: 'a1', beganAt: 0, isShown: false, isAsked: false },
	...more,
});

const SAID = new AmlCheckError({
	...{ kind: 'unavailable', message: 'The line is down', advice: 'Wait.', code: 503 },
	notes: [{ about: 'cause', text: 'A storm.' }],
});

const check = checkRecordSchema.parse({ hash: 'a1', status: 'RUNNING' });
const last = { check, usage: null, terminal: false };

const SEEN = 'Its hash is a1, its last status was RUNNING';
const READ = `${SEEN}, the last request said: The line is down. It continues at the service. Read it with Get Result, which is free.`;

it.each([
	['timeout', 'The check was not finished within 20 seconds', READ],
	['cancelled', 'The execution was canceled before the check was finished', READ],
	['credentials', 'The AML service did not accept the credentials', expect.stringContaining(SEEN)],
] as const)('a wait that ends by %s names what was seen of the check', (end, message, words) => {
	const outcome = endUnfinished(checkOf({ status: 'RUNNING', failure: SAID, last }), end, 20);
	const failure = 'failure' in outcome ? outcome.failure : undefined;
	expect(failure).toMatchObject({ message, hash: 'a1', code: 503 });
	expect(describeFailure(failure!)).toEqual(words);
	expect(outcome).toMatchObject({ last, status: 'RUNNING' });
});

it('the time is over: the check continues, unless the service refuses to show it', () => {
	const isPending = (failure?: AmlCheckError, end: (typeof ENDS)[number] = 'timeout') => {
		const outcome = endUnfinished(checkOf({ failure }), end, 20);
		return 'pending' in outcome && outcome.pending;
	};
	const kinds = Object.keys(FAILURE_KINDS) as FailureKind[];
	expect(isPending()).toBe(true);
	expect(kinds.filter((kind) => isPending(makeFailure(kind)))).toEqual([
		...['connectionLost', 'notFound', 'notSent', 'rateLimited', 'timeout'],
		...['unavailable', 'undecided', 'unreadable'],
	]);
	for (const end of ['cancelled', 'credentials'] as const)
		for (const kind of kinds) expect(isPending(makeFailure(kind), end)).toBe(false);
});

it.each(ENDS)('an odd answer that stayed so is the outcome, whoever ends the wait: %s', (end) => {
	const outcome = { result: last };
	const odd = { oddity: 'unfilled' as const, count: 1, sinceMs: 0, outcome };
	expect(endUnfinished(checkOf({ odd, failure: SAID }), end, 20)).toBe(outcome);
});
