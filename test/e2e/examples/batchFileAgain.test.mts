/**
 * The example "Batch Screening of a File" under impatience: the execution is stopped while its checks are pending, and
 * the file is sent again.
 */
import type { Sandbox } from '../../../demo/lib/instance.mts';
import type { ExecutionSummary, N8nRest, StoredWorkflow } from '../../../demo/lib/rest.mts';
import { startSandbox } from '../../../sandbox/server.mts';
import { credentialFor, eventually, session } from '../harness/shared.mts';
import { importExample, jsonOf, webhookIdOf } from './support.mts';
import { toCsv, walletRows } from './walletFile.mts';

const PROCESSING_MS = 8_000;

const rows = walletRows(60);
const wallets = new Set(rows.flatMap(({ wallet }) => wallet ?? []));
const corrected = rows.map((row, index) =>
	row.wallet === null && row.address !== '' ? { ...rows[index - 1], customer: row.customer } : row,
);

let rest: N8nRest;

beforeAll(async () => {
	rest = await session();
});

/** Sends a file as the form's page does. */
async function send(workflow: StoredWorkflow, file: Buffer): Promise<void> {
	const form = new FormData();
	form.set('field-0', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'customers.csv');
	form.set('field-1', '0');
	const url = `${rest.url}/form/${webhookIdOf(workflow, 'Upload Form')}`;
	const response = await fetch(url, { method: 'POST', body: form });
	if (!response.ok) throw new Error(`The form answered ${response.status}.`);
}

/** The workflow's execution in a state: under way, or waiting for somebody to look at its last page. */
async function executionThatIs(
	status: 'running' | 'waiting',
	{ id }: StoredWorkflow,
): Promise<string> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
	return await eventually(`an execution is ${status}`, async () => {
		const { results } = await rest.request<{ results: ExecutionSummary[] }>(
			'GET',
			`/executions?filter=${filter}`,
		);
		return results.find((execution) => execution.status === status)?.id;
	});
}

const stop = async (id: string) => await rest.request('POST', `/executions/${id}/stop`);

describe.each([
	['honours repeated request ids', 'replay'],
	['charges every submission', 'charge'],
] as const)('at a service that %s', (_, repeatedId) => {
	let sandbox: Sandbox;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		sandbox = await startSandbox({ processingMs: PROCESSING_MS, latencyMs: 50, repeatedId });
		const credentials = [await credentialFor(rest, sandbox)];
		workflow = await importExample(rest, 'batch-file', credentials);
		await rest.activate(workflow);
	});

	afterAll(async () => {
		await rest.deactivate(workflow);
		await sandbox.close();
	});

	const charges = () => sandbox.stats().charges;

	/** Sends a file and returns the rows that come back. */
	const screen = async (file: Buffer) => {
		await send(workflow, file);
		const id = await executionThatIs('waiting', workflow);
		const result = jsonOf(await rest.execution(id), 'Result Rows');
		await stop(id);
		return result;
	};

	it.each([
		['half of them are submitted', wallets.size / 2],
		['all of them are pending', wallets.size],
	])('is stopped when %s', async (__, count) => {
		await send(workflow, toCsv(rows));
		const id = await executionThatIs('running', workflow);
		await eventually('checks are submitted', async () => Promise.resolve(charges() >= count));
		await stop(id);
		expect((await rest.ended(id)).status).toBe('canceled');
	});

	it('gives every result of the file that is sent again, and has paid for each wallet once', async () => {
		const result = await screen(toCsv(rows));
		expect(result).toHaveLength(rows.length);
		result.forEach((row, index) => {
			const isWallet = rows[index].wallet !== null;
			expect(['low', 'medium', 'high'].includes(String(row.risk_level))).toBe(isWallet);
		});
		expect(Object.values(sandbox.stats().chargesByTarget).filter((paid) => paid !== 1)).toEqual([]);
		expect(charges()).toBe(wallets.size);
	});

	it('pays for nothing twice when the file comes again with its mistakes corrected', async () => {
		const result = await screen(toCsv(corrected));
		const screened = result.filter(({ risk_level: level }) => level !== 'unknown');
		expect(screened).toHaveLength(corrected.filter(({ wallet }) => wallet !== null).length);
		expect(charges()).toBe(wallets.size);
	});
});
