import { createHash } from 'node:crypto';

import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { readAccessToken, readBaseUrl } from '../authenticate';
import { readCredentialOptions } from '../options/credential';
import { makeFailure } from '../failures/failure';
import { hideToken } from './redact';

/** Every context of n8n from which the service is called. */
export type RpcContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL_NAME = 'amlCheckApi';

const unusableCredential = (why: string) => makeFailure('configuration', { why, charged: false });

/** Reads a field of the credential; the reader's words become the failure's. */
function readField<T>(read: () => T): T {
	try {
		return read();
	} catch (thrown) {
		throw unusableCredential((thrown as Error).message);
	}
}

/** A credential that can be used: what n8n holds, and what was read from it. */
export type UsableCredential = Awaited<ReturnType<typeof openCredential>>;

/**
 * Reads the node's credential.
 * @throws AmlCheckError of kind `configuration` if it is missing or can't be used.
 */
export async function openCredential(context: RpcContext) {
	const credentials = await context.getCredentials(CREDENTIAL_NAME).catch(() => {
		throw unusableCredential('Choose an AML Check API credential in the node.');
	});
	const allowHttp = credentials.allowHttp === true;
	const { endpoint } = readField(() => readBaseUrl(credentials.baseUrl, allowHttp));
	const token = readField(() => readAccessToken(credentials.accessToken));
	if (!token)
		throw unusableCredential(
			'The access token is empty. Copy it from the API tab of your account.',
		);
	return {
		credentials,
		endpoint,
		...readCredentialOptions(credentials),
		hide: hideToken(token),
		serviceKey: hashService(endpoint, token),
	};
}

/** The key of a service under a token; neither can be read from it. */
export const hashService = (endpoint: string, token: string): string =>
	createHash('sha256')
		.update(JSON.stringify([endpoint, token]))
		.digest('hex');
