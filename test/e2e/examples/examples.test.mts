/**
 * Each example in a real n8n. The people behind Slack, Telegram, e-mail and Google Sheets are on this machine, and the
 * tests look at what they were sent. Only the level low ever passes.
 */
import { outputOf, type StoredWorkflow, type Workflow } from '../../../demo/lib/rest.mts';
import { bookAddress, type BookKind, type FaultSpec } from '../../../sandbox/server.mts';
import { chain, eventually, listNode, node, START_UP_MS } from '../harness/shared.mts';
import { answered, linkIn, press } from './buttons.mts';
import { DataTable } from './dataTables.mts';
import {
	readExcel,
	takeHtml,
	takeMessages,
	takeOpenPage,
	takeRows,
	takeSheet,
} from './pictures.mts';
import { jsonOf, nthExecution, openForm, ranIn, submitForm, withParameters } from './support.mts';
import { World } from './world.mts';

let world: World;

beforeAll(async () => {
	world = await World.open();
}, START_UP_MS);

afterEach(() => world.sandbox.clearFaults());

afterAll(async () => {
	await world?.close();
});

const MISTYPED = '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36';
const OUTAGE: FaultSpec = {
	method: 'checkup.checkaddr',
	kind: 'serverErrorBefore',
	times: Infinity,
};
/** Nothing works, and nothing is submitted: the node looks for earlier checks first. */
const NO_HISTORY: FaultSpec = { ...OUTAGE, method: 'checkup.getcheckshistory' };
const EMPTY_PACKAGE: FaultSpec = { method: 'checkup.checkaddr', kind: 'rpcError', times: Infinity };

/** A copy of an example whose screening node waits at most so many seconds. */
const withTimeout = (name: string, timeout: number) => (workflow: Workflow) => {
	const { options } = workflow.nodes.find((one) => one.name === name)?.parameters ?? {};
	return withParameters(workflow, name, { options: { ...(options as object), timeout } });
};

describe('Screen a wallet from a form', () => {
	let workflow: StoredWorkflow;
	let submitted = 0;

	beforeAll(async () => {
		workflow = await world.publish('screen-wallet-form', withTimeout('Screen Wallet', 3));
	});

	async function submit(address: string) {
		await openForm(world.editor, workflow, 'Wallet Form');
		await world.editor.page.locator('#field-0').fill(address);
		const page = await submitForm(world.editor);
		submitted += 1;
		return { page, ran: ranIn(await nthExecution(world.rest, workflow, submitted)) };
	}

	const review = async (address: string) =>
		await (await DataTable.named(world.rest, 'Wallet Reviews')).rows({ address });

	it.each<[string, string, string, number]>([
		['low', bookAddress('BTC', 'low'), 'Your wallet is accepted', 1],
		['low in all assets', bookAddress('TRX', 'low'), 'Your wallet is accepted', 3],
		['low, but for its USDT', bookAddress('TRX', 'dirtyUsdt'), 'We can’t accept', 3],
		['high', bookAddress('ETH', 'high'), 'We can’t accept this wallet', 3],
		['sanctioned, with a low score', bookAddress('BTC', 'sanctioned'), 'We can’t accept', 1],
	])('%s', async (_, address, heading, charges) => {
		const before = world.charges;
		const { page, ran } = await submit(address);
		expect(page).toContain(heading);
		expect(ran).not.toContain('In Review');
		expect(world.charges - before).toBe(charges);
	});

	it.each<BookKind>(['medium', 'unscored', 'failed', 'neverFinishing'])(
		'%s goes to review, and the team finds it in the table',
		async (kind) => {
			const address = bookAddress('BTC', kind);
			const { page, ran } = await submit(address);
			expect(page).toContain('We are looking at your wallet');
			if (kind === 'medium') await takeOpenPage(world.editor.page, 'screen-wallet-form', '.card');
			expect(ran).not.toContain('Approved');
			const [row] = await review(address);
			expect(row.hash).toMatch(/^[0-9a-f-]{36}$/);
			expect(row.summary).toContain(address);
		},
	);

	it('a low 0x… whose network nobody named goes to review, which a person reads in the table', async () => {
		const address = bookAddress('ETH', 'low');
		const { page, ran } = await submit(address);
		expect(page).toContain('We are looking at your wallet');
		expect(ran).not.toContain('Approved');
		const [row] = await review(address);
		expect(row).toMatchObject({ riskLevel: 'low', decision: 'review' });
		expect(row.summary).toContain('as 0x is read unless EVM Network is set');
	});

	it.each([
		['an outage', OUTAGE],
		['an empty package', EMPTY_PACKAGE],
	])('%s goes to review', async (_, fault) => {
		world.sandbox.fault(fault);
		const address = bookAddress('LTC', 'low');
		const { page, ran } = await submit(address);
		expect(page).toContain('We are looking at your wallet');
		expect(ran).not.toContain('Approved');
		expect(await review(address)).toHaveLength(1);
		await (await DataTable.named(world.rest, 'Wallet Reviews')).remove('address', address);
	});

	it.each([MISTYPED, 'vitalik.eth', 'what is a wallet?'])(
		'%s goes back to the customer, free',
		async (text) => {
			const before = world.charges;
			const { page } = await submit(text);
			expect(page).toContain('Please check the address');
			expect(world.charges).toBe(before);
			expect(await review(text)).toEqual([]);
		},
	);
});

describe('Screen a Google Sheet', () => {
	const DOCUMENT = { __rl: true, mode: 'id', value: 'sheet-of-this-machine' };
	const SHEET = { __rl: true, mode: 'name', value: 'Sheet1' };
	const TABLES = ['Read Sheet', 'Write Result', 'Write Refusal', 'Rows That Wait', 'Finish Row'];

	it('fills the rows without a result, writes a refusal, and leaves rows empty in an outage', async () => {
		const { sheet } = world.outside;
		sheet.splice(
			0,
			sheet.length,
			['Address', 'Network', 'Risk Level', 'Summary', 'Report', 'Check'],
			[bookAddress('BCH', 'low'), '', '', '', '', ''],
			[bookAddress('ETH', 'high'), 'Ethereum', '', '', '', ''],
			[MISTYPED, '', '', '', '', ''],
			[bookAddress('BTC', 'low'), '', 'high', 'by hand', '', ''],
		);
		const chosen = (example: Workflow) =>
			TABLES.reduce(
				(one, name) => withParameters(one, name, { documentId: DOCUMENT, sheetName: SHEET }),
				withTimeout('Screen Wallets', 3)(example),
			);
		const workflow = await world.publish('screen-google-sheet', chosen);
		const before = world.charges;
		const levels = () => sheet.slice(1).map((row) => row[2]);
		world.sandbox.fault(NO_HISTORY);
		await world.rest.run(workflow, 'Every Hour');
		expect(levels()).toEqual(['', '', 'unknown', 'high']);
		world.sandbox.clearFaults();
		const filled = ['low', 'high', 'unknown', 'high'];
		await eventually('the rows are filled', async () => {
			await world.rest.run(workflow, 'Every Hour');
			return levels().join() === filled.join();
		});
		await takeSheet(world, 'screen-google-sheet');
		expect(sheet[2][3]).toContain(bookAddress('ETH', 'high'));
		expect(world.charges - before).toBeLessThanOrEqual(2);
	});
});

describe('Post Slack alerts for high-risk checks', () => {
	const pollTimes = {
		item: Array.from({ length: 12 }, (_, index) => ({
			mode: 'custom',
			cronExpression: `${index * 5} * * * * *`,
		})),
	};
	const add = (kind: BookKind) =>
		world.sandbox.addCheck({ currency: 'BTC', address: bookAddress('BTC', kind) });
	const posted = () =>
		world.outside.sent.filter(({ to }) => to === 'slack').map(({ body }) => String(body.text));

	it('posts one message for each check, and one digest for more than five', async () => {
		const workflow = await world.publish('slack-alerts', (example) =>
			withParameters(example, 'High-Risk Check', { pollTimes }),
		);
		add('low');
		add('high');
		await eventually('the alert', async () => posted().length > 0);
		expect(posted()).toHaveLength(1);
		expect(posted()[0]).toMatch(/HIGH/);
		expect(posted()[0]).toContain(bookAddress('BTC', 'high'));
		expect(posted()[0]).toMatch(/\|Open the report>/);
		for (let index = 0; index < 8; index += 1) add(index < 4 ? 'failed' : 'high');
		await eventually('the digest', async () =>
			posted().some((text) => /8 checks need a look/.test(text)),
		);
		expect(posted()).toHaveLength(2);
		const [, ...lines] = posted()[1].split('\n');
		const isHigh = lines.map((line) => line.startsWith('• HIGH'));
		expect(isHigh).toEqual([...Array(4).fill(true), ...Array(4).fill(false)]);
		await takeMessages(world, 'slack-alerts', 2);
		for (let index = 0; index < 60; index += 1) add('high');
		const long = await eventually('the long digest', async () =>
			posted().find((text) => /60 checks need a look/.test(text)),
		);
		expect(long.length).toBeLessThanOrEqual(3000);
		const shown = long.split('\n').filter((line) => line.startsWith('•')).length;
		expect(shown).toBeGreaterThan(5);
		expect(long).toMatch(new RegExp(`\n… and ${60 - shown} more$`));
		await world.rest.deactivate(workflow);
	});
});

describe('Approve wallets in Slack or by e-mail', () => {
	const slackQuestions = () =>
		world.outside.sent
			.filter(({ to, body }) => to === 'slack' && body.blocks)
			.map(({ body }) => JSON.stringify(body));

	async function request(workflow: StoredWorkflow, address: string) {
		await openForm(world.editor, workflow, 'Wallet Form');
		await world.editor.page.locator('#field-0').fill(address);
		await world.editor.page.locator('#field-1').fill('Acme Ltd');
		await world.editor.page.locator('#submit-btn').click();
		await world.editor.page.locator('#n8n-form').waitFor({ state: 'hidden' });
	}

	it('approves low at once, and the rest only by the button Approve', async () => {
		const workflow = await world.publish('approve-wallet');
		await request(workflow, bookAddress('XLM', 'low'));
		expect(ranIn(await nthExecution(world.rest, workflow, 1))).toContain('Approved');
		expect(slackQuestions()).toEqual([]);

		await request(workflow, bookAddress('TRX', 'medium'));
		const question = await eventually('the question in Slack', async () => slackQuestions()[0]);
		expect(question).toContain(bookAddress('TRX', 'medium'));
		await takeMessages(world, 'approve-wallet', 1);
		await press(linkIn(question, true));
		expect(ranIn(await nthExecution(world.rest, workflow, 2))).toContain('Approved');

		await request(workflow, MISTYPED);
		const second = await eventually('the second question', async () => slackQuestions()[1]);
		await press(linkIn(second, false));
		const refused = ranIn(await nthExecution(world.rest, workflow, 3));
		expect(refused).toContain('Rejected');
		expect(refused).not.toContain('Approved');
		await world.rest.deactivate(workflow);
	});

	it('asks by e-mail where that is chosen', async () => {
		const workflow = await world.publish(
			'approve-wallet',
			(example) =>
				JSON.parse(
					JSON.stringify(example).replace('"value":"slack"', '"value":"email"'),
				) as Workflow,
		);
		await request(workflow, bookAddress('TRX', 'high'));
		const mail = await eventually('the e-mail', async () =>
			world.outside.mails.find(({ subject }) => subject.includes('Acme Ltd')),
		);
		expect(mail.text).toContain(bookAddress('TRX', 'high'));
		await press(linkIn(mail.text, false));
		expect(ranIn(await nthExecution(world.rest, workflow, 1))).toContain('Rejected');
	});
});

describe('Answer wallet addresses in Telegram', () => {
	const replies = () =>
		world.outside.sent.filter(({ to }) => to === 'telegram').map(({ body }) => String(body.text));
	/** Sends a message with the form of the demo's page. */
	const write = async (text: string) =>
		await fetch(`${world.outside.url}/say`, {
			method: 'POST',
			body: new URLSearchParams({ text }),
		});

	it('answers with the level, refuses what is no address, and ignores strangers', async () => {
		const workflow = await world.publish('telegram-bot');
		const before = world.charges;
		await world.outside.say('hello');
		await eventually('the refusal', async () => replies().length === 1);
		expect(world.charges).toBe(before);
		await world.outside.say(`https://etherscan.io/address/${bookAddress('ETH', 'sanctioned')}`);
		await eventually('the answer', async () => replies().length === 2);
		expect(replies()[1]).toMatch(/^HIGH/);
		await takeMessages(world, 'telegram-bot', 2);
		await world.outside.say(bookAddress('BTC', 'medium'), 42);
		await write(`Is ${bookAddress('BCH', 'high')} clean?`);
		await eventually('the answer to a question', async () => replies().length === 3);
		expect(replies()[2]).toMatch(/^HIGH/);
		await write(`From ${bookAddress('BTC', 'low')} to ${bookAddress('BTC', 'medium')}, please`);
		await eventually('the refusal of two addresses', async () => replies().length === 4);
		expect(replies()[3]).not.toMatch(/^(LOW|MEDIUM)/);
		await world.rest.deactivate(workflow);
		expect(replies()).toHaveLength(4);
		expect(world.charges - before).toBe(2);
		await eventually('nobody listens', async () => (await write('hello')).status === 409);
	});
});

describe('Let an AI agent screen wallets with approval', () => {
	let workflow: StoredWorkflow;
	let asked = 0;
	const chat = () => world.editor.get('canvas-chat');
	const says = async (text: string) =>
		await chat().getByText(text).last().waitFor({ timeout: 60_000 });
	const press = async (name: string) =>
		await chat().getByRole('button', { name, exact: true }).click({ timeout: 60_000 });

	beforeAll(async () => {
		workflow = await world.publish('ai-agent-tool');
	});

	async function ask(address: string) {
		await world.editor.openWorkflow(workflow.id);
		const button = world.editor.get('workflow-chat-button');
		// The editor remembers whether the chat was open; the button then closes it.
		if ((await button.innerText()).startsWith('Open')) await button.click();
		const input = chat().locator('textarea');
		await input.fill(`Is ${address} all right?`);
		await input.press('Enter');
		asked += 1;
	}

	it('searches first, asks before it pays, and screens all assets when it may', async () => {
		const before = world.charges;
		const address = bookAddress('ETH', 'dirtyUsdt');
		await ask(address);
		await says(`May I screen ${address} (all)? This costs a check for each asset`);
		expect(world.charges).toBe(before);
		await press('Screen it');
		await says('The risk level is high.');
		expect(world.charges - before).toBe(3);
	});

	it('pays nothing when the person says no', async () => {
		const before = world.charges;
		await ask(bookAddress('TRX', 'unscored'));
		await press('Don’t');
		await says('It was not screened: a person has to review it.');
		expect(ranIn(await nthExecution(world.rest, workflow, asked))).not.toContain('Screen Wallet');
		expect(world.charges).toBe(before);
	});
});

describe('The compliance desk', () => {
	let screen: StoredWorkflow;
	let decisions: DataTable;
	let exceptions: DataTable;

	beforeAll(async () => {
		screen = await world.publish('desk-screen', (example) =>
			['Screen Wallet', 'Screen Transaction'].reduce(
				(one, name) => withTimeout(name, 3)(one),
				example,
			),
		);
		const rules = await DataTable.named(world.rest, 'AML Rules');
		const columns = [
			'name',
			'mediumRiskFrom',
			'highRiskFrom',
			'mediumDangerFrom',
			'highDangerFrom',
		];
		await takeRows(world, 'desk-setup', [...columns, 'criticalSignals'], await rules.rows());
		decisions = await DataTable.named(world.rest, 'AML Decisions');
		exceptions = await DataTable.named(world.rest, 'AML Exceptions');
	});

	/** Calls the deciding workflow as another workflow does. */
	async function decide(key: string, address: string, currency = '') {
		const inputs = { key, source: 'Test', customer: 'Ada', currency, address, transaction: '' };
		const names = Object.keys(inputs);
		const workflowInputs = {
			mappingMode: 'defineBelow',
			value: Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`])),
			matchingColumns: [],
			schema: names.map((id) => ({ id, displayName: id, type: 'string' })),
		};
		const workflowId = { __rl: true, mode: 'id', value: screen.id };
		const called = { workflowId, workflowInputs, options: {} };
		const caller = await world.rest.createWorkflow(
			chain('Caller', [
				node('Run', 'n8n-nodes-base.manualTrigger'),
				listNode('Wish', [inputs]),
				node('Decide', 'n8n-nodes-base.executeWorkflow', called, { typeVersion: 1.4 }),
			]),
		);
		const execution = await world.rest.run(caller, 'Run');
		expect([execution.status, execution.data.resultData.error?.message]).toEqual([
			'success',
			undefined,
		]);
		const rows = await decisions.rows({ key });
		expect(rows).toHaveLength(1);
		return rows[0];
	}

	const decisionOn = async (key: string, address: string) => (await decide(key, address)).decision;

	it.each<[BookKind, string]>([
		['low', 'approved'],
		['medium', 'review'],
		['high', 'rejected'],
		['sanctioned', 'rejected'],
		['unscored', 'review'],
		['failed', 'review'],
		['neverFinishing', 'review'],
	])('%s: %s', async (kind, decision) => {
		const row = await decide(`order-${kind}`, bookAddress('ETH', kind));
		expect(row.rules).toMatch(/\w{8}/);
		expect(row).toMatchObject({ decision, source: 'Test', customer: 'Ada' });
		expect(row.hash).toMatch(/^[0-9a-f-]{36}$/);
	});

	it('a wrong address and an outage wait for a person, and are tried again', async () => {
		expect(await decide('typo', MISTYPED)).toMatchObject({
			decision: 'review',
			riskLevel: 'unknown',
		});
		world.sandbox.fault(EMPTY_PACKAGE);
		const address = bookAddress('LTC', 'high');
		expect(await decisionOn('later', address)).toBe('review');
		world.sandbox.clearFaults();
		expect(await decisionOn('later', address)).toBe('rejected');
	});

	it('the same key returns the decision that is there, free; another wallet under it is screened', async () => {
		await decide('order-1', bookAddress('BTC', 'low'));
		const before = world.charges;
		expect(await decisionOn('order-1', bookAddress('BTC', 'low'))).toBe('approved');
		expect(world.charges).toBe(before);
		expect(await decisionOn('order-1', bookAddress('BTC', 'high'))).toBe('rejected');
	});

	it('without rules nothing is screened', async () => {
		const rules = await DataTable.named(world.rest, 'AML Rules');
		await rules.update('name', 'default', { name: 'other' });
		const before = world.charges;
		expect(await decisionOn('no-rules', bookAddress('BCH', 'low'))).toBe('review');
		expect(world.charges).toBe(before);
		await rules.update('name', 'other', { name: 'default' });
	});

	it('an exception covers a medium wallet until its date, and never a high one', async () => {
		const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		const grant = async (kind: BookKind, days: number) =>
			await exceptions.insert({
				address: bookAddress('TRX', kind),
				until: until(days),
				reason: 'Known',
				grantedBy: 'Ada',
			});
		await grant('medium', -1);
		expect(await decisionOn('past', bookAddress('TRX', 'medium'))).toBe('review');
		await grant('medium', 30);
		await grant('high', 30);
		expect(await decide('medium', bookAddress('TRX', 'medium'))).toMatchObject({
			decision: 'approved',
			decidedBy: 'exception',
		});
		expect(await decisionOn('high', bookAddress('TRX', 'high'))).toBe('rejected');
		const columns = ['key', 'customer', 'riskLevel', 'decision', 'decidedBy', 'reason', 'hash'];
		await takeRows(world, 'desk-screen', columns, await decisions.rows());
	});

	it('asks a person once for each row, and keeps the answer only for the check it is about', async () => {
		await decide('ask', bookAddress('BTC', 'medium'));
		for (const row of await decisions.rows({ decision: 'review' }))
			if (row.key !== 'ask')
				await decisions.update('id', row.id, { askedAt: new Date().toISOString() });
		const review = await world.publish('desk-review');
		await world.rest.deactivate(review);
		const id = await world.rest.start(review, 'Every Minute');
		const mail = await eventually('the question', async () =>
			world.outside.mails.find(({ subject }) => subject.includes(bookAddress('BTC', 'medium'))),
		);
		const [, link = ''] = /href="(http[^"]+)"/.exec(mail.text) ?? [];
		await eventually('the form of the question', async () =>
			(await world.editor.page.goto(link.replaceAll('&amp;', '&')))?.ok(),
		);
		await takeOpenPage(world.editor.page, 'desk-review');
		const form = new FormData();
		['Approve', 'Known customer', 'Bo', ''].forEach((value, index) =>
			form.set(`field-${index}`, value),
		);
		await answered(link.replaceAll('&amp;', '&'), { method: 'POST', body: form });
		const execution = await world.rest.ended(id);
		expect(execution.status).toBe('success');
		expect((await decisions.rows({ key: 'ask' }))[0]).toMatchObject({
			decision: 'approved',
			decidedBy: 'Bo',
		});
	});

	it('re-screens what is due, once a day, and asks about a wallet that got worse', async () => {
		const wallets = await DataTable.named(world.rest, 'AML Wallets');
		const due = {
			customer: 'Ada',
			currency: '',
			everyDays: 30,
			nextDue: new Date(0).toISOString(),
			riskLevel: 'low',
		};
		await wallets.insert(
			{ ...due, address: bookAddress('LTC', 'sanctioned') },
			{ ...due, address: bookAddress('LTC', 'low') },
		);
		const workflow = await world.publish('desk-rescreen');
		const before = world.charges;
		expect((await world.rest.run(workflow, 'Every Day')).status).toBe('success');
		await world.rest.run(workflow, 'Every Day');
		expect(world.charges - before).toBe(2);
		const asked = await decisions.rows({ source: 'Re-screening' });
		expect(asked).toHaveLength(1);
		const columns = ['customer', 'address', 'riskLevel', 'summary', 'screenedAt', 'nextDue'];
		await takeRows(world, 'desk-rescreen', columns, await wallets.rows());
		expect(asked[0]).toMatchObject({
			address: bookAddress('LTC', 'sanctioned'),
			decision: 'review',
			riskLevel: 'high',
		});
	});

	it('mails the month as a file', async () => {
		const workflow = await world.publish(
			'desk-report',
			(example) =>
				JSON.parse(
					JSON.stringify(example)
						.replaceAll('minus({ months: 1 })', 'minus({ months: 0 })')
						.replace('"lt"', '"gt"')
						.replace("$now.startOf('month').toISO()", "'2000-01-01'"),
				) as Workflow,
		);
		const execution = await world.rest.run(workflow, 'Every Month');
		expect([execution.status, execution.data.resultData.error?.message]).toEqual([
			'success',
			undefined,
		]);
		expect(jsonOf(execution, 'Read Decisions').length).toBeGreaterThan(5);
		const [{ binary }] = outputOf(execution, 'Excel File');
		const { html } = readExcel(await world.rest.file(String(binary?.data?.id)));
		await takeHtml(world.editor, 'desk-report', html);
		expect(world.outside.mails.some(({ subject }) => /AML decisions of/.test(subject))).toBe(true);
	});
});

it('has asked nothing of other machines', () => {
	expect(world.outside.strangers).toEqual([]);
});
