import {
	MAX_SUMMARY_LENGTH,
	summarizeCheck,
	type RiskFacts,
} from '../../../nodes/shared/risk/index.ts';
import { assess } from './samples.mts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const HASH = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';

const line = (
	facts: Partial<RiskFacts>,
	rest: Partial<{
		currency: string;
		address: string;
		transaction: string | null;
		status: string;
	}> = {},
) =>
	summarizeCheck({
		currency: 'btc',
		address: ADDRESS,
		transaction: null,
		status: 'SUCCESS',
		...rest,
		assessment: assess(facts),
	});

describe('summarizeCheck', () => {
	it.each<[string, Partial<RiskFacts>, string]>([
		[
			'high',
			{ riskscore: 92, signals: { mixer: 0.38, sanctions: 0.12, wallet: 0.5 } },
			'HIGH 92/100 · BTC bc1qar…5mdq · mixer 38 %, sanctions 12 %',
		],
		[
			'high without a score',
			{ signals: { sanctions: 0.001 } },
			'HIGH · BTC bc1qar…5mdq · sanctions 0.1 %',
		],
		[
			'a critical signal among larger ones',
			{
				riskscore: 92,
				signals: { mixer: 0.3, scam: 0.2, ransom: 0.1, dark_market: 0.09, sanctions: 0.0001 },
			},
			'HIGH 92/100 · BTC bc1qar…5mdq · mixer 30 %, scam 20 %, sanctions under 0.1 %',
		],
		[
			'a critical signal beyond any scale',
			{ riskscore: 1.5, signals: { sanctions: 200, mixer: 5 } },
			'HIGH 1.5/100 · BTC bc1qar…5mdq · sanctions, mixer 5 %',
		],
		[
			'medium',
			{ riskscore: 30, signals: { dark_market: 0.05, brand_new: 0.2, atm: 0.01, other: 0.3 } },
			'MEDIUM 30/100 · BTC bc1qar…5mdq · other 30 %, dark market 5 %, atm 1 %',
		],
		[
			'only trusted sources',
			{ riskscore: 3, signals: { exchange_licensed: 0.8, wallet: 0.2 } },
			'LOW 3/100 · BTC bc1qar…5mdq · exchange licensed 80 %, wallet 20 %',
		],
		[
			'a score cut, not rounded',
			{ riskscore: 24.99, signals: {} },
			'LOW 24.9/100 · BTC bc1qar…5mdq',
		],
		['no signals', { riskscore: 0, signals: [] }, 'LOW 0/100 · BTC bc1qar…5mdq'],
		[
			'no word of signals',
			{ riskscore: 0 },
			'UNKNOWN 0/100 · BTC bc1qar…5mdq · No signals in the report, so nobody can say what it would name',
		],
		[
			'a low score of the history',
			{ riskscore: 3, source: 'history' },
			'UNKNOWN 3/100 · BTC bc1qar…5mdq · signals not read',
		],
		[
			'a high score of the history',
			{ riskscore: 92, source: 'history' },
			'HIGH 92/100 · BTC bc1qar…5mdq · signals not read',
		],
		[
			'no score in the history',
			{ source: 'history' },
			'UNKNOWN · BTC bc1qar…5mdq · No risk score in the report',
		],
		[
			'no report',
			{ source: 'unreadable' },
			"UNKNOWN · BTC bc1qar…5mdq · The report is missing or can't be read",
		],
		[
			'no score',
			{ signals: { wallet: 1 } },
			'UNKNOWN · BTC bc1qar…5mdq · wallet 100 % · No risk score in the report',
		],
	])('%s', (_name, facts, expected) => {
		expect(line(facts)).toBe(expected);
	});

	it('tells the status of what is not done', () => {
		expect(line({ outcome: 'pending' }, { status: 'PENDING' })).toBe(
			'UNKNOWN · BTC bc1qar…5mdq · status PENDING',
		);
		expect(line({ outcome: 'failed' }, { status: 'failed' })).toBe(
			'UNKNOWN · BTC bc1qar…5mdq · status failed',
		);
		expect(line({ outcome: 'failed', signals: { sanctions: 0.1 } }, { status: 'FAILED' })).toBe(
			'HIGH · BTC bc1qar…5mdq · sanctions 10 % · status FAILED',
		);
		expect(line({ outcome: 'pending' }, { status: '\n' })).toBe(
			'UNKNOWN · BTC bc1qar…5mdq · status not given',
		);
	});

	it.each(['SUCCESS', 'success', ' Success '])('does not tell the status %p', (status) => {
		expect(line({ riskscore: 3, signals: {} }, { status })).toBe('LOW 3/100 · BTC bc1qar…5mdq');
	});

	it('puts what the policy calls critical before what is trusted', () => {
		const signals = { exchange_licensed: 0.9, wallet: 0.1 };
		const assessment = assess({ riskscore: 3, signals }, { criticalSignals: ['wallet'] });
		expect(summarizeCheck({ currency: 'BTC', address: 'abc', status: 'SUCCESS', assessment })).toBe(
			'HIGH 3/100 · BTC abc · wallet 10 %',
		);
	});

	it('shows the transaction too', () => {
		expect(line({ riskscore: 3, signals: {} }, { transaction: HASH })).toBe(
			'LOW 3/100 · BTC bc1qar…5mdq tx 4a5e1e…a33b',
		);
		expect(line({ riskscore: 3, signals: {} }, { transaction: '' })).toBe(
			'LOW 3/100 · BTC bc1qar…5mdq',
		);
	});

	it('is cut where long names would make it too long', () => {
		const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(99));
		const signals = { [`${a}`]: 0.123, [`${b}`]: 0.123, [`${c}`]: 0.123, [`${d}`]: null };
		const assessment = assess({ signals }, { criticalSignals: [`${d}`] });
		const told = summarizeCheck({
			currency: 'x'.repeat(99),
			address: ADDRESS,
			transaction: HASH,
			status: 'SUCCESS',
			assessment,
		});
		expect([...told]).toHaveLength(MAX_SUMMARY_LENGTH);
		expect(told.endsWith('…')).toBe(true);
	});

	it('leaves out an address prefix and does not shorten what is short', () => {
		expect(
			line(
				{ riskscore: 3, signals: {} },
				{ currency: 'bch', address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a' },
			),
		).toBe('LOW 3/100 · BCH qpm2qs…dx6a');
		expect(line({ riskscore: 3, signals: {} }, { address: 'abc' })).toBe('LOW 3/100 · BTC abc');
	});

	it('takes no part of an address for its prefix', () => {
		const told = line({ riskscore: 3, signals: {} }, { address: '1abc:defghijklmnop' });
		expect(told).toMatch(/ 1abc.*…mnop$/);
	});

	it('says nothing where there is no reason to say', () => {
		const assessment = { ...assess({ signals: {} }), riskReasons: [] };
		expect(summarizeCheck({ currency: 'BTC', address: 'abc', status: 'SUCCESS', assessment })).toBe(
			'UNKNOWN · BTC abc',
		);
	});

	it('lets no markup, mention, link or line break of the service through', () => {
		const hostile = line(
			{ riskscore: 30, signals: { '<!channel> *x* https://evil.test\n@here': 0.5 } },
			{ currency: '*B*\n', address: '<@U1>|`x`', status: 'DO_NE\r\n> quote' },
		);
		expect(hostile).toBe(
			'MEDIUM 30/100 · B U1x · channel x https evil test here 50 % · status DO NE quote',
		);
	});
});
