/** The example "Transaction Monitoring": a deposit system asks over HTTP whether to release or to hold. */
import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../../../demo/lib/instance.mts';
import type { N8nRest, StoredWorkflow } from '../../../demo/lib/rest.mts';
import { bookAddress, makeTransaction, startSandbox } from '../../../sandbox/server.mts';
import { credentialFor, session } from '../harness/shared.mts';
import { openDesk, type Desk } from './desk.mts';
import { startMailStandIn, type MailStandIn } from './mailStandIn.mts';
import { importExample } from './support.mts';

const HEADER = 'X-Deposit-Key';
const KEY: string = randomUUID();

let rest: N8nRest;
let sandbox: Sandbox;
let workflow: StoredWorkflow;
let mail: MailStandIn;
let desk: Desk;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 200 });
	rest = await session();
	const header = await rest.putCredential('Deposit System', 'httpHeaderAuth', {
		name: HEADER,
		value: KEY,
	});
	mail = await startMailStandIn();
	desk = await openDesk(rest, await credentialFor(rest, sandbox), mail);
	workflow = await importExample(rest, 'transaction-monitoring', [header], undefined, [
		desk.screen,
	]);
	await rest.activate(workflow);
});

afterAll(async () => {
	await rest.deactivate(workflow);
	await desk.close();
	await mail.close();
	await sandbox.close();
});

/** Reports a deposit, as the deposit system does. */
async function report(deposit: Record<string, unknown>, key = KEY) {
	const response = await fetch(`${rest.url}/webhook/aml-deposits`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', [HEADER]: key },
		body: JSON.stringify(deposit),
	});
	const text = await response.text();
	const body = (text.startsWith('{') ? JSON.parse(text) : { text }) as Record<string, unknown>;
	return { status: response.status, body };
}

const deposit = (id: string, address: string) => ({
	depositId: id,
	currency: 'BTC',
	transaction: makeTransaction('BTC', id),
	address,
});

const charges = () => sandbox.stats().charges;

it('releases a deposit of low risk, and pays for it once however often it is reported', async () => {
	const asked = deposit('D-1', bookAddress('BTC', 'low'));
	const first = await report(asked);
	expect(first).toMatchObject({
		status: 200,
		body: { depositId: 'D-1', decision: 'release', riskLevel: 'low', riskScore: 4 },
	});
	const again = await report(asked);
	expect(again.body).toEqual(first.body);
	expect(charges()).toBe(1);
});

it('pays once for a deposit of a token that is reported again while its check is under way', async () => {
	const before = charges();
	const transaction = makeTransaction('TRX', 'D-2');
	const asked = {
		...deposit('D-2', bookAddress('TRX', 'low')),
		currency: 'USDT_TRC20',
		transaction,
	};
	const answers = await Promise.all([report(asked), report(asked)]);
	for (const { body } of answers) expect(body).toMatchObject({ decision: 'release' });
	expect(answers[0].body.hash).toBe(answers[1].body.hash);
	expect(charges()).toBe(before + 1);
});

describe('in doubt it holds', () => {
	// What a person has allowed is the wallet, here the own deposit address; each transaction is another.
	beforeAll(async () => {
		const until = new Date(Date.now() + 86_400_000).toISOString();
		const exceptions = (['medium', 'high'] as const).map((kind) => ({
			currency: 'BTC',
			address: bookAddress('BTC', kind),
			until,
			reason: 'Our own deposit address',
			grantedBy: 'Ada',
		}));
		await desk.exceptions.insert(...exceptions);
	});

	it.each([
		['medium risk', 'medium', 'medium'],
		['high risk', 'high', 'high'],
		['a low score with a sanctions signal', 'sanctioned', 'high'],
		['no score', 'unscored', 'unknown'],
		['a check that failed', 'failed', 'unknown'],
		['no result in time', 'neverFinishing', 'unknown'],
	] as const)('%s', async (_, kind, riskLevel) => {
		const { status, body } = await report(deposit(`D-${kind}`, bookAddress('BTC', kind)));
		expect(status).toBe(200);
		expect(body).toMatchObject({ depositId: `D-${kind}`, decision: 'hold', riskLevel });
		expect(body.hash).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
		expect(body.reasons).toEqual(expect.stringMatching(/\w/));
	});

	it.each([
		['a transaction hash with a typing mistake', { transaction: 'not-a-hash' }],
		['a missing address', { address: undefined }],
		['an unknown currency', { currency: 'NOPE' }],
		['nothing at all', { currency: undefined, transaction: undefined, address: undefined }],
	])('%s, and pays nothing', async (_, change) => {
		const before = charges();
		const { status, body } = await report({
			...deposit('D-9', bookAddress('BTC', 'low')),
			...change,
		});
		expect(status).toBe(200);
		expect(body).toMatchObject({ depositId: 'D-9', decision: 'hold', riskLevel: 'unknown' });
		expect(charges()).toBe(before);
	});
});

it('lets nobody in without the key', async () => {
	const before = charges();
	const { status, body } = await report(deposit('D-10', bookAddress('BTC', 'low')), 'guess');
	expect(status).toBe(403);
	expect(body).not.toHaveProperty('decision');
	expect(charges()).toBe(before);
});
