/** The tables of docs/reference.md, made of the declarations: `npm run docs:outputs`. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { OPTIONS } from '../nodes/AmlCheck/fields/options.ts';
import { OPERATIONS, resourceName } from '../nodes/AmlCheck/operations/index.ts';
import type { Operation } from '../nodes/AmlCheck/operations/operation.ts';
import { isPaid } from '../nodes/shared/service/schemas.ts';
import { titleOf } from './declared.mts';

interface Table {
	mark: string;
	head: string[];
	rows: string[][];
}

const paid = ({ method }: Operation): boolean => method !== null && isPaid(method);

const PAID = OPERATIONS.filter(paid).map(titleOf).join(', ');

/** The members of a collection. */
const membersOf = (properties: INodeProperties[], name: string): INodeProperties[] =>
	(properties.find((property) => property.name === name)?.options ?? []).filter(
		(one): one is INodeProperties => !('value' in (one as INodePropertyCollection | object)),
	);

/** What holds while an option is not added, as the form calls it. */
function defaultOf({ name, description = '', options = [] }: INodeProperties): string {
	const value = name in OPTIONS ? OPTIONS[name as keyof typeof OPTIONS].byDefault : undefined;
	if (typeof value === 'boolean') return value ? 'On' : 'Off';
	const [, meaning] = /where 0 means (.+)$/.exec(description) ?? [];
	if (value === 0 && meaning !== undefined) return `0: ${meaning}`;
	const choice = (options as INodePropertyOptions[]).find((one) => one.value === value);
	return choice?.name ?? (value === undefined || value === '' ? 'None' : String(value));
}

/** One row for each option with its default, and all operations that have it; the paid ones share a word. */
function merged(list: (properties: INodeProperties[]) => INodeProperties[]): string[][] {
	const rows = new Map<string, { name: string; byDefault: string; places: string[] }>();
	for (const operation of OPERATIONS)
		for (const property of list(operation.properties)) {
			const { displayName: name } = property;
			const byDefault = defaultOf(property);
			const row = rows.get(`${name}|${byDefault}`) ?? { name, byDefault, places: [] };
			row.places.push(titleOf(operation));
			rows.set(`${name}|${byDefault}`, row);
		}
	return [...rows.values()].map(({ name, byDefault, places }) => [
		name,
		places.join(', ').replace(PAID, 'paid operations'),
		byDefault,
	]);
}

const byName = (rows: string[][]): string[][] =>
	rows.sort(([a = ''], [b = '']) => a.localeCompare(b));

const tables = (): Table[] => [
	{
		mark: 'operations',
		head: ['Operation', 'Cost'],
		rows: OPERATIONS.map((operation) => [
			`${resourceName(operation.resource)} → ${operation.name}`,
			operation.price ?? 'free',
		]),
	},
	{
		mark: 'options',
		head: ['Option', 'In', 'If it is not added'],
		rows: byName(merged((properties) => membersOf(properties, 'options'))),
	},
];

const lineOf = (cells: string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** The cells of one line of a table. */
export function cellsOf(line: string): string[] {
	return line
		.replace(/^\||\|$/g, '')
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim());
}

function fill(markdown: string, { mark, head, rows }: Table): string {
	const [before, after] = markdown.split(`<!-- ${mark} -->\n\n`);
	if (before === undefined || after === undefined)
		throw new Error(`docs/reference.md has no table "${mark}"`);
	const lines = after.split('\n');
	const end = lines.findIndex((line) => !line.startsWith('|'));
	const table = [head, head.map(() => '---'), ...rows].map(lineOf);
	return `${before}<!-- ${mark} -->\n\n${[...table, ...lines.slice(end)].join('\n')}`;
}

/**
 * Writes the tables behind their marks; the text around them stays.
 *
 * @throws Error where a table's mark is missing
 */
export function fillReference(markdown: string): string {
	return tables().reduce(fill, markdown);
}
