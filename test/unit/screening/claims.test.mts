/** Whose check a hash is, in this process. */
import { Claims } from '../../../nodes/AmlCheck/screening/claims.ts';

const claim = { id: 'id a', targetKey: 'a', at: 1_000, execution: 'one' };

it('a hash is the same in capitals and with blanks around it', () => {
	const claims = new Claims();
	claims.claim('0a-hash', claim);
	for (const written of ['0a-hash', '0A-HASH', ' 0a-hash\n'])
		expect(claims.ownerOf(written)).toBe(claim);
	claims.claim('0A-HASH', { ...claim, id: 'id b' });
	expect(claims.ownerOf('0a-hash')?.id).toBe('id a');
	expect(claims.hashOf('id a', 2_000)).toBe('0a-hash');
});

describe('a submission under an id', () => {
	it('is seen to by one at a time', () => {
		const claims = new Claims();
		expect([claims.takeTurn('id a'), claims.takeTurn('id a')]).toEqual([true, false]);
		expect(claims.takeTurn('id b')).toBe(true);
		claims.endTurn('id a');
		expect(claims.takeTurn('id a')).toBe(true);
	});

	it('was under way until it was lost, or until now', () => {
		const claims = new Claims();
		expect(claims.lostUnder('id a', 9_000)).toBeUndefined();
		claims.sending('id a', 'a', 1_000);
		expect(claims.lostUnder('id a', 9_000)).toEqual({ from: 1_000, to: 9_000 });
		claims.lost('id a', 2_000);
		expect(claims.lostUnder('id a', 9_000)).toEqual({ from: 1_000, to: 2_000 });
	});

	it('is no question once it is claimed, or was not taken', () => {
		const claims = new Claims();
		claims.sending('id a', 'a', 1_000);
		claims.claim('hash', claim);
		claims.sending('id b', 'a', 1_000);
		claims.notTaken('id b');
		expect([claims.lostUnder('id a', 9_000), claims.lostUnder('id b', 9_000)]).toEqual([
			undefined,
			undefined,
		]);
	});
});
