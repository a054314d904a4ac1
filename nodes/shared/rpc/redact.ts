/** The shortest part of the token, in characters, that no text shows. A shorter token is not searched for. */
const PIECE = 8;

const MARK = '•••';

/** No response of the service is nested deeper; deeper values are not kept. */
const MAX_DEPTH = 100;

/**
 * Makes the function that hides the token in texts for people: messages, hints and logs. Every run of eight or more of
 * its characters is hidden, in either case.
 */
export function hideInTexts(token: string): (text: string) => string {
	const lowerToken = token.toLowerCase();
	const count = Math.max(0, lowerToken.length - PIECE + 1);
	const pieces = new Set(
		Array.from({ length: count }, (_, start) => lowerToken.slice(start, start + PIECE)),
	);
	return (text) => {
		const lower = text.toLowerCase();
		let kept = '';
		let end = 0;
		for (let start = 0; start + PIECE <= lower.length; start++) {
			if (!pieces.has(lower.slice(start, start + PIECE))) continue;
			// A few letters change their length in lower case: then the places differ, and nothing is kept.
			if (lower.length !== text.length) return MARK;
			if (start >= end) kept += `${text.slice(end, start)}${MARK}`;
			end = start + PIECE;
		}
		return kept + text.slice(end);
	};
}

/**
 * Makes the function that takes the whole token out of data, in either case, in names too. Nothing else is changed: a
 * link may be signed with a text that begins like the token.
 */
export function removeFromData(token: string): (value: unknown) => unknown {
	const literal = token.replace(/[^a-z0-9]/gi, '\\$&');
	const whole = new RegExp(token.length < PIECE ? '(?!)' : literal, 'gi');
	const remove = (value: unknown, depth: number): unknown => {
		if (typeof value === 'string') return value.replace(whole, MARK);
		if (typeof value === 'number') return String(value).search(whole) < 0 ? value : MARK;
		if (typeof value !== 'object' || value === null) return value;
		if (depth > MAX_DEPTH) return MARK;
		if (Array.isArray(value)) return value.map((one) => remove(one, depth + 1));
		return Object.fromEntries(
			Object.entries(value).map(([key, one]) => [key.replace(whole, MARK), remove(one, depth + 1)]),
		);
	};
	return (value) => remove(value, 0);
}

/**
 * Parses the body of a response, without the token.
 * @param remove made by {@link removeFromData}.
 * @returns an object or a list; the text if it is neither.
 */
export function parseBody(text: string, remove: (value: unknown) => unknown): unknown {
	const plain = remove(text);
	try {
		const parsed = JSON.parse(text) as unknown;
		if (typeof parsed !== 'object' || parsed === null) return plain;
		// JSON can spell a letter in several ways, with a backslash.
		return plain === text && !text.includes('\\') ? parsed : remove(parsed);
	} catch {
		return plain;
	}
}
