/**
 * Each example in a real n8n. The people behind Slack, Telegram, e-mail and Google Sheets are on this machine, and the
 * tests look at what they were sent. Only the level low ever passes.
 */
import type { StoredWorkflow } from '../../../instance/rest.mts';
import {
	bookAddress,
	makeAddress,
	makeTransaction,
	type BookKind,
	type FaultSpec,
} from '../../../sandbox/server.mts';
import { chain, eventually, listNode, node, START_UP_MS } from '../harness/shared.mts';
import { fillForm } from './forms.mts';
import { formIn, opened } from './questions.mts';
import { DataTable } from '../../../instance/dataTables.mts';
import {
	takeMessages,
	takeOpenPage,
	takeRows,
	takeSheet,
} from '../../../scripts/screenshots/results.mts';
import {
	atLength,
	jsonOf,
	nthExecution,
	openForm,
	ranIn,
	submitForm,
	withParameters,
	withTimeout,
} from './support.mts';
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

describe('Screen a wallet from a form', () => {
	let workflow: StoredWorkflow;
	let submitted = 0;

	beforeAll(async () => {
		workflow = await world.publish('screen-wallet-form', withTimeout('Screen Wallet', 3));
	});

	async function submit(address: string, network = '') {
		await openForm(world.editor, workflow, 'Wallet Form');
		await world.editor.page.locator('#field-0').fill(address);
		if (network) await world.editor.page.locator('#field-1').selectOption(network);
		const page = await submitForm(world.editor);
		submitted += 1;
		const submissions = async () =>
			(await world.rest.executions(workflow)).filter(({ mode }) => mode === 'webhook');
		const [newest] = await eventually('the run has ended', async () => {
			const ended = await submissions();
			return ended.length >= submitted && ended;
		});
		return { page, ran: ranIn(await world.rest.execution(newest.id)) };
	}

	const review = async (address: string) =>
		(await (await DataTable.find(world.rest, 'Wallet Reviews'))?.rows({ address })) ?? [];

	it.each<[string, string, string, number]>([
		['low', bookAddress('BTC', 'low'), 'Your wallet is accepted', 1],
		['low in all assets', bookAddress('TRX', 'low'), 'Your wallet is accepted', 3],
		['low, but for its USDT', bookAddress('TRX', 'dirtyUsdt'), 'We can’t accept', 3],
		['sanctioned, with a low score', bookAddress('BTC', 'sanctioned'), 'We can’t accept', 1],
	])('%s', async (_, address, heading, charges) => {
		const before = world.charges;
		const { page, ran } = await submit(address);
		expect(page).toContain(heading);
		expect(ran).not.toContain('In Review');
		expect(world.charges - before).toBe(charges);
	});

	it('a 0x address needs its network: with it low passes, without it the customer is asked, free', async () => {
		const address = bookAddress('ETH', 'low');
		const before = world.charges;
		const { page } = await submit(address);
		expect(page).toContain('Please check the address');
		expect(world.charges).toBe(before);
		expect((await submit(address, 'Ethereum')).page).toContain('Your wallet is accepted');
		expect(world.charges - before).toBe(3);
	});

	// The picture of the page is taken of the first one.
	(process.env.PICTURES ? it : atLength).each<BookKind>([
		'medium',
		'unscored',
		'failed',
		'neverFinishing',
	])('%s goes to review, and the team finds it in the table with its hash', async (kind) => {
		const address = bookAddress('BTC', kind);
		const { page, ran } = await submit(address);
		expect(page).toContain('We are looking at your wallet');
		if (kind === 'medium') await takeOpenPage(world.editor.page, 'screen-wallet-form', '.card');
		expect(ran).not.toContain('Approved');
		const [row] = await review(address);
		expect(row.checks).toMatch(/"hash":"[0-9a-f-]{36}"/);
		expect(row.summary).toContain(address);
	});

	atLength('an outage goes to review', async () => {
		world.sandbox.fault(OUTAGE);
		const address = bookAddress('LTC', 'low');
		const { page, ran } = await submit(address);
		expect(page).toContain('We are looking at your wallet');
		expect(ran).not.toContain('Approved');
		expect(await review(address)).toHaveLength(1);
		await (await DataTable.named(world.rest, 'Wallet Reviews')).remove('address', address);
	});

	it('an empty package goes to review, and the next look fails, so that the error workflow rings', async () => {
		world.sandbox.configure({ packageSize: world.charges });
		const address = bookAddress('XRP', 'high');
		expect((await submit(address)).page).toContain('We are looking at your wallet');
		world.sandbox.configure({ packageSize: 10_000 });
		const run = await world.rest.run(workflow, 'Every 10 Minutes');
		expect(run.status).toBe('error');
		const [row] = await review(address);
		expect(run.data.resultData.error?.message).toBe(row.summary);
	});

	it.each([MISTYPED, 'vitalik.eth', 'what is a wallet?'])(
		'%s goes back to the customer, free, in words for outsiders',
		async (text) => {
			const before = world.charges;
			const { page } = await submit(text);
			expect(page).toContain('Please check the address');
			expect(page).not.toMatch(/item|Currency|EVM/);
			expect(world.charges).toBe(before);
			expect(await review(text)).toEqual([]);
		},
	);

	atLength.each([
		['low', bookAddress('XRP', 'low'), 'Your wallet is accepted', 1, 0],
		['medium', bookAddress('TRX', 'medium'), 'We are looking at your wallet', 3, 1],
	] as const)(
		'%s: the button pressed twice at once, and once more, pays once and is at most one row',
		async (_, address, heading, charges, rows) => {
			const before = world.charges;
			const press = async () => await fillForm(world.rest, workflow, 'Wallet Form', [address, '']);
			for (const { page } of [...(await Promise.all([press(), press()])), await press()])
				expect(page).toContain(heading);
			expect(world.charges - before).toBe(charges);
			expect(await review(address)).toHaveLength(rows);
		},
	);
});

describe('Screen a Google Sheet', () => {
	const DOCUMENT = { __rl: true, mode: 'id', value: 'sheet-of-this-machine' };
	const SHEET = { __rl: true, mode: 'name', value: 'Sheet1' };
	const HEADER = ['Address', 'Network', 'Risk Level', 'Summary', 'Report', 'Check'];
	let workflow: StoredWorkflow;
	const fill = (...rows: string[][]) => {
		const { sheet } = world.outside;
		const full = rows.map((row) => HEADER.map((_, index) => row[index] ?? ''));
		sheet.splice(0, sheet.length, [...HEADER], ...full);
		return sheet;
	};
	const levels = () => world.outside.sheet.slice(1).map((row) => row[2]);

	beforeAll(async () => {
		workflow = await world.publish('screen-google-sheet', (example) =>
			withParameters(withTimeout('Screen Wallets', 5)(example), 'Read Sheet', {
				documentId: DOCUMENT,
				sheetName: SHEET,
			}),
		);
	});

	afterAll(async () => {
		world.sandbox.configure({ processingMs: 200 });
		await world.rest.deactivate(workflow);
	});

	it('fills the rows without a result, writes a refusal, and leaves rows empty in an outage', async () => {
		const sheet = fill(
			[bookAddress('BCH', 'low')],
			[bookAddress('ETH', 'high'), 'Ethereum'],
			[MISTYPED],
			[bookAddress('BTC', 'low'), '', 'high', 'by hand'],
			[bookAddress('TRX', 'dirtyUsdt')],
		);
		const before = world.charges;
		world.sandbox.fault(NO_HISTORY);
		await world.rest.run(workflow, 'Every Hour');
		expect(levels()).toEqual(['', '', 'unknown', 'high', '']);
		world.sandbox.clearFaults();
		const filled = ['low', 'high', 'unknown', 'high', 'high'];
		await eventually('the rows are filled once the service is back', async () => {
			await world.rest.run(workflow, 'Every Hour');
			return levels().join() === filled.join();
		});
		await takeSheet(world, 'screen-google-sheet');
		expect(sheet[2][3]).toContain(bookAddress('ETH', 'high'));
		expect(sheet[4][3]).toBe('by hand');
		const paid = world.charges - before;
		expect(paid).toBe(7);
		await world.rest.run(workflow, 'Every Hour');
		expect(world.charges - before).toBe(paid);
	});

	it('writes a level only beside the wallet that was screened, though rows are added, removed and sorted meanwhile', async () => {
		const [low, high, gone] = [
			bookAddress('XLM', 'low'),
			bookAddress('XLM', 'high'),
			bookAddress('XLM', 'sanctioned'),
		];
		const sheet = fill([low], [high], [gone], [low]);
		world.sandbox.configure({ processingMs: 3000 });
		const before = world.charges;
		const id = await world.rest.start(workflow, 'Every Hour');
		await eventually('the checks run', async () => world.charges - before >= 3);
		const [header, , second, , last] = sheet;
		const changed = fill([bookAddress('BCH', 'high')], [bookAddress('BCH', 'sanctioned')]).slice(1);
		sheet.splice(0, sheet.length, header, last, ...changed, second);
		expect((await world.rest.ended(id)).status).toBe('success');
		world.sandbox.configure({ processingMs: 200 });
		expect(sheet.slice(1).map(([address, , level]) => [address, level])).toEqual([
			[low, 'low'],
			[bookAddress('BCH', 'high'), ''],
			[bookAddress('BCH', 'sanctioned'), ''],
			[high, 'high'],
		]);
		// Of each wallet XLM and USDC are checked.
		expect(world.charges - before).toBe(6);
	});

	it.each([
		['a small letter', 'Risk Level', 'Risk level'],
		['a small letter in the first', 'Address', 'address'],
		['a blank at the end', 'Network', 'Network '],
		['no column for the hash', 'Check', ''],
	])('%s stops the run before anything is paid, and is named', async (_, name, written) => {
		const sheet = fill([bookAddress('XLM', 'low')]);
		sheet[0] = sheet[0].map((column) => (column === name ? written : column));
		const before = world.charges;
		const run = await world.rest.run(workflow, 'Every Hour');
		expect(run.status).toBe('error');
		expect(run.data.resultData.error?.message).toContain(`“${name}”`);
		expect(world.charges).toBe(before);
	});

	atLength(
		'a check that still runs keeps its hash, and gets its level later without a second payment, though the button was pressed twice',
		async () => {
			const sheet = fill([bookAddress('XRP', 'low')]);
			world.sandbox.configure({ processingMs: 3_600_000 });
			const before = world.charges;
			const press = async () => await world.rest.run(workflow, 'Every Hour');
			await Promise.all([press(), press()]);
			expect(sheet[1][2]).toBe('pending');
			const hash = sheet[1][5];
			expect(hash).toMatch(/^[0-9a-f-]{36}$/);
			const paid = world.charges - before;
			expect(paid).toBe(1);
			world.sandbox.configure({ processingMs: 200 });
			world.sandbox.updateCheck(hash, { status: 'SUCCESS', riskscore: 3 });
			await world.rest.run(workflow, 'Every Hour');
			expect(sheet[1].slice(2, 6)).toEqual(['low', expect.any(String), expect.any(String), hash]);
			// One that hangs since another day is paid for once more, and then waits for a person.
			world.sandbox.configure({ processingMs: 3_600_000 });
			fill([makeAddress('XRP', 'slow'), '', 'pending', '', '', 'of-yesterday']);
			for (const run of ['first', 'second']) {
				await press();
				expect([run, levels(), world.charges - before]).toEqual([run, ['unknown'], paid + 1]);
			}
			world.sandbox.configure({ processingMs: 200 });
		},
	);

	atLength(
		'an empty package fails the run at its end, so that the error workflow rings',
		async () => {
			fill([bookAddress('XRP', 'sanctioned')]);
			world.sandbox.configure({ packageSize: world.charges });
			const run = await world.rest.run(workflow, 'Every Hour');
			world.sandbox.configure({ packageSize: 10_000 });
			expect(run.status).toBe('error');
			expect(levels()).toEqual(['']);
		},
	);
});

describe('Post Slack alerts for high-risk checks', () => {
	const pollTimes = {
		item: Array.from({ length: 12 }, (_, index) => ({
			mode: 'custom',
			cronExpression: `${index * 5} * * * * *`,
		})),
	};
	/** Networks whose book has a high wallet; the first three have one whose check fails, too. */
	const NETWORKS = ['BTC', 'ETH', 'TRX', 'LTC', 'BCH', 'BSV', 'XRP', 'XLM'] as const;
	const add = (kind: BookKind, currency: (typeof NETWORKS)[number] = 'BTC') =>
		world.sandbox.addCheck({ currency, address: bookAddress(currency, kind) });
	const posted = () =>
		world.outside.sent.filter(({ to }) => to === 'slack').map(({ body }) => String(body.text));

	it('posts each check once, ten in a message and worst first, one message after the other', async () => {
		const workflow = await world.publish('slack-alerts', (example) =>
			withParameters(example, 'High-Risk Check', { pollTimes }),
		);
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
		await eventually('all of them', async () => posted().join().split('HIGH').length - 1 >= 17);
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
			const workflow = await world.publish('slack-alerts', (example) =>
				withParameters(example, 'High-Risk Check', { pollTimes }),
			);
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
			const links = texts.join().match(/<http[^|]*/g) ?? [];
			expect(new Set(links).size).toBe(24);
			await world.rest.deactivate(workflow);
		},
	);
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
		const answerTo = async (send: () => Promise<unknown>) => {
			const known = replies().length;
			await send();
			await eventually('an answer', async () => replies().length > known);
			return replies()[known];
		};
		const say = async (...said: Parameters<typeof world.outside.say>) =>
			await answerTo(async () => await world.outside.say(...said));
		for (const text of ['hello', '/start']) expect(await say(text)).toContain('wallet address');
		const two = `From ${bookAddress('BTC', 'low')} to ${bookAddress('BTC', 'medium')}, please`;
		expect(await answerTo(async () => await write(two))).toMatch(/one wallet address/);
		expect(world.charges).toBe(before);
		const bare = bookAddress('ETH', 'sanctioned');
		expect(await say(bare)).toMatch(/add the network/);
		expect(world.charges).toBe(before);
		expect(await say(`https://etherscan.io/address/${bare}`)).toMatch(/^HIGH/);
		expect(await say(`${bare} Ethereum`)).toMatch(/^HIGH/);
		await world.outside.say(bookAddress('BTC', 'medium'), 42);
		const question = `Is ${bookAddress('BCH', 'high')} clean?`;
		expect(await answerTo(async () => await write(question))).toMatch(/^HIGH/);
		const photo = { caption: `this one: ${bookAddress('LTC', 'high')}`, message_thread_id: 7 };
		expect(await say(photo)).toMatch(/^HIGH/);
		await takeMessages(world, 'telegram-bot', 2);
		const { body } = world.outside.sent.filter(({ to }) => to === 'telegram').at(-1) ?? {};
		expect(body).toMatchObject({ message_thread_id: 7, reply_to_message_id: 1 });
		await world.rest.deactivate(workflow);
		expect(world.charges - before).toBeLessThanOrEqual(5);
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

	atLength('asked again about the same wallet, pays nothing', async () => {
		const before = world.charges;
		await ask(bookAddress('ETH', 'dirtyUsdt'));
		await nthExecution(world.rest, workflow, asked);
		expect(world.charges).toBe(before);
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
	let review: StoredWorkflow;
	let decisions: DataTable;
	let exceptions: DataTable;

	beforeAll(async () => {
		screen = await world.publish('desk-screen', (example) =>
			['Screen Wallet', 'Screen Transaction'].reduce(
				(one, name) => withTimeout(name, 3)(one),
				example,
			),
		);
		review = await world.publish('desk-review');
		decisions = await DataTable.named(world.rest, 'AML Decisions');
		exceptions = await DataTable.named(world.rest, 'AML Exceptions');
	});

	afterAll(async () => await world.rest.deactivate(review));

	/** Calls the deciding workflow as another workflow does, so many times at once. */
	async function decide(
		key: string,
		address: string,
		more: Record<string, string> = {},
		times = 1,
	) {
		const inputs = {
			key,
			source: 'Test',
			customer: 'Ada',
			address,
			network: '',
			transaction: '',
			coin: '',
			...more,
		};
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
		const executions = await Promise.all(
			Array.from({ length: times }, async () => await world.rest.run(caller, 'Run')),
		);
		const rows = await decisions.rows({ key, address });
		expect(rows).toHaveLength(1);
		for (const execution of executions) {
			const { status, data } = execution;
			expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
			expect(jsonOf(execution, 'Decide')).toMatchObject([{ id: rows[0].id }]);
		}
		return rows[0];
	}

	const decisionOn = async (...asked: Parameters<typeof decide>) =>
		(await decide(...asked)).decision;

	it.each<[BookKind, string]>([
		['low', 'approved'],
		['medium', 'review'],
		['sanctioned', 'rejected'],
		['unscored', 'review'],
		['neverFinishing', 'review'],
	])('%s: %s', async (kind, decision) => {
		const row = await decide(`order-${kind}`, bookAddress('TRX', kind));
		expect(row).toMatchObject({ decision, source: 'Test', customer: 'Ada' });
		if (kind === 'low') expect(row.rules).toMatch(/\w{8}/);
		expect(row.checks).toMatch(/"hash":"[0-9a-f-]{36}"/);
	});

	atLength('a wrong address and an outage wait for a person, and are tried again', async () => {
		expect(await decide('typo', MISTYPED)).toMatchObject({
			decision: 'review',
			riskLevel: 'unknown',
		});
		world.sandbox.configure({ packageSize: world.charges });
		const address = bookAddress('BCH', 'sanctioned');
		expect(await decisionOn('later', address)).toBe('review');
		world.sandbox.configure({ packageSize: 10_000 });
		expect(await decisionOn('later', address)).toBe('rejected');
	});

	it('the same key returns the decision that is there, free; another wallet under it has a row of its own', async () => {
		const first = await decide('order-1', bookAddress('BTC', 'low'));
		const before = world.charges;
		expect(await decisionOn('order-1', bookAddress('BTC', 'low'))).toBe('approved');
		expect(world.charges).toBe(before);
		expect(await decisionOn('order-1', bookAddress('BTC', 'high'))).toBe('rejected');
		expect(await decisions.rows({ id: first.id })).toMatchObject([{ hash: first.hash }]);
		const known = world.charges;
		await decide('order-2', bookAddress('BTC', 'low'));
		expect(world.charges).toBe(known);
	});

	it('two calls at once under one key are one row, one payment and one decision', async () => {
		world.sandbox.configure({ processingMs: 1500 });
		const before = world.charges;
		const row = await decide('at once', bookAddress('XRP', 'low'), {}, 2);
		world.sandbox.configure({ processingMs: 200 });
		expect(row).toMatchObject({ decision: 'approved' });
		expect(world.charges - before).toBe(1);
	});

	atLength('an exception for XLM covers no token on Stellar', async () => {
		const address = makeAddress('XLM', 'desk');
		const taken = () => world.sandbox.checks().filter((one) => one.address === address);
		world.sandbox.configure({ processingMs: 3_600_000 });
		const deciding = decide('stellar', address);
		await eventually('both checks are taken', async () => taken().length === 2);
		for (const { hash } of taken())
			world.sandbox.updateCheck(hash, { status: 'SUCCESS', riskscore: 48 });
		const { checks } = await deciding;
		world.sandbox.configure({ processingMs: 200 });
		const assets = (JSON.parse(String(checks)) as Array<{ asset: string }>).map(
			({ asset }) => asset,
		);
		expect(assets).toEqual(['Stellar', 'USDC on Stellar']);
		const until = new Date(Date.now() + 86_400_000).toISOString();
		const grant = async (asset: string) =>
			await exceptions.insert({ address, asset, until, reason: 'Known', grantedBy: 'Ada' });
		await grant('Stellar');
		expect(await decisionOn('only XLM', address)).toBe('review');
		await grant('USDC on Stellar');
		expect(await decisionOn('both', address)).toBe('approved');
	});

	atLength('a transaction is screened in the coin that is named', async () => {
		const transaction = makeTransaction('TRX', 'desk');
		const named = { transaction, coin: 'USDT', network: 'TRC20' };
		expect(await decide('tx', bookAddress('TRX', 'low'), named)).toMatchObject({
			asset: 'USDT on Tron',
			transaction,
		});
	});

	it('an exception covers the assets that it names until its date, and never a high wallet', async () => {
		const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		const medium = await decide('medium', bookAddress('TRX', 'medium'));
		const checks = JSON.parse(String(medium.checks)) as Array<{
			asset: string;
			riskLevel: string;
		}>;
		const raised = checks.filter(({ riskLevel }) => riskLevel !== 'low');
		expect(raised.length).toBeGreaterThan(1);
		const grant = async (kind: BookKind, asset: string, days: number) =>
			await exceptions.insert({
				address: bookAddress('TRX', kind),
				asset,
				until: until(days),
				reason: 'Known',
				grantedBy: 'Ada',
			});
		for (const { asset } of raised) await grant('medium', asset, -1);
		expect(await decisionOn('past', bookAddress('TRX', 'medium'))).toBe('review');
		await grant('medium', raised[0].asset, 30);
		expect(await decisionOn('one-asset', bookAddress('TRX', 'medium'))).toBe('review');
		for (const { asset } of raised.slice(1)) await grant('medium', asset, 30);
		for (const { asset } of checks) await grant('high', asset, 30);
		expect(await decide('all-assets', bookAddress('TRX', 'medium'))).toMatchObject({
			decision: 'approved',
			decidedBy: 'exception',
		});
		expect(await decisionOn('high', bookAddress('TRX', 'high'))).toBe('rejected');
		const columns = ['key', 'customer', 'riskLevel', 'decision', 'decidedBy', 'reason'];
		const shown = (await decisions.rows()).filter(({ key }) =>
			/^order-(low|medium|high|sanctioned|failed)$/.test(String(key)),
		);
		await takeRows(world, 'desk-screen', columns, shown);
	});

	it('asks by e-mail: opening the link decides nothing, the form keeps decision, name and moment, once', async () => {
		const address = bookAddress('BTC', 'medium');
		await decide('ask', address);
		const row = async () => (await decisions.rows({ key: 'ask' }))[0];
		for (const { id, key } of await decisions.rows({ decision: 'review' }))
			if (key !== 'ask') await decisions.remove('id', id);
		await world.rest.run(review, 'Every Minute');
		const mail = await eventually('the question', async () =>
			world.outside.mails.find(({ subject }) => subject.includes(address)),
		);
		const link = formIn(mail.text);
		await opened(link);
		await opened(link);
		expect(await row()).toMatchObject({ decision: 'review', decidedBy: '' });
		await world.editor.page.goto(link);
		await takeOpenPage(world.editor.page, 'desk-review');
		await world.editor.page.locator('#n8n-form').waitFor();
		const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
		const { page } = world.editor;
		await page.locator('select').selectOption('Approved');
		await page.locator('textarea').fill('Known customer');
		await page.locator('input[type="text"]:visible').fill('Bo');
		await page.locator('input[type="date"]').fill(until);
		expect(await submitForm(world.editor)).toContain(`${address} is approved`);
		const decided = await row();
		expect(decided).toMatchObject({
			decision: 'approved',
			decidedBy: 'Bo',
			reason: 'Known customer',
		});
		expect(Date.now() - Date.parse(String(decided.decidedAt))).toBeLessThan(60_000);
		expect(await exceptions.rows({ address, grantedBy: 'Bo' })).toMatchObject([
			{ asset: 'Bitcoin' },
		]);
		await page.goto(link);
		await page.locator('select').selectOption('Rejected');
		await page.locator('textarea').fill('Second thoughts');
		await page.locator('input[type="text"]:visible').fill('Cy');
		expect(await submitForm(world.editor)).toContain('Nothing was changed');
		expect(await row()).toMatchObject({ decision: 'approved', decidedBy: 'Bo' });
	});

	atLength('asks again about a row whose question never left', async () => {
		await decide('lost', bookAddress('BTC', 'unscored'));
		const mails = world.outside.mails.length;
		await world.rest.run(review, 'Every Minute');
		await world.rest.run(review, 'Every Minute');
		const asked = () =>
			world.outside.mails
				.slice(mails)
				.filter(({ subject }) => subject.includes(bookAddress('BTC', 'unscored')));
		expect(asked()).toHaveLength(1);
		// As if n8n had stopped after the e-mail and before the mark.
		await decisions.update('key', 'lost', { askAt: new Date(0).toISOString() });
		await world.rest.run(review, 'Every Minute');
		expect(asked()).toHaveLength(2);
		const link = formIn(asked()[1].text);
		expect(link).toBe(formIn(asked()[0].text));
		const ticket = new URL(link).searchParams.get('ticket') ?? '';
		const answer = async (...[decision, name]: string[]) =>
			await fillForm(world.rest, review, 'Decision Form', [ticket, decision, 'Known', name, '']);
		expect((await answer('Approved', ' ')).page).toContain('Nothing was changed');
		// Two people at once: one of them decides, and only that one is told so.
		const pages = await Promise.all([answer('Approved', 'Ada'), answer('Rejected', 'Bo')]);
		const told = pages.map(({ page }) => page.includes('Thank you'));
		expect(told.filter(Boolean)).toHaveLength(1);
		const [decision, decidedBy] = told[0] ? ['approved', 'Ada'] : ['rejected', 'Bo'];
		expect(await decisions.rows({ key: 'lost' })).toMatchObject([{ decision, decidedBy }]);
	});
});

it('has asked nothing of other machines', () => {
	expect(world.outside.strangers).toEqual([]);
});
