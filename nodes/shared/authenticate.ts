import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

/** Invisible characters that are copied from a page together with an address. */
const ZERO_WIDTH = /[\u200B-\u200D\u2060\uFEFF]+/g;

/** `http:/host` is no host `http`. */
const HALF_A_SCHEME = /^(https?:(?!\/\/)|[a-z][a-z\d+.-]*:\/(?!\/))/i;

/** Whether a host, as in `URL.hostname`, is this machine itself: plain HTTP is harmless there. */
export const isLoopback = (hostname: string): boolean =>
	/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);

/**
 * Reads the address that people paste: surrounding spaces, trailing slashes, the full endpoint or the beginning of its
 * path, no scheme. It refuses a text whose host differs from the host that a person reads in it.
 * @param allowHttp whether plain HTTP to another machine is accepted.
 * @returns the base URL without a trailing slash, and the endpoint of every request.
 * @throws an Error that says what is wrong and what to do.
 */
export function readBaseUrl(input: unknown, allowHttp = false) {
	const text = typeof input === 'string' ? input.replace(ZERO_WIDTH, '').trim() : '';
	if (text === '') throw new Error('The base URL is empty. Enter the address of the AML service.');
	const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
	if (/\s/.test(text) || HALF_A_SCHEME.test(text) || !URL.canParse(address))
		throw new Error('The base URL is not an address. Use the form https://host.');
	const { protocol, username, password, hostname, origin, pathname } = new URL(address);
	if (protocol !== 'https:' && protocol !== 'http:')
		throw new Error('The base URL has to begin with https://.');
	if (username || password)
		throw new Error(
			'The base URL holds a user name or password. Remove it: the access token is enough.',
		);
	if (protocol === 'http:' && !allowHttp && !isLoopback(hostname))
		throw new Error(
			"The base URL uses plain http, which would show the token to the network. Use https, or switch on 'Allow Plain HTTP' in the credential.",
		);
	const path = pathname.replace(/\/+$/, '').replace(/\/rpc(\/v1(\/request)?)?$/i, '');
	const baseUrl = `${origin}${path.replace(/\/+$/, '')}`;
	return { baseUrl, endpoint: `${baseUrl}/rpc/v1/request` };
}

/** Cleans the access token; empty if there is none. People copy it together with the word "Bearer" before it. */
export function readAccessToken(value: unknown): string {
	return String(value ?? '')
		.trim()
		.replace(/^bearer(\s+|$)/i, '');
}

/** n8n's HTTP Request node still asks for authentication in the older form, which calls the address `uri`. */
type AnyRequest = IHttpRequestOptions & { uri?: string };

/**
 * Puts the token on a request of this package, of the credential's test or of n8n's HTTP Request node, and only on one
 * that goes to the credential's own base URL.
 * @throws an Error that says what to do when the base URL can't be used or the request goes elsewhere.
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: AnyRequest,
): Promise<IHttpRequestOptions> {
	const { baseUrl } = readBaseUrl(credentials.baseUrl, credentials.allowHttp === true);
	const { url, uri, baseURL, headers } = requestOptions;
	const address = url ?? uri ?? '';
	const isRelative = baseURL && !/^https?:\/\//i.test(address);
	const { origin, href } = new URL(isRelative ? baseUrl + address : address);
	if (origin !== new URL(baseUrl).origin)
		throw new Error(
			'The request goes to another address than the base URL of the AML Check API credential, so the token was not sent. Use an address that begins with the base URL.',
		);
	return {
		...requestOptions,
		...(url === undefined ? { uri: href } : { url: href }),
		baseURL: undefined,
		sendCredentialsOnCrossOriginRedirect: false,
		headers: { ...headers, Authorization: `Bearer ${readAccessToken(credentials.accessToken)}` },
	};
}
