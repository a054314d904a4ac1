/** The tables of docs/outputs.md, made of the schemas: `npm run docs:outputs`. */
import type { z } from 'zod';

import { errorDetailsSchema } from '../nodes/AmlCheck/items/schemas.ts';
import { detailsSchema, simplifiedCheckSchema } from '../nodes/shared/check/schema.ts';
import { declaredOutputs } from './declared.mts';
import { toJsonSchema, type JsonSchema } from './jsonSchema.mts';

const MARKED = /(<!-- (fields|keys) of (\S+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The tables that several operations share. */
const COMMON: Record<string, z.ZodTypeAny> = {
	check: simplifiedCheckSchema,
	details: detailsSchema,
	errors: errorDetailsSchema,
};

const code = (value: unknown): string => `\`${String(value)}\``;

/** The values of a field that has few; the editor's own view shows the types. */
const listValues = ({ enum: values = [] }: JsonSchema): string =>
	values.length > 0 ? `${values.map(code).join(', ')}. ` : '';

const propertiesOf = (schema: z.ZodTypeAny) =>
	Object.entries(toJsonSchema(schema).properties ?? {});

function tableOf(schema: z.ZodTypeAny): string {
	const lines = propertiesOf(schema).map(
		([name, field]) => `${code(name)} | ${listValues(field)}${field.description ?? ''}`,
	);
	return ['Field | Meaning', '--- | ---', ...lines].map((line) => `| ${line} |`).join('\n');
}

/** The names alone, for an output whose names say it all. */
const keysOf = (schema: z.ZodTypeAny): string =>
	propertiesOf(schema)
		.map(([name]) => code(name))
		.join(', ');

/** Whether the fields of an operation's output are those of a check, so that the common tables show them. */
export function isCheckOutput(output: z.ZodTypeAny): boolean {
	const schema = toJsonSchema(output);
	const variants = schema.anyOf ?? [schema];
	return variants.some(({ properties = {} }) => 'riskReasons' in properties);
}

/**
 * Writes the tables and the lists of names between the marks of a document; the text around them stays.
 *
 * @throws Error for a table of an operation that does not exist
 */
export function fillTables(markdown: string): string {
	const outputs = declaredOutputs();
	return markdown.replace(MARKED, (_, begin: string, form: string, key: string, end: string) => {
		const schema = COMMON[key] ?? outputs.get(key);
		if (!schema) throw new Error(`docs/outputs.md has a table for ${key}, which is no operation`);
		return `${begin}\n${form === 'keys' ? keysOf(schema) : tableOf(schema)}\n\n${end}`;
	});
}
