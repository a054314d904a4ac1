/**
 * The examples around a check, each in a real n8n: other rules on old checks, evidence, the account, an MCP server, and
 * wallets that are watched. Bad input and outages are part of their stories.
 */
import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { withFolder } from '../../../demo/lib/examples.mts';
import { filesOf } from '../../../demo/lib/instance.mts';
import { SECRET } from '../../../demo/lib/outside/index.mts';
import { close, listen, readBody } from '../../../demo/lib/outside/proxy.mts';
import { INSTALL } from '../../../demo/lib/paths.mts';
import { outputOf, type StoredWorkflow } from '../../../demo/lib/rest.mts';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { eventually, START_UP_MS } from '../harness/shared.mts';
import { linkIn, press } from './buttons.mts';
import { DataTable } from './dataTables.mts';
import { connectMcp, type McpClient } from './mcpClient.mts';
import { fillForm } from './forms.mts';
import { describeLateChecks } from './late.mts';
import { readExcel, takeMessages, takeRows } from './pictures.mts';
import { jsonOf, ranIn, withParameters } from './support.mts';
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

	async function collect(hashes: string) {
		const { page, file } = await submitForFile(workflow, 'Evidence Form', 'ZIP', [
			hashes,
			'Rejected',
			'Ada Lovelace',
			'2026-01-31',
		]);
		const { unzipSync } = createRequire(path.join(INSTALL, 'package.json'))('fflate') as {
			unzipSync(data: Buffer): Record<string, Uint8Array>;
		};
		const files = unzipSync(file);
		const read = (name: string) => JSON.parse(Buffer.from(files[name]).toString()) as unknown;
		const lines = read('manifest.json') as Array<Record<string, string>>;
		return { page, file, files, lines, read };
	}

	it('packs reports, PDFs and the rules; what is missing is a line', async () => {
		const [high, expired] = [add(91), add(4)];
		world.sandbox.fault({ method: 'pdf', kind: 'html', status: 403, skip: 1, times: Infinity });
		const { page, file, files, lines, read } = await collect(`${high}\n${expired}, nobody ${high}`);
		expect(page).toContain('3 checks are in the pack');
		await takeRows(
			world,
			'evidence-pack',
			['hash', 'riskLevel', 'report', 'pdf', 'pdfSha256', 'pdfMissing', 'decidedBy'],
			lines,
		);
		expect(lines.map(({ hash }) => hash)).toEqual([high, expired, 'nobody']);
		const [first, second, third] = lines;
		expect(first).toMatchObject({
			riskLevel: 'high',
			rules: { fingerprint: expect.stringMatching(/^\w{8,}/) },
			decision: 'Rejected',
			decidedBy: 'Ada Lovelace',
			decidedOn: '2026-01-31',
		});
		expect(read(`${high}.json`)).toMatchObject({
			check: { hash: high, report: { riskscore: 91 } },
		});
		expect([first, second].filter(({ pdf }) => pdf)).toHaveLength(1);
		for (const { pdf, pdfSha256, pdfMissing } of lines) {
			if (pdf) expect(pdfSha256).toBe(await sha256(files[pdf]));
			else expect(pdfMissing).not.toBe('');
		}
		expect(third).toMatchObject({ riskLevel: 'unknown', report: '', rules: null });
		expect(third.reportMissing).toMatch(/not found/);
		const [saved] = await readdir(filesOf(world.userFolder));
		expect(await readFile(path.join(filesOf(world.userFolder), saved))).toEqual(file);
		expect(world.charges).toBe(0);
	});

	it('without hashes takes the high and unknown checks of last month', async () => {
		const initAt = LAST_MONTH();
		const times = { initAt, doneAt: initAt + 1000 };
		const [high, failed] = [add(92, times), add(3, { ...times, status: 'FAILED' })];
		add(4, times);
		const { lines } = await collect('');
		expect(new Set(lines.map(({ hash }) => hash))).toEqual(new Set([high, failed]));
	});
});

async function sha256(bytes: Uint8Array): Promise<string> {
	return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

describe('Watch the account and its workflows', () => {
	let workflow: StoredWorkflow;
	const morning = async () => {
		const from = world.outside.mails.length;
		expect((await world.rest.run(workflow, 'Every Morning')).status).toBe('success');
		return newMails(from).map(({ text }) => text);
	};

	beforeAll(async () => {
		workflow = await world.publish('watch-account');
	});

	afterAll(() => {
		world.sandbox.configure({ packageSize: 10_000, token: world.sandbox.token });
	});

	it('is silent while all is well, and writes once a day when the package runs low', async () => {
		expect(await morning()).toEqual([]);
		const initAt = Date.now() - 7_200_000;
		add(4, { initAt, doneAt: initAt + 5_400_000 });
		world.sandbox.configure({ packageSize: world.charges + 1 });
		const [mail, ...more] = await morning();
		expect(more).toEqual([]);
		expect(mail).toMatch(
			/The package is low: 1 check is left. At \d\.\d checks a day, .* days?\. Buy/,
		);
		expect(mail).toMatch(/A check took 90 minutes/);
		expect(await morning()).toEqual([]);
		world.sandbox.configure({ packageSize: 10_000 });
	});

	it('writes that the service does not fit, once its results are about no check of ours', async () => {
		const sent = await DataTable.named(world.rest, 'AML Messages');
		for (const { key } of await sent.rows()) await sent.remove('key', key);
		world.sandbox.fault({
			method: 'checkup.getresult',
			kind: 'changed',
			times: Infinity,
			change: ({ id, error, ...body }: { id: string; error?: unknown }) =>
				error
					? { jsonrpc: '2.0', id, result: { check: { hash: 'x', status: 'SUCCESS' } } }
					: { id, ...body },
		});
		const [mail, ...more] = await morning();
		expect(more).toEqual([]);
		expect(mail).toMatch(/no longer does what the nodes rely on\. Promises do not hold.*E Results/);
	});

	it('writes once about a trigger that fails again and again, and says that the credential is refused', async () => {
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
		world.sandbox.configure({ token: 'another' });
		await eventually('two failed polls', async () => {
			const runs = await world.rest.executions(workflow);
			return runs.filter(({ mode }) => mode === 'error').length >= 2;
		});
		await world.rest.deactivate(alerts);
		const mails = newMails(from);
		expect(mails).toHaveLength(1);
		expect(mails[0].text).toMatch(/Post Slack alerts[\s\S]*invalid credentials/);
		const [refused] = await morning();
		expect(refused).toMatch(/The AML account can.t be read[\s\S]*invalid credentials/);
		await takeMessages(world, 'watch-account', 4);
		world.sandbox.configure({ token: world.sandbox.token });
	});
});

describe('Let AI clients read checks over MCP', () => {
	let workflow: StoredWorkflow;
	let client: McpClient;
	const url = () => `${world.demo.n8n.url}/mcp/aml-checks`;
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
		expect(paid.description).toMatch(/Asks a person.*Costs one check.*Returns at once/);
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
		expect(await call('Get_Result', { hash: 'nobody' })).toMatchObject({ isError: true });
		expect(world.charges).toBe(0);
	});

	it('asks a person before it pays, and refuses a wrong address without asking', async () => {
		const from = world.outside.mails.length;
		const ask = async (address: string) =>
			(await call('Request_a_Check', { address, currency: 'detect', why: 'A <b>payment</b>' }))
				.text;
		expect(await ask(MISTYPED)).toMatch(/mistyped/);
		expect(newMails(from)).toEqual([]);
		const [yes, no] = [bookAddress('BTC', 'high'), bookAddress('ETH', 'high')];
		for (const address of [yes, no]) expect(await ask(address)).toMatch(/waiting for a human/);
		const mailAbout = async (address: string) =>
			(
				await eventually(`the question about ${address}`, async () =>
					newMails(from).find(({ subject }) => subject.includes(address)),
				)
			).text;
		expect(await mailAbout(no)).toMatch(/The client says: A\s+b payment/);
		expect(await mailAbout(no)).not.toContain('<b>');
		expect(world.charges).toBe(0);
		await press(linkIn(await mailAbout(no), false));
		await press(linkIn(await mailAbout(yes), true));
		const input = { network: 'BTC', address: yes };
		await eventually('the report', async () =>
			/"riskLevel":"high"/.test((await call('Find_Reports', input)).text),
		);
		expect(world.charges).toBe(1);
		await world.rest.deactivate(workflow);
	});
});

describe('Watch wallets and report changes', () => {
	const events: Array<{ signature: unknown; body: string }> = [];
	let isDown = false;
	const server = createServer((request, response) => {
		void readBody(request).then((body) => {
			events.push({ signature: request.headers['x-signature'], body });
			response.writeHead(isDown ? 500 : 200).end('{}');
		});
	});
	let workflow: StoredWorkflow;
	let table: DataTable;
	const row = async (address: string) => (await table.rows({ address }))[0];
	const run = async (which = workflow) => {
		events.length = 0;
		const execution = await world.rest.run(which, 'Every Day');
		expect([execution.status, execution.data.resultData.error?.message]).toEqual([
			'success',
			undefined,
		]);
		return execution;
	};
	/** The example with this test's receiver, a small budget, and the given options of the screening node. */
	const publish = async (more: object = {}) => {
		const { port } = server.address() as AddressInfo;
		const url = `http://127.0.0.1:${port}/aml-events`;
		const budget = { id: 'n', name: 'checksADay', value: 4, type: 'number' };
		return await world.publish('watch-wallets', (example) => {
			const { options } =
				example.nodes.find(({ name }) => name === 'Screen Wallets')?.parameters ?? {};
			const settings = { assignments: { assignments: [budget] } };
			const screening = { options: { ...(options as object), ...more } };
			const sending = withParameters(example, 'Send Event', { url });
			return withParameters(
				withParameters(sending, 'Settings', settings),
				...(['Screen Wallets', screening] as const),
			);
		});
	};

	beforeAll(async () => {
		await listen(server);
		workflow = await publish();
		expect(ranIn(await run())).not.toContain('Screen Wallets');
		table = await DataTable.named(world.rest, 'Watched Wallets');
	});

	afterAll(async () => await close(server));

	it('screens new wallets first and the oldest next, within the budget, and reports what is not low', async () => {
		const [low, high, last] = [
			bookAddress('BCH', 'low'),
			bookAddress('ETC', 'high'),
			bookAddress('LTC', 'low'),
		];
		const wallets = [low, high, MISTYPED, bookAddress('TRX', 'medium'), last];
		const customers = ['Ada', 'Bob', 'Cem', 'Dee', 'Eve'];
		await table.insert(
			...wallets.map((address, index) => ({ address, customer: customers[index] })),
		);
		const before = world.charges;
		const mails = world.outside.mails.length;
		const execution = await run();
		expect(world.charges - before).toBe(3);
		expect(jsonOf(execution, 'Changed?').map(({ address }) => address)).toEqual([
			high,
			bookAddress('TRX', 'medium'),
		]);
		for (const { signature, body } of events)
			expect(signature).toBe(`sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`);
		expect(events.map(({ body }) => (JSON.parse(body) as { before: string }).before)).toEqual([
			'',
			'',
		]);
		expect(newMails(mails)).toHaveLength(1);
		await takeMessages(world, 'watch-wallets', 1);
		expect(await row(MISTYPED)).toMatchObject({ riskLevel: 'unknown' });
		expect((await row(MISTYPED)).summary).toMatch(/mistyped/);
		expect(await row(last)).toMatchObject({ screenedAt: null });
		await run();
		expect(await row(last)).toMatchObject({ riskLevel: 'low' });
		expect(events).toEqual([]);
	});

	it('reports a changed level once, and again if the event could not be delivered', async () => {
		const address = bookAddress('BCH', 'low');
		const others = (await table.rows()).filter((one) => one.address !== address);
		for (const { id } of others) await table.remove('id', id);
		await table.update('address', address, { riskLevel: 'medium', dangers: 'scam' });
		isDown = true;
		await run();
		expect(events).toHaveLength(3);
		expect(await row(address)).toMatchObject({ riskLevel: 'medium' });
		expect((await row(address)).summary).toMatch(/The event was not sent/);
		isDown = false;
		const before = world.charges;
		await run();
		expect(events).toHaveLength(1);
		expect(JSON.parse(events[0].body)).toMatchObject({ before: 'medium', riskLevel: 'low' });
		expect(await row(address)).toMatchObject({ riskLevel: 'low' });
		await run();
		expect(events).toEqual([]);
		expect(world.charges - before).toBeLessThanOrEqual(2);
	});

	it('keeps the last level of a wallet that could not be screened, and its place', async () => {
		const address = bookAddress('XLM', 'low');
		const screenedAt = new Date(0).toISOString();
		await table.insert({ address, riskLevel: 'low', dangers: '', screenedAt });
		world.sandbox.configure({ packageSize: world.charges });
		await run();
		world.sandbox.configure({ packageSize: 10_000 });
		expect(await row(address)).toMatchObject({ riskLevel: 'low', screenedAt });
		expect((await row(address)).summary).toMatch(/no checks|package/i);
	});

	it('in an outage says nothing and keeps levels and places, then goes on with the new and the oldest', async () => {
		for (const { id } of await table.rows()) await table.remove('id', id);
		const known = [0, 1, 2, 3].map((day) => ({
			address: makeAddress('LTC', `watched ${day}`),
			riskLevel: 'medium',
			dangers: '',
			screenedAt: new Date(day * 86_400_000).toISOString(),
		}));
		const fresh = makeAddress('LTC', 'watched and new');
		await table.insert(...[...known].reverse(), { address: fresh });
		const [before, mails] = [world.charges, world.outside.mails.length];
		const impatient = await publish({ timeout: 5 });
		world.sandbox.fault({ method: '*', kind: 'serverErrorBefore', times: Infinity });
		await run(impatient);
		await world.rest.deactivate(impatient);
		expect([events, newMails(mails), world.charges - before]).toEqual([[], [], 0]);
		for (const { address, riskLevel, screenedAt } of known)
			expect(await row(address)).toMatchObject({ riskLevel, screenedAt });
		const unscreened = await row(fresh);
		expect([unscreened.riskLevel ?? '', unscreened.screenedAt]).toEqual(['', null]);
		world.sandbox.clearFaults();
		await run();
		expect(world.charges - before).toBe(4);
		const left = (await table.rows({ riskLevel: 'medium' })).filter(
			({ screenedAt }) => screenedAt === known[3].screenedAt,
		);
		expect(left.map(({ address }) => address)).toEqual([known[3].address]);
		expect((await row(fresh)).screenedAt).not.toBeNull();
	});
});

describeLateChecks(() => world);

it('has asked nothing of other machines', () => {
	expect(world.outside.strangers).toEqual([]);
});
