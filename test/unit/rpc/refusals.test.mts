/** What a refusal or an unusable response becomes, whole: its kind by code and status at their limits, its facts and its words. */
import type { MethodName } from '../../../nodes/shared/rpc/schemas.ts';
import { interpretAnswer, type HttpAnswer } from '../../../nodes/shared/rpc/interpret.ts';
import {
	answer,
	envelope,
	failureOf,
	FREE,
	HASH,
	ID,
	PAID,
	read,
	refusal,
	SUBMITTED,
} from './support.mts';

const factsOf = (one: HttpAnswer, method?: MethodName) => {
	const failure = failureOf(one, method);
	return { ...failure, message: failure.message };
};
const causeOf = (one: HttpAnswer, method?: MethodName) =>
	failureOf(one, method).notes?.find(({ about }) => about === 'cause')?.text;

it.each([
	[[-32701, -32699], 'rejected', 'rejected'],
	[[-32700, -32602, -32601, -32600], 'invalidRequest', 'invalidRequest'],
	[[-32604, -32599, 32700, 32600, 32601, 32602], 'rejected', 'rejected'],
	[[-32603, -32099, -32098, -32001, -32000], 'undecided', 'undecided'],
	[[-32100, -31999, 32000, 32099, 32050, 32603], 'rejected', 'rejected'],
	[[-40006], 'rejected', 'notFound'],
	[[-40007, -40005, 40006], 'rejected', 'rejected'],
	[[401, 403], 'credentials', 'credentials'],
	[[402], 'emptyPackage', 'emptyPackage'],
	[[408, 500, 501, 598, 599], 'unavailable', 'unavailable'],
	[[429], 'rateLimited', 'rateLimited'],
	[[200, 400, 404, 407, 409, 428, 430, 499, 600, 0], 'rejected', 'rejected'],
])('the codes %j mean %s to a submission, and %s to a question', (codes, paid, free) => {
	for (const code of codes) {
		expect(failureOf(answer(refusal(code)), PAID).kind).toBe(paid);
		expect(failureOf(answer(refusal(code)), FREE).kind).toBe(free);
	}
});

it.each([
	// Words without a code, a refusal of nothing, a text, nothing at all, JSON without a result.
	[200, 'rejected malformed unreadable unreadable malformed'],
	[299, 'rejected malformed unreadable unreadable malformed'],
	[300, 'redirected redirected redirected redirected redirected'],
	[399, 'redirected redirected redirected redirected redirected'],
	[400, 'rejected unreadable blocked unreadable blocked'],
	[401, 'credentials credentials credentials credentials credentials'],
	[402, 'emptyPackage emptyPackage emptyPackage emptyPackage emptyPackage'],
	[403, 'rejected blocked blocked blocked blocked'],
	[407, 'rejected blocked blocked blocked blocked'],
	[408, 'unavailable unavailable unavailable unavailable unavailable'],
	[409, 'rejected unreadable blocked unreadable blocked'],
	[428, 'rejected unreadable blocked unreadable blocked'],
	[429, 'rateLimited rateLimited rateLimited rateLimited rateLimited'],
	[430, 'rejected unreadable blocked unreadable blocked'],
	[499, 'rejected unreadable blocked unreadable blocked'],
	[500, 'unavailable unavailable unavailable unavailable unavailable'],
	[599, 'unavailable unavailable unavailable unavailable unavailable'],
	[600, 'rejected unreadable blocked unreadable blocked'],
])('HTTP %i without a code: %s', (status, kinds) => {
	const bodies = [{ error: 'No' }, envelope({ error: true }), '<html>', '', envelope({})];
	expect(bodies.map((body) => failureOf(answer(body, status)).kind).join(' ')).toBe(kinds);
});

it.each<[string, object, unknown, string | undefined]>([
	['in the error', { error: { code: -40008, message: ' No. ' } }, -40008, 'No.'],
	['flat', { error: 'No', code: 7 }, 7, 'No'],
	['flat, as a text', { error: 'No', code: ' 7 ' }, 7, 'No'],
	['flat, with a message', { code: 7, message: 'No' }, 7, 'No'],
	['flat, with an empty error', { code: 7, message: 'No', error: {} }, 7, 'No'],
	['flat, beside a null result', { code: 7, message: 'No', result: null }, 7, 'No'],
	['flat, alone', { code: 7 }, 7, undefined],
	['in the error, which outranks a flat one', { error: { code: 7 }, code: 8 }, 7, undefined],
	['in a message that is an object', { code: 8, message: { code: 7, message: 'No' } }, 7, 'No'],
	['no number', { error: { code: 'x', message: 'No' } }, undefined, 'No'],
	['with words that are none', { error: { code: 7, message: 5 } }, 7, undefined],
	['with blank words', { error: { code: 7, message: ' ' } }, 7, undefined],
])('a code and words are found %s', (_, members, code, serviceMessage) => {
	const { code: found, serviceMessage: words } = failureOf(answer({ id: ID, ...members }));
	expect([found, words]).toEqual([code, serviceMessage]);
});

it('blank words without a code are no refusal that can be read', () =>
	expect(failureOf(answer(envelope({ error: { message: ' ' } }))).kind).toBe('malformed'));

it('a flat code beside a result is no refusal', () => {
	const one = answer(envelope({ result: { message: 'OK' }, code: 7, message: 'No' }));
	expect(read(one, 'checkup.ping')).toBeUndefined();
});

it.each([-32603, -40008, 'x', 401, 402, 403, 408, 429, 503, -32600])(
	'an id that the service had before is told where it refused, not where it took nothing or is down: %j',
	(code) => {
		const isRefused = [-40008, 'x'].includes(code);
		const { isRepeatedId } = failureOf(answer(refusal(code, 'The id was used before')));
		expect(isRepeatedId).toBe(isRefused);
	},
);

it('an id that the service had before is told of a refusal in words alone, and not of an unknown check', () => {
	const words = 'duplicate';
	expect(failureOf(answer({ error: words }, 400))).toMatchObject({
		kind: 'rejected',
		isRepeatedId: true,
	});
	expect(failureOf(answer(refusal(-40006, words)), FREE)).toMatchObject({
		kind: 'notFound',
		isRepeatedId: false,
	});
});

it('a refusal keeps its facts, and nothing else', () => {
	const error = { code: -40008, message: 'Not\nthis one', data: { hash: HASH } };
	const headers = { 'retry-after': '7', date: 'Thu, 01 Jan 1970 01:00:00 GMT', via: 'x' };
	expect(factsOf(answer(envelope({ error }), 503, headers))).toEqual({
		name: 'AmlCheckError',
		kind: 'rejected',
		message: 'The service says: Not this one',
		serviceMessage: 'Not this one',
		advice: 'Check the values that were sent. If they are right, ask the service.',
		notes: [{ about: 'cause', text: 'The AML service refused checkup.checkaddr (code -40008).' }],
		code: -40008,
		httpStatus: 503,
		requestId: ID,
		candidates: [HASH],
		retryAfterMs: 7_000,
		isRepeatedId: false,
	});
});

it.each([
	[300, undefined],
	[300.001, 'The service asks for no request before 2026-03-01T12:05:01Z.'],
	[3_600, 'The service asks for no request before 2026-03-01T13:00:00Z.'],
])('a Retry-After of %f seconds is told if it is longer than a run waits', (seconds, text) => {
	const receivedAt = Date.parse('2026-03-01T12:00:00Z');
	const one = answer(refusal(429), 429, { 'retry-after': seconds });
	const failure = failureOf({ ...one, receivedAt });
	expect(failure.retryAfterMs).toBe(seconds * 1_000);
	const words = text ?? "Wait a little, then try again with a lower 'Max Concurrent Requests'.";
	expect(failure.notes?.find(({ about }) => about === 'retry')?.text).toBe(words);
});

it('a date in Retry-After is counted from the arrival where the response has no date', () => {
	const until = { 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' };
	expect(failureOf({ ...answer('', 429, until), receivedAt: 2_000 }).retryAfterMs).toBe(3_000);
});

it.each([
	['no JSON', '<html>', 200, 'unreadable', 'It is not JSON-RPC.'],
	['no JSON', '', 400, 'unreadable', 'It is not JSON-RPC. HTTP status 400.'],
	['a list', [], 400, 'blocked', undefined],
	[
		'neither a result nor a reason',
		envelope({}),
		200,
		'malformed',
		'It holds neither a result nor a reason why there is none.',
	],
	['nothing', {}, 200, 'unreadable', 'It holds neither a result nor a reason why there is none.'],
	[
		'no id',
		{ result: SUBMITTED },
		200,
		'mismatch',
		'It does not carry the id of the request. It was not used.',
	],
	['no id', { result: SUBMITTED }, 400, 'blocked', undefined],
	[
		'another id',
		{ id: 'x', result: SUBMITTED },
		200,
		'mismatch',
		'It carries the id of another request. It was not used.',
	],
	[
		'another id',
		{ id: 'x', error: 'No' },
		503,
		'mismatch',
		'It carries the id of another request. It was not used.',
	],
	[
		'the id null, with a result',
		{ id: null, result: SUBMITTED },
		200,
		'mismatch',
		'It carries the id of another request. It was not used.',
	],
])('%s (%j, HTTP %i) is %s: %s', (_, body, status, kind, cause) => {
	const one = answer(body, status);
	expect(failureOf(one).kind).toBe(kind);
	if (cause !== undefined) expect(causeOf(one)).toBe(cause);
});

it.each([
	[200, 'malformed', 'It is too large.'],
	[399, 'redirected', undefined],
	[403, 'blocked', undefined],
	[503, 'unavailable', undefined],
])('a body that was not read to its end, with HTTP %i, is %s', (statusCode, kind, cause) => {
	const one = { ...answer('x', statusCode), body: null, unread: 'It is too large.' };
	expect(failureOf(one).kind).toBe(kind);
	if (cause !== undefined) expect(causeOf(one)).toBe(cause);
});

it('an id that came as a number is the same id, and a meta beside the result is kept', () => {
	const one = answer({ id: 7, result: SUBMITTED, meta: { cheks_left: '5' } });
	expect(interpretAnswer(one, PAID, '7')).toEqual({
		result: { ...SUBMITTED },
		outerMeta: { cheks_left: '5' },
	});
});

const ODD_ENTRY = { currency: '', token_id: null };

it.each<[MethodName, unknown, string]>([
	[PAID, {}, 'check: Required'],
	[PAID, 5, 'result: Expected object, received number'],
	[PAID, { check: {} }, 'check.hash: Required'],
	['checkup.ping', { message: 'x' }, 'message: Invalid literal value, expected "OK"'],
	[
		'checkup.currencylist',
		[ODD_ENTRY, ODD_ENTRY],
		'0.currency: String must contain at least 1 character(s); 0.token_id: Invalid input; ' +
			'1.currency: String must contain at least 1 character(s)',
	],
])('%s with the result %j lacks what is named: %s', (method, result, lacking) =>
	expect(failureOf(answer(envelope({ result })), method)).toMatchObject({
		kind: 'malformed',
		hash: undefined,
		notes: [{ text: `It lacks what it should hold (${lacking}).` }, {}],
	}),
);
