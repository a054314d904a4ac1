/** The table of failures, stated a second time: each row decides about money, so none changes by accident. */
import {
	AmlCheckError,
	describeFailure,
	makeFailure,
	readFault,
	readPayment,
	toFailure,
} from '../../../nodes/shared/failures/failure.ts';
import {
	FAILURE_KINDS,
	type FailureKind,
	type Fault,
	type Payment,
} from '../../../nodes/shared/failures/kinds.ts';
import { REASONS } from '../../../nodes/shared/failures/failure.ts';

const T = true;
const F = false;
const DOWN = 'temporarily-unavailable';

/** What each kind says about the payment, whose turn it is, whether it may pass, whether it is general, and its cause. */
const MEANING: Record<FailureKind, [Payment, Fault, boolean, boolean, string | undefined]> = {
	blocked: ['lost', 'setup', F, T, 'configuration-invalid'],
	cancelled: ['notTaken', 'service', F, F, undefined],
	configuration: ['notTaken', 'setup', F, T, 'configuration-invalid'],
	connectionLost: ['lost', 'service', T, T, DOWN],
	credentials: ['notTaken', 'setup', F, T, 'credential-invalid'],
	emptyPackage: ['notTaken', 'setup', F, T, 'quota-exhausted'],
	invalidInput: ['notTaken', 'input', F, F, undefined],
	invalidRequest: ['notTaken', 'service', F, F, undefined],
	malformed: ['lost', 'service', F, T, undefined],
	mismatch: ['lost', 'service', F, T, undefined],
	notFound: ['refused', 'input', F, F, undefined],
	notSent: ['notTaken', 'service', T, T, DOWN],
	rateLimited: ['notTaken', 'service', T, T, 'rate-limited'],
	redirected: ['lost', 'setup', F, T, 'configuration-invalid'],
	rejected: ['refused', 'service', F, F, undefined],
	timeout: ['lost', 'service', T, T, DOWN],
	unavailable: ['lost', 'service', T, T, DOWN],
	undecided: ['lost', 'service', T, T, DOWN],
	unexpected: ['lost', 'setup', F, F, undefined],
	unreadable: ['lost', 'service', T, T, undefined],
};
const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];

it('has no kind that is not in the table above', () =>
	expect(KINDS.sort()).toEqual(Object.keys(MEANING).sort()));

it.each(KINDS)('%s means the same for payment, person, retry, batch and n8n', (kind) => {
	const { payment, fault, mayPass, isGeneral, cause } = FAILURE_KINDS[kind];
	expect([payment, fault, mayPass, isGeneral, cause]).toEqual(MEANING[kind]);
	expect(REASONS[kind]).toBe(fault);
});

describe('the payment', () => {
	it('is open if the response names a check, whatever its kind', () => {
		for (const kind of KINDS) {
			expect(readPayment({ kind })).toBe(MEANING[kind][0]);
			expect(readPayment({ kind, candidates: [] })).toBe(MEANING[kind][0]);
			expect(readPayment({ kind, candidates: ['a'] })).toBe('lost');
			expect(readPayment({ kind, hash: 'a' })).toBe('lost');
		}
	});
});

describe('the fault', () => {
	it('is the one of the reason, then of the kind', () => {
		for (const kind of KINDS) expect(readFault({ kind })).toBe(MEANING[kind][1]);
		expect(readFault({ kind: 'timeout', reason: 'paymentUnsure' })).toBe('payment');
		expect(readFault({ kind: 'configuration', reason: 'maxPaidChecks' })).toBe('setup');
		expect(readFault({ kind: 'rejected', fault: 'input' })).toBe('input');
	});

	it('is the payment if the checks are known that it may be, and never the input if one was paid', () => {
		expect(readFault({ kind: 'rejected', candidates: ['a'] })).toBe('payment');
		expect(readFault({ kind: 'rejected', candidates: ['a'], charged: true })).toBe('service');
		expect(readFault({ kind: 'notFound', charged: true })).toBe('service');
		expect(readFault({ kind: 'notFound', charged: false })).toBe('input');
	});
});

describe('the words', () => {
	it.each(KINDS)('of %s begin with the sentence of the service', (kind) => {
		const serviceMessage = `There are\nno checks ${'x'.repeat(300)}`;
		const { message } = makeFailure(kind, { serviceMessage });
		expect(message).toMatch(/^The service says: There are no checks x+…$/);
		expect(message.length).toBeLessThan(230);
	});

	it.each(['connectionLost', 'notSent', 'timeout'] as const)(
		'of %s keep the code of the network out of the message, where n8n would replace it',
		(kind) => expect(makeFailure(kind, { code: 'ECONNRESET' }).message).not.toContain('ECONN'),
	);

	it('are cut if they are longer than 200 characters', () => {
		const cut = (length: number) => toFailure(new Error('x'.repeat(length))).message;
		expect(cut(200)).toBe('x'.repeat(200));
		expect(cut(201)).toBe(`${'x'.repeat(200)}…`);
	});

	it.each(KINDS)('of %s ask nobody to retry a poll, which retries by itself', (kind) => {
		const description = describeFailure(makeFailure(kind).note('retry', 'Later.'));
		expect(description).not.toMatch(/try again/i);
		expect(description).toMatch(/Later\.$/);
	});
});

it('more facts make a new failure, and no cause goes with it', () => {
	const failure = toFailure('gone').with({ hash: 'h', charged: true });
	expect(failure).toBeInstanceOf(AmlCheckError);
	expect(failure).toMatchObject({ kind: 'unexpected', message: 'gone', hash: 'h', charged: true });
	expect(failure.with({ hash: undefined })).toMatchObject({ message: 'gone', hash: undefined });
	expect(toFailure(failure)).toBe(failure);
	expect(failure).not.toHaveProperty('cause');
});

describe('notes', () => {
	const failure = new AmlCheckError({ kind: 'timeout', message: 'Late', advice: 'Wait.' });

	it('explain the message before the advice, or follow it in the order in which they came', () => {
		const noted = failure
			.note('payment', 'Not paid.')
			.note('cause', 'It was slow.')
			.note('nextStep', 'Go.');
		expect(describeFailure(noted)).toBe('It was slow. Wait. Not paid. Go.');
		expect(describeFailure(failure)).toBe('Wait.');
	});

	it('about the same thing replace each other where they stand', () => {
		const noted = failure.note('payment', 'Not paid.').note('nextStep', 'Go.');
		expect(describeFailure(noted.note('payment', 'Paid.', ['h']))).toBe('Wait. Paid. Go.');
		expect(describeFailure(noted)).toBe('Wait. Not paid. Go.');
	});

	it('leave no space where they are empty', () =>
		expect(describeFailure(failure.note('items', '').note('paid', 'All.'))).toBe('Wait. All.'));
});
