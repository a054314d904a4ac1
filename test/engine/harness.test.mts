/** The harness against what n8n is known to do: if one of these changes, so does what the node may rely on. */
import {
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { defineNode, runNode, runPoll } from './harness/index.mts';

const TOKEN = 'secret-token-of-the-harness';

const errorItem = (item: number) => ({
	json: { error: 'Refused', details: { code: 1 } },
	pairedItem: { item },
});

/** Passes items on, refuses those with `bad`, and counts its runs in the node's context. */
const Probe = defineNode(
	'probe',
	async function (this: IExecuteFunctions) {
		const context = this.getContext('node');
		context.calls = ((context.calls as number) ?? 0) + 1;
		const items = this.getInputData();
		const output = items.map(({ json }, item) => {
			const text = this.getNodeParameter('text', item) as string;
			const isBad = this.getNodeParameter('failUntilCall', item) as number;
			if ((context.calls as number) < isBad) {
				throw new NodeOperationError(this.getNode(), 'Not yet', { itemIndex: item });
			}
			if (json.bad) return errorItem(item);
			return {
				json: { text, calls: context.calls, execution: this.getExecutionId() },
				pairedItem: { item },
			};
		});
		this.addExecutionHints({ message: `${items.length} items`, location: 'outputPane' });
		this.sendMessageToUI('working');
		this.logger.info('Probe ran');
		return [output as never];
	},
	{
		properties: [
			{ displayName: 'Text', name: 'text', type: 'string', default: 'default' },
			{ displayName: 'Fail', name: 'failUntilCall', type: 'number', default: 0 },
		],
	},
);

describe('a node', () => {
	it('gets evaluated expressions per item, and its output is paired', async () => {
		const run = await runNode({
			node: Probe,
			parameters: { text: '={{ $json.name + "-" + $itemIndex }}' },
			items: [{ name: 'a' }, { name: 'b' }],
		});
		expect(run.status).toBe('success');
		expect(run.main).toEqual([
			{ json: { text: 'a-0', calls: 1, execution: run.executionId }, pairedItem: { item: 0 } },
			{ json: { text: 'b-1', calls: 1, execution: run.executionId }, pairedItem: { item: 1 } },
		]);
		expect(run.hints).toEqual([{ message: '2 items', location: 'outputPane' }]);
		expect(run.logs).toContainEqual(expect.objectContaining({ message: 'Probe ran' }));
	});

	it('routes error items to the error output, with the json of their input', async () => {
		const items = [{ name: 'a' }, { name: 'b', bad: true }];
		const options = { node: Probe, items };
		const split = await runNode({ ...options, settings: { onError: 'continueErrorOutput' } });
		expect(split.main).toHaveLength(1);
		expect(split.error.map(({ json }) => json)).toEqual([
			{ name: 'b', bad: true, error: 'Refused', details: { code: 1 } },
		]);
		const regular = await runNode({ ...options, settings: { onError: 'continueRegularOutput' } });
		expect(regular.main[1]).toEqual(errorItem(1));
	});
});

describe('retries', () => {
	it('runs the whole node again with the same context on "Retry on fail"', async () => {
		const run = await runNode({
			node: Probe,
			parameters: { failUntilCall: 3 },
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			items: [{}, {}],
		});
		expect(run.main.map(({ json }) => json.calls)).toEqual([3, 3]);
	});

	it("keeps the context on the editor's retry, with another execution id", async () => {
		const failed = await runNode({
			node: Probe,
			parameters: { failUntilCall: 2 },
			items: [{}, {}],
		});
		expect(failed.status).toBe('error');
		const retried = await failed.retry();
		expect(retried.status).toBe('success');
		expect(retried.main.map(({ json }) => json.calls)).toEqual([2, 2]);
		expect(retried.main[0]?.json.execution).toBe(retried.executionId);
		expect(retried.executionId).not.toBe(failed.executionId);
	});
});

describe('cancelling', () => {
	const Slow = defineNode('slow', async function () {
		const signal = this.getExecutionCancelSignal();
		const context = this.getContext('node');
		await new Promise<void>((resolve) => {
			signal?.addEventListener('abort', () => resolve());
		});
		context.afterCancel = true;
		return [[{ json: { aborted: signal?.aborted }, pairedItem: { item: 0 } }]];
	});

	it('aborts the signal, and what happens afterwards is not saved', async () => {
		const run = await runNode({ node: Slow, cancelAfterMs: 20 });
		expect(run.status).toBe('canceled');
		expect(run.main[0]?.json.aborted).toBe(true);
		expect(JSON.stringify(run.execution.data)).toContain('afterCancel');
		expect(JSON.stringify(run.saved)).not.toContain('afterCancel');
	});
});

it('shows a token that a node lets into its error', async () => {
	const Leaky = defineNode('leaky', async function () {
		const cause = Object.assign(new Error('inner'), { config: { headers: { auth: TOKEN } } });
		throw Object.assign(new Error('outer'), { cause });
	});
	const run = await runNode({ node: Leaky });
	expect(run.text()).toContain(TOKEN);
});

describe('polls', () => {
	class Poller implements INodeType {
		description = { ...new Probe().description, name: 'poller' } as INodeTypeDescription;
		async poll(this: IPollFunctions) {
			const state = this.getWorkflowStaticData('node');
			state.count = ((state.count as number) ?? 0) + 1;
			const fails = this.getNodeParameter('failUntilCall', 0) as number;
			if ((state.count as number) < fails) throw new Error('Poll refused');
			const budget = this.getPollBudgetMs?.() ?? null;
			const json = {
				count: state.count,
				mode: this.getMode(),
				by: this.getActivationMode(),
				budget,
			};
			return [[{ json } as never]];
		}
	}

	it('hands the state from poll to poll', async () => {
		const first = await runPoll({ node: Poller, activation: 'activate', budgetMs: 40 });
		expect(first.items?.[0]?.json).toEqual({
			count: 1,
			mode: 'trigger',
			by: 'activate',
			budget: 40,
		});
		const second = await runPoll({ node: Poller, staticData: first.staticData, budgetMs: null });
		expect(second.items?.[0]?.json).toMatchObject({ count: 2, by: 'update', budget: null });
		expect(first.staticData).toEqual({ count: 1 });
	});

	it('keeps nothing of a manual or failed poll, but an older n8n keeps what a failed one changed', async () => {
		const staticData = { count: 1 };
		const manual = await runPoll({ node: Poller, staticData, mode: 'manual' });
		expect(manual.items?.[0]?.json).toMatchObject({ mode: 'manual', by: 'manual' });
		expect(manual.staticData).toEqual(staticData);
		const failing = { node: Poller, staticData, parameters: { failUntilCall: 9 } };
		expect(await runPoll(failing)).toMatchObject({ items: null, staticData: { count: 1 } });
		expect((await runPoll(failing)).failure?.message).toBe('Poll refused');
		expect(await runPoll({ ...failing, staged: false })).toMatchObject({
			staticData: { count: 2 },
		});
	});
});
