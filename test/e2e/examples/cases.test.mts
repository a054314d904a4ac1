/**
 * The examples around a check, each in a real n8n: other rules on old checks, evidence, the account, an MCP server, and
 * wallets that are watched. Bad input and outages are part of their stories.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { withFolder } from '../../../instance/examples.mts';
import { filesOf } from '../../../instance/start.mts';
import { SECRET } from '../../../instance/outside/index.mts';
import { INSTALL } from '../../../instance/paths.mts';
import { outputOf, type StoredWorkflow } from '../../../instance/rest.mts';
import { bookAddress } from '../../../sandbox/server.mts';
import { eventually, START_UP_MS } from '../harness/shared.mts';
import { answerForm, formIn, opened } from './questions.mts';
import { DataTable } from '../../../instance/dataTables.mts';
import { connectMcp, type McpClient } from './mcpClient.mts';
import { fillForm } from './forms.mts';
import { describeKilled } from './killed.mts';
import { describeLateChecks } from './late.mts';
import { readExcel } from '../../../instance/spreadsheets.mts';
import { takeMessages, takeRows } from '../../../scripts/screenshots/results.mts';
import { atLength, jsonOf, ranIn, webhookIdOf, withParameters } from './support.mts';
import { World } from './world.mts';

let world: World;

beforeAll(async () => {
	world = await World.open({ isSignedIn: false });
}, START_UP_MS);

afterEach(() => world.sandbox.clearFaults());

afterAll(async () => {
	await world?.close();
});

const MISTYPED = '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36';
/** The hash of a check that the service doesn't know. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const LAST_MONTH = () => new Date(Date.now()).setUTCDate(-3);

const add = (riskscore: number, more = {}) =>
	world.sandbox.addCheck({ currency: 'BTC', status: 'SUCCESS', riskscore, ...more });

/** Fills in a form whose last page hands out the file of a node. */
async function submitForFile(
	workflow: StoredWorkflow,
	form: string,
	node: string,
	texts: string[],
) {
	const submitted = await fillForm(world.rest, workflow, form, texts);
	const [{ binary }] = outputOf(submitted.execution, node);
	return { ...submitted, file: await world.rest.file(String(binary?.data.id)) };
}

const newMails = (from: number) => world.outside.mails.slice(from);

describe('Try new rules on old checks', () => {
	it('shows who would change level, with one reading of each report', async () => {
		const workflow = await world.publish('try-rules');
		const [low, changed, unreadable] = [add(4), add(60), add(5)];
		const { address } = world.sandbox.checks().find(({ hash }) => hash === unreadable) ?? {};
		world.sandbox.fault({
			method: 'checkup.getresult',
			kind: 'rpcError',
			code: -40006,
			match: { address: address ?? '' },
		});
		const before = world.sandbox.stats().calls['checkup.getresult'] ?? 0;
		const { page, file } = await submitForFile(workflow, 'Trial Form', 'Result File', ['10']);
		expect(page).toContain('1 of 3 checks would change their level');
		expect(page).toContain('medium → high: 1');
		const { rows } = readExcel(file);
		const columns = ['Change', 'Level in Use', 'New Level', 'Asset', 'New Reasons', 'Hash'];
		await takeRows(world, 'try-rules', columns, rows);
		expect(rows[1]).toMatchObject({ Change: 'medium → high', Hash: changed });
		expect(rows.find(({ Hash }) => Hash === low)).toMatchObject({ 'New Level': 'low' });
		expect(rows.find(({ Hash }) => Hash === unreadable)).toMatchObject({
			Change: 'not read',
			'New Level': 'not read',
			'New Reasons': expect.stringMatching(/not found|service/i),
		});
		expect(world.sandbox.stats().calls['checkup.getresult'] - before).toBe(3);
		const presses = ['0', '2.5'].map(
			async (number) => await fillForm(world.rest, workflow, 'Trial Form', [number]),
		);
		const pages = (await Promise.all(presses)).map((one) => one.page);
		expect(pages.map((one) => /of \d+ checks/.exec(one)?.[0])).toEqual([
			'of 1 checks',
			'of 3 checks',
		]);
		expect(world.charges).toBe(0);
	});
});

describe('Collect evidence for an auditor', () => {
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		workflow = await world.publish('evidence-pack', (example) =>
			withFolder(example, filesOf(world.userFolder)),
		);
	});

	async function collect(lines: string) {
		const texts = [lines];
		const { page, file } = await submitForFile(workflow, 'Evidence Form', 'ZIP', texts);
		const { unzipSync } = createRequire(path.join(INSTALL, 'package.json'))('fflate') as {
			unzipSync(data: Buffer): Record<string, Uint8Array>;
		};
		const files = unzipSync(file);
		const read = (name: string) => JSON.parse(Buffer.from(files[name]).toString()) as unknown;
		const { rows } = readExcel(Buffer.from(files['evidence.xlsx']));
		return { page, file, files, rows: rows as Array<Record<string, string>>, read };
	}

	it('packs reports, PDFs and one table with a decision for each hash; what is missing is a row', async () => {
		const [high, expired] = [add(91), add(4)];
		world.sandbox.fault({ method: 'pdf', kind: 'html', status: 403, skip: 1, times: Infinity });
		const { page, file, files, rows, read } = await collect(
			`${high}; Rejected; Lovelace, Ada; 2026-01-31\n${expired}\tApproved\tBo\t2026-02-01\n\n${UNKNOWN}\n${high}`,
		);
		expect(page).toContain('3 checks are in the pack');
		expect(page).toContain('1 without a decision');
		const columns = [
			'Level',
			'Asset',
			'Decision',
			'Decided By',
			'Decided At',
			'Reasons',
			'Hash',
			'PDF',
		];
		await takeRows(world, 'evidence-pack', columns, rows);
		expect(rows.map(({ Hash }) => Hash)).toEqual([high, expired, UNKNOWN]);
		const decided = rows.map((row) => [row.Level, row.Decision ?? '', row['Decided By'] ?? '']);
		expect(decided).toEqual([
			['high', 'Rejected', 'Lovelace, Ada'],
			['low', 'Approved', 'Bo'],
			['unknown', '', ''],
		]);
		expect(rows[0].Rules).toMatch(/^\w{8,}/);
		expect(read(`${high}.json`)).toMatchObject({
			check: { hash: high, report: { riskscore: 91 } },
		});
		const withPdf = rows.filter((row) => row['SHA-256 of the PDF']);
		expect(withPdf).toHaveLength(1);
		expect(withPdf[0]['SHA-256 of the PDF']).toBe(await sha256(files[withPdf[0].PDF]));
		expect(rows[2].Reasons).toMatch(/not found/);
		const [saved] = await readdir(filesOf(world.userFolder));
		expect(await readFile(path.join(filesOf(world.userFolder), saved))).toEqual(file);
		expect(world.charges).toBe(0);
	});

	atLength(
		'without lines takes the high and unknown checks of last month, with the decisions of the desk',
		async () => {
			const initAt = LAST_MONTH();
			const times = { initAt, doneAt: initAt + 1000 };
			const [high, failed] = [add(92, times), add(3, { ...times, status: 'FAILED' })];
			add(4, times);
			const decisions = await DataTable.named(world.rest, 'AML Decisions');
			await decisions.insert({ key: 'audit', hash: high, decision: 'rejected', decidedBy: 'Bo' });
			// The button pressed twice.
			for (const { rows } of await Promise.all([collect(''), collect('')])) {
				const found = rows.map(({ Hash, Decision }) => [Hash, Decision || undefined]);
				expect(new Map(found as Array<[string, string]>)).toEqual(
					new Map([
						[high, 'rejected'],
						[failed, undefined],
					]),
				);
			}
		},
	);
});

async function sha256(bytes: Uint8Array): Promise<string> {
	return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

describe('Watch the account and its workflows', () => {
	let workflow: StoredWorkflow;
	const look = async () => {
		const from = world.outside.mails.length;
		const { status, data } = await world.rest.run(workflow, 'Every 15 Minutes');
		expect([status, data.resultData.error?.message]).toEqual(['success', undefined]);
		return newMails(from).map(({ text }) => text);
	};

	beforeAll(async () => {
		workflow = await world.publish('watch-account');
	});

	afterAll(() => {
		world.sandbox.configure({ packageSize: 10_000, token: world.sandbox.token });
	});

	it('is silent while all is well, and writes once when the package runs low, and at once when it is empty', async () => {
		// What does not fit is said once, such as the scale that the demo's credential leaves open.
		await look();
		expect(await look()).toEqual([]);
		world.sandbox.configure({ packageSize: world.charges + 1 });
		const [mail, ...more] = await look();
		expect(more).toEqual([]);
		expect(mail).toMatch(/The package is low: checks left: 1/);
		expect(await look()).toEqual([]);
		world.sandbox.configure({ packageSize: world.charges });
		const empty = await look();
		expect(empty).toHaveLength(1);
		expect(empty[0]).toMatch(/The package is empty/);
		world.sandbox.configure({ packageSize: 10_000 });
	});

	atLength('says once that a reason is over', async () => {
		const sent = await DataTable.named(world.rest, 'AML Messages');
		expect(await look()).toEqual([]);
		const before = new Date(Date.now() - 2 * 3_600_000).toISOString();
		await sent.update('key', 'package empty', { lastAt: before });
		const over = await look();
		expect(over).toHaveLength(1);
		expect(over[0]).toMatch(/not come up again[\s\S]*The package is empty/);
		expect(await look()).toEqual([]);
		world.sandbox.configure({ packageSize: world.charges });
		expect(await look()).toHaveLength(1);
		world.sandbox.configure({ packageSize: 10_000 });
	});

	it('rings for a trigger that fails again and again, once for each reason, in the words of the node', async () => {
		const pollTimes = {
			item: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((index) => ({
				mode: 'custom',
				cronExpression: `${index * 5} * * * * *`,
			})),
		};
		const alerts = await world.publish('slack-alerts', (example) => ({
			...withParameters(example, 'High-Risk Check', { pollTimes }),
			settings: { ...example.settings, errorWorkflow: workflow.id },
		}));
		const from = world.outside.mails.length;
		const failures = async (count: number) =>
			await eventually(`${count} failed polls`, async () => {
				const runs = await world.rest.executions(workflow);
				return runs.filter(({ mode }) => mode === 'error').length >= count;
			});
		world.sandbox.configure({ token: 'another' });
		await failures(2);
		expect(newMails(from)).toHaveLength(1);
		expect(newMails(from)[0].text).toMatch(/Post Slack alerts[\s\S]*invalid credentials/);
		world.sandbox.configure({ token: world.sandbox.token });
		world.sandbox.configure({ packageSize: 10_000 });
		const [refused] = await (async () => {
			world.sandbox.configure({ token: 'another' });
			return await look();
		})();
		expect(refused).toMatch(/The AML account can.t be read[\s\S]*invalid credentials/);
		world.sandbox.configure({ token: world.sandbox.token });
		world.sandbox.fault({
			method: 'checkup.getcheckshistory',
			kind: 'rpcError',
			code: -32_601,
			times: Infinity,
		});
		await eventually('the new reason', async () => newMails(from).length === 3, 120_000);
		expect(newMails(from)[2].text).toMatch(/Post Slack alerts/);
		expect(newMails(from)[2].text).not.toMatch(/invalid credentials/);
		await world.rest.deactivate(alerts);
		await takeMessages(world, 'watch-account', 4);
	});

	it('a button makes the alarm ring', async () => {
		const from = world.outside.mails.length;
		const url = `${world.rest.url}/form/${webhookIdOf(workflow, 'Rehearse the Alarm')}`;
		const body = new FormData();
		body.set('field-0', 'Ada');
		await fetch(url, { method: 'POST', body });
		const mail = await eventually('the rehearsal', async () => newMails(from)[0]);
		expect(mail.text).toContain('This is a rehearsal by Ada');
		await fetch(url, { method: 'POST', body });
		await eventually('the second rehearsal', async () => newMails(from)[1]);
	});
});

describe('Let AI clients read checks over MCP', () => {
	let workflow: StoredWorkflow;
	let client: McpClient;
	const url = () => `${world.instance.n8n.url}/mcp/aml-checks`;
	const call = async (name: string, input: Record<string, unknown>) => {
		const { content, isError } = await client.callTool({ name, arguments: input });
		return { isError, text: content[0].text };
	};

	beforeAll(async () => {
		workflow = await world.publish('mcp-server');
		client = await connectMcp(url(), { Authorization: `Bearer ${SECRET}` });
	});

	afterAll(async () => await client?.close());

	it.each([{}, { Authorization: 'Bearer another' }] as Array<Record<string, string>>)(
		'gives nothing to a caller with %j',
		async (headers) => {
			await expect(connectMcp(url(), headers)).rejects.toThrow(/Authorization/);
		},
	);

	it('tells a model what each tool does, what it costs and what it needs', async () => {
		const { tools } = await client.listTools();
		const table = tools.map(({ name, description, inputSchema }) => ({
			name,
			description,
			input: Object.keys(inputSchema.properties ?? {}).join(', '),
		}));
		await takeRows(world, 'mcp-server', ['name', 'input', 'description'], table);
		const [paid, ...free] = tools.sort((a, b) => b.name.localeCompare(a.name));
		expect(free.map(({ name }) => name)).toEqual([
			'List_Past_Checks',
			'List_Currencies',
			'Get_Result',
			'Find_Reports',
		]);
		for (const { description } of free) expect(description).toContain('Free.');
		expect(paid.description).toMatch(/Asks a person.*one check for each asset.*up to 10/);
		for (const { inputSchema } of tools)
			for (const { description } of Object.values(inputSchema.properties ?? {}))
				expect(description).toMatch(/\w{3}/);
		expect(client.getInstructions()).toMatch(/Only the level low is acceptable/);
	});

	it('reads for nothing', async () => {
		const hash = add(91);
		expect((await call('Get_Result', { hash })).text).toContain('"riskLevel":"high"');
		expect((await call('List_Past_Checks', { limit: 1 })).text).toContain(hash);
		const token = await call('List_Currencies', { network: 'TRX', limit: 50 });
		expect(token.text).toContain('"symbol":"USDT"');
		const input = { network: 'BTC', address: bookAddress('BTC', 'low') };
		expect((await call('Find_Reports', input)).text).toContain('"found":false');
		expect(await call('Get_Result', { hash: UNKNOWN })).toMatchObject({ isError: true });
		for (let index = 0; index < 120; index += 1) add(3);
		const many = (await call('List_Past_Checks', { limit: 100_000 })).text;
		expect(many.split('"hash"')).toHaveLength(101);
		expect(world.charges).toBe(0);
	});

	it('answers a mistake with what can be given, and says no number of an item', async () => {
		const address = bookAddress('BTC', 'low');
		const unknown = await call('Find_Reports', { network: 'Solana', address });
		expect(unknown.text).toMatch(/BTC.*TRX/);
		expect(unknown.text).not.toMatch(/\[item/);
		expect((await call('Get_Result', { hash: 'none' })).text).toContain("'Check Hash' is empty");
		expect(world.charges).toBe(0);
	});

	atLength.each(['serverErrorBefore', 'hang'] as const)(
		'answers within 25 seconds whatever the service does (%s)',
		async (kind) => {
			world.sandbox.fault({ method: '*', kind, times: Infinity });
			const address = bookAddress('TRX', 'low');
			const timed = async (name: string, input: Record<string, unknown>) => {
				const began = Date.now();
				const { text } = await call(name, input);
				return { text, seconds: (Date.now() - began) / 1000 };
			};
			const mails = world.outside.mails.length;
			const answers = await Promise.all([
				timed('Get_Result', { hash: UNKNOWN }),
				timed('List_Past_Checks', { limit: 1 }),
				timed('List_Currencies', { network: 'TRX', limit: 50 }),
				timed('Find_Reports', { network: 'TRX', address }),
				timed('Request_a_Check', { address, asset: 'all', network: '', why: 'A payment' }),
			]);
			for (const { text, seconds } of answers) {
				// The list of currencies may be one that was read before.
				expect(text).toMatch(/service|answer|time|"symbol"/i);
				expect(text).not.toMatch(/human/);
				expect(text).not.toMatch(/"riskLevel":"low"/);
				expect(seconds).toBeLessThan(25);
			}
			expect(newMails(mails)).toEqual([]);
		},
	);

	it('asks a person before it pays: a stranger who opens the link pays nothing, and twice is paid once', async () => {
		const from = world.outside.mails.length;
		const ask = async (address: string) =>
			(
				await call('Request_a_Check', {
					address,
					asset: 'all',
					network: '',
					why: 'A <b>payment</b>',
				})
			).text;
		expect(await ask(MISTYPED)).toMatch(/mistyped/);
		expect(newMails(from)).toEqual([]);
		const [yes, no] = [bookAddress('TRX', 'high'), bookAddress('LTC', 'high')];
		for (const address of [yes, no, yes]) expect(await ask(address)).toMatch(/waiting for a human/);
		const mailsAbout = async (address: string, count: number) =>
			await eventually(`the questions about ${address}`, async () => {
				const mails = newMails(from).filter(({ subject }) => subject.includes(address));
				return mails.length === count && mails.map(({ text }) => text);
			});
		const [refused] = await mailsAbout(no, 1);
		expect(refused).toMatch(/The client says: A\s+b payment/);
		expect(refused).not.toContain('<b>payment');
		const wanted = await mailsAbout(yes, 2);
		expect(wanted[0]).toMatch(/Checks to pay for: 3/);
		for (const text of [refused, ...wanted]) await opened(formIn(text));
		expect(world.charges).toBe(0);
		await answerForm(formIn(refused), ['Don’t', 'Ada']);
		for (const text of wanted) await answerForm(formIn(text), ['Screen it', 'Ada']);
		const again = { method: 'POST', body: new FormData() };
		for (const text of wanted) await fetch(formIn(text), again);
		const input = { network: 'TRX', address: yes };
		await eventually('the report', async () =>
			/"riskLevel":"high"/.test((await call('Find_Reports', input)).text),
		);
		await eventually('both runs have ended', async () => {
			const runs = await world.rest.executions(workflow);
			return runs.filter(({ status }) => status === 'waiting').length === 0;
		});
		expect(world.charges).toBe(3);
		await world.rest.deactivate(workflow);
	});
});

describe('Watch wallets and report changes', () => {
	let workflow: StoredWorkflow;
	let table: DataTable;
	const row = async (address: string) => (await table.rows({ address }))[0];
	const run = async () => {
		const execution = await world.rest.run(workflow, 'Every Day');
		expect([execution.status, execution.data.resultData.error?.message]).toEqual([
			'success',
			undefined,
		]);
		return execution;
	};
	const budget = { id: 'n', name: 'walletsADay', value: 4, type: 'number' };

	beforeAll(async () => {
		workflow = await world.publish('watch-wallets', (example) => {
			const { options } =
				example.nodes.find(({ name }) => name === 'Screen Wallets')?.parameters ?? {};
			const settings = { assignments: { assignments: [budget] } };
			// A day is over with each run, so that nothing is reused.
			const screening = {
				options: {
					...(options as object),
					timeout: 5,
					requestKey: '={{ $execution.id }}',
					reuseWithinHours: 0,
				},
			};
			return withParameters(
				withParameters(example, 'Settings', settings),
				...(['Screen Wallets', screening] as const),
			);
		});
		expect(ranIn(await run())).not.toContain('Screen Wallets');
		table = await DataTable.named(world.rest, 'Watched Wallets');
	});

	it('screens new wallets first and the oldest next, within the budget, and reports what is not low', async () => {
		const [low, high, last] = [
			bookAddress('BCH', 'low'),
			bookAddress('ETC', 'high'),
			bookAddress('LTC', 'low'),
		];
		const wallets = [low, high, MISTYPED, bookAddress('TRX', 'medium'), last];
		const customers = ['Ada', 'Bob', 'Cem', 'Dee', 'Eve'];
		await table.insert(
			...wallets.map((address, index) => ({
				address,
				customer: customers[index],
				network: address === high ? 'ETC' : '',
			})),
		);
		const before = world.charges;
		const mails = world.outside.mails.length;
		const execution = await run();
		expect(world.charges - before).toBe(5);
		expect(jsonOf(execution, 'Changed?').map(({ customer }) => customer)).toEqual([
			'Bob',
			'Cem',
			'Dee',
		]);
		expect(newMails(mails)).toHaveLength(1);
		await takeMessages(world, 'watch-wallets', 1);
		expect(await row(MISTYPED)).toMatchObject({ riskLevel: 'unknown' });
		expect(await row(last)).toMatchObject({ screenedAt: null });
		await run();
		expect(await row(last)).toMatchObject({ riskLevel: 'low' });
		expect(newMails(mails)).toHaveLength(1);
	});

	it('reports a changed level once, and again if the e-mail could not be sent', async () => {
		const address = bookAddress('BCH', 'low');
		const others = (await table.rows()).filter((one) => one.address !== address);
		for (const { id } of others) await table.remove('id', id);
		await table.update('address', address, { riskLevel: 'medium', dangers: 'scam' });
		const mails = world.outside.mails.length;
		world.outside.refuseMails(true);
		expect((await world.rest.run(workflow, 'Every Day')).status).toBe('error');
		expect(await row(address)).toMatchObject({ riskLevel: 'medium' });
		world.outside.refuseMails(false);
		await run();
		expect(newMails(mails)).toHaveLength(1);
		expect(newMails(mails)[0].text).toContain('medium → LOW');
		expect(await row(address)).toMatchObject({ riskLevel: 'low' });
		await run();
		expect(newMails(mails)).toHaveLength(1);
	});

	atLength('the button pressed twice on a day pays once', async () => {
		for (const { id } of await table.rows()) await table.remove('id', id);
		await table.insert({ address: bookAddress('XRP', 'low') });
		const usual = await world.publish('watch-wallets');
		const before = world.charges;
		for (const press of ['first', 'second']) {
			const { status } = await world.rest.run(usual, 'Every Day');
			expect([press, status, world.charges - before]).toEqual([press, 'success', 1]);
		}
		await world.rest.deactivate(usual);
	});

	atLength(
		'a wrong address does not keep its level, and a wallet in two rows is paid for once',
		async () => {
			for (const { id } of await table.rows()) await table.remove('id', id);
			const twice = bookAddress('BTC', 'low');
			await table.insert(
				{ address: MISTYPED, riskLevel: 'low' },
				{ address: twice },
				{ address: twice },
			);
			const [before, mails] = [world.charges, world.outside.mails.length];
			await run();
			expect(world.charges - before).toBe(1);
			expect((await table.rows({ address: twice })).map(({ riskLevel }) => riskLevel)).toEqual([
				'low',
				'low',
			]);
			expect(await row(MISTYPED)).toMatchObject({ riskLevel: 'unknown' });
			expect(newMails(mails)).toHaveLength(1);
		},
	);

	atLength(
		'in an outage and with an empty package keeps levels and places, and an empty package rings',
		async () => {
			for (const { id } of await table.rows()) await table.remove('id', id);
			const address = bookAddress('XLM', 'low');
			const screenedAt = new Date(0).toISOString();
			await table.insert({ address, riskLevel: 'low', dangers: '', screenedAt });
			const mails = world.outside.mails.length;
			world.sandbox.configure({ packageSize: world.charges });
			expect((await world.rest.run(workflow, 'Every Day')).status).toBe('error');
			world.sandbox.configure({ packageSize: 10_000 });
			expect(await row(address)).toMatchObject({ riskLevel: 'low', screenedAt });
			expect((await row(address)).summary).toMatch(/no checks|package/i);
			world.sandbox.fault({ method: '*', kind: 'serverErrorBefore', times: Infinity });
			await run();
			world.sandbox.clearFaults();
			expect(await row(address)).toMatchObject({ riskLevel: 'low', screenedAt });
			expect(newMails(mails)).toEqual([]);
		},
	);
});

describeKilled(() => world);
describeLateChecks(() => world);

it('has asked nothing of other machines', () => {
	expect(world.outside.strangers).toEqual([]);
});
