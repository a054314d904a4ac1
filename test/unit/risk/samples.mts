import fc from 'fast-check';
import {
	DEFAULT_RISK_POLICY,
	SIGNAL_NAMES,
	assessRisk,
	type RiskAssessment,
	type RiskFacts,
	type RiskPolicy,
} from '../../../nodes/shared/risk/index.ts';
import { cases } from '../../cases.mts';

/** One seed for all properties; fast-check prints it with the counterexample. */
export const RUNS = { seed: 20_250_917, numRuns: cases(1500) };

/** Assesses a completed check of an address without a known owner under the default policy, unless told otherwise. */
export function assess(
	facts: Partial<RiskFacts>,
	policy: Partial<RiskPolicy> = {},
): RiskAssessment {
	return assessRisk(
		{ riskscore: undefined, signals: undefined, outcome: 'completed', owner: 'none', ...facts },
		{ ...DEFAULT_RISK_POLICY, ...policy },
	);
}

export const dangerNames = SIGNAL_NAMES.filter(({ group }) => group === 'danger').map(
	({ name }) => name,
);

export const outcomes = fc.constantFrom<RiskFacts['outcome']>('completed', 'failed', 'pending');

export const names = fc.oneof(
	fc.constantFrom(...SIGNAL_NAMES.map(({ name }) => name)),
	fc.constantFrom('Sanctions', 'SANCTIONS ', 'terrorism-financing', 'childExploitation'),
	fc.constantFrom('__proto__', 'constructor', 'toString', '', 'brand_new'),
	fc.string(),
);

const oddNumbers = fc.constantFrom(0, -0, 1, 1.5, 24.999, 25, 75, 100, 100.1, -1, 5e-324, 1e308);

/** Values as a report may hold them, sound and unsound. 1e999 in JSON is Infinity. */
const values = fc.oneof(
	fc.double({ min: 0, max: 1, noNaN: true }),
	fc.double({ min: 0, max: 100, noNaN: true }),
	oddNumbers,
	fc.constantFrom(Infinity, NaN, '12', ' 0.5 ', '0', '1,5', '12 %', '', null, true, false),
	fc.jsonValue({ maxDepth: 1 }),
);

export const scores = fc.oneof(values, fc.constant(undefined));

export const signalMaps = fc.dictionary(names, values, { maxKeys: 8 });

export const anySignals = fc.oneof(
	{ weight: 5, arbitrary: signalMaps },
	{ weight: 1, arbitrary: fc.jsonValue() },
	{ weight: 1, arbitrary: fc.constantFrom(null, undefined, [], {}, '', 0, false) },
);

/** Readable maps: what is added to them may not lower a level. */
export const readableMaps = fc.dictionary(
	fc.constantFrom(...SIGNAL_NAMES.map(({ name }) => name)),
	fc.double({ min: 0, max: 1, noNaN: true }),
	{ maxKeys: 8 },
);

/** A text in one of eight cases, else nothing. */
export const rarely = (text: string): fc.Arbitrary<string | undefined> =>
	fc.constantFrom(text, ...Array<undefined>(7).fill(undefined));

export const facts: fc.Arbitrary<RiskFacts> = fc.record({
	riskscore: scores,
	signals: anySignals,
	outcome: outcomes,
	source: fc.constantFrom<RiskFacts['source']>(
		'report',
		'report',
		undefined,
		'history',
		'unreadable',
	),
	scale: fc.constantFrom<RiskFacts['scale']>(undefined, 'auto', 'percent', 'fraction'),
	historyScore: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, scores),
	doubt: rarely('The report may be about something else'),
});

/** Reports in which all can be read, often harmless. */
export const soundFacts: fc.Arbitrary<RiskFacts> = fc.record({
	riskscore: fc.double({ min: 0, max: 40, noNaN: true }),
	signals: fc.dictionary(
		fc.constantFrom('wallet', 'payment', 'mixer', 'scam', 'other', 'sanctions'),
		fc.double({ min: 0, max: 0.2, noNaN: true }),
		{ maxKeys: 4 },
	),
	outcome: fc.constant('completed' as const),
});

const percents = fc.double({ min: 0, max: 100, noNaN: true });

const bounds = fc.tuple(percents, percents).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);

const limits = fc.array(
	fc.record({
		signal: names,
		share: fc.oneof(percents, fc.constantFrom(0, 1, 100)),
		level: fc.constantFrom('medium' as const, 'high' as const),
	}),
	{ maxLength: 3 },
);

export const policies: fc.Arbitrary<RiskPolicy> = fc
	.record({
		score: bounds,
		danger: bounds,
		criticalSignals: fc.oneof(
			fc.constant(DEFAULT_RISK_POLICY.criticalSignals),
			fc.array(names, { maxLength: 4 }),
		),
		signalLimits: limits,
		emptyReport: fc.constant('byScore' as const),
	})
	.map(({ score, danger, ...rest }) => ({
		...rest,
		mediumRiskFrom: score[0]!,
		highRiskFrom: score[1]!,
		mediumDangerFrom: danger[0]!,
		highDangerFrom: danger[1]!,
	}));

/** A name reduced to what tells it from others. */
export const letters = (name: string) =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
