/**
 * The form of customers, the people who decide, the evidence for the auditor, and AI clients: they share the table
 * *AML Decisions*. Each in a real n8n; the tests look at what the customer, the reviewer and the auditor get.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { SECRET } from '../../../instance/outside/index.mts';
import { DataTable } from '../../../instance/dataTables.mts';
import { INSTALL } from '../../../instance/paths.mts';
import { outputOf, type StoredWorkflow } from '../../../instance/rest.mts';
import { readExcel } from '../../../instance/spreadsheets.mts';
import { bookAddress, makeAddress, type BookKind } from '../../../sandbox/server.mts';
import { takeOpenPage, takeRows } from '../../../scripts/screenshots/results.mts';
import { chain, eventually, listNode, node, START_UP_MS } from '../harness/shared.mts';
import { answerPage, fillForm, type Page } from './forms.mts';
import { connectMcp, type McpClient } from './mcpClient.mts';
import { answerForm, formIn, opened } from './questions.mts';
import { atLength, jsonOf, openForm, submitForm, withTimeout } from './support.mts';
import { World } from './world.mts';

const HOUR_MS = 3_600_000;
const MISTYPED = '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36';
const SEED =
	'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
/** The hash of a check that the service doesn't know. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let world: World;
let form: StoredWorkflow;
let review: StoredWorkflow;
let decisions: DataTable;

beforeAll(async () => {
	world = await World.open({ isSignedIn: false });
	form = await world.publish('screen-wallet-form', withTimeout('Screen Wallet', 3));
	review = await world.publish('desk-review');
	decisions = await DataTable.named(world.rest, 'AML Decisions');
	// The schedule would be in the way of tests that look at single steps.
	await world.rest.deactivate(review);
	review = await world.publish('desk-review', (example) => ({
		...example,
		nodes: withTimeout(
			'Read Result',
			3,
		)(example).nodes.map((one) => (one.name === 'Every Minute' ? { ...one, disabled: true } : one)),
	}));
}, START_UP_MS);

afterEach(() => {
	world.sandbox.clearFaults();
	world.sandbox.configure({ processingMs: 200, packageSize: 10_000 });
});

afterAll(async () => {
	await world?.close();
});

const submit = async (name: string, address: string, network = 'Detect From Address') =>
	await fillForm(world.rest, form, 'Wallet Form', [name, `${name}@example.com`, address, network]);

const rowOf = async (customer: string) => (await decisions.rows({ customer }))[0];

/** What the schedule does each minute. */
async function step(): Promise<void> {
	const { status, data } = await world.rest.run(review, 'Every Minute');
	expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
}

const mailsTo = (name: string) =>
	world.outside.mails.filter(({ to }) => to.includes(`${name}@example.com`));

/** The newest question about a customer. */
const questionAbout = (customer: string) =>
	mailsTo('reviewers')
		.filter(({ subject }) => subject.includes(customer))
		.at(-1);

/** Opens the link of a question, and presses the button of its first page. */
async function openQuestion(customer: string): Promise<Page> {
	const ticket = new URL(formIn(questionAbout(customer)?.text ?? '')).searchParams.get('ticket');
	return await fillForm(world.rest, review, 'Decision Form', [ticket ?? '']);
}

describe('Screen a wallet from a form', () => {
	it.each<[string, string, string, string, number]>([
		['Low', bookAddress('BTC', 'low'), 'Your wallet is accepted', 'approved', 1],
		['Whole', bookAddress('TRX', 'low'), 'Your wallet is accepted', 'approved', 3],
		['Dirty', bookAddress('TRX', 'dirtyUsdt'), 'We can’t accept', 'rejected', 3],
		['Medium', bookAddress('BTC', 'medium'), 'We are looking at', 'review', 1],
		['Unscored', bookAddress('BTC', 'unscored'), 'We are looking at', 'review', 1],
		['Slow', bookAddress('TRX', 'neverFinishing'), 'We are looking at', 'review', 3],
	])(
		'%s: the customer sees it, and it is a row',
		async (name, address, heading, decision, paid) => {
			const before = world.charges;
			expect((await submit(name, address)).text).toContain(heading);
			const row = await rowOf(name);
			expect(row).toMatchObject({
				decision,
				address,
				email: `${name}@example.com`,
				source: 'form',
			});
			expect(row.summary).toContain(address);
			expect(String(row.checks).match(/"hash":"[0-9a-f-]{36}"/g)).toHaveLength(paid);
			expect(world.charges - before).toBe(paid);
		},
	);

	it.each([
		['Typo', MISTYPED, /17Axsk…4o36/],
		['Nonsense', 'what is a wallet?', /address/],
		['Seed', SEED, /may be|seed/],
		['Bare', bookAddress('ETH', 'low'), /network/i],
	])(
		'%s: the customer reads the sentence of the node, free, and no text is kept',
		async (...one) => {
			const [name, text, sentence] = one;
			const before = world.charges;
			const page = await submit(name, text);
			expect(page.text).toContain('Please check the address');
			expect(page.text).toMatch(sentence);
			const row = await rowOf(name);
			expect(row).toMatchObject({ decision: 'wrong address', address: '' });
			expect(JSON.stringify(row)).not.toContain(text);
			expect(world.charges).toBe(before);
		},
	);

	it('each network of the dropdown is screened as what it says', async () => {
		await openForm(world.editor, form, 'Wallet Form');
		const options = await world.editor.page.locator('#field-3 option').allInnerTexts();
		const networks = 'BTC BCH BSV BSC ETH ETC LTC MATIC XLM TRX XRP'.split(' ');
		const names = options
			.map((option) => option.trim())
			.filter((name) => !/^(Detect|Select)/.test(name));
		expect(names).toHaveLength(networks.length);
		const wrong = submit('Wrong Network', bookAddress('BTC', 'low'), 'Tron');
		const forms = networks.map(async (network, index) => {
			await submit(`Client of ${network}`, bookAddress(network, 'low'), names[index]);
		});
		await Promise.all([wrong, ...forms]);
		for (const [index, network] of networks.entries()) {
			const row = await rowOf(`Client of ${network}`);
			expect([network, row.decision, row.network]).toEqual([network, 'approved', names[index]]);
			expect(row.asset).toContain(names[index].replace(' Ledger', ''));
		}
		expect(await rowOf('Wrong Network')).toMatchObject({ decision: 'wrong address' });
	});

	it('in the browser: four fields, one button, one page', async () => {
		await openForm(world.editor, form, 'Wallet Form');
		const { page } = world.editor;
		const values = ['Clicked', 'Clicked@example.com', bookAddress('ETH', 'medium')];
		for (const [index, value] of values.entries())
			await page.locator(`#field-${index}`).fill(value);
		await page.locator('#field-3').selectOption('Ethereum');
		expect(await submitForm(world.editor)).toContain('We are looking at your wallet');
		await takeOpenPage(page, 'screen-wallet-form', '.card');
		expect(await rowOf('Clicked')).toMatchObject({ decision: 'review', network: 'Ethereum' });
	});

	it('an outage and an empty package wait for a person, and the mail says why', async () => {
		world.sandbox.configure({ packageSize: world.charges });
		expect((await submit('Empty', bookAddress('XRP', 'high'))).text).toContain('We are looking at');
		world.sandbox.configure({ packageSize: 10_000 });
		world.sandbox.fault({ method: '*', kind: 'serverErrorBefore', times: Infinity });
		expect((await submit('Outage', bookAddress('XRP', 'low'))).text).toContain('We are looking at');
		world.sandbox.clearFaults();
		await step();
		for (const name of ['Empty', 'Outage'])
			expect(questionAbout(name)?.text).toMatch(/checks|package|service|answer/i);
	});

	atLength('sent twice at once, and once more: one row, one payment', async () => {
		const before = world.charges;
		const press = async () => await submit('Twice', makeAddress('XLM', 'twice'));
		await Promise.all([press(), press()]);
		await press();
		await eventually(
			'one row',
			async () => (await decisions.rows({ customer: 'Twice' })).length === 1,
		);
		expect(world.charges - before).toBe(2);
	});

	it.each<[BookKind, string]>([
		['low', 'approved'],
		['medium', 'review'],
		['sanctioned', 'rejected'],
	])('another workflow calls it: %s is %s, and the same key is free', async (kind, decision) => {
		const inputs = { key: `order ${kind}`, source: 'Test', customer: 'Ada', email: '' };
		const called = { ...inputs, address: bookAddress('TRX', kind), network: '' };
		const names = Object.keys(called);
		const workflowInputs = {
			mappingMode: 'defineBelow',
			value: Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`])),
			matchingColumns: [],
			schema: names.map((id) => ({ id, displayName: id, type: 'string' })),
		};
		const workflowId = { __rl: true, mode: 'id', value: form.id };
		const caller = await world.rest.createWorkflow(
			chain('Caller', [
				node('Run', 'n8n-nodes-base.manualTrigger'),
				listNode('Wish', [called]),
				node(
					'Decide',
					'n8n-nodes-base.executeWorkflow',
					{ workflowId, workflowInputs, options: {} },
					{ typeVersion: 1.4 },
				),
			]),
		);
		const first = jsonOf(await world.rest.run(caller, 'Run'), 'Decide');
		expect(first).toMatchObject([{ decision, key: `order ${kind}`, source: 'Test' }]);
		const before = world.charges;
		const again = jsonOf(await world.rest.run(caller, 'Run'), 'Decide');
		expect(again).toMatchObject([{ id: first[0].id, decision }]);
		expect(world.charges).toBe(before);
	});
});

describe('Review decisions', () => {
	beforeAll(async () => {
		for (const { id } of await decisions.rows()) await decisions.remove('id', id);
	});

	it('one mail says all that is known; opening its link decides nothing', async () => {
		const address = bookAddress('TRX', 'medium');
		await submit('Bob', address);
		await step();
		await step();
		const asked = mailsTo('reviewers').filter(({ subject }) => subject.includes('Bob'));
		expect(asked).toHaveLength(1);
		const row = await rowOf('Bob');
		for (const known of [
			address,
			row.key,
			row.asset,
			'medium',
			'bob@example.com'.replace('b', 'B'),
		])
			expect(asked[0].text).toContain(String(known));
		await opened(formIn(asked[0].text));
		expect(await rowOf('Bob')).toMatchObject({ decision: 'review', decidedBy: '' });
	});

	it('two people answer: the first counts, and the second reads who decided what', async () => {
		const [one, other] = [await openQuestion('Bob'), await openQuestion('Bob')];
		const row = await rowOf('Bob');
		for (const known of [row.address, row.key, row.asset, row.riskReasons, 'Bob@example.com'])
			expect(one.text).toContain(String(known));
		await world.editor.page.goto(one.url);
		await takeOpenPage(world.editor.page, 'desk-review');
		const first = await answerPage(world.rest, one, ['Approve', 'Known since 2019', 'Rita']);
		expect(first.text).toContain('Thank you');
		const second = await answerPage(world.rest, other, ['Reject', 'Mixer', 'Rob']);
		expect(second.text).toContain('Nothing was changed');
		expect(second.text).toMatch(/approved, Rita: Known since 2019/);
		expect(await rowOf('Bob')).toMatchObject({ decision: 'approved', decidedBy: 'Rita' });
		await step();
		await step();
		expect(mailsTo('Bob').map(({ subject }) => subject)).toEqual(['Your wallet is accepted']);
	});

	it('a link without its end decides nothing', async () => {
		const page = await fillForm(world.rest, review, 'Decision Form', ['']);
		const end = await answerPage(world.rest, page, ['Approve', 'no', 'Nobody']);
		expect(end.text).toContain('Nothing was changed');
	});

	it('"Screen again" makes a new check, once, and the rules or a person decide on it', async () => {
		await submit('Cem', bookAddress('BTC', 'medium'));
		await step();
		const before = world.charges;
		const page = await openQuestion('Cem');
		await answerPage(world.rest, page, ['Screen again (paid)', 'Report is old', 'Rita']);
		expect(world.charges).toBe(before);
		await step();
		await step();
		await step();
		expect(world.charges - before).toBe(1);
		expect(await rowOf('Cem')).toMatchObject({ decision: 'review', next: 'answer' });
		expect(mailsTo('reviewers').filter(({ subject }) => subject.includes('Cem'))).toHaveLength(2);
	});

	it('n8n is killed: late results are read by themselves, a customer sends the form again, and nothing is paid twice', async () => {
		/** What becomes of the checks of wallets that wait. */
		const ends = {
			Late: { network: 'LTC', scores: [4], decision: 'approved' },
			High: { network: 'LTC', scores: [92], decision: 'rejected' },
			Half: { network: 'LTC', scores: [48], decision: 'review' },
			Whole: { network: 'TRX', scores: [3, 4, 5], decision: 'approved' },
			Partly: { network: 'TRX', scores: [3, 91, 5], decision: 'rejected' },
		};
		world.sandbox.configure({ processingMs: HOUR_MS });
		const late = Object.entries(ends).map(async ([name, { network }]) => {
			await submit(name, makeAddress(network, `late ${name}`));
		});
		await Promise.all(late);
		await step();
		expect(await rowOf('Late')).toMatchObject({ decision: 'review', next: 'read' });
		const before = world.charges;
		const killed = makeAddress('LTC', 'killed');
		const lost = submit('Killed', killed).catch(() => 'n8n is gone');
		await eventually('a check is paid', async () => world.charges > before);
		const paid = world.charges;
		await world.instance.restart(async () => {
			for (const [name, { network, scores }] of Object.entries(ends))
				world.sandbox
					.checks()
					.filter(({ address }) => address === makeAddress(network, `late ${name}`))
					.forEach(({ hash }, index) =>
						world.sandbox.updateCheck(hash, { status: 'SUCCESS', riskscore: scores[index] }),
					);
		}, 'kill');
		await step();
		for (const [name, { decision }] of Object.entries(ends))
			expect([name, (await rowOf(name)).decision]).toEqual([name, decision]);
		await lost;
		await submit('Killed', killed);
		expect(await decisions.rows({ address: killed })).toMatchObject([{ next: 'read' }]);
		expect(world.charges).toBe(paid);
		await step();
		expect(mailsTo('Late').map(({ subject }) => subject)).toEqual(['Your wallet is accepted']);
		expect(mailsTo('High').map(({ subject }) => subject)).toEqual(['We can’t accept your wallet']);
	});

	it('a result that can not be read keeps its hashes, and after an hour a person is asked', async () => {
		world.sandbox.configure({ processingMs: HOUR_MS });
		await submit('Lost', makeAddress('LTC', 'lost'));
		const [hash] = /[0-9a-f-]{36}/.exec(String((await rowOf('Lost')).checks)) ?? [];
		const method = 'checkup.getresult';
		world.sandbox.fault({ method, kind: 'rpcError', code: -40006, times: Infinity });
		await step();
		expect(await rowOf('Lost')).toMatchObject({
			next: 'read',
			checks: expect.stringContaining(`${hash}`),
		});
		world.sandbox.clearFaults();
		await decisions.update('customer', 'Lost', { screenedAt: new Date(0).toISOString() });
		await step();
		await step();
		expect(questionAbout('Lost')).toBeDefined();
		expect(await rowOf('Lost')).toMatchObject({ decision: 'review', next: 'answer' });
	});

	it('a mail server that refuses delays the mail, and loses none', async () => {
		await submit('Dee', bookAddress('BTC', 'low'));
		world.outside.refuseMails(true);
		expect((await world.rest.run(review, 'Every Minute')).status).toBe('error');
		world.outside.refuseMails(false);
		expect(mailsTo('Dee')).toEqual([]);
		await step();
		expect(mailsTo('Dee')).toHaveLength(1);
	});
});

describe('Collect evidence for an auditor', () => {
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		workflow = await world.publish('evidence-pack');
	});

	async function collect(lines: string) {
		const page = await fillForm(world.rest, workflow, 'Evidence Form', [lines]);
		const execution = await world.rest.execution(page.executionId);
		const [{ binary }] = outputOf(execution, 'ZIP');
		const zip = await world.rest.file(String(binary?.data.id));
		const { unzipSync } = createRequire(path.join(INSTALL, 'package.json'))('fflate') as {
			unzipSync(data: Buffer): Record<string, Uint8Array>;
		};
		const files = unzipSync(zip);
		const { rows } = readExcel(Buffer.from(files['evidence.xlsx']));
		return { text: page.text, files, rows: rows as Array<Record<string, string>> };
	}

	it('shows what the desk kept: level, asset, reasons, customer, key, who decided and why', async () => {
		const row = await rowOf('Bob');
		const checks = JSON.parse(String(row.checks)) as Array<{ hash: string; asset: string }>;
		expect(checks.length).toBeGreaterThan(1);
		const stranger = world.sandbox.addCheck({ currency: 'BTC', status: 'SUCCESS', riskscore: 91 });
		const lines = [...checks.map(({ hash }) => hash), stranger, UNKNOWN, stranger];
		const { text, files, rows } = await collect(lines.join('\n'));
		expect(text).toContain(`${checks.length + 2} checks are in the pack`);
		expect(rows.map(({ Hash }) => Hash)).toEqual([...new Set(lines)]);
		for (const [at, { asset }] of checks.entries())
			expect(rows[at]).toMatchObject({
				Decision: 'approved',
				Asset: asset,
				Address: row.address,
				Customer: 'Bob',
				Key: row.key,
				'Decided By': 'Rita',
				Reason: 'Known since 2019',
				'Reasons of the Level': row.riskReasons,
			});
		// Excel's number of a day, not a text.
		expect(rows[0]['Decided At']).toBeGreaterThan(46_000);
		expect(rows[0]['Checked At']).toBeGreaterThan(46_000);
		expect(rows.slice(0, checks.length).map(({ Level }) => Level)).not.toContain('unknown');
		expect(rows.slice(0, checks.length).map((one) => one['Level Now'])).not.toContain('unknown');
		expect(rows[checks.length]).toMatchObject({ Level: 'high', 'Level Now': 'high' });
		expect(rows.at(-1)).toMatchObject({ Level: 'unknown', PDF: expect.stringMatching(/^none/) });
		const sha256 = rows[0]['SHA-256 of the PDF'];
		const pdf = files[rows[0].PDF];
		const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(pdf));
		expect(sha256).toBe(Buffer.from(digest).toString('hex'));
		expect(Object.keys(files)).toContain(`${checks[0].hash}.json`);
		const columns = ['Decision', 'Level', 'Asset', 'Customer', 'Decided By', 'Reason', 'PDF'];
		await takeRows(world, 'evidence-pack', columns, rows);
	});

	it('without lines it has the checks of last month, or says that there are none', async () => {
		const page = await fillForm(world.rest, workflow, 'Evidence Form', ['']);
		expect(page.text).toContain('The desk kept no check last month');
		const lastMonth = new Date(new Date().setUTCDate(-3)).toISOString();
		await decisions.update('customer', 'Bob', { screenedAt: lastMonth });
		const { rows } = await collect('');
		expect(new Set(rows.map(({ Customer }) => Customer))).toEqual(new Set(['Bob']));
	});
});

describe('Let AI clients read checks over MCP', () => {
	let workflow: StoredWorkflow;
	let client: McpClient;
	const url = () => `${world.instance.n8n.url}/mcp/aml-checks`;
	const call = async (name: string, input: Record<string, unknown>) => {
		const { content, isError } = await client.callTool({ name, arguments: input });
		return { isError, text: content.map(({ text }) => text).join() };
	};
	const ask = async (address: string) =>
		(await call('Request_a_Check', { address, network: 'detect', why: 'A <b>payment</b>' })).text;

	beforeAll(async () => {
		workflow = await world.publish('mcp-server');
		client = await connectMcp(url(), { Authorization: `Bearer ${SECRET}` });
	});

	afterAll(async () => {
		await client?.close();
		await world.rest.deactivate(workflow);
	});

	it('gives nothing to a caller without the token', async () => {
		for (const headers of [{}, { Authorization: 'Bearer another' }] as Array<
			Record<string, string>
		>)
			await expect(connectMcp(url(), headers)).rejects.toThrow(/Authorization/);
	});

	it('tells a model what each tool does and costs, and lets it name no asset', async () => {
		const { tools } = await client.listTools();
		const table = tools.map(({ name, description, inputSchema }) => ({
			name,
			description,
			input: Object.keys(inputSchema.properties ?? {}).join(', '),
		}));
		await takeRows(world, 'mcp-server', ['name', 'input', 'description'], table);
		const free = tools.filter(({ name }) => name !== 'Request_a_Check');
		expect(free).toHaveLength(5);
		for (const { description } of free) expect(description).toContain('Free.');
		for (const { input } of table) expect(input).not.toMatch(/asset|currency/i);
	});

	it('reads for nothing, and answers a mistake with what can be given', async () => {
		const before = world.charges;
		const hash = world.sandbox.addCheck({ currency: 'BTC', status: 'SUCCESS', riskscore: 91 });
		expect((await call('Get_Result', { hash })).text).toContain('"riskLevel":"high"');
		expect((await call('List_Past_Checks', { limit: 1 })).text).toContain(hash);
		const tokens = await call('List_Currencies', { network: 'TRX', limit: 50 });
		expect(tokens.text).toContain('"symbol":"USDT"');
		const address = makeAddress('BTC', 'of nobody');
		expect((await call('Find_Reports', { network: 'BTC', address })).text).toContain(
			'"found":false',
		);
		expect((await call('Find_Reports', { network: 'Solana', address })).text).toMatch(/BTC|TRX/);
		expect(await call('Get_Result', { hash: UNKNOWN })).toMatchObject({ isError: true });
		expect(world.charges).toBe(before);
	});

	it('asks a person before it pays, and a free tool reads the result of what was asked', async () => {
		expect(await ask(MISTYPED)).toMatch(/17Axsk…4o36/);
		const [yes, no] = [makeAddress('TRX', 'wanted by MCP'), makeAddress('LTC', 'unwanted')];
		const before = world.charges;
		for (const address of [yes, no, yes]) expect(await ask(address)).toMatch(/waiting for a human/);
		const mailsAbout = async (address: string, count: number) =>
			await eventually(`the questions about ${address}`, async () => {
				const mails = mailsTo('approvers').filter(({ subject }) => subject.includes(address));
				return mails.length === count && mails.map(({ text }) => text);
			});
		const [refused] = await mailsAbout(no, 1);
		expect(refused).not.toContain('<b>payment');
		const wanted = await mailsAbout(yes, 2);
		expect(wanted[0]).toMatch(/Checks to pay for: 3/);
		for (const text of [refused, ...wanted]) await opened(formIn(text));
		expect(world.charges).toBe(before);
		expect((await call('Read_Requested_Check', { address: yes })).text).not.toMatch(/low/);
		await answerForm(formIn(refused), ['Don’t', 'Ada']);
		for (const text of wanted) await answerForm(formIn(text), ['Screen it', 'Ada']);
		const read = await eventually('the result', async () => {
			const { text } = await call('Read_Requested_Check', { address: yes });
			return /"riskLevel":"(low|medium|high)"/.test(text) && text;
		});
		for (const asset of ['Tron', 'USDT on Tron', 'USDC on Tron']) expect(read).toContain(asset);
		await eventually('both runs have ended', async () => {
			const runs = await world.rest.runs(workflow);
			return runs.every(({ status }) => !['new', 'running', 'waiting'].includes(status));
		});
		expect(world.charges - before).toBe(3);
		expect(await decisions.rows({ address: yes, source: 'MCP' })).toMatchObject([
			{ decidedBy: 'Ada' },
			{ decidedBy: 'Ada' },
		]);
	});
});

it('has asked nothing of other machines', () => {
	expect(world.outside.strangers).toEqual([]);
});
