/** The token on a request: what of it is sent, and where alone it goes; and the base URL at its edges. */
import fc from 'fast-check';
import { authenticate } from '../../../nodes/shared/n8n/authenticate.ts';
import {
	isLoopback,
	parseAccessToken,
	parseBaseUrl,
} from '../../../nodes/shared/n8n/credential.ts';
import { cases } from '../../cases.mts';

const CREDENTIALS = { baseUrl: 'https://aml.example.com/gate', accessToken: ' Bearer abc ' };

const HREF = 'https://aml.example.com/gate/x?y=1';
const EVIL = 'https://evil.example';
const ROOT = 'https://aml.example.com/';
const PATH = 'https://aml.example.com/gate/https://x';

type Request = Parameters<typeof authenticate>[1];
const sign = async (request: object, credentials: object = CREDENTIALS) =>
	await authenticate(credentials as Parameters<typeof authenticate>[0], request as Request);

it.each([
	['abc', 'abc'],
	[' abc\n', 'abc'],
	['Bearer abc', 'abc'],
	['bearer \t abc', 'abc'],
	['Bearerabc', 'Bearerabc'],
	['abc bearer x', 'abc bearer x'],
	['abc bearer', 'abc bearer'],
	[7, '7'],
])('the token %j is read as %j', (value, token) => expect(parseAccessToken(value)).toBe(token));

it.each(['', ' \n', 'BEARER', undefined, null])('the token %j is refused as empty', (value) =>
	expect(() => parseAccessToken(value)).toThrow('The access token is empty'),
);

it.each([
	['ab\ncd', 'character 3 of 5'],
	[' Bearer ab\r\ncd', 'character 11 of 14'],
	['ab\u2028cd', 'character 3 of 5'],
	['ab\tcd', 'character 3 of 5'],
	['abcd\u200b', 'character 5 of 5'],
	['\u2060abcd', 'character 1 of 5'],
	['ab\u00adcd', 'character 3 of 5'],
	['ab\u0000cd', 'character 3 of 5'],
	['"abcd"', 'character 1 of 6'],
	["Bearer 'abcd'", 'character 8 of 13'],
	['“abcd”', 'character 1 of 6'],
	['Authorization: Bearer abcd', 'character 1 of 26'],
	['Bearer authorization: abcd', 'character 8 of 26'],
	['••••••••', 'character 1 of 8'],
	['ab●●cd', 'character 3 of 6'],
	['abсd', 'character 3 of 4'],
	['ab😀cd', 'character 3 of 5'],
	['abcdé', 'character 5 of 5'],
	['ab\u00a0cd', 'character 3 of 5'],
])('the token %j is refused: %s', async (accessToken, words) => {
	expect(() => parseAccessToken(accessToken)).toThrow(`at ${words}.`);
	const credentials = { ...CREDENTIALS, accessToken };
	await expect(sign({ url: HREF }, credentials)).rejects.toThrow(words);
});

const SIGNED = {
	baseURL: undefined,
	sendCredentialsOnCrossOriginRedirect: false,
	headers: { Authorization: 'Bearer abc' },
};
it.each<[string, object, object]>([
	['an address', { url: HREF, method: 'POST' }, { url: HREF, method: 'POST' }],
	['the older form', { uri: HREF }, { uri: HREF }],
	['both: the newer one counts', { url: HREF, uri: EVIL }, { url: HREF, uri: EVIL }],
	['an address beside a base', { url: HREF, baseURL: EVIL }, { url: HREF }],
	['a path of a base', { url: '/x?y=1', baseURL: EVIL }, { url: HREF }],
	['nothing but a base', { baseURL: EVIL }, { uri: CREDENTIALS.baseUrl }],
	['an address in capitals', { url: ROOT.toUpperCase(), baseURL: 'x' }, { url: ROOT }],
	['a path that names another address', { url: '/https://x', baseURL: 'x' }, { url: PATH }],
])('%s is signed', async (_, request, expected) =>
	expect(await sign(request)).toStrictEqual({ ...SIGNED, ...expected }),
);

it('the other headers of a request stay, and its own Authorization does not', async () => {
	const headers = { Accept: 'x', Authorization: 'y' };
	const { headers: sent } = await sign({ url: HREF, headers });
	expect(sent).toEqual({ Accept: 'x', Authorization: 'Bearer abc' });
});

it.each([
	'https://evil.example/gate',
	'https://aml.example.com.evil.example/',
	'http://aml.example.com/gate',
	'https://aml.example.com:8443/gate',
])('%s gets no token', async (url) =>
	expect(sign({ url, baseURL: CREDENTIALS.baseUrl })).rejects.toThrow(
		'The request goes to another address than the base URL of the AML Check API credential, so the token was not sent. Use an address that begins with the base URL.',
	),
);

it('a path without a base is signed for nobody', async () =>
	expect(sign({ url: '/x' })).rejects.toThrow());

it('plain HTTP is signed with the consent of true alone', async () => {
	const url = 'http://aml.example.com/';
	const plain = { ...CREDENTIALS, baseUrl: url };
	expect((await sign({ url }, { ...plain, allowHttp: true })).url).toBe(url);
	for (const allowHttp of [false, undefined, 'true'])
		await expect(sign({ url }, { ...plain, allowHttp })).rejects.toThrow('plain http');
	const http = { ...plain, allowHttp: true };
	expect((await sign({ url, baseURL: 'x' }, http)).url).toBe(url);
});

it.each('localhost LOCALHOST 127.0.0.1 127.255.10.199 [::1]'.split(' '))(
	'%s is this machine',
	(host) => expect(isLoopback(host)).toBe(true),
);

it.each([
	...'xlocalhost localhostx 127.0.0 127.0.0.0.1 127.0.0.1000'.split(' '),
	...'127.0.0. 127.0.0.x 128.0.0.1 [::2]'.split(' '),
])('%s is another machine', (host) => expect(isLoopback(host)).toBe(false));

it.each([
	['  https://aml.example.com//  ', 'https://aml.example.com'],
	...'/ /rpc/v1/request /rpc/v1/ /rpc /RPC/V1/Request///'
		.split(' ')
		.map((end) => [`https://aml.example.com${end}`, 'https://aml.example.com']),
	['https://aml.example.com', 'https://aml.example.com'],
	['aml.example.com', 'https://aml.example.com'],
	['https://aml.example.com/gate/rpc/v1/request', 'https://aml.example.com/gate'],
	['https://aml.example.com/gate?x=1#y', 'https://aml.example.com/gate'],
	['aml.example.com:8443', 'https://aml.example.com:8443'],
	['\u200Bhttps://aml.exa\u200Bmple.com', 'https://aml.example.com'],
	['http://localhost:3000', 'http://localhost:3000'],
	['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
	['http://[::1]:3000', 'http://[::1]:3000'],
	['HTTPS://aml.example.com', 'https://aml.example.com'],
	['h\u200bttps\u200c\u200d://\u2060aml.\ufeffexample.com', 'https://aml.example.com'],
	['https://aml.example.com/gate///rpc/v1', 'https://aml.example.com/gate'],
	['https://aml.example.com/rpc/v2', 'https://aml.example.com/rpc/v2'],
	['https://aml.example.com/rpc/v1/request/x', 'https://aml.example.com/rpc/v1/request/x'],
	['https://aml.example.com/xrpc', 'https://aml.example.com/xrpc'],
	['aml.example.com/?to=http:/x', 'https://aml.example.com'],
	['aml.example.com/?to=ftp://x', 'https://aml.example.com'],
])('the base URL %j is %s', (input, baseUrl) =>
	expect(parseBaseUrl(input)).toEqual({ baseUrl, endpoint: `${baseUrl}/rpc/v1/request` }),
);

it.each<[unknown, string]>([
	['', 'empty'],
	['   ', 'empty'],
	[undefined, 'empty'],
	[42, 'empty'],
	['https://a b.com', 'is not an address'],
	['https://aml.example.com /x', 'is not an address'],
	['https://aml.example.com/a\tb', 'is not an address'],
	...'https:// https:evil.com http:8080 https:8080 http:evil.com HTTP:/evil.com x:/evil.com'
		.split(' ')
		.map((address): [string, string] => [address, 'is not an address']),
	['a2+x.y-z:/evil.com', 'is not an address'],
	['ftp://aml.example.com', 'https'],
	['http://aml.example.com', 'plain http'],
	['http://127.0.0.1.example.com', 'plain http'],
	['http://localhost.example.com', 'plain http'],
	['a2+x.y-z://evil.com', 'has to begin with https://'],
	['x://evil.com', 'has to begin with https://'],
	['https://user@aml.example.com', 'holds a user name or password'],
	['https://:secret@aml.example.com', 'holds a user name or password'],
])('the base URL %j is refused: %s', (input, words) =>
	expect(() => parseBaseUrl(input)).toThrow(words),
);

function read(input: unknown) {
	try {
		return parseBaseUrl(input);
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
			expect(parseBaseUrl(verdict.endpoint)).toEqual(verdict);
		}),
		{ seed: 33, numRuns: cases(1_000) },
	);
});

it('the test of the credential is over before a person gives up; other requests keep their time', async () => {
	const ping = { jsonrpc: '2.0', id: 'test-1', method: 'checkup.ping' };
	const asked = { url: HREF, timeout: 300_000 };
	expect(await sign({ ...asked, body: ping })).toMatchObject({ timeout: 10_000 });
	expect(await sign({ ...asked, body: JSON.stringify(ping) })).toMatchObject({ timeout: 300_000 });
	expect(await sign(asked)).toMatchObject({ timeout: 300_000 });
});
