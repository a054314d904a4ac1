/** What a failure is beside its words: what it says about the payment and whose turn it is, and what it keeps. */
import {
	AmlCheckError,
	describeFailure,
	makeFailure,
	readFault,
	readPayment,
	REASONS,
	toFailure,
	type FailureFacts,
} from '../../../nodes/shared/failures/failure.ts';
import {
	FAILURE_KINDS,
	type FailureKind,
	type Fault,
} from '../../../nodes/shared/failures/kinds.ts';

const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];

it.each(KINDS)('%s: the payment is open if a check is named, and a poll retries', (kind) => {
	expect(readPayment({ kind })).toBe(FAILURE_KINDS[kind].payment);
	expect(readPayment({ kind, candidates: [] })).toBe(FAILURE_KINDS[kind].payment);
	expect(readPayment({ kind, candidates: ['a'] })).toBe('lost');
	expect(readPayment({ kind, hash: 'a' })).toBe('lost');
	expect(REASONS[kind]).toBe(FAILURE_KINDS[kind].fault);
	const description = describeFailure(makeFailure(kind).note('retry', 'Later.'));
	expect(description).not.toMatch(/try again/i);
	expect(description).toMatch(/Later\.$/);
	const said = makeFailure(kind, { serviceMessage: `There are\nno checks ${'x'.repeat(300)}` });
	expect(said.message).toMatch(/^The service says: There are no checks x+…$/);
	expect(said.message.length).toBeLessThan(230);
});

it.each<[Partial<FailureFacts> & { kind: FailureKind }, Fault]>([
	[{ kind: 'timeout' }, 'service'],
	[{ kind: 'timeout', reason: 'paymentUnsure' }, 'payment'],
	[{ kind: 'configuration', reason: 'maxPaidChecks' }, 'setup'],
	[{ kind: 'rejected', fault: 'input' }, 'input'],
	[{ kind: 'rejected', candidates: ['a'] }, 'payment'],
	[{ kind: 'rejected', candidates: ['a'], charged: true }, 'service'],
	[{ kind: 'notFound', charged: true }, 'service'],
	[{ kind: 'notFound', charged: false }, 'input'],
])('%j is the fault of: %s', (facts, fault) => expect(readFault(facts)).toBe(fault));

it('more facts make a new failure, and no cause goes with it', () => {
	const failure = toFailure('gone').with({ hash: 'h', charged: true });
	expect(failure).toBeInstanceOf(AmlCheckError);
	expect(failure).toMatchObject({ kind: 'unexpected', message: 'gone', hash: 'h', charged: true });
	expect(failure.with({ hash: undefined })).toMatchObject({ message: 'gone', hash: undefined });
	expect(toFailure(failure)).toBe(failure);
	expect(failure).not.toHaveProperty('cause');
	expect(toFailure(new Error('x'.repeat(201))).message).toBe(`${'x'.repeat(200)}…`);
});

it.each(['connectionLost', 'notSent', 'timeout'] as const)(
	'the message of %s has no code of the network, for which n8n would put words of its own',
	(kind) => expect(makeFailure(kind, { code: 'ECONNRESET' }).message).not.toContain('ECONN'),
);
