import { isObject } from '../values';

/** So many characters of the token in a row are never shown (design 8). */
const PIECE = 8;

const MARK = '•••';

/** Nothing that the service documents is nested deeper; what is, is not looked into and not kept. */
const MAX_DEPTH = 100;

/** Takes the token, and every piece of eight or more of its characters, out of what came from outside. */
export type Redact = (value: unknown) => unknown;

/** Every run of {@link PIECE} characters of the token. */
function piecesOf(token: string): Set<string> {
	const text = token.toLowerCase();
	const length = Math.max(0, text.length - PIECE + 1);
	return new Set(Array.from({ length }, (_, start) => text.slice(start, start + PIECE)));
}

function redactText(text: string, pieces: Set<string>): string {
	const lower = text.toLowerCase();
	// A few letters change their length in lower case: then the places differ, and nothing of the text is kept.
	const isAligned = lower.length === text.length;
	let kept = '';
	let end = 0;
	for (let start = 0; start + PIECE <= lower.length; start++) {
		if (!pieces.has(lower.slice(start, start + PIECE))) continue;
		if (!isAligned) return MARK;
		if (start >= end) kept += `${text.slice(end, start)}${MARK}`;
		end = start + PIECE;
	}
	return kept + text.slice(end);
}

/**
 * Makes the function that hides a token, whatever field it comes in; letters count in either case. It has to see an
 * answer before anything is read from it: what is clipped or quoted first may hold half a token (design 8).
 * @param token the access token; in one shorter than eight characters there is nothing to hide, since words and
 * addresses would go with it.
 * @returns a function that gives back the same value, or a copy of it with `•••` in place of the token.
 */
export function redactor(token: string): Redact {
	const pieces = piecesOf(token);
	const holds = (text: string) => {
		const lower = text.toLowerCase();
		return [...pieces].some((piece) => lower.includes(piece));
	};
	const redact = (value: unknown, depth: number): unknown => {
		if (typeof value === 'string') return holds(value) ? redactText(value, pieces) : value;
		if (typeof value === 'number') return holds(String(value)) ? MARK : value;
		if (typeof value !== 'object' || value === null) return value;
		if (depth > MAX_DEPTH) return MARK;
		if (Array.isArray(value)) return value.map((one) => redact(one, depth + 1));
		return Object.fromEntries(
			Object.entries(value).map(([key, one]) => [redact(key, depth), redact(one, depth + 1)]),
		);
	};
	return (value) => (pieces.size === 0 ? value : redact(value, 0));
}

/**
 * Hides the token in the body of an answer.
 * @param body as text, or already parsed.
 * @param redact made by {@link redactor}.
 * @returns the text as it is where the token can't be in it; else parsed, because JSON can spell a letter in several
 * ways, and redacted; text that is no JSON object is redacted as it stands.
 */
export function redactBody(body: unknown, redact: Redact): unknown {
	if (typeof body !== 'string') return redact(body);
	const plain = redact(body);
	if (plain === body && !body.includes('\\')) return body;
	try {
		const parsed = JSON.parse(body) as unknown;
		return isObject(parsed) ? redact(parsed) : plain;
	} catch {
		return plain;
	}
}
