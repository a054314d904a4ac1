/** The tables of the reference say what the nodes show: every operation, field, option and default, and no other. */
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { PROPERTIES } from '../../../nodes/AmlCheckTrigger/properties.ts';
import {
	cellsOf,
	fieldsOf,
	fillReference,
	membersOf,
	shownDefault,
} from '../../../scripts/reference.docs.mts';
import { read, tableOf } from './pages.mts';

const REFERENCE = 'docs/reference.md';

const byText = (a: string[], b: string[]) => a.join().localeCompare(b.join());

describe('the reference', () => {
	it('has the tables that the operations give (else: npm run docs:outputs)', () => {
		expect(read(REFERENCE)).toBe(fillReference(read(REFERENCE)));
	});

	it('says of every row what it means', () => {
		const meanings = ['operations', 'fields', 'filters', 'options', 'trigger'].flatMap((name) =>
			tableOf(REFERENCE, name).map((cells) => cells.at(-1)),
		);
		for (const meaning of meanings) expect(meaning).toMatch(/^[A-Z]/);
	});

	it("lists the trigger's fields, filters and options with their defaults", () => {
		const expected = [
			...fieldsOf(PROPERTIES).map((property) => ['', property] as const),
			...membersOf(PROPERTIES, 'filters').map((property) => ['Filters', property] as const),
			...membersOf(PROPERTIES, 'options').map((property) => ['Options', property] as const),
		].map(([group, property]) => [group, property.displayName, shownDefault(property)]);
		const listed = tableOf(REFERENCE, 'trigger').map((cells) => cells.slice(0, 3));
		expect(listed.sort(byText)).toEqual(expected.sort(byText));
	});

	it("lists the credential's fields with their defaults", () => {
		const rows = read(REFERENCE)
			.split('\n')
			.filter((line) => line.startsWith('|'))
			.map((line) => cellsOf(line).slice(0, 2));
		const expected = new AmlCheckApi().properties.map((property) => [
			property.displayName,
			shownDefault(property),
		]);
		for (const row of expected) expect(rows).toContainEqual(row);
	});
});
