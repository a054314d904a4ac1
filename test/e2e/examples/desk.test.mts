/**
 * The form of customers, the people who decide, and the evidence for the auditor: they share the table *AML Decisions*.
 * Each in a real n8n; the tests look at what the customer, the reviewer and the auditor get.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { DataTable } from '../../../instance/dataTables.mts';
import { INSTALL } from '../../../instance/paths.mts';
import { outputOf, type StoredWorkflow, type WorkflowNode } from '../../../instance/rest.mts';
import { readExcel } from '../../../instance/spreadsheets.mts';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { takeOpenPage, takeRows } from '../../../scripts/screenshots/results.mts';
import { chain, eventually, node, START_UP_MS } from '../harness/shared.mts';
import { answerPage, fillForm, type Page } from './forms.mts';
import { formIn, opened } from './questions.mts';
import { atLength, jsonOf, openForm, submitForm, withOptions } from './support.mts';
import { World } from './world.mts';

const HOUR_MS = 3_600_000;
const SEED = `${'abandon '.repeat(11)}about`;

let world: World;
let form: StoredWorkflow;
let review: StoredWorkflow;
let decisions: DataTable;

beforeAll(async () => {
	world = await World.open({ isSignedIn: false });
	form = await world.publish('screen-wallet-form', withOptions('Screen Wallet', { timeout: 3 }));
	decisions = await DataTable.named(world.rest, 'AML Decisions');
	review = await world.publish('desk-review', (example) => {
		const quick = withOptions('Screen Again', { timeout: 3 })(
			withOptions('Read Result', { timeout: 3 })(example),
		);
		// The schedule would be in the way of tests that look at single steps.
		const stop = (one: WorkflowNode) =>
			one.name === 'Every Minute' ? { ...one, disabled: true } : one;
		return { ...quick, nodes: quick.nodes.map(stop) };
	});
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
const step = async () => await world.run(review, 'Every Minute');

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
			const email = `${name}@example.com`;
			expect(row).toMatchObject({ decision, address, email, source: 'form' });
			expect(row.summary).toContain(address);
			expect(String(row.checks).match(/"hash":"[0-9a-f-]{36}"/g)).toHaveLength(paid);
			expect(world.charges - before).toBe(paid);
		},
	);

	it.each([
		['Typo', '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36', /17Axsk…4o36/],
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

	it('in the browser: four fields, and each network of the dropdown is screened as what it says', async () => {
		await openForm(world.editor, form, 'Wallet Form');
		const { page } = world.editor;
		const options = await page.locator('#field-3 option').allInnerTexts();
		const names = options
			.map((name) => name.trim())
			.filter((name) => !/^(Detect|Select)/.test(name));
		const values = ['Clicked', 'Clicked@example.com', bookAddress('ETH', 'medium')];
		for (const [index, value] of values.entries())
			await page.locator(`#field-${index}`).fill(value);
		await page.locator('#field-3').selectOption('Ethereum');
		expect(await submitForm(world.editor)).toContain('We are looking at your wallet');
		await takeOpenPage(page, 'screen-wallet-form', '.card');
		expect(await rowOf('Clicked')).toMatchObject({ decision: 'review', network: 'Ethereum' });

		const networks = 'BTC BCH BSV BSC ETH ETC LTC MATIC XLM TRX XRP'.split(' ');
		expect(names).toHaveLength(networks.length);
		const wrong = submit('Wrong Network', bookAddress('BTC', 'low'), 'Tron');
		const forms = networks.map(
			async (one, index) => await submit(`Client of ${one}`, bookAddress(one, 'low'), names[index]),
		);
		await Promise.all([wrong, ...forms]);
		for (const [index, network] of networks.entries()) {
			const row = await rowOf(`Client of ${network}`);
			expect([network, row.decision, row.network]).toEqual([network, 'approved', names[index]]);
			expect(row.asset).toContain(names[index].replace(' Ledger', ''));
		}
		expect(await rowOf('Wrong Network')).toMatchObject({ decision: 'wrong address' });
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
		const rows = async () => await decisions.rows({ customer: 'Twice' });
		await eventually('one row', async () => (await rows()).length === 1);
		expect(world.charges - before).toBe(2);
	});

	it('another workflow calls it, and the same key is free', async () => {
		const address = bookAddress('TRX', 'sanctioned');
		const called = {
			key: 'order 1',
			source: 'Test',
			customer: 'Ada',
			email: '',
			address,
			network: '',
		};
		const workflowInputs = {
			mappingMode: 'defineBelow',
			value: called,
			matchingColumns: [],
			schema: Object.keys(called).map((id) => ({ id, displayName: id, type: 'string' })),
		};
		const workflowId = { __rl: true, mode: 'id', value: form.id };
		const decide = { workflowId, workflowInputs, options: {} };
		const caller = await world.rest.createWorkflow(
			chain('Caller', [
				node('Run', 'n8n-nodes-base.manualTrigger'),
				node('Decide', 'n8n-nodes-base.executeWorkflow', decide, { typeVersion: 1.4 }),
			]),
		);
		const [first] = jsonOf(await world.rest.run(caller, 'Run'), 'Decide');
		expect(first).toMatchObject({ decision: 'rejected', key: 'order 1', source: 'Test' });
		const before = world.charges;
		const again = jsonOf(await world.rest.run(caller, 'Run'), 'Decide');
		expect(again).toMatchObject([{ id: first.id, decision: 'rejected' }]);
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
		for (const known of [address, row.key, row.asset, 'medium', 'Bob@example.com'])
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

	it('"Screen again" makes one new check, a late result is read by itself, and the rules or a person decide on it', async () => {
		await submit('Cem', bookAddress('BTC', 'medium'));
		await step();
		await decisions.update('customer', 'Cem', { screenedAt: new Date(0).toISOString() });
		const before = world.charges;
		const page = await openQuestion('Cem');
		await answerPage(world.rest, page, ['Screen again (paid)', 'Report is old', 'Rita']);
		world.sandbox.configure({ processingMs: HOUR_MS });
		await step();
		expect(await rowOf('Cem')).toMatchObject({ decision: 'review', next: 'read' });
		const [newest] = world.sandbox.checks().slice(-1);
		world.sandbox.updateCheck(newest.hash, { status: 'SUCCESS', riskscore: 48 });
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
		const late = Object.entries(ends).map(
			async ([name, { network }]) => await submit(name, makeAddress(network, `late ${name}`)),
		);
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
		const kept = expect.stringContaining(`${hash}`);
		expect(await rowOf('Lost')).toMatchObject({ next: 'read', checks: kept });
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
		const lines = [...checks.map(({ hash }) => hash), stranger, crypto.randomUUID(), stranger];
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
