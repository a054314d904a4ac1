/** The path of every request. */
const ENDPOINT_PATH = '/rpc/v1/request';

/** Invisible characters that are copied from a page together with an address. */
const INVISIBLE = /[\u200B-\u200D\u2060\uFEFF]+/g;

/** `http:/host` is no host `http`. */
const HALF_A_SCHEME = /^(https?:(?!\/\/)|[a-z][a-z\d+.-]*:\/(?!\/))/i;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export type BaseUrlVerdict =
	| { ok: true; /** Without a trailing slash. */ baseUrl: string; endpoint: string }
	| { ok: false; message: string };

/**
 * Whether a host is this machine itself: plain HTTP is harmless there.
 * @param hostname as in `URL.hostname`.
 */
export function isLoopback(hostname: string): boolean {
	return LOOPBACK.test(hostname);
}

/** Removes the endpoint's path, or the beginning of it. */
function stripEndpoint(path: string): string {
	return path
		.replace(/\/+$/, '')
		.replace(/\/rpc(\/v1(\/request)?)?$/i, '')
		.replace(/\/+$/, '');
}

/** Refuses a text whose host differs from the host that a person reads in it. */
function parse(text: string): URL | null {
	if (/\s/.test(text) || HALF_A_SCHEME.test(text)) return null;
	const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
	return URL.canParse(address) ? new URL(address) : null;
}

/**
 * Reads the address that people paste: surrounding spaces, trailing slashes, the full endpoint, no scheme.
 * @param input the credential's base URL.
 * @param allowHttp whether plain HTTP to another machine is accepted.
 * @returns the base URL and the endpoint of every request, or what is wrong and what to do.
 */
export function readBaseUrl(input: unknown, allowHttp = false): BaseUrlVerdict {
	const text = typeof input === 'string' ? input.replace(INVISIBLE, '').trim() : '';
	if (text === '')
		return { ok: false, message: 'The base URL is empty. Enter the address of the AML service.' };
	const url = parse(text);
	if (!url)
		return { ok: false, message: 'The base URL is not an address. Use the form https://host.' };
	if (url.protocol !== 'https:' && url.protocol !== 'http:')
		return { ok: false, message: 'The base URL has to begin with https://.' };
	if (url.username || url.password)
		return {
			ok: false,
			message: 'The base URL holds a user name or password. Remove it: the access token is enough.',
		};
	if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname))
		return {
			ok: false,
			message:
				'The base URL uses plain http, which would show the token to the network. Use https, or switch on Allow Plain HTTP in the credential.',
		};
	const baseUrl = `${url.origin}${stripEndpoint(url.pathname)}`;
	return { ok: true, baseUrl, endpoint: `${baseUrl}${ENDPOINT_PATH}` };
}
