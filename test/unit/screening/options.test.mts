/** Options as they come from users and expressions, the intervals of waiting, and what is said beside the output. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { readRunOptions } from '../../../nodes/AmlCheck/run/runOptions.ts';
import { Breaker } from '../../../nodes/AmlCheck/screening/breaker.ts';
import { heldBack, type HoldReason } from '../../../nodes/AmlCheck/screening/heldBack.ts';
import { DEFAULT_RISK_POLICY } from '../../../nodes/shared/risk/index.ts';
import { hintsFor, totalsOf } from '../../../nodes/AmlCheck/screening/hints.ts';
import { directInterval } from '../../../nodes/AmlCheck/screening/lookTimes.ts';
import { AmlCheckError, type FailureKind } from '../../../nodes/shared/rpc/failure.ts';
import { cases } from '../../cases.mts';

const RUNS = { seed: 44, numRuns: cases(1_000) };

const NAMES = [
	'timeout',
	'onTimeout',
	'reuseWithinHours',
	'maxPaidChecks',
	'idempotencyKey',
	'mergeDuplicates',
	'validateTargets',
	'maxConcurrent',
	'comparePrevious',
	'onUnsure',
	'reuseUntoldAsset',
	'ifNothingFound',
	'riskScoreScale',
	'mediumRiskFrom',
	'highRiskFrom',
	'criticalSignals',
];

/** They decide about money or about the level. */
const GUARDS = [
	'reuseWithinHours',
	'maxPaidChecks',
	'idempotencyKey',
	'riskScoreScale',
	'mediumRiskFrom',
	'highRiskFrom',
	'criticalSignals',
	'mediumDangerFrom',
	'highDangerFrom',
	'signalLimits',
	'riskPolicy',
];

const RISK_RULES = Object.keys(DEFAULT_RISK_POLICY);

describe('options', () => {
	const values = fc.oneof(
		fc.anything(),
		fc.double(),
		fc.constantFrom('5', ' 7 ', '-1', '1e9', 'true'),
	);

	it('are read or refused by name, never anything else', () => {
		const collections = fc.dictionary(fc.constantFrom(...NAMES), values);
		fc.assert(
			fc.property(collections, (raw) => {
				try {
					const options = readRunOptions(raw as IDataObject);
					expect(options.timeout).toBeGreaterThanOrEqual(0);
					expect(Number.isFinite(options.timeout)).toBe(true);
					expect(options.maxConcurrent).toBeGreaterThanOrEqual(1);
					expect(Number.isInteger(options.maxConcurrent)).toBe(true);
					expect(options.maxPaidChecks).toBeGreaterThanOrEqual(0);
					expect(options.reuseWithinHours).toBeGreaterThanOrEqual(0);
					expect(options.policy.mediumRiskFrom).toBeLessThanOrEqual(options.policy.highRiskFrom);
				} catch (thrown) {
					expect(thrown).toBeInstanceOf(AmlCheckError);
				}
			}),
			RUNS,
		);
	});

	it('that yield nothing mean their defaults, but for guards', () => {
		const nothing = fc.constantFrom(undefined, null, '', '   ');
		const others = NAMES.filter((name) => !GUARDS.includes(name) && !RISK_RULES.includes(name));
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...others), nothing), (raw) => {
				expect(readRunOptions(raw as IDataObject)).toEqual(readRunOptions({}));
			}),
			RUNS,
		);
	});

	it.each(GUARDS.flatMap((name) => [undefined, null, '', '  '].map((nothing) => [name, nothing])))(
		'that decide about money or level are refused where they hold nothing: %s, %p',
		(name, nothing) => {
			const read = () => readRunOptions({ timeout: 5, [String(name)]: nothing });
			expect(read).toThrow(/^The option '.*' holds nothing: give it a value or remove it/);
		},
	);

	it.each([
		['a text', ' order 1 ', 'order 1'],
		['a number', 1042, '1042'],
	])('take %s for an idempotency key', (_, value, key) => {
		expect(readRunOptions({ idempotencyKey: value }).idempotencyKey).toBe(key);
	});

	it.each([[{ id: 1 }], [[1]], [true], [Number.NaN]])(
		'refuse %j for an idempotency key',
		(value) => {
			const read = () => readRunOptions({ idempotencyKey: value } as IDataObject);
			expect(read).toThrow("The option 'Idempotency Key' is");
		},
	);

	it('have the defaults of the design', () => {
		expect(readRunOptions({})).toMatchObject({
			timeout: 300,
			onTimeout: 'error',
			idempotencyKey: '',
			reuseWithinHours: 0,
			maxPaidChecks: 0,
			mergeDuplicates: true,
			validateTargets: true,
			maxConcurrent: 50,
			onUnsure: 'report',
			reuseUntoldAsset: false,
			comparePrevious: false,
			ifNothingFound: 'returnItem',
		});
	});
});

it('the intervals of direct looks grow up to half a minute', () => {
	const intervals = Array.from({ length: 30 }, (_, look) => directInterval(look + 1));
	expect(intervals[0]).toBe(2_000);
	expect(intervals).toEqual([...intervals].sort((a, b) => a - b));
	expect(intervals[29]).toBe(30_000);
});

describe('the breaker', () => {
	const failed = (kind: FailureKind) => new AmlCheckError({ kind, message: kind, description: '' });
	const general: FailureKind[] = [
		'notSent',
		'timeout',
		'unavailable',
		'credentials',
		'rateLimited',
	];

	it('opens after three general failures in a row, and stays open', () => {
		const outcomes = fc.array(
			fc.constantFrom<FailureKind | 'taken'>(...general, 'rejected', 'taken'),
		);
		fc.assert(
			fc.property(outcomes, (all) => {
				const breaker = new Breaker();
				let inARow = 0;
				let isOpen = false;
				for (const outcome of all) {
					if (outcome === 'taken') breaker.succeeded();
					else breaker.failed(failed(outcome));
					inARow = general.includes(outcome as FailureKind) ? inARow + 1 : 0;
					isOpen ||= inARow >= 3;
					expect(breaker.opened !== undefined).toBe(isOpen);
				}
			}),
			RUNS,
		);
	});
});

describe('a check that is held back', () => {
	const failure = new AmlCheckError({ kind: 'timeout', message: 'No answer', description: 'Try.' });
	const reasons: HoldReason[] = [
		{ because: 'cancelled' },
		{ because: 'deadline', timeoutSeconds: 5 },
		{ because: 'stopped' },
		{ because: 'unusable', failure },
		{ because: 'budget', wanted: 9, allowed: 4 },
	];

	it.each(reasons)('because $because has cost nothing, and says so', (reason) => {
		const held = heldBack(reason);
		expect(held).toMatchObject({ charged: false });
		expect(held.description).toContain('Nothing was paid');
	});

	it.each(reasons)('because $because may have been paid for by an earlier try', (reason) => {
		const held = heldBack(reason, { id: 'the id', unsure: true });
		expect(held).toMatchObject({ requestId: 'the id', charged: undefined });
		expect(held.description).not.toContain('Nothing was paid');
	});
});

describe('hints', () => {
	const rows = { low: 0, medium: 0, high: 0, unknown: 0, notScreened: 0 };
	const totals = {
		rows,
		charged: 1,
		merged: 0,
		reused: 0,
		resumed: 0,
		checksLeft: null,
		checksUsed: null,
	};

	it.each([
		[10, 90, false],
		[9, 91, true],
		[0, 5, true],
		[0, 0, false],
		[1, 0, false],
	])('%i left, %i used: warns %p', (checksLeft, checksUsed, warns) => {
		const types = hintsFor({ ...totals, checksLeft, checksUsed }).map(({ type }) => type);
		expect(types.includes('warning')).toBe(warns);
	});

	it('count all rows, those without a result included, and say what to branch on', () => {
		const endings = ['low', 'low', 'high', 'unknown', 'notScreened', 'medium'] as const;
		const [hint] = hintsFor(totalsOf([], 0, endings));
		expect(hint).toMatchObject({
			type: 'warning',
			message:
				'6 items: 1 high, 1 medium, 2 low, 1 unknown, 1 not screened. Branch on riskLevel: only low is a pass, and a score alone tells too little.',
		});
		expect(hintsFor(totalsOf([], 0, ['low']))[0]).toMatchObject({ type: 'info' });
	});

	it('say nothing of a package that was not told', () => {
		const [, hint, ...rest] = hintsFor(totals);
		expect(rest).toEqual([]);
		expect(hint.message).toBe('1 check charged, 0 items merged, 0 reports reused.');
	});
});
