/** Each shape of an answer, whatever its HTTP status (service 7), and anything else that may come. */
import fc from 'fast-check';
import { AmlCheckError, toFailure, type FailureKind } from '../../../nodes/shared/rpc/failure.ts';
import { interpretAnswer, type HttpAnswer } from '../../../nodes/shared/rpc/interpret.ts';
import { mayHaveBeenTaken } from '../../../nodes/shared/rpc/retryPolicy.ts';
import { METHODS, type MethodName } from '../../../nodes/shared/rpc/schemas.ts';
import { cases } from '../../cases.mts';

const RUNS = { seed: 32, numRuns: cases(500) };
const ID = 'b1946ac92492d2347c6235b4d2611184';
const PAID = 'checkup.checkaddr';
const METHOD_NAMES = Object.keys(METHODS) as MethodName[];
const STATUSES = [200, 201, 400, 401, 403, 404, 429, 500, 502, 503];
const SUBMITTED = { check: { hash: 'h', currency: 'ETH', address: '0x1', transaction: null } };

const answer = (body: unknown, statusCode = 200, headers = {}): HttpAnswer => ({
	statusCode,
	headers,
	body: typeof body === 'string' ? body : JSON.stringify(body),
	receivedAt: 0,
});

const envelope = (members: object) => ({ jsonrpc: '2.0', id: ID, ...members });

function failureOf(one: HttpAnswer, method: MethodName = 'checkup.checkaddr'): AmlCheckError {
	try {
		interpretAnswer(one, method, ID);
	} catch (thrown) {
		expect(thrown).toBeInstanceOf(AmlCheckError);
		return thrown as AmlCheckError;
	}
	throw new Error('It was accepted');
}

it.each([
	['by the clock of its answer', { date: 'Thu, 01 Jan 1970 01:00:00 GMT' }, 5_000],
	['by this clock, where the answer has none', {}, 300_000],
])('waits until the date that Retry-After names, %s', (_, headers, waitMs) => {
	const until = { 'retry-after': 'Thu, 01 Jan 1970 01:00:05 GMT' };
	expect(failureOf(answer('', 429, { ...until, ...headers })).retryAfterMs).toBe(waitMs);
});

describe('whatever the HTTP status', () => {
	const byStatus = (kind: FailureKind) => (status: number) =>
		status === 429 ? 'rateLimited' : kind;

	it.each(STATUSES)('%i: a result is a result', (status) => {
		const read = interpretAnswer(
			answer(envelope({ result: SUBMITTED }), status),
			'checkup.checkaddr',
			ID,
		);
		expect(read.result.check.hash).toBe('h');
	});

	const shapes: Array<[string, unknown, (status: number) => FailureKind]> = [
		[
			'an error of the service',
			envelope({ error: { code: -40008, message: 'No' } }),
			byStatus('rejected'),
		],
		[
			'nothing found',
			envelope({ error: { code: -40006, message: 'User checking not found' } }),
			byStatus('notFound'),
		],
		['the flat 401', { error: 'invalid credentials.', code: 401 }, () => 'credentials'],
		[
			'the flat 401 with a text code',
			{ error: 'invalid credentials.', code: '401' },
			() => 'credentials',
		],
		[
			'a 401 in the envelope',
			envelope({ error: { code: 401, message: 'No' } }),
			() => 'credentials',
		],
		['an error without an id', { error: { code: -32600, message: 'No' } }, byStatus('rejected')],
		[
			'an error with the id null',
			{ id: null, error: { code: -32700, message: 'No' } },
			byStatus('rejected'),
		],
		[
			'an error that leaves open how far it got',
			envelope({ error: { code: -32603, message: 'Internal' } }),
			byStatus('undecided'),
		],
		['a flat 500', { error: 'Internal', code: 500 }, byStatus('undecided')],
		['an error without a code', { error: 'Something' }, byStatus('undecided')],
		['a code without words', envelope({ code: 500 }), byStatus('undecided')],
		['an error that is only true', envelope({ error: true }), byStatus('undecided')],
		[
			'an error for another request',
			{ id: 'x', error: { code: -1, message: 'No' } },
			() => 'mismatch',
		],
	];
	it.each(
		shapes.flatMap(([name, body, kind]) =>
			STATUSES.map((status) => ({ name, body, status, kind: kind(status) })),
		),
	)('$status: $name is $kind', ({ body, status, kind }) => {
		expect(failureOf(answer(body, status))).toMatchObject({
			kind,
			httpStatus: status,
			requestId: ID,
		});
	});
});

describe('what is no JSON-RPC', () => {
	it.each<[string, unknown, number, FailureKind]>([
		['HTML', '<html>', 200, 'unreadable'],
		['HTML', '<html>', 503, 'unavailable'],
		['HTML', '<html>', 401, 'credentials'],
		['HTML', '<html>', 403, 'blocked'],
		['HTML', '<html>', 408, 'unavailable'],
		['text', 'Too Many Requests', 429, 'rateLimited'],
		['half a JSON', '{"jsonrpc":"2.0","id":', 200, 'unreadable'],
		['nothing', '', 200, 'unreadable'],
		['nothing', '', 502, 'unavailable'],
		['a list', [], 200, 'unreadable'],
		['null', 'null', 200, 'unreadable'],
		['a number', '7', 200, 'unreadable'],
		['an empty object', {}, 200, 'mismatch'],
		['no result', envelope({}), 200, 'unreadable'],
		['a null result', envelope({ result: null }), 200, 'unreadable'],
		['an empty result', envelope({ result: {} }), 200, 'unreadable'],
		['a result without a hash', envelope({ result: { check: {} } }), 200, 'unreadable'],
		[
			'a result of another request',
			{ ...envelope({ result: SUBMITTED }), id: 'x' },
			200,
			'mismatch',
		],
		['a result without an id', { result: SUBMITTED }, 200, 'mismatch'],
		['a result with the id null', { id: null, result: SUBMITTED }, 200, 'mismatch'],
		['a redirect', envelope({ result: SUBMITTED }), 302, 'redirected'],
	])('%s (%#): is told by its kind', (_, body, status, kind) => {
		expect(failureOf(answer(body, status)).kind).toBe(kind);
	});
});

describe('a result', () => {
	it.each(['', null, undefined, false, 0, {}, []].map((error) => ({ error })))(
		'is one beside $error as error',
		({ error }) => {
			const read = interpretAnswer(answer(envelope({ result: SUBMITTED, error })), PAID, ID);
			expect(read.result.check.hash).toBe('h');
			const ping = answer(envelope({ result: { message: 'OK' }, error }));
			expect(interpretAnswer(ping, 'checkup.ping', ID).result.message).toBe('OK');
		},
	);

	it.each([{ code: -32603, message: 'Internal' }, 'Internal', true])(
		'with a hash outranks an error of %j',
		(error) => {
			const one = answer(envelope({ result: SUBMITTED, error }), 500);
			expect(interpretAnswer(one, PAID, ID).result.check.hash).toBe('h');
		},
	);

	it('without a hash does not', () => {
		const error = { code: -32603, message: 'Internal' };
		const one = answer(envelope({ result: { message: 'OK' }, error }));
		expect(failureOf(one, 'checkup.ping').kind).toBe('undecided');
	});

	it('that can not be read keeps its hash, if it is an answer to this request', () => {
		const check = { ...SUBMITTED.check, address: 7 };
		expect(failureOf(answer(envelope({ result: { check } })))).toMatchObject({
			kind: 'unreadable',
			hash: 'h',
		});
		const others = answer({ ...envelope({ result: { check } }), id: 'x' });
		expect(failureOf(others)).toMatchObject({ kind: 'mismatch', hash: undefined });
	});
});

describe('whether a submission may have been taken', () => {
	it.each([-32700, -32600, -32601, -32602, -40000, -40006, -40008, -40999, 401, 403, 429])(
		'code %i says that it was not',
		(code) => {
			const one = failureOf(answer(envelope({ error: { code, message: '' } })));
			expect(mayHaveBeenTaken(one)).toBe(false);
		},
	);

	it.each([
		-32000,
		-32099,
		-32603,
		-32604,
		-32599,
		-39999,
		-41000,
		-40000.5,
		0,
		1,
		400,
		404,
		408,
		500,
		'x',
	])('code %s does not say that it was not', (code) => {
		for (const body of [envelope({ error: { code, message: '' } }), { error: 'No', code }])
			expect(mayHaveBeenTaken(failureOf(answer(body)))).toBe(true);
	});

	it('is certain of no body but for the codes and statuses that say so', () => {
		const ids = fc.constantFrom(ID, 'x', null, undefined);
		const codes = fc.oneof(
			fc.integer({ min: -41_100, max: 600 }),
			fc.constantFrom(null, '', '401', 'x'),
		);
		const errors = fc.oneof(
			fc.constantFrom(undefined, null, '', 'No', true, 0, [], {}),
			fc.record({ code: codes, message: fc.string() }),
		);
		const results = fc.constantFrom(
			undefined,
			null,
			{},
			[],
			'x',
			{ check: {} },
			{ check: { hash: '' } },
		);
		const bodies = fc.record({ id: ids, error: errors, result: results, code: codes });
		const statuses = fc.integer({ min: 200, max: 599 });
		const certain = (code: unknown) =>
			['401', '403', '429', '-32700', '-32600', '-32601', '-32602'].includes(String(code)) ||
			(Number(code) >= -40_999 && Number(code) <= -40_000);
		fc.assert(
			fc.property(bodies, statuses, fc.boolean(), (body, status, isJson) => {
				const one = answer(isJson ? body : '<html>', status);
				if (mayHaveBeenTaken(failureOf(one, PAID))) return;
				const codes = isJson ? [body.code, (body.error as { code?: unknown } | null)?.code] : [];
				expect(status === 429 || status === 401 || codes.some(certain)).toBe(true);
			}),
			{ seed: 33, numRuns: 5_000 },
		);
	});

	it('is never answered with a refusal where the answer holds the hash', () => {
		const errors = fc.oneof(
			fc.jsonValue(),
			fc.record({ code: fc.integer(), message: fc.string() }),
		);
		const statuses = fc
			.integer({ min: 200, max: 599 })
			.filter((status) => status < 300 || status > 399);
		fc.assert(
			fc.property(errors, fc.jsonValue(), statuses, (error, code, status) => {
				const one = answer(envelope({ result: SUBMITTED, error, code }), status);
				expect(interpretAnswer(one, PAID, ID).result.check.hash).toBe('h');
			}),
			RUNS,
		);
	});
});

describe('for anything that may come', () => {
	const bodies = fc.oneof(
		fc.string(),
		fc.jsonValue(),
		fc.record(
			{
				jsonrpc: fc.constant('2.0'),
				id: fc.oneof(fc.constant(ID), fc.string(), fc.constant(null), fc.integer()),
				result: fc.oneof(fc.jsonValue(), fc.constant(SUBMITTED)),
				error: fc.oneof(
					fc.string(),
					fc.jsonValue(),
					fc.record({ code: fc.anything(), message: fc.anything() }),
				),
				code: fc.anything(),
				meta: fc.jsonValue(),
			},
			{ requiredKeys: [] },
		),
		fc.anything(),
	);
	const answers = fc.record<HttpAnswer>({
		statusCode: fc.integer({ min: 100, max: 599 }),
		headers: fc.oneof(fc.constant({}), fc.record({ 'retry-after': fc.anything() })),
		body: bodies,
		receivedAt: fc.constant(0),
	});

	it('it is read, or refused with the one kind of error; and only with its own id', () => {
		fc.assert(
			fc.property(answers, fc.constantFrom(...METHOD_NAMES), (one, method) => {
				try {
					const read = interpretAnswer(one, method, ID);
					const body = typeof one.body === 'string' ? JSON.parse(one.body) : one.body;
					expect((body as { id: unknown }).id).toBe(ID);
					expect(METHODS[method].answer.safeParse(read.result).success).toBe(true);
				} catch (thrown) {
					expect(thrown).toBeInstanceOf(AmlCheckError);
					expect(thrown).not.toHaveProperty('cause');
				}
			}),
			{ ...RUNS, numRuns: cases(3_000) },
		);
	});

	it('a failure keeps nothing but words of what was thrown', () => {
		fc.assert(
			fc.property(fc.anything(), (thrown) => {
				const failure = toFailure(thrown);
				expect(failure).toBeInstanceOf(AmlCheckError);
				expect(failure).not.toHaveProperty('cause');
			}),
			RUNS,
		);
	});
});
