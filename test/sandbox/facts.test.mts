/** The seven methods, against every fact of the service's document (service 2 and 4). */
import { NETWORK_CODES } from '../../nodes/shared/networks.ts';
import { bookAddress, CURRENCY_LIST, makeAddress, makeTransaction } from '../../sandbox/server.mts';
import { call, errorOf, manualClock, result, useSandbox } from './helpers/client.mts';

const HASH = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const clock = manualClock();
const sandbox = useSandbox(() => ({ now: clock.now, packageSize: 5 }));
const address = makeAddress('BTC', 'facts');
const transaction = makeTransaction('BTC', 'facts');

async function checkAddress(addr = address, currency = 'BTC') {
	return (await result(sandbox(), 'checkup.checkaddr', { addr, currency })).check;
}

describe('envelope', () => {
	it('echoes the id and says 2.0, over HTTP 200 and JSON', async () => {
		const answer = await call(sandbox(), 'checkup.ping', undefined, 'x'.repeat(32));
		expect(answer.status).toBe(200);
		expect(answer.headers['content-type']).toBe('application/json');
		expect(answer.body).toEqual({ jsonrpc: '2.0', id: 'x'.repeat(32), result: { message: 'OK' } });
	});
});

describe('checkup.currencylist', () => {
	it('is an array of entries with exactly the documented fields', async () => {
		const list = (await result(sandbox(), 'checkup.currencylist')) as unknown as unknown[];
		expect(list).toEqual(CURRENCY_LIST);
		for (const entry of CURRENCY_LIST) {
			expect(Object.keys(entry).sort()).toEqual(
				['currency', 'issuer', 'name', 'symbol', 'token_id', 'unit'].sort(),
			);
			expect(Number.isInteger(entry.unit)).toBe(true);
			if (entry.issuer === null) expect(entry.token_id).toBe(0);
		}
	});

	it('has a native currency for each network', () => {
		const natives = CURRENCY_LIST.filter((entry) => entry.issuer === null);
		expect(natives.map((entry) => entry.currency).sort()).toEqual([...NETWORK_CODES].sort());
	});

	it('has the documented ids of USDT, ids in both forms and contracts in either case', () => {
		const usdt = (network: string) =>
			CURRENCY_LIST.find((entry) => entry.currency === network && entry.symbol === 'USDT');
		expect(String(usdt('ETH')?.token_id)).toBe('94252');
		expect(String(usdt('TRX')?.token_id)).toBe('9');
		expect(String(usdt('BSC')?.token_id)).toBe('9');
		expect(new Set(CURRENCY_LIST.map((entry) => typeof entry.token_id)).size).toBe(2);
		const contracts = CURRENCY_LIST.flatMap(({ issuer }) =>
			issuer?.startsWith('0x') ? issuer : [],
		);
		expect(contracts.some((contract) => contract === contract.toLowerCase())).toBe(true);
		expect(contracts.some((contract) => contract !== contract.toLowerCase())).toBe(true);
		expect(CURRENCY_LIST.length).toBeGreaterThanOrEqual(40);
	});
});

describe('checkup.checkaddr', () => {
	it('answers with check and meta inside result, and nothing else', async () => {
		const { body } = await call(sandbox(), 'checkup.checkaddr', { addr: address, currency: 'BTC' });
		expect(body).toEqual({
			jsonrpc: '2.0',
			id: expect.any(String) as string,
			result: {
				check: {
					hash: expect.stringMatching(HASH) as string,
					currency: 'BTC',
					address,
					transaction: null,
				},
				meta: { cheks_left: '4', cheks_used: '1' },
			},
		});
	});

	it('takes one check from the package each time, also for the same address', async () => {
		await checkAddress();
		await checkAddress();
		const { meta } = await result(sandbox(), 'checkup.checkaddr', {
			addr: address,
			currency: 'BTC',
		});
		expect(meta).toEqual({ cheks_left: '2', cheks_used: '3' });
		expect(sandbox().stats()).toMatchObject({
			charges: 3,
			chargesByTarget: { [`BTC:${address}::`]: 3 },
		});
	});

	it('knows tokens by id in both forms, and stablecoins by alias', async () => {
		const addr = makeAddress('ETH', 'facts');
		const submissions = [
			{ currency: 'ETH', token_id: '94252' },
			{ currency: 'ETH', token_id: 94252 },
			{ currency: 'USDTERC20' },
			{ currency: 'USDT_ERC20', token_id: '94252' },
		];
		for (const submission of submissions) {
			const { check } = await result(sandbox(), 'checkup.checkaddr', { addr, ...submission });
			expect(check.currency).toBe('ETH');
		}
		expect(sandbox().stats().chargesByTarget).toEqual({ [`ETH:${addr}::94252`]: 4 });
	});

	it.each([
		['USDTTRC20', 'TRX:9'],
		['USDT_TRC20', 'TRX:9'],
		['USDTBEP20', 'BSC:9'],
		['USDT_BEP20', 'BSC:9'],
		['USDCERC20', 'ETH:94253'],
		['USDC_ERC20', 'ETH:94253'],
		['USDCTRC20', 'TRX:31'],
		['USDC_TRC20', 'TRX:31'],
		['USDCBEP20', 'BSC:17'],
		['USDC_BEP20', 'BSC:17'],
	])('resolves %s to %s', async (alias, meaning) => {
		const [network, token] = meaning.split(':');
		const addr = makeAddress(network, 1);
		await result(sandbox(), 'checkup.checkaddr', { addr, currency: alias });
		expect(sandbox().stats().chargesByTarget).toEqual({ [`${network}:${addr}::${token}`]: 1 });
	});
});

describe('checkup.checktx', () => {
	it('keeps the transaction and has amounts in its report', async () => {
		const { check, meta } = await result(sandbox(), 'checkup.checktx', {
			tx: transaction,
			addr: address,
			currency: 'BTC',
		});
		expect(check).toEqual({ hash: check.hash, currency: 'BTC', address, transaction });
		expect(meta).toEqual({ cheks_left: '4', cheks_used: '1' });
		const { report } = (await result(sandbox(), 'checkup.getresult', { hash: check.hash })).check;
		for (const field of ['amount', 'fiat', 'risky_volume', 'risky_volume_fiat']) {
			expect(report[field]).toEqual(expect.any(Number));
		}
	});
});

describe('checkup.getresult', () => {
	it('has meta beside result, null amounts for an address, and costs nothing', async () => {
		const { hash } = await checkAddress();
		const { body } = await call(sandbox(), 'checkup.getresult', { hash });
		expect(body.meta).toEqual({ cheks_left: '4', cheks_used: '1' });
		expect(Object.keys(body.result ?? {})).toEqual(['check']);
		expect(body.result?.check).toEqual({
			hash,
			currency: 'BTC',
			address,
			transaction: null,
			status: 'SUCCESS',
			initDate: '2026-01-15T12:00:00+00:00',
			resultDate: '2026-01-15T12:00:00+00:00',
			report: {
				amount: null,
				fiat: null,
				fiat_code_effective: 'usd',
				riskscore: expect.any(Number) as number,
				risky_volume: null,
				risky_volume_fiat: null,
				signals: expect.any(Object) as object,
			},
		});
	});

	it('can have meta inside result', async () => {
		sandbox().configure({ metaPosition: 'inside' });
		const { hash } = await checkAddress();
		const { body } = await call(sandbox(), 'checkup.getresult', { hash });
		expect(body.meta).toBeUndefined();
		expect(body.result?.meta).toEqual({ cheks_left: '4', cheks_used: '1' });
	});

	it('scores in percent or in fractions', async () => {
		const { hash } = await checkAddress(bookAddress('BTC', 'medium'));
		const score = async () =>
			(await result(sandbox(), 'checkup.getresult', { hash })).check.report.riskscore;
		expect(await score()).toBe(48);
		sandbox().configure({ scoreScale: 'fraction' });
		expect(await score()).toBe(0.48);
	});

	it('knows no other hash', async () => {
		const hash = '00000000-0000-4000-8000-000000000000';
		const answer = await call(sandbox(), 'checkup.getresult', { hash });
		expect(errorOf(answer)).toEqual({ code: -40006, message: 'User checking not found' });
		expect(sandbox().stats().refused).toEqual([]);
	});
});
