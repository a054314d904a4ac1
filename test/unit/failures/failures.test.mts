/** A failure is facts: whose turn it is, what was paid, and the words that one file makes of it. */
import type { INode } from 'n8n-workflow';
import { REASONS, type Failure, type Reason } from '../../../nodes/shared/failures/facts.ts';
import {
	AmlCheckError,
	badInput,
	isLost,
	isTransient,
	makeFailure,
	toFailure,
} from '../../../nodes/shared/failures/failure.ts';
import { toNodeApiError } from '../../../nodes/shared/failures/nodeErrors.ts';
import { describeFailure } from '../../../nodes/shared/failures/words.ts';

const ALL = Object.keys(REASONS) as Reason[];
const node = { id: '1', name: 'Node', type: 'n' } as INode;

const say = (reason: Reason, more: Partial<Failure> = {}) =>
	describeFailure(makeFailure(reason, more));

/** A sentence that is not clear about who has to act, or blames. */
const UNSOUND = /\b(errors?|problems?|failures?|mistakes?|undefined|NaN)\b/i;

it.each(ALL)('%s: one sentence without a full stop, and below it a link to its line', (reason) => {
	const known = [
		{},
		{ charged: false },
		{ charged: true, hashes: ['h-1'] },
		{ hashes: ['h-1', 'h-2'] },
		{ facts: { method: 'checkup.ping', code: -1, httpStatus: 503, said: 'No.\n Go ' } },
	] as const;
	for (const more of known) {
		const { message, description } = say(reason, more);
		expect(message).toMatch(/^[A-Z][^\n]*[^.\s]$/);
		expect(description).toMatch(/^[A-Z].*\.$/);
		expect(`${message} ${description}`).not.toMatch(UNSOUND);
		expect(description).toContain(`docs/troubleshooting.md#${reason.toLowerCase()})`);
		for (const hash of 'hashes' in more ? more.hashes : []) expect(description).toContain(hash);
	}
});

it.each<[Partial<Failure>, RegExp]>([
	[{ charged: false }, /^Nothing was paid\./],
	[{ charged: false, hashes: ['h-1'] }, /^Nothing was paid for it now, .* the check h-1\./],
	[{ charged: false, hashes: ['h-1'], facts: { isFree: true } }, /^It is about the check h-1\./],
	[{ charged: true, hashes: ['h-1'] }, /^This item has paid for the check h-1\./],
	[{ hashes: ['h-1', 'h-2'] }, /^It is not known .* the checks h-1, h-2\./],
	[{ charged: false, fault: 'payment', hashes: ['h-1'] }, /^It is not known .* the check h-1\./],
	[{ facts: { checks: [{ asset: 'Tron', summary: '', hash: 'h-3' }] } }, /Tron h-3\./],
	[{ facts: { also: 'Also failed: item 3.' } }, /^Also failed: item 3\./],
	[{ facts: { retryAfterMs: 3_600_000 } }, /a pause of 60 minutes/],
])('%j says what was paid', (more, words) => {
	expect(say('refused', more).description).toMatch(words);
});

it('a message has no code of the network, for which n8n would put words of its own', () => {
	for (const reason of ALL) {
		const facts = { code: 'ECONNRESET', host: 'aml.example.com' };
		expect(say(reason, { facts }).message).not.toContain('ECONN');
	}
	expect(say('unreachable', { facts: { code: 'ECONNREFUSED' } }).description).toContain('proxy');
});

it.each([
	['a'.repeat(201), `${'a'.repeat(200)}…`],
	[' a \n\t b. ', 'a b'],
	['A {code} of {method}', 'A {code} of {method}'],
])("the service's words %j become the line %j", (said, line) => {
	expect(say('refused', { facts: { said } }).message).toBe(
		`The AML service refused the request: ${line}`,
	);
});

it('more facts make a new failure, and no cause goes with it', () => {
	const failure = toFailure(new Error('gone')).with({ hashes: ['h'], facts: { address: 'w' } });
	expect(failure).toBeInstanceOf(AmlCheckError);
	expect(failure).toMatchObject({ reason: 'badSetting', message: 'gone', hashes: ['h'] });
	expect(failure.with({ charged: true }).facts).toEqual({ happened: 'gone', address: 'w' });
	expect(toFailure(failure)).toBe(failure);
	expect(failure).not.toHaveProperty('cause');
	expect(failure.with({ facts: { before: 'This was not sent' } }).message).toBe(
		'This was not sent: gone',
	);
});

it.each<[Reason, Partial<Failure>, string]>([
	['rateLimited', { charged: false }, 'transient'],
	['unavailable', {}, 'transient lost'],
	['unavailable', { charged: false }, 'transient'],
	['unreachable', { charged: false }, 'transient'],
	['unreachable', { fault: 'setup' }, 'lost'],
	['mismatch', {}, 'lost'],
	['unsure', { charged: false }, 'lost'],
	['refused', { charged: false }, ''],
	['badInput', { charged: false }, ''],
])('%s %j is %s', (reason, more, expected) => {
	const failure = makeFailure(reason, more);
	const words = [isTransient(failure) && 'transient', isLost(failure) && 'lost'];
	expect(words.filter(Boolean).join(' ')).toBe(expected);
});

describe('the error that a node throws', () => {
	const failure = badInput('Late', 'Do.');

	it('has the words and the item, and for a model all in its message', () => {
		expect(toNodeApiError(node, failure)).toMatchObject({
			message: 'Late',
			description: expect.stringContaining('Do.'),
		});
		expect(toNodeApiError(node, failure, 0)).toMatchObject({
			message: 'Late [item 0]',
			context: { itemIndex: 0 },
		});
		const tool = { ...node, type: 'amlCheckTool' };
		expect(toNodeApiError(tool, failure, 0).message).toMatch(/^Late\. .*Do\./);
	});

	it.each([
		[undefined, null],
		[399, null],
		[400, '400'],
		[503, '503'],
	])('of the HTTP status %p has the code %p', (httpStatus, code) => {
		const { httpCode } = toNodeApiError(node, failure.with({ facts: { httpStatus } }));
		expect(httpCode).toBe(code);
	});

	it.each<[Reason, object | undefined]>([
		['rateLimited', { cause: 'rate-limited', retryAfterMs: 5 }],
		['unavailable', { cause: 'temporarily-unavailable', retryAfterMs: 5 }],
		['badCredential', { cause: 'credential-invalid' }],
		['noChecksLeft', { cause: 'quota-exhausted' }],
		['badSetting', { cause: 'configuration-invalid' }],
		['refused', undefined],
	])('tells n8n of %s: %j', (reason, cause) => {
		const error = toNodeApiError(node, makeFailure(reason, { facts: { retryAfterMs: 5 } }));
		expect((error as { failure?: object }).failure).toEqual(cause);
	});
});
