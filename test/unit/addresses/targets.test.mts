/** What is said of a target that is refused, which spellings are one target, and what nobody may read. */
import { sha256 } from '@noble/hashes/sha2';
import { base58xrp, createBase58check } from '@scure/base';
import fc from 'fast-check';
import {
	checkAddress,
	checkTransactionHash,
	cleanTarget,
	isPlainAddress,
	isSecret,
	isTransactionHash,
	sameTarget,
	targetKey,
	type Network,
} from '../../../nodes/shared/addresses/index.ts';
import { NETWORK_CODES, NETWORKS } from '../../../nodes/shared/networks.ts';
import { quote, quoteValue } from '../../../nodes/shared/quote.ts';
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
	X_TAGGED,
	XLM,
	XLM_MUXED,
	XRP,
} from './samples.mts';

const CASH_SCRIPT = 'bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq';
const run = { seed: 20_240_607, numRuns: cases(1000) };

const tell = (verdict: ReturnType<typeof checkAddress>) =>
	verdict.ok ? 'let through' : `${verdict.reason}: ${verdict.message}. ${verdict.advice}`;
const say = (text: string, network: Network) => tell(checkAddress(text, network));
const sayHash = (text: string, network: Network) => tell(checkTransactionHash(text, network));

const AGAIN = 'Copy it again from where it comes from, without retyping it.';

describe('an address that is refused', () => {
	it.each<[string, Network, string]>([
		['', 'BTC', 'missing: The address is empty. Fill in the address.'],
		[' "" ', 'XLM', 'missing: The address is empty. Fill in the address.'],
		[
			'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA',
			'BTC',
			'wrongNetwork: “LT2KVa…bPeA” is not a valid Bitcoin address; it looks like one of Litecoin (LTC). Choose the network of the address, or give a Bitcoin address.',
		],
		[TRX, 'ETH', 'is not a valid Ethereum address; it looks like one of Tron (TRX).'],
		[
			ETH,
			'XRP',
			'is not a valid XRP Ledger address; it looks like one of Ethereum (ETH), Ethereum Classic (ETC), BNB Smart Chain (BSC) or Polygon (MATIC). Choose the network of the address, or give an XRP Ledger address.',
		],
		[ETH.slice(0, -1), 'BTC', 'it looks like one of Ethereum (ETH)'],
		[`${BTC.slice(0, -1)}b`, 'ETH', 'it looks like one of Bitcoin (BTC)'],
		[
			`${BTC.slice(0, -1)}b`,
			'BTC',
			`invalid: The Bitcoin address “1A1zP1…vfNb” is mistyped or incomplete. ${AGAIN}`,
		],
		[ETH.slice(0, -1), 'BSC', 'invalid: The BNB Smart Chain address “0x5aAe…BeAe” is mistyped'],
		[
			'hello',
			'BTC',
			`invalid: “hello” is not a valid Bitcoin address. Addresses of Bitcoin start with “1”, “3” or “bc1”. ${AGAIN}`,
		],
		[`${BTC.slice(0, 9)} ${BTC.slice(9)}`, 'BTC', 'there is white space inside it'],
		[
			HASH,
			'BTC',
			'wrongKind: “4a5e1e…a33b” is a transaction hash or a private key, not an address. Give the address of a wallet. Never send a private key.',
		],
		[
			`${BTC.slice(0, 9)}\u200b${BTC.slice(9)}`,
			'BTC',
			'contains an invisible character (U+200B). Delete the text and type or copy the address again.',
		],
		[BTC.replace('A', 'А'), 'BTC', 'contains “А” (U+0410)'],
		[
			'vitalik.eth',
			'ETH',
			'nameNotResolved: “vitalik.eth” is a name, not an address. Resolve the name first: it can point to another address tomorrow.',
		],
		['sub.wallet.crypto', 'BTC', 'nameNotResolved'],
		['alice@example.org', 'BTC', 'nameNotResolved'],
		['$handle', 'BSV', 'nameNotResolved'],
		['lnbc1qpzry9x8gf2tvdw0s3jnw370ln', 'BTC', 'is a Lightning invoice. Give a Bitcoin address'],
		[
			'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
			'BTC',
			'is an extended public key, which means all addresses of a wallet. Give a Bitcoin address',
		],
	])('%j on %s', (text, network, message) => expect(say(text, network)).toContain(message));

	it.each([
		['Solana', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'],
		['TON', 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'],
		['TON', `0:${HASH}`],
		['Dogecoin', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
		[
			'Cardano',
			'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
		],
		['Cosmos', 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh'],
		['Polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
		['a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
		['a test network', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
		['a test network', 'bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t'],
		['eCash', 'ecash:qpm2qsznhks23z7629mms6s4cwef74vcwva87rkuu2'],
	])('because it is of %s: %s', (chain, text) => {
		for (const network of NETWORK_CODES) {
			const said = say(text, network);
			expect(said).toMatch(/^unsupportedNetwork: /);
			expect(said).toContain(`it looks like one of ${chain}, which the service doesn't check.`);
			expect(said).toContain("Leave this item out: the service can't screen it.");
			expect(said).not.toMatch(/turn off|Validate/);
		}
	});
});

describe('a transaction hash', () => {
	it.each<[Network, string]>([
		['BTC', HASH],
		['TRX', HASH],
		['XRP', HASH.toUpperCase()],
		['ETH', `0x${HASH}`],
		['MATIC', `0x${HASH}`],
	])('on %s is sent as the network writes it', (network, value) => {
		for (const text of [HASH, HASH.toUpperCase(), `0x${HASH}`, ` "${HASH}",\n`, `\u200b${HASH}`]) {
			expect(checkTransactionHash(text, network)).toEqual({ ok: true, value });
			expect(isTransactionHash(text)).toBe(true);
		}
	});

	it.each<[string, Network, string]>([
		['', 'BTC', 'missing: The transaction hash is empty.'],
		[BTC, 'ETH', 'wrongKind: “1A1zP1…vfNa” is an address, not a transaction hash.'],
		[
			HASH.slice(1),
			'BTC',
			`invalid: “a5e1e4…a33b” is not a transaction hash: it has 63 hexadecimal digits. A transaction hash of Bitcoin is 64 hexadecimal digits. ${AGAIN}`,
		],
		[`${HASH}0`, 'ETH', 'is “0x” and 64 hexadecimal digits'],
		[HASH.replace('4', 'g'), 'ETH', 'is not a transaction hash.'],
	])('%j on %s is none', (text, network, message) => {
		expect(sayHash(text, network)).toContain(message);
		expect(isTransactionHash(text)).toBe(false);
	});
});

describe('a private key or a seed', () => {
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

	it.each([
		['of Bitcoin', check.encode(bytes('80', 33))],
		['of Bitcoin, compressed', check.encode(bytes('80', 34, '01'))],
		['of Litecoin', check.encode(bytes('b0', 34, '01'))],
		['of a test network', check.encode(bytes('ef', 33))],
		['encrypted (BIP-38)', check.encode(bytes('0142', 39))],
		['encrypted by somebody else (BIP-38)', check.encode(bytes('0143', 39))],
		['extended', extended('0488ade4')],
		['extended, segwit', extended('04b2430c')],
		['of XRP', xrp(bytes('21', 17))],
		['of XRP on Ed25519', 'sEdTM1uX8pu2do5XvTnutH6HsouMaM2'],
		['of Stellar', 'SCOWDMM5576VUYF2QRFPJEXMFTCEISOFNF5TE2IZOA52YAY4VZ7WBQNO'],
		['in words', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
		['in Chinese, without blanks', '的一是在不了有和人这中大'],
		['in a list', 'legal, winner, thank, year, wave, sausage, worth, useful, a, b, c, yellow'],
	])('%s is neither sent nor repeated', (_, text) => {
		expect(isSecret(text)).toBe(true);
		expect(isPlainAddress(text)).toBe(false);
		for (const network of NETWORK_CODES)
			for (const said of [say(text, network), sayHash(text, network)]) {
				expect(said).toMatch(/^privateKey: .* is a private key or a seed\. It was not sent/);
				for (let at = 0; at + 6 <= text.length; at++)
					expect(said).not.toContain(text.slice(at, at + 6));
			}
	});

	it('with a slip in it is not plainly an address', () => {
		const slip = '5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b8';
		expect([slip, 'hello', ''].map(isPlainAddress)).toEqual([false, false, false]);
		expect([slip, 'hello', ''].map(isSecret)).toEqual([true, false, false]);
		expect([BTC, ETH, XLM].map(isPlainAddress)).toEqual([true, true, true]);
		expect(sayHash('L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd', 'BTC')).toContain(
			'entered as the transaction hash is a private key',
		);
	});

	it.each([
		['abcdefghij', '“abcdefghij”'],
		['abcdefghijk', '“abcdef…hijk”'],
		['a\nb\u200bc', '“a·b·c”'],
		['1x'.repeat(500), '“1x1x1x…1x1x”'],
		['legal winner thank year wave sausage worth useful legal winner thank yellow', '“…”'],
	])('%j is quoted in one line, and short: %s', (text, quoted) => expect(quote(text)).toBe(quoted));

	it.each([
		['vitalik.eth', '“vitalik.eth”'],
		['🦊vitalik.eth', '“🦊vitalik.eth”'],
		['münchen.eth', '“münchen.eth”'],
		['bob*stellar.org', '“bob*stellar.org”'],
		['brad.888', '“brad.888”'],
		['12345678901.5', '“123456…01.5”'],
		[`5JuW2AMDYu4xVwRG9DZW18VbzQ.rGcd5RCgb99sS6ehJsNQXu5b8`, '“5JuW2A…u5b8”'],
	])('a name is quoted whole, and nothing else is: %s', (text, quoted) =>
		expect(quote(text)).toBe(quoted),
	);

	it.each<[unknown, string]>([
		[['5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9'], '["…"]'],
		[{ a: { b: ['5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9'] } }, '{"a":{"b":["…"]}}'],
		[{ L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd: 1 }, '{"…":1}'],
		[
			'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' '),
			'a long list',
		],
		['legal winner thank year wave sausage worth useful', '"legal·…eful"'],
		['All EVM Networks', '"All EVM Networks"'],
		[5, '5'],
		[null, 'null'],
	])('a value of any kind is quoted, however deep its texts stand: %j', (value, quoted) =>
		expect(quoteValue(value)).toBe(quoted),
	);

	it('with a slip in it shows at most its first six and last four characters', () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 12, maxLength: 200, unit: fc.constantFrom(...'abcXYZ0123 :/') }),
				fc.constantFrom(...NETWORK_CODES),
				(text, network) => {
					const target = cleanTarget(text);
					for (const said of [say(text, network), sayHash(text, network)])
						for (const quoted of said.match(/(?<!start with .*)“[^”]*”/g) ?? [])
							expect(quoted.length).toBeLessThanOrEqual(13);
					expect(quote(target).replace(/[“”]/g, '').length).toBeLessThanOrEqual(11);
				},
			),
			run,
		);
	});
});

describe('what surrounds a target', () => {
	it.each([
		['spaces', `  ${BTC} `],
		['line breaks, no-break and wide spaces', `\r\n\t\u00a0${BTC}\u202f\u3000\n`],
		['straight and curly quotes', `"“${BTC}”"`],
		['the apostrophe and the formula of a sheet', `'="${BTC}"`],
		['a list, the end of a sentence', `(${BTC});.,`],
		['invisible characters', `\ufeff\u200b${BTC}\u200d\u202c\u2060`],
	])('is taken off: %s', (_, text) => {
		expect(cleanTarget(text)).toBe(BTC);
		expect(checkAddress(text, 'BTC')).toEqual({ ok: true, value: BTC });
	});

	it('of any length takes no time', () => {
		const started = Date.now();
		expect(cleanTarget(`${' '.repeat(2_000_000)}x${' '.repeat(2_000_000)}`)).toBe('x');
		expect(checkAddress('1'.repeat(2_000_000), 'BTC').ok).toBe(false);
		expect(checkAddress(`x${' '.repeat(1_000_000)}x`, 'BTC').ok).toBe(false);
		expect(Date.now() - started).toBeLessThan(10_000);
	});
});

describe('one target', () => {
	it.each<[string, string, Network]>([
		[ETH, ETH.toLowerCase(), 'ETH'],
		[ETH, ETH.toUpperCase(), 'MATIC'],
		[ETH, ETH.slice(2), 'BSC'],
		// A checksum that doesn't fit is no reason to pay twice where validation is off.
		[ETH.replace('A', 'a'), ETH, 'ETH'],
		[SEGWIT, SEGWIT.toUpperCase(), 'BTC'],
		[SEGWIT.slice(0, -1), SEGWIT.slice(0, -1).toUpperCase(), 'BTC'],
		[CASH, CASH.slice(12), 'BCH'],
		[CASH, CASH.toUpperCase(), 'BCH'],
		[CASH, CASH_LEGACY, 'BCH'],
		[CASH_SCRIPT, '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC', 'BCH'],
		['MV5rN5EcX1imDS2gEh5jPJXeiW5QN8YrK3', '3Nsi4BpeZtsLQvkn8p6PZfHFPoUxKbJ1YY', 'LTC'],
		['41dd791d6b49e190062d650e6a23c575510d35f2f9', 'TWAFRfZFmhVQZjxM3De7Mp5UZ9sLqWqpHp', 'TRX'],
		[X_TAGGED, XRP, 'XRP'],
		[XLM_MUXED, XLM, 'XLM'],
	])('%s is %s on %s', (a, b, network) => {
		expect(targetKey(a, network, 'address')).toBe(targetKey(b, network, 'address'));
		expect(sameTarget(a, ` ${b}\n`, network, 'address')).toBe(true);
	});

	it.each<[string, string, Network]>([
		[BTC, CASH_LEGACY, 'BTC'],
		[BTC, BTC.toLowerCase(), 'BTC'],
		[ETH, TOKEN, 'ETH'],
		[XRP, XRP.toLowerCase(), 'XRP'],
		[XRP, 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'XRP'],
		[SEGWIT, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'BTC'],
		// The hash of a key and the hash of a script are different wallets even where the bytes agree.
		[CASH, CASH_SCRIPT, 'BCH'],
		['Z0xAB', 'z0xab', 'BTC'],
		['0xABz', '0xabz', 'ETH'],
		['?BC1QQ', '?bc1qq', 'BTC'],
		['BC1QQ?q', 'bc1qq?q', 'BTC'],
	])('%s is not %s on %s', (a, b, network) =>
		expect(sameTarget(a, b, network, 'address')).toBe(false),
	);

	it('of a transaction has no case and no 0x', () => {
		for (const network of NETWORK_CODES) {
			expect(sameTarget(HASH, `0x${HASH.toUpperCase()}`, network, 'transaction')).toBe(true);
			expect(sameTarget(HASH, HASH.replace('4', '5'), network, 'transaction')).toBe(false);
		}
	});
});

it('any text gets a verdict and a key, and nothing throws', () => {
	const anyText = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 120 }),
		fc.string({ unit: fc.constantFrom(...'0123456789abcdefxABCDEFX'), maxLength: 80 }),
		fc.string({ unit: fc.constantFrom(...'\ud800\udc00\u200b\ufeff :?&=@/"\'-1'.split('')) }),
	);
	fc.assert(
		fc.property(anyText, fc.constantFrom(...NETWORK_CODES), (text, network) => {
			for (const verdict of [checkAddress(text, network), checkTransactionHash(text, network)])
				if (!verdict.ok) {
					expect(`${verdict.message}. ${verdict.advice}`).toMatch(
						/^[\x20-\x7e…“”·’\p{L}\p{S}\p{N}\p{M}]+/u,
					);
					expect(verdict.message).not.toMatch(/error|problem|failure|mistake/i);
					expect(verdict.message.length).toBeLessThan(250);
				}
			expect(sameTarget(text, text, network, 'address')).toBe(true);
			expect(cleanTarget(cleanTarget(text))).toBe(cleanTarget(text));
		}),
		run,
	);
	expect(Object.keys(NETWORKS)).toHaveLength(NETWORK_CODES.length);
});
