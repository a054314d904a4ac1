/** Base58check that is no address of the network: whose it is, and which keys are secret. */
import { sha256 } from '@noble/hashes/sha2';
import { createBase58check } from '@scure/base';
import { checkAddress, type Network } from '../../../nodes/shared/addresses/index.ts';

/** Leading bytes in hexadecimal, filled up to a length, with a fitting checksum. */
function encoded(start: string, length: number): string {
	const bytes = Buffer.from(start, 'hex');
	const payload = Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 1)]);
	return createBase58check(sha256).encode(payload);
}

function refusal(text: string, network: Network = 'BTC'): string {
	const verdict = checkAddress(text, network);
	if (verdict.ok) throw new Error(`${text} was let through`);
	return `${verdict.message} ${verdict.advice}`;
}

const SECRET =
	'What was entered as the address is a private key. It was not sent anywhere. Enter the public address instead, and remove the key from your workflow and its data.';

describe('a secret key is never repeated', () => {
	it.each([
		['of Bitcoin, plain', '80', 33],
		['of Bitcoin, compressed', '80', 34],
		['of Litecoin', 'b0', 34],
		['of a test network', 'ef', 34],
		['encrypted with a passphrase (BIP-38)', '0142', 39],
		['encrypted, drawn by somebody else (BIP-38)', '0143', 39],
		['extended', '0488ade4', 78],
		['extended, nested segwit', '049d7878', 78],
		['extended, segwit', '04b2430c', 78],
		['extended, nested multisig', '0295b005', 78],
		['extended, multisig', '02aa7a99', 78],
		['extended, of the test network', '04358394', 78],
		['extended, of the test network, nested segwit', '044a4e28', 78],
		['extended, of the test network, segwit', '045f18bc', 78],
	])('%s', (_, start, length) => {
		for (const network of ['BTC', 'LTC', 'ETH'] as const)
			expect(refusal(encoded(start, length), network)).toBe(SECRET);
	});

	it.each([
		['an extended public key', '0488b21e', 78],
		['of another length', '80', 32],
		['of another length, encrypted', '0142', 40],
		['39 bytes of something else', '0242', 39],
		['39 bytes that no key begins with', '0141', 39],
		['34 bytes of something else', '21', 34],
	])('%s is none', (_, start, length) =>
		expect(refusal(encoded(start, length))).not.toContain('private key'),
	);

	it('an extended public key says what to enter instead', () => {
		expect(refusal(encoded('0488b21e', 78))).toMatch(
			/is an extended public key, which stands for all addresses of a wallet\. Enter one address of that wallet per item\.$/,
		);
	});
});

describe('an address of a blockchain that is not checked', () => {
	it.each([
		['1e', 21, 'Dogecoin'],
		['16', 21, 'Dogecoin'],
		['4c', 21, 'Dash'],
		['10', 21, 'Dash'],
		['1cb8', 22, 'Zcash'],
		['1cbd', 22, 'Zcash'],
		['fe', 21, 'another blockchain'],
	])('with the leading bytes %s (%i bytes) is one of %s', (start, length, name) =>
		expect(refusal(encoded(start, length))).toContain(`it looks like one of ${name}.`),
	);

	it.each([
		['1cb9', 22],
		['1db8', 22],
		['1cb8', 23],
	])('%s of %i bytes is none of Zcash', (start, length) =>
		expect(refusal(encoded(start, length))).not.toContain('Zcash'),
	);
});

describe('a mistyped address', () => {
	const mistyped = (text: string) => text.slice(0, -1) + (text.endsWith('2') ? '3' : '2');
	const says = (name: string) => `The ${name} address`;

	it('is told by its version', () => {
		expect(refusal(mistyped(encoded('00', 21)))).toContain(says('Bitcoin'));
		expect(refusal(mistyped(encoded('30', 21)), 'LTC')).toContain(says('Litecoin'));
		expect(refusal(mistyped(encoded('1e', 21)))).not.toContain(says('Bitcoin'));
	});

	it.each([
		[24, false],
		[25, true],
		[36, true],
		[37, false],
	])('is told by its first letter where it has %i characters: %s', (length, isTold) => {
		const text = `1${'A'.repeat(length - 1)}`;
		expect(refusal(text).includes(says('Bitcoin'))).toBe(isTold);
	});
});
