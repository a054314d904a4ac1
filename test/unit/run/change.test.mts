/** What changed between two checks of a target: the level, the score, and the danger signals. */
import { describeChange } from '../../../nodes/AmlCheck/run/reports.ts';
import { DEFAULT_RISK_POLICY } from '../../../nodes/shared/risk/index.ts';
import type { CheckRecord } from '../../../nodes/shared/rpc/schemas.ts';

const check = (hash: string, more: object = {}): CheckRecord =>
	({
		...{ hash, currency: 'BTC', address: 'w', status: 'SUCCESS' },
		report: { riskscore: 3, signals: { wallet: 1 } },
		...more,
	}) as CheckRecord;

const risk = (riskscore: unknown, signals: unknown = { wallet: 1 }) => ({
	report: { riskscore, signals },
});

const compare = (now: object, before: object, ...more: [scale?: 'fraction' | 'percent']) =>
	describeChange(
		check('now', now),
		{ check: check('before', before) },
		DEFAULT_RISK_POLICY,
		...more,
	);

describe('a change', () => {
	it('is none without a check before, and says why where that is not known', () => {
		const change = (previous: object) =>
			describeChange(check('now'), previous, DEFAULT_RISK_POLICY);
		expect(change({})).toEqual({ previous: null });
		expect(change({ own: check('now') })).toEqual({ previous: null });
		expect(change({ unknown: 'Late' })).toEqual({ previous: null, previousUnknown: 'Late' });
		expect(change({ unknown: '', check: check('before') })).toEqual({
			...{ previous: null, previousUnknown: '' },
		});
	});

	it('is of the level, of the score, and of the danger signals alone', () => {
		const now = risk(42.1, { scam: 0.1, sanctions: 0.01, wallet: 0.8, atm: 0.09 });
		const before = risk(80.333, { scam: 0.2, stolen_coins: 0.1, exchange_licensed: 0.7 });
		const resultDate = '2026-01-02T00:00:20+00:00';
		expect(compare(now, { ...before, resultDate })).toEqual({
			previous: {
				...{ hash: 'before', resultDate, riskLevel: 'high', riskScore: 80.333 },
				riskScoreChange: -38.23,
				newDangerSignals: ['sanctions'],
				vanishedDangerSignals: ['stolen_coins'],
			},
		});
	});

	it.each<[string, object, object, object]>([
		['the same', risk(3), risk(3), { riskScore: 3, riskScoreChange: 0 }],
		['up', risk(10.126), risk(3), { riskScore: 3, riskScoreChange: 7.13 }],
		['down', risk(3), risk(10.126), { riskScore: 10.126, riskScoreChange: -7.13 }],
		['not known before', risk(3), risk(null), { riskLevel: 'unknown' }],
		['not known now', risk(null), risk(3), { riskScore: 3 }],
	])('of a score that is %s', (_, now, before, expected) => {
		expect(compare(now, before)).toEqual({
			previous: {
				...{ hash: 'before', resultDate: null, riskLevel: 'low' },
				...{ newDangerSignals: [], vanishedDangerSignals: [] },
				...expected,
			},
		});
	});

	it.each<[string, object, object]>([
		['now', risk(3, null), risk(3, { scam: 0.1 })],
		['before', risk(3, { scam: 0.1 }), risk(3, null)],
	])('of signals is not known where they can not be read %s', (_, now, before) => {
		expect(compare(now, before).previous).toMatchObject({
			...{ newDangerSignals: null, vanishedDangerSignals: null },
		});
	});

	it('reads both scores on the same scale, and both levels under the same rules', () => {
		const read = (scale: 'fraction' | 'percent') => compare(risk(0.9), risk(0.3), scale).previous;
		expect(read('fraction')).toMatchObject({ riskScore: 30, riskScoreChange: 60 });
		expect(read('percent')).toMatchObject({ riskScore: 0.3, riskScoreChange: 0.6 });
		const policy = { ...DEFAULT_RISK_POLICY, mediumRiskFrom: 2 };
		const { previous } = describeChange(check('a'), { check: check('b') }, policy);
		expect(previous).toMatchObject({ riskLevel: 'medium' });
	});
});
