import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readAccessToken } from '../authenticate';
import { readBaseUrl } from '../baseUrl';
import { oneOf, readValue } from '../options/read';
import type { RiskScoreScale } from '../risk';
import { AmlCheckError } from './failure';
import { adviceFor } from './failureKinds';
import { hideInTexts, removeFromData } from './redact';
import type { Redact } from './redact';
import { CREDENTIAL_NAME } from './transport';
import type { RpcContext } from './transport';

/** A credential that can be used: what n8n holds, and what was read from it. */
export interface UsableCredential {
	credentials: ICredentialDataDecryptedObject;
	/** Where every call goes (service 4). */
	endpoint: string;
	token: string;
	/** How scores are read: the scale belongs to the service. */
	riskScoreScale: RiskScoreScale;
	/** Takes the token out of data; made once, since every response passes it. */
	remove: Redact<unknown>;
	/** Hides every part of the token in a text for people. */
	hide: Redact<string>;
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
	const riskScoreScale = readValue(
		SCALE,
		credentials.riskScoreScale || undefined,
		'Risk Score Scale',
	);
	return {
		credentials,
		endpoint: verdict.endpoint,
		token,
		riskScoreScale,
		remove: removeFromData(token),
		hide: hideInTexts(token),
	};
}

const SCALE = oneOf('auto', 'percent', 'fraction').default('auto');

function unusable(reason: string): AmlCheckError {
	const words = adviceFor('configuration', { why: reason });
	return new AmlCheckError({ kind: 'configuration', ...words, charged: false });
}

/**
 * The key of a service under a token; neither can be read from it.
 * @param endpoint where the service is.
 * @param accessToken of the credential.
 */
export function hashService(endpoint: string, accessToken: string): string {
	return createHash('sha256')
		.update(JSON.stringify([endpoint, accessToken]))
		.digest('hex');
}
