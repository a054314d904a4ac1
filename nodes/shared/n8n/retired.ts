import type { INode, INodeProperties } from 'n8n-workflow';

import { badSetting } from '../failures/failure';
import { isEmpty } from './read';

/*
 * Fields of the version before. n8n drops a parameter that no field declares, and the default of what took its place would
 * be used in silence. So each is a field still: it shows only where a workflow holds a value for it, and no run begins.
 */

/** The fields by their names: their label, and what to do. */
const RETIRED = {
	currency: ['Currency', "Set 'Network' and 'Asset', then clear the old field."],
	evmNetwork: ['EVM Network', "Set 'Network', then clear the old field."],
	output: ['Output', 'The simplified item is what an agent reads: clear the old field.'],
	riskRules: ['Risk Rules', "Set 'Risk Rules' under Options, then clear the old field."],
} as const;

type RetiredName = keyof typeof RETIRED;

/** The retired fields as the editor shows them to whoever opens an old workflow. */
export const toRetiredFields = (names: readonly RetiredName[]): INodeProperties[] =>
	names.map((name) => {
		const [displayName, hint] = RETIRED[name];
		return {
			displayName: `${displayName} (Before)`,
			name,
			type: 'string',
			default: '',
			hint,
			displayOptions: { show: { [`/${name}`]: [{ _cnd: { exists: true } }] } },
		};
	});

/**
 * Refuses a node that holds a value in a retired field.
 * @throws AmlCheckError that names the field and what took its place.
 */
export function refuseRetired({ parameters }: INode): void {
	for (const [name, [displayName, advice]] of Object.entries(RETIRED))
		if (!isEmpty(parameters[name]))
			throw badSetting(`'${displayName}' is a field of an older version of this node`, advice);
}
