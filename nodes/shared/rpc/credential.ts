import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readAccessToken } from '../authenticate';
import { readBaseUrl } from '../baseUrl';
import { AmlCheckError } from './failure';
import { adviceFor } from './failureKinds';
import { redactor } from './redact';
import type { Redact } from './redact';
import { CREDENTIAL_NAME } from './transport';
import type { RpcContext } from './transport';

/** A credential that can be used: what n8n holds, and what was read from it. */
export interface UsableCredential {
	credentials: ICredentialDataDecryptedObject;
	/** Where every call goes (service 4). */
	endpoint: string;
	token: string;
	/** Hides the token in what comes back; made once, since every answer passes it. */
	redact: Redact;
}

/**
 * Reads the node's credential.
 * @param context the node's context.
 * @throws AmlCheckError of kind `configuration` where it is missing or can't be used.
 */
export async function openCredential(context: RpcContext): Promise<UsableCredential> {
	let credentials: ICredentialDataDecryptedObject;
	try {
		credentials = await context.getCredentials(CREDENTIAL_NAME);
	} catch {
		throw unusable('Choose an AML Check API credential in the node.');
	}
	const verdict = readBaseUrl(credentials.baseUrl, credentials.allowHttp === true);
	if (!verdict.ok) throw unusable(verdict.message);
	const token = readAccessToken(credentials.accessToken);
	if (!token)
		throw unusable('The access token is empty. Copy it from the API tab of your account.');
	return { credentials, endpoint: verdict.endpoint, token, redact: redactor(token) };
}

function unusable(reason: string): AmlCheckError {
	const words = adviceFor('configuration', { method: '', serviceMessage: reason });
	return new AmlCheckError({ kind: 'configuration', ...words, charged: false });
}
