/** Workflows wired in unusual ways: an error output that leads back into its node, two accounts, old settings. */
import type { INode } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { makeAddress, type Sandbox } from '../../../sandbox/server.mts';
import { defineNode, runWorkflow, type NodeSettings, type WorkflowRun } from '../harness/index.mts';
import { credentialFor, play, run, screen, screenBtc, SPLIT } from './support.mts';

const ROUNDS = 3;

/** Passes on what went wrong, but for a few rounds only. */
const Again = defineNode('again', async function () {
	const round = Number(this.getWorkflowDataProxy(0).$runIndex);
	return [round < ROUNDS ? this.getInputData() : []];
});

/** Screens a wallet; what comes out of the error output goes into the node once more. */
async function wiredBack(sandbox: Sandbox, parameters: ReturnType<typeof screen>, address: string) {
	return await runWorkflow({
		items: [{ address }],
		credentials: [credentialFor(sandbox)],
		nodes: [
			{ name: 'Check', node: AmlCheck, parameters, settings: SPLIT },
			{ name: 'Again', node: Again },
		],
		connections: [
			{ from: 'Start', to: 'Check' },
			{ from: 'Check', output: 1, to: 'Again' },
			{ from: 'Again', to: 'Check' },
		],
	});
}

const reasonsOf = (result: WorkflowRun) =>
	result
		.node('Check')
		.runs.flatMap(({ data }) => data?.main[1] ?? [])
		.map(({ json }) => (json.details as { reason: string }).reason);

describe('an error output that leads back into its node', () => {
	it('waits for the check that was not done in time, and pays once', async () => {
		const processingMs = 1500;
		await play(
			async (sandbox) => {
				const address = makeAddress('BTC', 'back');
				const result = await wiredBack(sandbox, screenBtc({ timeout: 1 }), address);
				const [item] = result.node('Check').main;
				expect(item?.json).toMatchObject({ address, status: 'SUCCESS', charged: true });
				expect(reasonsOf(result)).toContain('notFinished');
				expect(sandbox.stats().charges).toBe(1);
			},
			{ processingMs },
		);
	});

	it('does not pay for what may have been paid for', async () => {
		await play(async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const result = await wiredBack(sandbox, screen(), makeAddress('ETH', 'back'));
			expect(reasonsOf(result)).toEqual(Array(ROUNDS + 1).fill('paymentUnsure'));
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});

it('the same work under the same key is other work for another account', async () => {
	const address = makeAddress('BTC', 'accounts');
	const more = { items: [{ address }], parameters: screenBtc({ idempotencyKey: 'order 1' }) };
	await play(async (ours) => {
		await play(
			async (theirs) => {
				for (const sandbox of [ours, theirs]) {
					const [item] = (await run(sandbox, more)).main;
					expect(item?.json).toMatchObject({ address, charged: true, reused: false });
					expect(sandbox.checks().map(({ hash }) => hash)).toEqual([item?.json.hash]);
				}
			},
			{ seed: 21 },
		);
	});
});

it('the setting Continue On Fail of old workflows lets no unscreened wallet through', async () => {
	const settings = { continueOnFail: true } satisfies Partial<INode> as NodeSettings;
	await play(async (sandbox) => {
		const items = [{ address: 'nobody', riskLevel: 'low' }];
		for (const credentials of [[credentialFor(sandbox)], []]) {
			const { main } = await run(sandbox, { items, settings, credentials });
			expect(main.map(({ json }) => Object.keys(json).sort())).toEqual([['details', 'error']]);
		}
		expect(sandbox.stats().charges).toBe(0);
	});
});
