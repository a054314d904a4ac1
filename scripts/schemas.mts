/**
 * The output schemas as n8n's editor reads them: `__schema__/v<version>/<resource>/<operation>.json` beside a node.
 * The build calls this (gulpfile.js); the tests hold it against what n8n does with the files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { declaredOutputs } from './declared.mts';
import { toJsonSchema, type JsonSchema } from './jsonSchema.mts';

/** As much of JSON Schema as n8n's preview takes in. */
export type PreviewSchema = Omit<JsonSchema, 'const'>;

/** n8n pads the node's `version: 1` to three numbers. */
const VERSION_FOLDER = 'v1.0.0';

/**
 * Of a list of types the editor shows the first, so null goes last. It looks for the fields of an object or an array
 * only where that is the one type, so there null goes altogether.
 */
function shownType(types: string[]): string | string[] {
	const structure = types.find((type) => type === 'array' || type === 'object');
	if (structure) return structure;
	const ordered = [...new Set(types)].sort((a, b) => Number(a === 'null') - Number(b === 'null'));
	return ordered.length === 1 ? ordered[0]! : ordered;
}

const typesOf = ({ type }: PreviewSchema): string[] => [type ?? []].flat();

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
	Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/**
 * The variants of a union as one: the editor knows no `anyOf` and would show such a field without a type, and an
 * object without its fields.
 */
function merge(variants: PreviewSchema[]): PreviewSchema {
	const objects = variants.map(({ properties }) => properties ?? {});
	const required = variants.filter((one) => one.properties).map((one) => one.required ?? []);
	const merged: PreviewSchema = Object.assign({}, ...[...variants].reverse());
	const keys = [...new Set(objects.flatMap((properties) => Object.keys(properties)))];
	const fields = keys.map((key) => {
		const same = objects.flatMap((properties) => properties[key] ?? []);
		return [key, same.length > 1 ? merge(same) : same[0]] as const;
	});
	return {
		...merged,
		type: shownType(variants.flatMap(typesOf)),
		...(merged.enum ? { enum: [...new Set(variants.flatMap((one) => one.enum ?? []))] } : {}),
		...(keys.length > 0 ? { properties: Object.fromEntries(fields) } : {}),
		...(required.length > 0
			? { required: required.reduce((all, some) => all.filter((key) => some.includes(key))) }
			: {}),
	};
}

/** Keeps what the preview takes in. `const` goes: it is the value of one run, not of every run. */
function plain(schema: PreviewSchema): PreviewSchema {
	const { anyOf, description, properties, items, enum: values, required, type } = schema;
	if (anyOf) {
		const merged = merge(anyOf.map(plain));
		return description === undefined ? merged : { ...merged, description };
	}
	return {
		type,
		...(description === undefined ? {} : { description }),
		...(values === undefined ? {} : { enum: values }),
		...(properties === undefined ? {} : { properties: mapValues(properties, plain) }),
		...(required === undefined ? {} : { required }),
		...(items === undefined ? {} : { items: plain(items) }),
	};
}

/** Makes the preview of an output. */
export function previewSchema(schema: z.ZodTypeAny): PreviewSchema {
	return plain(toJsonSchema(schema));
}

/** Writes the previews of all operations. */
export function writePreviews(nodeFolder: string): void {
	for (const [operation, schema] of declaredOutputs()) {
		const file = path.join(nodeFolder, '__schema__', VERSION_FOLDER, `${operation}.json`);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, `${JSON.stringify(previewSchema(schema), null, '\t')}\n`);
	}
}
