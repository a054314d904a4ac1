/**
 * The example "AI Agent That May Screen Wallets" in the editor's chat: the tools are called the way n8n calls an agent's
 * tools, the model is a script on this machine, and a person presses the buttons.
 */
import { OWNER, type Sandbox } from '../../../demo/lib/instance.mts';
import type { N8nRest, StoredWorkflow } from '../../../demo/lib/rest.mts';
import { bookAddress, startSandbox } from '../../../sandbox/server.mts';
import { Editor } from '../../../scripts/browser/editor.mts';
import { credentialFor, session } from '../harness/shared.mts';
import {
	startModelStandIn,
	type ModelMessage,
	type ModelRequest,
	type ModelStandIn,
	type ModelTurn,
} from './modelStandIn.mts';
import { importExample, nthExecution, ranIn } from './support.mts';

/** n8n takes an approval by what looks like a robot for a link preview, and headless Chromium says that it is one. */
const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const QUESTION = /^Is (?<address>\w+) on (?<network>\w+) all right\?$/;

let rest: N8nRest;
let sandbox: Sandbox;
let model: ModelStandIn;
let workflow: StoredWorkflow;
let editor: Editor;
let asked = 0;

const textOf = ({ content }: ModelMessage) =>
	typeof content === 'string' ? content : JSON.stringify(content);

/** What the tools have said since the person's last question. */
function toldSince({ messages }: ModelRequest): string[] {
	const last = messages.map(({ role }) => role).lastIndexOf('user');
	return messages
		.slice(last)
		.filter(({ role }) => role === 'tool')
		.map(textOf);
}

/** An agent that keeps to its rules: it looks first, proposes a check if there is none, and repeats what it was told. */
function script(request: ModelRequest): ModelTurn {
	const questions = request.messages.filter(({ role }) => role === 'user').map(textOf);
	const { address, network } = QUESTION.exec(questions.at(-1) ?? '')?.groups ?? {};
	const told = toldSince(request);
	if (told.length === 0) return { tool: 'Find_Reports', input: { network, address } };
	const proposal = { toolParameters: { network, address }, hitlParameters: {} };
	if (told.length === 1 && told[0].includes('"found":false'))
		return { tool: 'Screen_Wallet', input: proposal };
	const level = /"riskLevel":"(\w+)"/.exec(told[told.length - 1])?.[1];
	return level ? `The risk level is ${level}.` : 'It was not screened: a person has to review it.';
}

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 300 });
	model = await startModelStandIn(script);
	rest = await session();
	const openAi = await rest.putCredential('Scripted model', 'openAiApi', {
		apiKey: 'none',
		url: model.url,
	});
	const credentials = [await credentialFor(rest, sandbox), openAi];
	workflow = await importExample(rest, 'ai-agent-tool', credentials);
	editor = await Editor.open({ url: rest.url });
	await editor.page.setExtraHTTPHeaders({ 'User-Agent': PERSON });
	await editor.signIn(OWNER);
});

afterAll(async () => {
	await editor?.close();
	await model.close();
	await sandbox.close();
});

const chat = () => editor.get('canvas-chat');

const says = async (text: string | RegExp) =>
	await chat().getByText(text).last().waitFor({ timeout: 60_000 });

/** Opens the chat anew and asks about a wallet. */
async function ask(address: string, network: string): Promise<void> {
	await editor.openWorkflow(workflow.id);
	// The editor remembers whether the chat was open; the button then closes it.
	const button = editor.get('workflow-chat-button');
	if ((await button.innerText()).startsWith('Open')) await button.click();
	const input = chat().locator('textarea');
	await input.fill(`Is ${address} on ${network} all right?`);
	await input.press('Enter');
	asked += 1;
}

const press = async (button: string) =>
	await chat().getByRole('button', { name: button, exact: true }).click({ timeout: 60_000 });

const charges = () => sandbox.stats().charges;

it('looks for reports, free, asks before it pays, and screens when it may', async () => {
	await ask(bookAddress('BTC', 'high'), 'BTC');
	await says(`May I screen ${bookAddress('BTC', 'high')} on BTC? This costs one check`);
	expect(sandbox.stats().calls['checkup.findreport']).toBe(1);
	expect(charges()).toBe(0);

	await press('Screen it');
	await says('The risk level is high.');
	expect(charges()).toBe(1);
	const execution = await nthExecution(rest, workflow, asked);
	expect(execution.status).toBe('success');
	expect(ranIn(execution)).toEqual(
		expect.arrayContaining(['Find Reports', 'Approve Paid Check', 'Screen Wallet', 'Reply']),
	);
});

it('takes the report that is there, and neither asks nor pays', async () => {
	const before = charges();
	await ask(bookAddress('BTC', 'high'), 'BTC');
	await says('The risk level is high.');
	expect(ranIn(await nthExecution(rest, workflow, asked))).not.toContain('Approve Paid Check');
	expect(charges()).toBe(before);
});

it('pays nothing when the person says no', async () => {
	const before = charges();
	await ask(bookAddress('ETH', 'low'), 'ETH');
	await press('Don’t');
	await says('It was not screened: a person has to review it.');
	expect(ranIn(await nthExecution(rest, workflow, asked))).not.toContain('Screen Wallet');
	expect(charges()).toBe(before);
});

it('offers the model these two tools, and says which of them is free', () => {
	const offered = new Map(
		model.requests[0].tools?.map(({ function: tool }) => [tool.name, tool.description]),
	);
	expect([...offered.keys()].sort()).toEqual(['Find_Reports', 'Screen_Wallet']);
	expect(offered.get('Find_Reports')).toMatch(/free/i);
	expect(offered.get('Screen_Wallet')).toMatch(/costs one check/i);
});

it('has asked nothing of other machines, save for what n8n shows of every community node', () => {
	const details = 'https://registry.npmjs.org/n8n-nodes-aml-check';
	expect(editor.strangers.filter((url) => url !== details)).toEqual([]);
});
