import type {
	IAuthenticate,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { authenticate } from '../nodes/shared/n8n/authenticate';
import { CREDENTIAL_FIELDS } from '../nodes/shared/n8n/credential';

const CREDENTIALS_ADVICE =
	"The service did not accept the credentials. Either the access token is not valid, or this n8n's IP address is not on the list of allowed addresses. Check both on the API tab of your account.";

const NO_SERVICE =
	'The address answered, but not with the confirmation of an AML service. Check the base URL. If it is right, the service may be down, or a proxy or firewall answers in its place.';

/** A rule of the test: n8n shows the message where a member of the response has the value. */
const refuseWhere = (key: string, value: unknown, message: string) => ({
	type: 'responseSuccessBody' as const,
	properties: { key, value, message },
});

export class AmlCheckApi implements ICredentialType {
	name = 'amlCheckApi';

	displayName = 'AML Check API';

	documentationUrl =
		'https://github.com/n8n-nodes-aml-check/n8n-nodes-aml-check/blob/main/docs/services.md';

	icon: Icon = { light: 'file:../icons/amlCheck.svg', dark: 'file:../icons/amlCheck.dark.svg' };

	properties: INodeProperties[] = [
		{
			displayName:
				'Token and allowed IP addresses are on the API tab of your account. If it has none, ask the provider by e-mail for access to the API.',
			name: 'accessNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://aml.example.com',
			description: 'Address of the AML service, to which the node adds /rpc/v1/request',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Personal access token, whose list of IP addresses must have the one of this n8n',
		},
		...CREDENTIAL_FIELDS,
		{
			displayName: 'Allow Plain HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether the token may travel unencrypted to another machine, as it always may on the same one',
		},
	];

	authenticate: IAuthenticate = authenticate;

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/rpc/v1/request',
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: {
				jsonrpc: '2.0',
				id: '={{ "test-" + Date.now() }}',
				method: 'checkup.ping',
			},
			disableFollowRedirect: true,
			// The body decides, whatever the HTTP status: the rules look at nothing else.
			ignoreHttpStatusErrors: true,
		},
		rules: [
			refuseWhere('code', 401, CREDENTIALS_ADVICE),
			refuseWhere('error.code', 401, CREDENTIALS_ADVICE),
			refuseWhere('result.message', undefined, NO_SERVICE),
		],
	};
}
