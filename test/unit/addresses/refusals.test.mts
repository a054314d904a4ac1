/** What a person reads of an address that is refused: what it is, and what to do, in whole sentences. */
import { sha256 } from '@noble/hashes/sha2';
import { bech32, bech32m, createBase58check } from '@scure/base';
import {
	checkAddress,
	checkTransactionHash,
	type Network,
} from '../../../nodes/shared/addresses/index.ts';

const BTC = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ETH = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const KEY = 'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd';
const HASH = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';

const AGAIN = 'Copy it again from where it comes from, without retyping it.';
const SURE = 'If you are sure that it is right, turn off Validate Targets in the options.';
const OTHER = (name: string) =>
	`Choose the network the address belongs to, or enter an address of ${name}.`;

/** A text with a fitting checksum: a prefix, a witness version, and that many bytes. */
function encoded(prefix: string, version: number, bytes: number, coder = bech32m): string {
	const words = bech32.toWords(new Uint8Array(bytes).fill(7));
	return coder.encode(prefix, [version, ...words], 1023);
}

/** The last character is another one. */
const mistyped = (text: string, last: string) => text.slice(0, -1) + last;

function refusal(verdict: ReturnType<typeof checkAddress | typeof checkTransactionHash>): string {
	if (verdict.ok) throw new Error('It was let through');
	return `${verdict.reason}: ${verdict.message} ${verdict.advice}`;
}
const ofAddress = (text: string, network: Network = 'BTC') => refusal(checkAddress(text, network));
const ofHash = (text: string, network: Network = 'BTC') =>
	refusal(checkTransactionHash(text, network));

describe('what is no target of this kind', () => {
	it('nothing', () => {
		expect(ofAddress('')).toBe(
			'empty: The address is empty. Fill in the address, or leave the item out before this node.',
		);
		expect(ofHash('')).toBe(
			'empty: The transaction hash is empty. Fill in the transaction hash, or leave the item out before this node.',
		);
	});

	it('the other kind', () => {
		expect(ofAddress(HASH)).toBe(
			'format: “4a5e1e4b…eda33b” is a transaction hash, not an address. Enter the wallet address here, or use the operation Check Transaction.',
		);
		expect(ofHash(BTC)).toBe(
			'format: “1A1zP1eP…DivfNa” is an address, not a transaction hash. Enter the hash of the transaction here, or use the operation Check Address.',
		);
	});

	it('a private key', () => {
		const advice =
			'It was not sent anywhere. Enter the public address instead, and remove the key from your workflow and its data.';
		expect(ofAddress(KEY)).toBe(
			`format: What was entered as the address is a private key. ${advice}`,
		);
		expect(ofHash(KEY)).toBe(
			`format: What was entered as the transaction hash is a private key. ${advice}`,
		);
	});

	it('any other text', () => {
		expect(ofAddress('hello')).toBe(
			`format: “hello” is not a Bitcoin address. Bitcoin addresses start with “1”, “3” or “bc1”. ${AGAIN} ${SURE}`,
		);
		expect(ofAddress('hello', 'XRP')).toContain('is not an XRP Ledger address.');
		expect(ofAddress('hello', 'LTC')).toContain('is not a Litecoin address.');
	});

	it.each<[string, Network, string]>([
		['abc', 'BTC', ': it has 3 hexadecimal digits'],
		['0x12', 'ETH', ': it has 2 hexadecimal digits'],
		[`${HASH}0`, 'BTC', ': it has 65 hexadecimal digits'],
		[mistyped(HASH, 'g'), 'BTC', ''],
		[`g${HASH.slice(1)}`, 'BTC', ''],
	])('the hash %s on %s', (text, network, why) => {
		expect(ofHash(text, network)).toContain(` is not a transaction hash${why}. A transaction`);
		expect(ofHash(text, network)).toContain(`hexadecimal digits. ${AGAIN} ${SURE}`);
	});
});

describe('an address of another network', () => {
	it.each<[string, Network, string]>([
		[SEGWIT, 'LTC', 'a Litecoin address: it looks like one of Bitcoin (BTC)'],
		[mistyped(SEGWIT, 'q'), 'LTC', 'a Litecoin address: it looks like one of Bitcoin (BTC)'],
		[
			BTC,
			'ETH',
			'an Ethereum address: it looks like one of Bitcoin (BTC), Bitcoin Cash (BCH) or Bitcoin SV (BSV)',
		],
		[
			ETH,
			'BTC',
			'a Bitcoin address: it looks like one of Ethereum (ETH), Ethereum Classic (ETC), BNB Smart Chain (BSC) or Polygon (MATIC)',
		],
		['ecash:qq', 'BTC', 'a Bitcoin address: it looks like one of eCash'],
	])('%s on %s', (text, network, what) => {
		expect(ofAddress(text, network)).toMatch(/^wrongNetwork: /);
		expect(ofAddress(text, network)).toContain(` is not ${what}. Choose the network`);
	});

	it.each([
		['addr', 'Cardano'],
		['bnb', 'BNB Beacon Chain'],
		['cosmos', 'Cosmos Hub'],
		['dgb', 'DigiByte'],
		['osmo', 'Osmosis'],
		['terra', 'Terra'],
		['thor', 'THORChain'],
		['zs', 'Zcash'],
		['zil', 'Zilliqa'],
		['nobodys', 'another blockchain'],
	])('that begins with %s is one of %s', (prefix, name) => {
		const told = `is not a Bitcoin address: it looks like one of ${name}. ${OTHER('Bitcoin (BTC)')}`;
		expect(ofAddress(encoded(prefix, 1, 20))).toContain(told);
		const text = mistyped(encoded(prefix, 1, 20), 'b');
		if (prefix !== 'nobodys') expect(ofAddress(text)).toContain(told);
	});

	it.each<[string, string]>([
		['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'Bitcoin (BTC)'],
		[
			'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
			'Bitcoin (BTC), Bitcoin Cash (BCH), Bitcoin SV (BSV) or Litecoin (LTC)',
		],
		['bchtest:pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 'Bitcoin Cash (BCH)'],
		['pr6m7j9njldwwzlg9v7v53unlr4jkmx6eyvwc0uz5t', 'Bitcoin Cash (BCH)'],
	])('that is of a test network: %s', (text, networks) => {
		const told = ` is an address of a test network of ${networks}. Enter an address of `;
		expect(ofAddress(text)).toContain(`${told}Bitcoin's main network.`);
		expect(ofAddress(text, 'ETH')).toContain(`${told}Ethereum's main network.`);
		expect(ofAddress(text)).toMatch(/^testNetwork: /);
	});
});

describe('an address of the network that is broken', () => {
	it.each<[string, string, Network, string]>([
		[
			'a witness version above 16',
			encoded('bc', 17, 20),
			'BTC',
			'has a witness version that does not exist',
		],
		[
			'nothing after the prefix',
			bech32.encode('bc', []),
			'BTC',
			'has a witness version that does not exist',
		],
		[
			'version 1 under the checksum of version 0',
			encoded('bc', 1, 32, bech32 as never),
			'BTC',
			'has the checksum of another version of addresses',
		],
		[
			'version 0 under that of version 1',
			encoded('bc', 0, 20),
			'BTC',
			'has the checksum of another version of addresses',
		],
		['21 bytes', encoded('bc', 0, 21, bech32 as never), 'BTC', 'has a length that no address has'],
		['1 byte', encoded('bc', 1, 1), 'BTC', 'has a length that no address has'],
		['41 bytes', encoded('bc', 1, 41), 'BTC', 'has a length that no address has'],
		['two cases', mistyped(SEGWIT, 'T'), 'BTC', 'mixes capital and small letters'],
		[
			'two cases of cashaddr',
			'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6A',
			'BCH',
			'mixes capital and small letters',
		],
		['39 digits', ETH.slice(0, -1), 'ETH', 'has 39 hexadecimal digits after 0x instead of 40'],
	])('%s', (_, text, network, what) => {
		expect(ofAddress(text, network)).toMatch(
			new RegExp(`^format: The .* address “.*” ${what}\\. ${AGAIN}$`),
		);
	});

	it.each<[string, Network, string]>([
		[mistyped(SEGWIT, 'q'), 'BTC', 'Bitcoin'],
		[mistyped(SEGWIT, 'q').toUpperCase(), 'BTC', 'Bitcoin'],
		[mistyped(BTC, 'b'), 'BTC', 'Bitcoin'],
		[mistyped(ETH, 'D'), 'ETH', 'Ethereum'],
		['qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'BCH', 'Bitcoin Cash'],
		['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q', 'BCH', 'Bitcoin Cash'],
		['bitcoincash:q', 'BCH', 'Bitcoin Cash'],
	])('%s is mistyped', (text, network, name) => {
		expect(ofAddress(text, network)).toMatch(
			new RegExp(
				`^checksum: The ${name} address “.*” is mistyped or incomplete: its checksum does not fit\\. ${AGAIN}$`,
			),
		);
	});
});

describe('what a wallet program shows beside addresses', () => {
	it('a Lightning invoice', () => {
		expect(ofAddress(encoded('lnbc', 1, 28))).toMatch(
			/^format: “.*” is a Lightning invoice\. Enter an address on the blockchain instead\.$/,
		);
	});

	it.each([
		['xpub', '0488b21e'],
		['ypub', '049d7cb2'],
		['zpub', '04b24746'],
		['Ypub', '0295b43f'],
		['Zpub', '02aa7ed3'],
	])('an extended public key: %s', (start, version) => {
		const bytes = Buffer.concat([Buffer.from(version, 'hex'), Buffer.alloc(74, 1)]);
		const text = createBase58check(sha256).encode(bytes);
		expect(text.startsWith(start)).toBe(true);
		expect(ofAddress(text)).toContain('extended public key');
	});

	it.each([
		['xprv', '0488ade4'],
		['yprv', '049d7878'],
		['zprv', '04b2430c'],
		['Yprv', '0295b005'],
		['Zprv', '02aa7a99'],
		['tprv', '04358394'],
		['uprv', '044a4e28'],
		['vprv', '045f18bc'],
		['Uprv', '024285b5'],
		['Vprv', '02575048'],
		['Ltpv', '019d9cfe'],
		['Mtpv', '01b26792'],
		['ttpv', '0436ef7d'],
	])('an extended private key, of which nothing is repeated: %s', (start, version) => {
		const bytes = Buffer.concat([Buffer.from(version, 'hex'), Buffer.alloc(74, 1)]);
		const text = createBase58check(sha256).encode(bytes);
		expect(text.startsWith(start)).toBe(true);
		expect(ofAddress(text)).toContain('What was entered as the address is a private key.');
	});
});
