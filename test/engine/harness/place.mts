/** Where n8n keeps each setting of the action node, so that a test can list them without saying where they are. */
import type { INodeParameters } from 'n8n-workflow';
import { RULES } from '../../../nodes/shared/options/riskRules.ts';

const only = (options: INodeParameters, isWanted: (name: string) => boolean): INodeParameters =>
	Object.fromEntries(Object.entries(options).filter(([name]) => isWanted(name)));

const isRule = (name: string) => Object.hasOwn(RULES, name);
const isParameter = (name: string) => name === 'riskPolicy';

/** Sorts options and risk rules into the parameters that hold them. */
export function place(flat: INodeParameters): INodeParameters {
	const rules = only(flat, isRule);
	const isCustom = Object.keys(rules).length > 0;
	return {
		options: only(flat, (name) => !isRule(name) && !isParameter(name)),
		...(isCustom && { riskRules: 'custom', customRules: rules }),
		...('riskPolicy' in flat && { riskRules: 'expression', riskPolicy: flat.riskPolicy }),
	};
}
