/** The pictures of the examples: each on the canvas, the form of one as its visitors see it, and the agent's question. */
import type { Locator } from 'playwright-core';
import { withCredentials } from '../../demo/lib/examples.mts';
import type { Demo } from '../../demo/lib/instance.mts';
import type { StoredWorkflow } from '../../demo/lib/rest.mts';
import { bookAddress } from '../../sandbox/server.mts';
import { startModelStandIn } from '../../test/e2e/examples/modelStandIn.mts';
import type { Editor } from '../browser/editor.mts';

/** Takes a picture of the window, or of one element in it, under a name. */
export type Take = (editor: Editor, name: string, element?: Locator) => Promise<void>;

const CANVAS = { width: 1600, height: 860 };
const PAGE = { width: 640, height: 620 };
/** The chat takes a third of the window's height. */
const CHAT = { width: 1600, height: 1500 };

/** The editor's buttons lie over the canvas, and over what is to be seen there. */
const BUTTONS = [
	'button:not(.vue-flow__transformationpane *)',
	'.vue-flow__panel',
	':has(> [role="radiogroup"])',
	':has(> [data-test-id^="execute-workflow-button"])',
].join();

async function stored(demo: Demo, file: string): Promise<StoredWorkflow> {
	const id = demo.examples.get(file)?.id;
	if (!id) throw new Error(`The example "${file}" is missing.`);
	return await demo.rest.request<StoredWorkflow>('GET', `/workflows/${id}`);
}

/** Each example as it looks after importing. */
async function canvases(editor: Editor, demo: Demo, take: Take): Promise<void> {
	for (const [file, { id }] of demo.examples) {
		await editor.openWorkflow(id);
		await editor.page.addStyleTag({ content: `${BUTTONS} { visibility: hidden }` });
		await take(editor, `example-${file}`, editor.get('canvas-wrapper'));
	}
}

/** The form of the onboarding gate, by itself: behind it are accounts that are not there. */
async function form(editor: Editor, demo: Demo, take: Take): Promise<void> {
	const example = await stored(demo, 'onboarding-gate');
	const nodes = example.nodes.filter(({ name }) => name === 'Wallet Form');
	const workflow = await demo.rest.createWorkflow({
		...example,
		name: 'Form',
		nodes,
		connections: {},
	});
	await demo.rest.activate(workflow);
	await editor.page.setViewportSize(PAGE);
	await editor.go(`/form/${String(workflow.nodes[0].webhookId)}`);
	await editor.page.locator('#field-0').fill('ada@example.com');
	await editor.page.locator('#field-1').selectOption('Bitcoin (BTC)');
	await editor.page.locator('#field-2').fill(bookAddress('BTC', 'low'));
	await take(editor, 'example-onboarding-gate-form');
	await editor.page.setViewportSize(CANVAS);
	await demo.rest.deactivate(workflow);
}

/** The agent's question in the editor's chat; the model is a script that proposes the check at once. */
async function question(editor: Editor, demo: Demo, take: Take): Promise<void> {
	const input = { network: 'BTC', address: bookAddress('BTC', 'low') };
	const proposal = { toolParameters: input, hitlParameters: {} };
	const model = await startModelStandIn(() => ({ tool: 'Screen_Wallet', input: proposal }));
	try {
		const data = { apiKey: 'none', url: model.url };
		const openAi = await demo.rest.putCredential('OpenAI account', 'openAiApi', data);
		const example = withCredentials(await stored(demo, 'ai-agent-tool'), [demo.credential, openAi]);
		const { id } = await demo.rest.createWorkflow({ ...example, name: 'Wallet Analyst' });
		await editor.page.setViewportSize(CHAT);
		await editor.openWorkflow(id);
		await editor.get('workflow-chat-button').click();
		const chat = editor.get('canvas-chat');
		const text = chat.locator('textarea');
		await text.fill(`Is ${input.address} on BTC all right?`);
		await text.press('Enter');
		const yes = chat.getByRole('button', { name: 'Screen it', exact: true });
		await yes.waitFor();
		await yes.scrollIntoViewIfNeeded();
		await take(editor, 'example-ai-agent-tool-chat', chat);
		await editor.page.setViewportSize(CANVAS);
	} finally {
		await model.close();
	}
}

/**
 * Takes the pictures that the pages of the examples show.
 *
 * @param editor a signed-in window; its size is changed
 * @param demo a demo with the examples as they are in the repository
 */
export async function examplePictures(editor: Editor, demo: Demo, take: Take): Promise<void> {
	await editor.page.setViewportSize(CANVAS);
	await canvases(editor, demo, take);
	await form(editor, demo, take);
	await question(editor, demo, take);
}
