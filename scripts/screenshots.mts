/**
 * `npm run screenshots`: makes the pictures in docs/images again, from a real n8n in a real browser.
 *
 * `node --import tsx scripts/screenshots.mts wallets list` makes only some of them, by the names of SETS.
 */
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { endAll } from '../instance/children.mts';
import { OWNER, startInstance, type Instance } from '../instance/start.mts';
import { ROOT, STATE } from '../instance/paths.mts';
import { createProgress } from '../instance/progress.mts';
import { Editor } from './browser/editor.mts';
import { FORMS, formsWorkflow, nodeOf } from './browser/forms.mts';
import { openTable, tableWorkflow, WHOLE_WALLETS } from './browser/table.mts';
import { examplePictures, type Clip } from './screenshots/examples.mts';
import { noteFingerprint } from './screenshots/fingerprints.mts';

const IMAGES = path.join(ROOT, 'docs/images');
/** The window in which the test of the table counts rows. */
const WINDOW = { width: 1440, height: 900 };
/** High enough for a form with its options. */
const FORM = { width: 1440, height: 1100 };
const TYPED_TOKEN = 'not-the-token';

/** Takes a picture of the window, of one element in it or of a part of it. */
async function take(editor: Editor, name: string, element?: Locator, clip?: Clip): Promise<void> {
	await editor.page.mouse.move(0, 0);
	await editor.page.waitForTimeout(300);
	const how = {
		path: path.join(IMAGES, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
	} as const;
	await (element ? element.screenshot(how) : editor.page.screenshot({ ...how, clip }));
	noteFingerprint(name);
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
async function forms(editor: Editor, instance: Instance): Promise<void> {
	const { id } = await instance.rest.createWorkflow(formsWorkflow(instance.credential));
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
async function credential(editor: Editor, instance: Instance): Promise<void> {
	const { id } = instance.credential;
	await editor.openCredential(id);
	await editor.testTurnsGreen();
	await take(editor, 'credential-green', editor.dialog());
	await editor.fillCredential('accessToken', TYPED_TOKEN);
	await editor.testTurnsRed();
	await editor.dismissMessages();
	await take(editor, 'credential-red', editor.dialog());
	const data = {
		baseUrl: instance.sandbox.baseUrl,
		accessToken: instance.sandbox.token,
		allowHttp: false,
	};
	await instance.rest.putCredential(instance.credential.name, instance.credential.type, data);
}

/** A batch of two hundred wallets as a list: one line for each. */
async function list(editor: Editor, instance: Instance): Promise<void> {
	const { id } = await instance.rest.createWorkflow(tableWorkflow(instance.credential));
	await openTable(editor, id);
	await editor.collapseRows('riskLevel');
	await take(editor, 'output-table-list', editor.get('ndv'));
	await editor.closeNode();
}

/** Whole wallets: one line for each. */
async function wallets(editor: Editor, instance: Instance): Promise<void> {
	const { id } = await instance.rest.createWorkflow(
		tableWorkflow(instance.credential, WHOLE_WALLETS),
	);
	await openTable(editor, id);
	await editor.collapseRows('riskLevel');
	await take(editor, 'output-table-wallets', editor.get('ndv'));
	await editor.closeNode();
}

/** The pictures by the name under which they are asked for. */
const SETS: Record<string, (editor: Editor, instance: Instance) => Promise<void>> = {
	panel,
	forms,
	credential,
	list,
	wallets,
	examples: async (editor, instance) => await examplePictures(editor, instance, take),
};

/** Makes the named pictures, or all. */
async function pictures(instance: Instance, wanted: readonly string[]): Promise<void> {
	const editor = await Editor.open({ url: instance.n8n.url, size: WINDOW });
	try {
		await editor.signIn(OWNER);
		for (const [name, make] of Object.entries(SETS))
			if (wanted.length === 0 || wanted.includes(name)) await make(editor, instance);
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
	const instance = await startInstance({
		userFolder,
		progress: createProgress(),
		sandbox: { seed: 1 },
	});
	try {
		await pictures(instance, wanted);
	} finally {
		await instance.stop();
	}
} finally {
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
process.exit(0);
