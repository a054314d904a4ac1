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

/** How long a click may take to show what it leads to, and how often it is repeated. */
const SHOWN_WITHIN_MS = 10_000;
const CLICKS = 3;

/** How often a panel or a list is opened again. */
const ATTEMPTS = 6;

/** How long an empty canvas may take to load, in milliseconds. */
const LOADED_WITHIN_MS = 120_000;

const succeeds = async (action: Promise<void>): Promise<boolean> =>
	await action.then(
		() => true,
		() => false,
	);

/** Clicks on something that may be replaced at this moment, and says whether it was there long enough. */
const click = async (target: Locator): Promise<boolean> =>
	await succeeds(target.click({ timeout: SHOWN_WITHIN_MS }));

/** Waits until something is shown, and says whether it was in time. */
const appears = async (target: Locator): Promise<boolean> =>
	await succeeds(target.waitFor({ timeout: SHOWN_WITHIN_MS }));

/** An entry of the nodes panel. */
const entry = (editor: Editor, name: string): Locator =>
	editor.get('node-creator-item-name').getByText(name, { exact: true }).first();

/**
 * Clicks on something in the nodes panel until it has led on, and says whether it has: a list that is just being
 * searched may swallow a click.
 */
async function leadsOn(editor: Editor, name: string, shown: Locator): Promise<boolean> {
	const found = entry(editor, name);
	const folded = editor
		.get('node-creator-category-item')
		.filter({ hasText: /^\s*Actions/ })
		.first();
	for (let attempt = 0; attempt < CLICKS; attempt++) {
		if (await found.isVisible()) await click(found);
		else if (await folded.isVisible()) await click(folded);
		if (await appears(shown)) return true;
	}
	return false;
}

/**
 * Searches the nodes panel, and picks what is wanted. A panel that is opened before n8n's nodes are loaded never finds
 * them, so it is closed and opened again.
 */
async function pick(editor: Editor, open: Locator, wanted: Wanted): Promise<void> {
	const { search, name, action } = wanted;
	const panel = editor.get('ndv');
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		await open.click();
		await editor.get('node-creator-search-bar').fill(search);
		const isFound = await leadsOn(editor, name, action ? entry(editor, action) : panel);
		if (isFound && (!action || (await leadsOn(editor, action, panel)))) return;
		await editor.page.keyboard.press('Escape');
	}
	throw new Error(`"${name}" can't be added by the nodes panel.`);
}

/** Adds the first node of an empty workflow; its panel is open then. */
export async function addFirstNode(editor: Editor, wanted: Wanted): Promise<void> {
	const open = editor.get('canvas-add-button').first();
	await open.waitFor({ timeout: LOADED_WITHIN_MS });
	await pick(editor, open, wanted);
}

/** Adds a node by the "+" of an output; its panel is open then. */
export async function addNodeAfter(editor: Editor, output: Output, wanted: Wanted): Promise<void> {
	await editor.get('zoom-to-fit').click();
	const place = `[data-node-name="${output.node}"][data-index="${output.index}"]`;
	const handle = editor.get('canvas-node-output-handle').and(editor.page.locator(place));
	await pick(editor, editor.get('canvas-handle-plus', handle), wanted);
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

/** Opens a list and picks an entry by its name. n8n may close a list whose entries have just come: it is opened again. */
export async function choose(editor: Editor, list: Locator, name: string): Promise<void> {
	const wanted = editor.page.getByText(name, { exact: true }).filter({ visible: true }).last();
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		await list.click();
		if (await click(wanted)) return;
	}
	throw new Error(`"${name}" can't be chosen from the list.`);
}

/** Closes the open panel by its cross. */
export async function closePanel(editor: Editor): Promise<void> {
	await editor.get('ndv-close-button').click();
	await editor.get('ndv').waitFor({ state: 'hidden' });
}
