/** Where n8n keeps each setting of the action node, so that a test can list them without saying where they are. */
import type { INodeParameters } from 'n8n-workflow';

/** Puts options into the parameter that holds them. */
export const place = (options: INodeParameters): INodeParameters => ({ options });
