/** The example for deposits on two workers, at a service that refuses a request id that it has seen before. */
import { DataTable } from '../../../instance/dataTables.mts';
import { readExamples, withCredentials } from '../../../instance/examples.mts';
import type { StoredWorkflow, Workflow } from '../../../instance/rest.mts';
import { bookAddress, makeTransaction, type Sandbox } from '../../../sandbox/server.mts';
import { startReceiver, type Received } from '../../e2e/examples/receiver.mts';
import { credentialFor, eventually } from '../lib/batches.mts';
import type { Case, Setting } from '../lib/setting.mts';

const KEY = { name: 'X-Api-Key', value: 'of-the-exchange' };
const DEPOSITS = 20;
/** How often the same webhook comes at once. */
const TIMES = 4;

/** Imports and publishes the example. */
async function publish(
	{ rest }: Setting['cluster'],
	what: string,
	sandbox: Sandbox,
	url: string,
): Promise<StoredWorkflow> {
	const text = JSON.stringify((await readExamples()).get('screen-deposits'));
	const example = JSON.parse(text.replaceAll('https://example.com/aml-events', url)) as Workflow;
	const ready = withCredentials(example, [
		await credentialFor(rest, what, sandbox),
		await rest.putCredential('Exchange', 'httpHeaderAuth', KEY),
		await rest.putCredential('Callback secret', 'crypto', { hmacSecret: 'of-both-sides' }),
	]);
	const stored = await rest.createWorkflow(ready);
	await rest.activate(stored);
	return stored;
}

const deposit = (reference: string) => ({
	reference,
	hash: makeTransaction('BTC', reference),
	address: bookAddress('BTC', 'low'),
	coin: 'BTC',
	network: 'Bitcoin',
});

/** Posts a deposit. The first ones make the table at the same moment: who is refused sends again, as systems do. */
async function post(
	cluster: Setting['cluster'],
	workflow: StoredWorkflow,
	reference: string,
	attempts = 2,
): Promise<number> {
	const path = workflow.nodes.find(({ name }) => name === 'Deposit')?.webhookId;
	const { status } = await fetch(`${cluster.rest.url}/webhook/${String(path)}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', [KEY.name]: KEY.value },
		body: JSON.stringify(deposit(reference)),
	});
	const isRefused = status >= 500 && attempts > 1;
	return isRefused ? await post(cluster, workflow, reference, attempts - 1) : status;
}

/** Looks at the rows, the payments and the callbacks of deposits that are each to be approved once. */
async function audit(
	{ cluster, report }: Setting,
	what: string,
	references: readonly string[],
	sandbox: Sandbox,
	received: readonly Received[],
): Promise<void> {
	const table = await DataTable.named(cluster.rest, 'Deposits');
	const isOurs = ({ reference, state }: Record<string, unknown>) =>
		references.includes(String(reference)) && state !== 'double';
	const all = async () => (await table.rows()).filter(isOurs);
	const rows = await eventually(`${what}: one closed row each`, async () => {
		const found = await all();
		return (
			found.length === references.length &&
			found.every(({ state }) => state === 'delivered') &&
			found
		);
	});
	const about = references.map((one) =>
		received.map(({ body }) => body).filter((body) => body.includes(`"${one}"`)),
	);
	const isOnce = about.every(([first, more]) => !more && first?.includes('"approved"'));
	report.check(`${what}: one callback each, approved`, isOnce, about);
	const paid = new Set(sandbox.checks().map(({ hash }) => hash));
	const hasHash = rows.every(({ checkHash }) => paid.delete(String(checkHash)));
	report.check(`${what}: each row has the hash that was paid`, hasHash, rows);
}

async function sameWebhookAtTwoWorkers(setting: Setting): Promise<void> {
	const { cluster, report } = setting;
	for (const worker of cluster.workers) if (!worker.isAlive) await worker.start();
	const what = 'The same deposits at two workers';
	const sandbox = await setting.sandbox({
		repeatedId: 'refuse',
		latencyMs: 100,
		processingMs: { min: 500, max: 3000 },
	});
	const receiver = await startReceiver();
	const workflow = await publish(cluster, what, sandbox, receiver.url);
	const references = Array.from({ length: DEPOSITS }, (_, index) => `deposit-${index}`);
	const often = references.flatMap((one) => Array.from({ length: TIMES }, () => one));
	const answers = await Promise.all(often.map(async (one) => await post(cluster, workflow, one)));
	report.check(
		`${what}: each is answered 202`,
		answers.every((one) => one === 202),
		answers,
	);
	await audit(setting, what, references, sandbox, receiver.received);
	report.check(`${what}: each paid once`, sandbox.stats().charges === DEPOSITS, sandbox.stats());
	await workerDies(setting, workflow, sandbox, receiver.received);
	await cluster.rest.deactivate(workflow);
	receiver.close();
}

/** The workers die between payment and result; the next minute's schedule reads the rows again. */
async function workerDies(
	setting: Setting,
	workflow: StoredWorkflow,
	sandbox: Sandbox,
	received: readonly Received[],
): Promise<void> {
	const { cluster, report } = setting;
	const what = 'Worker killed after the payment of a deposit';
	const before = sandbox.stats().charges;
	sandbox.configure({ processingMs: 3_600_000 });
	const references = ['killed-0', 'killed-1', 'killed-2', 'killed-3'];
	for (const one of references) await post(cluster, workflow, one);
	await eventually('all are paid', () => sandbox.stats().charges - before >= references.length);
	for (const worker of cluster.workers) await worker.kill();
	sandbox.configure({ processingMs: 0 });
	for (const { hash } of sandbox.checks()) sandbox.updateCheck(hash, { doneAt: Date.now() });
	for (const worker of cluster.workers) await worker.start();
	await audit(setting, what, references, sandbox, received);
	const charges = sandbox.stats().charges - before;
	report.check(`${what}: each paid once`, charges === references.length, charges);
}

export const deposits: Case = { name: 'deposits', steps: [sameWebhookAtTwoWorkers] };
