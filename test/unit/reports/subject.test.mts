/** What a record of a check tells of its wallet or transaction. */
import {
	compareSubject,
	isAbout,
	isAboutText,
	isSurelyAbout,
	subjectOf,
	UNTOLD_SUBJECT,
	withSubject,
	type Aboutness,
	type CheckIdentity,
	type Subject,
} from '../../../nodes/shared/reports/subject.ts';
import { makeAddress, makeTransaction } from '../../../sandbox/addresses.mts';

const [WALLET, OTHER] = [makeAddress('ETH', 1), makeAddress('ETH', 2)];
const [TX, OTHER_TX] = [makeTransaction('ETH', 1), makeTransaction('ETH', 2)];
const capitals = WALLET.toUpperCase().replace('0X', '0x');

const record: CheckIdentity = { hash: 'h', currency: 'ETH', address: WALLET, transaction: null };
const wallet: Subject = { network: 'ETH', address: WALLET, transaction: null };
const transfer: Subject = { ...wallet, transaction: TX };

describe('against an address', () => {
	it.each<[string, Partial<CheckIdentity>, Aboutness]>([
		['the same', {}, 'same'],
		['the same in other letters', { currency: 'eth', address: capitals }, 'same'],
		['with an empty transaction', { transaction: '' }, 'same'],
		['under the alias of a token on the network', { currency: 'USDTERC20' }, 'same'],
		['under a code that nobody knows', { currency: 'mystery' }, 'same'],
		['that tells no currency', { currency: null }, 'same'],
		['that tells no wallet', { address: null }, 'untold'],
		['that tells no wallet but an empty text', { address: '' }, 'untold'],
		['on another network', { currency: 'BSC' }, 'other'],
		['under an alias of another network', { currency: 'USDT_BEP20' }, 'other'],
		['of another wallet', { address: OTHER }, 'other'],
		['of a transaction', { transaction: TX }, 'other'],
		['with a word for no transaction', { transaction: 'null' }, 'untold'],
		['with its wallet for a transaction', { transaction: WALLET }, 'untold'],
		['of a transaction without its wallet', { address: null, transaction: TX }, 'other'],
	])('a record %s', (_, more, expected) => {
		const one = { ...record, ...more };
		expect(compareSubject(one, wallet)).toBe(expected);
		expect(isAbout(one, wallet)).toBe(expected !== 'other');
		expect(isSurelyAbout(one, wallet)).toBe(expected === 'same');
	});
});

describe('against a transaction', () => {
	it.each<[string, Partial<CheckIdentity>, Aboutness]>([
		['the same', { transaction: TX }, 'same'],
		['the same without 0x', { transaction: TX.slice(2).toUpperCase() }, 'same'],
		['that tells no transaction', {}, 'untold'],
		['that tells no wallet', { address: null, transaction: TX }, 'untold'],
		['of another transaction', { transaction: OTHER_TX }, 'other'],
		['with a word for no transaction', { transaction: '-' }, 'untold'],
		['of the same transaction and another wallet', { address: OTHER, transaction: TX }, 'other'],
	])('a record %s', (_, more, expected) => {
		expect(compareSubject({ ...record, ...more }, transfer)).toBe(expected);
	});
});

describe('against a text that was searched for', () => {
	it.each<[string, string, Partial<CheckIdentity>, boolean]>([
		['its wallet', WALLET, {}, true],
		['its wallet, of a transaction', WALLET, { transaction: TX }, true],
		['its transaction', TX, { transaction: TX }, true],
		['its transaction without 0x', TX.slice(2).toUpperCase(), { transaction: TX }, true],
		['its transaction, of another wallet', TX, { address: OTHER, transaction: TX }, true],
		['nothing it tells', WALLET, { address: null }, true],
		['another wallet', OTHER, {}, false],
		['another transaction', OTHER_TX, { transaction: TX }, false],
		['its wallet on another network', WALLET, { currency: 'ETC' }, false],
	])('a record whose search was for %s', (_, text, more, expected) => {
		expect(isAboutText({ ...record, ...more }, text, 'ETH')).toBe(expected);
	});
});

describe('the subject of a record', () => {
	it('is what it names', () => {
		expect(subjectOf({ currency: 'eth', address: WALLET, transaction: '' })).toEqual(wallet);
		expect(subjectOf({ currency: 'USDTERC20', address: WALLET, transaction: TX })).toEqual(
			transfer,
		);
	});

	it('is none where the network or the wallet is not told', () => {
		expect(subjectOf({ currency: 'mystery', address: WALLET })).toBeUndefined();
		for (const address of [' ', '', null, undefined])
			expect(subjectOf({ currency: 'eth', address })).toBeUndefined();
	});
});

describe('what a record leaves out', () => {
	const known = { currency: 'ETH', address: WALLET, transaction: TX, status: 'SUCCESS' };

	it.each([null, undefined, ''])('is taken from what is known, where it is %j', (nothing) => {
		const bare = { hash: 'h', currency: nothing, address: nothing, transaction: nothing };
		const { currency, address, transaction } = known;
		expect(withSubject(bare, known)).toEqual({ hash: 'h', currency, address, transaction });
	});

	it('is all that is taken', () => {
		const own = { ...record, currency: 'eth', address: OTHER, transaction: OTHER_TX };
		expect(withSubject(own, known)).toEqual(own);
	});

	it('is said, where it is its subject', () => {
		expect(UNTOLD_SUBJECT).toContain('not say what it is about');
	});
});
