/** The names by which checks are remembered between polls: a change of any of them would forget what was delivered. */
import {
	CODE_LENGTH,
	digestTarget,
	makeCode,
	packHash,
	unpackHash,
} from '../../../nodes/AmlCheckTrigger/state.ts';
import { readHistoryItem } from '../../../nodes/shared/history/pages.ts';

const UUID = '0b3e5a52-6c1f-4c3e-9c77-1d9b0a5b7f10';
const PACKED = 'Cz5aUmwfTD6cdx2bClt_EA';
const itemOf = (more: object) =>
	readHistoryItem({
		hash: UUID,
		currency: 'BTC',
		address: 'bc1',
		transaction: 'aa',
		initDate: '2031-05-17T09:00:00+00:00',
		resultDate: '2031-05-17T09:00:10+00:00',
		status: 'SUCCESS',
		...more,
	})!;

describe('the code of a check', () => {
	it('is of its hash alone, if it has one', () => {
		expect(makeCode(itemOf({}))).toBe('RwJeqtfrRUA');
		expect(makeCode(itemOf({ address: 'x', status: 'x', initDate: null }))).toBe('RwJeqtfrRUA');
		expect(makeCode(itemOf({ hash: UUID.toUpperCase() }))).not.toBe(makeCode(itemOf({})));
		expect(makeCode(itemOf({}))).toHaveLength(CODE_LENGTH);
	});

	it('without a hash is of what never changes', () => {
		const code = makeCode(itemOf({ hash: '' }));
		expect(code).toBe('vsX_V_3Tcy_');
		for (const later of [{ resultDate: null }, { status: 'x' }, { riskscore: 5 }])
			expect(makeCode(itemOf({ hash: '', ...later }))).toBe(code);
		for (const other of [
			{ initDate: null },
			{ currency: 'ETH' },
			{ address: 'bc2' },
			{ transaction: null },
		])
			expect(makeCode(itemOf({ hash: '', ...other }))).not.toBe(code);
	});
});

it.each([
	[UUID, PACKED],
	[UUID.toUpperCase(), `=${UUID.toUpperCase()}`],
	[`${UUID}0`, `=${UUID}0`],
	[`0${UUID}`, `=0${UUID}`],
	[UUID.replaceAll('-', ''), `=${UUID.replaceAll('-', '')}`],
	[UUID.replace('-', 'a'), `=${UUID.replace('-', 'a')}`],
	[`g${UUID.slice(1)}`, `=g${UUID.slice(1)}`],
	['12345', '=12345'],
	['=x', '==x'],
	['', '='],
])('the hash %s is packed as %s, and comes back', (hash, packed) => {
	expect(packHash(hash)).toBe(packed);
	expect(unpackHash(packed)).toBe(hash);
});

it('a digest of the target is of its address and transaction, case aside', () => {
	const digest = digestTarget(itemOf({}));
	expect(digest).toBe('sox1Bf');
	expect(digestTarget(itemOf({ address: 'BC1', transaction: 'AA', hash: 'x' }))).toBe(digest);
	expect(digestTarget(itemOf({ address: 'aa', transaction: 'bc1' }))).not.toBe(digest);
	expect(digestTarget(itemOf({ address: 'bc2' }))).not.toBe(digest);
	const alone = digestTarget(itemOf({ transaction: null }));
	expect(alone).toBe(digestTarget(itemOf({ transaction: '' })));
	expect(alone).not.toBe(digest);
});
