import {
	DEFAULT_RISK_POLICY,
	describePolicy,
	parseRiskPolicy,
} from '../../../nodes/shared/risk/index.ts';

const refusal = (options: Parameters<typeof parseRiskPolicy>[0]) => {
	const parsed = parseRiskPolicy(options);
	return 'refusal' in parsed ? parsed.refusal : undefined;
};

describe('nothing means the default', () => {
	it.each([[undefined], [null], [''], ['  ']])('for every option that is %p', (nothing) => {
		expect(
			parseRiskPolicy({
				riskScoreScale: nothing,
				mediumRiskFrom: nothing,
				highRiskFrom: nothing,
				criticalSignals: nothing,
			}),
		).toEqual({ policy: DEFAULT_RISK_POLICY });
	});

	it('for every option that is not there', () => {
		expect(parseRiskPolicy({})).toEqual({ policy: DEFAULT_RISK_POLICY });
	});

	it('and the default is 25, 75, auto and three signals', () => {
		expect(DEFAULT_RISK_POLICY).toEqual({
			riskScoreScale: 'auto',
			mediumRiskFrom: 25,
			highRiskFrom: 75,
			criticalSignals: ['child_exploitation', 'sanctions', 'terrorism_financing'],
		});
	});
});

describe('what is usable', () => {
	it.each([
		[
			{ mediumRiskFrom: '30', highRiskFrom: ' 70.5 ' },
			{ mediumRiskFrom: 30, highRiskFrom: 70.5 },
		],
		[
			{ mediumRiskFrom: 0, highRiskFrom: 100 },
			{ mediumRiskFrom: 0, highRiskFrom: 100 },
		],
		[{ mediumRiskFrom: 75 }, { mediumRiskFrom: 75 }],
		[{ mediumRiskFrom: -0 }, { mediumRiskFrom: 0 }],
		[{ riskScoreScale: 'percent' }, { riskScoreScale: 'percent' }],
		[{ riskScoreScale: ' Fraction ' }, { riskScoreScale: 'fraction' }],
		[{ criticalSignals: [] }, { criticalSignals: [] }],
		[{ criticalSignals: ['mixer', 'Mixer', 'new one'] }, { criticalSignals: ['mixer', 'new one'] }],
		[
			{ criticalSignals: 'Sanctions, terrorism-financing,' },
			{ criticalSignals: ['sanctions', 'terrorism_financing'] },
		],
	])('%j', (options, expected) => {
		expect(parseRiskPolicy(options)).toEqual({ policy: { ...DEFAULT_RISK_POLICY, ...expected } });
	});
});

describe('what is refused', () => {
	it.each([
		[
			{ mediumRiskFrom: 'low' },
			"'Medium Risk From' is the text 'low'. Use a number from 0 to 100, or leave it empty for 25.",
		],
		[{ mediumRiskFrom: -1 }, "'Medium Risk From' is -1. Use"],
		[
			{ highRiskFrom: 100.5 },
			"'High Risk From' is 100.5. Use a number from 0 to 100, or leave it empty for 75.",
		],
		[{ highRiskFrom: NaN }, "'High Risk From' is NaN. Use"],
		[{ highRiskFrom: Infinity }, "'High Risk From' is Infinity. Use"],
		[{ highRiskFrom: true }, "'High Risk From' is true. Use"],
		[{ highRiskFrom: [75] }, "'High Risk From' is a list. Use"],
		[{ highRiskFrom: {} }, "'High Risk From' is an object. Use"],
		[{ mediumRiskFrom: 76 }, "'Medium Risk From' (76) is above 'High Risk From' (75). Set"],
		[{ highRiskFrom: '20' }, "'Medium Risk From' (25) is above 'High Risk From' (20). Set"],
		[
			{ riskScoreScale: 'permille' },
			"'Risk Score Scale' is the text 'permille'. Use 'auto', 'percent' or 'fraction'",
		],
		[{ riskScoreScale: 1 }, "'Risk Score Scale' is 1. Use"],
		[{ criticalSignals: 5 }, "'Critical Signals' is 5. Use signal names"],
		[{ criticalSignals: { sanctions: true } }, "'Critical Signals' is an object. Use"],
		[
			{ criticalSignals: ['sanctions', 5] },
			"'Critical Signals' holds something that is no text. Use",
		],
		[{ criticalSignals: [''] }, "'Critical Signals' holds something that is no name. Use"],
		[{ criticalSignals: ' , ,' }, "'Critical Signals' holds something that is no name. Use"],
		[
			{ criticalSignals: ['sanctions', '***'] },
			"'Critical Signals' holds something that is no name. Use",
		],
	])('%j', (options, message) => {
		const refused = refusal(options);
		expect(refused).toContain(message);
		expect(refused).not.toMatch(/error|problem|failure|mistake|invalid/i);
	});
});

describe('describePolicy', () => {
	it('gives a copy that is safe to put into an item', () => {
		const described = describePolicy(DEFAULT_RISK_POLICY);
		expect(described).toEqual(DEFAULT_RISK_POLICY);
		described.criticalSignals.push('x');
		expect(DEFAULT_RISK_POLICY.criticalSignals).toHaveLength(3);
	});
});
