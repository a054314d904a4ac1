/** The editor's "Retry" of an execution that failed on a worker. */
import { audit } from '../lib/audit.mts';
import {
	addresses,
	createBatchWorkflow,
	credentialFor,
	endedOf,
	resultsOf,
	retryOf,
	send,
} from '../lib/batches.mts';
import { REPEATED_ID } from '../lib/phases.mts';
import type { Case, Setting } from '../lib/setting.mts';

async function retryOnWorker({ cluster, report, sandbox: newSandbox }: Setting): Promise<void> {
	const [worker] = cluster.workers;
	if (!worker.isAlive) await worker.start();
	for (const repeatedId of REPEATED_ID) {
		const what = `Retry of a failed execution (${repeatedId})`;
		const sandbox = await newSandbox({ repeatedId });
		sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', skip: 50 });
		const credential = await credentialFor(cluster.rest, what, sandbox);
		const workflow = await createBatchWorkflow(cluster.rest, what, credential);
		const batch = addresses(what, 100);
		await send(workflow, batch);
		const [failed] = await endedOf(cluster.rest, workflow, 1);
		const { error } = (await cluster.rest.execution(failed.id)).data.resultData;
		const says = `${error?.message} ${error?.description}`;
		report.check(`${what}: says what happened`, /refused/.test(says), says);
		report.check(
			`${what}: says that Retry does not pay again`,
			/not paid for again/.test(says),
			says,
		);
		const again = await cluster.rest.execution(await retryOf(cluster.rest, failed.id));
		report.check(`${what}: succeeds`, again.status === 'success', again.status);
		audit(report, { what, sandbox, batch, results: resultsOf(again) });
	}
}

export const retry: Case = { name: 'retry', steps: [retryOnWorker] };
