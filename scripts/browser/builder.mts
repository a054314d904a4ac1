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

async function pick(editor: Editor, { search, name, action }: Wanted): Promise<void> {
	await editor.get('node-creator-search-bar').fill(search);
	for (const text of action ? [name, action] : [name]) {
		await editor.get('node-creator-item-name').getByText(text, { exact: true }).first().click();
	}
	await editor.get('ndv').waitFor();
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

/**
 * Switches a parameter to "Expression" and types one.
 *
 * @param target the parameter
 * @param frame what shows the switch when the mouse is over it
 */
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
