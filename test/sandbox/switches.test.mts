/** Switches beyond the service's document: the clock in the header, a limit of calls, a told asset, TLS; free-hand faults. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { METHOD_NAMES } from '../../sandbox/methods.mts';
import { makeAddress, startSandbox } from '../../sandbox/server.mts';
import { METHODS } from '../../nodes/shared/rpc/schemas.ts';
import { call, manualClock, result, useSandbox } from './helpers/client.mts';

const START = Date.UTC(2026, 0, 15, 12, 0, 0);
const clock = manualClock(START);
const sandbox = useSandbox(() => ({ now: clock.now }));
const addr = makeAddress('ETH', 'switches');

describe('the methods', () => {
	it('are those of the nodes, each with a row', () => {
		const missing = Object.keys(METHODS).filter((method) => !METHOD_NAMES.includes(method));
		expect(missing.map((method) => `the sandbox has no row for ${method}`)).toEqual([]);
	});
});

describe('the Date header', () => {
	it("is the service's clock, or not there", async () => {
		expect((await call(sandbox(), 'checkup.ping')).headers.date).toBe(
			'Thu, 15 Jan 2026 12:00:00 GMT',
		);
		sandbox().configure({ dateHeader: false });
		expect((await call(sandbox(), 'checkup.ping')).headers.date).toBeUndefined();
	});
});

describe('callsPerSecond', () => {
	it('refuses what is beyond it, unprocessed, until the second is over', async () => {
		sandbox().configure({ callsPerSecond: 2 });
		const submit = async () =>
			await call(sandbox(), 'checkup.checkaddr', { addr, currency: 'ETH' });
		const seen = [await submit(), await submit(), await submit()];
		expect(seen.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(seen[2]?.headers['retry-after']).toBe('1');
		expect(sandbox().stats().charges).toBe(2);
		clock.move(1000);
		expect((await submit()).status).toBe(200);
	});
});

describe('tellAsset', () => {
	it('adds the token to results and to the history', async () => {
		const hash = sandbox().addCheck({ currency: 'ETH', address: addr, tokenId: '94252' });
		const read = async () => [
			(await result(sandbox(), 'checkup.getresult', { hash })).check,
			(await result(sandbox(), 'checkup.getcheckshistory')).history[0],
		];
		for (const check of await read()) expect(check).not.toHaveProperty('token_id');
		sandbox().configure({ tellAsset: true });
		for (const check of await read()) expect(check).toMatchObject({ token_id: '94252' });
		sandbox().addCheck({ currency: 'BTC' });
		const { history } = await result(sandbox(), 'checkup.getcheckshistory');
		expect(history[0]).toMatchObject({ token_id: '0' });
	});
});

describe('free-hand faults', () => {
	it('changed answers what is made of the answer', async () => {
		sandbox().fault({
			method: 'checkup.checkaddr',
			kind: 'changed',
			change: (body: { result: { check: { currency: string } } }) => {
				body.result.check.currency = 'LTC';
				return body;
			},
		});
		const { check } = await result(sandbox(), 'checkup.checkaddr', { addr, currency: 'ETH' });
		expect(check.currency).toBe('LTC');
		expect(sandbox().checks()).toEqual([expect.objectContaining({ currency: 'ETH' })]);
	});

	it('garbled answers bytes that are no text, or what it is told', async () => {
		sandbox().fault({ method: '*', kind: 'garbled' });
		sandbox().fault({ method: '*', kind: 'garbled', body: '{"jsonrpc":' });
		const { text } = await call(sandbox(), 'checkup.ping');
		expect([...Buffer.from(text, 'latin1')]).toContain(0xff);
		expect((await call(sandbox(), 'checkup.ping')).text).toBe('{"jsonrpc":');
	});
});

describe('tls', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-tls-'));
	const file = (name: string) => path.join(folder, name);

	beforeAll(() => {
		const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
		const made = ['-nodes', '-days', '1', '-keyout', file('key'), '-out', file('cert')];
		const named = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
		execFileSync('openssl', [...asked, ...made, ...named], { stdio: 'ignore' });
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	it('speaks https with the key and the certificate it is given', async () => {
		const [key, cert] = [readFileSync(file('key'), 'utf8'), readFileSync(file('cert'), 'utf8')];
		const secure = await startSandbox({ tls: { key, cert } });
		expect(secure.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
		const status = await new Promise((resolve, reject) => {
			const sent = request(
				`${secure.baseUrl}/sandbox/stats`,
				{ ca: cert, agent: false },
				(answer) => {
					answer.resume();
					resolve(answer.statusCode);
				},
			);
			sent.on('error', reject);
			sent.end();
		});
		expect(status).toBe(200);
		await secure.close();
		expect(() => sandbox().configure({ tls: { key, cert } })).toThrow('tls is fixed');
	});
});
