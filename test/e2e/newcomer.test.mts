/** A newcomer's walk: the first form of docs/first-form.md, built click by click in an empty workflow, and tried. */
import type { Page } from 'playwright-core';
import { OWNER, type Sandbox } from '../../instance/start.mts';
import type {
	N8nRest,
	StoredCredential,
	StoredWorkflow,
	WorkflowNode,
} from '../../instance/rest.mts';
import { bookAddress, startSandbox } from '../../sandbox/server.mts';
import {
	addFirstNode,
	addNodeAfter,
	choose,
	closePanel,
	parameter,
	writeExpression,
	writeText,
	type Output,
} from '../../scripts/browser/builder.mts';
import { Editor } from '../../scripts/browser/editor.mts';
import { credentialFor, eventually, session } from './harness/shared.mts';

const CLEAN = bookAddress('BTC', 'low');
const MISTYPED = `${CLEAN.slice(0, -1)}${CLEAN.endsWith('x') ? 'z' : 'x'}`;
const PAGE_TIMEOUT_MS = 60_000;
/** The action in the nodes panel; the node is named after it. */
const ACTION = 'Screen a wallet';

let sandbox: Sandbox;
let rest: N8nRest;
let credential: StoredCredential;
let editor: Editor;
let built = false;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 200 });
	rest = await session();
	credential = await credentialFor(rest, sandbox);
	// n8n chooses the newest credential for a new node; the walk chooses the one above instead.
	await credentialFor(rest, sandbox);
	editor = await Editor.open({ url: rest.url });
	await editor.signIn(OWNER);
	await editor.go('/workflow/new');
});

afterAll(async () => {
	await editor?.close();
	await sandbox.close();
});

const workflowId = () => new URL(editor.page.url()).pathname.split('/')[2];

/** The workflow as n8n has saved it by itself; null before the first time. */
const saved = async (): Promise<StoredWorkflow | null> =>
	await rest.request<StoredWorkflow>('GET', `/workflows/${workflowId()}`).catch(() => null);

/** Waits until n8n has saved what was typed: it takes its time, and forgets what is closed or gone on from too soon. */
async function kept(name: string, ...texts: string[]): Promise<WorkflowNode> {
	return await eventually(`${name} is saved with ${texts.join(', ')}`, async () => {
		const node = (await saved())?.nodes.find((candidate) => candidate.name === name);
		const written = JSON.stringify(node) ?? '';
		return texts.every((text) => written.includes(text)) && node;
	});
}

/** Adds a Form Ending behind an output. */
async function addEnding(name: string, output: Output, title: string, message?: string) {
	await addNodeAfter(editor, output, { search: 'form', name: 'n8n Form', action: 'Form Ending' });
	await writeText(parameter(editor, 'completionTitle'), title);
	if (message) {
		const frame = editor.get('completionMessage-parameter-input-options-container');
		await writeExpression(editor, parameter(editor, 'completionMessage'), frame, message);
	}
	await kept(name, title, message ?? title);
	await closePanel(editor);
}

/** Fills in one of the Switch's rules. */
async function writeRule(index: number, expression: string, level: string) {
	const rule = editor.get('filter-condition').nth(index);
	const left = editor.get('filter-condition-left', rule);
	await writeExpression(editor, left, left, expression);
	await kept('Switch', `"leftValue":"=${expression}"`);
	await writeText(editor.get('filter-condition-right', rule), level);
	await kept('Switch', `"rightValue":"${level}"`);
}

/** What n8n says of the newest run. A form doesn't learn of a run that n8n has refused, and turns its wheel for ever. */
async function lastWords(): Promise<string> {
	const [run] = await rest.runs({ id: workflowId() });
	if (!run) return 'there is no run';
	const { error } = (await rest.execution(run.id)).data.resultData;
	return `${run.status}, ${error?.message}`;
}

/** Submits a wallet in an open form, and returns what its last page says. */
async function fillIn(form: Page, address: string, network?: string): Promise<string> {
	await form.getByLabel('Address').fill(address);
	if (network) await form.getByLabel('Network').selectOption(network);
	await form.locator('#submit-btn').click();
	try {
		await form.locator('#n8n-form').waitFor({ state: 'detached', timeout: PAGE_TIMEOUT_MS });
	} catch (cause) {
		throw new Error(`The form stays. n8n says of its run: ${await lastWords()}`, { cause });
	}
	await form.locator('.header h1').waitFor({ timeout: PAGE_TIMEOUT_MS });
	return await form.locator('.card').innerText();
}

/** Presses "Execute workflow", submits a wallet in the form that opens, and returns what its last page says. */
async function submit(address: string, network?: string): Promise<string> {
	if (!built) throw new Error('The workflow is not built: look at the steps above.');
	const execute = editor.get('execute-workflow-button').first();
	const [form] = await Promise.all([editor.page.waitForEvent('popup'), execute.click()]);
	try {
		const page = await fillIn(form, address, network);
		const stop = editor.get('stop-execution-button');
		await stop.waitFor({ state: 'hidden', timeout: PAGE_TIMEOUT_MS });
		return page;
	} finally {
		// n8n would show the next form in a window that is still open.
		await form.close();
	}
}

describe('the first form of the documentation', () => {
	it('1: a form with an address and a dropdown of networks', async () => {
		await addFirstNode(editor, { search: 'form submission', name: 'On form submission' });
		await writeText(parameter(editor, 'formTitle'), 'Wallet');
		const add = (list: string) =>
			editor.get('fixed-collection-add', editor.get(`fixed-collection-${list}`)).last();
		await add('formFields').click();
		await writeText(parameter(editor, 'fieldLabel'), 'Address');
		await add('formFields').click();
		await writeText(parameter(editor, 'fieldLabel').last(), 'Network');
		await choose(editor, parameter(editor, 'fieldType').last(), 'Dropdown');
		await writeText(parameter(editor, 'option'), 'Bitcoin');
		await add('fieldOptions').click();
		await writeText(parameter(editor, 'option').last(), 'Ethereum');
		await kept(
			'On form submission',
			'"formTitle":"Wallet"',
			'"Address"',
			'"Bitcoin"',
			'"Ethereum"',
		);
		await closePanel(editor);
	});

	it('2 to 4: the check, with an output for what goes wrong', async () => {
		const behind = { node: 'On form submission', index: 0 };
		await addNodeAfter(editor, behind, { search: 'wallet', name: 'AML Check', action: ACTION });
		const write = async (name: string, text: string) => {
			const frame = editor.get(`${name}-parameter-input-options-container`);
			await writeExpression(editor, parameter(editor, name), frame, text);
			await kept(ACTION, `=${text}`);
		};
		// After another credential n8n loads the lists, and empties fields that are written meanwhile.
		await write('address', '{{ $json.Address }}');
		await choose(editor, editor.get('node-credentials-select'), credential.name);
		await kept(ACTION, '"={{ $json.Address }}"', credential.id);
		await write('network', "{{ $json.Network || 'detect' }}");
		const options = editor.get('collection-parameter-add').first();
		await choose(editor, options, 'Timeout (Seconds)');
		await writeText(parameter(editor, 'timeout'), '60');
		await choose(editor, options, 'Request Key');
		await write('requestKey', '{{ $today.toISODate() }}');
		await editor.get('tab-settings').click();
		await choose(editor, parameter(editor, 'onError'), 'Continue (using error output)');
		await kept(ACTION, 'continueErrorOutput');
		await closePanel(editor);
	});

	it('5: a switch on the level', async () => {
		const success = { node: ACTION, index: 0 };
		await addNodeAfter(editor, success, { search: 'switch', name: 'Switch' });
		await writeRule(0, '{{ $json.riskLevel }}', 'low');
		await editor.get('fixed-collection-add', editor.get('fixed-collection-rules')).click();
		await writeRule(1, '{{ $json.riskLevel }}', 'high');
		await choose(editor, editor.get('collection-parameter-add'), 'Fallback Output');
		await choose(editor, parameter(editor, 'fallbackOutput'), 'Extra Output');
		await kept('Switch', '"rightValue":"low"', '"rightValue":"high"', '"fallbackOutput":"extra"');
		await closePanel(editor);
	});

	it('6: a question whose turn it is, behind the error output', async () => {
		await addNodeAfter(editor, { node: ACTION, index: 1 }, { search: 'if', name: 'If' });
		const left = editor.get('filter-condition-left', editor.get('filter-condition').first());
		await writeExpression(editor, left, left, '{{ $json.details.fault }}');
		await kept('If', '={{ $json.details.fault }}');
		await writeText(editor.get('filter-condition-right').first(), 'input');
		await kept('If', '"rightValue":"input"');
		await closePanel(editor);
	});

	it('7: a page behind each output', async () => {
		await addEnding('Form', { node: 'Switch', index: 0 }, 'Approved');
		await addEnding('Form1', { node: 'Switch', index: 1 }, 'Rejected');
		await addEnding('Form2', { node: 'Switch', index: 2 }, 'In Review');
		const wrong = { node: 'If', index: 0 };
		await addEnding('Form3', wrong, 'Please check the address', '{{ $json.error }}');
		await addEnding('Form4', { node: 'If', index: 1 }, 'In Review');
		expect((await saved())?.connections).toMatchObject({
			[ACTION]: { main: [[{ node: 'Switch' }], [{ node: 'If' }]] },
			Switch: { main: [[{ node: 'Form' }], [{ node: 'Form1' }], [{ node: 'Form2' }]] },
			If: { main: [[{ node: 'Form3' }], [{ node: 'Form4' }]] },
		});
		built = true;
	});
});

describe('8: the form, with a wallet of each kind', () => {
	it.each([
		['clean', CLEAN, undefined, 'Approved', 1],
		['sanctioned', bookAddress('ETH', 'sanctioned'), 'Ethereum', 'Rejected', 3],
		['without a score', bookAddress('BTC', 'unscored'), 'Bitcoin', 'In Review', 1],
	] as const)('%s: %s, %s, ends with "%s"', async (_, address, network, page, paid) => {
		const before = sandbox.stats().charges;
		expect((await submit(address, network)).trim()).toBe(page);
		expect(sandbox.stats().charges - before).toBe(paid);
	});

	it('an account in trouble: the customer is not asked to check the address', async () => {
		sandbox.fault({
			method: 'checkup.checkaddr',
			kind: 'rpcError',
			message: 'There are no checks left in the package',
		});
		expect((await submit(bookAddress('BTC', 'medium'))).trim()).toBe('In Review');
	});

	it.each([
		['mistyped', MISTYPED],
		['without its network', bookAddress('ETH', 'low')],
	])('%s: the page says what is wrong, and nothing is paid', async (_, address) => {
		const before = sandbox.stats().charges;
		const page = await submit(address);
		expect(page).toContain('Please check the address');
		expect(page).not.toContain('Approved');
		expect(sandbox.stats().charges).toBe(before);
	});
});
