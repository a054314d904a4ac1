/** The rules of the risk level: a preset, the credential's own, or an object in a node. */
import { describeRules, PRESETS, type RiskRules } from '../../../nodes/shared/level/index.ts';
import { parseCredentialOptions } from '../../../nodes/shared/n8n/credential.ts';
import { parseOptions } from '../../../nodes/shared/n8n/read.ts';
import { chooseRules, RISK_RULES } from '../../../nodes/shared/n8n/riskRules.ts';
import { BALANCED, NOTHING, refusal } from './support.mts';

/** The rules of a node that has the option, under a credential that says nothing. */
const readNode = (options: object, ofCredential = BALANCED as Parameters<typeof chooseRules>[1]) =>
	chooseRules(parseOptions(RISK_RULES, options, 'Options').riskRules, ofCredential);

const own = (riskRules: unknown) => readNode({ riskRules }).rules;

const ofCredential = (values: Record<string, unknown>) => parseCredentialOptions(values).riskRules;

const LIMITED = [
	...['atm', 'exchange_mlrisk_high', 'exchange_mlrisk_veryhigh'],
	...['p2p_exchange_mlrisk_high', 'p2p_exchange_mlrisk_veryhigh', 'seized_assets'],
];

it.each([
	['balanced', [25, 70, 5, 25], 25, 'low'],
	['strict', [10, 50, 1, 10], 10, 'unknown'],
	['lenient', [50, 90, 10, 50], 50, 'low'],
] as const)(
	'%s has its thresholds, in a node and in the credential',
	(name, bounds, share, empty) => {
		const rules: RiskRules = {
			mediumRiskFrom: bounds[0],
			highRiskFrom: bounds[1],
			mediumDangerFrom: bounds[2],
			highDangerFrom: bounds[3],
			signalLimits: Object.fromEntries(LIMITED.map((one) => [one, { share, level: 'medium' }])),
			emptyReport: empty,
		};
		expect(readNode({ riskRules: ` ${name.toUpperCase()} ` })).toEqual({
			source: 'node',
			name,
			rules,
			scale: 'auto',
		});
		expect(ofCredential({ riskRules: name })).toMatchObject({ source: 'credential', name, rules });
	},
);

it('a node without the option has what its credential says, and that is Balanced at first', () => {
	const strict = ofCredential({ riskRules: 'strict' });
	for (const options of [{}, { riskRules: 'credential' }])
		expect(readNode(options, strict)).toBe(strict);
	expect(parseCredentialOptions({})).toEqual({
		allowPaidChecks: true,
		riskRules: BALANCED,
	});
});

it('rules of ones own are Balanced where they say nothing, and its limits stay', () => {
	const signalLimits = {
		Mixer: { share: '1', level: 'HIGH' },
		ATM: { share: 50, level: 'medium' },
	};
	const rules = {
		...PRESETS.balanced,
		highRiskFrom: 60,
		signalLimits: {
			...PRESETS.balanced.signalLimits,
			mixer: { share: 1, level: 'high' },
			atm: { share: 50, level: 'medium' },
		},
	};
	const given = { highRiskFrom: '60', signalLimits };
	expect(readNode({ riskRules: given })).toMatchObject({ source: 'node', name: 'custom', rules });
	expect(own(JSON.stringify(given))).toEqual(rules);
	const text = JSON.stringify(signalLimits);
	expect(ofCredential({ riskRules: 'custom', highRiskFrom: 60, signalLimits: text })).toMatchObject(
		{
			source: 'credential',
			name: 'custom',
			rules,
		},
	);
	expect(ofCredential({ riskRules: 'custom', signalLimits: '{}' }).rules).toEqual(PRESETS.balanced);
	expect(ofCredential({ riskRules: 'strict', signalLimits: 'x' }).name).toBe('strict');
});

it.each([
	[{ highRiskFrom: 101 }, 'highRiskFrom'],
	[{ mediumDangerFrom: -1 }, 'mediumDangerFrom'],
	[{ highDangerFrom: 'much' }, 'highDangerFrom'],
	[{ mediumRiskFrom: 80 }, "'Risk Rules: highRiskFrom' (70)"],
	[{ mediumDangerFrom: 30 }, "'Risk Rules: highDangerFrom' (25)"],
	[{ highRisk: 1 }, 'highRisk'],
	[{ signalLimits: { mixr: { share: 1, level: 'high' } } }, "'mixr'"],
	[{ signalLimits: { mixer: { share: 1 } } }, 'mixer'],
	[{ signalLimits: { mixer: { share: 1, level: 'low' } } }, 'mixer'],
	[{ signalLimits: { mixer: { share: '', level: 'high' } } }, 'mixer'],
	[{ signalLimits: { mixer: { share: 1, level: 'high', from: 2 } } }, 'from'],
	[{ signalLimits: 'mixer' }, 'signalLimits'],
	[{}, 'Risk Rules'],
	['{ 20 }', 'Risk Rules'],
	['{}', 'Risk Rules'],
	['custom', 'Risk Rules'],
	['hard', 'balanced'],
	[20, 'Risk Rules'],
	...NOTHING.map((nothing): [unknown, string] => [{ highRiskFrom: nothing }, 'highRiskFrom']),
	...NOTHING.map((nothing): [unknown, string] => [nothing, 'Risk Rules']),
])('%j is refused, and the words name %s', (riskRules, words) => {
	expect(refusal(() => own(riskRules))).toContain(words);
});

it.each<[Record<string, unknown>, string]>([
	[{ riskRules: '' }, 'Risk Rules in the credential'],
	[{ riskRules: 'expression' }, 'Risk Rules in the credential'],
	[{ riskRules: 'custom', highRiskFrom: '' }, 'High Risk From in the credential'],
	[{ riskRules: 'custom', mediumRiskFrom: 90 }, 'High Risk From in the credential'],
	[{ riskRules: 'custom', signalLimits: '' }, 'Signal Limits in the credential'],
	[{ riskRules: 'custom', signalLimits: '{ "mixr": 1 }' }, 'Signal Limits in the credential'],
	[{ riskRules: 'custom', riskPolicy: '{ "highRiskFrom": 40 }' }, 'Risk Policy'],
	[{ allowPaidChecks: '' }, 'Allow Paid Checks in the credential'],
	[{ allowPaidChecks: 'maybe' }, 'Allow Paid Checks in the credential'],
])('the credential %j is refused', (values, words) => {
	expect(refusal(() => parseCredentialOptions(values))).toContain(words);
});

it('the fingerprint changes with each rule, and not with the order of the limits', () => {
	const print = (more: Partial<RiskRules>) =>
		describeRules({ ...BALANCED, rules: { ...PRESETS.balanced, ...more } }).fingerprint;
	const { atm, ...others } = PRESETS.balanced.signalLimits;
	const changes: Array<Partial<RiskRules>> = [
		{},
		{ mediumRiskFrom: 26 },
		{ highRiskFrom: 71 },
		{ mediumDangerFrom: 6 },
		{ highDangerFrom: 26 },
		{ emptyReport: 'unknown' },
		{ signalLimits: others },
		{ signalLimits: { ...others, atm: { share: 24, level: 'medium' } } },
		{ signalLimits: { ...others, atm: { share: 25, level: 'high' } } },
	];
	expect(new Set(changes.map(print)).size).toBe(changes.length);
	expect(print({ signalLimits: { ...others, atm: atm! } })).toBe(print({}));
});
