/** A large batch lets others live: the event loop of n8n is never held for long. In real time. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { once } from 'node:events';
import {
	Agent,
	request,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type RequestOptions,
} from 'node:http';
import type { IExecuteFunctions, IHttpRequestOptions, INodeParameters } from 'n8n-workflow';
import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { runNode, type NodeOptions, type NodeSettings } from '../harness/index.mts';
import { useRealTime } from '../harness/time.mts';
import { replaceHttp } from '../harness/virtual/wire.mts';
import { rows, screen, SPLIT, TOKEN } from './support.mts';

useRealTime();

/** The longest that the event loop may be held, in milliseconds. */
const MOST_MS = 100;

/** Samples are taken so far apart, in microseconds. */
const SAMPLE_US = 500;

const toMicroseconds = (): number => Number(process.hrtime.bigint() / 1_000n);

/** Notes when each turn of the event loop ended, in microseconds, until it is told to stop. */
function watchLoop(): () => number[] {
	const ends = [toMicroseconds()];
	let isOver = false;
	const turn = () => {
		ends.push(toMicroseconds());
		if (!isOver) setImmediate(turn);
	};
	setImmediate(turn);
	return () => {
		isOver = true;
		return [...ends, toMicroseconds()];
	};
}

/** The nodes of a profile in which the package works: its own functions, and what the engine does for them. */
function findOwn({ nodes }: Profiler.Profile): Set<number> {
	const own = new Set<number>();
	const mark = (node: Profiler.ProfileNode, isOwn: boolean) => {
		const { url, functionName } = node.callFrame;
		const isEngine = url === '' || url.startsWith('node:');
		const isHere = isEngine ? isOwn : /\/(nodes|credentials)\/(?!.*node_modules)/.test(url);
		if (isHere && functionName !== '(garbage collector)') own.add(node.id);
		for (const id of node.children ?? []) mark(byId.get(id)!, isHere);
	};
	const byId = new Map(nodes.map((node) => [node.id, node]));
	mark(nodes[0], false);
	return own;
}

/** The most that the package itself worked in one turn, in milliseconds. A pause of the whole process is no work. */
function longestOwn(profile: Profiler.Profile, ends: readonly number[]): number {
	const { samples = [], timeDeltas = [], startTime } = profile;
	const own = findOwn(profile);
	let [at, turn] = [startTime, 0];
	const workedUs = ends.map(() => 0);
	samples.forEach((sample, n) => {
		at += timeDeltas[n];
		while (turn < ends.length - 1 && ends[turn] < at) turn++;
		if (own.has(sample)) workedUs[turn] += Math.min(timeDeltas[n], 3 * SAMPLE_US);
	});
	return workedUs.reduce((longest, worked) => Math.max(longest, worked), 0) / 1_000;
}

/** Starts the sandbox in a process of its own: its work must not count as the node's. */
async function startOutside(): Promise<string> {
	const options = ['--port', '0', '--token', TOKEN, '--package', '1000000', '--processing', '1000'];
	sandbox = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.mts', ...options]);
	for await (const text of sandbox.stdout.setEncoding('utf8')) {
		const baseUrl = /http:\/\/\S+/.exec(String(text))?.[0];
		if (baseUrl !== undefined) return baseUrl;
	}
	throw new Error('The sandbox has ended');
}

/** Sends a request without n8n's HTTP stack, which takes more time than the node and isn't ours. */
async function send({ url, body, headers, abortSignal: signal }: IHttpRequestOptions) {
	const options: RequestOptions = {
		method: 'POST',
		agent,
		signal: signal as AbortSignal,
		headers: headers as OutgoingHttpHeaders,
	};
	const sent = request(url, options).end(body as string);
	const [response] = (await once(sent, 'response')) as [IncomingMessage];
	return { statusCode: response.statusCode, headers: response.headers, body: response };
}

let sandbox: ChildProcessWithoutNullStreams;
let baseUrl: string;
// A connection that is kept may end just as the next request leaves.
const agent = new Agent({ keepAlive: true, timeout: 2_000 });

const profiler = new Session();

beforeAll(async () => {
	profiler.connect();
	await profiler.post('Profiler.enable');
	await profiler.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
	baseUrl = await startOutside();
	replaceHttp(send);
});

afterAll(() => {
	profiler.disconnect();
	agent.destroy();
	sandbox.kill();
});

/** The longest turn while the node itself is running: n8n's own work before and after it doesn't count. */
async function longestTurn(options: Omit<NodeOptions, 'node' | 'credentials'>): Promise<number> {
	let longest = NaN;
	class Watched extends AmlCheck {
		constructor() {
			super();
			const { execute } = this;
			this.execute = async function (this: IExecuteFunctions) {
				await profiler.post('Profiler.start');
				const end = watchLoop();
				try {
					return await execute.call(this);
				} finally {
					const ends = end();
					const { profile } = await profiler.post('Profiler.stop');
					longest = longestOwn(profile, ends);
				}
			};
		}
	}
	const { main, error } = await runNode({
		...options,
		node: Watched,
		credentials: [{ type: AmlCheckApi, data: { baseUrl, accessToken: TOKEN } }],
	});
	expect(main.length + error.length).toBe(options.items!.length);
	return longest;
}

/** Three options by expression. */
const OPTIONS: INodeParameters = {
	includeDetails: '={{ $json.n % 2 === 0 }}',
	requestKey: '={{ `list ${$json.n % 7}` }}',
	reuseWithinHours: '={{ 0 + 24 }}',
};

const screened = (more: INodeParameters = {}) =>
	screen({ ...OPTIONS, ...more }, { network: 'BTC', asset: 'coin' });

it.each<[string, number, number, INodeParameters, NodeSettings]>([
	['a Dry Run', 10_000, MOST_MS, screened({ dryRun: true }), {}],
	['error items', 10_000, MOST_MS, screen(OPTIONS), SPLIT],
	['a run with its results', 10_000, MOST_MS, screened(), {}],
])(
	'%s: %i items with three options by expression never hold the event loop for %i ms',
	async (_, count, mostMs, parameters, settings) => {
		const items = rows(count).map((row, n) => ({ ...row, n }));
		expect(await longestTurn({ items, parameters, settings })).toBeLessThan(mostMs);
	},
	240_000,
);
