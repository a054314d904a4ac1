/** Get Result of a wallet's list, and of a check whose asset the service doesn't state. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { jsonOf, run, sandbox, screen, sent, sentTo, useSandbox } from './support.mts';

useSandbox();

const ETH = bookAddress('ETH', 'low');
const TRON = bookAddress('TRX', 'low');
const DIRTY = bookAddress('TRX', 'dirtyUsdt');

const read = async (item: IDataObject, parameters: INodeParameters = {}) => {
	const { main, error } = await run(
		'check.getResult',
		{ checkHash: '={{ $json.hash }}', ...parameters },
		{ items: [item], settings: { onError: 'continueRegularOutput' } },
	);
	return jsonOf([...main, ...error])[0]! as IDataObject & { details: { checks: IDataObject[] } };
};

const fetchList = async (checks: unknown, parameters: INodeParameters = {}) =>
	await read({ checks } as IDataObject, { checkHash: '={{ $json.checks }}', ...parameters });

const screenWallet = async (address: string, more: INodeParameters = {}) => {
	const parameters = screen({ network: 'detect', asset: 'all', waitForResult: false, ...more });
	const { main } = await run('check.checkAddress', parameters, { items: [{ address }] });
	return main[0]!.json as IDataObject & { details: { checks: IDataObject[] } };
};

describe('the asset of a check', () => {
	it.each([
		['coin', 'Ethereum'],
		['USDTERC20', 'USDT on Ethereum'],
		['USDT', 'USDT on Ethereum'],
		['USDC on Ethereum', 'USDC on Ethereum'],
	])('is what Asset says: %s', async (said, asset) => {
		const hash = sandbox().addCheck({ currency: 'ETH', address: ETH });
		for (const network of ['ETH', ''])
			expect(await read({ hash }, { network, asset: said })).toMatchObject({
				riskLevel: 'low',
				asset,
			});
	});

	it.each([
		['MATIC', bookAddress('ETH', 'low')],
		['TRX', TRON],
		['XLM', bookAddress('XLM', 'low')],
	])('is a stablecoin whose token the list alone knows (%s)', async (network, address) => {
		sandbox().configure({ tellAsset: true });
		const { details } = await screenWallet(address, {
			network,
			waitForResult: true,
			options: { includeDetails: true },
		});
		const { checks } = details;
		expect(checks.length).toBeGreaterThan(1);
		expect(
			(await fetchList(checks)).details.checks.map(({ asset, riskLevel }) => [asset, riskLevel]),
		).toEqual(checks.map(({ asset, riskLevel }) => [asset, riskLevel]));
		for (const { hash, asset, riskLevel } of checks)
			expect(await read({ hash: hash as string }, { asset: asset as string })).toMatchObject({
				asset,
				riskLevel,
			});
	});

	it.each(['', 'all'])(
		'is not said by %j: the level is of whatever was submitted',
		async (asset) => {
			const hash = sandbox().addCheck({ currency: 'ETH', address: ETH });
			expect(await read({ hash }, { asset })).toMatchObject({
				riskLevel: 'low',
				asset: 'Ethereum (asset not stated)',
			});
		},
	);

	it('is not the one that Asset says, where the record states another', async () => {
		sandbox().configure({ tellAsset: true });
		const hash = sandbox().addCheck({ currency: 'ETH', address: ETH, tokenId: '94252' });
		const json = await read({ hash }, { network: 'ETH', asset: 'coin' });
		expect(json).toMatchObject({ riskLevel: 'unknown', asset: 'USDT on Ethereum' });
		expect(json.riskReasons).toContain('about USDT on Ethereum, not Ethereum');
		const ofOther = await read({ hash }, { network: 'TRX', asset: 'coin' });
		expect(ofOther).toMatchObject({ riskLevel: 'unknown' });
		expect((await read({ hash })).riskLevel).toBe('low');
	});

	it('needs not be said on a network without tokens', async () => {
		const hash = sandbox().addCheck({ currency: 'BTC', address: bookAddress('BTC', 'low') });
		expect(await read({ hash })).toMatchObject({ riskLevel: 'low', asset: 'Bitcoin' });
	});

	it('may be left open by an option', async () => {
		const hash = sandbox().addCheck({ currency: 'ETH', address: ETH });
		const options = { acceptUnspecifiedAsset: true };
		expect(await read({ hash }, { options })).toMatchObject({ riskLevel: 'low' });
	});

	it('never makes a level better: high stays high', async () => {
		const hash = sandbox().addCheck({ currency: 'ETH', address: bookAddress('ETH', 'high') });
		expect(await read({ hash })).toMatchObject({ riskLevel: 'high' });
	});

	it('that is none is refused', async () => {
		const json = await read({ hash: 'a' }, { asset: 'Solana' });
		expect(json.details).toMatchObject({ reason: 'badInput', fault: 'input' });
		expect(sent()).toEqual([]);
	});
});

describe('the list of a wallet', () => {
	const listOf = (tron?: string, usdt?: string) => [
		{ asset: 'Tron', network: 'TRX', hash: tron },
		{ asset: 'USDT on Tron', network: 'TRX', hash: usdt },
	];

	it('is folded as Screen Address does it', async () => {
		for (const address of [TRON, DIRTY]) {
			const submitted = await screenWallet(address);
			expect(submitted).not.toHaveProperty('hash');
			expect(submitted.details.checks).toMatchObject([
				{ asset: 'Tron', network: 'TRX', hash: expect.any(String), riskLevel: 'unknown' },
				{ asset: 'USDT on Tron', network: 'TRX', hash: expect.any(String) },
				{ asset: 'USDC on Tron', network: 'TRX', hash: expect.any(String) },
			]);
			const folded = await fetchList(submitted.details.checks);
			const screened = await screenWallet(address, { waitForResult: true });
			for (const name of ['riskLevel', 'asset', 'address', 'riskScore'])
				expect([name, folded[name]]).toEqual([name, screened[name]]);
			expect(folded).toMatchObject({ charged: false, hash: expect.any(String) });
			expect(folded.details.checks).toMatchObject(
				submitted.details.checks.map(({ asset, network, hash }) => ({
					...{ asset, network, hash, status: 'SUCCESS', charged: false },
				})),
			);
		}
	});

	it('is taken as a JSON text, as a table keeps it, and while it waits', async () => {
		const { details } = await screenWallet(DIRTY);
		const text = JSON.stringify(details.checks);
		for (const waitForResult of [false, true]) {
			const json = await fetchList(text, { waitForResult });
			expect(json).toMatchObject({ riskLevel: 'high', asset: 'Tron, USDT on Tron, USDC on Tron' });
		}
	});

	it('is not low while one of its checks is pending, and has no hash of its own', async () => {
		const [low, pending] = [{}, { status: 'PENDING' }].map((more) =>
			sandbox().addCheck({ currency: 'TRX', address: TRON, ...more }),
		);
		const json = await fetchList(listOf(low, pending));
		expect(json).toMatchObject({ riskLevel: 'unknown', address: TRON });
		expect(json).not.toHaveProperty('hash');
		expect(json.details.checks).toMatchObject([
			{ hash: low, riskLevel: 'low' },
			{ hash: pending, riskLevel: 'unknown', status: 'PENDING' },
		]);
		const folded = await fetchList(json.details.checks);
		expect(folded.riskLevel).toBe('unknown');
	});

	it('waits for the asset that turns out dirty, whatever the others were: nobody is approved', async () => {
		const usdt = { currency: 'TRX', tokenId: '9', address: DIRTY };
		const pending = sandbox().addCheck({ ...usdt, processingMs: 600 });
		const low = sandbox().addCheck({ currency: 'TRX', address: DIRTY });
		const row = JSON.stringify(listOf(low, pending));
		expect((await fetchList(row)).riskLevel).toBe('unknown');
		const json = await fetchList(row, { waitForResult: true });
		expect(json).toMatchObject({ riskLevel: 'high', hash: pending });
		expect(json.details.checks).toMatchObject([{ riskLevel: 'low' }, { riskLevel: 'high' }]);
	});

	it('is at best unknown where a check is missing', async () => {
		const hash = sandbox().addCheck({ currency: 'TRX', address: TRON });
		const missing = { asset: 'USDT on Tron', riskLevel: 'unknown' };
		const json = await fetchList([listOf(hash)[0], missing]);
		expect(json).toMatchObject({ riskLevel: 'unknown' });
		expect(json.summary).toContain('USDT on Tron not screened');
		expect(json.riskReasons).toContain('Not screened: USDT on Tron, no check was taken');
		expect(json.details.checks[1]).toMatchObject({ asset: 'USDT on Tron', charged: false });
		expect((await fetchList(json.details.checks)).riskLevel).toBe('unknown');
	});

	it('that holds the check of another wallet, or one check twice, is refused', async () => {
		const [tron, usdt, other] = [
			{ address: TRON },
			{ address: TRON, tokenId: '9' },
			{ address: makeAddress('TRX', 'another') },
		].map((more) => sandbox().addCheck({ currency: 'TRX', riskscore: 4, ...more }));
		expect((await fetchList(listOf(tron, usdt))).riskLevel).toBe('low');
		for (const [hash, words] of [
			[other, 'different wallets'],
			[tron, `the check ${tron} twice`],
		])
			for (const waitForResult of [false, true]) {
				const json = await fetchList(listOf(tron, hash), { waitForResult });
				expect(json).toMatchObject({ riskLevel: 'unknown', details: { fault: 'input' } });
				expect(json.error).toContain(words);
			}
	});

	it('of which a check can not be read is an error item with the others', async () => {
		const hash = sandbox().addCheck({ currency: 'TRX', address: TRON });
		const unknown = '00000000-0000-4000-8000-000000000000';
		const json = await fetchList(listOf(hash, unknown));
		expect(json.error).toContain('USDT on Tron');
		expect(json.details).not.toHaveProperty('hash');
		expect(json.details.checks).toMatchObject([
			{ hash, riskLevel: 'low' },
			{ hash: unknown, riskLevel: 'unknown' },
		]);
	});

	it('without Simplify is what the service sent', async () => {
		const { details } = await screenWallet(TRON);
		const json = await fetchList(details.checks, { simplify: false });
		expect(json.checks).toMatchObject(
			details.checks.map(({ asset, hash }) => ({ asset, check: { hash } })),
		);
	});

	it('on all EVM networks names each asset', async () => {
		const address = makeAddress('ETH', 'list');
		const { details } = await screenWallet(address, { network: 'evm' });
		const json = await fetchList(details.checks);
		expect(json.details.checks).toHaveLength(10);
		expect(json.summary).toContain('10 assets on 4 networks');
		expect(json.riskLevel).toBe(
			(await screenWallet(address, { network: 'evm', waitForResult: true })).riskLevel,
		);
	});

	it.each([
		[[], 'Check Hash'],
		[[1, 2], 'entry 1 of the list is no check'],
		[[{ asset: 'Tron' }, { asset: 'USDT on Tron' }], 'a list without a hash'],
		[[{ hash: 'https://x.example/a' }, {}], 'no hash of a check'],
	])('%j is refused', async (list, words) => {
		const json = await fetchList(list);
		expect(json.error).toContain(words);
		expect(sentTo('checkup.getresult')).toEqual([]);
	});
});
