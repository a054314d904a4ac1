/** The runner of the mutation tests: declares what jest declares, and keeps nothing from one round to the next. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Cases } from '../../mutation/cases.mts';

const MODULE = `
let calls = 0;
export const next = (): number => ++calls;
`;
const TESTS = `
import { next } from './counter';
import { log } from './log.mts';
it('begins afresh', () => expect(next()).toBe(1));
describe.each(['x', 'y'])('of %s', (name) => {
	beforeAll(() => log.push('before ' + name));
	afterEach(() => log.push('after ' + name));
	it.each([[1, 2]])('adds %i', (one, two) => expect(one + one).toBe(two));
	test('same', async () => { throw new Error('as asked'); });
	test('same', () => undefined);
});
`;

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'cases-'));
	const files = { 'counter.ts': MODULE, 'log.mts': 'export const log: string[] = [];' };
	for (const [name, text] of Object.entries({ ...files, 'a.test.mts': TESTS }))
		writeFileSync(path.join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => {
	const file = path.join(folder, 'a.test.mts');
	return { cases: new Cases([file]), titleOf: (id: string) => id.replace(`${file} › `, '') };
};

it('declares tests under their titles, and no two under the same', () => {
	const { cases, titleOf } = open();
	expect(cases.load().map(({ id }) => titleOf(id))).toEqual([
		'begins afresh',
		...['of x › adds 1', 'of x › same', 'of x › same (2)'],
		...['of y › adds 1', 'of y › same', 'of y › same (2)'],
	]);
});

it('runs a test alone, as often as wanted, on modules that remember nothing', async () => {
	const { cases } = open();
	for (let round = 0; round < 3; round++) await cases.load()[0].run();
	const [again] = cases.load();
	await again.run();
	await expect(again.run()).rejects.toThrow('toBe');
});

it('loads one file of several, its tests under the same names', () => {
	const [one, other] = ['a.test.mts', 'b.test.mts'].map((name) => path.join(folder, name));
	writeFileSync(other, "it('is another', () => undefined);");
	const cases = new Cases([one, other]);
	const all = cases.load();
	expect(cases.load([other]).map(({ id }) => id)).toEqual([`${other} › is another`]);
	expect(cases.load([one]).map(({ id }) => id)).toEqual(all.slice(0, -1).map(({ id }) => id));
});

it('fails with what the test throws', async () => {
	await expect(open().cases.load()[2].run()).rejects.toThrow('as asked');
});
