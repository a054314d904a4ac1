import { createHash } from 'node:crypto';

import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { AmlCheckError, makeFailure } from '../failures/failure';
import { parseCredential } from '../n8n/credential';

/** Every context of n8n from which the service is called. */
export type RpcContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const CREDENTIAL_NAME = 'amlCheckApi';

const unusableCredential = (advice: string) =>
	makeFailure('badCredential', {
		charged: false,
		facts: { happened: 'The AML Check API credential can not be used', advice },
	});

/** A credential that can be used: what n8n holds, and what was read from it. */
export type UsableCredential = Awaited<ReturnType<typeof openCredential>>;

/**
 * Reads the node's credential.
 * @throws AmlCheckError `badCredential` if it is missing or can't be used.
 */
export async function openCredential(context: RpcContext) {
	const credentials = await context.getCredentials(CREDENTIAL_NAME).catch(() => {
		throw unusableCredential('Choose an AML Check API credential in the node.');
	});
	try {
		const { endpoint, token, riskRules, allowPaidChecks } = parseCredential(credentials);
		return {
			credentials,
			endpoint,
			host: new URL(endpoint).host,
			riskRules,
			allowPaidChecks,
			hide: hideToken(token),
			serviceKey: hashService(endpoint, token),
		};
	} catch (thrown) {
		// The reader's words become the failure's.
		throw thrown instanceof AmlCheckError ? thrown : unusableCredential((thrown as Error).message);
	}
}

/** The key of a service under a token; neither can be read from it. */
export const hashService = (endpoint: string, token: string): string =>
	createHash('sha256')
		.update(JSON.stringify([endpoint, token]))
		.digest('hex');

/** A token of fewer characters is not searched for: it may be an ordinary word. */
const MIN_TOKEN_LENGTH = 8;

const MARK = '•••';

/** No response of the service is nested deeper; deeper values are not kept. */
const MAX_DEPTH = 100;

/** Hides the token in a text. */
type HideToken = (text: string) => string;

/**
 * Makes the function that hides the whole token, in either case, and what n8n or a service makes of it: URL-encoded or
 * escaped as in JSON. Parts of the token are not searched for: a link may be signed with a text that begins like it.
 */
export function hideToken(token: string): HideToken {
	const spellings = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
	// Most tokens have one spelling, and each is looked for in every response.
	const forms = [...new Set(spellings)]
		.filter((form) => form.length >= MIN_TOKEN_LENGTH)
		.map((form) => form.replace(/[^a-z0-9]/gi, '\\$&'));
	const pattern = new RegExp(forms.length > 0 ? forms.join('|') : '(?!)', 'gi');
	return (text) => text.replace(pattern, MARK);
}

/** Hides the token in every value and name of data. Nothing else is changed. */
export function hideInData(value: unknown, hide: HideToken, depth = 0): unknown {
	if (typeof value === 'string') return hide(value);
	if (typeof value === 'number') return hide(String(value)) === String(value) ? value : MARK;
	if (typeof value !== 'object' || value === null) return value;
	if (depth > MAX_DEPTH) return MARK;
	if (Array.isArray(value)) return value.map((one) => hideInData(one, hide, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [hide(key), hideInData(one, hide, depth + 1)]),
	);
}

/**
 * Parses the body of a response, without the token.
 * @returns an object or a list; the text if it is neither.
 */
export function parseBody(text: string, hide: HideToken): unknown {
	const plain = hide(text);
	try {
		const parsed = JSON.parse(text) as unknown;
		if (typeof parsed !== 'object' || parsed === null) return plain;
		// JSON can spell a letter in several ways, with a backslash.
		return plain === text && !text.includes('\\') ? parsed : hideInData(parsed, hide);
	} catch {
		return plain;
	}
}
