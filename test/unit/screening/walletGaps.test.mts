/** The numbers of a wallet where some of them are missing, and a high check where others are. */
import { combineParts } from '../../../nodes/AmlCheck/screening/collect.ts';
import type { Part } from '../../../nodes/AmlCheck/screening/endings.ts';
import { failed, itemOf, shown, TRON } from './walletParts.mts';

describe('the numbers of a wallet', () => {
	it.each<[string, string, number | undefined]>([
		['are the highest', 'medium 30, medium 60', 60],
		['are the highest, also of a lower level', 'medium 30, low 60', 60],
		['are not known where one is missing', 'medium 30, low', undefined],
		['are those of a high one, whatever is missing', 'high 80, unknown', 80],
		['are not known where the high one has none', 'high, low 20', undefined],
		['are those of the high one that has one', 'high, high 80', 80],
		['are not known of an unknown one', 'unknown 40, unknown', undefined],
	])('%s', (_, levels, expected) => {
		const parts = levels.split(', ').map((text, n) => {
			const [riskLevel, number] = text.split(' ');
			const value = number === undefined ? undefined : Number(number);
			return shown(['TRX', 'USDTTRC20'][n]!, {
				riskLevel: riskLevel as 'low',
				riskScore: value,
				dangerShare: value,
			});
		});
		for (const one of [parts, [...parts].reverse()]) {
			const [item] = itemOf(one);
			expect([item?.riskScore, item?.dangerShare]).toEqual([expected, expected]);
		}
	});

	it.each<['riskScore' | 'dangerShare', object]>([
		['riskScore', { riskScore: 80 }],
		['dangerShare', { dangerShare: 0.8 }],
	])('are known each by itself: %s', (name, known) => {
		const [item] = itemOf([
			shown('TRX', { riskLevel: 'high', ...known }),
			shown('USDTTRC20', { riskScore: 10, dangerShare: 0.1 }),
		]);
		const { riskScore, dangerShare } = item!;
		expect({ riskScore, dangerShare }).toEqual({
			riskScore: undefined,
			dangerShare: undefined,
			...known,
		});
		expect(name in item!).toBe(true);
	});
});

describe('of checks with the same level the word has', () => {
	const wordOf = (...parts: Part[]) => itemOf(parts)[0]?.hash;
	const [trx, usdt] = ['hash of TRX', 'hash of USDTTRC20'];

	it.each<[string, number | undefined, number | undefined, 'low' | 'high' | 'unknown', string]>([
		['one with a score, where both are high', undefined, 0, 'high', usdt],
		['one without a score, where the level is unknown', 100, undefined, 'unknown', usdt],
		['one without a score, where both are low', 24, undefined, 'low', usdt],
		['the higher score', 5, 6, 'low', usdt],
	])('%s', (_, one, other, riskLevel, expected) => {
		const parts = [
			shown('TRX', { riskLevel, riskScore: one }),
			shown('USDTTRC20', { riskLevel, riskScore: other }),
		];
		expect(wordOf(...parts)).toBe(expected);
		expect(wordOf(...parts.reverse())).toBe(expected);
	});

	it.each([5, undefined])('the first of those with the score %s', (riskScore) => {
		const parts = [shown('TRX', { riskScore }), shown('USDTTRC20', { riskScore })];
		expect(wordOf(...parts)).toBe(trx);
		expect(wordOf(...parts.reverse())).toBe(usdt);
	});
});

describe('a high check where others are missing', () => {
	const high = shown('USDTTRC20', { riskLevel: 'high', riskScore: 90 });
	const missing = failed('TRX', { reason: 'rejected' });

	it('decides, and the missing ones are named', () => {
		const [item] = itemOf([missing, high]);
		expect(item).toMatchObject({
			...{ riskLevel: 'high', riskScore: 90, charged: true, asset: 'Tron, USDT on Tron' },
			riskReasons: 'USDT on Tron: USDTTRC20 reason; Not screened: Tron: No TRX',
			summary: `HIGH · 2 assets on Tron · ${TRON} · USDT: USDTTRC20 said · TRX not screened`,
			details: {
				checks: [
					{
						...{ asset: 'Tron', riskLevel: 'unknown', summary: 'Tron: No TRX' },
						...{ reason: 'rejected', fault: 'service', charged: false },
					},
					{ asset: 'USDT on Tron', riskLevel: 'high' },
				],
			},
		});
	});

	it('has the reasons of the missing ones before those of the others', () => {
		const medium = shown('ETH', { riskLevel: 'medium' });
		const [item] = itemOf([medium, missing, failed('BSC', {}), high]);
		expect(item).toMatchObject({
			riskReasons:
				'USDT on Tron: USDTTRC20 reason; Not screened: Tron: No TRX; Not screened: BNB Smart Chain: No BSC; Ethereum: ETH reason',
			summary: expect.stringMatching(/ TRX not screened, BSC not screened, ETH medium$/),
		});
	});

	it('is a failure where the run stops, or where it is not high', () => {
		const isFailure = (parts: Part[], isStopped: boolean) =>
			'failure' in combineParts(parts as [Part], { notScreened: [] }, isStopped);
		const medium = shown('USDTTRC20', { riskLevel: 'medium' });
		expect([
			...[isFailure([missing, high], true), isFailure([missing, high], false)],
			...[isFailure([missing, medium], false), isFailure([medium, high], true)],
		]).toEqual([true, false, true, false]);
	});
});
