import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { isObject } from '../base/values';
import { parseCredential } from './credential';

/** n8n's HTTP Request node still asks for authentication in the older form, which calls the address `uri`. */
type AnyRequest = IHttpRequestOptions & { uri?: string };

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
	const { baseUrl, token } = parseCredentialOnce(credentials);
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
		...limitTest(requestOptions),
		...(url === undefined ? { uri: href } : { url: href }),
		baseURL: undefined,
		sendCredentialsOnCrossOriginRedirect: false,
		headers: { ...headers, Authorization: `Bearer ${token}` },
	};
}
