/** What surrounds a target is taken off, and nothing else. */
import { checkAddress, cleanTarget } from '../../../nodes/shared/addresses/index.ts';
import { BTC, SEGWIT, CASH, CASH_LEGACY, ETH, TOKEN, TRX, XRP, XLM } from './samples.mts';

describe('cleanTarget', () => {
	it.each<[string, string, string]>([
		['spaces', `  ${BTC} `, BTC],
		['line breaks and tabs', `\r\n\t${BTC}\n`, BTC],
		['no-break and wide spaces, a byte order mark', `\ufeff\u00a0${BTC}\u202f\u3000`, BTC],
		['straight quotes', `"${BTC}"`, BTC],
		['curly quotes', `“${BTC}”`, BTC],
		['backticks', `\`${BTC}\``, BTC],
		['guillemets', `« ${BTC} »`, BTC],
		['the apostrophe of Excel', `'${BTC}`, BTC],
		['a text formula', `="${BTC}"`, BTC],
		['a list', `${BTC},`, BTC],
		['the end of a sentence', `(${BTC});.`, BTC],
		['a Bitcoin link', `bitcoin:${BTC}?amount=0.1&label=x`, BTC],
		[
			'a Bitcoin link in capitals',
			`BITCOIN:${SEGWIT.toUpperCase()}?AMOUNT=1`,
			SEGWIT.toUpperCase(),
		],
		['a quoted link with slashes', `"bitcoin://${BTC}"`, BTC],
		['cashaddr, whose prefix belongs to it', `${CASH}?amount=1`, CASH],
		[
			'a Bitcoin Cash link with a legacy address',
			`bitcoincash:${CASH_LEGACY}?amount=1`,
			CASH_LEGACY,
		],
		['an Ethereum link', `ethereum:${ETH}@1?value=1e18`, ETH],
		['an Ethereum link with pay-', `ethereum:pay-${ETH}@1`, ETH],
		[
			'a token transfer, which pays the recipient and not the token',
			`ethereum:${TOKEN}@1/transfer?uint256=1&address=${ETH}`,
			ETH,
		],
		['another call, which names the contract', `ethereum:${TOKEN}@1/approve?address=${ETH}`, TOKEN],
		['a chain short name', `matic:${ETH}`, ETH],
		['CAIP-10', `eip155:137:${ETH}`, ETH],
		['CAIP-10 of Bitcoin', `bip122:000000000019d6689c085ae165831e93:${BTC}`, BTC],
		['a TRON link', `tron:${TRX}?amount=5`, TRX],
		['an XRP link', `xrpl:${XRP}?dt=123`, XRP],
		['another XRP link', `ripple:${XRP}`, XRP],
		['a Stellar link', `web+stellar:pay?destination=${XLM}&amount=1`, XLM],
		['nothing but wrapping', ' "\n" ', ''],
		['an unknown scheme, which is left alone', `mailto:${BTC}`, `mailto:${BTC}`],
		['what is inside', 'a b', 'a b'],
		['a zero-width space, which is left for the checks', `\u200b${BTC}`, `\u200b${BTC}`],
	])('%s', (_name, text, cleaned) => {
		expect(cleanTarget(text)).toBe(cleaned);
		expect(cleanTarget(cleaned)).toBe(cleaned);
	});

	it('takes no time over a huge text', () => {
		const started = Date.now();
		cleanTarget(' '.repeat(2_000_000) + 'x' + ' '.repeat(2_000_000));
		checkAddress('1'.repeat(2_000_000), 'BTC');
		checkAddress(`x${' '.repeat(1_000_000)}x`, 'BTC');
		expect(Date.now() - started).toBeLessThan(10_000);
	});
});
