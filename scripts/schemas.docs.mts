/** The tables of docs/outputs.md, made of the schemas: `npm run docs:outputs`. */
import type { z } from 'zod';

import { errorDetailsSchema } from '../nodes/AmlCheck/outputs/checks.ts';
import { detailsSchema, simplifiedCheckSchema } from '../nodes/shared/outputs/check.ts';
import { declaredOutputs } from './declared.mts';
import { toJsonSchema, type JsonSchema } from './jsonSchema.mts';

const MARKED = /(<!-- fields of (\S+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The tables that several operations share. */
const COMMON: Record<string, z.ZodTypeAny> = {
	check: simplifiedCheckSchema,
	details: detailsSchema,
	errors: errorDetailsSchema,
};

const code = (value: unknown): string => `\`${String(value)}\``;

function typeName(schema: JsonSchema): string {
	const { anyOf, type, items, enum: values } = schema;
	if (anyOf) return anyOf.map(typeName).join(' or ');
	if ('const' in schema) return code(schema.const);
	if (values) return values.map(code).join(', ');
	if (items) return `list of ${typeName(items)}s`;
	return [type ?? []].flat().join(' or ');
}

function tableOf(schema: z.ZodTypeAny): string {
	const { properties = {} } = toJsonSchema(schema);
	const lines = Object.entries(properties).map(([name, field]) =>
		[code(name), typeName(field), field.description ?? ''].join(' | '),
	);
	return ['Field | Type | Meaning', '--- | --- | ---', ...lines]
		.map((line) => `| ${line} |`)
		.join('\n');
}

/** Whether the fields of an operation's output are those of a check, so that the common tables show them. */
export function isCheckOutput(output: z.ZodTypeAny): boolean {
	const schema = toJsonSchema(output);
	const variants = schema.anyOf ?? [schema];
	return variants.some(({ properties = {} }) => 'riskReasons' in properties);
}

/**
 * Writes the tables between the marks of a document; the text around them stays.
 *
 * @throws Error for a table of an operation that does not exist
 */
export function fillTables(markdown: string): string {
	const outputs = declaredOutputs();
	return markdown.replace(MARKED, (_, begin: string, key: string, end: string) => {
		const schema = COMMON[key] ?? outputs.get(key);
		if (!schema) throw new Error(`docs/outputs.md has a table for ${key}, which is no operation`);
		return `${begin}\n${tableOf(schema)}\n\n${end}`;
	});
}
