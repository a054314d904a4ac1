/** The example for deposits, in a real n8n: a webhook in, a signed callback out, and nothing paid twice. */
import { createHmac } from 'node:crypto';
import type { Sandbox } from '../../../instance/start.mts';
import type {
	N8nRest,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from '../../../instance/rest.mts';
import { bookAddress, makeTransaction, startSandbox } from '../../../sandbox/server.mts';
import { credentialFor, eventually, session } from '../harness/shared.mts';
import { DataTable } from '../../../instance/dataTables.mts';
import { takeDeposit } from '../../../scripts/screenshots/results.mts';
import { startReceiver, type Received, type Receiver } from './receiver.mts';
import { atLength, importExample, webhookIdOf } from './support.mts';

const KEY = { name: 'X-Api-Key', value: 'of-the-exchange' };
const SECRET = 'of-both-sides';
/** Seconds until a check counts as slow. */
const QUICK = { timeout: 2 };

let sandbox: Sandbox;
let rest: N8nRest;
let workflow: StoredWorkflow;
let receiver: Receiver;
let received: Received[];
let credentials: StoredCredential[];

/** The example with the receiver's address, and without its long waits. */
const prepared = (url: string) => (example: Workflow) => {
	const text = JSON.stringify(example)
		.replaceAll('https://example.com/aml-events', url)
		.replaceAll('"timeout":20', `"timeout":${QUICK.timeout}`);
	return JSON.parse(text) as Workflow;
};

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 100 });
	rest = await session();
	credentials = [
		await credentialFor(rest, sandbox),
		await rest.putCredential('Exchange', 'httpHeaderAuth', KEY),
		await rest.putCredential('Callback secret', 'crypto', { hmacSecret: SECRET }),
	];
	receiver = await startReceiver();
	received = receiver.received;
	workflow = await importExample(rest, 'screen-deposits', credentials, prepared(receiver.url));
	await rest.activate(workflow);
});

afterEach(() => {
	sandbox.clearFaults();
	sandbox.configure({ processingMs: 100 });
	receiver.refusals = 0;
});

afterAll(async () => {
	await rest?.deactivate(workflow);
	receiver?.close();
	await sandbox?.close();
});

const charges = () => sandbox.stats().charges;

const post = async (deposit: object, key = KEY.value) =>
	await fetch(`${rest.url}/webhook/${webhookIdOf(workflow, 'Deposit')}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', [KEY.name]: key },
		body: JSON.stringify(deposit),
	});

const deposit = (reference: string, more: object = {}) => ({
	hash: makeTransaction('TRX', reference),
	address: bookAddress('TRX', 'low'),
	coin: 'USDT',
	network: 'TRC20',
	reference,
	...more,
});

/** What the schedule does each minute. */
const look = async () => await rest.run(workflow, 'Every Minute');

/** Posts a deposit, and returns the decision that comes back about it. */
async function decide(sent: ReturnType<typeof deposit>) {
	const known = received.length;
	const response = await post(sent);
	expect(response.status).toBe(202);
	expect(await response.json()).toEqual({ reference: sent.reference, status: 'accepted' });
	await look();
	return await nextDecision(sent.reference, known);
}

async function nextDecision(reference: string, known: number) {
	const { body, signature } = await eventually(`the decision on ${reference}`, async () =>
		received.slice(known).find((one) => one.body.includes(`"${reference}"`)),
	);
	const expected = createHmac('sha256', SECRET).update(body).digest('hex');
	expect(signature).toBe(`sha256=${expected}`);
	return JSON.parse(body) as Record<string, string>;
}

const rowOf = async (reference: string) =>
	(await (await DataTable.named(rest, 'Deposits')).rows({ reference }))[0];

it('lets nobody in without the key, and refuses what is no deposit, free', async () => {
	expect((await post(deposit('nobody'), 'wrong')).status).toBe(403);
	for (const wrong of [{}, { reference: 'half', coin: 'USDT' }, { ...deposit('x'), hash: 5 }])
		expect((await post(wrong)).status).toBe(400);
	expect(charges()).toBe(0);
	expect(received).toEqual([]);
});

it('a deposit of USDT on Tron: 202 at once, a signed decision later', async () => {
	const sent = deposit('usdt-1');
	const decision = await decide(sent);
	expect(decision).toMatchObject({
		reference: 'usdt-1',
		hash: sent.hash,
		decision: 'approved',
		riskLevel: 'low',
	});
	expect(decision.asset).toBe('USDT on Tron');
	expect(decision.summary).toContain(sent.hash);
	expect(decision.summary).toMatch(/^LOW · USDT on Tron · /);
	expect(charges()).toBe(1);
	await eventually('the row is closed', async () => (await rowOf('usdt-1')).state === 'delivered');
	await takeDeposit(sent, received[0]);
});

it('the worse of transaction and sender decides', async () => {
	const before = charges();
	const high = await decide(deposit('sender-high', { sender: bookAddress('TRX', 'sanctioned') }));
	expect(high).toMatchObject({ decision: 'declined', riskLevel: 'high' });
	expect(charges() - before).toBe(2);
	const medium = await decide(deposit('sender-medium', { sender: bookAddress('TRX', 'medium') }));
	expect(medium).toMatchObject({ decision: 'review', riskLevel: 'medium' });
	const typo = await decide(deposit('sender-typo', { sender: 'T-no-wallet' }));
	expect(typo).toMatchObject({ decision: 'review' });
	expect(typo.summary).toMatch(/address/i);
});

it.each<[string, object]>([
	['a wrong address', { address: 'nobody' }],
	['a wrong hash', { hash: 'no hash' }],
	['a coin of another network', { coin: 'ETH', network: 'Arbitrum' }],
	['a token that is not known', { coin: 'LINK', network: 'ETH' }],
])('%s needs a person, free', async (name, more) => {
	const before = charges();
	const decision = await decide(deposit(name, more));
	expect(decision).toMatchObject({ decision: 'review', riskLevel: 'unknown' });
	expect(decision.summary.length).toBeGreaterThan(20);
	expect(charges()).toBe(before);
});

it('a slow check is decided when it is done, and the webhook that comes again meanwhile pays nothing', async () => {
	sandbox.configure({ processingMs: 3_600_000 });
	const sent = deposit('slow');
	const before = charges();
	expect((await post(sent)).status).toBe(202);
	await look();
	expect(await rowOf('slow')).toMatchObject({ decision: 'waiting' });
	expect((await post(sent)).status).toBe(202);
	const known = received.length;
	sandbox.updateCheck(String((await rowOf('slow')).checkHash), { status: 'SUCCESS', riskscore: 3 });
	await look();
	expect(await nextDecision('slow', known)).toMatchObject({ decision: 'approved' });
	expect(charges() - before).toBe(1);
});

it('the same webhook five times at once is one payment and one callback; later it is none', async () => {
	const sent = deposit('at-once', { sender: bookAddress('TRX', 'low') });
	const [before, known] = [charges(), received.length];
	const answers = await Promise.all([0, 1, 2, 3, 4].map(async () => await post(sent)));
	expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
	await look();
	expect((await post(sent)).status).toBe(202);
	await look();
	expect(received.slice(known).filter(({ body }) => body.includes('at-once'))).toHaveLength(1);
	const rows = await (await DataTable.named(rest, 'Deposits')).rows({ reference: 'at-once' });
	expect(rows.filter(({ state }) => state === 'delivered')).toHaveLength(1);
	expect(rows.filter(({ state }) => !state)).toEqual([]);
	expect(charges() - before).toBeLessThanOrEqual(2);
});

it('a callback that is refused comes again', async () => {
	receiver.refusals = Infinity;
	const known = received.length;
	expect((await post(deposit('refused'))).status).toBe(202);
	await look();
	expect(await rowOf('refused')).toMatchObject({ decision: 'approved' });
	receiver.refusals = 0;
	await look();
	expect(await nextDecision('refused', known)).toMatchObject({ decision: 'approved' });
	expect(await rowOf('refused')).toMatchObject({ state: 'delivered' });
});

it('an empty package fails the run, and the deposit is screened when there are checks again', async () => {
	const [known, before] = [received.length, charges()];
	sandbox.configure({ packageSize: before });
	expect((await post(deposit('empty'))).status).toBe(202);
	expect((await look()).status).toBe('error');
	expect(await rowOf('empty')).toMatchObject({ decision: 'waiting', fault: 'setup' });
	sandbox.configure({ packageSize: 10_000 });
	await look();
	expect(await nextDecision('empty', known)).toMatchObject({ decision: 'approved' });
	expect(charges() - before).toBe(1);
});

it('while the service is down nothing is approved, and no deposit is paid twice', async () => {
	const [known, before] = [received.length, charges()];
	sandbox.fault({ method: '*', kind: 'serverErrorBefore', times: Infinity });
	expect((await post(deposit('outage'))).status).toBe(202);
	await look();
	expect(await rowOf('outage')).toMatchObject({ decision: 'waiting' });
	expect(received.slice(known)).toEqual([]);
	sandbox.clearFaults();
	await eventually('it is decided', async () => {
		await look();
		return (await rowOf('outage')).decision === 'approved';
	});
	expect(charges() - before).toBe(1);
});

atLength('more open rows than one run may pay for are screened run by run', async () => {
	const table = await DataTable.named(rest, 'Deposits');
	const names = Array.from({ length: 101 }, (_, index) => `backlog-${index}`);
	await table.insert(...names.map((name) => ({ ...deposit(name), sender: '' })));
	const before = charges();
	await look();
	await look();
	expect(charges() - before).toBe(names.length);
	for (const name of names) expect(await rowOf(name)).toMatchObject({ state: 'delivered' });
});
