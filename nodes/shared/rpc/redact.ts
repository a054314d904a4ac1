/** A token of fewer characters is not searched for: it may be an ordinary word. */
const MIN_LENGTH = 8;

const MARK = '•••';

/** No response of the service is nested deeper; deeper values are not kept. */
const MAX_DEPTH = 100;

/** Hides the token in a text. */
export type HideToken = (text: string) => string;

/**
 * Makes the function that hides the whole token, in either case, and what n8n or a service makes of it: URL-encoded or
 * escaped as in JSON. Parts of the token are not searched for: a link may be signed with a text that begins like it.
 */
export function hideToken(token: string): HideToken {
	const forms = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]
		.filter((form) => form.length >= MIN_LENGTH)
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
