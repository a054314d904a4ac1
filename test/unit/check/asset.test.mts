/** Which asset a record of a check names, and whether that proves that it is the wanted one. */
import fc from 'fast-check';
import {
	fromKey,
	keyOf,
	nameAsset,
	toSent,
	type Asset,
	type AssetKey,
} from '../../../nodes/shared/wallet/assets.ts';
import {
	compareAsset,
	describeOtherAsset,
	statesOtherAsset,
	findRecordedAsset,
	type RecordedAsset,
} from '../../../nodes/shared/check/asset.ts';
import { parseCurrency } from '../../../nodes/shared/wallet/names.ts';
import { cases } from '../../cases.mts';

describe('a record names', () => {
	it.each<[RecordedAsset, Record<string, unknown>]>([
		['unspecified', { currency: 'eth' }],
		['unspecified', { currency: null }],
		['unspecified', { currency: 'eth', token_id: null, token: '', symbol: null, issuer: '' }],
		['native', { currency: 'eth', token_id: 0 }],
		['native', { currency: 'ETH', token_id: '0' }],
		['token:94252', { currency: 'eth', token_id: 94252 }],
		['token:94252', { currency: 'eth', tokenId: ' 094252 ' }],
		['unclear', { currency: 'eth', token: '94252' }],
		['token:94252', { currency: 'USDT_ERC20' }],
		['token:94252', { currency: 'usdterc20', token_id: '94252' }],
		['symbol:USDC', { currency: 'USDCERC20' }],
		['unclear', { currency: 'USDTERC20', token_id: 5 }],
		['unclear', { currency: 'eth', token_id: 5, tokenId: 6 }],
		['unclear', { currency: 'eth', token_id: 'five' }],
		['unclear', { currency: 'eth', symbol: 'USDT' }],
		['unclear', { currency: 'eth', symbol: 'ETH' }],
		['unclear', { currency: 'eth', token: 'USDT' }],
		[
			'unclear',
			{ currency: 'eth', token: { issuer: '0xdac17f958d2ee523a2206206994597c13d831ec7' } },
		],
		['token:1005', { currency: 'eth', token_id: '001005' }],
		['token:100', { currency: 'eth', token_id: '100' }],
		['native', { currency: 'eth', token_id: '00' }],
		['unspecified', { currency: 'eth', id: 5 }],
		['unclear', { currency: 'eth', token_id: 'x5' }],
		['unclear', { currency: 'eth', token_id: '5x' }],
		['unclear', { currency: 'eth', token_symbol: 'USDT' }],
		['unclear', { currency: 'eth', contract: '0x1' }],
		['unclear', { currency: 'eth', token_address: '0x1' }],
		['unclear', { currency: 'usdt' }],
		['unclear', { currency: 'mystery' }],
	])('%s: %j', (expected, record) => expect(findRecordedAsset(record, 'ETH')).toBe(expected));

	it.each(['BTC', 'BCH', 'BSV', 'LTC'] as const)(
		'the native one where %s has no other',
		(network) => {
			expect(findRecordedAsset({ currency: network.toLowerCase() }, network)).toBe('native');
			expect(findRecordedAsset({}, network)).toBe('native');
			expect(findRecordedAsset({ token_id: 7 }, network)).toBe('token:7');
		},
	);

	it.each(['BSC', 'ETC', 'ETH', 'MATIC', 'TRX', 'XLM', 'XRP'] as const)(
		'nothing by the code of %s alone, which may stand for a token',
		(network) => expect(findRecordedAsset({ currency: network }, network)).toBe('unspecified'),
	);
});

it.each<[AssetKey, Record<string, unknown>, ReturnType<typeof compareAsset>]>([
	['native', { token_id: 0 }, 'same'],
	['native', { token_id: 9 }, 'other'],
	['native', { currency: 'USDCERC20' }, 'other'],
	['native', { currency: 'eth' }, 'unspecified'],
	['native', { symbol: 'ETH' }, 'unclear'],
	['native', { currency: 'usdt' }, 'unclear'],
	['native', { token: 'USDT' }, 'unclear'],
	['native', { currency: 'mystery' }, 'unclear'],
	['token:94252', { currency: 'USDTERC20' }, 'same'],
	['token:94252', { token_id: 0 }, 'other'],
	['token:94252', { token_id: 5 }, 'other'],
	['token:94252', { currency: 'USDCERC20' }, 'other'],
	['token:94252', { symbol: 'USDT' }, 'unclear'],
	['token:5', { currency: 'USDCERC20' }, 'unclear'],
	['token:5', { symbol: 'USDT' }, 'unclear'],
	['symbol:USDC', { currency: 'USDC_ERC20' }, 'same'],
	['symbol:USDC', { token_id: 94253 }, 'unclear'],
	['symbol:USDC', { token_id: 94252 }, 'other'],
	['symbol:USDC', { currency: 'USDC' }, 'unclear'],
	['symbol:USDC', { token_id: 0 }, 'other'],
])('%s against %j: %s', (assetKey, record, verdict) =>
	expect(compareAsset(record, fromKey('ETH', assetKey))).toBe(verdict),
);

it('never takes an asset for the same that it does not name', () => {
	const names = ['', '0', '5', 'USDT', 'eth'];
	const member = fc.constantFrom(undefined, null, 0, 5, 94252, ...names, {}, { id: 5 });
	const currency = fc.constantFrom(undefined, null, 'eth', 'ETC', 'USDTERC20', 'USDC_ERC20', 'dai');
	const records = fc.record({ currency, token_id: member, token: member, symbol: member });
	const assets = fc.constantFrom<AssetKey>('native', 'token:5', 'token:94252', 'symbol:USDC');
	fc.assert(
		fc.property(records, assets, (record, assetKey) => {
			const verdict = compareAsset(record, fromKey('ETH', assetKey));
			if (verdict === 'same') expect(findRecordedAsset(record, 'ETH')).toBe(assetKey);
			const isMute = [record.token_id, record.token].every((one) => one === undefined);
			if (isMute && !parseCurrency(record.currency)?.token) expect(verdict).not.toBe('same');
		}),
		{ seed: 11, numRuns: cases(2_000) },
	);
});

const USDC = { contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', id: '94253' };
const POLYGON_USDT = { symbol: 'USDT', id: '12' };

it.each<[Asset, AssetKey, string, string | undefined, string]>([
	[{ network: 'ETH' }, 'native', 'ETH', undefined, 'Ethereum'],
	[parseCurrency('USDTERC20')!, 'token:94252', 'USDTERC20', undefined, 'USDT on Ethereum'],
	[parseCurrency('USDCTRC20')!, 'symbol:USDC', 'USDCTRC20', undefined, 'USDC on Tron'],
	[{ network: 'ETH', token: { id: '94252' } }, 'token:94252', 'ETH', '94252', 'USDT on Ethereum'],
	[{ network: 'ETH', token: USDC }, 'symbol:USDC', 'ETH', '94253', 'USDC on Ethereum'],
	[{ network: 'MATIC', token: POLYGON_USDT }, 'token:12', 'MATIC', '12', 'USDT on Polygon'],
	[{ network: 'BTC', token: { id: '31' } }, 'token:31', 'BTC', '31', 'token 31 on Bitcoin'],
])('%j has one key, one way to be sent and one name', (asset, key, currency, token_id, name) => {
	const sent = { currency, token_id };
	expect([keyOf(asset), toSent(asset), nameAsset(asset)]).toEqual([key, sent, name]);
});

it('a token that is wanted of Bitcoin is not contradicted by a record that names none', () => {
	const omni: Asset = { network: 'BTC', token: { id: '31' } };
	expect(compareAsset({ currency: 'btc' }, omni)).toBe('unspecified');
	expect(compareAsset({ currency: 'btc', token_id: 31 }, omni)).toBe('same');
	expect(compareAsset({ currency: 'btc', token_id: 32 }, omni)).toBe('other');
	const record = { currency: 'btc', token_id: 31 };
	expect(statesOtherAsset({ currency: 'btc' }, record, 'BTC')).toBe(false);
	expect(statesOtherAsset({ currency: 'btc', token_id: 0 }, record, 'BTC')).toBe(true);
});

it.each<[Asset, boolean, ...Array<Record<string, unknown>>]>([
	[{ network: 'TRX' }, false, { currency: 'trx' }],
	[{ network: 'TRX' }, false, { currency: 'trx', token_id: 0 }],
	[parseCurrency('USDTTRC20')!, false, { currency: 'trx' }],
	[parseCurrency('USDTTRC20')!, false, { currency: 'trx' }, { currency: 'trx', token_id: 9 }],
	[parseCurrency('USDTTRC20')!, true, { currency: 'trx' }, { currency: 'trx', token_id: 0 }],
	[{ network: 'TRX' }, true, { currency: 'trx', token_id: 9 }],
	[{ network: 'TRX' }, true, { currency: 'trx', symbol: 'USDT' }],
	[{ network: 'TRX' }, true, { currency: 'eth', token_id: 0 }],
])('a check submitted for %j is contradicted (%s) by %j', (asset, isOther, ...records) => {
	expect(describeOtherAsset(records, asset) !== undefined).toBe(isOther);
});
