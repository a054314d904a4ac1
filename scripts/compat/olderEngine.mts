/**
 * A jest setup file: lets the harness of the engine tests, which is written for the newest n8n, drive an older engine.
 * It adds what the harness itself calls and an older engine lacks or takes in another form. Nothing that a node can
 * see is added: features that an older n8n doesn't have stay away.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import type * as Core from 'n8n-core';
import type * as Workflow from 'n8n-workflow';

type RunOptions = Parameters<Core.WorkflowExecute['run']>[0];
type PollArguments = ConstructorParameters<typeof Core.PollContext>;

/** Since 2.1 n8n-core takes one object; before, a list of arguments. */
function runTakesObject(core: typeof Core): boolean {
	return /^run\(\s*\{/.test(core.WorkflowExecute.prototype.run.toString());
}

function withRunOfObject(core: typeof Core): void {
	if (runTakesObject(core)) return;
	const { prototype } = core.WorkflowExecute;
	const inARow = prototype.run as unknown as (...args: unknown[]) => unknown;
	Object.assign(prototype, {
		run({ workflow, startNode, destinationNode, pinData }: RunOptions) {
			return inARow.call(this, workflow, startNode, destinationNode, pinData);
		},
	});
}

/** The harness gives newer engines the static data of a poll. Older engines keep it in the workflow. */
function pollContextOf(core: typeof Core): typeof Core.PollContext {
	const knowsStaticData =
		core.PollContext.length > 9 || 'getPollBudgetMs' in core.PollContext.prototype;
	if (knowsStaticData) return core.PollContext;
	const Older = core.PollContext;
	return class extends Older {
		constructor(...args: PollArguments) {
			super(...args);
			const staticData = args[9];
			if (staticData) this.getWorkflowStaticData = () => staticData();
			// A test that names a budget tests what the node does with one; all others go without, as on that engine.
			if (args[10]) Object.assign(this, { getPollBudgetMs: args[10] });
		}
	} as typeof Core.PollContext;
}

/** Before it had a class of its own, polling was a call of the node's own function. */
class OlderPoller {
	async runPollFunction(
		workflow: Workflow.Workflow,
		node: Workflow.INode,
		context: Workflow.IPollFunctions,
	): Promise<Workflow.INodeExecutionData[][] | null | undefined> {
		const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
		return await type.poll?.call(context);
	}
}

/** Gives that engine's container what the harness, or the engine itself, will ask it for. */
function offer(type: unknown, instance: unknown): void {
	const { Container } = createRequire(require.resolve('n8n-core'))('@n8n/di') as {
		Container: { set(type: unknown, instance: unknown): void };
	};
	Container.set(type, instance);
}

/** Since 2.38 the engine sends by a class of a package of its own, whose place the harness takes itself. */
function hasOutboundHttp(): boolean {
	const main = createRequire(require.resolve('n8n-core'));
	if (!path.dirname(main.resolve('@n8n/backend-network')).includes('.compat')) return false;
	return !('httpRequest' in (main('@n8n/backend-network') as object));
}

interface AxiosConfig {
	data: string;
	headers: object;
	responseType?: string;
	signal?: AbortSignal;
	validateStatus?: (status: number) => boolean;
}

interface WayOut {
	requests(): {
		request(options: object): Promise<{ statusCode: number; headers: object; body: Buffer[] }>;
	};
}

/** Older engines send by axios. In virtual time its requests take the way that the harness puts in place of n8n's own. */
function sendsThroughHarness(): void {
	const fromCore = createRequire(require.resolve('n8n-core'));
	const { OutboundHttp } = fromCore('@n8n/backend-network') as { OutboundHttp: unknown };
	const { Container } = fromCore('@n8n/di') as {
		Container: { has(type: unknown): boolean; get(type: unknown): WayOut };
	};
	const axios = fromCore('axios') as {
		defaults: { adapter: unknown };
		AxiosError: ErrorConstructor;
	};
	const { getAdapter } = fromCore('axios') as {
		getAdapter(adapter: unknown): (config: AxiosConfig) => Promise<unknown>;
	};
	const own = getAdapter(axios.defaults.adapter);
	axios.defaults.adapter = async (config: AxiosConfig) => {
		if (!Container.has(OutboundHttp)) return await own(config);
		const { data: body, headers, responseType, signal: abortSignal, validateStatus } = config;
		const sent = { body, headers: { ...headers }, abortSignal };
		const answer = await Container.get(OutboundHttp).requests().request(sent);
		const data =
			responseType === 'stream'
				? Readable.from(answer.body)
				: Buffer.concat(answer.body).toString();
		const { statusCode: status } = answer;
		const response = { status, statusText: '', headers: answer.headers, data, config, request: {} };
		if (validateStatus?.(status) ?? true) return response;
		const refusal = new axios.AxiosError(`Request failed with status code ${status}`);
		throw Object.assign(refusal, { config, response });
	};
}

jest.doMock('n8n-core', () => {
	const actual = jest.requireActual<typeof Core>('n8n-core');
	withRunOfObject(actual);
	if (!hasOutboundHttp()) sendsThroughHarness();
	if (!('TriggersAndPollers' in actual)) offer(OlderPoller, new OlderPoller());
	const lacked = { TriggersAndPollers: OlderPoller };
	return { ...Object.assign(lacked, actual), PollContext: pollContextOf(actual) };
});
