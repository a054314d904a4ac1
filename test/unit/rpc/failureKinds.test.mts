/** The table of the kinds of failure, stated a second time: what each means is money, so no row changes by accident. */
import {
	adviceFor,
	FAILURE_KINDS,
	type FailureKind,
	withoutRetryAdvice,
} from '../../../nodes/shared/rpc/failureKinds.ts';

const T = true;
const F = false;

/** May it have been taken, may it pass, does it hit the next call too, and what is n8n told (design 4 and 5). */
const MEANING: Record<FailureKind, [boolean, boolean, boolean, string | undefined]> = {
	blocked: [T, F, T, 'credential-invalid'],
	cancelled: [F, F, F, undefined],
	configuration: [F, F, T, 'configuration-invalid'],
	connectionLost: [T, T, T, 'temporarily-unavailable'],
	credentials: [F, F, T, 'credential-invalid'],
	mismatch: [T, F, T, undefined],
	notFound: [F, F, F, undefined],
	notSent: [F, T, T, 'temporarily-unavailable'],
	rateLimited: [F, T, T, 'rate-limited'],
	redirected: [T, F, T, 'configuration-invalid'],
	rejected: [F, F, F, undefined],
	timeout: [T, T, T, 'temporarily-unavailable'],
	unavailable: [T, T, T, 'temporarily-unavailable'],
	undecided: [T, T, T, 'temporarily-unavailable'],
	unexpected: [T, F, F, undefined],
	unreadable: [T, F, T, undefined],
};
const KINDS = Object.keys(FAILURE_KINDS) as FailureKind[];

it('has no kind that is not in the table below', () =>
	expect(KINDS.sort()).toEqual(Object.keys(MEANING).sort()));

it.each(KINDS)('%s means the same for payment, retry, batch and n8n', (kind) => {
	const { mayBeTaken, mayPass, isGeneral, cause } = FAILURE_KINDS[kind];
	expect([mayBeTaken, mayPass, isGeneral, cause]).toEqual(MEANING[kind]);
});

const DETAILS = {
	method: 'checkup.checkaddr',
	code: 'CODE7',
	httpStatus: 599,
	serviceMessage: 'Their\n  words ',
	timeoutMs: 12_600,
	lack: 'It lacks\n that. ',
};

/** What each kind's words have to name, of what is known. */
const NAMED: Partial<Record<FailureKind, string[]>> = {
	blocked: ['403', 'firewall', 'IP address'],
	configuration: ['credential', 'Their words'],
	connectionLost: ['lost', 'CODE7', 'Try again'],
	credentials: ['"Their words"', 'access token', 'IP address', 'API tab'],
	mismatch: ['something else', 'It lacks that.', 'Try again'],
	notFound: ['"Their words"', 'history'],
	notSent: ['reached', 'The network said CODE7.', 'base URL'],
	rateLimited: ['fewer calls', 'Max Concurrent Requests'],
	redirected: ['redirect', 'HTTP status 599', 'base URL'],
	rejected: ['refused checkup.checkaddr', '"Their words"', '(code CODE7)', 'values'],
	timeout: ['within 13 seconds', 'Try again'],
	unavailable: ['not available', 'HTTP status 599', 'Try again'],
	undecided: ['checkup.checkaddr', '"Their words"', '(code CODE7)', 'Try again'],
	unexpected: ['Their words', 'expressions'],
	unreadable: ['could not be read', 'It lacks that.', 'base URL', 'Try again'],
	// n8n takes an execution for stopped by this spelling.
	cancelled: ['canceled', 'Run the workflow again'],
};

describe('the words', () => {
	it.each(KINDS)('of %s name what is known, in one line each', (kind) => {
		const { message, description } = adviceFor(kind, DETAILS);
		for (const part of NAMED[kind] ?? []) expect(`${message}\n${description}`).toContain(part);
		expect(NAMED[kind]).toBeDefined();
		expect(message).toMatch(/^\S.*\S$/);
		expect(description).toMatch(/^\S.*\S$/);
	});

	it.each<[FailureKind, string[]]>([
		['connectionLost', ['lost before its answer arrived\nTry again']],
		['credentials', ['credentials\nEither the access token']],
		['notSent', ['reached\nCheck the base URL']],
		['redirected', ['HTTP status unknown']],
		['rejected', ['The service said: "nothing" (code none).']],
		['timeout', ['within 0 seconds']],
	])('of %s where nothing is known', (kind, parts) => {
		const { message, description } = adviceFor(kind, { method: 'checkup.ping' });
		for (const part of parts) expect(`${message}\n${description}`).toContain(part);
	});

	it('cut what is longer than 200 characters, and nothing shorter', () => {
		const wordsOf = (length: number) =>
			adviceFor('unexpected', { method: '', serviceMessage: 'x'.repeat(length) }).message;
		expect(wordsOf(200)).toBe('x'.repeat(200));
		expect(wordsOf(201)).toBe(`${'x'.repeat(200)}…`);
	});

	it.each(KINDS)('of %s say what happened and what to do', (kind) => {
		const { message, description } = adviceFor(kind, DETAILS);
		expect(message.length).toBeGreaterThan(10);
		expect(description.length).toBeGreaterThan(10);
		expect(`${message} ${description}`).not.toMatch(/\b(errors?|problems?|failures?|mistakes?)\b/i);
	});

	it.each(KINDS)('of %s are there also where nothing is known', (kind) => {
		const { message, description } = adviceFor(kind, { method: 'checkup.ping' });
		expect(`${message} ${description}`).not.toMatch(/undefined|null|NaN/);
	});

	it('of the service are cut to one sane line', () => {
		const serviceMessage = `first\nsecond ${'x'.repeat(1_000)}`;
		const { description } = adviceFor('rejected', { ...DETAILS, serviceMessage });
		expect(description).toContain('first second');
		expect(description.length).toBeLessThan(400);
	});
});

describe('for a poll that comes again by itself', () => {
	it.each([
		'Try again in a few minutes. If it stays this way, ask the service.',
		'Wait a little, then try again with a lower Max Concurrent Requests.',
		'Give the run more time, or let it do less.',
	])('%s is left out', (advice) => {
		expect(withoutRetryAdvice(`It was busy. ${advice}`)).toBe('It was busy.');
		expect(withoutRetryAdvice(advice)).toBe('');
	});

	it('what holds for a poll too is kept', () => {
		const { description } = adviceFor('blocked', DETAILS);
		expect(withoutRetryAdvice(description)).toBe(description);
	});

	it.each(KINDS)('nothing of %s asks a person to try again', (kind) => {
		const { description } = adviceFor(kind, DETAILS);
		expect(withoutRetryAdvice(description)).not.toMatch(/try again/i);
	});
});
