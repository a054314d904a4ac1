/** The trigger in a real n8n: it fires once per check, across failed polls and a restart of n8n. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstance, type Instance } from '../../instance/start.mts';
import { STATE } from '../../instance/paths.mts';
import { silent } from '../../instance/progress.mts';
import { outputOf, type N8nRest, type StoredWorkflow } from '../../instance/rest.mts';
import { TARBALL_VARIABLE } from './harness/setup.mts';
import { startWitness, type Witness } from './harness/witness.mts';
import { amlNode, chain, eventually, node, START_UP_MS } from './harness/shared.mts';

const POLL_SECONDS = 2;

/** n8n refuses one expression that polls more often than every minute; several that each do so once are fine. */
const pollTimes = {
	item: Array.from({ length: 60 / POLL_SECONDS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * POLL_SECONDS} * * * * *`,
	})),
};

const twoPolls = async () => await sleep(2 * POLL_SECONDS * 1000 + 1000);

const userFolder = path.join(STATE, `e2e-trigger-${process.pid}`);
let instance: Instance;
let rest: N8nRest;
let workflow: StoredWorkflow;
let witness: Witness;
const expected: string[] = [];

/** The hashes of all items of all executions, in the order of their delivery. */
const delivered = async (): Promise<string[]> => {
	const hashes: string[] = [];
	for (const { id } of (await rest.executions(workflow)).reverse()) {
		const items = outputOf(await rest.execution(id), 'Trigger');
		hashes.push(...items.map(({ json }) => String(json.hash)));
	}
	return hashes;
};

const arrives = async (count: number) =>
	await eventually(`${count} checks delivered`, async () => (await delivered()).length >= count);

beforeAll(async () => {
	await rm(userFolder, { recursive: true, force: true });
	witness = await startWitness();
	const { env } = witness;
	const tarball = process.env[TARBALL_VARIABLE];
	instance = await startInstance({ userFolder, progress: silent, env, tarball });
	rest = instance.rest;
	instance.sandbox.addCheck({ currency: 'BTC', status: 'SUCCESS' });
	const parameters = { triggerOn: 'checkCompleted', pollTimes, simplify: true };
	workflow = await rest.createWorkflow(
		chain('Alert', [
			amlNode('Trigger', 'amlCheckTrigger', instance.credential, parameters),
			node('Alert', 'n8n-nodes-base.noOp'),
		]),
	);
}, START_UP_MS);

afterAll(async () => {
	await instance?.stop();
	await witness?.close();
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

it('delivers nothing of what was there before', async () => {
	await rest.activate(workflow);
	await twoPolls();
	expect(await delivered()).toEqual([]);
});

it('fires once when a check appears', async () => {
	expected.push(instance.sandbox.addCheck({ currency: 'ETH', status: 'SUCCESS' }));
	await arrives(1);
	expect(await delivered()).toEqual(expected);
});

it('loses nothing to polls that failed', async () => {
	instance.sandbox.fault({
		method: 'checkup.getcheckshistory',
		kind: 'flat401',
		times: Infinity,
	});
	await twoPolls();
	expected.push(instance.sandbox.addCheck({ currency: 'ETH', status: 'SUCCESS' }));
	await twoPolls();
	instance.sandbox.clearFaults();
	await arrives(2);
	expect(await delivered()).toEqual(expected);
});

it('survives a restart of n8n: no check twice, none missed', async () => {
	await instance.restart(async () => {
		expected.push(instance.sandbox.addCheck({ currency: 'ETH', status: 'SUCCESS' }));
		expected.push(instance.sandbox.addCheck({ currency: 'TRX', status: 'SUCCESS' }));
	});
	await arrives(expected.length);
	expected.push(instance.sandbox.addCheck({ currency: 'LTC', status: 'SUCCESS' }));
	await arrives(expected.length);
	await twoPolls();
	expect(await delivered()).toEqual(expected);
});

it('has made n8n talk to nobody but this machine', () => {
	expect(witness.asked).toEqual([]);
});
