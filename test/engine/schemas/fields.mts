/** Fields by their paths, such as `signals[].name`: of data, and of schemas. */
import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';
import { previewSchema, type PreviewSchema } from '../../../scripts/schemas.mts';

/** The paths of all fields of an item's json. */
export function keysOf(json: IDataObject, prefix = ''): string[] {
	return Object.entries(json).flatMap(([key, value]) => {
		const path = `${prefix}${key}`;
		const list = Array.isArray(value) ? value : [value];
		const inner = list
			.filter((one): one is IDataObject => typeof one === 'object' && one !== null)
			.flatMap((one) => keysOf(one, `${path}${Array.isArray(value) ? '[]' : ''}.`));
		return [path, ...inner];
	});
}

/** The paths of all fields of a preview. */
export function fieldsOf({ properties = {} }: PreviewSchema, prefix = ''): string[] {
	return Object.entries(properties).flatMap(([key, field]) => {
		const path = `${prefix}${key}`;
		const inner = field.items ? fieldsOf(field.items, `${path}[].`) : fieldsOf(field, `${path}.`);
		return [path, ...inner];
	});
}

/** The paths of all fields that a declared output may have. */
export const declaredFields = (schema: z.ZodTypeAny): string[] => fieldsOf(previewSchema(schema));
