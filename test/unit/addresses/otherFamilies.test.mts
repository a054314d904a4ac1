/** What the families that carry their own checksum make of texts that fit it, and of those that nearly do. */
import {
	checkAddress,
	checkTransactionHash,
	sameTarget,
	type Network,
} from '../../../nodes/shared/addresses/index.ts';
import { cashPayload, cashWords, icap, strkey, xrpText } from './encoders.mts';

const AGAIN = 'Copy it again from where it comes from, without retyping it.';
const SECRET = 'What was entered as the address is a private key. It was not sent anywhere.';

function told(text: string, network: Network): string {
	const verdict = checkAddress(text, network);
	return verdict.ok ? 'let through' : verdict.message;
}
const malformed = (text: string, network: Network) => {
	const verdict = checkAddress(text, network);
	if (verdict.ok || verdict.reason !== 'format') return JSON.stringify(verdict);
	expect(verdict.advice).toBe(AGAIN);
	return verdict.message.replace(/^The .* address “.*” /, '');
};
const isMistyped = (text: string, network: Network) =>
	/checksum does not fit/.test(told(text, network));

describe('Bitcoin Cash', () => {
	const cash = (payload: string) => `bitcoincash:${payload}`;

	it('the encoder writes what is let through', () => {
		expect(told(cash(cashPayload(0, 20)), 'BCH')).toBe('let through');
		expect(told(cash(cashPayload(0, 20, 'bchtest')), 'BCH')).toContain('mistyped');
		expect(told(cashPayload(0, 20, 'bchtest'), 'BCH')).toContain('of a test network');
	});

	it.each<[string, string]>([
		['a byte too many for its size', cashPayload(0, 21)],
		['a byte too few', cashPayload(0, 19)],
		['a version with the reserved bit', cashPayload(128, 20)],
		['spare bits that are not zero', cashPayload(0, 20, undefined, '01')],
		['a word too many', cashPayload(0, 20, undefined, '0000000')],
		['nothing but a version', cashPayload(0, 0)],
		['one word', cashWords([0])],
	])('%s has a length that no address has', (_, payload) => {
		expect(malformed(cash(payload), 'BCH')).toBe('has a length that no address has.');
	});

	it('what is kept for later is let through up to its last version and the longest hash', () => {
		expect(told(cash(cashPayload(127, 64)), 'BCH')).toBe('let through');
		expect(told(cash(cashPayload(0x78, 20)), 'BCH')).toBe('let through');
	});

	it.each<[string, string]>([
		['more than any has', cashWords(Array<number>(105).fill(0))],
		['the checksum of a test network', cashPayload(0, 20, 'bchreg')],
	])('%s is mistyped', (_, payload) => expect(isMistyped(cash(payload), 'BCH')).toBe(true));

	it('nothing but a checksum is mistyped, under the prefix of its tokens too', () => {
		const prefix = 'simpleledger';
		expect(told(`${prefix}:${cashPayload(0, 20, prefix)}`, 'BCH')).toBe('let through');
		expect(isMistyped(`${prefix}:${cashWords([], prefix)}`, 'BCH')).toBe(true);
	});

	it('two cases are a slip where every letter is one of the alphabet', () => {
		expect(malformed(cash('Qpzry9x8gf2'), 'BCH')).toBe('mixes capital and small letters.');
		expect(told(cash('Qpzry9x8gfb'), 'BCH')).not.toContain('mixes');
		expect(told('Qpzry9x8gf2', 'BCH')).not.toContain('mixes');
		expect(malformed(`Q${cashPayload(0, 20).slice(1)}`, 'BCH')).toBe(
			'mixes capital and small letters.',
		);
	});

	it('without a prefix it has its length, and a colon alone is no prefix', () => {
		const broken = `${cashPayload(0, 20).slice(0, -1)}b`;
		expect(isMistyped(broken, 'BCH')).toBe(true);
		expect(isMistyped(`${broken}bb`, 'BCH')).toBe(false);
		expect(told(`:${cashPayload(0, 20)}`, 'BCH')).not.toBe('let through');
	});
});

describe('the XRP Ledger', () => {
	const X = '0544';
	/** An X-address: its account, a byte of flags, and the eight bytes of the tag. */
	const tagged = (flags: string, tag: string, prefix = X) => {
		const bytes = prefix + '01'.repeat(20) + flags + tag;
		return xrpText(bytes, bytes.length / 2);
	};
	const NO_TAG = '00'.repeat(8);

	it('the encoder writes what is let through', () => {
		expect(told(xrpText('00', 21), 'XRP')).toBe('let through');
		expect(checkAddress(tagged('00', NO_TAG), 'XRP')).toEqual({
			ok: true,
			value: xrpText('00', 21),
		});
	});

	it.each([
		['another version', xrpText('01', 21)],
		['another length', xrpText('00', 22)],
		['another length of an X-address', xrpText(X, 30, 0)],
		['an X-address of nobody', tagged('00', NO_TAG, '0545')],
	])('%s is none', (_, text) => {
		expect(told(text, 'XRP')).toMatch(
			/is not an XRP Ledger address(: it looks like one of another blockchain)?\.$/,
		);
	});

	it.each([
		['a flag that is reserved', tagged('03', NO_TAG)],
		['a tag where there is none', tagged('00', '01' + '00'.repeat(7))],
		['a tag longer than its flag says', tagged('01', '00000000' + '01000000')],
	])('%s can not be read', (_, text) =>
		expect(malformed(text, 'XRP')).toBe('has a destination tag that cannot be read.'),
	);

	it('a tag of four bytes, or of eight, makes no other target', () => {
		for (const text of [tagged('01', 'ffffffff00000000'), tagged('02', 'ff'.repeat(8))])
			expect(sameTarget(text, xrpText('00', 21), 'XRP', 'address')).toBe(true);
	});

	it.each([
		['of an account', xrpText('21', 17)],
		['of an account on Ed25519', xrpText('01e14b', 19)],
	])('a seed %s is never repeated', (_, text) => {
		for (const network of ['XRP', 'BTC'] as const) expect(told(text, network)).toBe(SECRET);
		expect(checkTransactionHash(text, 'XRP')).toMatchObject({
			message: SECRET.replace('address', 'transaction hash'),
		});
	});

	it.each([
		['17 other bytes', xrpText('22', 17)],
		['19 other bytes', xrpText('01e14c', 19)],
		['a byte too many', xrpText('01e14b', 20)],
		['a byte too many of the other kind', xrpText('21', 18)],
	])('%s are no seed', (_, text) => expect(told(text, 'XRP')).not.toBe(SECRET));

	it.each([
		['r', 24, 35],
		['X', 45, 47],
	])('what begins with %s and has the length is mistyped', (start, least, most) => {
		for (const length of [least - 1, least, most, most + 1]) {
			const text = start + 'h'.repeat(length);
			expect(isMistyped(text, 'XRP')).toBe(length >= least && length <= most);
		}
	});
});

describe('Stellar', () => {
	const [G, M, S, T, X, B, D] = [6, 12, 18, 19, 23, 1, 3].map((letter) => letter << 3);

	it('a seed is never repeated', () => {
		expect(strkey(S, 32)).toMatch(/^S/);
		for (const network of ['XLM', 'BTC'] as const)
			expect(told(strkey(S, 32), network)).toBe(SECRET);
		expect(told(strkey(S, 32).toLowerCase(), 'XLM')).toBe(SECRET);
	});

	it.each([
		['T', strkey(T, 32)],
		['X', strkey(X, 32)],
		['P', strkey(15 << 3, 70)],
	])('a signer (%s) is no account', (letter, text) => {
		expect(text.startsWith(letter)).toBe(true);
		const verdict = checkAddress(text, 'XLM');
		expect(verdict).toMatchObject({
			reason: 'format',
			message: expect.stringMatching(/ is the key of a signer, which is not an account\.$/),
			advice: 'Enter the account (G…) instead.',
		});
	});

	it.each([
		['31 bytes', strkey(G, 31)],
		['33 bytes', strkey(G, 33)],
		['another version', strkey(G + 1, 32)],
		['32 bytes of a muxed account', strkey(M, 32)],
		['a seed of 33 bytes', strkey(S, 33)],
	])('%s: no address has that', (_, text) =>
		expect(malformed(text, 'XLM')).toBe('has a length or a version that no address has.'),
	);

	it('a claimable balance has a version of its own', () => {
		expect(told(strkey(B, 33, 0), 'XLM')).toBe('let through');
		expect(malformed(strkey(B, 33, 1), 'XLM')).toBe('has a version that no address has.');
	});

	it('two cases are none', () => {
		const text = strkey(G, 32);
		expect(told(text.toLowerCase(), 'XLM')).toBe('let through');
		expect(malformed(`g${text.slice(1)}`, 'XLM')).toBe('mixes capital and small letters.');
	});

	it('a letter that is not given away yet is let through, up to 200 characters, and is itself only', () => {
		const texts = [strkey(D, 122), strkey(D, 32, 2)];
		expect(texts[0]).toHaveLength(200);
		for (const text of texts) expect(told(text, 'XLM')).toBe('let through');
		expect(told(strkey(D, 123), 'XLM')).not.toBe('let through');
		expect(sameTarget(texts[0], texts[1], 'XLM', 'address')).toBe(false);
	});

	it('a few letters are none, though a checksum of nothing fits them', () => {
		for (const text of ['AAAA', 'AA', 'AAAAA']) expect(told(text, 'XLM')).not.toBe('let through');
	});

	it.each([
		['G', 54, 58],
		['C', 54, 58],
		['L', 54, 58],
		['M', 67, 71],
	])('what begins with %s and has the length is mistyped', (start, least, most) => {
		for (const length of [least - 1, least, most, most + 1]) {
			const text = start.padEnd(length, 'Q');
			expect(isMistyped(text, 'XLM')).toBe(length >= least && length <= most);
		}
		const other = 'Q'.padEnd(least, start);
		expect(isMistyped(other, 'XLM')).toBe(false);
	});

	it('what has other characters is not meant as one', () => {
		const text = strkey(G, 32);
		for (const other of [`${text.slice(0, -1)}1`, `${text.slice(0, 9)}1${text.slice(10)}`])
			expect(isMistyped(other, 'XLM')).toBe(false);
	});
});

describe('direct ICAP', () => {
	const text = icap(0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedn);

	it('is sent as the address it stands for, its nines and its leading zeros too', () => {
		const sent = (address: string) => ({ ok: true, value: address });
		const eip55 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
		expect(checkAddress(text, 'ETH')).toEqual(sent(eip55));
		expect(checkAddress(icap(9n), 'ETH')).toEqual(sent(`0x${'9'.padStart(40, '0')}`));
		expect(told(icap(2n ** 160n - 1n), 'ETH')).toBe('let through');
		expect(told(icap(2n ** 160n), 'ETH')).not.toBe('let through');
	});

	it('that is mistyped is told as one of Ethereum', () => {
		const slip = `${text.slice(0, -1)}${text.endsWith('1') ? '2' : '1'}`;
		expect(told(slip, 'ETH')).toMatch(/^The Ethereum address .* checksum does not fit\.$/);
		expect(told(slip, 'BTC')).toContain('looks like one of Ethereum (ETH).');
		for (const other of [`A${text}`, `${text}AA`]) {
			expect(told(other, 'ETH')).toMatch(/ is not an Ethereum address\.$/);
		}
	});
});
