/** Where the token goes: what people paste as base URL, and what is refused. */
import fc from 'fast-check';
import { isLoopback, readBaseUrl } from '../../../nodes/shared/authenticate.ts';
import { cases } from '../../cases.mts';

const RUNS = { seed: 33, numRuns: cases(1_000) };

it.each([
	['https://aml.example.com', 'https://aml.example.com'],
	['https://aml.example.com/', 'https://aml.example.com'],
	['  https://aml.example.com//  ', 'https://aml.example.com'],
	['aml.example.com', 'https://aml.example.com'],
	['https://aml.example.com/rpc/v1/request', 'https://aml.example.com'],
	['https://aml.example.com/rpc/v1/', 'https://aml.example.com'],
	['https://aml.example.com/rpc', 'https://aml.example.com'],
	['https://aml.example.com/gate/rpc/v1/request', 'https://aml.example.com/gate'],
	['https://aml.example.com/gate?x=1#y', 'https://aml.example.com/gate'],
	['aml.example.com:8443', 'https://aml.example.com:8443'],
	['\u200Bhttps://aml.exa\u200Bmple.com', 'https://aml.example.com'],
	['http://localhost:3000', 'http://localhost:3000'],
	['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
	['http://[::1]:3000', 'http://[::1]:3000'],
])('%p is %p', (input, baseUrl) => {
	expect(readBaseUrl(input)).toEqual({
		baseUrl,
		endpoint: `${baseUrl}/rpc/v1/request`,
	});
});

it.each([
	['', /empty/],
	['   ', /empty/],
	[undefined, /empty/],
	[42, /empty/],
	['https://', /not an address/],
	['https://a b.com', /not an address/],
	['https://aml.example.com /x', /not an address/],
	['http:/evil.com', /not an address/],
	['https:evil.com', /not an address/],
	['ftp:/evil.com', /not an address/],
	['ftp://aml.example.com', /https/],
	['javascript://alert(1)', /https/],
	['http://aml.example.com', /plain http/],
	['http://127.0.0.1.example.com', /plain http/],
	['http://localhost.example.com', /plain http/],
	['https://user:secret@aml.example.com', /user name/],
])('%p is refused', (input, message) => {
	expect(() => readBaseUrl(input)).toThrow(message);
});

it('lets plain http through where that was asked for', () => {
	expect(readBaseUrl('http://aml.example.com', true).baseUrl).toBe('http://aml.example.com');
});

function read(input: unknown) {
	try {
		return readBaseUrl(input);
	} catch (thrown) {
		return thrown as Error;
	}
}

it('accepts nothing but https and loopback, without a user in it', () => {
	const texts = fc.oneof(
		fc.anything(),
		fc.webUrl({ validSchemes: ['http', 'https', 'ftp'], withQueryParameters: true }),
		fc
			.tuple(fc.constantFrom('http://', 'https://', ''), fc.string())
			.map((parts) => parts.join('')),
	);
	fc.assert(
		fc.property(texts, (input) => {
			const verdict = read(input);
			if (verdict instanceof Error) return expect(verdict.message).toMatch(/^The base URL /);
			const url = new URL(verdict.endpoint);
			expect(url.protocol === 'https:' || isLoopback(url.hostname)).toBe(true);
			expect(`${url.username}${url.password}${url.search}${url.hash}`).toBe('');
			expect(url.pathname.endsWith('/rpc/v1/request')).toBe(true);
			expect(readBaseUrl(verdict.endpoint)).toEqual(verdict);
		}),
		RUNS,
	);
});
