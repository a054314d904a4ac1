import {
	DEFAULT_RISK_POLICY,
	describePolicy,
	fingerprintOf,
	readRiskPolicy,
	unlistedSignals,
	type RiskPolicy,
} from '../../../nodes/shared/risk/index.ts';
import type { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';

const refusal = (options: Parameters<typeof readRiskPolicy>[0]) => {
	try {
		readRiskPolicy(options);
	} catch (thrown) {
		const { kind, charged, message, description } = thrown as AmlCheckError;
		expect({ kind, charged }).toEqual({ kind: 'configuration', charged: false });
		return `${message}. ${description}`;
	}
	return undefined;
};

const LABELS = {
	riskScoreScale: 'Risk Score Scale',
	mediumRiskFrom: 'Medium Risk From',
	highRiskFrom: 'High Risk From',
	mediumDangerFrom: 'Medium Danger From (%)',
	highDangerFrom: 'High Danger From (%)',
	criticalSignals: 'Critical Signals',
	signalLimits: 'Signal Limits',
};

describe('what is not there', () => {
	it('means the default', () => {
		expect(readRiskPolicy({})).toEqual(DEFAULT_RISK_POLICY);
	});

	it('which is 25, 75, 5, 25, auto and three signals', () => {
		expect(DEFAULT_RISK_POLICY).toEqual({
			riskScoreScale: 'auto',
			mediumRiskFrom: 25,
			highRiskFrom: 75,
			mediumDangerFrom: 5,
			highDangerFrom: 25,
			criticalSignals: ['child_exploitation', 'sanctions', 'terrorism_financing'],
			signalLimits: [],
		});
	});
});

describe('what is there and holds nothing', () => {
	const nothings: Array<[unknown]> = [[undefined], [null], [''], ['  '], [{}]];

	it.each(nothings)('is refused, by its name: %j', (nothing) => {
		for (const [key, label] of Object.entries(LABELS)) {
			const message = `'${label}' holds nothing: give it a value or remove it.`;
			expect(refusal({ [key]: nothing })).toContain(message);
		}
	});

	it.each(nothings)('is refused in a policy too: %j', (nothing) => {
		expect(refusal({ riskPolicy: nothing })).toContain(
			"'Risk Policy' holds nothing: give it a value or remove it.",
		);
		for (const key of Object.keys(LABELS)) {
			const message = `'Risk Policy: ${key}' holds nothing: give it a value or remove it.`;
			expect(refusal({ riskPolicy: { [key]: nothing } })).toContain(message);
		}
	});
});

describe('a policy in one value', () => {
	const rules = {
		mediumRiskFrom: '20',
		highDangerFrom: 10,
		criticalSignals: 'sanctions,mixer',
		signalLimits: [{ signal: 'Sanctions', share: '0.1', level: 'High' }],
	};
	const expected = {
		...DEFAULT_RISK_POLICY,
		mediumRiskFrom: 20,
		highDangerFrom: 10,
		criticalSignals: ['sanctions', 'mixer'],
		signalLimits: [{ signal: 'sanctions', share: 0.1, level: 'high' }],
	};

	it('may be an object or a JSON text, and means the same as the single options', () => {
		expect(readRiskPolicy({ riskPolicy: rules })).toEqual(expected);
		expect(readRiskPolicy({ riskPolicy: ` ${JSON.stringify(rules)} ` })).toEqual(expected);
		expect(readRiskPolicy(rules)).toEqual(expected);
	});

	it('may be what the output shows', () => {
		const riskPolicy = describePolicy(expected as RiskPolicy);
		expect(readRiskPolicy({ riskPolicy })).toEqual(expected);
	});

	it('names signals as the service spells them, and unknown ones as they are, trimmed', () => {
		const limit = { share: 1, level: 'high' };
		const signalLimits = [
			{ ...limit, signal: 'Dark Market' },
			{ ...limit, signal: ' Brand new ' },
		];
		const policy = readRiskPolicy({ riskPolicy: { signalLimits } });
		expect(policy.signalLimits.map(({ signal }) => signal)).toEqual(['dark_market', 'Brand new']);
	});

	it('may hold an empty list, which says that there is none', () => {
		const riskPolicy = { criticalSignals: [], signalLimits: [] };
		expect(readRiskPolicy({ riskPolicy })).toEqual({ ...DEFAULT_RISK_POLICY, criticalSignals: [] });
	});

	it.each<[unknown, string]>([
		['{ "mediumRiskFrom": 20', `'Risk Policy' is "{ \\"mediumRiskFrom\\": 20". Use an object`],
		['[20]', `'Risk Policy' is "[20]". Use an object`],
		['20', `'Risk Policy' is "20". Use an object`],
		[true, "'Risk Policy' is true. Use an object"],
		['null', `'Risk Policy' is "null". Use an object`],
		[
			{ mediumRiskForm: 20, x: 1 },
			"'Risk Policy' has 'mediumRiskForm', 'x'. Use only criticalSignals, highDangerFrom,",
		],
		[{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, "'Risk Policy' has 'a', 'b', 'c', 'd', 'e'. Use only"],
		[{ fingerprint: 'other' }, 'Restore the rules, or remove the fingerprint after a change'],
		[JSON.parse('{"__proto__": 1}'), "'Risk Policy' has 'proto'. Use only"],
		[{ constructor: 1 }, "'Risk Policy' has 'constructor'. Use only"],
		[{ highRiskFrom: 101 }, "'Risk Policy: highRiskFrom' is 101. Use a number from 0 to 100"],
		[
			{ mediumDangerFrom: 30 },
			"'Risk Policy: mediumDangerFrom' (30) is above 'Risk Policy: highDangerFrom' (25). Set",
		],
		[{ riskScoreScale: 'x' }, `'Risk Policy: riskScoreScale' is "x". Use`],
		[{ criticalSignals: 5 }, "'Risk Policy: criticalSignals' is 5. Use"],
		[
			{
				signalLimits: [
					{ signal: 'mixer', share: 1, level: 'high' },
					{ share: 1, level: 'high' },
				],
			},
			"'Risk Policy: signalLimits, limit 2: signal' holds nothing: give it a value",
		],
		[{ fingerprint: 'abc' }, "'Risk Policy: fingerprint' is not that of these rules, which is"],
	])('is refused as %j', (riskPolicy, message) => {
		expect(refusal({ riskPolicy })).toContain(message);
		expect(refusal({ riskPolicy })).not.toMatch(/error|problem|failure|mistake|invalid/i);
	});

	it('stands alone', () => {
		expect(refusal({ riskPolicy: rules, highRiskFrom: 80, criticalSignals: [] })).toBe(
			"'Risk Policy' and 'Critical Signals', 'High Risk From' are both set. Remove one of them: Risk Policy holds all rules of the risk level.",
		);
	});
});

describe('the fingerprint', () => {
	const of = (change: Partial<RiskPolicy> = {}) =>
		fingerprintOf({ ...DEFAULT_RISK_POLICY, ...change });
	const limit = { signal: 'mixer', share: 1, level: 'high' } as const;

	it('is short, and stays the same from version to version', () => {
		expect(of()).toBe('7b78b6105bb2');
	});

	it('changes with every rule', () => {
		const changed = [
			of(),
			of({ riskScoreScale: 'percent' }),
			of({ mediumRiskFrom: 24 }),
			of({ highRiskFrom: 74 }),
			of({ mediumDangerFrom: 4 }),
			of({ highDangerFrom: 24 }),
			of({ criticalSignals: ['sanctions'] }),
			of({ criticalSignals: [] }),
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
		// Taken for one name, they would leave no sanctions among the critical signals.
		...['Sanctions; mixer', 'sanctions\nmixer', 'sanctions | mixer'].map(
			(criticalSignals): [object, object] => [
				{ criticalSignals },
				{ criticalSignals: ['sanctions', 'mixer'] },
			],
		),
	])('%j', (options, expected) => {
		expect(readRiskPolicy(options)).toEqual({ ...DEFAULT_RISK_POLICY, ...expected });
	});
});

describe('what is refused', () => {
	it.each([
		[
			{ mediumRiskFrom: 'low' },
			`'Medium Risk From' is "low". Use a number from 0 to 100, or remove it for 25.`,
		],
		[{ mediumRiskFrom: -1 }, "'Medium Risk From' is -1. Use"],
		[
			{ highRiskFrom: 100.5 },
			"'High Risk From' is 100.5. Use a number from 0 to 100, or remove it for 75.",
		],
		[{ highRiskFrom: NaN }, "'High Risk From' is NaN. Use"],
		[{ highRiskFrom: Infinity }, "'High Risk From' is Infinity. Use"],
		[{ highRiskFrom: true }, "'High Risk From' is true. Use"],
		[{ highRiskFrom: [75] }, "'High Risk From' is [75]. Use"],
		[{ highRiskFrom: { a: 1 } }, `'High Risk From' is {"a":1}. Use`],
		[{ highDangerFrom: 101 }, "'High Danger From (%)' is 101. Use a number from 0 to 100"],
		[
			{ mediumDangerFrom: 26 },
			"'Medium Danger From (%)' (26) is above 'High Danger From (%)' (25). Set",
		],
		[{ mediumRiskFrom: 76 }, "'Medium Risk From' (76) is above 'High Risk From' (75). Set"],
		[{ highRiskFrom: '20' }, "'Medium Risk From' (25) is above 'High Risk From' (20). Set"],
		[
			{ riskScoreScale: 'permille' },
			`'Risk Score Scale' is "permille". Use one of auto, percent, fraction, or remove it for auto.`,
		],
		[{ riskScoreScale: 1 }, "'Risk Score Scale' is 1. Use"],
		[{ criticalSignals: 5 }, "'Critical Signals' is 5. Use signal names"],
		[
			{ criticalSignals: { sanctions: true } },
			`'Critical Signals' is {"sanctions":true}. Use signal names`,
		],
		[
			{ criticalSignals: ['sanctions', 5] },
			`'Critical Signals' is ["sanctions",5]. Use signal names`,
		],
		[
			{ signalLimits: 'mixer' },
			"'Signal Limits' is not a list of limits, each with 'signal', 'share' and 'level'. Use",
		],
		[{ signalLimits: { limit: 5 } }, "'Signal Limits' is not a list of limits"],
		[{ signalLimits: ['mixer'] }, "'Signal Limits, limit 1' is no object. Use an object"],
		[
			{ signalLimits: { limit: [{ signal: 'mixer', share: 101, level: 'high' }] } },
			"'Signal Limits, limit 1: share' is 101. Use a number from 0 to 100, or remove the limit.",
		],
		[
			{ signalLimits: [{ signal: 'mixer', share: '', level: 'high' }] },
			"'Signal Limits, limit 1: share' holds nothing: give it a value or remove it",
		],
		[
			{ signalLimits: [{ signal: 'mixer', share: 1, level: 'low' }] },
			`'Signal Limits, limit 1: level' is "low". Use one of medium, high, or remove the limit.`,
		],
		[
			{ signalLimits: [{ signal: 'mixer', share: 1, level: 'high', from: 2 }] },
			"'Signal Limits, limit 1' has 'from'. Use an object with 'signal', 'share' and 'level', and nothing else.",
		],
		...[5, '***', 'mixer, scam', 'mixer\nscam'].map((signal): [object, string] => [
			{ signalLimits: [{ signal, share: 1, level: 'high' }] },
			"'Signal Limits, limit 1: signal' is no name. Use the name of a signal such as 'mixer'.",
		]),
		[{ criticalSignals: [''] }, `'Critical Signals' is [""]. Use`],
		[{ criticalSignals: ' , ,' }, `'Critical Signals' is " , ,". Use`],
		[
			{ criticalSignals: ['sanctions', '***'] },
			"'Critical Signals' holds '', which is no name. Use",
		],
	])('%j', (options, message) => {
		const refused = refusal(options);
		expect(refused).toContain(message);
		expect(refused).not.toMatch(/error|problem|failure|mistake|invalid/i);
	});
});

describe('describePolicy', () => {
	it('gives a copy that is safe to put into an item', () => {
		const limited = {
			...DEFAULT_RISK_POLICY,
			signalLimits: [{ signal: 'mixer', share: 1, level: 'high' as const }],
		};
		const described = describePolicy(limited);
		expect(described).toEqual({ fingerprint: fingerprintOf(limited), ...limited });
		described.criticalSignals.push('x');
		described.signalLimits[0]!.share = 9;
		expect(DEFAULT_RISK_POLICY.criticalSignals).toHaveLength(3);
		expect(limited.signalLimits[0]!.share).toBe(1);
	});
});

describe('names that the documentation does not list', () => {
	it('are found in both rules, and none among those that it does', () => {
		const policy = readRiskPolicy({
			criticalSignals: ['Dark Market', 'sanctons', 'mixer'],
			signalLimits: [
				{ signal: 'scam', share: 1, level: 'high' },
				{ signal: 'steeling', share: 1, level: 'high' },
			],
		});
		expect(unlistedSignals(policy)).toEqual(['sanctons', 'steeling']);
		expect(unlistedSignals(DEFAULT_RISK_POLICY)).toEqual([]);
	});
});
