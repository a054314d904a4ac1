/** The rules of the risk level: presets, custom rules, rules from one value. */
import fc from 'fast-check';
import { readCredentialOptions } from '../../../nodes/shared/options/credential.ts';
import { readRiskRules } from '../../../nodes/shared/options/riskRules.ts';
import {
	DEFAULT_RISK_POLICY,
	describePolicy,
	makeFingerprint,
	type RiskPolicy,
} from '../../../nodes/shared/risk/index.ts';
import { BALANCED, NOTHING, parameters, refusal } from './support.mts';

const readNode = (values: Record<string, unknown>) => readRiskRules(parameters(values), BALANCED);

const custom = (customRules: unknown) => readNode({ riskRules: 'custom', customRules }).policy;

const policy = (riskPolicy: unknown) => readNode({ riskRules: 'expression', riskPolicy }).policy;

const ofCredential = (values: Record<string, unknown>) => readCredentialOptions(values).riskRules;

const LABELS = {
	mediumRiskFrom: 'Medium Risk From',
	highRiskFrom: 'High Risk From',
	mediumDangerFrom: 'Medium Danger From (%)',
	highDangerFrom: 'High Danger From (%)',
	criticalSignals: 'Critical Signals',
	signalLimits: 'Signal Limits',
	emptyReport: 'Empty Report',
};

const thresholds = (rules: RiskPolicy) => [
	rules.mediumRiskFrom,
	rules.highRiskFrom,
	rules.mediumDangerFrom,
	rules.highDangerFrom,
];

describe.each<[string, number[], number, string]>([
	['balanced', [25, 75, 5, 25], 25, 'byScore'],
	['strict', [10, 50, 1, 10], 10, 'unknown'],
	['lenient', [50, 90, 10, 50], 50, 'byScore'],
])('%s', (riskRules, expected, share, emptyReport) => {
	it('has its thresholds and limits, and the same critical signals as the others', () => {
		const { policy: rules } = readNode({ riskRules: ` ${riskRules.toUpperCase()} ` });
		expect(thresholds(rules)).toEqual(expected);
		const critical = 'child_exploitation sanctions terrorism_financing'.split(' ');
		expect(rules.criticalSignals).toEqual(critical);
		expect(rules.emptyReport).toBe(emptyReport);
		expect(rules.signalLimits).toEqual(
			[
				...['atm', 'exchange_mlrisk_high', 'exchange_mlrisk_veryhigh'],
				...['p2p_exchange_mlrisk_high', 'p2p_exchange_mlrisk_veryhigh', 'seized_assets'],
			].map((signal) => ({ signal, share, level: 'medium' })),
		);
	});

	it('is the same in a node and in the credential, and names its source', () => {
		const read = readNode({ riskRules });
		expect(read).toMatchObject({ source: 'node', rules: riskRules });
		expect(ofCredential({ riskRules })).toEqual({ ...read, source: 'credential' });
	});
});

describe('the credential', () => {
	it('is what a node has that says nothing else', () => {
		const strict = ofCredential({ riskRules: 'strict' });
		for (const values of [{}, { riskRules: 'credential' }, { riskRules: ' Credential' }])
			expect(readRiskRules(parameters(values), strict)).toBe(strict);
		expect(readRiskRules(parameters({ riskRules: 'balanced' }), strict).source).toBe('node');
	});

	it('has balanced rules and pays where nobody has said anything', () => {
		expect(readCredentialOptions({})).toEqual({
			allowPaidChecks: true,
			riskRules: BALANCED,
			riskScoreScale: 'auto',
		});
	});

	it('has custom rules as an object or a JSON text, with the members of those of a node', () => {
		const rules = {
			mediumRiskFrom: 20,
			signalLimits: [{ signal: 'atm', share: 5, level: 'high' }],
		};
		for (const riskPolicy of [rules, JSON.stringify(rules)])
			expect(ofCredential({ riskRules: 'custom', riskPolicy })).toEqual({
				source: 'credential',
				rules: 'custom',
				policy: policy(rules),
			});
	});

	it.each<[string, unknown, string]>([
		['riskRules', undefined, "'Risk Rules in the credential' holds nothing: give it a value"],
		['riskRules', '', "'Risk Rules in the credential' holds nothing"],
		['riskRules', 'hard', `'Risk Rules in the credential' is "hard": use one of balanced, strict`],
		['riskRules', 'expression', "'Risk Rules in the credential' is"],
		['riskRules', 'custom', "'Risk Policy in the credential' holds nothing"],
		['riskPolicy', '{}', "'Risk Policy in the credential' holds nothing"],
		['riskPolicy', '{ 20 }', "'Risk Policy in the credential' is"],
		['riskPolicy', { highRisk: 1 }, "in the credential' has 'highRisk'"],
		['riskPolicy', { highRiskFrom: '' }, "Policy in the credential: highRiskFrom' holds nothing"],
		['allowPaidChecks', '', "'Allow Paid Checks in the credential' holds nothing"],
		['allowPaidChecks', undefined, "'Allow Paid Checks in the credential' holds nothing"],
		['allowPaidChecks', 'maybe', "'Allow Paid Checks in the credential' is"],
	])('%s as %j is refused', (name, value, words) => {
		const rules = name === 'riskPolicy' ? { riskRules: 'custom' } : {};
		expect(refusal(() => readCredentialOptions({ ...rules, [name]: value }))).toContain(words);
	});
});

it('custom rules of which none is set are the balanced ones', () => {
	expect(custom({})).toEqual(DEFAULT_RISK_POLICY);
});

it('a preset ignores rules that are not shown', () => {
	const hidden = { customRules: { highRiskFrom: 'x' }, riskPolicy: 'x' };
	expect(readNode({ riskRules: 'balanced', ...hidden }).policy).toEqual(DEFAULT_RISK_POLICY);
	expect(ofCredential({ riskRules: 'strict', riskPolicy: 'x' }).rules).toBe('strict');
});

describe('signal limits', () => {
	const mixer = { signal: 'mixer', share: 1, level: 'high' } as const;
	const limitsOf = (signalLimits: object[]) => custom({ signalLimits }).signalLimits;

	it('are added to those of Balanced', () => {
		expect(limitsOf([mixer])).toEqual([...DEFAULT_RISK_POLICY.signalLimits, mixer]);
	});

	it('replace the one of the same signal, in any spelling', () => {
		const atm = [
			{ signal: 'ATM', share: 40, level: 'medium' },
			{ signal: 'atm', share: 60, level: 'high' },
		];
		const read = limitsOf(atm).filter(({ signal }) => signal === 'atm');
		expect(read).toEqual(atm.map((limit) => ({ ...limit, signal: 'atm' })));
		expect(limitsOf(atm)).toHaveLength(DEFAULT_RISK_POLICY.signalLimits.length + 1);
	});
});

it('the rules that an item shows can be pasted into Risk Policy', () => {
	const shown = describePolicy(ofCredential({ riskRules: 'strict' }));
	expect(policy(shown)).toEqual(readNode({ riskRules: 'strict' }).policy);
});

it.each([...NOTHING, {}])('what holds nothing is refused by its name: %j', (nothing) => {
	for (const [key, label] of Object.entries(LABELS)) {
		const words = 'holds nothing: give it a value or remove it';
		expect(refusal(() => custom({ [key]: nothing }))).toContain(`'${label}' ${words}`);
		expect(refusal(() => policy({ [key]: nothing }))).toContain(`'Risk Policy: ${key}' ${words}`);
		expect(refusal(() => policy(nothing))).toContain(`'Risk Policy' ${words}`);
	}
});

describe('rules in one value', () => {
	const rules = {
		mediumRiskFrom: '20',
		highDangerFrom: 10,
		criticalSignals: 'sanctions,mixer',
		signalLimits: [{ signal: 'Sanctions', share: '0.1', level: 'High' }],
		emptyReport: 'Unknown',
	};
	const expected = {
		...DEFAULT_RISK_POLICY,
		mediumRiskFrom: 20,
		highDangerFrom: 10,
		criticalSignals: ['sanctions', 'mixer'],
		signalLimits: [
			...DEFAULT_RISK_POLICY.signalLimits,
			{ signal: 'sanctions', share: 0.1, level: 'high' },
		],
		emptyReport: 'unknown',
	} as const;

	it('may be an object or a JSON text, and mean the same as custom rules', () => {
		expect(policy(rules)).toEqual(expected);
		expect(policy(` ${JSON.stringify(rules)} `)).toEqual(expected);
		expect(custom(rules)).toEqual(expected);
	});

	it.each<[unknown, string]>([
		['{ "mediumRiskFrom": 20', 'use an object'],
		['[20]', "'Risk Policy' is a list: use an object"],
		['null', "'Risk Policy' holds nothing: give it a value or remove it"],
		[true, "'Risk Policy' is true: use an object"],
		[{ mediumRiskForm: 20, x: 1 }, "'Risk Policy' has 'mediumRiskForm', 'x'. Use only mediumRisk"],
		[{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, "'Risk Policy' has 'a', 'b', 'c', 'd', 'e'. Use only"],
		[JSON.parse('{"__proto__": 1}'), "'Risk Policy' holds nothing"],
		[{ constructor: 1 }, "'Risk Policy' has 'constructor'. Use only"],
		[{ highRiskFrom: 101 }, "'Risk Policy: highRiskFrom' is 101: use a number from 0 to 100"],
		[
			{ mediumDangerFrom: 30 },
			"'Risk Policy: mediumDangerFrom' (30) is above 'Risk Policy: highDangerFrom' (25)",
		],
		[{ fingerprint: 'abc', highRiskFrom: 80 }, "fingerprint in 'Risk Policy' is not the one of"],
	])('is refused as %j', (value, words) => {
		expect(refusal(() => policy(value))).toContain(words);
	});
});

const DARK = { signal: 'dark_market', share: 1, level: 'high' };
const WITH_DARK = [...DEFAULT_RISK_POLICY.signalLimits, DARK];
it.each<[keyof RiskPolicy, unknown, unknown]>([
	['mediumRiskFrom', '30', 30],
	['mediumRiskFrom', 0, 0],
	['mediumRiskFrom', 75, 75],
	['highRiskFrom', ' 70.5 ', 70.5],
	['highRiskFrom', 100, 100],
	['criticalSignals', [], []],
	['criticalSignals', ['mixer', 'Mixer', 'Service:new one'], ['mixer', 'Service:new one']],
	['criticalSignals', 'Sanctions, terrorism-financing,', ['sanctions', 'terrorism_financing']],
	// Read as one name, they would leave no sanctions among the critical signals.
	['criticalSignals', 'Sanctions; mixer', ['sanctions', 'mixer']],
	['criticalSignals', 'sanctions\nmixer', ['sanctions', 'mixer']],
	['criticalSignals', 'sanctions | mixer', ['sanctions', 'mixer']],
	['signalLimits', { limit: [{ ...DARK, signal: ' Dark Market' }] }, WITH_DARK],
])('the custom rule %s: %j is read', (name, value, expected) => {
	expect(custom({ [name]: value })).toEqual({ ...DEFAULT_RISK_POLICY, [name]: expected });
});

const limits = (change: object) => ({
	signalLimits: [{ signal: 'mixer', share: 1, level: 'high', ...change }],
});

it.each<[object, string]>([
	[{ mediumRiskFrom: 'low' }, `'Medium Risk From' is "low": use a number from 0 to 100.`],
	[{ mediumRiskFrom: 76 }, "'Medium Risk From' (76) is above 'High Risk From' (75)"],
	[{ highRiskFrom: '20' }, "'Medium Risk From' (25) is above 'High Risk From' (20)"],
	[{ mediumDangerFrom: 26 }, "'Medium Danger From (%)' (26) is above 'High Danger From (%)' (25)"],
	[{ criticalSignals: 5 }, "'Critical Signals' is 5: use a list"],
	[{ criticalSignals: { mixer: true } }, "'Critical Signals' is an object: use a list"],
	[{ criticalSignals: ['sanctions', 5] }, "'Critical Signals: entry 2' is 5: use a text"],
	[{ criticalSignals: [''] }, "'Critical Signals' is a list: use a list of names"],
	[{ criticalSignals: ' , ,' }, "'Critical Signals' is a list: use a list of names"],
	[{ criticalSignals: ['sanctions', '***'] }, "'Critical Signals' is not a list of signal names"],
	// A name that no signal has would match nothing.
	[
		{ criticalSignals: ['mixer', 'sanction'] },
		"'Critical Signals' names 'sanction', which is no known signal: use 'sanctions', or 'service:sanction' if your service sends that name",
	],
	[{ criticalSignals: 'ransomware' }, "use 'ransom', or 'service:ransomware'"],
	[{ criticalSignals: ['terorism_financing'] }, "use 'terrorism_financing', or"],
	[{ criticalSignals: ['service:'] }, "'Critical Signals' is not a list of signal names"],
	[limits({ signal: 'mixers' }), "'mixers', which is no known signal: use 'mixer', or"],
	[{ signalLimits: 'mixer' }, `'Signal Limits' is "mixer": use a list`],
	[{ signalLimits: { limit: 5 } }, "'Signal Limits' is an object"],
	[{ signalLimits: ['mixer'] }, `'Signal Limits: entry 1' is "mixer": use an object`],
	[limits({ share: 101 }), "'Signal Limits: entry 1, share' is 101: use a number from 0 to 100"],
	[limits({ share: '' }), "'Signal Limits: entry 1, share' holds nothing: give it a value"],
	[{ emptyReport: 'low' }, `'Empty Report' is "low": use one of byScore, unknown`],
	[limits({ level: 'low' }), `'Signal Limits: entry 1, level' is "low": use one of medium, high`],
	[limits({ from: 2 }), "'Signal Limits: entry 1' has 'from': use only the members it knows"],
	...[5, '***', 'mixer, scam', 'mixer\nscam'].map((signal): [object, string] => [
		limits({ signal }),
		"'Signal Limits: entry 1, signal' is",
	]),
])('custom rules %j are refused', (rules, words) => {
	expect(refusal(() => custom(rules))).toContain(words);
});

it('rules are usable or refused, never half of them', () => {
	const threshold = fc.oneof(fc.integer({ min: -5, max: 110 }), fc.jsonValue());
	const limit = fc.record({
		signal: fc.oneof(fc.constantFrom('mixer', 'Sanctions'), fc.string()),
		share: threshold,
		level: fc.oneof(fc.constantFrom('medium', 'high', ' High'), fc.string()),
	});
	const rules = fc.record(
		{
			mediumRiskFrom: threshold,
			highRiskFrom: threshold,
			mediumDangerFrom: threshold,
			highDangerFrom: threshold,
			criticalSignals: fc.oneof(fc.array(fc.string()), fc.string(), fc.jsonValue()),
			signalLimits: fc.oneof(fc.array(limit), fc.jsonValue()),
		},
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(rules, fc.boolean(), (given, isWhole) => {
			let read: RiskPolicy;
			try {
				read = isWhole ? policy(given) : custom(given);
			} catch {
				refusal(() => (isWhole ? policy(given) : custom(given)));
				return;
			}
			for (const number of thresholds(read)) expect(number >= 0 && number <= 100).toBe(true);
			expect(read.mediumRiskFrom).toBeLessThanOrEqual(read.highRiskFrom);
			expect(read.mediumDangerFrom).toBeLessThanOrEqual(read.highDangerFrom);
			for (const { share, level } of read.signalLimits) {
				expect(share >= 0 && share <= 100).toBe(true);
				expect(['medium', 'high']).toContain(level);
			}
		}),
		{ seed: 7, numRuns: 1_000 },
	);
});

describe('the fingerprint', () => {
	const of = (change: Partial<RiskPolicy> = {}) =>
		makeFingerprint({ ...DEFAULT_RISK_POLICY, ...change });
	const limit = { signal: 'mixer', share: 1, level: 'high' } as const;

	it('is short, and stays the same from version to version', () => {
		expect(of()).toBe('47c851e1ed46');
	});

	it('changes with every rule', () => {
		const changed = [
			of(),
			of({ mediumRiskFrom: 24 }),
			of({ highRiskFrom: 74 }),
			of({ mediumDangerFrom: 4 }),
			of({ highDangerFrom: 24 }),
			of({ criticalSignals: ['sanctions'] }),
			of({ criticalSignals: [] }),
			of({ emptyReport: 'unknown' }),
			of({ signalLimits: [limit] }),
			of({ signalLimits: [{ ...limit, share: 2 }] }),
			of({ signalLimits: [{ ...limit, level: 'medium' }] }),
			of({ signalLimits: [{ ...limit, signal: 'scam' }] }),
		];
		expect(new Set(changed).size).toBe(changed.length);
	});

	it('does not change with order and spelling', () => {
		const scam = { signal: 'scam', share: 2, level: 'medium' } as const;
		expect(of({ criticalSignals: ['Terrorism-Financing', 'sanctions', 'childExploitation'] })).toBe(
			of(),
		);
		expect(of({ signalLimits: [limit, scam] })).toBe(of({ signalLimits: [scam, limit] }));
	});
});
