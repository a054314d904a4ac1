/** Lists of wallets: what the pictures of n8n's Table view show, and the test of it measures. */
import type { StoredCredential, Workflow, WorkflowNode } from '../../instance/rest.mts';
import { BOOK, makeAddress, type BookKind } from '../../sandbox/server.mts';
import type { Editor } from './editor.mts';

const ROWS = 200;
const CHECK = 'Screen Wallet';

/** The wallets that are screened, and for which assets. */
interface Batch {
	name: string;
	addresses: string[];
	choices: Record<'network' | 'asset', { value: string; cachedResultName: string }>;
}

const TWO_HUNDRED: Batch = {
	name: 'Table of a batch',
	addresses: Array.from({ length: ROWS }, (_, n) => makeAddress('ETH', n)),
	choices: {
		network: { value: 'ETH', cachedResultName: 'Ethereum (ETH)' },
		asset: { value: 'coin', cachedResultName: "The Network's Own Coin" },
	},
};

const WITH_SCORE: readonly BookKind[] = ['low', 'medium', 'high', 'sanctioned', 'dirtyUsdt'];

/** Wallets of networks with and without tokens, each with all of its assets. */
export const WHOLE_WALLETS: Batch = {
	name: 'Table of whole wallets',
	addresses: BOOK.filter(({ network }) => ['BTC', 'LTC', 'TRX', 'XLM'].includes(network))
		// n8n's table writes a red "undefined" where a check has no score.
		.filter(({ kind }) => WITH_SCORE.includes(kind))
		.map(({ address }) => address)
		.slice(0, 20),
	choices: {
		network: { value: 'detect', cachedResultName: 'Detect From Address' },
		asset: { value: 'all', cachedResultName: 'All Assets: Own Coin, USDT and USDC' },
	},
};

/** The workflow: a list of wallets, and the node that screens them. */
export function tableWorkflow(
	{ id, name, type }: StoredCredential,
	{ addresses, choices, name: title }: Batch = TWO_HUNDRED,
): Workflow {
	const list = addresses.map((address) => ({ json: { address } }));
	const check = {
		resource: 'check',
		operation: 'checkAddress',
		network: { __rl: true, mode: 'list', ...choices.network },
		asset: { __rl: true, mode: 'list', ...choices.asset },
		address: '={{ $json.address }}',
	};
	const nodes: WorkflowNode[] = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		{
			name: 'Wallets',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(list)};` },
		},
		{
			name: CHECK,
			type: 'n8n-nodes-aml-check.amlCheck',
			typeVersion: 1,
			parameters: check,
			credentials: { [type]: { id, name } },
		},
	].map((node, index) => ({
		...node,
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		position: [index * 220, 0] as [number, number],
	}));
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const connections = { Start: to('Wallets'), Wallets: to(CHECK) };
	return { name: title, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Runs the stored workflow in the editor and shows what came out as a table. */
export async function openTable(editor: Editor, id: string): Promise<void> {
	await editor.openWorkflow(id);
	await editor.execute();
	await editor.dismissMessages();
	await editor.openNode(CHECK);
	await editor.showOutputAs('Table');
}
