/** JSON-RPC errors of the sandbox. Only -40006 is explained by the document; the rest is chosen here. */

export const CODES = {
	parse: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	/** The document's example, chosen here for parameters that break a rule. */
	params: -40008,
	/** `User checking not found`. */
	notFound: -40006,
	packageEmpty: -40010,
	idUsed: -40011,
} as const;

/** Thrown for a call that is answered with a JSON-RPC error. */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		message: string,
		/** Whether the request broke a rule; "not found" is an ordinary answer. */
		readonly isFault = true,
	) {
		super(message);
	}
}

/** The answer where nothing is found. */
export function notFound(): Refusal {
	return new Refusal(CODES.notFound, 'User checking not found', false);
}
