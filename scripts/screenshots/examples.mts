/** The pictures of the examples: each on the canvas, and the agent's question. */
import type { Locator } from 'playwright-core';
import type { Instance } from '../../instance/start.mts';
import { bookAddress } from '../../sandbox/server.mts';
import type { Editor } from '../browser/editor.mts';

/** Takes a picture of the window, or of one element in it, under a name. */
export type Take = (editor: Editor, name: string, element?: Locator) => Promise<void>;

const CANVAS = { width: 1600, height: 860 };
/** The chat takes a third of the window's height. */
const CHAT = { width: 1600, height: 1500 };

/** The editor's buttons lie over the canvas, and over what is to be seen there. */
const BUTTONS = [
	'button:not(.vue-flow__transformationpane *)',
	'.vue-flow__panel',
	':has(> [role="radiogroup"])',
	':has(> [data-test-id^="execute-workflow-button"])',
	// The line between the button and its list of triggers.
	'div[role="presentation"]:empty',
].join();

/** Each example as it looks after importing. */
async function canvases(editor: Editor, instance: Instance, take: Take): Promise<void> {
	for (const [file, { id }] of instance.examples) {
		await editor.openWorkflow(id);
		await editor.page.addStyleTag({ content: `${BUTTONS} { visibility: hidden }` });
		await take(editor, `example-${file}`, editor.get('canvas-wrapper'));
	}
}

/** The agent's question in the editor's chat; the model is a script that proposes the check at once. */
async function question(editor: Editor, instance: Instance, take: Take): Promise<void> {
	const id = instance.examples.get('ai-agent-tool')?.id;
	if (!id) throw new Error('The example of the agent is missing.');
	await editor.page.setViewportSize(CHAT);
	await editor.openWorkflow(id);
	await editor.get('workflow-chat-button').click();
	const chat = editor.get('canvas-chat');
	const text = chat.locator('textarea');
	await text.fill(`Is ${bookAddress('BTC', 'low')} all right?`);
	await text.press('Enter');
	const yes = chat.getByRole('button', { name: 'Screen it', exact: true });
	await yes.waitFor();
	await yes.scrollIntoViewIfNeeded();
	await take(editor, 'example-ai-agent-tool-chat', chat);
	await editor.page.setViewportSize(CANVAS);
}

/** Takes the pictures that the pages of the examples show. */
export async function examplePictures(
	editor: Editor,
	instance: Instance,
	take: Take,
): Promise<void> {
	await editor.page.setViewportSize(CANVAS);
	await canvases(editor, instance, take);
	await question(editor, instance, take);
}
