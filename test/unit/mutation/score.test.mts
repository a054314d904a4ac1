/** What counts as noticed, and that the list of equivalent changes can't outlive its code. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { MODULES } from '../../mutation/modules.mts';
import { fateOf, outlived, scoreOf, type Change } from '../../mutation/score.mts';

const change = (more: Partial<Change> = {}): Change => ({
	file: 'nodes/shared/dates.ts',
	line: 18,
	code: 'if (hours > 18) return null;',
	original: 'hours > 18',
	replacement: 'hours >= 18',
	noticed: false,
	...more,
});
const { line: _line, noticed: _noticed, ...place } = change();
const named = { ...place, reason: 'no clock has it' };

describe('a change', () => {
	it('is noticed, or survives, or is equivalent where the list names it', () => {
		expect(fateOf(change({ noticed: true }), [])).toBe('noticed');
		expect(fateOf(change({ noticed: true }), [named])).toBe('noticed');
		expect(fateOf(change(), [])).toBe('survived');
		expect(fateOf(change({ line: 99 }), [named])).toBe('equivalent');
	});

	it.each(['file', 'code', 'original', 'replacement'] as const)(
		'with another %s is not the one that is named',
		(key) => expect(fateOf(change({ [key]: 'other' }), [named])).toBe('survived'),
	);
});

it('equivalent changes count neither way', () => {
	const changes = [change({ noticed: true }), change({ original: 'other' }), change()];
	expect(scoreOf(changes, [named])).toEqual({
		noticed: 1,
		survived: 1,
		equivalent: 1,
		percent: 50,
	});
	expect(scoreOf([change()], [named]).percent).toBe(100);
});

it('an entry outlives its code when nothing that survived is what it names', () => {
	expect(outlived([change()], [named])).toEqual([]);
	expect(outlived([change({ noticed: true })], [named])).toEqual([named]);
	expect(outlived([change({ code: 'other' })], [named])).toEqual([named]);
	expect(outlived([change({ file: 'other' })], [named])).toEqual([]);
});

it.each(MODULES)('the code and the tests of $name are there', ({ code, tests }) => {
	const root = path.resolve(__dirname, '../../..');
	expect([...code, ...tests].filter((listed) => !existsSync(path.join(root, listed)))).toEqual([]);
});
