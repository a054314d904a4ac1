/** What the operations declare, for the tools and tests that are made of it. */
import type { z } from 'zod';
import { OPERATIONS, resourceName } from '../nodes/AmlCheck/operations/index.ts';
import type { Operation } from '../nodes/AmlCheck/operations/operation.ts';

/** The name of an operation in code: `<resource>/<operation>`. */
export const keyOf = ({ resource, value }: Operation): string => `${resource}/${value}`;

/**
 * The output schemas by the keys of their operations.
 *
 * @throws Error that names an operation without one
 */
export function declaredOutputs(): Map<string, z.ZodTypeAny> {
	return new Map(
		OPERATIONS.map((operation) => {
			const { output } = operation as Partial<Operation>;
			if (!output) throw new Error(`no output schema for ${keyOf(operation)}`);
			return [keyOf(operation), output];
		}),
	);
}

/** The name of an operation in texts: of those with the same name, with the resource. */
export function titleOf({ name, resource }: Operation): string {
	const isUnique = OPERATIONS.filter((one) => one.name === name).length < 2;
	return isUnique ? name : `${resourceName(resource)}: ${name}`;
}
