/** The output schemas as JSON Schema: as much of zod as the outputs use, and as much of JSON Schema as is read of them. */
import { z } from '../nodes/shared/vendor/zod.ts';

export interface JsonSchema {
	type?: string | string[];
	const?: unknown;
	enum?: string[];
	description?: string;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	anyOf?: JsonSchema[];
}

/** A schema that is one word in JSON Schema. */
function simpleType(schema: z.ZodTypeAny): string | undefined {
	if (schema instanceof z.ZodString) return 'string';
	if (schema instanceof z.ZodNumber) return schema.isInt ? 'integer' : 'number';
	return schema instanceof z.ZodBoolean ? 'boolean' : undefined;
}

function objectSchema({ shape }: z.AnyZodObject): JsonSchema {
	const fields = Object.entries(shape as z.ZodRawShape);
	const properties = Object.fromEntries(fields.map(([key, one]) => [key, toJsonSchema(one)]));
	const required = fields.filter(([, one]) => !one.isOptional()).map(([key]) => key);
	return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** Of simple types JSON Schema has a list. */
function unionSchema(options: readonly z.ZodTypeAny[]): JsonSchema {
	const types = options.map(simpleType);
	if (types.every((type) => type !== undefined)) return { type: [...new Set(types)] };
	return { anyOf: options.map(toJsonSchema) };
}

function nullableSchema(inner: z.ZodTypeAny): JsonSchema {
	const type = simpleType(inner);
	return type ? { type: [type, 'null'] } : { anyOf: [toJsonSchema(inner), { type: 'null' }] };
}

function undescribed(schema: z.ZodTypeAny): JsonSchema {
	const type = simpleType(schema);
	if (type) return { type };
	if (schema instanceof z.ZodEnum) return { type: 'string', enum: schema.options as string[] };
	if (schema instanceof z.ZodLiteral) return { type: typeof schema.value, const: schema.value };
	if (schema instanceof z.ZodObject) return objectSchema(schema);
	if (schema instanceof z.ZodArray)
		return { type: 'array', items: toJsonSchema(schema.element as z.ZodTypeAny) };
	if (schema instanceof z.ZodOptional) return toJsonSchema(schema.unwrap() as z.ZodTypeAny);
	if (schema instanceof z.ZodNullable) return nullableSchema(schema.unwrap() as z.ZodTypeAny);
	if (schema instanceof z.ZodUnion) return unionSchema(schema.options as z.ZodTypeAny[]);
	if (schema instanceof z.ZodRecord) return { type: 'object' };
	if (schema instanceof z.ZodUnknown) return {};
	throw new Error(`scripts/jsonSchema.mts has no JSON Schema for ${schema.constructor.name}`);
}

/**
 * @param schema of an output.
 * @returns it as JSON Schema.
 * @throws Error for a kind of schema that no output had so far.
 */
export function toJsonSchema(schema: z.ZodTypeAny): JsonSchema {
	const { description } = schema;
	return { ...undescribed(schema), ...(description !== undefined && { description }) };
}
