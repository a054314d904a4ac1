/**
 * `npm run screenshots`: makes the pictures in docs/images again, from a real n8n in a real browser.
 *
 * `node --import tsx scripts/screenshots.mts wallets list` makes only some of them, by the names of SETS.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { endAll } from '../demo/lib/children.mts';
import { OWNER, startDemo, type Demo } from '../demo/lib/instance.mts';
import { ROOT, STATE } from '../demo/lib/paths.mts';
import { createProgress } from '../demo/lib/progress.mts';
import { Editor } from './browser/editor.mts';
import { FORMS, formsWorkflow, nodeOf } from './browser/forms.mts';
import { openTable, tableWorkflow, WHOLE_WALLETS } from './browser/table.mts';
import { examplePictures } from './screenshots/examples.mts';

const IMAGES = path.join(ROOT, 'docs/images');
/** The window in which the test of the table counts rows. */
const WINDOW = { width: 1440, height: 900 };
/** High enough for a form with its options. */
const FORM = { width: 1440, height: 1100 };
const TYPED_TOKEN = 'not-the-token';

/** Takes a picture of the window, or of one element in it. */
async function take(editor: Editor, name: string, element?: Locator): Promise<void> {
	await editor.page.mouse.move(0, 0);
	await editor.page.waitForTimeout(300);
	await (element ?? editor.page).screenshot({
		path: path.join(IMAGES, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
	});
	console.log(`  ${name}.png`);
}

/** The nodes panel: the actions of the node. */
async function panel(editor: Editor): Promise<void> {
	await editor.go('/workflow/new');
	await editor.searchNodes('aml');
	await editor.openFound('AML Check');
	await editor.unfold('Actions');
	await take(editor, 'nodes-panel-actions', editor.get('node-creator'));
}

/** The forms of the nodes. */
async function forms(editor: Editor, demo: Demo): Promise<void> {
	const { id } = await demo.rest.createWorkflow(formsWorkflow(demo.credential));
	await editor.page.setViewportSize(FORM);
	await editor.openWorkflow(id);
	for (const form of FORMS) {
		await editor.openNode(nodeOf(form));
		await editor.page.waitForTimeout(800);
		await take(editor, form.picture, editor.parameters());
		await editor.closeNode();
	}
	await editor.page.setViewportSize(WINDOW);
}

/** The credential's test, green as it is, and red with a token that the service does not know. */
async function credential(editor: Editor, demo: Demo): Promise<void> {
	const { id } = demo.credential;
	await editor.openCredential(id);
	await editor.testTurnsGreen();
	await take(editor, 'credential-green', editor.dialog());
	await editor.fillCredential('accessToken', TYPED_TOKEN);
	await editor.testTurnsRed();
	await editor.dismissMessages();
	await take(editor, 'credential-red', editor.dialog());
	const data = { baseUrl: demo.sandbox.baseUrl, accessToken: demo.sandbox.token, allowHttp: false };
	await demo.rest.putCredential(demo.credential.name, demo.credential.type, data);
}

/** A batch of two hundred wallets as a list: one line for each. */
async function list(editor: Editor, demo: Demo): Promise<void> {
	const { id } = await demo.rest.createWorkflow(tableWorkflow(demo.credential));
	await openTable(editor, id);
	await editor.collapseRows('riskLevel');
	await take(editor, 'output-table-list', editor.get('ndv'));
	await editor.closeNode();
}

/** Whole wallets: one line for each. */
async function wallets(editor: Editor, demo: Demo): Promise<void> {
	const { id } = await demo.rest.createWorkflow(tableWorkflow(demo.credential, WHOLE_WALLETS));
	await openTable(editor, id);
	await editor.collapseRows('riskLevel');
	await take(editor, 'output-table-wallets', editor.get('ndv'));
	await editor.closeNode();
}

/** The pictures by the name under which they are asked for. */
const SETS: Record<string, (editor: Editor, demo: Demo) => Promise<void>> = {
	panel,
	forms,
	credential,
	list,
	wallets,
	examples: async (editor, demo) => await examplePictures(editor, demo, take),
};

/** Makes the named pictures, or all. */
async function pictures(demo: Demo, wanted: readonly string[]): Promise<void> {
	const editor = await Editor.open({ url: demo.n8n.url, size: WINDOW });
	try {
		await editor.signIn(OWNER);
		for (const [name, make] of Object.entries(SETS))
			if (wanted.length === 0 || wanted.includes(name)) await make(editor, demo);
	} finally {
		await editor.close();
	}
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in SETS));
if (unknown.length > 0) {
	console.error(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(SETS).join(', ')}.`);
	process.exit(1);
}
const userFolder = path.join(STATE, `screenshots-${process.pid}`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => void endAll().then(() => process.exit(130)));
}
try {
	await mkdir(IMAGES, { recursive: true });
	const demo = await startDemo({ userFolder, progress: createProgress(), sandbox: { seed: 1 } });
	try {
		await pictures(demo, wanted);
	} finally {
		await demo.stop();
	}
} finally {
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exit(0);
