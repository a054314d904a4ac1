/** Codes that say the service has seen nothing of the request: no connection, no name, no agreed TLS. */
const NOT_SENT_CODES = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EAI_FAIL',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EHOSTDOWN',
	'EADDRNOTAVAIL',
	'ERR_INVALID_URL',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'CERT_REVOKED',
	'CERT_UNTRUSTED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const TIMEOUT_CODES = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);

/** How deep n8n and its HTTP client nest the reason of a failed request. */
const MAX_DEPTH = 6;

const isNetworkCode = (value: unknown): value is string =>
	typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value);

/**
 * Finds the operating system's or TLS code in whatever the HTTP helper threw.
 * @param thrown anything; only the code is taken, since the rest holds the request with the token (design 5).
 * @returns a code such as `ECONNRESET`, or undefined.
 */
export function findNetworkCode(thrown: unknown): string | undefined {
	let current: unknown = thrown;
	for (let depth = 0; depth < MAX_DEPTH && typeof current === 'object' && current; depth++) {
		// Where n8n's error keeps no cause (1.113), it keeps the code in place of an HTTP status.
		const { code, httpCode, cause } = current as Record<'cause' | 'code' | 'httpCode', unknown>;
		const found = [code, httpCode].find(isNetworkCode);
		if (found !== undefined) return found;
		current = cause;
	}
	return undefined;
}

/**
 * Sorts a network code by what it says about the request.
 * @param code as found by {@link findNetworkCode}.
 * @returns `notSent` only where the service can't have seen the request; in doubt `connectionLost`.
 */
export function kindOfNetworkCode(
	code: string | undefined,
): 'connectionLost' | 'notSent' | 'timeout' {
	if (code && NOT_SENT_CODES.has(code)) return 'notSent';
	if (code && TIMEOUT_CODES.has(code)) return 'timeout';
	return 'connectionLost';
}
