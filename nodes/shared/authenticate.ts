import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { readBaseUrl } from './baseUrl';

/** n8n's HTTP Request node still asks for authentication in the older form, which calls the address `uri`. */
type AnyRequest = IHttpRequestOptions & { uri?: string };

/**
 * Cleans the access token. People copy it together with the word "Bearer" before it.
 * @param value as the credential holds it.
 * @returns it without white space around it and without "Bearer" in front; empty where there is none.
 */
export function readAccessToken(value: unknown): string {
	return String(value ?? '')
		.trim()
		.replace(/^bearer(\s+|$)/i, '');
}

/** Finds the address of a request; a relative one begins at its base. */
function readTarget({ url, uri, baseURL }: AnyRequest, baseUrl: string): URL {
	const address = url ?? uri ?? '';
	const isAbsolute = /^https?:\/\//i.test(address);
	return new URL(isAbsolute || !baseURL ? address : baseUrl + address);
}

/**
 * Puts the token on a request, and only on one that goes to the credential's own base URL.
 * @param credentials the decrypted credential.
 * @param requestOptions the request, from this package, the credential's test or n8n's HTTP Request node.
 * @returns the request with the `Authorization` header.
 * @throws an Error that says what to do when the base URL can't be used or the request goes elsewhere.
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: AnyRequest,
): Promise<IHttpRequestOptions> {
	const verdict = readBaseUrl(credentials.baseUrl, credentials.allowHttp === true);
	if (!verdict.ok) throw new Error(verdict.message);
	const target = readTarget(requestOptions, verdict.baseUrl);
	if (target.origin !== new URL(verdict.baseUrl).origin)
		throw new Error(
			'The request goes to another address than the base URL of the AML Check API credential, so the token was not sent. Use an address that begins with the base URL.',
		);
	const address = requestOptions.url === undefined ? { uri: target.href } : { url: target.href };
	return {
		...requestOptions,
		...address,
		baseURL: undefined,
		sendCredentialsOnCrossOriginRedirect: false,
		headers: {
			...requestOptions.headers,
			Authorization: `Bearer ${readAccessToken(credentials.accessToken)}`,
		},
	};
}
