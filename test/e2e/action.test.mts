/** Workflows with the action node, run by a real n8n. */
import type { Sandbox } from '../../instance/start.mts';
import { outputOf, type N8nRest, type StoredCredential } from '../../instance/rest.mts';
import { bookAddress, type BookKind } from '../../sandbox/book.mts';
import { startSandbox } from '../../sandbox/server.mts';
import { amlNode, chain, credentialFor, listNode, node, session } from './harness/shared.mts';

let rest: N8nRest;
let sandbox: Sandbox;
let credential: StoredCredential;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 300 });
	rest = await session();
	credential = await credentialFor(rest, sandbox);
});

beforeEach(() => sandbox.reset());

afterAll(async () => {
	await sandbox.close();
});

const start = () => node('Start', 'n8n-nodes-base.manualTrigger');

const checkAddresses = (more: Parameters<typeof amlNode>[4] = {}, options = {}) =>
	amlNode(
		'AML Check',
		'amlCheck',
		credential,
		{
			resource: 'check',
			operation: 'checkAddress',
			network: 'ETH',
			asset: 'coin',
			address: '={{ $json.address }}',
			options,
		},
		more,
	);

const wallets = (...kinds: BookKind[]) =>
	listNode(
		'Wallets',
		kinds.map((kind) => ({ kind, address: bookAddress('ETH', kind) })),
	);

describe('an action workflow', () => {
	it('screens a list in order, each wallet paid for once', async () => {
		const kinds: BookKind[] = ['low', 'medium', 'high', 'sanctioned', 'unscored', 'low'];
		const nodes = [start(), wallets(...kinds), checkAddresses()];
		const workflow = await rest.createWorkflow(chain('Screen a list', nodes));
		const execution = await rest.run(workflow, 'Start');

		expect(execution.data.resultData.error?.message).toBeUndefined();
		const items = outputOf(execution, 'AML Check');
		expect(items.map(({ json }) => json.riskLevel)).toEqual([
			'low',
			'medium',
			'high',
			'high',
			'unknown',
			'low',
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(kinds.map((_, item) => ({ item })));
		expect(items.map(({ json }) => json.charged)).toEqual([true, true, true, true, true, false]);
		expect(sandbox.stats().charges).toBe(5);
	});

	it('sends what can’t be screened to the error output, and the rest on', async () => {
		const list = listNode('Wallets', [
			{ address: bookAddress('ETH', 'low') },
			{ address: 'not a wallet' },
			{ address: bookAddress('ETH', 'failed') },
		]);
		const nodes = [start(), list, checkAddresses({ onError: 'continueErrorOutput' })];
		const workflow = await rest.createWorkflow(chain('Error output', nodes));
		const execution = await rest.run(workflow, 'Start');

		const good = outputOf(execution, 'AML Check', 0);
		const bad = outputOf(execution, 'AML Check', 1);
		expect(good.filter(({ json }) => json.riskLevel === 'low')).toHaveLength(1);
		expect(bad.map(({ json }) => json.address)).toContain('not a wallet');
		expect(good.length + bad.length).toBe(3);
		expect(sandbox.stats().charges).toBe(2);
	});

	it('stops before anything is paid when an address is wrong', async () => {
		const list = listNode('Wallets', [
			{ address: bookAddress('ETH', 'low') },
			{ address: 'not a wallet' },
		]);
		const workflow = await rest.createWorkflow(chain('Stop', [start(), list, checkAddresses()]));
		const execution = await rest.run(workflow, 'Start');

		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toMatch(/address/i);
		expect(sandbox.stats().charges).toBe(0);
	});
});

describe('retrying', () => {
	it('does not pay again when n8n runs the node again (Retry On Fail)', async () => {
		sandbox.fault({
			method: 'checkup.getresult',
			kind: 'rpcError',
			message: 'Out of order',
			times: 1,
		});
		const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
		const nodes = [start(), wallets('low', 'high'), checkAddresses(again)];
		const workflow = await rest.createWorkflow(chain('Retry on fail', nodes));
		const execution = await rest.run(workflow, 'Start');

		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(outputOf(execution, 'AML Check').map(({ json }) => json.charged)).toEqual([true, true]);
		expect(sandbox.stats().charges).toBe(2);
	});
});
