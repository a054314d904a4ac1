/** The facts of a failure: of each kind, of what was thrown, the checks it may be about, and whose turn it is. */
import {
	AmlCheckError,
	hashesIn,
	invalidInput,
	makeFailure,
	readFault,
	readPayment,
	toFailure,
	type FailureFacts,
} from '../../../nodes/shared/failures/failure.ts';
import { FAILURE_KINDS, type FailureKind } from '../../../nodes/shared/failures/kinds.ts';

const factsOf = (failure: AmlCheckError) => ({ ...failure, message: failure.message });

describe('the kinds of failures', () => {
	it.each(
		Object.entries({
			blocked: 'refused setup - general configuration-invalid',
			cancelled: 'notTaken service - - -',
			configuration: 'notTaken setup - general configuration-invalid',
			connectionLost: 'lost service passes general temporarily-unavailable',
			credentials: 'notTaken setup - general credential-invalid',
			emptyPackage: 'notTaken setup - general quota-exhausted',
			invalidInput: 'notTaken input - - -',
			invalidRequest: 'notTaken service - - -',
			malformed: 'lost service - general -',
			mismatch: 'lost service - general -',
			notFound: 'refused input - - -',
			notSent: 'notTaken service passes general temporarily-unavailable',
			rateLimited: 'notTaken service passes general rate-limited',
			redirected: 'lost setup - general configuration-invalid',
			rejected: 'refused service - - -',
			timeout: 'lost service passes general temporarily-unavailable',
			unavailable: 'lost service passes general temporarily-unavailable',
			undecided: 'refused service passes general temporarily-unavailable',
			unexpected: 'lost setup - - -',
			unreadable: 'lost service passes general -',
		} satisfies Record<FailureKind, string>),
	)('%s is: %s', (kind, facts) => {
		const { payment, fault, mayPass, isGeneral, cause } = FAILURE_KINDS[kind as FailureKind];
		const flags = [mayPass ? 'passes' : '-', isGeneral ? 'general' : '-', cause ?? '-'];
		expect([payment, fault, ...flags].join(' ')).toBe(facts);
		expect(Object.keys(FAILURE_KINDS)).toHaveLength(20);
	});
});

describe('a failure', () => {
	const facts: FailureFacts = { kind: 'timeout', message: 'Late', advice: 'Wait.' };
	const failure = new AmlCheckError({ ...facts, hash: 'h', notes: [] });

	it('is an error of its own name, without a cause', () => {
		expect(failure).toBeInstanceOf(Error);
		expect(String(failure)).toBe('AmlCheckError: Late');
		expect(factsOf(failure)).toEqual({ ...facts, hash: 'h', notes: [], name: 'AmlCheckError' });
		expect('cause' in failure).toBe(false);
	});

	it('is made anew with other facts, and stays as it was', () => {
		const before = factsOf(failure);
		const other = failure.with({ message: 'Later', charged: true });
		expect(factsOf(other)).toEqual({ ...before, message: 'Later', charged: true });
		expect(factsOf(failure.with({}))).toEqual(before);
		expect(failure.with({})).not.toBe(failure);
		const noted = failure.note('check', 'Its hash.', ['h']).again('rerun', { after: 'cancel' });
		expect(noted.notes).toEqual([
			{ about: 'check', text: 'Its hash.', names: ['h'] },
			{ about: 'rerun', text: '', again: { after: 'cancel' } },
		]);
		expect(noted.note('check', 'Another.').notes).toEqual([
			{ about: 'check', text: 'Another.', names: undefined },
			{ about: 'rerun', text: '', again: { after: 'cancel' } },
		]);
		expect(new AmlCheckError(facts).note('check', 'It.').notes).toHaveLength(1);
		expect(new AmlCheckError(facts).again('rerun', { after: 'cancel' }).notes).toHaveLength(1);
		expect(factsOf(failure)).toEqual(before);
	});

	it('of a kind has its words and every known fact, but not what only the words need', () => {
		const known = { method: 'm', why: 'Why.', timeoutMs: 5, code: 7, httpStatus: 418 };
		expect(
			factsOf(makeFailure('rejected', { ...known, requestId: 'r', serviceMessage: ' No. ' })),
		).toEqual({
			...{ name: 'AmlCheckError', kind: 'rejected', message: 'The service says: No' },
			...{ serviceMessage: 'No.', code: 7, httpStatus: 418, requestId: 'r' },
			advice: 'Check the values that were sent. If they are right, ask the service.',
			notes: [{ about: 'cause', text: 'The AML service refused m (code 7).' }],
		});
		const { message, advice } = makeFailure('timeout', { message: 'Own', advice: 'Do.' });
		expect({ message, advice }).toEqual({ message: 'Own', advice: 'Do.' });
		expect(makeFailure('timeout', { timeoutMs: 1_499 }).message).toContain('within 1 seconds');
		expect(makeFailure('timeout', { timeoutMs: 1_500 }).message).toContain('within 2 seconds');
		expect(makeFailure('timeout').message).toContain('within 0 seconds');
	});

	it('says how to run it again in a note of its own, where its kind has something to say', () => {
		const notes = (kind: FailureKind) => makeFailure(kind).notes;
		const again = { after: 'nothing', first: 'Buy more checks in your account at the service' };
		expect(notes('emptyPackage')).toEqual([{ about: 'rerun', text: '', again }]);
		expect(notes('cancelled')).toEqual([{ about: 'rerun', text: '', again: { after: 'cancel' } }]);
		expect(notes('timeout')).toEqual([
			{
				about: 'retry',
				text: 'Try again in a few minutes. If it stays this way, ask the service.',
			},
		]);
		expect(notes('credentials')).toEqual([]);
	});

	it('of a value says that nothing was charged', () => {
		expect(factsOf(invalidInput('No', 'Do this.'))).toEqual({
			...{ name: 'AmlCheckError', kind: 'invalidInput', message: 'No', advice: 'Do this.' },
			charged: false,
		});
	});

	it('is made of whatever was thrown, and of nothing but its words', () => {
		expect(toFailure(failure)).toBe(failure);
		const thrown = Object.assign(new Error('Broken.'), { token: 'secret', code: 5 });
		const advice = 'Check the parameters of this node and the expressions in them.';
		for (const [value, message] of [
			[thrown, 'Broken'],
			['text', 'text'],
			[5, '5'],
			[undefined, 'undefined'],
			[new Error(''), 'Something unexpected happened'],
			[new Error(' ... '), 'Something unexpected happened'],
		] as const)
			expect(factsOf(toFailure(value))).toEqual({
				...{ name: 'AmlCheckError', kind: 'unexpected', message, advice, notes: [] },
			});
	});

	it.each([
		[{}, []],
		[{ hash: 'h' }, ['h']],
		[{ candidates: ['a', 'b'] }, ['a', 'b']],
		[{ hash: 'h', candidates: ['a'] }, ['h', 'a']],
	])('with %j may be about the checks %j, and is lost where there is one', (more, hashes) => {
		expect(hashesIn(more)).toEqual(hashes);
		for (const kind of ['rejected', 'notSent', 'timeout'] as const)
			expect(readPayment({ kind, ...more })).toBe(
				hashes.length > 0 ? 'lost' : FAILURE_KINDS[kind].payment,
			);
	});

	it.each<[string, Partial<FailureFacts>, string]>([
		['its kind', {}, 'service'],
		['its reason', { reason: 'wrongKind' }, 'input'],
		['what is known better', { reason: 'wrongKind', fault: 'setup' }, 'setup'],
		['payment, where it may be one of some checks', { candidates: ['a'] }, 'payment'],
		['no such, where there is none', { candidates: [] }, 'service'],
		['no such, where it is paid', { candidates: ['a'], charged: true }, 'service'],
		['no such, where it is free', { candidates: ['a'], charged: false }, 'service'],
		['never the input after a payment', { reason: 'wrongKind', charged: true }, 'service'],
		['the input before a payment', { reason: 'wrongKind', charged: false }, 'input'],
		['still the setup after a payment', { reason: 'keyUsed', charged: true }, 'setup'],
	])('whose turn it is says %s', (_, more, fault) => {
		expect(readFault({ kind: 'timeout', ...more })).toBe(fault);
	});
});
