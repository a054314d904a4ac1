/** Reading and checking the JSON-RPC envelope. */
import { isRecord } from './options.mts';
import { CODES, Refusal } from './refusal.mts';

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const LONGEST_ID = 32;

/** The facts of a request before it is checked: for counters, faults and the echo of the id. */
export interface Glimpse {
	/** The parsed body; undefined when it is not JSON. */
	body: unknown;
	method: string;
	/** The id as far as it is a string, for the echo. */
	id: string | null;
	params: unknown;
}

export interface Envelope {
	id: string;
	method: string;
	params: unknown;
	hasParams: boolean;
}

/** Looks at a body without judging it. */
export function glimpse(text: string): Glimpse {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return { body: undefined, method: '', id: null, params: undefined };
	}
	const { method, id, params } = isRecord(body) ? body : {};
	return {
		body,
		method: typeof method === 'string' ? method : '',
		id: typeof id === 'string' ? id : null,
		params,
	};
}

/**
 * Checks an envelope as strictly as the document describes it.
 * @throws Refusal saying which rule is broken
 */
export function readEnvelope(contentType: string | undefined, seen: Glimpse): Envelope {
	const invalid = (reason: string) =>
		new Refusal(CODES.invalidRequest, `Invalid request: ${reason}`);
	if (contentType?.split(';')[0].trim().toLowerCase() !== 'application/json') {
		throw invalid('Content-Type must be application/json');
	}
	if (seen.body === undefined) throw new Refusal(CODES.parse, 'Parse error');
	const { body } = seen;
	if (!isRecord(body)) throw invalid('the body must be an object');
	const unknown = Object.keys(body).find((key) => !MEMBERS.has(key));
	if (unknown !== undefined) throw invalid(`there is no member "${unknown}"`);
	const { jsonrpc, id, method, params } = body;
	if (jsonrpc !== '2.0') throw invalid('jsonrpc must be "2.0"');
	if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID) {
		throw invalid(`id must be a string of 1 to ${LONGEST_ID} characters`);
	}
	if (typeof method !== 'string') throw invalid('method must be a string');
	const hasParams = Object.hasOwn(body, 'params');
	if (hasParams && !isRecord(params)) throw invalid('params must be an object');
	return { id, method, params, hasParams };
}
