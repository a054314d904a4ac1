/** Builds a workflow in n8n's editor by clicks alone, as a person does. */
import type { Locator } from 'playwright-core';
import type { Editor } from './editor.mts';

/** An output on the canvas: its node's name, and its place from the top, 0 for the first. */
export interface Output {
	node: string;
	index: number;
}

/** What to pick in the nodes panel: the words of the search, the name that is found, the action behind it, if any. */
export interface Wanted {
	search: string;
	name: string;
	action?: string;
}

/** How long a click in the nodes panel may take to show what it leads to, and how often it is repeated. */
const SHOWN_WITHIN_MS = 10_000;
const ATTEMPTS = 6;

/** Clicks on something in the nodes panel until it has led on: a list that is just being searched may swallow a click. */
async function clickUntil(editor: Editor, name: string, shown: Locator): Promise<void> {
	const found = editor.get('node-creator-item-name').getByText(name, { exact: true }).first();
	const folded = editor
		.get('node-creator-category-item')
		.filter({ hasText: /^\s*Actions/ })
		.first();
	await found.waitFor();
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		if (await found.isVisible()) await found.click();
		else if (await folded.isVisible()) await folded.click();
		await shown.waitFor({ timeout: SHOWN_WITHIN_MS }).catch(() => undefined);
		if (await shown.isVisible()) return;
	}
	throw new Error(`"${name}" in the nodes panel did not lead on.`);
}

async function pick(editor: Editor, { search, name, action }: Wanted): Promise<void> {
	const panel = editor.get('ndv');
	await editor.get('node-creator-search-bar').fill(search);
	if (action) {
		const actions = editor.get('node-creator-item-name').getByText(action, { exact: true });
		await clickUntil(editor, name, actions.first());
	}
	await clickUntil(editor, action ?? name, panel);
}

/** Adds the first node of an empty workflow; its panel is open then. */
export async function addFirstNode(editor: Editor, wanted: Wanted): Promise<void> {
	await editor.get('canvas-add-button').first().click();
	await pick(editor, wanted);
}

/** Adds a node by the "+" of an output; its panel is open then. */
export async function addNodeAfter(editor: Editor, output: Output, wanted: Wanted): Promise<void> {
	await editor.get('zoom-to-fit').click();
	const place = `[data-node-name="${output.node}"][data-index="${output.index}"]`;
	const handle = editor.get('canvas-node-output-handle').and(editor.page.locator(place));
	await editor.get('canvas-handle-plus', handle).click();
	await pick(editor, wanted);
}

/** A parameter in the open panel, by its internal name. */
export const parameter = (editor: Editor, name: string, within?: Locator): Locator =>
	editor.get(`parameter-input-${name}`, within);

/** Types a text into a parameter, and leaves it: n8n's tip below it would cover the next one. */
export async function writeText(target: Locator, text: string): Promise<void> {
	const input = target.locator('input');
	await input.fill(text);
	await input.blur();
}

/** Switches a parameter to "Expression" and types one. */
export async function writeExpression(
	editor: Editor,
	target: Locator,
	frame: Locator,
	text: string,
): Promise<void> {
	await target.hover();
	await editor.get('radio-button-expression', frame).click();
	await target.locator('.cm-content').fill(text);
}

/** Opens a list and picks an entry by its name. */
export async function choose(editor: Editor, list: Locator, name: string): Promise<void> {
	await list.click();
	await editor.page.getByText(name, { exact: true }).last().click();
}

/** Closes the open panel by its cross. */
export async function closePanel(editor: Editor): Promise<void> {
	await editor.get('ndv-close-button').click();
	await editor.get('ndv').waitFor({ state: 'hidden' });
}
