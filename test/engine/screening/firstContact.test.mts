/** The first request to a service is a free one: until it was answered, nothing can have been paid, and nothing is said to be. */
import { gatewayAnswer, jsonAnswer, type Answer, type Breakage } from '../harness/virtual/wire.mts';
import { detailsOf, inWorld, itemsOf, REGULAR, rows, run, screenBtc, SUBMIT } from './support.mts';

const SECOND = 1_000;

const page = (status: number, body: string): Answer => ({ ...gatewayAnswer(status), body });
const LOGIN = '<form><input name="user"><input type="password" name="p"></form>';
const code = (name: string) => name as Breakage;

/** What no waiting cures, with what the item says of it. */
const AT_ONCE: Array<[string, Answer | Breakage, RegExp]> = [
	['an unknown host', 'ENOTFOUND', /service-\d+\.example\.com.*ENOTFOUND.*base URL/],
	['https on a port of http', code('EPROTO'), /TLS.*EPROTO.*base URL/],
	['https on a port of http, in other words', code('ERR_SSL_WRONG_VERSION_NUMBER'), /TLS/],
	['TLS 1.0', code('ERR_SSL_UNSUPPORTED_PROTOCOL'), /TLS.*old version/],
	['a certificate of its own', code('DEPTH_ZERO_SELF_SIGNED_CERT'), /service-\d+.*certificate/],
	['an expired certificate', code('CERT_HAS_EXPIRED'), /service-\d+.*certificate/],
	['another name in the certificate', code('ERR_TLS_CERT_ALTNAME_INVALID'), /service-\d+/],
	['a proxy that wants a login', gatewayAnswer(407), /HTTPS_PROXY/],
	['a proxy that wants one without words', page(407, ''), /HTTPS_PROXY/],
	['a proxy that refuses', gatewayAnswer(403), /proxy/],
	['a proxy that refuses without words', page(403, ''), /HTTPS_PROXY/],
	['another server', page(404, '<h1>Not Found</h1>'), /base URL/],
	[
		'a redirect',
		{ ...gatewayAnswer(302), headers: { location: 'https://login.example' } },
		/base URL/,
	],
	['a refused token', jsonAnswer({ error: 'Unauthorized', code: 401 }), /access token/],
	['a refused token with HTTP 401', jsonAnswer({ error: 'No' }, 401), /access token/],
	['a refused token in words', jsonAnswer({ error: 'Access token is unknown' }, 403), /./],
];

/** What may pass: the run waits, and says what its last request met. */
const AFTER_A_WAIT: Array<[string, Answer | Breakage, RegExp]> = [
	['a proxy that can not reach it', gatewayAnswer(502), /HTTP status 502/],
	['an outage', gatewayAnswer(503), /HTTP status 503/],
	['a refused connection', 'ECONNREFUSED', /could not be reached/],
	['a reset', 'ECONNRESET', /connection.*broke/],
	['a login page', page(200, LOGIN), /could not be read/],
	['a maintenance page', page(200, '<h1>Back soon</h1>'), /could not be read/],
];

const play = async (answer: Answer | Breakage) =>
	await inWorld({}, async ({ sandbox, wire, elapsed }) => {
		wire.way = () => ({ reaches: 'never', instead: { after: 30, answer } });
		const parameters = screenBtc({ timeout: 60 });
		const result = await run(sandbox, { items: rows(3), parameters, settings: REGULAR });
		const submitted = wire.calls.filter(({ method }) => method === SUBMIT).length;
		return { items: itemsOf(result), submitted, ms: elapsed() };
	});

describe.each(AT_ONCE)('%s', (_, answer, words) => {
	it('ends the run at once, unpaid, and says what to change', async () => {
		const { items, submitted, ms } = await play(answer);
		expect(submitted).toBe(0);
		expect(ms).toBeLessThan(5 * SECOND);
		expect(items).toHaveLength(3);
		for (const item of items) {
			expect(detailsOf(item)).toMatchObject({ charged: false, fault: 'setup' });
			expect(`${item.json.error} ${detailsOf(item).description}`).toMatch(words);
		}
	});
});

describe.each(AFTER_A_WAIT)('%s', (_, answer, words) => {
	it('is waited for, unpaid, and named in the end', async () => {
		const { items, submitted, ms } = await play(answer);
		expect(submitted).toBe(0);
		expect(ms).toBeGreaterThan(55 * SECOND);
		for (const item of items) {
			expect(detailsOf(item)).toMatchObject({ charged: false, fault: 'service' });
			expect(item.json.error).toMatch(words);
		}
	});
});

it('no more than five leave before the first usable answer, in a warm process too', async () => {
	await inWorld({ latencyMs: 500 }, async ({ sandbox, wire }) => {
		await run(sandbox, { items: rows(30), parameters: screenBtc(), settings: REGULAR });
		const before = wire.calls.length;
		wire.way = ({ method }) =>
			method === SUBMIT ? { instead: { after: 100, answer: gatewayAnswer(504) } } : undefined;
		const items = rows(60, 'ETH');
		const parameters = { ...screenBtc(), network: 'ETH', asset: 'coin' };
		await run(sandbox, { items, parameters, settings: REGULAR });
		const sent = wire.calls.slice(before).filter(({ method }) => method === SUBMIT);
		expect(sent.filter(({ at }) => at < sent[0]!.at + 100)).toHaveLength(5);
		expect(sent.length).toBeLessThanOrEqual(10);
	});
});
