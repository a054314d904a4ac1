/** What the tests of the operations share: a sandbox, the node run against it, and the watch over the token. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { AmlCheckApi } from '../../../credentials/AmlCheckApi.credentials.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { findOperation } from '../../../nodes/AmlCheck/operations/index.ts';
import type { Operation } from '../../../nodes/AmlCheck/operations/operation.ts';
import { forgetRequests } from '../../../nodes/AmlCheck/screening/requests.ts';
import { isObject } from '../../../nodes/shared/base/values.ts';
import {
	startSandbox,
	type FaultSpec,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox/server.mts';
import { EXAMPLE_BTC_ADDRESS, EXAMPLE_HASH, exampleOf } from '../../../scripts/declared.mts';
import { forgetServices } from '../harness/forget.mts';
import {
	place,
	runNode,
	startNodeRun,
	type HarnessCredential,
	type NodeOptions,
	type NodeRun,
} from '../harness/index.mts';

/** Nothing else that is sent or shown looks like it. */
export const TOKEN = 'tok-5f1d9c0e-must-never-be-shown';

const BASE: SandboxOptions = { token: TOKEN, processingMs: 0, latencyMs: 0, seed: 7 };

/** Every option that a test may change, as it is before each test. */
const DEFAULTS: Partial<SandboxOptions> = {
	...BASE,
	allowedIps: undefined,
	packageSize: 10_000,
	repeatedId: 'replay',
	scoreScale: 'percent',
	omniUsdt: false,
	tellAsset: false,
	notReady: 'pending',
	metaPosition: 'beside',
	authStatus: 200,
	errorStatus: 200,
	history: { showPending: true, orderBy: 'initDate', lagMs: 0 },
	find: { includeTransactions: true, includeTokens: false },
};

let running: Sandbox | undefined;
const shown: string[] = [];

/** The sandbox of this test file. */
export function sandbox(): Sandbox {
	if (!running) throw new Error('Call useSandbox() first');
	return running;
}

/** Starts a sandbox for a test file, fresh for each test, in a process that knows nothing yet; and no test may show the token anywhere. */
export function useSandbox(): void {
	beforeAll(async () => {
		running = await startSandbox(BASE);
	});
	beforeEach(() => {
		sandbox().reset();
		sandbox().configure(DEFAULTS);
		// A sandbox that begins anew gives the same hashes again, as no service does.
		forgetRequests();
		forgetServices();
		shown.length = 0;
	});
	afterEach(() => {
		for (const text of shown) expect(text).not.toContain(TOKEN);
	});
	afterAll(async () => await running?.close());
}

/** The credential for the sandbox. */
export function credential(data: IDataObject = {}): HarnessCredential {
	return {
		type: AmlCheckApi,
		data: { baseUrl: sandbox().baseUrl, accessToken: TOKEN, ...data } as HarnessCredential['data'],
	};
}

/** `resource.operation` */
export type OperationName = `${string}.${string}`;

/** The declaration of an operation. */
function declared(name: OperationName): Operation {
	const [resource = '', operation = ''] = name.split('.');
	const found = findOperation(resource, operation);
	if (!found) throw new Error(`There is no operation ${name}`);
	return found;
}

export type OperationRun = Omit<NodeOptions, 'node' | 'parameters'>;

/** A test lists options of any collection under `options`. */
const placed = ({ options: flat }: INodeParameters): INodeParameters =>
	typeof flat === 'object' ? place(flat as INodeParameters) : {};

function options(
	name: OperationName,
	parameters: INodeParameters,
	more: OperationRun,
): NodeOptions {
	const { resource, value } = declared(name);
	return {
		node: AmlCheck,
		parameters: { resource, operation: value, ...parameters, ...placed(parameters) },
		credentials: [credential()],
		...more,
	};
}

/** What an operation gives out with Simplify on must be what its output schema tells the editor. */
function expectDeclared(name: OperationName, items: NodeRun['main']): void {
	const { output } = declared(name);
	for (const { json } of items.filter((item) => !('error' in item.json))) {
		expect(output.safeParse(json).error?.issues ?? []).toEqual([]);
	}
}

/** An error has no full stop, so that it can stand before its description: `{{ error }}. {{ description }}`. */
function expectJoinable({ main, error }: NodeRun): void {
	for (const { json } of [...main, ...error]) {
		if (typeof json.error !== 'string') continue;
		expect(json.error).not.toMatch(/[.\s]$/);
		const { description } = json.details as IDataObject;
		expect(String(description)).toMatch(/^[^\s.].*[.!?]$/s);
	}
}

/** Everything the run shows is looked through for the token after the test. */
function watched(
	run: NodeRun,
	name: OperationName,
	{ simplify, options }: INodeParameters,
): NodeRun {
	shown.push(run.text());
	expectJoinable(run);
	const hasInputFields = isObject(options) && 'includeInputFields' in options;
	if (simplify !== false && !hasInputFields) expectDeclared(name, run.main);
	return {
		...run,
		retry: async (changes) => watched(await run.retry(changes), name, { simplify, options }),
	};
}

/** Runs an operation of the action node on n8n's engine. */
export async function run(
	name: OperationName,
	parameters: INodeParameters = {},
	more: OperationRun = {},
): Promise<NodeRun> {
	return watched(await runNode(options(name, parameters, more)), name, parameters);
}

/** As {@link run}, where the service breaks its own schema, and the output need not keep the declared one. */
export async function runSpoilt(
	name: OperationName,
	parameters: INodeParameters = {},
	more: OperationRun = {},
): Promise<NodeRun> {
	return watched(await runNode(options(name, parameters, more)), name, { simplify: false });
}

/** As {@link run}, but not awaited: to be cancelled on the way. */
export function start(
	name: OperationName,
	parameters: INodeParameters = {},
	more: OperationRun = {},
): { result: Promise<NodeRun>; cancel(): void } {
	const started = startNodeRun(options(name, parameters, more));
	return { ...started, result: started.result.then((run) => watched(run, name, parameters)) };
}

/** The parameters of Screen Address that take each item's address. */
export const screen = (more: INodeParameters = {}): INodeParameters => ({
	network: 'ETH',
	asset: 'coin',
	address: '={{ $json.address }}',
	...more,
});

/** Changes each answer of a method, in place. */
export const changeAnswers = <Body,>(
	method: string,
	spoil: (body: Body) => void,
	more: Partial<FaultSpec> = {},
) => {
	const change = (body: Body) => {
		spoil(body);
		return body;
	};
	sandbox().fault({ method, kind: 'changed', times: Infinity, change, ...more } as FaultSpec);
};

/** Puts the check that the example calls are about into the history. */
export function addExampleCheck(): void {
	sandbox().addCheck({ hash: EXAMPLE_HASH, currency: 'BTC', address: EXAMPLE_BTC_ADDRESS });
}

/** Runs the example call of an operation. */
export async function runExample(operation: Operation): Promise<NodeRun> {
	addExampleCheck();
	const { resource, value } = operation;
	return await run(`${resource}.${value}`, exampleOf(operation), { items: [{}] });
}

/** The json of items. */
export const jsonOf = (items: NodeRun['main']): IDataObject[] => items.map(({ json }) => json);

/** Which input item each output item is paired with. */
export const pairsOf = (items: NodeRun['main']): unknown[] =>
	items.map(({ pairedItem }) => pairedItem);

/** What was sent to the service, without ids and times. */
export const sent = (): Array<{ method: string; params: unknown }> =>
	sandbox()
		.stats()
		.requests.map(({ method, params }) => ({ method, params }));

/** As {@link sent}, one method only. */
export const sentTo = (method: string): unknown[] =>
	sent()
		.filter((request) => request.method === method)
		.map(({ params }) => params);
