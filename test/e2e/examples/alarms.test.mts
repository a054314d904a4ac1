/**
 * The examples that tell somebody: alerts, the digest, and the watch over the account and the workflows. Each in a real
 * n8n; the tests look at what Slack and the mailbox got.
 */
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
	const mails = () => world.outside.mails.filter(({ to }) => to.includes('compliance@example.com'));
	/** How long a look may take where others use the machine. */
	const LOOK_MS = 150_000;
	const mailWith = async (text: RegExp, from = 0) =>
		await eventually(
			`a mail with ${text}`,
			async () =>
				mails()
					.slice(from)
					.find((mail) => text.test(mail.text)),
			LOOK_MS,
		);
	/**
	 * It looks every five seconds, since what it remembers is kept between published runs only, and leaves n8n twenty
	 * seconds for the call of an error workflow in place of a minute.
	 */
	const often = (example: Workflow) => {
		const rule = { interval: [{ field: 'seconds', secondsInterval: 5 }] };
		const text = JSON.stringify(withParameters(example, 'Every 15 Minutes', { rule }));
		return JSON.parse(
			text.replace('Date.now() - time > 60000', 'Date.now() - time > 20000'),
		) as Workflow;
	};
	/** Until the watch has looked twice more. */
	async function looks(): Promise<void> {
		const count = async () => (await world.rest.executions(watch)).length;
		const before = await count();
		await eventually('two looks', async () => (await count()) >= before + 2, LOOK_MS);
	}
	const withErrorWorkflow = (example: Workflow): Workflow => ({
		...polling(example),
		settings: { ...example.settings, errorWorkflow: watch.id },
	});

	beforeAll(async () => {
		// The number of checks left stands in the answer about the newest check.
		world.sandbox.addCheck({ currency: 'BTC', address: bookAddress('BTC', 'low') });
		watch = await world.publish('watch-account', often);
	});

	afterAll(async () => {
		await world.rest.deactivate(watch);
		world.sandbox.configure({ packageSize: 10_000, token: world.sandbox.token });
	});

	it('tells which workflows are published, and then is silent while all is well', async () => {
		const { text } = await mailWith(/Your AML workflows are now/);
		expect(text).toMatch(/Screen deposits: not published/);
		await looks();
		const known = mails().length;
		await looks();
		expect(mails()).toHaveLength(known);
	});

	it('a dead alarm: without error workflow, with one that n8n does not call, or unpublished, it is named', async () => {
		const from = mails().length;
		const alerts = await world.publish('slack-alerts', polling);
		await mailWith(/Post Slack alerts.*has no error workflow/, from);
		const { settings, versionId } = await world.rest.request<StoredWorkflow>(
			'GET',
			`/workflows/${alerts.id}`,
		);
		// n8n counts this only after Unpublish and Publish.
		const chosen = { ...settings, errorWorkflow: watch.id };
		await world.rest.request('PATCH', `/workflows/${alerts.id}`, { settings: chosen, versionId });
		world.sandbox.configure({ token: 'another' });
		await mailWith(/Post Slack alerts.*failed, and n8n did not call its error workflow/, from);
		world.sandbox.configure({ token: world.sandbox.token });
		await world.rest.deactivate(alerts);
		await mailWith(/Post Slack alerts.*is no longer published/, from);
		await world.rest.request('POST', `/workflows/${alerts.id}/archive`, {});
		await mailWith(/This is over:[\s\S]*is no longer published/, from);
	}, 600_000);

	it('a rehearsal fails in the alert workflow, and its mail comes through its error workflow', async () => {
		const alerts = await world.publish('slack-alerts', withErrorWorkflow);
		const url = `${world.rest.url}/form/${webhookIdOf(alerts, 'Rehearse the Alarm')}`;
		const body = new FormData();
		body.set('field-0', 'Ada');
		const from = mails().length;
		await fetch(url, { method: 'POST', body });
		expect((await mailWith(/rehearsal by Ada/, from)).text).toContain('Post Slack alerts');
		await world.rest.deactivate(alerts);
	});

	it('rings once for each reason of a trigger that fails, and when the package runs low', async () => {
		const from = mails().length;
		const alerts = await world.publish('slack-alerts', withErrorWorkflow);
		world.sandbox.configure({ token: 'another' });
		await mailWith(/Post Slack alerts[\s\S]*credentials/, from);
		await mailWith(/The AML account can.t be read/, from);
		await looks();
		const about = mails()
			.slice(from)
			.filter(({ text }) => /“Post Slack alerts.*” failed:/.test(text));
		expect(about).toHaveLength(1);
		await world.rest.deactivate(alerts);
		world.sandbox.configure({ token: world.sandbox.token, packageSize: world.charges + 1 });
		await mailWith(/The package is low: checks left: 1/, from);
		world.sandbox.configure({ packageSize: world.charges });
		await mailWith(/The package is empty/, from);
		world.sandbox.configure({ packageSize: 10_000 });
		await mailWith(/This is over:[\s\S]*The package is empty/, from);
		await takeMessages(world, 'watch-account', 4);
	});

	it('a mail that can not leave is sent later', async () => {
		const from = mails().length;
		world.outside.refuseMails(true);
		world.sandbox.configure({ packageSize: world.charges + 2 });
		await looks();
		expect(mails()).toHaveLength(from);
		world.outside.refuseMails(false);
		await mailWith(/The package is low/, from);
		world.sandbox.configure({ packageSize: 10_000 });
	});
});

it('has asked nothing of other machines', () => {
	expect(world.outside.strangers).toEqual([]);
});
