/** What people paste, and which network is screened: decided from Currency, a link, or the form, and never guessed. */
import fc from 'fast-check';
import type { Network } from '../../../nodes/shared/addresses/index.ts';
import { readEvmNetwork } from '../../../nodes/shared/currencies.ts';
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { describeReadings } from '../../../nodes/shared/reading/meant.ts';
import { readText } from '../../../nodes/shared/reading/text.ts';
import { cases } from '../../cases.mts';
import {
	BTC,
	CASH,
	CASH_LEGACY,
	ETH,
	HASH,
	SEGWIT,
	TOKEN,
	TRX,
	XLM,
	XRP,
} from '../addresses/samples.mts';
import { decide, decideGiven, meantBy } from './decide.mts';

const LTC = 'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA';
const SCRIPT = '3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou';
const LTC_SCRIPT = 'MJZWZqmykQ32rvH8vUnW9jEPbyGg7agWQZ';

it('a code that names a token keeps its token', () => {
	for (const currency of ['USDTTRC20', 'usdt on tron', 'USDT'])
		expect(meantBy({ address: TRX, currency })).toMatchObject({
			assets: [{ alias: 'USDTTRC20', token: { symbol: 'USDT', id: '9' } }],
		});
});

describe('Native Currency of the Network', () => {
	it.each<[string, string]>([
		[BTC, `BTC ${BTC}`],
		[SCRIPT, `BTC ${SCRIPT}`],
		[SEGWIT, `BTC ${SEGWIT}`],
		[CASH, `BCH ${CASH}`],
		[CASH.slice(12), `BCH ${CASH}`],
		[LTC, `LTC ${LTC}`],
		[TRX, `TRX ${TRX}`],
		[XRP, `XRP ${XRP}`],
		[XLM, `XLM ${XLM}`],
	])('reads %s as %s', (address, expected) => expect(decide(address)).toBe(expected));

	it.each<[Network, string]>([
		['ETH', 'ETH'],
		['BSC', 'BSC'],
		['MATIC', 'MATIC'],
		['ETC', 'ETC'],
	])('reads 0x… as EVM Network says: %s', (evmNetwork, code) => {
		expect(decide(ETH, 'detect', { evmNetwork })).toMatch(new RegExp(`^${code} 0x`));
		expect(decide(BTC, 'detect', { evmNetwork })).toMatch(/^BTC /);
		expect(decide(TRX, 'detect', { evmNetwork })).toMatch(/^TRX /);
	});

	it.each([
		['', 'missing: The address is empty.'],
		['hello', 'invalid: “hello” is not a valid address.'],
		[`${BTC.slice(0, -1)}b`, 'invalid: The Bitcoin address “1A1zP1…vfNb” is mistyped'],
		[ETH.slice(0, -1), 'invalid: The Ethereum address “0x5aAe…BeAe” is mistyped'],
		[
			ETH,
			'could be Ethereum (ETH), Ethereum Classic (ETC), BNB Smart Chain (BSC) or Polygon (MATIC).',
		],
		[ETH, 'networkUnclear: '],
		[ETH.slice(2), "To screen it, choose 'EVM Network'."],
		['vitalik.eth', 'nameNotResolved'],
		['lnbc1qpzry9x8gf2tvdw0s3jnw370ln', 'is a Lightning invoice. Give an address instead.'],
		['7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', 'unsupportedNetwork'],
		[HASH, 'wrongKind'],
		[
			'0x41dd791d6b49e190062d650e6a23c575510d35f2f9',
			"does not show which network it is of: it could be Tron (TRX). Choose its network in 'Currency'.",
		],
		['L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd', 'privateKey'],
	])('refuses %j', (address, words) => expect(decide(address)).toContain(words));

	it('refuses a token, which needs its network', () => {
		expect(decide(ETH, 'detect', { token: { kind: 'id', value: '9' } })).toBe(
			"networkUnclear: A token is given, but 'Currency' is Native Currency of the Network. Choose the network of the token in 'Currency'.",
		);
		const given = { address: ETH, currency: 'ETH', token: { kind: 'id', value: '94261' } } as const;
		expect(meantBy(given).assets).toEqual([{ network: 'ETH', token: { id: '94261' } }]);
	});
});

describe('what people write for a coin', () => {
	it.each<[string, string, string]>([
		['usdt', TRX, `USDTTRC20 ${TRX}`],
		['Tether', TRX, `USDTTRC20 ${TRX}`],
		['USDC', TRX, `USDCTRC20 ${TRX}`],
		['bitcoin', BTC, `BTC ${BTC}`],
		['tron', TRX, `TRX ${TRX}`],
		['polygon', ETH, `MATIC ${ETH}`],
		['usdt bep20', ETH, `USDTBEP20 ${ETH}`],
		['litecoin', SCRIPT, `LTC ${LTC_SCRIPT}`],
	])('%s with %s is %s', (currency, address, expected) =>
		expect(decide(address, currency)).toBe(expected),
	);

	it.each<[string, string, string]>([
		['USDT', BTC, 'where the service has no code for USDT. Choose Native Currency of the Network'],
		['trc20', TRX, "The currency 'trc20' is a kind of token on Tron: write USDTTRC20 or USDCTRC20"],
		['erc20', ETH, "write USDTERC20 or USDCERC20. For the network's own coin write ETH."],
		['', ETH, "'Currency' is empty"],
		['solana', ETH, "of Solana, which the service doesn't check"],
	])('%j with %s is refused: %s', (currency, address, words) =>
		expect(decide(address, currency)).toContain(words),
	);

	it('USDT follows EVM Network, and is found in the list where the service has no code for it', () => {
		const more = { evmNetwork: 'MATIC' };
		expect(decide(ETH, 'USDT', { evmNetwork: 'BSC' })).toMatch(/^USDTBEP20 0x/);
		expect(decide(ETH, 'USDT', more)).toBe(`USDT on MATIC ${ETH}`);
		expect(decide(ETH, 'USDT on Polygon')).toBe(`USDT on MATIC ${ETH}`);
		expect(decide(XLM, 'usdc')).toBe(`USDC on XLM ${XLM}`);
		expect(decide(ETH, 'USDT', { evmNetwork: 'ETC' })).toContain('no code for USDT. Choose Native');
		const given = { address: ETH, currency: 'USDT', ...more };
		expect(decideGiven(given, { entries: [] })).toMatchObject({ reason: 'networkUnclear' });
		const failure = new AmlCheckError({ kind: 'unavailable', message: '', advice: '' });
		expect(decideGiven(given, { entries: [], failure })).toBe('unread');
	});
});

describe('what people paste', () => {
	it.each<[string, string]>([
		[`bitcoin:${BTC}?amount=0.1&label=Test%20x`, `BTC ${BTC}`],
		[`BITCOIN:${SEGWIT.toUpperCase()}?AMOUNT=1`, `BTC ${SEGWIT}`],
		[`"bitcoin://${BTC}"`, `BTC ${BTC}`],
		[`${CASH}?amount=1`, `BCH ${CASH}`],
		[`bitcoincash:${CASH_LEGACY}?amount=1`, `BCH ${CASH}`],
		[`litecoin:${SCRIPT}`, `LTC ${LTC_SCRIPT}`],
		[`ethereum:${ETH}@1?value=1e18`, `ETH ${ETH}`],
		[`ethereum:${ETH}@137`, `MATIC ${ETH}`],
		[`ethereum:pay-${ETH}@0x38`, `BSC ${ETH}`],
		[`ethereum:${TOKEN}@1/transfer?uint256=1&address=${ETH}`, `USDTERC20 ${ETH}`],
		[`ethereum:${TOKEN}/TRANSFER?address=${ETH}`, `USDTERC20 ${ETH}`],
		[`https://etherscan.io/token/${TOKEN}?a=${ETH}`, `USDTERC20 ${ETH}`],
		[`matic:${ETH}`, `MATIC ${ETH}`],
		[`bnb:${ETH}`, `BSC ${ETH}`],
		[`eip155:56:${ETH}`, `BSC ${ETH}`],
		[`bip122:000000000019d6689c085ae165831e93:${BTC}`, `BTC ${BTC}`],
		[`bip122:12a765e31ffd4059bada1e25190f6e98:${SCRIPT}`, `LTC ${LTC_SCRIPT}`],
		[`tron:0x2b6653dc:${TRX}`, `TRX ${TRX}`],
		[`tron:${TRX}?amount=5`, `TRX ${TRX}`],
		[`xrpl:${XRP}?dt=123`, `XRP ${XRP}`],
		[`web+stellar:pay?destination=${XLM}&amount=1&memo=12`, `XLM ${XLM}`],
		[`https://some.site/of/somebody?wallet=${TRX}`, `TRX ${TRX}`],
		[` “${BTC}”,\n`, `BTC ${BTC}`],
		[`\u200b${TRX}\ufeff`, `TRX ${TRX}`],
	])('%s is %s', (text, expected) => expect(decide(text)).toBe(expected));

	it.each<[string, string, string]>([
		[`ethereum:${ETH}@137`, 'ETH', "The link names Polygon (MATIC), but 'Currency' is ETH."],
		[`eip155:56:${ETH}`, 'ETH', "The link names BNB Smart Chain (BSC), but 'Currency' is ETH."],
		[`matic:${ETH}`, 'USDTERC20', "but 'Currency' is USDTERC20. Choose the network of the link"],
		[`https://etherscan.io/address/${ETH}`, 'BSC', 'The link names Ethereum (ETH)'],
		[`bitcoin:${BTC}`, 'BCH', "The link names Bitcoin (BTC), but 'Currency' is BCH."],
	])('%s under %s is refused', (text, currency, words) => {
		expect(decide(text, currency)).toMatch(/^wrongNetwork: /);
		expect(decide(text, currency)).toContain(words);
	});

	it.each<[string, string]>([
		[`https://arbiscan.io/address/${ETH}`, "The link names Arbitrum, which the service doesn't"],
		[`eip155:42161:${ETH}`, 'The link names Arbitrum'],
		[`eip155:99999:${ETH}`, 'The link names the chain eip155:99999'],
		[`ethereum:${ETH}@10`, 'The link names Optimism'],
		[`arb1:${ETH}`, 'The link names Arbitrum'],
		[`solana:7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU`, 'The link names Solana'],
		[`https://sepolia.etherscan.io/address/${ETH}`, 'The link names a test network'],
		[`https://blockchair.com/ethereum/testnet/address/${ETH}`, 'The link names a test network'],
		[`https://stellar.expert/explorer/testnet/account/${XLM}`, 'The link names a test network'],
		[`web+stellar:pay?destination=${XLM}&network_passphrase=Test%20SDF`, 'a test network'],
		[`https://some.site/address/${ETH}`, 'networkUnclear'],
		[`unknown:${ETH}`, 'networkUnclear'],
		[`matic:${ETH}@1`, 'The link names Polygon and Ethereum at once.'],
		[`ethereum:${TOKEN}@56/transfer?address=${ETH}`, 'wrongAsset: '],
		[`web+stellar:pay?destination=${XLM}&asset_issuer=${XLM}`, 'wrongAsset: '],
		[`bitcoin:${BTC}?address=${SEGWIT}`, 'severalTargets'],
		[`ethereum:${TOKEN}/transfer?address=${ETH}&address=${TOKEN}`, 'severalTargets'],
		[`ethereum:${TOKEN}@1/approve?uint256=1`, 'The link names no receiver.'],
		[`ethereum:${TOKEN}@1/transfer?uint256=1`, 'The link names no receiver.'],
		[`https://etherscan.io/token/${TOKEN}`, 'notAWallet: The link shows “token”, not a wallet.'],
		[`https://etherscan.io/tx/0x${HASH}`, 'is a transaction hash or a private key, not an address'],
		[`https://tronscan.org/#/address/${TRX.slice(0, -1)}`, 'The Tron address'],
		[
			`https://etherscan.io/address/${TRX}`,
			'is not a valid Ethereum address; it looks like one of Tron',
		],
		['https://app.ens.domains/vitalik.eth', 'nameNotResolved'],
		['ethereum:vitalik.eth@1', 'Resolve the name first: it can point to another address tomorrow.'],
		['mailto:a@b.c', 'nameNotResolved'],
	])('%s is refused: %s', (text, words) => expect(decide(text)).toContain(words));

	it('shows nothing of a key in a link', () => {
		const key = 'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd';
		expect(decide(`bitcoin:${key}`)).toMatch(/^privateKey/);
		expect(decide(`https://x.y/${key}`)).not.toContain('L5nJeq');
	});

	it('a transaction is taken out of its link, whose network counts as well', () => {
		const of = (transaction: string, address = ETH, currency = 'detect') =>
			decide(address, currency, { transaction });
		expect(of(`https://bscscan.com/tx/0x${HASH}`)).toBe(`BSC ${ETH} 0x${HASH}`);
		expect(of(`https://mempool.space/tx/${HASH}`, BTC)).toBe(`BTC ${BTC} ${HASH}`);
		expect(of(`https://mempool.space/tx/${HASH}`, ETH)).toContain('not a valid Bitcoin address');
		expect(of(`https://bscscan.com/tx/0x${HASH}`, ETH, 'ETH')).toContain('wrongNetwork');
		expect(of(`https://bscscan.com/tx/0x${HASH}`, `matic:${ETH}`)).toContain('wrongNetwork');
		expect(of(`https://some.site/tx/0x${HASH}`)).toContain('networkUnclear');
	});

	it('of any length and kind takes no time and never throws', () => {
		const piece = fc.constantFrom(
			' ',
			...': / // ? & = @ # % %E0 https ethereum eip155 1 etherscan.io x'.split(' '),
			...[BTC, ETH, TRX, HASH, 'transfer?address=', 'pay?destination='],
		);
		const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
		fc.assert(
			fc.property(text, fc.constantFrom('address', 'transaction'), (pasted, kind) => {
				expect(readText(pasted, kind as 'address')).toBeDefined();
				expect(decide(pasted)).not.toBe('');
			}),
			{ seed: 20_240_607, numRuns: cases(2000) },
		);
		expect(readText(`https://${'a/'.repeat(1_000_000)}`, 'address')).toBeDefined();
	});
});

describe('EVM Network', () => {
	it.each<[string, string, string, string]>([
		['a link that names it', `matic:${ETH}`, 'MATIC', 'MATIC 0x'],
		['a link of another family', `tron:${TRX}`, 'ETH', `TRX ${TRX}`],
		['all of them, and a link that names one', `matic:${ETH}`, 'all', 'MATIC 0x'],
		['another one than the link', `matic:${ETH}`, 'ETH', 'wrongNetwork: The link names Polygon'],
	])('with %s', (_, address, evmNetwork, words) =>
		expect(decide(address, 'detect', { evmNetwork })).toContain(words),
	);

	it('all of them are the networks of a wallet, in one order', () => {
		for (const currency of ['all', 'detect', 'USDT']) {
			const { assets, wallet } = meantBy({ currency, address: ETH, evmNetwork: 'all' });
			const networks = [...new Set(assets.map(({ network }) => network))];
			expect(wallet).toBeDefined();
			expect(networks).toEqual(
				['ETH', 'ETC', 'BSC', 'MATIC'].filter((one) => currency !== 'USDT' || one !== 'ETC'),
			);
		}
	});

	it.each<[string, string | undefined]>([
		['', undefined],
		[' not chosen ', undefined],
		['bsc', 'BSC'],
		['Polygon', 'MATIC'],
		['Ethereum Classic (ETC)', 'ETC'],
		['ALL', 'all'],
		['all evm networks', 'all'],
	])('is read from %j: %s', (text, choice) => expect(readEvmNetwork(text)).toBe(choice));

	it.each([
		['TRX', 'networkUnclear'],
		['USDTERC20', 'networkUnclear'],
		['solana', 'unsupportedNetwork'],
		['Arbitrum', 'unsupportedNetwork'],
		['L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd', 'privateKey'],
	])('is not read from %s', (text, reason) => {
		const refused = readEvmNetwork(text);
		expect(refused).toMatchObject({ reason });
		expect(JSON.stringify(refused)).not.toContain('L5nJeq');
	});
});

describe('hints', () => {
	const decided = (address: string, currency = 'detect', evmNetwork = '') =>
		meantBy({ address, currency, evmNetwork });

	it('name the networks that share the form of an address of Bitcoin, in one sentence', () => {
		expect(describeReadings([decided(BTC), decided(SCRIPT), decided(TRX)])).toEqual([
			"1… and 3… were read as Bitcoin (BTC). If Bitcoin Cash (BCH), Bitcoin SV (BSV) or Litecoin (LTC) is meant, choose it in 'Currency'.",
		]);
		expect(describeReadings([decided(BTC, 'all')])).toHaveLength(1);
	});

	it('are not needed where a link or the currency names the network, or the form is of one', () => {
		const clear = [decided(`bitcoin:${BTC}`), decided(BTC, 'BTC'), decided(SEGWIT), decided(TRX)];
		expect(describeReadings([...clear, decided(ETH, 'detect', 'ETH')])).toEqual([]);
	});

	it('say that the name of a network was read as its own coin', () => {
		expect(describeReadings([decided(TRX, 'TRON'), decided(TRX, 'TRX')])).toEqual([
			"The currency 'TRON' was read as the own coin of Tron (TRX), not as a token on it. For a stablecoin use USDTTRC20 or USDCTRC20.",
		]);
		expect(describeReadings([decided(TRX), decided(TRX, 'USDT')])).toEqual([]);
		expect(describeReadings([decided(BTC, 'bitcoin'), decided(TRX, 'trx')])).toEqual([]);
	});
});
