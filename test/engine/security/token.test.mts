/** The token in every field of every response and in every header: shown nowhere. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { OPERATIONS } from '../../../nodes/AmlCheck/operations/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { exampleOf } from '../../../scripts/declared.mts';
import { searchList, testCredential, type LogEntry } from '../harness/index.mts';
import {
	addExampleCheck,
	credential,
	run,
	runSpoilt,
	sandbox,
	TOKEN,
	useSandbox,
	type OperationName,
} from '../operations/support.mts';
import { Workflow } from '../trigger/setUp.mts';

useSandbox();
beforeEach(addExampleCheck);

/** The ways the token may stand in a text; the padding puts it where a long text is cut. */
const SPELLINGS: ReadonlyArray<readonly [name: string, text: string]> = [
	['whole', TOKEN],
	['in a sentence', `Bearer ${TOKEN} is not valid`],
	['where a text is cut', `${'x'.repeat(199 - TOKEN.length + 10)}${TOKEN}`],
	['in capitals', TOKEN.toUpperCase()],
];

/** What a run, a poll or something of the editor's has shown. */
interface Shown {
	text(): string;
	failure: unknown;
	logs?: unknown;
	hints?: unknown;
	uiMessages?: unknown;
	main?: INodeExecutionData[];
	error?: INodeExecutionData[];
}

/** Fails if the token can be read anywhere. */
function expectHidden(shown: Shown): void {
	const { failure, logs, hints, uiMessages, main, error } = shown;
	const all = inspect(
		{ failure, logs, hints, uiMessages, main, error },
		{ depth: null, showHidden: true },
	);
	const text = `${shown.text()}\n${all}`.toLowerCase();
	expect(text.includes(TOKEN.toLowerCase())).toBe(false);
}

/** Every place of a JSON value that holds a value. */
function placesOf(value: unknown, path: readonly string[] = []): string[][] {
	if (typeof value !== 'object' || value === null) return [[...path]];
	return Object.entries(value).flatMap(([key, one]) => placesOf(one, [...path, key]));
}

/** Puts a text in one place of a value. */
function put(body: unknown, path: readonly string[], text: string): unknown {
	let at = body as Record<string, unknown>;
	for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
	at[path.at(-1) ?? ''] = text;
	return body;
}

/** Puts a text in the place of a member's name. */
function rename(body: unknown, path: readonly string[], text: string): unknown {
	let at = body as Record<string, unknown>;
	for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
	const name = path.at(-1) ?? '';
	at[text] = at[name];
	delete at[name];
	return body;
}

const METHODS = OPERATIONS.flatMap((one) => {
	const name = `${one.resource}.${one.value}` as OperationName;
	return one.method === null ? [] : [{ name, method: one.method, parameters: exampleOf(one) }];
});

const SETTINGS = [{}, { onError: 'continueErrorOutput' as const }];

/** Makes the n-th place of each answer of a method hold a text, or be called so; gives back how many places there are. */
function poison(method: string, nth: number, text: string, spoil = put): () => number {
	let places = 0;
	sandbox().fault({
		method,
		kind: 'changed',
		times: Infinity,
		change: (body) => {
			const paths = placesOf(body);
			places = Math.max(places, paths.length);
			return spoil(body, paths[nth] ?? ['more'], text);
		},
	});
	return () => places;
}

/** Beyond these a list only repeats what its first entries showed. */
const MOST_PLACES = 16;

/** Calls it with the token in one place after the other, as value and as name, each time in another spelling. */
async function everyPlace(
	method: string,
	call: (round: number) => Promise<Shown>,
): Promise<number> {
	let total = 1;
	for (let nth = 0; nth <= Math.min(total, MOST_PLACES); nth++) {
		for (const [round, spoil] of [put, put, rename].entries()) {
			sandbox().reset();
			addExampleCheck();
			const text = SPELLINGS[(nth * 2 + round) % SPELLINGS.length]![1];
			const places = poison(method, nth, text, spoil);
			expectHidden(await call(round));
			total = Math.max(total, places());
		}
	}
	return total;
}

/** What something of the editor's shows: what it gives or what it throws, and what is logged. */
async function shownBy(work: Promise<unknown>, logs: LogEntry[]): Promise<Shown> {
	const [verdict] = await Promise.allSettled([work]);
	const failure = verdict.status === 'rejected' ? (verdict.reason as unknown) : undefined;
	const text = () => inspect({ verdict, logs }, { depth: null, showHidden: true });
	return { text, failure, logs };
}

describe('the token in an answer', () => {
	it.each(METHODS)(
		'$name: in every field',
		async ({ name, method, parameters }) => {
			const places = await everyPlace(method, (round) =>
				runSpoilt(name, withoutWaiting(parameters), { settings: SETTINGS[round % 2] }),
			);
			expect(places).toBeGreaterThan(2);
		},
		120_000,
	);

	it('of the list of tokens: in every field', async () => {
		const places = await everyPlace('checkup.currencylist', async () => {
			const logs: LogEntry[] = [];
			const list = searchList({
				node: AmlCheck,
				method: 'searchTokens',
				path: 'token',
				parameters: { resource: 'check', operation: 'checkAddress', network: 'ETH', asset: 'coin' },
				credentials: [credential()],
				logs,
			});
			return await shownBy(list, logs);
		});
		expect(places).toBeGreaterThan(2);
	}, 120_000);

	it("of the credential's test: in every field", async () => {
		const places = await everyPlace('checkup.ping', async () => {
			const logs: LogEntry[] = [];
			return await shownBy(testCredential(credential(), logs), logs);
		});
		expect(places).toBeGreaterThan(2);
	}, 120_000);

	it.each(['checkup.getcheckshistory', 'checkup.getresult'])(
		'of the trigger: in every field of %s',
		async (method) => {
			const places = await everyPlace(method, async (round) => {
				const workflow = new Workflow(sandbox());
				await workflow.poll();
				sandbox().addCheck({ address: bookAddress('ETH', 'high') });
				return await workflow.poll({ mode: round === 0 ? 'manual' : 'trigger' });
			});
			expect(places).toBeGreaterThan(2);
		},
		120_000,
	);
});

const hostile: { status: number; body: string; headers: Record<string, string> } = {
	status: 200,
	body: '',
	headers: {},
};
let server: Server;
let baseUrl = '';

beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume();
		request.on('end', () => {
			response.writeHead(hostile.status, hostile.headers);
			response.end(hostile.body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

/** What a refusal may look like with a text in it, in either shape and in none. */
const bodies = (text: string): string[] => [
	JSON.stringify({ error: text, code: 401 }),
	JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -40008, message: text } }),
	JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: text, message: text, data: text } }),
	JSON.stringify({ jsonrpc: text, id: text, result: { [text]: text, check: { hash: text } } }),
	`{"error":{"code":-40008,"message":"\\u0074${text.slice(1)}"}}`,
	JSON.stringify(JSON.stringify({ error: { code: -40008, message: text } })),
	`<html>${text}</html>`,
];

const headersWith = (text: string) =>
	Object.fromEntries(
		['Retry-After', 'Location', 'Date', 'Content-Type', 'WWW-Authenticate', 'X-Request-Id'].map(
			(name) => [name, text],
		),
	);

describe('the token in a refusal', () => {
	it.each(SPELLINGS)(
		'in body and headers: %s',
		async (_, text) => {
			hostile.headers = headersWith(text);
			const credentials = [credential({ baseUrl })];
			for (const status of [302, 401]) {
				for (const body of bodies(text)) {
					Object.assign(hostile, { status, body });
					const settings = SETTINGS[status % 2];
					expectHidden(await run('account.getStatus', {}, { credentials, settings }));
					const logs: LogEntry[] = [];
					expectHidden(await shownBy(testCredential(credentials[0]!, logs), logs));
				}
			}
			hostile.status = 401;
			hostile.body = bodies(text)[0]!;
			const staticData = new Workflow(sandbox(), {}, { credentials });
			for (const mode of ['manual', 'trigger'] as const)
				expectHidden(await staticData.poll({ mode }));
		},
		120_000,
	);
});

/** A check whose status says nothing known would be waited for. */
function withoutWaiting(parameters: INodeParameters): INodeParameters {
	return { ...parameters, waitForResult: false, options: { timeout: 1 } };
}
