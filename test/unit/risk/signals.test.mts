/** How the map of signals is read. */
import { SIGNAL_NAMES, type SignalGroup } from '../../../nodes/shared/risk/index.ts';
import { assess } from './samples.mts';

describe('signals', () => {
	it('keeps those above zero, largest first, ties by name, with group and share', () => {
		const signals = {
			wallet: 0.5,
			scam: 0.1,
			atm: 0.1,
			gambling: 0,
			brand_new: '0.25',
			mixer: 0.05,
		};
		expect(assess({ signals }).signals).toEqual([
			{ name: 'wallet', group: 'trusted', share: 50, value: 0.5 },
			{ name: 'brand_new', group: 'unclassified', share: 25, value: 0.25 },
			{ name: 'atm', group: 'suspicious', share: 10, value: 0.1 },
			{ name: 'scam', group: 'danger', share: 10, value: 0.1 },
			{ name: 'mixer', group: 'danger', share: 5, value: 0.05 },
		]);
	});

	it('reads the whole map as percents where one value is above 1 and the sum beyond fractions', () => {
		const { signals, dangerShare } = assess({ signals: { wallet: 99.5, scam: 0.5 } });
		expect(signals.map(({ share }) => share)).toEqual([99.5, 0.5]);
		expect(dangerShare).toBe(0.5);
	});

	it.each(['percent', 'fraction'] as const)(
		'is unmoved by the scale of the score (%s)',
		(riskScoreScale) => {
			const { signals } = assess({ riskscore: 0.5, signals: { scam: 0.5 } }, { riskScoreScale });
			expect(signals[0]?.share).toBe(50);
		},
	);

	it.each([[{ stolen_coins: 1.000_000_119 }], [{ stolen_coins: 0.6, mixer: 1.2 }]])(
		'lets no wallet of danger pass because %j adds up to more than 1',
		(signals) => {
			expect(assess({ riskscore: 3, signals })).toMatchObject({
				riskLevel: 'high',
				dangerShare: 100,
			});
		},
	);

	it.each([
		[{ scam: 0.1, mixer: 0.2, wallet: 0.7 }, 30],
		[{ wallet: 1 }, 0],
		[{ scam: 0, wallet: 0 }, 0],
		[{ scam: 0.001, mixer: 0.002 }, 0.3],
		[{ scam: 0.9, mixer: 0.9 }, 100],
		[{ brand_new: 0.5 }, 0],
		[{ scam: 0.1, wallet: null }, 10],
		[{ scam: 0.1, mixer: null }, null],
		[{}, 0],
		[[], 0],
		[{ mixer: 150 }, null],
		[null, null],
		[undefined, null],
		['mixer', null],
	])('has of %j the danger share %p', (signals, share) => {
		expect(assess({ signals }).dangerShare).toBe(share);
	});

	it.each([[{}], [[]]])('takes %j for a report in which no signal is above zero', (signals) => {
		expect(assess({ riskscore: 3, signals })).toMatchObject({
			riskLevel: 'low',
			dangerShare: 0,
			riskReasons: [
				'Risk score 3 is below the medium threshold 25',
				'The report names no signals above zero',
			],
		});
	});

	it.each([[null], [undefined]])('is told nothing by signals that are %p', (signals) => {
		const level = (riskscore: number) => assess({ riskscore, signals }).riskLevel;
		expect([level(0), level(24), level(25), level(75)]).toEqual([
			'unknown',
			'unknown',
			'medium',
			'high',
		]);
		expect(assess({ riskscore: 3, signals }).riskReasons).toEqual([
			'No signals in the report, so nobody can say what it would name',
			'Risk score 3 is below the medium threshold 25',
		]);
	});

	it.each([['sanctions'], [5], [true], [['sanctions']], [[{ name: 'sanctions', value: 1 }]]])(
		'does not call a check low whose signals are %j',
		(signals) => {
			const assessment = assess({ riskscore: 3, signals });
			expect(assessment.riskLevel).toBe('unknown');
			expect(assessment.riskReasons[0]).toBe("The report's signals can't be read");
		},
	);

	it.each([
		[{ mixer: null }, 'mixer'],
		[{ wallet: 1, '<b>\n*x*': -1 }, 'b x'],
		[{ wallet: '50 %' }, 'wallet'],
		[{ data: { sanctions: 0.5 } }, 'data'],
		[{ other: true }, 'other'],
	])(
		'does not call a check low or medium of whose signals one can not be read: %j',
		(signals, name) => {
			for (const riskscore of [3, 50]) {
				const assessment = assess({ riskscore, signals });
				expect(assessment.riskLevel).toBe('unknown');
				expect(assessment.riskReasons[0]).toBe(`Signal without a readable value: ${name}`);
			}
			expect(assess({ riskscore: 75, signals }).riskLevel).toBe('high');
		},
	);

	it('does not guess what a harmless signal beyond any scale means', () => {
		const assessment = assess({ riskscore: 3, signals: { wallet: 150 } });
		expect(assessment.riskLevel).toBe('unknown');
		expect(assessment.riskReasons[0]).toBe('Signal beyond any scale: wallet');
	});

	it('knows every signal of the service, in the groups of the field', () => {
		const of = (wanted: SignalGroup) =>
			SIGNAL_NAMES.filter(({ group }) => group === wanted)
				.map(({ name }) => name)
				.sort();
		expect(of('danger')).toEqual([
			'child_exploitation',
			'dark_market',
			'dark_service',
			'enforcement_action',
			'exchange_fraudulent',
			'gambling',
			'illegal_service',
			'mixer',
			'ransom',
			'sanctions',
			'scam',
			'stolen_coins',
			'terrorism_financing',
		]);
		expect(of('suspicious')).toEqual([
			'atm',
			'exchange_mlrisk_high',
			'exchange_mlrisk_moderate',
			'exchange_mlrisk_veryhigh',
			'exchange_unlicensed',
			'liquidity_pools',
			'p2p_exchange_mlrisk_high',
			'p2p_exchange_unlicensed',
			'seized_assets',
		]);
		expect(of('trusted')).toEqual([
			'exchange_licensed',
			'exchange_mlrisk_low',
			'marketplace',
			'miner',
			'p2p_exchange_licensed',
			'p2p_exchange_mlrisk_low',
			'payment',
			'wallet',
		]);
		expect(of('unclassified')).toEqual(['other']);
	});

	it('lists them by label', () => {
		const labels = SIGNAL_NAMES.map(({ label }) => label);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b, 'en')));
		expect(new Set(labels).size).toBe(labels.length);
	});

	it.each(['__proto__', 'constructor', 'toString'])('%s is a name like any other', (name) => {
		const signals: unknown = JSON.parse(`{"${name}": 0.5}`);
		expect(assess({ signals }).signals).toEqual([
			{ name, group: 'unclassified', share: 50, value: 0.5 },
		]);
	});
});
