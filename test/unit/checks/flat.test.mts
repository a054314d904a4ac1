/** The flat shape of design 2: scalars in a fixed order, and no key without a value. */
import fc from 'fast-check';
import { executeFilter } from 'n8n-workflow';
import type { FilterOperatorValue, FilterValue } from 'n8n-workflow';
import { simplifyCheck } from '../../../nodes/shared/checks/simplify.ts';
import type { CheckFacts } from '../../../nodes/shared/checks/simplify.ts';
import { DEFAULT_RISK_POLICY } from '../../../nodes/shared/risk/index.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';
import { RUNS, anySignals, scores } from '../risk/samples.mts';

const ORDER = [
	'riskLevel',
	'summary',
	'riskScore',
	'dangerShare',
	'riskReasons',
	'signals',
	'address',
	'currency',
	'transaction',
	'status',
	'resultDate',
	'hash',
	'charged',
	'reused',
	'checksLeft',
	'pdfLink',
	'shareLink',
	'reportMissing',
	'details',
	'riskPolicy',
];

const optional = fc.constantFrom(null, undefined, '', 'some text');

const checks = fc.record({
	hash: fc.constant('3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c'),
	currency: optional,
	address: optional,
	transaction: optional,
	status: fc.constantFrom('SUCCESS', 'PENDING', 'FAILED', 'odd'),
	initDate: optional,
	resultDate: optional,
	pdfLink: optional,
	shareLink: optional,
	riskscore: scores,
	counterparty: fc.constantFrom<unknown>(null, undefined, { id: 1 }),
	report: fc.oneof(
		fc.record({ riskscore: scores, signals: anySignals, amount: scores, fiat: scores }),
		fc.constantFrom<unknown>(null, undefined, 'text', []),
	),
});

const facts: fc.Arbitrary<CheckFacts> = fc.record({
	charged: fc.constantFrom(undefined, true, false),
	reused: fc.constantFrom(undefined, true, false),
	usage: fc.constantFrom<CheckFacts['usage']>(undefined, null, {}, { cheks_left: '5' }),
	requestId: fc.constantFrom(undefined, 'id'),
	includePolicy: fc.boolean(),
	source: fc.constantFrom('report', 'history'),
	reportMissing: fc.constantFrom(undefined, 'not found'),
});

const simplify = (check: unknown, given: CheckFacts) =>
	simplifyCheck(check as CheckRecord, DEFAULT_RISK_POLICY, given);

it('is flat, in the order of the document, without keys that hold nothing', () => {
	fc.assert(
		fc.property(checks, facts, (check, given) => {
			const json = simplify(check, given);
			const keys = Object.keys(json);
			expect(keys).toEqual(ORDER.filter((key) => keys.includes(key)));
			for (const [key, value] of Object.entries(json)) {
				expect(value).not.toBeNull();
				expect(value).toBeDefined();
				if (key !== 'riskPolicy') expect(['string', 'number', 'boolean']).toContain(typeof value);
			}
			expect(JSON.parse(JSON.stringify(json))).toStrictEqual(json);
		}),
		RUNS,
	);
});

it('has details on request only, and they hold no null either', () => {
	fc.assert(
		fc.property(checks, facts, (check, given) => {
			expect(simplify(check, given)).not.toHaveProperty('details');
			const { details = {}, riskReasons } = simplify(check, { ...given, includeDetails: true });
			expect(details.reasons?.join('; ')).toBe(riskReasons);
			expect(Object.values(details)).not.toContain(null);
			expect(Object.values(details)).not.toContain(undefined);
		}),
		RUNS,
	);
});

/** As n8n's IF node compares, with its defaults and with its type conversion. */
function isTrue(
	leftValue: unknown,
	operation: string,
	rightValue: number,
	typeValidation: 'strict' | 'loose',
): boolean {
	const operator = { type: 'number', operation } as FilterOperatorValue;
	const filter: FilterValue = {
		options: { caseSensitive: true, leftValue: '', typeValidation, version: 2 },
		conditions: [
			{
				id: '1',
				leftValue: leftValue as FilterValue['conditions'][number]['leftValue'],
				operator,
				rightValue,
			},
		],
		combinator: 'and',
	};
	return executeFilter(filter);
}

describe("n8n's IF", () => {
	const below = fc.constantFrom('lt', 'lte');
	const validation = fc.constantFrom<'strict' | 'loose'>('strict', 'loose');

	it('takes null for less than any number, which is why there is no null', () => {
		expect(isTrue(null, 'lt', 25, 'strict')).toBe(true);
		expect(isTrue(10, 'lt', 25, 'strict')).toBe(true);
		expect(isTrue(25, 'lt', 25, 'strict')).toBe(false);
	});

	it.each(['riskScore', 'dangerShare'] as const)(
		'never takes a missing %s for less than a number',
		(key) => {
			const limits = fc.double({ min: -100, max: 100, noNaN: true });
			const seen = { missing: 0 };
			fc.assert(
				fc.property(
					checks,
					facts,
					below,
					validation,
					limits,
					(check, given, operation, mode, limit) => {
						const json = simplify(check, given);
						if (key in json) return;
						seen.missing++;
						expect(isTrue(json[key], operation, limit, mode)).toBe(false);
					},
				),
				RUNS,
			);
			expect(seen.missing).toBeGreaterThan(200);
		},
	);
});
