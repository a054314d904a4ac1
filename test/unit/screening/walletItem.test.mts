/** The one item of a wallet whose checks are there: every field of it. */
import type { Part } from '../../../nodes/AmlCheck/screening/endings.ts';
import { makeTaken, wanted } from './entries.mts';
import { ETHER, failed, failureOf, itemOf, shown, targetOf, TRON } from './walletParts.mts';

describe('an item of one check', () => {
	it('has the words of the check, and its list', () => {
		const part = shown('TRX', { riskScore: 12, dangerShare: 0.5, details: { rank: 7 } as never });
		expect(itemOf([part])).toEqual([
			{
				...{
					riskLevel: 'low',
					summary: 'TRX summary',
					riskReasons: 'TRX reason',
					hash: 'hash of TRX',
				},
				...{ riskScore: 12, dangerShare: 0.5, asset: 'Tron', address: TRON, currency: 'TRX' },
				charged: true,
				details: {
					rank: 7,
					checks: [
						{
							...{ asset: 'Tron', riskLevel: 'low', riskScore: 12, summary: 'TRX summary' },
							...{ currency: 'TRX', hash: 'hash of TRX', charged: true, reused: false },
						},
					],
				},
			},
		]);
	});

	it('names what is not screened there', () => {
		const [{ details } = {}] = itemOf([shown('TRX', {})], ['USDC', 'USDT']);
		expect(details).toMatchObject({ notScreened: ['USDC', 'USDT'] });
		expect(itemOf([shown('TRX', {})], ['USDC'])[0]?.details).toMatchObject({
			notScreened: ['USDC'],
		});
	});
});

describe('a check in the list of its item', () => {
	const checksOf = (...parts: Part[]) => (itemOf(parts)[0]?.details as { checks: object[] }).checks;

	it('has every member that is known', () => {
		const json = { riskLevel: 'medium', riskScore: 30, reportLink: 'link' } as const;
		const part = shown('USDTTRC20', json, { status: 'QUEUED', reused: true });
		expect(checksOf(shown('TRX', { charged: undefined }), part)).toEqual([
			{
				...{ asset: 'Tron', riskLevel: 'low', summary: 'TRX summary', hash: 'hash of TRX' },
				...{ currency: 'TRX', reused: false },
			},
			{
				...{ asset: 'USDT on Tron', riskLevel: 'medium', riskScore: 30, reportLink: 'link' },
				...{ summary: 'USDTTRC20 summary', hash: 'hash of USDTTRC20', status: 'QUEUED' },
				...{ currency: 'USDTTRC20', charged: true, reused: true },
			},
		]);
	});
});
describe('an item of several checks', () => {
	const low = shown('TRX', { riskScore: 20, dangerShare: 0.1, charged: false });
	const medium = shown('USDTTRC20', { riskLevel: 'medium', riskScore: 50, dangerShare: 0.3 });

	it('has the gravest one at its head, and the others after it', () => {
		expect(itemOf([low, medium])).toEqual([
			{
				riskLevel: 'medium',
				summary: `MEDIUM · 2 assets on Tron · ${TRON} · USDT: USDTTRC20 said · TRX low`,
				riskReasons: 'USDT on Tron: USDTTRC20 reason',
				...{ riskScore: 50, dangerShare: 0.3, asset: 'Tron, USDT on Tron', address: TRON },
				...{ currency: 'TRX', hash: 'hash of USDTTRC20', charged: true },
				details: {
					checks: [
						expect.objectContaining({ asset: 'Tron' }),
						expect.objectContaining({ asset: 'USDT on Tron' }),
					],
				},
			},
		]);
	});

	it('lists the reasons of all that are not low, the gravest first', () => {
		const unknown = shown('ETH', { riskLevel: 'unknown' });
		const [item] = itemOf([medium, low, unknown]);
		expect(item).toMatchObject({
			riskReasons: 'Ethereum: ETH reason; USDT on Tron: USDTTRC20 reason',
			summary: `UNKNOWN · 3 assets on 2 networks · ${ETHER} · ETH: ETH said · USDT on TRX medium, TRX low`,
		});
	});

	it('has the details of the one that decided, and its fields in their order', () => {
		const details = { rank: 7 } as never;
		const parts = [shown('TRX', { details }), shown('USDTERC20', { riskLevel: 'high' })];
		const [item] = itemOf(parts);
		expect(item?.details).not.toHaveProperty('rank');
		expect(item?.summary).toContain('HIGH · 2 assets on 2 networks · ');
		expect(Object.keys(item!)).toEqual([
			...['riskLevel', 'summary', 'riskReasons', 'address', 'currency', 'hash', 'charged'],
			...['asset', 'details'],
		]);
		const [other] = itemOf([...parts, shown('ETH', { riskLevel: 'high', riskScore: 9, details })]);
		expect(other?.details).toMatchObject({ rank: 7 });
	});

	it.each([
		[false, false, false],
		[true, false, true],
		[false, true, true],
		[true, true, true],
	])('is charged where one of them is: %s, %s', (one, other, charged) => {
		const parts = [shown('TRX', { charged: one }), shown('USDTTRC20', { charged: other })];
		expect(itemOf(parts)).toMatchObject([{ charged }]);
	});
});

describe('an item without levels', () => {
	const priced = (code: string, wouldCost: 0 | 1): Part => ({
		...{ target: targetOf(code), entry: wanted, isPayer: true },
		ending: { wouldCost, why: `${code} why` },
	});

	it('has the cost of all its checks, with Dry Run', () => {
		expect(itemOf([priced('TRX', 1), priced('USDTTRC20', 1)])).toEqual([
			{
				...{ riskLevel: 'unknown', wouldCost: 2, asset: 'Tron, USDT on Tron' },
				...{ why: 'Tron: TRX why; USDT on Tron: USDTTRC20 why', address: TRON, currency: 'TRX' },
			},
		]);
	});

	it('says what is not screened', () => {
		const parts = [priced('USDTERC20', 0), priced('ETH', 1)];
		expect(itemOf(parts, ['USDC'])).toEqual([
			{
				...{ riskLevel: 'unknown', wouldCost: 1, asset: 'USDT on Ethereum, Ethereum' },
				...{ why: 'USDT on Ethereum: USDTERC20 why; Ethereum: ETH why', address: ETHER },
				...{ currency: 'ETH', details: { notScreened: ['USDC'] } },
			},
		]);
	});

	it('has the cost of its one check', () => {
		expect(itemOf([priced('TRX', 0)])).toMatchObject([{ wouldCost: 0, why: 'Tron: TRX why' }]);
	});

	it('is a failure where one of the costs is not known, and nothing was paid for the others', () => {
		const { checks } = failureOf([priced('TRX', 1), failed('USDTTRC20', {})]);
		expect(checks).toMatchObject([
			{ asset: 'Tron', riskLevel: 'unknown', charged: false },
			{ asset: 'USDT on Tron', riskLevel: 'unknown', charged: false },
		]);
	});

	it('has what the service sent of each', () => {
		const raw = (code: string): Part => ({
			...{ target: targetOf(code), entry: makeTaken(), isPayer: true },
			ending: { raw: { check: { of: code }, meta: null } },
		});
		expect(itemOf([raw('TRX'), raw('USDTTRC20')])).toEqual([
			{
				checks: [
					{ asset: 'Tron', check: { of: 'TRX' }, meta: null },
					{ asset: 'USDT on Tron', check: { of: 'USDTTRC20' }, meta: null },
				],
			},
		]);
	});
});
