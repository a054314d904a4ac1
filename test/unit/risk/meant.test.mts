/** Reports as compliance people meet them, and the level that they expect under the presets. */
import {
	assessRisk,
	DEFAULT_RISK_POLICY,
	LENIENT,
	STRICT,
} from '../../../nodes/shared/risk/index.ts';
import type { RiskFacts, RiskPolicy } from '../../../nodes/shared/risk/index.ts';

const PRESETS = { balanced: DEFAULT_RISK_POLICY, strict: STRICT, lenient: LENIENT };

type Rules = Partial<RiskPolicy> | keyof typeof PRESETS;

const assess = (facts: Partial<RiskFacts>, rules: Rules = 'balanced') =>
	assessRisk(
		{ riskscore: 5, signals: { wallet: 1 }, outcome: 'completed', ...facts },
		typeof rules === 'string' ? PRESETS[rules] : { ...DEFAULT_RISK_POLICY, ...rules },
	);

const levelOf = (facts: Partial<RiskFacts>, rules?: Rules) => assess(facts, rules).riskLevel;

describe('a signal that nobody knows', () => {
	it.each<[object, Rules, string]>([
		[{ merchant_services: 0.3 }, 'balanced', 'unknown'],
		[{ merchant_services: 1 }, 'balanced', 'unknown'],
		[{ merchant_services: 1 }, 'lenient', 'unknown'],
		[{ merchant_services: 0.049 }, 'balanced', 'low'],
		[{ merchant_services: 0.05 }, 'balanced', 'unknown'],
		[{ merchant_services: 0.049 }, 'strict', 'unknown'],
		[{ merchant_services: 0.009 }, 'strict', 'low'],
		[{ merchant_services: 0.099 }, 'lenient', 'low'],
		[{ merchant_services: 0.03, scam: 0.02 }, 'balanced', 'unknown'],
		[{ merchant_services: 0.02, scam: 0.02 }, 'balanced', 'low'],
		[{ merchant_services: 0.03, nft_market: 0.03 }, 'balanced', 'unknown'],
		// Medium by itself, and it may be worse.
		[{ merchant_services: 0.3, scam: 0.2 }, 'balanced', 'unknown'],
		[{ merchant_services: 0.3, scam: 0.25 }, 'balanced', 'high'],
		[{ merchant_services: 0.3, sanctions: 0.001 }, 'balanced', 'high'],
		// Beyond any scale, and not readable.
		[{ merchant_services: 150 }, 'balanced', 'unknown'],
		[{ merchant_services: 'much' }, 'balanced', 'unknown'],
		// What says nothing.
		[{ other: 1 }, 'strict', 'low'],
		[{ unclassified: 1 }, 'strict', 'low'],
	])('%j under %j is %s', (signals, rules, level) => {
		expect(levelOf({ signals }, rules)).toBe(level);
	});

	it('is named by the reason that decides', () => {
		const { riskReasons, decisive } = assess({
			signals: { merchant_services: 0.3, scam: 0.02, wallet: 0.68 },
		});
		expect(riskReasons[0]).toBe(
			'Merchant services 30%: unknown to this node, 32% with the danger share, from 5%',
		);
		expect(decisive.signals).toEqual(['merchant_services']);
	});

	it('is what a limit of the user says', () => {
		const limit = (share: number, level: 'medium' | 'high') => ({
			signalLimits: [{ signal: 'service:merchant_services', share, level }],
		});
		const at = (share: number, rules: Rules) =>
			levelOf({ signals: { merchant_services: share } }, rules);
		expect(at(0.3, limit(50, 'medium'))).toBe('low');
		expect(at(0.5, limit(50, 'medium'))).toBe('medium');
		expect(at(0.5, limit(50, 'high'))).toBe('high');
	});
});

describe('a name that speaks of something critical', () => {
	it.each([
		...['ofac', 'OFAC-listed', 'O.F.A.C.', 'ofac_sdn', 'sdn', 'SDN List', 'sdn_entity'],
		...['dprk', 'dprk_hackers', 'DPRK IT workers', 'north_korea', 'North Korean', 'n_korea'],
		...['lazarus', 'Lazarus Group', 'lazarusGroup', 'iran', 'IranianExchange', 'iran-exchange'],
		...['hamas', 'hamas_funding', 'hezbollah', 'Hizbollah', 'Hezb-Allah', 'ISIL', 'isis'],
		...['isis_donations', "Democratic People's Republic of Korea"],
		...['al-qaeda', 'al_qaida', 'taliban', 'jihadist', 'extremism', 'terror', 'counter-terrorism'],
		...['blocked person', 'blocked_persons', 'blockedAddress', 'blacklist', 'black-listed'],
		...['frozen', 'frozen_funds', 'asset freeze', 'embargo', 'sanctioned', 'SANCTIONED_ENTITY'],
		...['specially designated nationals', 'denied parties', 'syria', 'cuba', 'crimea'],
		...['csam', 'child abuse', 'childAbuse', 'CSAE material', 'underage', 'minor_exploitation'],
		// Invisible signs, full width letters and letters of other alphabets.
		...['of\u200bac', 'ｄｐｒｋ', 'dрrk', 'ir\u00adan', 'Irаn', 'some irаnian', 'exchange_of_IRAN'],
	])('%s: any trace is high', (name) => {
		expect(levelOf({ signals: { [name]: 0.0001, wallet: 0.9 } })).toBe('high');
		expect(levelOf({ owner: { type: name } })).toBe('high');
	});

	it.each([
		...['crisis_fund', 'bahamas_exchange', 'miranda', 'analysis', 'wednesday', 'unfreed'],
		...['south_korea_exchange', 'incubator', 'minor_exchange', 'exchange_in_korea'],
	])('%s does not', (name) => {
		expect(levelOf({ signals: { [name]: 0.01 } })).toBe('low');
		expect(levelOf({ signals: { [name]: 1 } })).toBe('unknown');
	});

	it('follows a limit of the user like any critical signal', () => {
		const signalLimits = [{ signal: 'service:ofac_list', share: 2, level: 'high' as const }];
		const at = (share: number) => levelOf({ signals: { ofac_list: share } }, { signalLimits });
		expect([at(0.01), at(0.02)]).toEqual(['medium', 'high']);
	});
});

describe('what compliance people call suspicious', () => {
	it.each<[object, string, string, string]>([
		// balanced, strict, lenient
		[{ exchange_mlrisk_veryhigh: 1 }, 'medium', 'medium', 'medium'],
		[{ exchange_mlrisk_veryhigh: 0.25 }, 'medium', 'medium', 'low'],
		[{ exchange_mlrisk_veryhigh: 0.2499 }, 'low', 'medium', 'low'],
		[{ exchange_mlrisk_high: 0.1 }, 'low', 'medium', 'low'],
		[{ exchange_mlrisk_high: 0.0999 }, 'low', 'low', 'low'],
		[{ exchange_mlrisk_high: 0.5 }, 'medium', 'medium', 'medium'],
		[{ 'High Risk Exchange': 0.5 }, 'medium', 'medium', 'medium'],
		[{ seized_assets: 0.3 }, 'medium', 'medium', 'low'],
		[{ atm: 0.3 }, 'medium', 'medium', 'low'],
		[{ p2p_exchange_mlrisk_high: 0.3 }, 'medium', 'medium', 'low'],
		[{ p2p_exchange_mlrisk_veryhigh: 0.3 }, 'medium', 'medium', 'low'],
		[{ exchange_unlicensed: 0.88, wallet: 0.12 }, 'low', 'low', 'low'],
		[{ p2p_exchange_unlicensed: 1 }, 'low', 'low', 'low'],
		[{ exchange_mlrisk_moderate: 1 }, 'low', 'low', 'low'],
		[{ liquidity_pools: 1 }, 'low', 'low', 'low'],
	])('%j is %s, %s when strict, %s when lenient', (signals, ...levels) => {
		const all = (['balanced', 'strict', 'lenient'] as const).map((rules) =>
			levelOf({ signals }, rules),
		);
		expect(all).toEqual(levels);
	});

	it('names the signal and its limit', () => {
		expect(assess({ signals: { seized_assets: 0.3 } }).riskReasons[0]).toBe(
			'Seized assets 30%: medium from its limit of 25%',
		);
	});
});

describe('the owner of the address', () => {
	it.each<[string, Rules, string]>([
		['sanctions', 'balanced', 'high'],
		['Sanctions', 'lenient', 'high'],
		['sanctioned entity', 'balanced', 'high'],
		['terrorism_financing', 'balanced', 'high'],
		['mixer', 'balanced', 'high'],
		['dark_market', 'lenient', 'high'],
		['gambling', 'balanced', 'high'],
		['atm', 'balanced', 'medium'],
		['exchange_mlrisk_veryhigh', 'lenient', 'medium'],
		['exchange_unlicensed', 'strict', 'low'],
		['exchange_licensed', 'strict', 'low'],
		['Licensed Exchange', 'strict', 'low'],
		['wallet', 'strict', 'low'],
		['other', 'strict', 'low'],
		['unnamed_service', 'balanced', 'unknown'],
		['exchange', 'lenient', 'unknown'],
		['', 'balanced', 'unknown'],
	])('of type %j under %j makes a clean report %s', (type, rules, level) => {
		expect(levelOf({ riskscore: 3, owner: { name: 'Somebody', type } }, rules)).toBe(level);
	});

	it('follows the rules of the user', () => {
		const limit = (signal: string, share: number, level: 'medium' | 'high') =>
			levelOf(
				{ owner: { type: 'exchange_licensed' } },
				{ signalLimits: [{ signal, share, level }] },
			);
		expect(limit('exchange_licensed', 90, 'high')).toBe('high');
		expect(limit('exchange_unlicensed', 90, 'high')).toBe('low');
		const unnamed = { owner: { type: 'unnamed_service' } };
		const signalLimits = [
			{ signal: 'service:unnamed_service', share: 90, level: 'medium' as const },
		];
		expect(levelOf(unnamed, { signalLimits })).toBe('medium');
	});

	it('raises the level and never lowers it, whatever the check came to', () => {
		const owner = { type: 'sanctions' };
		for (const facts of [
			{ outcome: 'pending' as const },
			{ outcome: 'failed' as const },
			{ riskscore: null },
			{ signals: null },
			{ signals: 'x' },
		])
			expect(levelOf({ ...facts, owner })).toBe('high');
		expect(levelOf({ riskscore: 90, owner: { type: 'wallet' } })).toBe('high');
		expect(levelOf({ riskscore: 30, owner: { type: 'unnamed_service' } })).toBe('unknown');
		expect(levelOf({ riskscore: 90, owner: { type: 'unnamed_service' } })).toBe('high');
	});

	it.each<[RiskFacts['owner'], string[]]>([
		[{ name: 'Garantex', type: 'sanctions' }, ['Owner of type sanctions: any trace is high']],
		[{ type: 'mixer' }, ['Owner of type mixer: high from 25%']],
		[{ type: 'ATM' }, ['Owner of type ATM: medium from its limit of 25%']],
		[{ type: 'x_y' }, ['Owner of type x y: unknown to this node, from 5%']],
		[undefined, ['The owner was not asked for']],
		['unread', ['The owner could not be asked for']],
		['none', []],
		[{ name: 'Nobody' }, []],
		[{ type: 'wallet' }, []],
	])('%j is said so', (owner, expected) => {
		const { riskReasons } = assess({ riskscore: 3, owner });
		expect(riskReasons.filter((reason) => /owner/i.test(reason))).toEqual(expected);
	});

	it('has no words where there is no report to complete', () => {
		for (const facts of [{ outcome: 'pending' as const }, { source: 'history' as const }])
			expect(assess(facts).riskReasons.join()).not.toMatch(/owner/i);
	});
});

describe('an empty report', () => {
	const EMPTY = 'The report holds no signals';

	it.each<[Partial<RiskFacts>, Rules, string]>([
		[{ riskscore: 0, signals: {} }, 'balanced', 'low'],
		[{ riskscore: 0, signals: {} }, 'lenient', 'low'],
		[{ riskscore: 0, signals: {} }, 'strict', 'unknown'],
		[{ riskscore: 0, signals: [] }, 'strict', 'unknown'],
		[{ riskscore: '0', signals: { mixer: 0, wallet: 0 } }, 'strict', 'unknown'],
		[{ riskscore: 0, signals: {} }, { emptyReport: 'unknown' }, 'unknown'],
		[{ riskscore: 0, signals: {} }, { emptyReport: 'byScore' }, 'low'],
		[{ riskscore: 0, signals: { wallet: 1 } }, 'strict', 'low'],
		[{ riskscore: 0.5, signals: {}, scale: 'percent' }, 'strict', 'low'],
		[{ riskscore: 0, signals: null }, 'balanced', 'unknown'],
	])('%j under %j is %s', (facts, rules, level) => {
		expect(levelOf(facts, rules)).toBe(level);
	});

	it('is named at every level', () => {
		for (const riskscore of [0, 30, 90])
			for (const rules of ['balanced', 'strict'] as const)
				expect(
					assess({ riskscore, signals: {} }, rules).riskReasons.filter((one) => one === EMPTY),
				).toHaveLength(1);
	});
});
