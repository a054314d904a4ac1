/** The tables of the README say what the nodes show: every operation, field, option and default, and no other. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import type { Operation } from '../../../nodes/AmlCheck/operations/types.ts';
import { PROPERTIES } from '../../../nodes/AmlCheckTrigger/properties.ts';
import { cellsOf, read, tableOf } from './pages.mts';

const README = 'README.md';

/** Two operations are called Get Many. */
function titleOf({ name, resource }: Operation): string {
	const title = resource.charAt(0).toUpperCase() + resource.slice(1);
	return name === 'Get Many' ? `${title}: ${name}` : name;
}

const optionName = ({ options = [] }: INodeProperties, value: unknown): string =>
	(options as INodePropertyOptions[]).find((option) => option.value === value)?.name ?? '';

/** A default as the README writes it. */
function shownDefault(property: INodeProperties): string {
	const value = property.default;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (property.type === 'options') return optionName(property, value);
	if (Array.isArray(value)) return value.map((one) => optionName(property, one)).join(', ');
	return typeof value === 'object' ? '' : String(value);
}

const membersOf = (properties: INodeProperties[], name: string): INodeProperties[] =>
	(properties.find((property) => property.name === name)?.options ?? []).filter(
		(one): one is INodeProperties => !('value' in (one as INodePropertyCollection | object)),
	);

const fieldsOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties.filter(({ type }) => type !== 'collection');

const byText = (a: string[], b: string[]) => a.join().localeCompare(b.join());

describe('the README', () => {
	it('lists the operations, and what they cost', () => {
		const expected = OPERATIONS.map(({ resource, name, description }) => [
			resource.charAt(0).toUpperCase() + resource.slice(1),
			name,
			/Costs one check/.test(description) ? '1 check' : 'free',
		]);
		const listed = tableOf(README, 'operations').map((cells) => cells.slice(0, 3));
		expect(listed.sort(byText)).toEqual(expected.sort(byText));
	});

	it('lists the fields with their defaults', () => {
		const expected = OPERATIONS.flatMap((operation) =>
			fieldsOf(operation.properties).map((property) => [
				titleOf(operation),
				property.displayName,
				shownDefault(property),
			]),
		);
		const listed = tableOf(README, 'fields').map((cells) => cells.slice(0, 3));
		expect(listed.sort(byText)).toEqual(expected.sort(byText));
	});

	it('lists the filters', () => {
		const expected = OPERATIONS.flatMap((operation) =>
			membersOf(operation.properties, 'filters').map(({ displayName }) => [
				titleOf(operation),
				displayName,
			]),
		);
		const listed = tableOf(README, 'filters').map((cells) => cells.slice(0, 2));
		expect(listed.sort(byText)).toEqual(expected.sort(byText));
	});

	it('lists the options with their defaults, and where they are', () => {
		const expected = OPERATIONS.flatMap((operation) =>
			membersOf(operation.properties, 'options').map((property) => [
				property.displayName,
				shownDefault(property),
				titleOf(operation),
			]),
		);
		const listed = tableOf(README, 'options').flatMap(([name = '', byDefault = '', where = '']) =>
			where.split(', ').map((title) => [name, byDefault, title]),
		);
		expect(listed.sort(byText)).toEqual(expected.sort(byText));
	});

	it("lists the trigger's fields, filters and options with their defaults", () => {
		const expected = [
			...fieldsOf(PROPERTIES).map((property) => ['', property] as const),
			...membersOf(PROPERTIES, 'filters').map((property) => ['Filters', property] as const),
			...membersOf(PROPERTIES, 'options').map((property) => ['Options', property] as const),
		].map(([group, property]) => [group, property.displayName, shownDefault(property)]);
		const listed = tableOf(README, 'trigger').map((cells) => cells.slice(0, 3));
		expect(listed.sort(byText)).toEqual(expected.sort(byText));
	});

	it("lists the credential's fields with their defaults", () => {
		const rows = read(README)
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
