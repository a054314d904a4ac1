/** Check Service where there is no such service, or none that lets this n8n in: one clear item, and no exception. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { runTool } from '../harness/index.mts';
import { credential, sandbox, TOKEN, useSandbox } from '../operations/support.mts';
import { check, fillHistory, HISTORY } from './support.mts';

useSandbox();

const always = { method: '*', times: Infinity } as const;

const BROKEN: Array<[name: string, arrange: () => void, verdict: string, observed: RegExp]> = [
	['HTML', () => sandbox().fault({ ...always, kind: 'html' }), 'doesNotFit', /could not be read/],
	[
		'half an answer',
		() => sandbox().fault({ ...always, kind: 'brokenJson' }),
		'doesNotFit',
		/could not be read/,
	],
	[
		'an answer to something else',
		() => sandbox().fault({ ...always, kind: 'wrongId' }),
		'doesNotFit',
		/belongs to something else/,
	],
	[
		'another API',
		() =>
			sandbox().fault({ ...always, kind: 'changed', change: () => ({ status: 'ok', data: [] }) }),
		'doesNotFit',
		/could not be read/,
	],
	[
		'JSON-RPC of something else',
		() =>
			sandbox().fault({ ...always, kind: 'rpcError', code: -32601, message: 'Method not found' }),
		'doesNotFit',
		/Method not found/,
	],
	['a redirect', () => sandbox().fault({ ...always, kind: 'redirect' }), 'doesNotFit', /redirect/],
	[
		'silence',
		() => sandbox().fault({ ...always, kind: 'hang' }),
		'notSeen',
		/no response within 10 seconds/,
	],
	[
		'broken connections',
		() => sandbox().fault({ ...always, kind: 'resetBefore' }),
		'notSeen',
		/connection .* was lost/,
	],
	[
		'an outage',
		() => sandbox().fault({ ...always, kind: 'serverErrorBefore' }),
		'notSeen',
		/not available right now/,
	],
	[
		'a firewall',
		() => sandbox().fault({ ...always, kind: 'html', status: 403 }),
		'notSeen',
		/blocked with HTTP status 403/,
	],
	[
		'a refused token',
		() => sandbox().configure({ token: 'another' }),
		'notSeen',
		/invalid credentials/,
	],
	[
		'a refused address',
		() => sandbox().configure({ allowedIps: ['203.0.113.7'] }),
		'notSeen',
		/invalid credentials/,
	],
];

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'with On Error %s',
	(onError) => {
		it.each(BROKEN)(
			'%s ends with one item',
			async (_, arrange, verdict, observed) => {
				arrange();
				const { ran, items } = await check({}, { settings: { onError } });
				expect(ran.failure).toBeUndefined();
				expect(ran.error).toEqual([]);
				expect(items).toEqual([
					{
						line: 'Summary',
						verdict,
						observed: expect.stringMatching(observed),
						meaning: expect.any(String),
						setting: expect.any(String),
					},
				]);
				expect(items[0]!.observed).toMatch(/n8n-nodes-aml-check \d.* on n8n/);
				expect(sandbox().stats().requests.length).toBeLessThanOrEqual(3);
			},
			60_000,
		);
	},
);

describe('refused credentials', () => {
	const refuse = (message: string) =>
		sandbox().fault({ ...always, kind: 'rpcError', code: 401, message });

	it.each([
		['Your request was made with invalid credentials.', /do not say whether the access token or/],
		['IP address 198.51.100.7 is not allowed', /name the IP address/],
		['Access token has expired', /name the access token/],
	])('%s: the words are read as far as they go', async (words, meaning) => {
		refuse(words);
		const { items } = await check();
		expect(items).toEqual([
			expect.objectContaining({ meaning: expect.stringMatching(meaning), verdict: 'notSeen' }),
		]);
		expect(items[0]!.observed).not.toContain('198.51.100.7');
	});

	it('are no reason to pay', async () => {
		sandbox().configure({ token: 'another' });
		await check({ spendChecks: 3, address: 'bc1qzr0a9yftg5fmh3q2mmhzxqg5r3kfp0vhv2ws4v' });
		expect(
			sandbox()
				.stats()
				.requests.map(({ method }) => method),
		).toEqual(['checkup.ping']);
	});
});

it('a history that can not be read leaves the other lines, and nothing is spent', async () => {
	fillHistory();
	sandbox().fault({ method: HISTORY, kind: 'html', times: Infinity });
	const address = 'bc1qzr0a9yftg5fmh3q2mmhzxqg5r3kfp0vhv2ws4v';
	const { find, summary } = await check({ spendChecks: 3, address });
	expect(find('1')).toMatchObject({
		verdict: 'notSeen',
		observed: expect.stringMatching(/could not be read/),
	});
	expect(find('A').verdict).toBe('differs');
	expect(find('B').verdict).toBe('holds');
	expect(summary).toMatchObject({
		verdict: 'doesNotFit',
		meaning: expect.stringMatching(/A Connection/),
	});
	expect(sandbox().stats().charges).toBe(0);
});

describe('a service in its worst minute', () => {
	it('costs single answers, not the whole', async () => {
		fillHistory();
		const kinds = ['resetBefore', 'serverErrorBefore', 'rateLimited', 'lostAnswer'] as const;
		for (const [nth, kind] of kinds.entries())
			sandbox().fault({ method: '*', kind, skip: 1 + 3 * nth });
		const { find, of, summary } = await check();
		expect(of('differs')).toEqual([]);
		expect(find('9').observed).toMatch(/3 without a usable response; 1 refused as too many/);
		expect(summary.verdict).toBe('fitsWithSettings');
		expect(sandbox().stats().requests.length).toBeLessThanOrEqual(40);
	});

	it('is asked no more than 40 times', async () => {
		fillHistory();
		sandbox().fault({ method: '*', kind: 'serverErrorBefore', skip: 1, times: Infinity });
		await check();
		expect(sandbox().stats().requests.length).toBeLessThanOrEqual(40);
	});

	it('may be stopped', async () => {
		fillHistory();
		sandbox().configure({ latencyMs: 200 });
		const { ran } = await check({}, { cancelAfterMs: 500 });
		expect(ran.status).toBe('canceled');
	});
});

describe('the words of a service', () => {
	let server: Server;
	const wallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
	beforeAll(async () => {
		server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as Record<
					string,
					string
				>;
				const message = `No such thing for ${wallet} of someone@example.com at 10.1.2.3, ${TOKEN}`;
				const body =
					method === 'checkup.ping'
						? { result: { message: 'OK' } }
						: { error: { code: -32601, message } };
				response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => void server.close());

	it('are shown without whom they name', async () => {
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const { items, find } = await check({}, { credentials: [credential({ baseUrl })] });
		expect(find('A').observed).toMatch(/No such thing for \[…\]/);
		expect(JSON.stringify(items)).not.toMatch(
			new RegExp(`${wallet}|example\\.com|10\\.1\\.2\\.3|${TOKEN.slice(4, 12)}`),
		);
	});
});

describe('an AI agent', () => {
	it.each(['agent', 'engine'] as const)('reads the result (%s)', async (through) => {
		fillHistory();
		const parameters = { resource: 'account', operation: 'checkService' };
		const credentials = [credential()];
		const call = await runTool({ node: AmlCheck, parameters, args: {}, credentials, through });
		expect(call.failure).toBeUndefined();
		const text = call.response ?? JSON.stringify(call.tool);
		expect(text).toContain('fitsWithSettings');
		expect(sandbox().stats().charges).toBe(0);
	});
});
