import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { parseCredentialOptions } from './credential';
import { isObject } from '../base/values';

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
export function parseBaseUrl(input: unknown, allowHttp = false) {
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

/** What no token has: the name of the header, quotation marks, and all that is no plain letter, digit or sign. */
const NOT_IN_TOKENS = /authorization\s*:|["'`]|[^\x20-\x7e]/iu;

/**
 * Reads the access token as it is sent and hidden: without surrounding blanks and the word "Bearer" before it.
 * @returns the token; empty if there is none.
 * @throws an Error that tells the place of what no token has. n8n or the service might drop it: then another text would be
 * sent than the one that is hidden.
 */
export function parseAccessToken(value: unknown): string {
	const text = String(value ?? '');
	const [, before, token] = /^(\s*(?:bearer(?:\s+|$))?)(.*?)\s*$/isu.exec(text) ?? [];
	const found = NOT_IN_TOKENS.exec(token);
	if (!found) return token;
	const place = [...`${before}${token.slice(0, found.index)}`].length + 1;
	throw new Error(
		`The access token has a sign that no token has, at character ${place} of ${[...text].length}. Copy the token alone, from the API tab of your account.`,
	);
}

/** n8n's HTTP Request node still asks for authentication in the older form, which calls the address `uri`. */
type AnyRequest = IHttpRequestOptions & { uri?: string };

function parseCredential(credentials: ICredentialDataDecryptedObject) {
	const { baseUrl, endpoint } = parseBaseUrl(credentials.baseUrl, credentials.allowHttp === true);
	parseCredentialOptions(credentials);
	const { origin } = new URL(baseUrl);
	return { baseUrl, endpoint, origin, token: parseAccessToken(credentials.accessToken) };
}

/** The credential that was read last: n8n hands over a new copy of it for each request of a run. */
let last: { given: string; read: ReturnType<typeof parseCredential> } | undefined;

function parseCredentialOnce(credentials: ICredentialDataDecryptedObject) {
	const given = JSON.stringify(credentials);
	if (last?.given !== given) last = { given, read: parseCredential(credentials) };
	return last.read;
}

/** A person waits for the credential's test. */
const TEST_TIMEOUT_MS = 10_000;

/** n8n gives the test five minutes, whatever its request says, and hands its body over as an object. */
const limitTest = ({ body }: AnyRequest): Partial<AnyRequest> =>
	isObject(body) && body.method === 'checkup.ping' ? { timeout: TEST_TIMEOUT_MS } : {};

/**
 * Puts the token on a request of this package, of the credential's test or of n8n's HTTP Request node, and only on one
 * that goes to the credential's own base URL.
 * @throws an Error that says what to do when the credential can't be used or the request goes elsewhere: n8n shows it
 * as the result of the credential's test.
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: AnyRequest,
): Promise<IHttpRequestOptions> {
	const { baseUrl, endpoint, origin: own, token } = parseCredentialOnce(credentials);
	const { url, uri, baseURL, headers } = requestOptions;
	const address = url ?? uri ?? '';
	const isRelative = baseURL && !/^https?:\/\//i.test(address);
	const isOwn = address === endpoint;
	const { origin, href } = isOwn
		? { origin: own, href: endpoint }
		: new URL(isRelative ? baseUrl + address : address);
	if (origin !== own)
		throw new Error(
			'The request goes to another address than the base URL of the AML Check API credential, so the token was not sent. Use an address that begins with the base URL.',
		);
	return {
		...requestOptions,
		...limitTest(requestOptions),
		...(url === undefined ? { uri: href } : { url: href }),
		baseURL: undefined,
		sendCredentialsOnCrossOriginRedirect: false,
		headers: { ...headers, Authorization: `Bearer ${token}` },
	};
}
