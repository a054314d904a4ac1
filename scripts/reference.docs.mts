/** The tables of docs/reference.md, made of their declarations: `npm run docs:outputs`. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { OPERATIONS, resourceName } from '../nodes/AmlCheck/operations/index.ts';
import type { Operation } from '../nodes/AmlCheck/operations/types.ts';
import { isPaid } from '../nodes/shared/rpc/schemas.ts';
import { titleOf } from './declared.mts';

/** A table after its mark: head, and rows with the meaning as their last cell. */
interface Table {
	mark: string;
	head: string[];
	rows: string[][];
	/** How many cells, from the first on, tell which row it is. */
	keyCells: number;
}

const optionName = ({ options = [] }: INodeProperties, value: unknown): string =>
	(options as INodePropertyOptions[]).find((option) => option.value === value)?.name ?? '';

/** A default as the docs write it: as the form shows it. */
export function shownDefault(property: INodeProperties): string {
	const value = property.default;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (property.type === 'options') return optionName(property, value);
	if (Array.isArray(value)) return value.map((one) => optionName(property, one)).join(', ');
	return typeof value === 'object' ? '' : String(value);
}

/** The members of a collection. */
export const membersOf = (properties: INodeProperties[], name: string): INodeProperties[] =>
	(properties.find((property) => property.name === name)?.options ?? []).filter(
		(one): one is INodeProperties => !('value' in (one as INodePropertyCollection | object)),
	);

/** Everything but the collections. */
export const fieldsOf = (properties: INodeProperties[]): INodeProperties[] =>
	properties.filter(({ type }) => type !== 'collection');

const meaningOf = ({ description = '' }: INodeProperties | Operation): string =>
	description.replace(/ (Free|Costs one check of the package)\.$/, '').replace(/\.$/, '');

const operations = (): Table => ({
	mark: 'operations',
	head: ['Resource', 'Operation', 'Cost', 'What it does'],
	keyCells: 2,
	rows: OPERATIONS.map((operation) => [
		resourceName(operation.resource),
		operation.name,
		operation.method !== null && isPaid(operation.method) ? '1 check' : 'free',
		meaningOf(operation),
	]),
});

const fields = (): Table => ({
	mark: 'fields',
	head: ['Operation', 'Field', 'Default', 'Meaning'],
	keyCells: 2,
	rows: OPERATIONS.flatMap((operation) =>
		fieldsOf(operation.properties).map((property) => [
			titleOf(operation),
			property.displayName,
			shownDefault(property),
			meaningOf(property),
		]),
	),
});

const filters = (): Table => ({
	mark: 'filters',
	head: ['Operation', 'Filter', 'Meaning'],
	keyCells: 2,
	rows: OPERATIONS.flatMap((operation) =>
		membersOf(operation.properties, 'filters').map((property) => [
			titleOf(operation),
			property.displayName,
			meaningOf(property),
		]),
	),
});

/** One row for each option and default, with all operations that have it. */
function options(): Table {
	const rows = new Map<string, string[]>();
	for (const operation of OPERATIONS)
		for (const property of membersOf(operation.properties, 'options')) {
			const cells = [property.displayName, shownDefault(property)];
			const key = cells.join(' | ');
			const row = rows.get(key);
			if (row) row[2] += `, ${titleOf(operation)}`;
			else rows.set(key, [...cells, titleOf(operation), meaningOf(property)]);
		}
	return {
		mark: 'options',
		head: ['Option', 'Default', 'In', 'Meaning'],
		keyCells: 2,
		rows: [...rows.values()].sort(([a = ''], [b = '']) => a.localeCompare(b)),
	};
}

const lineOf = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** The cells of one line of a table. */
export function cellsOf(line: string): string[] {
	return line
		.replace(/^\||\|$/g, '')
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim());
}

/** A meaning that somebody wrote stays: it is told shorter than in the editor, or with a link. */
function fill(markdown: string, { mark, head, rows, keyCells }: Table): string {
	const opening = `<!-- ${mark} -->\n\n`;
	const at = markdown.indexOf(opening);
	if (at === -1) throw new Error(`docs/reference.md has no table "${mark}"`);
	const before = markdown.slice(0, at + opening.length);
	const lines = markdown.slice(before.length).split('\n');
	const length = lines.findIndex((line) => !line.startsWith('|'));
	const keyOfRow = (cells: string[]): string => cells.slice(0, keyCells).join(' | ');
	const written = new Map(
		lines.slice(2, length).map((line) => [keyOfRow(cellsOf(line)), cellsOf(line).at(-1) ?? '']),
	);
	const filled = rows.map((cells) => {
		const own = cells.map((cell) => cell.replaceAll('|', '\\|'));
		return lineOf([...own.slice(0, -1), written.get(keyOfRow(own)) ?? own.at(-1) ?? '']);
	});
	const table = [lineOf(head), lineOf(head.map(() => '---')), ...filled];
	return before + [...table, ...lines.slice(length)].join('\n');
}

/**
 * Brings the tables of operations, fields, filters and options up to date: rows that are missing come in with
 * the words of the editor, rows of what is gone go, defaults and costs are as they are. The words of other rows stay.
 *
 * @param markdown docs/reference.md
 * @returns it as it has to be
 * @throws Error where a table's mark is missing
 */
export function fillReference(markdown: string): string {
	return [operations(), fields(), filters(), options()].reduce(fill, markdown);
}
