/** Which record is about which target: each kind of target has its rows here, or the table does not compile. */
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { isPaid } from '../../../nodes/shared/service/schemas.ts';
import {
	compareSubject,
	describeSubject,
	keyOfSubject,
	findSubject,
	searchText,
	TARGET_KINDS,
	type CheckMembers,
	type Subject,
	type SubjectKind,
	type SubjectVerdict,
} from '../../../nodes/shared/check/subject.ts';
import { BTC, HASH, SEGWIT } from '../wallet/samples.mts';

interface Rows {
	subject: Subject;
	key: string;
	search: string;
	words: string;
	records: Array<[SubjectVerdict, CheckMembers]>;
}

const OTHER_HASH = HASH.replace(/^./, 'f');

const ROWS: Record<SubjectKind, Rows> = {
	address: {
		subject: { kind: 'address', network: 'BTC', address: SEGWIT, transaction: null },
		key: `segwit:${SEGWIT}`,
		search: SEGWIT,
		words: '',
		records: [
			['same', { currency: 'btc', address: SEGWIT, transaction: '' }],
			['same', { address: SEGWIT.toUpperCase() }],
			['other', { address: BTC }],
			['other', { currency: 'ltc', address: SEGWIT }],
			['other', { address: SEGWIT, transaction: HASH }],
			['other', { transaction: HASH }],
			['unspecified', { address: SEGWIT, transaction: 'null' }],
			['unspecified', { currency: 'btc' }],
		],
	},
	transaction: {
		subject: { kind: 'transaction', network: 'BTC', address: SEGWIT, transaction: HASH },
		key: `segwit:${SEGWIT}|${HASH}`,
		search: HASH,
		words: `It is about the transaction ${HASH}.`,
		records: [
			['same', { currency: 'BTC', address: SEGWIT, transaction: HASH.toUpperCase() }],
			['other', { address: SEGWIT, transaction: OTHER_HASH }],
			['other', { address: BTC, transaction: HASH }],
			['other', { address: BTC }],
			['other', { transaction: OTHER_HASH }],
			['unspecified', { address: SEGWIT, transaction: 'null' }],
			['unspecified', { address: SEGWIT }],
			['unspecified', { transaction: HASH }],
		],
	},
};

describe.each(Object.entries(ROWS))('%s', (_, { subject, key, search, words, records }) => {
	it('is named, keyed and searched for by its own members', () => {
		expect(keyOfSubject(subject)).toBe(key);
		expect(searchText(subject)).toBe(search);
		expect(describeSubject(subject)).toBe(words);
	});

	it.each(records)('%s: %j', (verdict, record) => {
		expect(compareSubject(record, subject)).toBe(verdict);
	});

	it('is read from a record of its own', () => {
		expect(findSubject({ ...subject, currency: subject.network })).toEqual(subject);
	});

	it("is not the one of another kind's record", () => {
		const others = Object.values(ROWS).filter((one) => one.subject !== subject);
		for (const { subject: other } of others)
			expect(compareSubject({ ...other }, subject)).not.toBe('same');
	});
});

it('every paid method screens a kind of target, and has an operation', () => {
	const ofKinds = Object.values(TARGET_KINDS).map(({ method }) => method);
	const operated = OPERATIONS.flatMap(({ method }) =>
		method !== null && isPaid(method) ? [method] : [],
	);
	expect(operated.sort()).toEqual(ofKinds.sort());
});
