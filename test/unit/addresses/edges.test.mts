/** Where a rule about targets begins and ends: links, comparisons, and which of several readings is told. */
import { bech32m } from '@scure/base';
import {
	checkAddress,
	checkTransactionHash,
	cleanTarget,
	isPlainAddress,
	isTransactionHash,
	sameTarget,
	type Network,
} from '../../../nodes/shared/addresses/index.ts';
import { refuseAddress } from '../../../nodes/shared/addresses/refusals.ts';
import type { Reading } from '../../../nodes/shared/addresses/types.ts';
import { strkey } from './encoders.mts';

const BTC = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HASH = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';

function told(text: string, network: Network): string {
	const verdict = checkAddress(text, network);
	return verdict.ok ? 'let through' : `${verdict.reason}: ${verdict.message} ${verdict.advice}`;
}

describe('a link', () => {
	it.each([
		['pays whom it names first, whatever its query says', 'bitcoin:A?destination=B&address=C', 'A'],
		['is no Stellar payment but by its first word', 'stellar:xpay?destination=B', 'xpay'],
		['is a Stellar payment in any case', 'web+stellar:PAY?destination=B', 'B'],
		['is no transfer by what its query says', 'ethereum:A?x=1/transfer?y=2&address=B', 'A'],
		['is a transfer in any case', 'ethereum:A/TRANSFER?address=B', 'B'],
		['of a transfer to nobody names the contract', 'ethereum:A/transfer?uint256=1', 'A'],
		['has its scheme at its beginning', `see bitcoin:${BTC}`, `see bitcoin:${BTC}`],
		['has its reference at its beginning', 'bitcoin:a.b:c', 'a.b:c'],
		['has its "pay-" at its beginning', 'ethereum:repay-A', 'repay-A'],
		['of a scheme that says no more than that', 'pay:A', 'A'],
		['of a test network keeps its prefix', 'bchtest:A?amount=1', 'bchtest:A'],
		['of the other test network too', 'BCHREG:A#x', 'BCHREG:A'],
		['of no such scheme is left alone', 'xbchtest:A?x=1', 'xbchtest:A?x=1'],
		['of none that begins like it either', 'bchtesting:A?x=1', 'bchtesting:A?x=1'],
	])('%s', (_, text, target) => expect(cleanTarget(text)).toBe(target));

	it('or anything else of 4,096 characters is cleaned, of more it is no target', () => {
		const quoted = (length: number) => `"${'x'.repeat(length - 2)}"`;
		expect(cleanTarget(quoted(4096))).toBe('x'.repeat(4094));
		expect(cleanTarget(quoted(4097))).toBe(quoted(4097));
		expect(cleanTarget(` ${quoted(4097)}\n`)).toBe(quoted(4097));
	});
});

describe('what can not be read is itself only', () => {
	it.each<[string, string, boolean]>([
		['0xAB', '0xab', true],
		['Z0xAB', 'z0xab', false],
		['0xABZ', '0xabz', false],
		['BC1QQ', 'bc1qq', true],
		['BC1QQ!', 'bc1qq!', false],
		['9BC1QQ', '9bc1qq', false],
		['bc1b', 'bc1B', false],
	])('%s and %s: the same is %s', (one, other, isSame) =>
		expect(sameTarget(one, other, 'BTC', 'address')).toBe(isSame),
	);

	it('where a hash is meant', () => {
		expect(sameTarget('AB', 'ab', 'BTC', 'transaction')).toBe(false);
		expect(sameTarget('AB', ' AB', 'BTC', 'transaction')).toBe(true);
	});
});

describe('a transaction hash', () => {
	it.each([
		['of a test network', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
		['of another blockchain', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
	])('is no address %s', (_, text) =>
		expect(checkTransactionHash(text, 'BTC')).toMatchObject({
			message: expect.stringContaining('is an address, not a transaction hash'),
		}),
	);

	it.each([HASH, HASH.toUpperCase(), `0x${HASH}`, ` ${HASH}\n`])('%j is one', (text) =>
		expect(isTransactionHash(text)).toBe(true),
	);

	it.each(['', 'null', BTC, ETH, HASH.slice(1), `${HASH}0`])('%j is none', (text) =>
		expect(isTransactionHash(text)).toBe(false),
	);

	it('is described as the network writes it', () => {
		const advice = (network: Network) => {
			const verdict = checkTransactionHash('hello', network);
			return verdict.ok ? '' : verdict.advice.slice(0, verdict.advice.indexOf('. '));
		};
		expect(advice('ETH')).toBe('A transaction hash of Ethereum is “0x” and 64 hexadecimal digits');
		expect(advice('XRP')).toBe('A transaction hash of XRP Ledger is 64 hexadecimal digits');
	});
});

describe('what nearly is an address of Ethereum', () => {
	const digits = ETH.slice(2);

	it.each([
		['a letter that is no digit', `0x${digits.slice(0, -1)}g`, 'g'],
		['the first of several', `0x${digits.slice(0, 20)}xyz${digits.slice(23)}`, 'x'],
		['two characters too few', `0x${digits.slice(0, 37)}z`, 'z'],
		['two characters too many', `0X${digits}0o`, 'o'],
	])('%s is named', (_, text, stranger) =>
		expect(told(text, 'ETH')).toContain(
			`format: The Ethereum address “${text.slice(0, 8)}…${text.slice(-6)}” contains “${stranger}”, which is not a hexadecimal digit (0 to 9, a to f). Copy it again`,
		),
	);

	it.each([
		['three characters too few', `0x${digits.slice(0, 36)}z`],
		['three characters too many', `0x${digits}00z`],
		['something before it', `a0x${digits.slice(0, -1)}g`],
		['something after it', `0x${digits.slice(0, -1)}g!`],
		['other digits without 0x', digits.slice(1)],
		['a digit in between', `0x${digits.slice(0, 20)}-${digits.slice(20)}`],
	])('%s is no address', (_, text) =>
		expect(told(text, 'ETH')).toContain('is not an Ethereum address.'),
	);

	it('of 64 digits is a hash, of 41 an address with one too many', () => {
		expect(told(`0x${HASH}`, 'ETH')).toContain('is a transaction hash');
		expect(told(`${ETH}0`, 'ETH')).toContain('has 41 hexadecimal digits after 0x instead of 40.');
		expect(told(`0x${HASH}0`, 'ETH')).toContain('has 65 hexadecimal digits after 0x');
	});

	it('of 1,100 characters is looked at, of more it is no target', () => {
		expect(told(`0x${'1'.repeat(1098)}`, 'ETH')).toContain('has 1098 hexadecimal digits');
		expect(told(`0x${'1'.repeat(1099)}`, 'ETH')).toContain('is not an Ethereum address.');
	});

	it('as an address of TRON in digits has nothing before it', () => {
		const tron = '41dd791d6b49e190062d650e6a23c575510d35f2f9';
		expect(told(tron, 'TRX')).toBe('let through');
		for (const before of ['41', 'x', '00x'])
			expect(told(before + tron, 'TRX')).not.toBe('let through');
	});
});

describe('bech32', () => {
	const encoded = (prefix: string, words: number) =>
		bech32m.encode(prefix, Array<number>(words).fill(1), 2000);

	it('of a silent payment has 1,023 characters at the most', () => {
		expect(encoded('sp', 1014)).toHaveLength(1023);
		expect(told(encoded('sp', 1014), 'BTC')).toBe('let through');
		expect(told(encoded('sp', 1015), 'BTC')).not.toBe('let through');
	});

	it('is an invoice by the beginning of its prefix', () => {
		expect(told(encoded('lnbc9', 40), 'LTC')).toContain('a Lightning invoice');
		expect(told(encoded('xlnbc', 40), 'BTC')).toContain('one of another blockchain');
	});

	it('of a test network that is mistyped is told as one of its network', () => {
		const text = `${encoded('tb', 40).slice(0, -1)}b`;
		expect(told(text, 'BTC')).toContain('The Bitcoin address');
		expect(told(text, 'LTC')).toContain('looks like one of Bitcoin (BTC).');
	});
});

describe('of several readings the one is told that helps most', () => {
	const own: Reading = { state: 'other', networks: ['BTC'], what: 'own', advice: '' };
	const doubtful: Reading = { state: 'malformed', networks: ['BTC'], what: 'is doubtful' };
	const mistyped: Reading = { state: 'checksum', networks: ['BTC'] };
	const other: Reading = { state: 'address', networks: ['XRP'], value: 'x', key: 'x' };
	const elsewhere: Reading = { state: 'elsewhere', name: 'Mars' };
	const otherDoubt: Reading = { state: 'checksum', networks: ['XLM'] };
	const refused = (...readings: Reading[]) => refuseAddress('text', 'BTC', readings).message;

	it.each<[string, Reading[], string]>([
		['what the network has', [otherDoubt, other, doubtful, own], 'is own.'],
		['what is meant as one of it', [otherDoubt, other, doubtful], 'is doubtful.'],
		['what is mistyped of it', [elsewhere, mistyped], 'mistyped'],
		['what is of another network', [otherDoubt, other], 'XRP Ledger (XRP)'],
		['what is of no network', [otherDoubt, elsewhere], 'Mars'],
		['what is meant as one of another', [otherDoubt], 'Stellar (XLM)'],
		[
			'that it is nothing',
			[{ state: 'unknown', networks: ['XLM'], value: 'x' }],
			'is not a Bitcoin address.',
		],
		['what comes first of the same kind', [other, elsewhere], 'XRP Ledger (XRP)'],
		['what comes first of the other', [elsewhere, other], 'Mars'],
		['what tells something', [{ state: 'unknown', networks: ['BTC'], value: 'x' }, other], 'XRP'],
	])('%s', (_, readings, message) => expect(refused(...readings)).toContain(message));

	it('but nothing of what is a secret', () =>
		expect(refused(own, other, { state: 'secret' })).toContain('is a private key'));
});

describe('a text may be shown whole', () => {
	it.each([
		['an address', BTC],
		['one of another family', ETH],
		['one of a test network', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
		['one of another blockchain', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
	])('that is %s', (_, text) => expect(isPlainAddress(text)).toBe(true));

	it.each([
		['nothing', ''],
		['a word', 'hello'],
		['a transaction', HASH],
		['a private key', strkey(18 << 3, 32)],
		['a private key with a slip in it', strkey(18 << 3, 32).replace(/.$/, '7')],
		['an address with a slip in it', `${BTC.slice(0, -1)}b`],
	])('but not %s', (_, text) => expect(isPlainAddress(text)).toBe(false));
});

it('a strkey of a letter that nobody knows is let through, however short', () => {
	expect(told(strkey(3 << 3, 1), 'XLM')).toBe('let through');
});
