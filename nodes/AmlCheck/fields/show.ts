import type { INodeProperties } from 'n8n-workflow';

/**
 * Shows properties for one operation only.
 * @param resource e.g. `check`.
 * @param operation e.g. `checkAddress`.
 * @param properties what to show; display options of their own are kept.
 * @returns copies with the display options set.
 */
export function showFor(
	resource: string,
	operation: string,
	properties: INodeProperties[],
): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...property.displayOptions?.show, resource: [resource], operation: [operation] },
		},
	}));
}
