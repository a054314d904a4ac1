import type { INodeProperties } from 'n8n-workflow';

import { choiceOption, switchOption, toFields } from './fields';
import { guarded, parseOptions } from './read';
import { CREDENTIAL_CHOICE, CREDENTIAL_RULES, parseCredentialRules } from './riskRules';

/* The one reader of the credential: the way to the service, who pays, and which level a report has. */

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
 * @throws an Error for an empty one, and one that tells the place of what no token has. n8n or the service might drop
 * it: then another text would be sent than the one that is hidden.
 */
export function parseAccessToken(value: unknown): string {
	const text = String(value ?? '');
	const [, before, token] = /^(\s*(?:bearer(?:\s+|$))?)(.*?)\s*$/isu.exec(text) ?? [];
	if (token === '')
		throw new Error('The access token is empty. Copy it from the API tab of your account.');
	const found = NOT_IN_TOKENS.exec(token);
	if (!found) return token;
	const place = [...`${before}${token.slice(0, found.index)}`].length + 1;
	throw new Error(
		`The access token has a sign that no token has, at character ${place} of ${[...text].length}. Copy the token alone, from the API tab of your account.`,
	);
}

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

/**
 * Reads a credential.
 * @throws an Error that says what is wrong with its base URL or token and what to do; AmlCheckError as
 * {@link parseCredentialOptions}.
 */
export const parseCredential = (credential: Readonly<Record<string, unknown>>) => ({
	...parseBaseUrl(credential.baseUrl, credential.allowHttp === true),
	token: parseAccessToken(credential.accessToken),
	...parseCredentialOptions(credential),
});
