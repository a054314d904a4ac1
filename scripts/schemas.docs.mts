/** The tables of docs/outputs.md, made of the schemas: `npm run docs:outputs`. */
import type { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { OUTPUTS } from '../nodes/AmlCheck/outputs/index.ts';

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

/**
 * Puts the tables between the marks of a document; the text around them stays.
 *
 * @param markdown with `<!-- fields of <resource>/<operation> -->` and `<!-- end -->` around each table
 * @returns the document with the tables as they have to be
 * @throws Error for an operation that there is not, or one that the document lacks
 */
export function fillTables(markdown: string): string {
	const missing = new Set<string>(Object.keys(OUTPUTS));
	const filled = markdown.replace(MARKED, (_, begin: string, operation: string, end: string) => {
		const schema = (OUTPUTS as Record<string, z.ZodTypeAny>)[operation];
		if (!schema) throw new Error(`There is no operation ${operation}`);
		missing.delete(operation);
		return `${begin}\n${tablesOf(schema)}\n\n${end}`;
	});
	if (missing.size > 0) throw new Error(`No table for ${[...missing].join(', ')}`);
	return filled;
}
