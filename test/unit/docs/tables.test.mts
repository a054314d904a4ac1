/** The tables of the documentation are those that the declarations give, and the lists in it are complete. */
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { REASONS } from '../../../nodes/shared/failures/facts.ts';
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

it('every operation has a table, a list of keys, or the fields of a check', () => {
	const without = OPERATIONS.filter(({ output }) => !isCheckOutput(output))
		.map(keyOf)
		.filter((key) => !new RegExp(`<!-- (fields|keys) of ${key} -->`).test(read(OUTPUTS)));
	expect(without).toEqual([]);
});

it('every row of the reference is filled', () => {
	const rows = ['operations', 'options'].flatMap((mark) => tableOf(REFERENCE, mark));
	expect(rows.length).toBeGreaterThan(15);
	expect(rows.flat().filter((cell) => cell === '')).toEqual([]);
});

it('the list of reasons is complete and names the fault of each', () => {
	const listed = tableOf(OUTPUTS, 'reasons').flatMap(([words = '', , fault = '']) =>
		[...words.matchAll(/`(\w+)`/g)].map(([, word]) => [word, fault.replaceAll('`', '')]),
	);
	const known = Object.entries(REASONS).map(([word, fault]) => [word, fault]);
	expect(listed.sort()).toEqual(known.sort());
});
