/** The pictures of the examples: each on the canvas, and the agent's question. */
import type { Locator } from 'playwright-core';
import type { Workflow } from '../../instance/rest.mts';
import type { Instance } from '../../instance/start.mts';
import { bookAddress } from '../../sandbox/server.mts';
import type { Editor } from '../browser/editor.mts';

/** A part of the window, in pixels. */
export interface Clip {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** Takes a picture of the window, of one element in it or of a part of it, under a name. */
export type Take = (editor: Editor, name: string, element?: Locator, clip?: Clip) => Promise<void>;

const CANVAS = { width: 1600, height: 860 };
/** How long the agent may take on a busy machine, in milliseconds. */
const ANSWER_MS = 120_000;
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

/** What belongs to a workflow's picture: nodes with their names, and their lines, also those that lead nowhere. */
const PARTS = [
	'[data-test-id="canvas-node"]',
	'[data-test-id="canvas-node"] [class*="description"]',
	'[data-test-id="canvas-handle-plus"]',
	'.vue-flow__edge-path',
].join();

/** How far a picture reaches beyond them, in pixels. */
const MARGIN = 30;

/** An image of the page, as far as it is waited for. */
interface Icon {
	decode(): Promise<void>;
}

/** A workflow without its notes: they are on the page. */
const withoutNotes = (workflow: Workflow): Workflow => ({
	...workflow,
	nodes: workflow.nodes.filter(({ type }) => !type.endsWith('stickyNote')),
});

/** Each example on the canvas. */
async function canvases(editor: Editor, demo: Instance, take: Take): Promise<void> {
	for (const [file, { id }] of demo.examples) {
		const whole = await demo.rest.request<Workflow>('GET', `/workflows/${id}`);
		const shown = await demo.rest.createWorkflow(withoutNotes(whole));
		await editor.openWorkflow(shown.id);
		await editor.page.addStyleTag({ content: `${BUTTONS} { visibility: hidden }` });
		await loadIcons(editor);
		await take(editor, `example-${file}`, undefined, await findNodes(editor));
	}
}

/** Waits for the icons of the nodes: n8n loads them one by one. */
async function loadIcons(editor: Editor): Promise<void> {
	await editor.page.locator('img').evaluateAll(async (icons) => {
		const loaded = icons.map(async (icon) => await (icon as unknown as Icon).decode());
		await Promise.allSettled(loaded);
	});
}

/** Where the nodes of the open workflow are, with their names and the ends of their lines. */
async function findNodes(editor: Editor): Promise<Clip> {
	const parts = editor.page.locator(PARTS);
	const boxes = await parts.evaluateAll((elements) =>
		elements.map((element) => {
			const { left, top, right, bottom } = element.getBoundingClientRect();
			return { left, top, right, bottom };
		}),
	);
	const left = Math.min(...boxes.map((box) => box.left)) - MARGIN;
	const top = Math.min(...boxes.map((box) => box.top)) - MARGIN;
	const right = Math.max(...boxes.map((box) => box.right)) + MARGIN;
	const bottom = Math.max(...boxes.map((box) => box.bottom)) + MARGIN;
	return { x: left, y: top, width: right - left, height: bottom - top };
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
	await yes.waitFor({ timeout: ANSWER_MS });
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
