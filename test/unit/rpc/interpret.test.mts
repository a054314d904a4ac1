/** What a response means: each of the service's shapes, whatever the HTTP status, and anything else that may come. */
import fc from 'fast-check';
import type { Fault, Reason } from '../../../nodes/shared/failures/facts.ts';
import { isTransient, type AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { interpretAnswer, type HttpAnswer } from '../../../nodes/shared/service/interpret.ts';
import { asSent, RESULTS, type MethodName } from '../../../nodes/shared/service/schemas.ts';
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
		expect(failureOf(one, 'checkup.findreport').reason).toBe('notFound');
		expect(failureOf(one, PAID).reason).toBe('refused');
	});

	it.each([
		['by the clock of its answer', { date: 'Thu, 01 Jan 1970 01:00:00 GMT' }, 0, 5_000],
		['by this clock, where the answer has none', {}, 0, 3_605_000],
		['by this clock, from its arrival on', {}, 2_000, 3_603_000],
	])('waits until the date that Retry-After names, %s', (_, headers, receivedAt, waitMs) => {
		const until = { 'retry-after': 'Thu, 01 Jan 1970 01:00:05 GMT' };
		const one = { ...answer('', 429, { ...until, ...headers }), receivedAt };
		expect(failureOf(one).facts.retryAfterMs).toBe(waitMs);
	});
});

describe('whose turn it is after a refusal', () => {
	it.each<[Fault, Reason, number, string]>([
		['setup', 'noChecksLeft', -40010, 'There are no checks left in the package'],
		['setup', 'noChecksLeft', -32602, 'There are no checks left in the package'],
		['setup', 'noChecksLeft', -40008, 'Not enough checks'],
		['setup', 'noChecksLeft', -40008, 'The quota of your tariff is exhausted'],
		['setup', 'noChecksLeft', 402, 'Something'],
		['setup', 'refused', -40008, 'Your IP address is not allowed, invalid address'],
		['setup', 'refused', -40008, 'Invalid access token'],
		['setup', 'refused', -40008, 'The daily limit is reached'],
		['setup', 'badCredential', 401, 'Your request was made with invalid credentials.'],
		['input', 'refused', -40008, 'Invalid address'],
		['input', 'refused', -40008, 'Invalid token_id'],
		['input', 'refused', -40008, 'Error message'],
		['input', 'refused', -32601, 'Method not found'],
		['input', 'refused', -32602, 'Invalid params'],
		['service', 'unavailable', -32603, 'Insufficient balance'],
		['service', 'unavailable', 503, 'Invalid address'],
	])('%s, %s: %i %s', (fault, reason, code, said) => {
		const failure = failureOf(answer(refusal(code, said)));
		expect(failure).toMatchObject({ fault, reason, facts: { said } });
	});

	it('is never that of a row where the method has none', () => {
		const { fault } = failureOf(answer(refusal(-40008, 'Unknown token')), 'checkup.currencylist');
		expect(fault).toBe('service');
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
		expect(failureOf(one, 'checkup.ping').reason).toBe('unavailable');
	});

	it('that can not be read keeps its hash, if it is a response to this request', () => {
		const check = { ...SUBMITTED.check, status: 7 };
		const own = failureOf(answer(envelope({ result: { check } })), FREE);
		expect(own).toMatchObject({ reason: 'mismatch', hashes: [HASH] });
		const others = answer({ ...envelope({ result: { check } }), id: 'x' });
		expect(failureOf(others, FREE)).toMatchObject({ reason: 'mismatch', hashes: [] });
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
	function mayBe(payment: string, text: string, status: number): boolean {
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
				[401, 402, 403, 429].includes(status) ||
				says(401, 402, 403, 429, -32700, -32600, -32601, -32602)
			);
		const hasCode = all.some(
			(code) => Number.isFinite(code) && code !== 408 && !(code >= 500 && code < 600),
		);
		if (status >= 500 || status === 408) return hasCode;
		return hasCode || status >= 400 || body?.error !== undefined;
	}

	const paymentOf = (failure: AmlCheckError) => {
		if (failure.charged === undefined) return 'lost';
		return isTransient(failure) || failure.fault === 'setup' ? 'notTaken' : 'refused';
	};

	it('is never better than the body and the status allow', () => {
		const seen = { lost: 0, notTaken: 0, refused: 0 };
		fc.assert(
			fc.property(bodies, statuses, (body, status) => {
				const failure = read(answer(body, status));
				if (!failure) return;
				const payment = paymentOf(failure);
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
				expect(failure).toMatchObject({ hashes: [HASH], charged: undefined });
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
		['checkup.currencylist', (odd) => [ENTRY, { ...ENTRY, name: odd }]],
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
			expect(() => RESULTS[method]((body as { result: unknown }).result)).not.toThrow();
		}),
		{ seed: 32, numRuns: cases(3_000) },
	);
});

it.each<[number[], Reason, Reason]>([
	[[-32700, -32603, -32099, -32001, -32000, 408, 500, 599], 'unavailable', 'unavailable'],
	[[-32602, -32601, -32600, -32604, -32100, -31999, 32700], 'refused', 'refused'],
	[[-40006], 'refused', 'notFound'],
	[[-40007, -40005, 40006, 200, 400, 404, 407, 499, 600, 0], 'refused', 'refused'],
	[[401, 403], 'badCredential', 'badCredential'],
	[[402], 'noChecksLeft', 'noChecksLeft'],
	[[429], 'rateLimited', 'rateLimited'],
])('the codes %j mean %s to a submission, and %s to a question', (codes, paid, free) => {
	for (const [n, code] of codes.entries()) {
		const status = STATUSES[n % STATUSES.length]!;
		const forms = [refusal(code), refusal(String(code)), { error: 'No', code }];
		for (const body of [...forms, { ...refusal(code), id: null }]) {
			const facts = { httpStatus: status, requestId: ID };
			expect(failureOf(answer(body, status), PAID)).toMatchObject({ reason: paid, facts });
			expect(failureOf(answer(body, status), FREE).reason).toBe(free);
		}
		expect(failureOf(answer(refusal(code), 429)).reason).toBe('rateLimited');
	}
});

it.each([
	// Words without a code, a refusal of nothing, a text, nothing at all, JSON without a result.
	[200, 'refused unavailable unavailable unavailable mismatch'],
	[300, 'unreachable unreachable unreachable unreachable unreachable'],
	[400, 'refused unavailable unreachable unavailable unreachable'],
	[401, 'badCredential badCredential badCredential badCredential badCredential'],
	[402, 'noChecksLeft noChecksLeft noChecksLeft noChecksLeft noChecksLeft'],
	[403, 'refused unavailable unreachable unreachable unreachable'],
	[407, 'refused unavailable unreachable unreachable unreachable'],
	[408, 'unavailable unavailable unavailable unavailable unavailable'],
	[429, 'rateLimited rateLimited rateLimited rateLimited rateLimited'],
	[499, 'refused unavailable unreachable unavailable unreachable'],
	[500, 'unavailable unavailable unavailable unavailable unavailable'],
	[600, 'refused unavailable unreachable unavailable unreachable'],
])('HTTP %i without a code: %s', (status, reasons) => {
	const bodies = [{ error: 'No' }, envelope({ error: true }), '<html>', '', envelope({})];
	expect(bodies.map((body) => failureOf(answer(body, status)).reason).join(' ')).toBe(reasons);
});

it.each<[string, object, unknown, string]>([
	['in the error', { error: { code: -40008, message: ' No. ' } }, -40008, 'No.'],
	['flat', { error: 'No', code: 7 }, 7, 'No'],
	['flat, as a text', { error: 'No', code: ' 7 ' }, 7, 'No'],
	['flat, with an empty error', { code: 7, message: 'No', error: {} }, 7, 'No'],
	['flat, beside a null result', { code: 7, message: 'No', result: null }, 7, 'No'],
	['flat, alone', { code: 7 }, 7, ''],
	['in the error, which outranks a flat one', { error: { code: 7 }, code: 8 }, 7, ''],
	['in a message that is an object', { code: 8, message: { code: 7, message: 'No' } }, 7, 'No'],
	['no number', { error: { code: 'x', message: 'No' } }, undefined, 'No'],
	['with words that are none', { error: { code: 7, message: 5 } }, 7, ''],
])('a code and words are found %s', (_, members, code, said) => {
	expect(failureOf(answer({ id: ID, ...members })).facts).toMatchObject({ said });
	expect(failureOf(answer({ id: ID, ...members })).facts.code).toBe(code);
});

it('a flat code beside a result is no refusal', () => {
	const one = answer(envelope({ result: { message: 'OK' }, code: 7, message: 'No' }));
	expect(read(one, 'checkup.ping')).toBeUndefined();
});

it.each<[string, unknown, number, Reason]>([
	['half a JSON', '{"jsonrpc":"2.0","id":', 200, 'unavailable'],
	['a list', [], 200, 'unavailable'],
	['a list', [], 400, 'unreachable'],
	['null', 'null', 200, 'unavailable'],
	['JSON', { message: 'No' }, 400, 'unreachable'],
	['JSON', { status: 'maintenance' }, 200, 'unavailable'],
	['a null result', envelope({ result: null }), 200, 'mismatch'],
	['a null result', envelope({ result: null }), 500, 'unavailable'],
	['an empty result', envelope({ result: {} }), 200, 'mismatch'],
	['a result without a hash', envelope({ result: { check: {} } }), 200, 'mismatch'],
	['a result without an id', { result: SUBMITTED }, 200, 'mismatch'],
	['a result without an id', { result: SUBMITTED }, 400, 'unreachable'],
	['a result without an id', { result: SUBMITTED }, 500, 'unavailable'],
	['a result with the id null', { id: null, result: SUBMITTED }, 200, 'mismatch'],
	['a refusal of another id', { id: 'x', error: 'No' }, 503, 'mismatch'],
	['a redirect', envelope({ result: SUBMITTED }), 302, 'unreachable'],
])('%s (%j, HTTP %i) is %s, and nobody knows whether it was taken', (_, body, status, reason) => {
	expect(failureOf(answer(body, status))).toMatchObject({ reason, charged: undefined });
});

it.each([
	[200, 'mismatch'],
	[399, 'unreachable'],
	[403, 'unreachable'],
	[503, 'unavailable'],
])('a body that was not read to its end, with HTTP %i, is %s', (statusCode, reason) => {
	const one = { ...answer('x', statusCode), body: null, unread: 'It is too large.' };
	expect(failureOf(one).reason).toBe(reason);
});

it('an id that came as a number is the same id, and a meta beside the result is kept', () => {
	const one = answer({ id: 7, result: SUBMITTED, meta: { cheks_left: '5' } });
	const whole = { result: { ...SUBMITTED }, outerMeta: { cheks_left: '5' } };
	expect(interpretAnswer(one, PAID, '7')).toEqual(whole);
});

it.each<[MethodName, unknown, string]>([
	[PAID, { check: {} }, '(check.hash: '],
	['checkup.ping', { message: 'x' }, '(message: '],
])('%s with the result %j lacks what is named: %s', (method, result, lacking) =>
	expect(failureOf(answer(envelope({ result })), method)).toMatchObject({
		reason: 'mismatch',
		facts: { why: expect.stringContaining(lacking) },
	}),
);
