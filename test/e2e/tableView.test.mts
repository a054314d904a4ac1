/** n8n's Table view of a batch in a real browser: the decisions have to be readable as a list. */
import type { Locator } from 'playwright-core';
import type { Sandbox } from '../../instance/start.mts';
import { startSandbox } from '../../sandbox/server.mts';
import { Editor } from '../../scripts/browser/editor.mts';
import { openTable, tableWorkflow } from '../../scripts/browser/table.mts';
import { credentialFor, session } from './harness/shared.mts';

const SIZE = { width: 1440, height: 900 };

let sandbox: Sandbox;
let editor: Editor;
let panel: Locator;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 100 });
	const rest = await session();
	const credential = await credentialFor(rest, sandbox);
	const { id } = await rest.createWorkflow(tableWorkflow(credential));
	editor = await Editor.open({ url: rest.url, size: SIZE, session: rest.cookie });
	await openTable(editor, id);
	panel = editor.get('output-panel');
});

afterAll(async () => {
	await editor?.close();
	await sandbox?.close();
});

/** Where the table is to be seen: from the panel's left to the window's right, down to what turns its pages. */
async function view() {
	const frame = await panel.boundingBox();
	const pager = await editor.get('ndv-data-pagination').last().boundingBox();
	if (!frame || !pager) throw new Error('The output panel is not shown.');
	return { left: frame.x, right: Math.min(frame.x + frame.width, SIZE.width), bottom: pager.y };
}

/** How many rows are in view as a whole. */
async function rowsInView(): Promise<number> {
	const { bottom } = await view();
	const boxes = await panel
		.locator('tbody tr')
		.evaluateAll((rows) => rows.map((row) => ({ bottom: row.getBoundingClientRect().bottom })));
	return boxes.filter((box) => box.bottom <= bottom).length;
}

it('has level and summary first, in view without scrolling', async () => {
	const { left, right } = await view();
	const headings = panel.locator('thead th');
	const names = (await headings.allInnerTexts()).map((name) => name.trim());
	expect(names.slice(0, 4)).toEqual(['riskLevel', 'summary', 'riskScore', 'riskReasons']);
	for (const column of [0, 1]) {
		const box = await headings.nth(column).boundingBox();
		expect(box?.x).toBeGreaterThanOrEqual(left);
		expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(right);
	}
	// The summary holds the whole address, so the score is the last column that begins in view.
	const score = await headings.nth(2).boundingBox();
	expect((score?.x ?? Infinity) + 60).toBeLessThanOrEqual(right);
});

/** Shows in all rows what is in one column only; null shows everything again. */
const showOnly = async (shown: RegExp | null) =>
	await panel.locator('tbody td > *').evaluateAll((cells, source) => {
		for (const cell of cells) {
			const isShown = source === null || new RegExp(source).test(cell.textContent?.trim() ?? '');
			cell.toggleAttribute('hidden', !isShown);
		}
	}, shown?.source ?? null);

/**
 * As n8n 2.41 shows a table at first, ten rows can't be: a column is as narrow as its longest word, and n8n breaks the
 * service's hash into four lines.
 */
it('can’t have ten rows in view at first, also if a check were nothing but its hash', async () => {
	await showOnly(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
	const withHashOnly = await rowsInView();
	await showOnly(/^(low|medium|high|unknown)$/);
	const withLevelOnly = await rowsInView();
	await showOnly(null);
	expect(withHashOnly).toBeLessThan(10);
	expect(withLevelOnly).toBeGreaterThan(10);
});

it('is a list after one press on "Collapse rows": at least ten rows, each with its level and summary', async () => {
	await editor.collapseRows('riskLevel');
	expect(await rowsInView()).toBeGreaterThanOrEqual(10);
	const shown = await panel
		.locator('tbody tr')
		.evaluateAll((rows) =>
			rows.map((row) => [...row.children].slice(0, 2).map(({ textContent }) => textContent)),
		);
	for (const [level, summary] of shown)
		expect(summary).toMatch(new RegExp(`^${String(level).toUpperCase()} · Ethereum · 0x`));
});
