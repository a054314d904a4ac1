/** What the operating system says about a request: only what the service can't have seen may be sent again blindly. */
import fc from 'fast-check';
import { findNetworkCode, makeBroken } from '../../../nodes/shared/service/transport.ts';
import { cases } from '../../cases.mts';

const brokenBy = (thrown: unknown, hasTimedOut = false) => {
	const { reason, charged, facts } = makeBroken({ thrown, host: 'h', timeoutMs: 9, hasTimedOut });
	if (reason === 'unreachable') return charged === false ? 'not sent' : 'unclear';
	return facts.timeoutMs === undefined ? 'broken' : 'too late';
};

describe('a code of the network', () => {
	it.each([
		...'ECONNREFUSED ENOTFOUND EAI_AGAIN EAI_FAIL EHOSTUNREACH ENETUNREACH EHOSTDOWN'.split(' '),
		...'EADDRNOTAVAIL ERR_INVALID_URL ERR_TLS_CERT_ALTNAME_INVALID CERT_HAS_EXPIRED'.split(' '),
		...'CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED DEPTH_ZERO_SELF_SIGNED_CERT'.split(' '),
		...'SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT'.split(' '),
		...'UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE'.split(' '),
	])('%s: the service has seen nothing', (code) => expect(brokenBy({ code })).toBe('not sent'));

	it.each(['ETIMEDOUT', 'ECONNABORTED'])('%s: no answer in time', (code) =>
		expect(brokenBy({ code })).toBe('too late'),
	);

	it.each(['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'EWHATEVER', '', undefined])(
		'%s: in doubt the request was on its way',
		(code) => expect(brokenBy({ code })).toBe('broken'),
	);

	it('EPROTO: no TLS was agreed, and in doubt the request was on its way', () =>
		expect(brokenBy({ code: 'EPROTO' })).toBe('unclear'));
});

/** An error whose reason lies so many causes deep. */
const nested = (depth: number): unknown =>
	depth === 0 ? { code: 'ECONNRESET' } : { cause: nested(depth - 1) };

describe('the code of what was thrown', () => {
	it.each([
		['the error itself', { code: 'ECONNRESET' }, 'ECONNRESET'],
		['digits in it', { code: 'E2BIG' }, 'E2BIG'],
		['in place of an HTTP status', { httpCode: 'ECONNREFUSED' }, 'ECONNREFUSED'],
		['beside an HTTP status', { code: 502, httpCode: 'EPIPE' }, 'EPIPE'],
		['both: its own first', { code: 'EPIPE', httpCode: 'ECONNRESET' }, 'EPIPE'],
		['a cause', { code: 502, cause: { code: 'EPIPE' } }, 'EPIPE'],
		['five causes deep', nested(5), 'ECONNRESET'],
		['deeper than anybody nests', nested(6), undefined],
		['small letters', { code: 'econnreset' }, undefined],
		['words', { code: 'Not a CODE' }, undefined],
		['words after it', { code: 'ECONNRESET at once' }, undefined],
		['one letter', { code: 'E' }, undefined],
		['a number', { code: 401 }, undefined],
		['a list', { code: ['ECONNRESET'] }, undefined],
		['a text was thrown', 'ECONNRESET', undefined],
		['nothing was thrown', null, undefined],
		['a cause that is nothing', { cause: null }, undefined],
	])('%s', (_where, thrown, code) => expect(findNetworkCode(thrown)).toBe(code));

	it('is looked for in a circle of causes, and not for ever', () => {
		const circle: { cause?: unknown } = {};
		circle.cause = circle;
		expect(findNetworkCode(circle)).toBeUndefined();
	});

	it('that nobody knows is never taken for a request that was not sent', () => {
		fc.assert(
			fc.property(fc.anything(), (thrown) => {
				expect(brokenBy(thrown)).not.toBe('not sent');
			}),
			{ seed: 32, numRuns: cases(500) },
		);
	});
});
