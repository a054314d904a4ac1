/** The tables of docs/outputs.md, made of the schemas: `npm run docs:outputs`. */
import type { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { OPERATIONS, resourceName } from '../nodes/AmlCheck/operations/index.ts';
import { declaredOutputs, keyOf } from './declared.mts';

interface JsonSchema {
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	description?: string;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	anyOf?: JsonSchema[];
}

interface Row {
	name: string;
	schema: JsonSchema;
	always: boolean;
}

const MARKED = /(<!-- fields of (\S+) -->\n)[\s\S]*?(<!-- end -->)/g;

const code = (value: unknown): string => `\`${String(value)}\``;

function typeName(schema: JsonSchema): string {
	const { anyOf, type, items, enum: values } = schema;
	if (anyOf) return anyOf.map(typeName).join(' or ');
	if ('const' in schema) return code(schema.const);
	if (values) return values.map(code).join(', ');
	if (items) return `list of ${typeName(items)}s`;
	return [type ?? []].flat().join(' or ');
}

/** Where the fields within a field are: its own, those of the items of a list, or of whichever variant has any. */
function inner({ anyOf = [], properties, items, required }: JsonSchema, path: string): Row[] {
	if (properties) return rowsOf({ properties, required }, `${path}.`);
	if (items) return inner(items, `${path}[]`);
	return anyOf.flatMap((variant) => inner(variant, path));
}

function rowsOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): Row[] {
	return Object.entries(properties).flatMap(([key, schema]) => {
		const name = `${prefix}${key}`;
		return [{ name, schema, always: required.includes(key) }, ...inner(schema, name)];
	});
}

/** Of the variants of a whole output, such as found and not found, each has its table. */
function table(schema: JsonSchema): string {
	const lines = rowsOf(schema).map(({ name, schema: field, always }) =>
		[code(name), typeName(field), always ? 'yes' : 'no', field.description ?? ''].join(' | '),
	);
	return ['Field | Type | Always | Meaning', '--- | --- | --- | ---', ...lines]
		.map((line) => `| ${line} |`)
		.join('\n');
}

function tablesOf(schema: z.ZodTypeAny): string {
	const json = zodToJsonSchema(schema, { $refStrategy: 'none' }) as JsonSchema;
	return (json.anyOf ?? [json]).map(table).join('\n\nor\n\n');
}

const beginOf = (operation: string): string => `<!-- fields of ${operation} -->\n`;

const END = '<!-- end -->\n';

/** Where the section of an operation ends; before the first section where there is no operation. */
function endOfSection(markdown: string, operation: string | undefined): number {
	const begin = operation === undefined ? 0 : markdown.indexOf(beginOf(operation));
	const heading = markdown.indexOf('\n## ', begin);
	return heading === -1 ? markdown.length : heading + 1;
}

/** The document with a section, still empty, for each operation that has none: after the operation before it. */
function withSections(markdown: string): string {
	return OPERATIONS.reduce((text, operation, index) => {
		const key = keyOf(operation);
		if (text.includes(beginOf(key))) return text;
		const before = OPERATIONS[index - 1];
		const at = endOfSection(text, before && keyOf(before));
		const heading = `## ${resourceName(operation.resource)} → ${operation.name}`;
		const section = `${heading}\n\n${beginOf(key)}${END}\n`;
		return text.slice(0, at) + section + text.slice(at);
	}, markdown);
}

/**
 * Puts the tables between the marks of a document; the text around them stays. An operation that the document lacks
 * gets a section.
 *
 * @param markdown with `<!-- fields of <resource>/<operation> -->` and `<!-- end -->` around each table
 * @returns the document as it has to be
 * @throws Error for a table of an operation that there is not, or an operation without an output schema
 */
export function fillTables(markdown: string): string {
	const outputs = declaredOutputs();
	return withSections(markdown).replace(MARKED, (_, begin: string, key: string, end: string) => {
		const schema = outputs.get(key);
		if (!schema) throw new Error(`docs/outputs.md has a section for ${key}, which is no operation`);
		return `${begin}\n${tablesOf(schema)}\n\n${end}`;
	});
}
