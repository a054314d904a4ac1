/**
 * The examples that tell somebody: alerts, the digest, and the watch over the account and the workflows. Each in a real
 * n8n; the tests look at what Slack and the mailbox got.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredWorkflow, Workflow } from '../../../instance/rest.mts';
import { bookAddress, type BookKind } from '../../../sandbox/server.mts';
import { takeMessages } from '../../../scripts/screenshots/results.mts';
import { eventually, START_UP_MS } from '../harness/shared.mts';
import { atLength, webhookIdOf, withParameters } from './support.mts';
import { World } from './world.mts';

let world: World;

beforeAll(async () => {
	world = await World.open({ isSignedIn: false });
}, START_UP_MS);

afterAll(async () => {
	await world?.close();
});

/** Every three seconds, so that no test waits for a poll. */
const SECONDS = 3;
const pollTimes = {
	item: Array.from({ length: 60 / SECONDS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * SECONDS} * * * * *`,
	})),
};
const polling = (example: Workflow) => withParameters(example, 'High-Risk Check', { pollTimes });

const posted = () =>
	world.outside.sent.filter(({ to }) => to === 'slack').map(({ body }) => String(body.text));

describe('Post Slack alerts for high-risk checks', () => {
	/** Networks whose book has a high wallet; the first three have one whose check fails, too. */
	const NETWORKS = ['BTC', 'ETH', 'TRX', 'LTC', 'BCH', 'BSV', 'XRP', 'XLM'] as const;
	const add = (kind: BookKind, currency: (typeof NETWORKS)[number] = 'BTC') =>
		world.sandbox.addCheck({ currency, address: bookAddress(currency, kind) });

	it('posts each check once, ten in a message and worst first, one message after the other', async () => {
		const workflow = await world.publish('slack-alerts', polling);
		add('low');
		add('high');
		await eventually('the alert', async () => posted().length > 0);
		expect(posted()).toHaveLength(1);
		expect(posted()[0]).toContain(bookAddress('BTC', 'high'));
		expect(posted()[0]).toMatch(/\|Open the report>/);
		for (let index = 0; index < 8; index += 1) add('failed', NETWORKS[index % 3]);
		for (let index = 0; index < 16; index += 1)
			add(index % 3 === 0 ? 'sanctioned' : 'high', NETWORKS[index % 8]);
		// Slack refuses the second message twice.
		world.outside.limitSlack(1, 2);
		await eventually('the last message', async () => posted().length === 4);
		const lines = posted()
			.slice(1)
			.flatMap((text) => text.split('\n'));
		expect(lines).toHaveLength(24);
		expect(lines.map((line) => line.includes('HIGH'))).toEqual([
			...Array(16).fill(true),
			...Array(8).fill(false),
		]);
		await takeMessages(world, 'slack-alerts', 2);
		await world.rest.deactivate(workflow);
	});

	atLength(
		'if Slack refuses for long, the run fails, and Retry posts the rest, each once',
		async () => {
			const workflow = await world.publish('slack-alerts', polling);
			const known = posted().length;
			for (let index = 0; index < 24; index += 1) add('high');
			world.outside.limitSlack(1, 5);
			const failed = await eventually('the run fails', async () => {
				const runs = await world.rest.executions(workflow);
				return runs.find(({ status }) => status === 'error');
			});
			expect(posted().slice(known)).toHaveLength(1);
			await world.rest.request('POST', `/executions/${failed.id}/retry`, { loadWorkflow: false });
			await eventually('the rest', async () => posted().length >= known + 3);
			const texts = posted().slice(known);
			expect(texts.map((text) => text.split('\n').length)).toEqual([10, 10, 4]);
			await world.rest.deactivate(workflow);
		},
	);
});

describe('Report each day what was screened', () => {
	it('posts one message about all checks since the last one', async () => {
		const workflow = await world.publish('digest', (example) =>
			withParameters(example, 'Checks of the Day', { pollTimes }),
		);
		const known = posted().length;
		for (const kind of ['low', 'medium', 'high'] as const)
			world.sandbox.addCheck({ currency: 'BTC', address: bookAddress('BTC', kind) });
		await eventually('all three', async () => {
			const text = posted().slice(known).join();
			return ['medium', 'high'].every((kind) =>
				text.includes(bookAddress('BTC', kind as BookKind)),
			);
		});
		expect(posted().slice(known).join()).toMatch(/\d checks since yesterday/);
		await takeMessages(world, 'digest', 1);
		await world.rest.deactivate(workflow);
	});
});

describe('Watch the account and its workflows', () => {
	let watch: StoredWorkflow;
	const mails = () =>
		world.outside.mails
			.filter(({ to }) => to.includes('compliance@example.com'))
			.map(({ text }) => text);
	/** What the schedule does every 15 minutes; returns the mails that left meanwhile. */
	async function look(): Promise<string> {
		const known = mails().length;
		await world.run(watch, 'Every 15 Minutes');
		return mails().slice(known).join('\n---\n');
	}
	/** The alerts, published; n8n takes an error workflow at publishing. */
	const publishAlerts = async (errorWorkflow?: string) =>
		await world.publish('slack-alerts', (example) => ({
			...polling(example),
			settings: { ...example.settings, ...(errorWorkflow ? { errorWorkflow } : {}) },
		}));
	const mailAbout = async (text: RegExp, from: number) =>
		await eventually(`a mail with ${text}`, async () =>
			mails()
				.slice(from)
				.find((mail) => text.test(mail)),
		);

	beforeAll(async () => {
		// The number of checks left stands in the answer about the newest check.
		world.sandbox.addCheck({ currency: 'BTC', address: bookAddress('BTC', 'low') });
		watch = await world.publish('watch-account', (example) => {
			const rule = { interval: [{ field: 'cronExpression', expression: '0 0 1 1 *' }] };
			const text = JSON.stringify(withParameters(example, 'Every 15 Minutes', { rule }));
			// n8n has a second for its call in place of a minute.
			return JSON.parse(text.replace('> 60000', '> 1000')) as Workflow;
		});
	});

	afterEach(() =>
		world.sandbox.configure({ packageSize: 10_000, token: world.sandbox.token, latencyMs: 0 }),
	);

	afterAll(async () => {
		await world.rest.deactivate(watch);
	});

	it('tells which workflows are published, and then is silent while all is well', async () => {
		const told = await look();
		expect(told).toContain('Your AML workflows are now');
		expect(told).toContain('Screen deposits: not published');
		expect(await look()).toBe('');
	});

	it('a dead alarm: without error workflow, with one that n8n does not call, or unpublished, it is named', async () => {
		const alerts = await publishAlerts();
		expect(await look()).toMatch(/Post Slack alerts.*has no error workflow/);
		const { settings, versionId } = await world.rest.request<StoredWorkflow>(
			'GET',
			`/workflows/${alerts.id}`,
		);
		const chosen = { ...settings, errorWorkflow: watch.id };
		await world.rest.request('PATCH', `/workflows/${alerts.id}`, { settings: chosen, versionId });
		world.sandbox.configure({ token: 'another' });
		await eventually('the trigger fails', async () => (await world.rest.executions(alerts)).length);
		world.sandbox.configure({ token: world.sandbox.token });
		await eventually('it is named', async () =>
			/Post Slack alerts.*failed, and n8n did not call its error workflow/.test(await look()),
		);
		await world.rest.deactivate(alerts);
		expect(await look()).toMatch(/Post Slack alerts.*is no longer published/);
		await world.rest.request('POST', `/workflows/${alerts.id}/archive`, {});
		expect(await look()).toMatch(/This is over:[\s\S]*is no longer published/);
	});

	it('a rehearsal fails in the alert workflow and rings; a look that runs meanwhile forgets nothing', async () => {
		const alerts = await publishAlerts(watch.id);
		await look();
		const known = mails().length;
		world.sandbox.configure({ latencyMs: 2_000 });
		const running = await world.rest.start(watch, 'Every 15 Minutes');
		const body = new FormData();
		body.set('field-0', 'Ada');
		const url = `${world.rest.url}/form/${webhookIdOf(alerts, 'Rehearse the Alarm')}`;
		await fetch(url, { method: 'POST', body });
		expect(await mailAbout(/rehearsal by Ada/, known)).toContain('Post Slack alerts');
		expect((await world.rest.execution(running)).status).toBe('running');
		world.sandbox.configure({ latencyMs: 0 });
		await world.rest.ended(running);
		await sleep(1_500);
		expect(await look()).toBe('');
		expect(mails().slice(known)).toHaveLength(1);
		await world.rest.deactivate(alerts);
	});

	it('rings for a trigger that fails, and tells of the account once, until it is over', async () => {
		const known = mails().length;
		const alerts = await publishAlerts(watch.id);
		world.sandbox.configure({ packageSize: world.charges + 1 });
		expect(await look()).toContain('The package is low: checks left: 1');
		world.sandbox.configure({ token: 'another' });
		await mailAbout(/“Post Slack alerts.*” failed:[\s\S]*credentials/, known);
		const told = await look();
		expect(told).toContain('The AML account can’t be read');
		expect(told).not.toMatch(/over:\s+The package/);
		world.sandbox.configure({ token: world.sandbox.token, packageSize: world.charges });
		expect(await look()).toMatch(/The package is empty[\s\S]*over:[\s\S]*The package is low/);
		await takeMessages(world, 'watch-account', 5);
		world.sandbox.configure({ packageSize: 10_000 });
		expect(await look()).toMatch(/This is over:\s+The package is empty/);
		await world.rest.deactivate(alerts);
	});

	it('a mail that can not leave is sent by the next look', async () => {
		world.outside.refuseMails(true);
		world.sandbox.configure({ packageSize: world.charges + 2 });
		expect((await world.rest.run(watch, 'Every 15 Minutes')).status).toBe('error');
		world.outside.refuseMails(false);
		expect(await look()).toContain('The package is low: checks left: 2');
	});
});
