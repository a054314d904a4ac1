/** Which record is about which wallet or transaction. */
import {
	compareSubject,
	describeSubject,
	findSubject,
	keyOfSubject,
	type CheckMembers,
	type Subject,
	type SubjectVerdict,
} from '../../../nodes/shared/check/subject.ts';
import { BTC, HASH, SEGWIT } from '../wallet/samples.mts';

const OTHER_HASH = HASH.replace(/^./, 'f');
const WALLET: Subject = { network: 'BTC', address: SEGWIT, transaction: null };
const TRANSACTION: Subject = { ...WALLET, transaction: HASH };

it('is keyed and described by its own members, and read from a record of its own', () => {
	expect(keyOfSubject(WALLET)).toBe(`segwit:${SEGWIT}`);
	expect(keyOfSubject(TRANSACTION)).toBe(`segwit:${SEGWIT}|${HASH}`);
	expect(describeSubject(WALLET)).toBe('');
	expect(describeSubject(TRANSACTION)).toContain(HASH);
	for (const subject of [WALLET, TRANSACTION])
		expect(findSubject({ ...subject, currency: 'btc' })).toEqual(subject);
	expect(findSubject({ currency: 'btc', transaction: HASH })).toBeUndefined();
	expect(findSubject({ address: SEGWIT })).toBeUndefined();
});

it.each<[SubjectVerdict, CheckMembers]>([
	['same', { currency: 'btc', address: SEGWIT, transaction: '' }],
	['same', { address: SEGWIT.toUpperCase() }],
	['other', { address: BTC }],
	['other', { currency: 'ltc', address: SEGWIT }],
	['other', { address: SEGWIT, transaction: HASH }],
	['other', { transaction: HASH }],
	['unspecified', { address: SEGWIT, transaction: 'null' }],
	['unspecified', { currency: 'btc' }],
])('a wallet, %s: %j', (verdict, record) => expect(compareSubject(record, WALLET)).toBe(verdict));

it.each<[SubjectVerdict, CheckMembers]>([
	['same', { currency: 'BTC', address: SEGWIT, transaction: HASH.toUpperCase() }],
	['other', { address: SEGWIT, transaction: OTHER_HASH }],
	['other', { address: BTC, transaction: HASH }],
	['other', { address: BTC }],
	['other', { transaction: OTHER_HASH }],
	['unspecified', { address: SEGWIT, transaction: 'null' }],
	['unspecified', { address: SEGWIT }],
	['unspecified', { transaction: HASH }],
])('a transaction, %s: %j', (verdict, record) =>
	expect(compareSubject(record, TRANSACTION)).toBe(verdict),
);
