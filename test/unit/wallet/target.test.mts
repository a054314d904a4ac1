/** An address or a hash: one thing, with its marks and tags, or one of six sentences. */
import fc from 'fast-check';
import { parseTarget } from '../../../nodes/shared/wallet/target.ts';
import { cases } from '../../cases.mts';
import {
	BTC,
	CASH,
	ETH,
	HASH,
	SEGWIT,
	TOKEN,
	TRX,
	X_TAGGED,
	XLM,
	XLM_MUXED,
	XRP,
} from './samples.mts';

const OTHER = '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3';
const SEED = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const WIF = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

const read = (text: string, kind: 'address' | 'transaction' = 'address') => {
	const parsed = parseTarget(text, kind);
	return 'ok' in parsed
		? parsed.reason
		: [parsed.target, parsed.network, parsed.output].filter(Boolean).join(' ');
};

describe('an address', () => {
	it.each([
		...[` ${TRX}\n`, `"${TRX}"`, `'${TRX}`, `“${TRX}”`, `(${TRX})`, `<${TRX}>`, `\`${TRX}\``],
		...[`*${TRX}*`, `**${TRX}**`, `["${TRX}"]`, `="${TRX}"`, `\u200b${TRX}\ufeff`, `${TRX};`],
	])('is taken out of marks: %j', (text) => expect(read(text)).toBe(TRX));

	it.each([
		[`${XRP}?dt=12345`, XRP],
		[`${XRP}?100200`, XRP],
		[`${XRP}:12345`, XRP],
		[`${XRP} 100200`, XRP],
		[`${XLM}:12`, XLM],
		[`${XLM}?memo=12`, XLM],
		[`${TRX}?amount=100.00`, TRX],
		[X_TAGGED, X_TAGGED],
		[XLM_MUXED, XLM_MUXED],
	])('is cut off from its tag: %s', (text, address) => expect(read(text)).toBe(address));

	it.each([
		[`bitcoin:${BTC}`, `${BTC} BTC`],
		[`BITCOIN:${SEGWIT.toUpperCase()}?AMOUNT=1`, `${SEGWIT.toUpperCase()} BTC`],
		[`bitcoin:${BTC}?label=pay%20${OTHER}&message=${OTHER}`, `${BTC} BTC`],
		[`${CASH}?amount=1`, `${CASH.slice(12)} BCH`],
		[`litecoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy`, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy LTC'],
		[`tron:${TRX}?amount=5`, `${TRX} TRX`],
		[`ripple:${XRP}?dt=1`, `${XRP} XRP`],
		[`ethereum:${ETH}`, ETH],
		[`ethereum:${ETH}@56`, `${ETH} BSC`],
		[`ethereum:pay-${ETH}@0x38?value=1`, `${ETH} BSC`],
		[`ethereum:${ETH}?chain_id=137`, `${ETH} MATIC`],
		[`eth:${ETH}`, `${ETH} ETH`],
		[`eip155:56:${ETH}`, `${ETH} BSC`],
		[`did:pkh:eip155:1:${ETH}`, `${ETH} ETH`],
		[`tron:mainnet:${TRX}`, `${TRX} TRX`],
	])('is cut out of a URI: %s', (text, said) => expect(read(text)).toBe(said));

	it.each([
		`ethereum:${TOKEN}@1/transfer?address=${ETH}&uint256=1`,
		`ethereum:${ETH}@8453`,
		`ethereum:${ETH}@-1`,
		`ethereum:${ETH}@56?chain_id=1`,
		`tron:${TRX}?token=USDT`,
		`bitcoin:${SEGWIT}?lightning=lnbc1`,
		`bitcoin:${SEGWIT}?req-x=1`,
		`eip155:8453:${ETH}`,
		`xrpl:1:${XRP}`,
		`usdt:${TRX}`,
		`trc20:${TRX}`,
		`base:${ETH}`,
		`bchtest:${CASH.slice(12)}`,
	])('is not read in a URI that says more: %s', (text) =>
		expect(read(text)).toBe('networkUnclear'),
	);

	it.each([
		[`https://www.blockchain.com/explorer/addresses/btc/${BTC}`, `${BTC} BTC`],
		[`https://blockchair.com/bitcoin-cash/address/${CASH}`, `${CASH} BCH`],
		[
			`https://blockchair.com/de/litecoin/address/LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1`,
			'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1 LTC',
		],
		[`blockstream.info/address/${BTC}`, `${BTC} BTC`],
		[`https://bscscan.com/address/${ETH}`, `${ETH} BSC`],
		[`https://etc.blockscout.com/address/${ETH}`, `${ETH} ETC`],
		[`http://www.Etherscan.io/address/${ETH}#tokentxns`, `${ETH} ETH`],
		[`https://polygonscan.com/address/${ETH}/`, `${ETH} MATIC`],
		[`https://mempool.space/de/address/${BTC}`, `${BTC} BTC`],
		[`https://tronscan.org/#/address/${TRX}/transfers`, `${TRX} TRX`],
		[`https://bithomp.com/en/account/${XRP}`, `${XRP} XRP`],
		[`https://livenet.xrpl.org/accounts/${XRP}`, `${XRP} XRP`],
		[`https://xrpscan.com/account/${XRP}`, `${XRP} XRP`],
		[`https://stellar.expert/explorer/public/account/${XLM}`, `${XLM} XLM`],
		[`https://whatsonchain.com/address/${BTC}`, `${BTC} BSV`],
	])('is cut out of an explorer’s page: %s', (text, said) => expect(read(text)).toBe(said));

	it.each([
		...[`https://etherscan.io/token/${TOKEN}`, `https://etherscan.io/nft/${TOKEN}/1`],
		...['sepolia.etherscan.io', 'opbnb.bscscan.com', 'basescan.org', 'etherscan.io.evil.com'].map(
			(host) => `https://${host}/address/${ETH}`,
		),
		...[
			`https://etherscan.io@evil.com/address/${ETH}`,
			`https://evil.com/etherscan.io/address/${ETH}`,
		],
		...['testnet', 'signet', 'liquid'].map(
			(path) => `https://mempool.space/${path}/address/${BTC}`,
		),
		...[`https://blockchair.com/dogecoin/address/${BTC}`, `https://debank.com/profile/${ETH}`],
		`https://stellar.expert/explorer/testnet/account/${XLM}`,
	])('is not read on another page: %s', (text) => expect(read(text)).toBe('networkUnclear'));

	it.each([
		['missing', ''],
		['missing', ' "" '],
		...[`${BTC}, ${OTHER}`, `${BTC}\n${OTHER}`, `["${BTC}","${OTHER}"]`, `${BTC} and ${OTHER}`].map(
			(text) => ['severalTargets', text],
		),
		...[`${ETH}, ${ETH}`, `${BTC}\n${BTC}`].map((text) => ['severalTargets', text]),
		['severalTargets', `https://etherscan.io/address/${ETH}?a=${TOKEN}`],
		[
			'severalTargets',
			`Hi, I sent 100 USDT from ${BTC} to ${OTHER} yesterday, it did not arrive, please check`,
		],
		...[`Wallet: ${BTC}`, `${TRX}, USDT`, `USDT TRC20 ${TRX}`, `1. ${TRX}`, `${XRP}, tag 1`].map(
			(text) => ['invalid', text],
		),
		...[
			`{"address":"${TRX}"}`,
			`${TRX}:123`,
			`${TRX}...`,
			`${BTC.slice(0, 9)} ${BTC.slice(9)}`,
		].map((text) => ['invalid', text]),
		...['hello', 'vitalik.eth', ETH.slice(2), ETH.replace('A', 'a'), BTC.replace('A', 'А')].map(
			(text) => ['invalid', text],
		),
		...[
			'7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
			'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
		].map((text) => ['invalid', text]),
		['wrongNetwork', `bitcoin:${ETH}`],
		['wrongNetwork', `https://polygonscan.com/address/${TRX}`],
		['wrongKind', HASH],
		['wrongKind', `my key ${HASH}`],
		['wrongKind', `https://etherscan.io/tx/0x${HASH}`],
		['privateKey', WIF],
		['privateKey', SEED],
		['privateKey', `Seed phrase: ${SEED.replaceAll(' ', ', ')}`],
		[
			'privateKey',
			'Same as last time, please use the address we have on file for our company wallet',
		],
		[
			'invalid',
			`hello dear team please use my wallet ${TRX} for the payout thanks and kind regards anna`,
		],
	])('is refused as %s: %j', (reason, text) => expect(read(text)).toBe(reason));

	it.each([HASH, `0x${HASH}`, `my key ${HASH}`, WIF, SEED, `bitcoin:${HASH}`, HASH.slice(1)])(
		'that may be a key or a seed is not quoted: %s',
		(text) => {
			const parsed = parseTarget(text, 'address');
			const said = 'ok' in parsed ? `${parsed.message} ${parsed.advice}` : '';
			expect(said).toContain('may be');
			for (let at = 0; at + 6 <= text.length; at++)
				expect(said).not.toContain(text.slice(at, at + 6));
		},
	);
});

describe('a transaction hash', () => {
	it.each([
		...[HASH, `0x${HASH}`, `"${HASH}"`, `[${HASH}]`].map((text) => [
			text,
			text.replace(/[^\dxa-f]/g, ''),
		]),
		...[':68', '-0', '/0', '@e8902757998fc352e6c9d8890d18a71c'].map((tag) => [
			`${HASH}${tag}`,
			HASH,
		]),
		[`${HASH}:${BTC}`, `${HASH} ${BTC}`],
		[`https://mempool.space/tx/${HASH}#vout=0`, `${HASH} BTC`],
		[`https://etherscan.io/tx/0x${HASH}`, `0x${HASH} ETH`],
		[`https://tronscan.org/#/transaction/${HASH}`, `${HASH} TRX`],
	])('is read: %s', (text, said) => expect(read(text, 'transaction')).toBe(said));

	it.each([
		['missing', ''],
		['wrongKind', BTC],
		['wrongKind', `0x${'0'.repeat(24)}${ETH.slice(2)}`],
		['wrongKind', '0'.repeat(64)],
		['invalid', HASH.slice(1)],
		['invalid', `tx ${HASH}`],
		['invalid', `{"key":"${HASH}"}`],
		['invalid', `bitcoin:${HASH}`],
		['invalid', `0:${HASH}`],
		['networkUnclear', `https://mempool.space/signet/tx/${HASH}`],
		['networkUnclear', `https://etherscan.io/block/0x${HASH}`],
		['severalTargets', `${HASH} ${HASH}`],
		['severalTargets', `${HASH} ${HASH.replace('4', '5')}`],
		['privateKey', WIF],
		['privateKey', SEED],
	])('is refused as %s: %j', (reason, text) => expect(read(text, 'transaction')).toBe(reason));
});

it('any text gets a target or a short sentence, and nothing throws', () => {
	const text = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 120 }),
		fc.string({ unit: fc.constantFrom(...'0123456789abcdefxABCDEF:/?=@'), maxLength: 80 }),
		fc.string({ unit: fc.constantFrom(BTC, TRX, HASH, ' ', ':', 'tron', '\ud800', '\u200b', '?') }),
	);
	fc.assert(
		fc.property(text, fc.constantFrom('address' as const, 'transaction' as const), (one, kind) => {
			const parsed = parseTarget(one, kind);
			if ('ok' in parsed) expect(`${parsed.message} ${parsed.advice}`.length).toBeLessThan(300);
			else expect(one).toContain(parsed.target);
		}),
		{ seed: 20_240_607, numRuns: cases(1000) },
	);
	expect(read(`x${' '.repeat(1_000_000)}x`)).toBe('invalid');
});
