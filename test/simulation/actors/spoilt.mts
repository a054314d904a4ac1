/** What becomes of answers on their way: the wrong body, somebody else's, or none that is one. */
import type { Answer } from './service.mts';
import type { FaultKind } from './types.mts';

const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>';

const OTHER = '99999999-9999-4999-8999-999999999999';

/** What stands in the body, and with which status, in place of the answer. */
export function spoilt(
	kind: FaultKind,
	id: string,
	answer: Answer,
	token: string,
): [number, string] {
	const json = (status: number, body: object): [number, string] => [status, JSON.stringify(body)];
	const error = (status: number, code: number, message: string) =>
		json(status, { jsonrpc: '2.0', id, error: { code, message: `${message} ${token}`.trim() } });
	switch (kind) {
		case 'rateLimited':
		case 'rateLimitedForAges':
			return error(429, 429, 'Too many requests');
		case 'rejected':
			return error(200, -40012, 'This can not be checked');
		case 'unauthorized':
			return json(200, { error: 'Your request was made with invalid credentials.', code: 401 });
		case 'busyBefore':
		case 'busyAfter':
			return error(200, -32000, 'Server busy');
		case 'flat500Before':
		case 'flat500After':
			return json(200, { error: `Internal server error ${token}`.trim(), code: 500 });
		case 'internalBefore':
		case 'internalAfter':
			return error(200, -32603, 'Internal error');
		case 'timeout408Before':
		case 'timeout408After':
			return [408, 'Request Timeout'];
		case 'garbled':
			return [200, JSON.stringify({ jsonrpc: '2.0', id, ...answer }).slice(0, -40)];
		case 'missingId':
			return json(200, { jsonrpc: '2.0', ...answer });
		case 'otherId':
			return json(200, { jsonrpc: '2.0', id: 'somebody-elses', ...toAnother(answer) });
		case 'otherResult':
			return json(200, { jsonrpc: '2.0', id, ...aboutAnother(answer) });
		case 'besideError':
			return json(200, { jsonrpc: '2.0', id, error: { code: 1, message: 'Warning' }, ...answer });
		case 'besideEmptyError':
			return json(200, { jsonrpc: '2.0', id, error: '', ...answer });
		default:
			return [502, PAGE];
	}
}

/** The answer to another submission of the same wallet: nothing but its `id` tells. */
function toAnother(answer: Answer): object {
	const result = 'result' in answer ? (answer.result as Record<string, unknown>) : {};
	if (!('check' in result)) return answer;
	return { result: { ...result, check: { ...(result.check as object), hash: OTHER } } };
}

/** The answer to somebody else's request, or a result that says low of another wallet. */
function aboutAnother(answer: Answer): object {
	const result = 'result' in answer ? (answer.result as Record<string, unknown>) : {};
	if (!('check' in result)) return { result: { message: 'OK' } };
	const address = '0x000000000000000000000000000000000000dEaD';
	const report = { riskscore: 1, signals: { wallet: 1 } };
	const check = { ...(result.check as object), hash: OTHER, address, status: 'SUCCESS', report };
	return { result: { ...result, check } };
}
