/**
 * What models may do: an agent in n8n's chat, and AI clients over MCP. They read for nothing, and a person agrees before
 * anything is paid.
 */
import { DataTable } from '../../../instance/dataTables.mts';
import { SECRET } from '../../../instance/outside/index.mts';
import type { StoredWorkflow } from '../../../instance/rest.mts';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { takeRows } from '../../../scripts/screenshots/results.mts';
import { eventually, START_UP_MS } from '../harness/shared.mts';
import { connectMcp, type McpClient } from './mcpClient.mts';
import { answerForm, formIn, opened } from './questions.mts';
import { World } from './world.mts';

let world: World;

beforeAll(async () => {
	world = await World.open();
}, START_UP_MS);

afterAll(async () => {
	await world?.close();
});

describe('Let an AI agent screen wallets with approval', () => {
	let workflow: StoredWorkflow;
	const chat = () => world.editor.get('canvas-chat');
	const says = async (text: string) =>
		await chat().getByText(text).last().waitFor({ timeout: 60_000 });
	const press = async (name: string) =>
		await chat().getByRole('button', { name, exact: true }).last().click({ timeout: 60_000 });

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
	}

	it('searches first, asks before it pays, and screens all assets when it may', async () => {
		const before = world.charges;
		const address = bookAddress('ETH', 'dirtyUsdt');
		await ask(address);
		await says(`May I screen ${address} on ETH? This costs a check for each asset`);
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
		expect(world.charges).toBe(before);
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
		expect(await call('Get_Result', { hash: crypto.randomUUID() })).toMatchObject({
			isError: true,
		});
		expect(world.charges).toBe(before);
	});

	it('asks a person before it pays, and a free tool reads the result of what was asked', async () => {
		expect(await ask('17AxsknYSXoYDkRq7wG66rXjYs99tT4o36')).toMatch(/17Axsk…4o36/);
		const [yes, no] = [makeAddress('TRX', 'wanted by MCP'), makeAddress('LTC', 'unwanted')];
		const before = world.charges;
		for (const address of [yes, no, yes]) expect(await ask(address)).toMatch(/waiting for a human/);
		const mailsAbout = async (address: string, count: number) =>
			await eventually(`the questions about ${address}`, async () => {
				const mails = world.outside.mails.filter(
					({ to, subject }) => to.includes('approvers@example.com') && subject.includes(address),
				);
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
		const decisions = await DataTable.named(world.rest, 'AML Decisions');
		expect(await decisions.rows({ address: yes, source: 'MCP' })).toMatchObject([
			{ decidedBy: 'Ada' },
			{ decidedBy: 'Ada' },
		]);
	});
});
