/** The tables of the documentation are those that the declarations give, and the lists in it are complete. */
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { REASONS } from '../../../nodes/shared/failures/failure.ts';
import { keyOf } from '../../../scripts/declared.mts';
import { fillReference } from '../../../scripts/reference.docs.mts';
import { fillTables, isCheckOutput } from '../../../scripts/schemas.docs.mts';
import { outdatedIn, read, tableOf } from './pages.mts';

const REFERENCE = 'docs/reference.md';
const OUTPUTS = 'docs/outputs.md';

it('the reference is up to date (else: npm run docs:outputs)', () => {
	expect(outdatedIn(REFERENCE, fillReference(read(REFERENCE)))).toEqual([]);
});

it('the outputs are up to date (else: npm run docs:outputs)', () => {
	expect(outdatedIn(OUTPUTS, fillTables(read(OUTPUTS)))).toEqual([]);
});

it('every operation has a table, or the fields of a check', () => {
	const without = OPERATIONS.filter(({ output }) => !isCheckOutput(output))
		.map(keyOf)
		.filter((key) => !read(OUTPUTS).includes(`<!-- fields of ${key} -->`));
	expect(without).toEqual([]);
});

it('every row of the reference has a meaning', () => {
	const meanings = ['operations', 'options'].flatMap((mark) =>
		tableOf(REFERENCE, mark).map((cells) => cells.at(-1)),
	);
	expect(meanings.length).toBeGreaterThan(20);
	expect(meanings.filter((meaning) => !/^[A-Z]/.test(meaning ?? ''))).toEqual([]);
});

it('the list of reasons is complete and names the fault of each', () => {
	const listed = tableOf(OUTPUTS, 'reasons').flatMap(([words = '', , fault = '']) =>
		[...words.matchAll(/`(\w+)`/g)].map(([, word]) => [word, fault.replaceAll('`', '')]),
	);
	const known = Object.entries(REASONS).map(([word, fault]) => [word, fault]);
	expect(listed.sort()).toEqual(known.sort());
});
