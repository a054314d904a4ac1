import { isObject } from '../values';
import { isPaid, type MethodName } from './schemas';

const SEARCH_DEPTH = 5;
const MAX_HASHES = 20;

/** The hash in the text of a response that broke off, or is no JSON for another reason. */
const HASH_IN_TEXT = /"hash"\s*:\s*"([^"\\]+)"/g;

/** The hash of a check; undefined where it has none. */
export function findOwnHash(check: unknown): string | undefined {
	const hash = isObject(check) && typeof check.hash === 'string' ? check.hash.trim() : '';
	return hash || undefined;
}

function findIn(value: unknown, depth = SEARCH_DEPTH): Array<string | undefined> {
	if (typeof value !== 'object' || value === null || depth === 0) return [];
	return [findOwnHash(value), ...Object.values(value).flatMap((one) => findIn(one, depth - 1))];
}

/** The page of a gateway may hold anything: only a text that begins as JSON is searched. */
function findInText(text: string): Array<string | undefined> {
	if (!/^\s*[[{]/.test(text)) return [];
	return [...text.matchAll(HASH_IN_TEXT)].map(([, hash]) => hash.trim() || undefined);
}

/**
 * Every hash that an unusable response to a paid method names at any place, e.g. in the `data` of an `error`: it may be
 * of the check that was paid for.
 * @param response parsed, or the text that has arrived.
 * @returns at most twenty; undefined for none.
 */
export function findCandidates(method: MethodName, response: unknown): string[] | undefined {
	if (!isPaid(method)) return undefined;
	const found = typeof response === 'string' ? findInText(response) : findIn(response);
	const hashes = [...new Set(found.filter((hash) => hash !== undefined))].slice(0, MAX_HASHES);
	return hashes.length > 0 ? hashes : undefined;
}
