import type { INodeProperties } from 'n8n-workflow';

import { choiceOption, switchOption, toFields } from './fields';
import { guarded, parseOptions } from './read';
import { CREDENTIAL_CHOICE, CREDENTIAL_RULES, parseCredentialRules } from './riskRules';

/* What the credential decides beside the way to the service: who pays, and which level a report has. */

const CREDENTIAL_OPTIONS = {
	...guarded({
		allowPaidChecks: switchOption(
			'Allow Paid Checks',
			true,
			'Whether this credential may pay for checks, instead of only reading and trying with Dry Run',
		),
		riskRules: CREDENTIAL_CHOICE,
	}),
	/** The scale belongs to the service, not to a node. */
	riskScoreScale: choiceOption(
		'Risk Score Scale',
		"Scale of the service's risk scores, which 'Get Status' shows",
		{ byDefault: 'auto' },
		{
			auto: ['Auto', 'Read a score below 1 as a fraction and one above 1 as percent'],
			fraction: ['Fraction', 'From 0 to 1'],
			percent: ['Percent', 'From 0 to 100'],
		},
	),
};

const [allowPaidChecks, riskRules, riskScoreScale] = toFields(CREDENTIAL_OPTIONS);

/** What the credential's form shows of them. */
export const CREDENTIAL_FIELDS: INodeProperties[] = [
	allowPaidChecks,
	riskRules,
	...CREDENTIAL_RULES,
	riskScoreScale,
];

/**
 * Reads what a credential decides. One that was saved before an option was there has the option's default.
 * @throws AmlCheckError for a value that can't be used, and for a guard that is there but empty.
 */
export function parseCredentialOptions(credential: Readonly<Record<string, unknown>>) {
	const label = (key: keyof typeof CREDENTIAL_OPTIONS) =>
		`${CREDENTIAL_OPTIONS[key].field.displayName} in the credential`;
	const read = parseOptions(CREDENTIAL_OPTIONS, credential, 'Credential', label);
	const { allowPaidChecks, riskRules: name, riskScoreScale: scale } = read;
	return { allowPaidChecks, riskRules: { ...parseCredentialRules(name, credential), scale } };
}
