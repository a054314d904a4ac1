/** What may be a key or a seed is known by its form, and no message repeats what was entered. */
import { sha256 } from '@noble/hashes/sha2';
import { base58xrp, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { isPlainAddress } from '../../../nodes/shared/wallet/addresses/index.ts';
import { quote, quoteValue, shortenWords } from '../../../nodes/shared/wallet/quote.ts';
import { isSecret, isSurelySecret } from '../../../nodes/shared/wallet/secrets.ts';
import { cases } from '../../cases.mts';
import { BTC, ETH, HASH, TRX, X_TAGGED, XLM, XLM_MUXED, XRP } from './samples.mts';

const check = createBase58check(sha256);
const bytes = (start: string, length: number, end = '') =>
	Buffer.concat([
		Buffer.from(start, 'hex'),
		Buffer.alloc(length - (start.length + end.length) / 2, 7),
		Buffer.from(end, 'hex'),
	]);
const xrp = (payload: Buffer) =>
	base58xrp.encode(Buffer.concat([payload, Buffer.from(sha256(sha256(payload))).subarray(0, 4)]));
const extended = (version: string) =>
	check.encode(Buffer.concat([bytes(version, 45), bytes('00', 33)]));

const WIF = check.encode(bytes('80', 34, '01'));
const SEED = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const SLIP = '5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b8';

it.each([
	['of Bitcoin', check.encode(bytes('80', 33))],
	['of Bitcoin, compressed', WIF],
	['of Litecoin', check.encode(bytes('b0', 34, '01'))],
	['of a test network', check.encode(bytes('ef', 33))],
	['encrypted (BIP-38)', '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg'],
	['extended', extended('0488ade4')],
	['extended, segwit', extended('04b2430c')],
	['of XRP', xrp(bytes('21', 17))],
	['of XRP on Ed25519', 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2'],
	['of Stellar', 'SCOWDMM5576VUYF2QRFPJEXMFTCEISOFNF5TE2IZOA52YAY4VZ7WBQNO'],
	['with a slip', SLIP],
	['in words', SEED],
	['in words without blanks', SEED.replaceAll(' ', '')],
	['in capitals', SEED.replaceAll(' ', '').toUpperCase()],
	['with a capital each', SEED.replace(/\b\w/g, (one) => one.toUpperCase()).replaceAll(' ', '')],
	['in Chinese, without blanks', '的一是在不了有和人这中大'],
	['in a list', 'legal, winner, thank, year, wave, sausage, worth, useful, a, b, c, yellow'],
	['numbered', SEED.replace(/\w+/g, (word) => `1. ${word}`)],
	['in bytes', Array.from({ length: 32 }, (_, n) => n).join(', ')],
])('a key or a seed may be %s', (_, text) => {
	expect(isSecret(text)).toBe(true);
	expect(isSecret(`"${text}"`)).toBe(true);
	expect(isPlainAddress(text)).toBe(false);
	for (const said of [quote(text), shortenWords(text)]) expect(said).toMatch(/^“?…”?$/);
});

it.each([BTC, ETH, TRX, XRP, X_TAGGED, XLM, XLM_MUXED, HASH, `0x${HASH}`, 'hello', ''])(
	'no secret is %j',
	(text) => expect(isSecret(text)).toBe(false),
);

it('where any word may be a hash, only a right checksum or the words of a seed say that it is a key', () => {
	expect([WIF, `key ${WIF}`, SEED].map(isSurelySecret)).toEqual([true, true, true]);
	for (const word of [SLIP, HASH, 'K1234-abc', BTC, 'aQzXbNmKlP'.repeat(5)])
		expect(isSurelySecret(word)).toBe(false);
});

describe('a message', () => {
	it.each([
		['abcdefghij', '“abcdefghij”'],
		['abcdefghijk', '“abcdef…hijk”'],
		['a\nb\u200bc', '“a·b·c”'],
		['vitalik-wallet.eth', '“vitali….eth”'],
		['1x'.repeat(500), '“1x1x1x…1x1x”'],
	])('quotes %j as %s', (text, quoted) => expect(quote(text)).toBe(quoted));

	it.each<[unknown, string]>([
		['All EVM Networks', '"All EVM Networks"'],
		['legal winner thank year wave sausage worth useful', '"legal·…eful"'],
		[[SEED], 'a list'],
		[{ [SEED]: 1 }, 'an object'],
		[5, '5'],
		[null, 'null'],
	])('names a value of any kind: %j', (value, quoted) => expect(quoteValue(value)).toBe(quoted));

	it('shows at most the first six and the last four characters', () => {
		const text = fc.string({ minLength: 12, unit: fc.constantFrom(...'abcXYZ0123 :/') });
		fc.assert(
			fc.property(text, (one) => expect(quote(one).length).toBeLessThanOrEqual(13)),
			{ seed: 20_240_607, numRuns: cases(1000) },
		);
	});
});
