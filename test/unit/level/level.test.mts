/** The level of a report under rules, as compliance people expect it. */
import { readFileSync } from 'node:fs';
import { parseOwner, type OwnerReading } from '../../../nodes/shared/level/index.ts';
import { judgeSent, levelOf, type Rules, type Sent } from './support.mts';

interface MeantRow {
	note?: string;
	given: { signals: object; score: number; rules?: 'strict'; counterparty?: unknown };
	expect: { level: string };
}

const MEANT = JSON.parse(
	readFileSync(new URL('./meant.json', import.meta.url), 'utf8'),
) as MeantRow[];

it.each(MEANT)('$note $given is $expect.level', ({ given, expect: { level } }) => {
	const { signals, score, rules, counterparty } = given;
	const known = parseOwner(counterparty);
	const owner: OwnerReading = counterparty === 503 ? 'unread' : known ? [known] : [];
	expect(levelOf({ signals, score, owner }, rules)).toBe(level);
});

/** Name, levels under Balanced, Strict and Lenient, score, and shares; what is not listed is 0. */
const RECORDED = [
	'Crystal, deposit | medium high medium | 0.319 | exchange_fraudulent 0.028, exchange_licensed 0.217, exchange_unlicensed 0.147, gambling 0.003, liquidity_pools 0.003, other 0.27, p2p_exchange_unlicensed 0.153, payment 0.004, scam 0.021, stolen_coins 0.144, wallet 0.008',
	'Crystal, address | medium medium low | 0.304 | exchange_licensed 0.517, exchange_unlicensed 0.096, liquidity_pools 0.012, other 0.102, p2p_exchange_unlicensed 0.271',
	'GetBlock, address | high high high | 50.8 | exchange_licensed 0.6293, p2p_exchange_unlicensed 0.0001, sanctions 0.0005',
	'Alfabit, address | high high high | 45 | dark_market 0.108, enforcement_action 0.009, gambling 0.004, illegal_service 0.002, miner 0.001, mixer 0.001, other 0.002, payment 0.006, sanctions 0.013, wallet 0.002, exchange_licensed 0.792',
	'ChainVet 1 | unknown unknown unknown | - | other 0.601, wallet 0.003, marketplace 0.003, liquidity_pools 0.019, exchange_licensed 0.045, exchange_unlicensed 0.004, p2p_exchange_unlicensed 0.324',
	'ChainVet 2 | high high high | - | other 0.404, payment 0.014, sanctions 0.002, exchange_licensed 0.562, exchange_unlicensed 0.017',
	'ChainVet 3 | unknown unknown unknown | - | mixer 0.005, other 0.006, payment 0.004, stolen_coins 0.002, exchange_licensed 0.097, enforcement_action 0.001, exchange_unlicensed 0.884',
	'ChainVet 4 | unknown unknown unknown | - | other 0.444, wallet 0.054, marketplace 0.041, stolen_coins 0.004, liquidity_pools 0.041, exchange_licensed 0.028, exchange_unlicensed 0.006, p2p_exchange_unlicensed 0.379',
	'ChainVet 5 | unknown unknown unknown | - | atm 0.001, miner 0.007, mixer 0.003, other 0.011, wallet 0.011, payment 0.027, gambling 0.02, dark_market 0.006, stolen_coins 0.001, exchange_licensed 0.769, enforcement_action 0.012, exchange_unlicensed 0.122, p2p_exchange_licensed 0.003, p2p_exchange_unlicensed 0.003',
	'AMLBot, address, 2020 | medium high medium | 0.35 | dark_service 0.001, dark_market 0.019, gambling 0.107, mixer 0.006, exchange_mlrisk_high 0.288',
	'AMLBot, transaction, 2020 | medium medium unknown | 0.323 |',
	'Made up: clean | low low low | 3 | exchange_licensed 0.9, wallet 0.1',
	'Made up: a fifth stolen | medium high medium | 20 | stolen_coins 0.2, exchange_licensed 0.8',
	'Made up: a trace of sanctions | high high high | 2 | sanctions 0.000001, exchange_licensed 0.999999',
	'Made up: a trace of dark service | medium medium medium | 20 | dark_service 0.049, wallet 0.951',
].map((row) => row.split('|').map((cell) => cell.trim()));

it.each(RECORDED)(
	'%s is %s under Balanced, Strict and Lenient',
	(_, levels, score, listed = '') => {
		const shares = listed.split(', ').map((signal) => signal.split(' '));
		const signals =
			listed === ''
				? null
				: Object.fromEntries(shares.map(([signal, share]) => [signal, Number(share)]));
		const sent = { score: score === '-' ? null : Number(score), signals };
		const found = (['balanced', 'strict', 'lenient'] as const).map((rules) => levelOf(sent, rules));
		expect(found.join(' ')).toBe(levels);
	},
);

describe('the score', () => {
	it.each<[unknown, Sent['scale'], string]>([
		[24.99, 'auto', 'low'],
		[25, 'auto', 'medium'],
		['69.9', 'auto', 'medium'],
		[70, 'auto', 'high'],
		[0.3, 'auto', 'medium'],
		[0.7, 'fraction', 'high'],
		[0.7, 'percent', 'low'],
		[1, 'auto', 'unknown'],
		['1', 'auto', 'unknown'],
		[1, 'percent', 'low'],
		[1, 'fraction', 'high'],
		[null, 'auto', 'unknown'],
		['', 'auto', 'unknown'],
		[1.5, 'fraction', 'unknown'],
		[100.1, 'auto', 'unknown'],
		[-1, 'auto', 'unknown'],
		['5 %', 'auto', 'unknown'],
		['0,5', 'auto', 'unknown'],
		[true, 'auto', 'unknown'],
		[[50], 'auto', 'unknown'],
	])('%j on the scale %s is %s', (score, scale, level) => {
		expect(levelOf({ score, scale })).toBe(level);
	});

	it('is missing where there is none to rely on', () => {
		for (const score of [null, 1, 'x', 101]) expect(judgeSent({ score }).riskScore).toBeUndefined();
		expect(judgeSent({ score: 0.29 })).toMatchObject({ riskScore: 29, rawRiskScore: 0.29 });
	});
});

describe('signals are all fractions or all percents', () => {
	it.each<[unknown, string]>([
		[{ wallet: 100 }, 'low'],
		[{ wallet: 60, mixer: 40 }, 'high'],
		[{ wallet: '0.97', mixer: '0.03' }, 'low'],
		[{ wallet: 0.99, mixer: 0.02 }, 'low'],
		[{ wallet: 0.99, mixer: 0.03 }, 'unknown'],
		[{ wallet: 1.0000000000000002 }, 'low'],
		[{ wallet: 1.0000001, exchange_licensed: 0.9, mixer: 0.3 }, 'unknown'],
		[{ wallet: 1, exchange_licensed: 0.9, mixer: 0.3 }, 'unknown'],
		[{ mixer: 5 }, 'unknown'],
		[{ wallet: 98, mixer: 1 }, 'low'],
		[{ wallet: 98.5, mixer: 3 }, 'unknown'],
		[{ sanctions: 0.5, mixer: 'a lot' }, 'unknown'],
		[{ wallet: 1, mixer: null }, 'unknown'],
		[{ wallet: 1, mixer: -0.1 }, 'unknown'],
		[{ wallet: 150 }, 'unknown'],
		[[], 'unknown'],
		['clean', 'unknown'],
		[null, 'unknown'],
		[undefined, 'unknown'],
		[{ wallet: 1, sanctions: '1e-400' }, 'high'],
	])('%j: %s', (signals, level) => expect(levelOf({ signals })).toBe(level));

	it.each([undefined, null, 'x', [], 5])('a report that is %j can not be read', (report) => {
		const sent = { report } as Sent;
		expect(judgeSent(sent)).toMatchObject({
			riskLevel: 'unknown',
			riskReasons: ["The report can't be read"],
		});
	});
});

describe('a signal that nobody knows never decides alone', () => {
	it.each<[object, Rules, string]>([
		[{ merchant_services: 1 }, 'lenient', 'unknown'],
		[{ merchant_services: 0.049, wallet: 0.9 }, 'balanced', 'low'],
		[{ merchant_services: 0.05 }, 'balanced', 'unknown'],
		[{ merchant_services: 0.009 }, 'strict', 'low'],
		[{ merchant_services: 0.03, scam: 0.02 }, 'balanced', 'unknown'],
		[{ merchant_services: 0.3, scam: 0.25 }, 'balanced', 'high'],
		[{ merchant_services: 0.3, sanctions: 0.001 }, 'balanced', 'high'],
		[{ other: 0.4, transparent: 0.3, unnamed_service: 0.3 }, 'strict', 'low'],
	])('%j under %j is %s', (signals, rules, level) => {
		expect(levelOf({ signals }, rules)).toBe(level);
	});

	it.each([
		...['ofac', 'OFAC-listed', 'ofac_sdn', 'SDN List', 'dprk_hackers', 'DPRK IT workers'],
		...['Lazarus Group', 'iran', 'IranianExchange', 'hamas_funding', 'Hezbollah', 'embargo'],
		...['terror', 'counter-terrorism', 'TERRORIST', 'csam', 'childAbuse', 'child abuse material'],
		...['Sanctions', 'SANCTIONED_ENTITY', 'terrorism-financing', 'childExploitation'],
	])('but %s speaks of something critical', (name) => {
		expect(levelOf({ signals: { [name]: 0.0001, wallet: 0.9 } })).toBe('high');
		expect(judgeSent({ owner: [{ type: name }] })).toMatchObject({
			riskLevel: 'high',
			isCritical: true,
		});
	});

	it.each(['bahamas_exchange', 'miranda', 'wednesday', 'south_korea_exchange', 'constructor', ''])(
		'%j does not',
		(name) => expect(levelOf({ signals: JSON.parse(`{"${name}": 1}`) as object })).toBe('unknown'),
	);
});

it.each<[object, string, string, string]>([
	[{ exchange_mlrisk_veryhigh: 1 }, 'medium', 'medium', 'medium'],
	[{ exchange_mlrisk_veryhigh: 0.2499, wallet: 0.7 }, 'low', 'medium', 'low'],
	[{ 'High Risk Exchange': 0.5 }, 'medium', 'medium', 'medium'],
	[{ atm: 0.3 }, 'medium', 'medium', 'low'],
	[{ p2p_exchange_mlrisk_high: 0.3 }, 'medium', 'medium', 'low'],
	[{ exchange_mlrisk_moderate: 1 }, 'low', 'low', 'low'],
	[{ liquidity_pools: 1 }, 'low', 'low', 'low'],
	[{ p2p_exchange_unlicensed: 1 }, 'low', 'low', 'low'],
])('suspicious: %j is %s, %s when strict, %s when lenient', (signals, ...levels) => {
	const rules = ['balanced', 'strict', 'lenient'] as const;
	expect(rules.map((one) => levelOf({ signals }, one))).toEqual(levels);
});

describe('a limit', () => {
	it.each<[string, number, 'medium' | 'high', object, string]>([
		['mixer', 1, 'high', { mixer: 0.01 }, 'high'],
		['mixer', 1, 'high', { mixer: 0.0099 }, 'low'],
		['mixer', 0, 'medium', { Mixer: 0.0001 }, 'medium'],
		['wallet', 50, 'high', { wallet: 0.6 }, 'high'],
		// It only raises.
		['sanctions', 5, 'medium', { sanctions: 0.01 }, 'high'],
		['dark_service', 5, 'high', { dark_service: 0.01 }, 'medium'],
	])('%s from %i%% %s: %j is %s', (name, share, level, signals, expected) => {
		expect(levelOf({ signals }, { signalLimits: { [name]: { share, level } } })).toBe(expected);
	});
});

describe('the owner', () => {
	it.each<[object, Rules, string]>([
		[{ type: 'Sanctions' }, 'lenient', 'high'],
		[{ type: 'dark_market' }, 'lenient', 'high'],
		[{ type: 'dark_service' }, 'lenient', 'high'],
		[{ type: 'atm' }, 'lenient', 'medium'],
		[{ type: 'exchange_unlicensed' }, 'strict', 'low'],
		[{ type: 'Licensed Exchange' }, 'strict', 'low'],
		[{ type: 'exchange' }, 'strict', 'low'],
		[{ type: 'p2p_exchange' }, 'strict', 'low'],
		[{ type: 'bridge' }, 'strict', 'low'],
		[{ type: 'unnamed_service' }, 'strict', 'low'],
		[{ type: 'gift_shop' }, 'lenient', 'unknown'],
		[{ name: 'Somebody' }, 'lenient', 'unknown'],
		[{ type: ['sanctions'] }, 'lenient', 'unknown'],
		[['Somebody'], 'lenient', 'unknown'],
		[{}, 'strict', 'low'],
		[{ name: null, type: '', slug: null }, 'strict', 'low'],
		[{ type: 'wallet' }, { signalLimits: { wallet: { share: 90, level: 'high' } } }, 'high'],
	])('%j under %j makes a clean report %s', (counterparty, rules, level) => {
		const owner = parseOwner(counterparty);
		expect(levelOf({ owner: owner ? [owner] : [] }, rules)).toBe(level);
	});

	it('is the worst of several', () => {
		const owner = ['wallet', 'atm', 'sanctions', 'gift_shop'].map((type) => ({ type }));
		expect(judgeSent({ owner })).toMatchObject({ riskLevel: 'high', owner: { type: 'sanctions' } });
		expect(levelOf({ owner: owner.filter(({ type }) => type !== 'sanctions') })).toBe('unknown');
	});

	it('that nobody could ask for is a gap: not low, and nothing else', () => {
		const levels = [5, 40, 90].map((score) => levelOf({ score, owner: 'unread' }));
		expect(levels).toEqual(['unknown', 'medium', 'high']);
	});

	it('that nobody asks for is none', () => expect(levelOf({ owner: undefined })).toBe('low'));
});

it.each<[Sent, Rules, string]>([
	[{ score: 0, signals: {} }, 'balanced', 'low'],
	[{ score: 0, signals: {} }, 'lenient', 'low'],
	[{ score: 0, signals: { mixer: 0, wallet: 0 } }, 'strict', 'unknown'],
	[{ score: 3, signals: {} }, 'strict', 'low'],
	[{ score: 0, signals: null }, 'lenient', 'unknown'],
	[{ score: 30, signals: null }, 'balanced', 'medium'],
	[{ score: 5, signals: undefined, source: 'history' }, 'lenient', 'unknown'],
	[{ score: 80, signals: undefined, source: 'history' }, 'balanced', 'high'],
	[{ score: 80, status: 'PROCESSING' }, 'balanced', 'unknown'],
	[{ score: 80, status: 'FAILED', owner: [{ type: 'sanctions' }] }, 'balanced', 'unknown'],
	[{ doubt: 'The report is about another target' }, 'balanced', 'unknown'],
	[{ score: 40, doubt: 'The report is about another target' }, 'balanced', 'unknown'],
	[{ score: 90, doubt: 'The report is about another target' }, 'balanced', 'high'],
])('%j under %s is %s', (sent, rules, level) => expect(levelOf(sent, rules)).toBe(level));
