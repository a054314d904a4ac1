/** What an answer to a submission may say about money: over all shapes of bodies, processed or not. */
import fc from 'fast-check';
import { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';
import { interpretAnswer } from '../../../nodes/shared/rpc/interpret.ts';
import { mayHaveBeenTaken } from '../../../nodes/shared/rpc/retryPolicy.ts';

const ID = 'a'.repeat(32);
const HASH = '0b3e5a52-6c1f-4c3e-9c77-1d9b0a5b7f10';

const codes = fc.oneof(
	fc.constantFrom<unknown>(-32700, -32600, -32601, -32602, -32603, -32000, 401, 403, 408, 429, 500),
	fc.integer({ min: -42_000, max: -38_000 }),
	fc.constantFrom<unknown>('401', '-40006', 'x', null, undefined, {}, true),
);
const errors = fc.oneof(
	fc.constantFrom<unknown>('', 'Server busy', null, undefined, false, []),
	fc.record({ code: codes, message: fc.constantFrom<unknown>('No', '', 5, undefined) }),
);
const check = fc.oneof(
	fc.constant<unknown>({ hash: HASH, currency: 'BTC', address: 'x', transaction: null }),
	fc.constant<unknown>({ hash: HASH, currency: 7 }),
	fc.constantFrom<unknown>({}, null, 'x', { hash: '' }, { hash: 5 }),
);
const results = fc.oneof(
	fc.record({ check, meta: fc.constantFrom<unknown>({ cheks_left: '5' }, null, 'x') }),
	fc.constantFrom<unknown>(undefined, null, {}, [], 'OK'),
);
const objects = fc.record(
	{
		id: fc.constantFrom<unknown>(ID, 'another', null, undefined, 7),
		error: errors,
		code: codes,
		result: results,
	},
	{ requiredKeys: [] },
);
const bodies = fc.oneof(
	objects.map((body) => JSON.stringify(body)),
	fc.constantFrom('', '<html>403 Forbidden</html>', 'null', '[]', '"x"', '{', 'Too Many Requests'),
);
const statuses = fc.constantFrom(
	200,
	201,
	204,
	301,
	307,
	400,
	401,
	403,
	404,
	408,
	429,
	500,
	502,
	503,
);

function failureOf(body: string, statusCode: number): AmlCheckError | undefined {
	try {
		const answer = { statusCode, headers: {}, body, receivedAt: 0 };
		interpretAnswer(answer, 'checkup.checkaddr', ID);
		return undefined;
	} catch (thrown) {
		return thrown as AmlCheckError;
	}
}

/** The list of design 4, written down a second time. */
function isOnTheList(body: string, status: number): boolean {
	if (status === 401 || status === 429) return true;
	const parsed = (() => {
		try {
			return JSON.parse(body) as Record<string, unknown>;
		} catch {
			return null;
		}
	})();
	if (typeof parsed !== 'object' || parsed === null) return false;
	const inError = parsed.error as { code?: unknown } | string | null | undefined;
	const codes = [parsed.code, typeof inError === 'object' ? inError?.code : undefined];
	return codes.some((code) => saysNotTaken(Number(code)));
}

function saysNotTaken(code: number): boolean {
	if (code === 401 || code === 403 || code === 429) return true;
	return [-32700, -32600, -32601, -32602].includes(code) || (code <= -40000 && code >= -40999);
}

const RUNS = { seed: 52, numRuns: 5_000 };

describe('the answer to a submission', () => {
	it('says that nothing was taken only where the list says so', () => {
		let unpaid = 0;
		fc.assert(
			fc.property(bodies, statuses, (body, status) => {
				const failure = failureOf(body, status);
				if (!failure || mayHaveBeenTaken(failure)) return;
				unpaid++;
				expect(isOnTheList(body, status)).toBe(true);
			}),
			RUNS,
		);
		expect(unpaid).toBeGreaterThan(100);
	});

	it('never loses a hash that it names', () => {
		fc.assert(
			fc.property(bodies, statuses, (body, status) => {
				const failure = failureOf(body, status);
				if (!failure || !body.includes(HASH)) return;
				expect(failure.candidates).toEqual([HASH]);
				expect(mayHaveBeenTaken(failure)).toBe(true);
			}),
			RUNS,
		);
	});

	it.each<[string, object]>([
		['beside a refusal', { error: { code: -40011, message: 'Had it', data: { hash: HASH } } }],
		['in a refused check', { error: { code: -40011, data: { check: { hash: ` ${HASH}` } } } }],
		['flat', { result: { hash: HASH } }],
		['in a list', { result: [{ check: { hash: HASH } }] }],
		['twice', { error: 'No', code: 401, data: [{ hash: HASH }, { hash: HASH }] }],
	])('names one that stands %s', (_, members) => {
		const failure = failureOf(JSON.stringify({ id: ID, ...members }), 200);
		expect(failure?.candidates).toEqual([HASH]);
		expect(failure && mayHaveBeenTaken(failure)).toBe(true);
	});

	it('names no more than twenty', () => {
		const data = Array.from({ length: 50 }, (_, n) => ({ hash: `hash ${n}` }));
		const body = { id: ID, error: { code: -40008, message: 'No', data } };
		expect(failureOf(JSON.stringify(body), 200)?.candidates).toHaveLength(20);
	});

	it.each(['', null, { code: -40008, message: 'No' }, { code: 401, message: '' }])(
		'is a check where it has one, whatever stands beside it: error %j',
		(error) => {
			const result = { check: { hash: HASH } };
			expect(failureOf(JSON.stringify({ id: ID, result, error }), 200)).toBeUndefined();
			expect(failureOf(JSON.stringify({ id: ID, result, error }), 500)).toBeUndefined();
		},
	);
});
