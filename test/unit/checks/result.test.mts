/** What makes two hashes those of one check. */
import { hashKey, isSameHash } from '../../../nodes/shared/checks/result.ts';

it.each(['abc1', 'ABC1', ' aBc1\n', '\tabc1 '])('%j is the check abc1', (hash) => {
	expect(hashKey(hash)).toBe('abc1');
	expect(isSameHash(hash, 'abc1')).toBe(true);
	expect(isSameHash('Abc1 ', hash)).toBe(true);
});

it.each(['', 'abc2', 'abc', 'abc11', 'a bc1'])('%j is another one', (hash) => {
	expect(isSameHash(hash, 'abc1')).toBe(false);
	expect(isSameHash('abc1', hash)).toBe(false);
});
