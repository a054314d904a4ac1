/** What the checks of addresses and transaction hashes accept and say. */
import {
	checkAddress,
	checkTransactionHash,
	sameTarget,
	type Network,
	type RefusalReason,
} from '../../../nodes/shared/addresses/index.ts';
import { NETWORK_CODES } from '../../../nodes/shared/networks.ts';
import { BTC, SEGWIT, CASH, ETH, TRX, XRP, XLM, HASH } from './samples.mts';

const ALL: readonly Network[] = [...NETWORK_CODES].sort();

function refusal(
	text: string,
	network: Network,
): { reason: RefusalReason; message: string; advice: string } {
	const verdict = checkAddress(text, network);
	if (verdict.ok) throw new Error(`${text} was let through on ${network}`);
	return verdict;
}

describe('checkAddress', () => {
	it.each(ALL)('refuses nothing at all on %s', (network) => {
		for (const text of ['', '   ', '""', '\n']) expect(refusal(text, network).reason).toBe('empty');
	});

	it.each([
		['\u200b', 'U+200B, zero-width space'],
		['\u200d', 'U+200D, zero-width joiner'],
		['\u202e', 'U+202E, right-to-left override'],
		['\u00ad', 'U+00AD, soft hyphen'],
		['\u2060', 'U+2060, word joiner'],
		['\u0000', 'U+0000'],
		['\u3164', 'U+3164'],
		['\ufe0f', 'U+FE0F'],
	])('refuses invisible characters anywhere: %j', (character, name) => {
		for (const text of [
			character + BTC,
			BTC + character,
			BTC.slice(0, 9) + character + BTC.slice(9),
		]) {
			const { reason, message } = refusal(text, 'BTC');
			expect(reason).toBe('invisibleCharacters');
			expect(message).toContain(name);
			expect(message).not.toContain(character);
		}
	});

	it('refuses a byte order mark inside, and cleans it outside', () => {
		expect(refusal(`${BTC.slice(0, 5)}\ufeff${BTC.slice(5)}`, 'BTC').reason).toBe(
			'invisibleCharacters',
		);
		expect(checkAddress(`\ufeff${BTC}`, 'BTC').ok).toBe(true);
	});

	it('names look-alike letters of other alphabets', () => {
		const { reason, message } = refusal(BTC.replace('A', 'А'), 'BTC');
		expect(reason).toBe('format');
		expect(message).toContain('U+0410');
	});

	it('accepts shared forms on every network that has them', () => {
		const accepting = (text: string) => ALL.filter((network) => checkAddress(text, network).ok);
		expect(accepting(BTC)).toEqual(['BCH', 'BSV', 'BTC']);
		expect(accepting('3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou')).toEqual(['BCH', 'BSV', 'BTC', 'LTC']);
		expect(accepting(ETH)).toEqual(['BSC', 'ETC', 'ETH', 'MATIC']);
		expect(accepting(SEGWIT)).toEqual(['BTC']);
		expect(accepting(CASH)).toEqual(['BCH']);
		expect(accepting(TRX)).toEqual(['TRX']);
		expect(accepting(XRP)).toEqual(['XRP']);
		expect(accepting(XLM)).toEqual(['XLM']);
	});

	it.each<[string, Network, string]>([
		[
			ETH,
			'BTC',
			'Ethereum (ETH), Ethereum Classic (ETC), BNB Smart Chain (BSC) or Polygon (MATIC)',
		],
		[ETH, 'TRX', 'Ethereum (ETH)'],
		[SEGWIT, 'LTC', 'Bitcoin (BTC)'],
		[BTC, 'ETH', 'Bitcoin (BTC), Bitcoin Cash (BCH) or Bitcoin SV (BSV)'],
		[BTC, 'LTC', 'Bitcoin (BTC), Bitcoin Cash (BCH) or Bitcoin SV (BSV)'],
		[CASH, 'BSV', 'Bitcoin Cash (BCH)'],
		[TRX, 'ETH', 'Tron (TRX)'],
		[XRP, 'XLM', 'XRP Ledger (XRP)'],
		[XLM, 'XRP', 'Stellar (XLM)'],
		['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'BTC', 'Dogecoin'],
		['t1HsdDMzmJfq4vc7T17XYjEkLMLvbgM1fCi', 'BTC', 'Zcash'],
		['KzNbAQ4mexfAxa6RKBzHQqfoTycaeWpv2p', 'TRX', 'another blockchain'],
		[ETH.slice(0, -1), 'BTC', 'Ethereum (ETH)'],
	])('says what %s looks like on %s', (text, network, looksLike) => {
		const { reason, message, advice } = refusal(text, network);
		expect(reason).toBe('wrongNetwork');
		expect(message).toContain(looksLike);
		expect(advice).toContain(`(${network})`);
	});

	it('says that a transaction hash is one', () => {
		for (const network of ALL) {
			for (const text of [HASH, `0x${HASH}`, HASH.toUpperCase()]) {
				expect(refusal(text, network)).toMatchObject({
					reason: 'format',
					message: expect.stringContaining('is a transaction hash, not an address'),
				});
			}
		}
	});

	it.each<[string, Network]>([
		['L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd', 'BTC'],
		['sn259rEFXrQrWyx3Q7XneWcwV6dfL', 'XRP'],
		['sEdTM1uX8pu2do5XvTnutH6HsouMaM2', 'ETH'],
		[
			'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
			'BTC',
		],
	])('neither sends nor repeats a private key: %s', (text, network) => {
		const { message, advice } = refusal(text, network);
		expect(message).toContain('private key');
		for (let at = 0; at + 4 <= text.length; at++) {
			expect(message + advice).not.toContain(text.slice(at, at + 4));
		}
		expect(checkTransactionHash(text, network)).toEqual({
			ok: false,
			reason: 'format',
			message: message.replace('the address', 'the transaction hash'),
			advice,
		});
	});

	it('says what an extended public key, an invoice and a signer are', () => {
		const invoice = 'lnbc1qpzry9x8gf2tvdw0s3jnw370ln';
		const signer =
			'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM';
		expect(refusal(invoice, 'BTC').message).toContain('Lightning invoice');
		expect(refusal(signer, 'XLM').message).toContain('signer');
		const xpub =
			'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
		expect(refusal(xpub, 'BTC').message).toContain('extended public key');
	});

	it('puts the right article before a name', () => {
		expect(refusal(BTC, 'ETH').message).toContain('is not an Ethereum address');
		expect(refusal(BTC, 'XRP').message).toContain('is not an XRP Ledger address');
		expect(refusal(ETH, 'BTC').message).toContain('is not a Bitcoin address');
	});

	it('says that a link is one, and that white space is inside', () => {
		expect(refusal(`https://example.org/address/${BTC}`, 'BTC').message).toContain('it is a link');
		expect(refusal(`${BTC.slice(0, 9)} ${BTC.slice(9)}`, 'BTC').message).toContain('white space');
	});

	it('lets through what a later specification may define', () => {
		// A reserved type of cashaddr, and a strkey of an unassigned letter, with checksums that fit.
		const cash = 'bitcoincash:yr6m7j9njldwwzlg9v7v53unlr4jkmx6ey3dwj96l9';
		const strkey = 'DAAACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6U5A';
		expect(checkAddress(cash, 'BCH')).toEqual({ ok: true, value: cash });
		expect(checkAddress(strkey, 'XLM')).toEqual({ ok: true, value: strkey });
		expect(checkAddress(strkey, 'BTC').ok).toBe(false);
		expect(sameTarget(cash, cash.toUpperCase(), 'BCH', 'address')).toBe(true);
	});
});

describe('checkTransactionHash', () => {
	it.each<[Network, string]>([
		['BTC', HASH],
		['BCH', HASH],
		['BSV', HASH],
		['LTC', HASH],
		['TRX', HASH],
		['XLM', HASH],
		['XRP', HASH.toUpperCase()],
		['ETH', `0x${HASH}`],
		['ETC', `0x${HASH}`],
		['BSC', `0x${HASH}`],
		['MATIC', `0x${HASH}`],
	])('on %s sends it as the network writes it', (network, value) => {
		for (const text of [
			HASH,
			HASH.toUpperCase(),
			`0x${HASH}`,
			`0X${HASH.toUpperCase()}`,
			` "${HASH}",\n`,
		]) {
			expect(checkTransactionHash(text, network)).toEqual({ ok: true, value });
		}
	});

	it('refuses what is none, and says why', () => {
		const verdict = (text: string, network: Network) => checkTransactionHash(text, network);
		expect(verdict('', 'BTC')).toMatchObject({ ok: false, reason: 'empty' });
		expect(verdict(`\u200b${HASH}`, 'BTC')).toMatchObject({
			ok: false,
			reason: 'invisibleCharacters',
		});
		expect(verdict(HASH.slice(1), 'BTC')).toMatchObject({
			ok: false,
			reason: 'format',
			message: expect.stringContaining('63 hexadecimal digits'),
		});
		expect(verdict(`${HASH}0`, 'ETH')).toMatchObject({ ok: false, reason: 'format' });
		expect(verdict(HASH.replace('4', 'g'), 'ETH')).toMatchObject({ ok: false, reason: 'format' });
		expect(verdict(BTC, 'ETH')).toMatchObject({
			ok: false,
			message: expect.stringContaining('is an address, not a transaction hash'),
		});
	});
});
