/** What a response means: each of the service's shapes, whatever the HTTP status, and anything else that may come. */
import fc from 'fast-check';
import { readFault, readPayment } from '../../../nodes/shared/failures/failure.ts';
import type { FailureKind, Fault, Payment } from '../../../nodes/shared/failures/kinds.ts';
import { interpretAnswer, type HttpAnswer } from '../../../nodes/shared/rpc/interpret.ts';
import { asSent, RESULTS, type MethodName } from '../../../nodes/shared/rpc/schemas.ts';
import { cases } from '../../cases.mts';
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

const METHOD_NAMES = Object.keys(RESULTS) as MethodName[];
const STATUSES = [200, 201, 400, 401, 403, 404, 500, 502, 503];

describe('a refusal', () => {
	it('knows no check only if it can, which no submission can', () => {
		const one = answer(refusal(-40006, 'User checking not found'));
		expect(failureOf(one, 'checkup.findreport').kind).toBe('notFound');
		expect(failureOf(one, PAID).kind).toBe('rejected');
	});

	it.each([
		['by the clock of its answer', { date: 'Thu, 01 Jan 1970 01:00:00 GMT' }, 0, 5_000],
		['by this clock, where the answer has none', {}, 0, 3_605_000],
		['by this clock, from its arrival on', {}, 2_000, 3_603_000],
	])('waits until the date that Retry-After names, %s', (_, headers, receivedAt, waitMs) => {
		const until = { 'retry-after': 'Thu, 01 Jan 1970 01:00:05 GMT' };
		const one = { ...answer('', 429, { ...until, ...headers }), receivedAt };
		expect(failureOf(one).retryAfterMs).toBe(waitMs);
	});
});

describe('whose turn it is after a refusal', () => {
	it.each<[Fault, number, string]>([
		['setup', -40010, 'There are no checks left in the package'],
		['setup', -32602, 'There are no checks left in the package'],
		['setup', -32603, 'Insufficient balance'],
		['setup', -40008, 'Not enough credits'],
		['setup', -40008, 'Your package has expired'],
		['setup', -40008, 'The quota of your tariff is exhausted'],
		['setup', -40008, 'You have 0 checks left'],
		['setup', 402, 'Something'],
		['setup', -40008, 'Your IP address is not allowed, invalid address'],
		['setup', -40008, 'Invalid access token'],
		['setup', -32602, 'Invalid API key'],
		['setup', 401, 'Your request was made with invalid credentials.'],
		['input', -40008, 'Invalid address'],
		['input', -40008, 'The wallet is not valid'],
		['input', -40008, 'Unsupported currency'],
		['input', -40008, 'addr: does not exist'],
		['input', -32602, 'Invalid params'],
		['service', -40008, 'Error message'],
		['service', -40008, ''],
		['service', -40011, 'The id was used before'],
		['service', -32603, 'Internal error'],
		['service', -32601, 'Method not found'],
		['service', -40008, 'No checks found'],
		['service', 503, 'Invalid address'],
	])('%s: %i %s', (fault, code, message) => {
		const failure = failureOf(answer(refusal(code, message)));
		expect(readFault(failure)).toBe(fault);
		if (message !== '')
			expect(failure.message).toBe(`The service says: ${message.replace(/\.$/, '')}`);
	});

	it('is told as an empty package, whatever its code', () => {
		const words = 'There are no checks left in the package';
		expect(failureOf(answer(refusal(-40010, words)))).toMatchObject({ kind: 'emptyPackage' });
		const invalid = { kind: 'invalidRequest', reason: 'emptyPackage' };
		expect(failureOf(answer(refusal(-32602, words)))).toMatchObject(invalid);
	});
});

describe('a result', () => {
	const without = ['', null, undefined, false, 0, {}, []].map((error) => ({ error }));
	it.each(without)('is one beside $error as error', ({ error }) => {
		for (const status of STATUSES)
			expect(read(answer(envelope({ result: SUBMITTED, error }), status))).toBeUndefined();
		const ping = answer(envelope({ result: { message: 'OK' }, error }));
		expect(read(ping, 'checkup.ping')).toBeUndefined();
	});

	it('with a hash outranks whatever is beside it', () => {
		const errors = fc.oneof(
			fc.jsonValue(),
			fc.record({ code: fc.integer(), message: fc.string() }),
		);
		const statuses = fc.integer({ min: 200, max: 599 });
		fc.assert(
			fc.property(errors, fc.jsonValue(), statuses, (error, code, status) => {
				fc.pre(status < 300 || status > 399);
				expect(read(answer(envelope({ result: SUBMITTED, error, code }), status))).toBeUndefined();
			}),
			{ seed: 32, numRuns: cases(500) },
		);
	});

	it('without a hash does not', () => {
		const error = { code: -32603, message: 'Internal' };
		const one = answer(envelope({ result: { message: 'OK' }, error }));
		expect(failureOf(one, 'checkup.ping').kind).toBe('undecided');
	});

	it('that can not be read keeps its hash, if it is a response to this request', () => {
		const check = { ...SUBMITTED.check, status: 7 };
		const own = failureOf(answer(envelope({ result: { check } })), FREE);
		expect(own).toMatchObject({ kind: 'malformed', hash: HASH });
		expect(readPayment(own)).toBe('lost');
		const others = answer({ ...envelope({ result: { check } }), id: 'x' });
		expect(failureOf(others)).toMatchObject({ kind: 'mismatch' });
		expect(failureOf(others).hash).toBeUndefined();
	});
});

describe('the payment, over all shapes of bodies', () => {
	const codes = fc.oneof(
		fc.constantFrom<unknown>(-32700, -32600, -32601, -32602, -32603, 401, 403, 408, 429, 500),
		fc.integer({ min: -42_000, max: 700 }),
		fc.constantFrom<unknown>('401', '-40006', 'x', null, undefined, {}, true),
	);
	const errors = fc.oneof(
		fc.constantFrom<unknown>('', 'Server busy', null, undefined, false, true, []),
		fc.record({ code: codes, message: fc.constantFrom<unknown>('No', '', 5, undefined) }),
	);
	const checks = fc.constantFrom<unknown>(SUBMITTED.check, { hash: HASH, currency: 7 }, {}, null);
	const results = fc.oneof(
		fc.record({ check: checks, meta: fc.constantFrom<unknown>({ cheks_left: '5' }, null) }),
		fc.constantFrom<unknown>(undefined, null, {}, [], 'OK'),
	);
	const ids = fc.constantFrom<unknown>(ID, 'another', null, undefined, 7);
	const objects = fc.record(
		{ id: ids, error: errors, code: codes, result: results },
		{ requiredKeys: [] },
	);
	const texts = fc.constantFrom('', '<html>403 Forbidden</html>', 'null', '[]', '{', 'Too Many');
	const bodies = fc.oneof(
		objects.map((body) => JSON.stringify(body)),
		texts,
	);
	const statuses = fc.constantFrom(200, 204, 301, 400, 401, 402, 403, 404, 408, 429, 500, 503);
	const RUNS = { seed: 52, numRuns: cases(10_000) };

	/** The design's list, written down a second time: what a body and a status may say at most. */
	function mayBe(payment: Payment, text: string, status: number): boolean {
		const body = (() => {
			try {
				return JSON.parse(text) as Record<string, unknown> | null;
			} catch {
				return null;
			}
		})();
		const inError = body?.error as { code?: unknown } | null | undefined;
		const all = [body?.code, inError?.code].map((code) => Number(code ?? NaN));
		const says = (...wanted: number[]) => all.some((code) => wanted.includes(code));
		if (payment === 'notTaken')
			return (
				[401, 402, 429].includes(status) || says(401, 402, 403, 429, -32700, -32600, -32601, -32602)
			);
		const hasCode = all.some(
			(code) => Number.isFinite(code) && code !== 408 && !(code >= 500 && code < 600),
		);
		if (status >= 500 || status === 408) return hasCode;
		return hasCode || status >= 400 || body?.error !== undefined;
	}

	it('is never better than the body and the status allow', () => {
		const seen = { lost: 0, notTaken: 0, refused: 0 };
		fc.assert(
			fc.property(bodies, statuses, (body, status) => {
				const failure = read(answer(body, status));
				if (!failure) return;
				const payment = readPayment(failure);
				seen[payment]++;
				if (payment !== 'lost') expect(mayBe(payment, body, status)).toBe(true);
				if (status >= 301 && status < 400) expect(payment).toBe('lost');
			}),
			RUNS,
		);
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
	});

	it('is lost wherever a hash is named, and the hash is kept', () => {
		fc.assert(
			fc.property(bodies, statuses, (body, status) => {
				const failure = read(answer(body, status));
				if (!failure || !body.includes(HASH)) return;
				expect(failure.candidates).toEqual([HASH]);
				expect(readPayment(failure)).toBe('lost');
			}),
			RUNS,
		);
	});
});

describe('an odd optional member', () => {
	const CHECK = { ...SUBMITTED.check, status: 'SUCCESS', report: 5 };
	const ENTRY = { currency: 'ETH', token_id: 1 };
	const MEMBERS = ['currency', 'address', 'transaction', 'initDate', 'resultDate', 'pdfLink'];
	const RESULT_OF: Array<[MethodName, (odd: object) => object]> = [
		['checkup.checkaddr', (odd) => ({ check: { ...CHECK, ...odd }, meta: 5 })],
		['checkup.getresult', (odd) => ({ check: { ...CHECK, ...odd }, meta: 'x' })],
		['checkup.findreport', (odd) => ({ checks: [CHECK, { ...CHECK, ...odd }] })],
		['checkup.currencylist', (odd) => [ENTRY, { ...ENTRY, name: odd, unit: odd }]],
	];

	it.each(RESULT_OF)('of %s costs nothing else, and is kept as sent', (method, resultOf) => {
		for (const member of [...MEMBERS, 'shareLink'])
			for (const odd of [5, true, {}, []]) {
				const result = resultOf({ [member]: odd });
				const one = { ...answer(''), body: envelope({ result }) };
				const read = interpretAnswer(one, method, ID).result;
				expect(JSON.stringify(read)).not.toContain(JSON.stringify({ [member]: odd }).slice(1, -1));
				if (!Array.isArray(read)) expect(asSent(read)).toBe(result);
			}
	});
});

it('anything is read, or refused with the one kind of error; and read only with its own id', () => {
	const bodies = fc.oneof(
		fc.anything(),
		fc.record(
			{
				id: fc.oneof(fc.constant(ID), fc.string(), fc.constant(null), fc.integer()),
				result: fc.oneof(fc.jsonValue(), fc.constant(SUBMITTED)),
				error: fc.oneof(fc.jsonValue(), fc.record({ code: fc.anything(), message: fc.anything() })),
				code: fc.anything(),
				meta: fc.jsonValue(),
			},
			{ requiredKeys: [] },
		),
	);
	const answers = fc.record<HttpAnswer>({
		statusCode: fc.integer({ min: 100, max: 599 }),
		headers: fc.oneof(fc.constant({}), fc.record({ 'retry-after': fc.anything() })),
		body: bodies,
		receivedAt: fc.constant(0),
	});
	fc.assert(
		fc.property(answers, fc.constantFrom(...METHOD_NAMES), (one, method) => {
			const failure = read(one, method);
			if (failure) return expect(failure).not.toHaveProperty('cause');
			const body = typeof one.body === 'string' ? JSON.parse(one.body) : one.body;
			expect((body as { id: unknown }).id).toBe(ID);
			expect(RESULTS[method].safeParse((body as { result: unknown }).result).success).toBe(true);
		}),
		{ seed: 32, numRuns: cases(3_000) },
	);
});

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
	for (const [n, code] of codes.entries()) {
		const status = STATUSES[n % STATUSES.length]!;
		const forms = [refusal(code), refusal(String(code)), { error: 'No', code }];
		for (const body of [...forms, { ...refusal(code), id: null }]) {
			const known = { kind: paid, httpStatus: status, requestId: ID };
			expect(failureOf(answer(body, status), PAID)).toMatchObject(known);
			expect(failureOf(answer(body, status), FREE).kind).toBe(free);
		}
		expect(failureOf(answer(refusal(code), 429)).kind).toBe('rateLimited');
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
	const said = failureOf(answer({ error: 'duplicate' }, 400));
	expect(said).toMatchObject({ kind: 'rejected', isRepeatedId: true });
	const unknown = failureOf(answer(refusal(-40006, 'duplicate')), FREE);
	expect(unknown).toMatchObject({ kind: 'notFound', isRepeatedId: false });
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

const FORM = expect.stringContaining("not in the service's own form") as string;
const NO_JSON = 'It is not JSON-RPC.';
const NEITHER = 'It holds neither a result nor a reason why there is none.';
const NO_ID = 'It does not carry the id of the request. It was not used.';
const OTHER_ID = 'It carries the id of another request. It was not used.';

it.each<[string, unknown, number, FailureKind, string | undefined]>([
	['HTML', '<html>', 200, 'unreadable', NO_JSON],
	['nothing', '', 400, 'unreadable', `${NO_JSON} HTTP status 400.`],
	['half a JSON', '{"jsonrpc":"2.0","id":', 200, 'unreadable', NO_JSON],
	['a login page', '<form><input name="p" type="password"></form>', 200, 'blocked', FORM],
	['a list', [], 200, 'unreadable', NO_JSON],
	['a list', [], 400, 'blocked', FORM],
	['null', 'null', 200, 'unreadable', NO_JSON],
	['a number', '7', 200, 'unreadable', NO_JSON],
	['JSON', { message: 'No' }, 400, 'blocked', FORM],
	['JSON', { status: 'maintenance' }, 200, 'unreadable', NEITHER],
	['an empty object', {}, 200, 'unreadable', NEITHER],
	['neither result nor reason', envelope({}), 200, 'malformed', NEITHER],
	['a null result', envelope({ result: null }), 200, 'malformed', NEITHER],
	['a null result', envelope({ result: null }), 500, 'unavailable', undefined],
	['an empty result', envelope({ result: {} }), 200, 'malformed', undefined],
	['a result without a hash', envelope({ result: { check: {} } }), 200, 'malformed', undefined],
	['a refusal of nothing', envelope({ error: { data: 1 } }), 200, 'malformed', undefined],
	['a refusal of nothing', envelope({ error: { code: 'x' } }), 200, 'malformed', undefined],
	['a refusal of nothing', envelope({ error: { message: ' ' } }), 200, 'malformed', undefined],
	['a result without an id', { result: SUBMITTED }, 200, 'mismatch', NO_ID],
	['a result without an id', { result: SUBMITTED }, 400, 'blocked', FORM],
	['a result without an id', { result: SUBMITTED }, 500, 'unavailable', undefined],
	['a result with the id null', { id: null, result: SUBMITTED }, 200, 'mismatch', OTHER_ID],
	['a result of another id', { id: 'x', result: SUBMITTED }, 200, 'mismatch', OTHER_ID],
	['a refusal of another id', { id: 'x', error: 'No' }, 503, 'mismatch', OTHER_ID],
	['a redirect', envelope({ result: SUBMITTED }), 302, 'redirected', undefined],
])('%s (%j, HTTP %i) is %s: %s', (_, body, status, kind, cause) => {
	const one = answer(body, status);
	expect(failureOf(one).kind).toBe(kind);
	if (cause !== undefined) expect(causeOf(one)).toEqual(cause);
});

it.each([
	[200, 'malformed', 'It is too large.'],
	[399, 'redirected', undefined],
	[403, 'blocked', undefined],
	[503, 'unavailable', undefined],
])('a body that was not read to its end, with HTTP %i, is %s', (statusCode, kind, cause) => {
	const one = { ...answer('x', statusCode), body: null, unread: 'It is too large.' };
	expect(failureOf(one).kind).toBe(kind);
	if (cause !== undefined) expect(causeOf(one)).toEqual(cause);
});

it('an id that came as a number is the same id, and a meta beside the result is kept', () => {
	const one = answer({ id: 7, result: SUBMITTED, meta: { cheks_left: '5' } });
	const read = { result: { ...SUBMITTED }, outerMeta: { cheks_left: '5' } };
	expect(interpretAnswer(one, PAID, '7')).toEqual(read);
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
