/** Drives n8n's editor in a real browser, for the screenshots and the end-to-end tests. */
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import type { Account } from '../../instance/rest.mts';
import { findBrowser } from './find.mts';

/** How the browser looks at n8n. */
export interface EditorOptions {
	/** Where n8n is, without a slash at the end. */
	url: string;
	/** Width and height of the window in pixels. */
	size?: { width: number; height: number };
	/** The cookie of a session with n8n: the form of the sign-in would load the whole editor once more. */
	session?: string;
}

/** The first page of n8n's editor takes long on a busy machine, in milliseconds. */
const GOTO_MS = 120_000;

/** What keeps Chromium from talking to anybody but n8n. */
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-proxy-server',
	// Names of other machines lead nowhere. To hold requests back one by one would turn the browser's cache off.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Addresses that ask nothing of anybody. */
const INSIDE = /^(?:data|blob):/;

/** Where Vue keeps the application, and in it the router. */
interface VueRoot {
	__vue_app__: {
		config: { globalProperties: { $router: { push(path: string): Promise<unknown> } } };
	};
}

/** n8n's editor in a window. */
export class Editor {
	/** Requests of the pages for others than n8n; no other machine got them. */
	readonly strangers: string[] = [];

	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens a window. Nothing is loaded yet. */
	static async open(options: EditorOptions): Promise<Editor> {
		const { url, size = { width: 1440, height: 900 }, session } = options;
		const browser = await chromium.launch({
			executablePath: findBrowser(),
			args: FLAGS,
			// Frames in shared memory cost far less than frames in files; where it is too small, Chromium says so.
			ignoreDefaultArgs: ['--disable-dev-shm-usage'],
		});
		const context = await browser.newContext({
			viewport: size,
			colorScheme: 'light',
			reducedMotion: 'reduce',
			locale: 'en-US',
		});
		await context.addInitScript({ content: `localStorage.setItem('N8N_THEME', 'light')` });
		const [name = '', value = ''] = session?.split('=') ?? [];
		if (name) await context.addCookies([{ url, name, value }]);
		const editor = new Editor(browser, await context.newPage(), url);
		context.on('request', (request) => {
			const target = request.url();
			if (!target.startsWith(url) && !INSIDE.test(target)) editor.strangers.push(target);
		});
		editor.page.setDefaultTimeout(30_000);
		return editor;
	}

	/** An element by n8n's own name for it in tests. */
	get(testId: string, within: Locator | Page = this.page): Locator {
		return within.locator(`[data-test-id="${testId}"]`);
	}

	/** Goes to a page of n8n. */
	async go(path: string): Promise<void> {
		await this.page.goto(`${this.url}${path}`, { timeout: GOTO_MS });
	}

	/** Goes to another page of the editor that is open, by its own router: the editor isn't loaded again. */
	async visit(path: string): Promise<void> {
		await this.page.locator('#app').evaluate(async (root, to) => {
			const { __vue_app__: app } = root as unknown as VueRoot;
			await app.config.globalProperties.$router.push(to);
		}, path);
	}

	/** Signs in through the form. */
	async signIn(account: Account): Promise<void> {
		await this.go('/signin');
		await this.page.locator('input[name="emailOrLdapLoginId"]').fill(account.email);
		await this.page.locator('input[name="password"]').fill(account.password);
		await this.get('form-submit-button').click();
		await this.page.waitForURL((target) => !target.pathname.startsWith('/signin'));
	}

	/** Opens a workflow on the canvas, all of it in view. */
	async openWorkflow(id: string): Promise<void> {
		await this.go(`/workflow/${id}`);
		await this.get('canvas-node').first().waitFor({ timeout: GOTO_MS });
		await this.fit();
	}

	/** Brings the whole workflow into view. */
	async fit(): Promise<void> {
		await this.page.keyboard.press('1');
		await this.page.waitForTimeout(800);
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Opens the panel of a node. */
	async openNode(name: string): Promise<Locator> {
		await this.node(name).dblclick();
		const panel = this.get('ndv');
		await panel.waitFor();
		return panel;
	}

	/** Closes the panel of a node. */
	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.get('ndv').waitFor({ state: 'hidden' });
	}

	/** Clicks on something that the nodes panel shows. */
	async openFound(name: string): Promise<void> {
		await this.get('node-creator-item-name').getByText(name, { exact: true }).first().click();
		await this.page.waitForTimeout(800);
	}

	/** Unfolds a section of the nodes panel, e.g. "Actions". */
	async unfold(section: string): Promise<void> {
		await this.get('node-creator-category-item').filter({ hasText: section }).click();
		await this.page.waitForTimeout(500);
	}

	/** The part of a node's panel that holds its parameters. */
	parameters(): Locator {
		return this.get('node-parameters');
	}

	/** Shows the output of the open node as "Schema", "Table" or "JSON". */
	async showOutputAs(view: string): Promise<void> {
		const modes = this.get('ndv-run-data-display-mode', this.get('output-panel'));
		await modes.getByText(view, { exact: true }).click();
		await this.page.waitForTimeout(500);
	}

	/** Makes every row of the open node's output table one line high, by the button that n8n hides in a heading. */
	async collapseRows(column: string): Promise<void> {
		const headings = this.get('output-panel').locator('thead th');
		const heading = headings.filter({ has: this.page.getByText(column, { exact: true }) });
		await heading.hover();
		await heading.getByRole('button').click();
		await this.page.mouse.move(0, 0);
		await this.page.waitForTimeout(500);
	}

	/** Opens the dialog of a credential. Opening it runs the credential's test. */
	async openCredential(id: string): Promise<Locator> {
		await this.go(`/home/credentials/${id}`);
		const dialog = this.credentialDialog();
		await dialog.waitFor();
		return dialog;
	}

	/** The open dialog of a credential. */
	credentialDialog(): Locator {
		return this.get('credential-edit-dialog');
	}

	/** The frame of the open dialog, its title included. */
	dialog(): Locator {
		return this.page.getByRole('dialog').last();
	}

	/** Writes into a field of the open credential and saves it, which runs its test again. */
	async fillCredential(field: string, text: string): Promise<void> {
		await this.get(`parameter-input-${field}`).locator('input').fill(text);
		await this.get('credential-save-button').click();
	}

	/** Waits until the open credential's test is green. */
	async testTurnsGreen(): Promise<void> {
		await this.credentialDialog()
			.getByText(/tested successfully/i)
			.waitFor();
	}

	/** Waits until the open credential's test is red; shows and returns its reason. */
	async testTurnsRed(): Promise<string> {
		const dialog = this.credentialDialog();
		await dialog.getByText(/couldn.t connect/i).waitFor();
		await dialog.getByText(/more details/i).click();
		await this.page.waitForTimeout(500);
		return await dialog.innerText();
	}

	/** Opens the nodes panel and types into its search. */
	async searchNodes(text: string): Promise<void> {
		if (!(await this.get('node-creator').isVisible())) {
			await this.get('node-creator-plus-button').click();
		}
		const search = this.get('node-creator-search-bar');
		await search.waitFor();
		await search.fill(text);
		await this.page.waitForTimeout(500);
	}

	/** The names that the nodes panel shows. */
	async foundNodes(): Promise<string[]> {
		return await this.get('node-creator-item-name').allInnerTexts();
	}

	/** Runs the workflow on the canvas and waits for n8n's word that it is done. */
	async execute(): Promise<void> {
		await this.get('execute-workflow-button').first().click();
		await this.page
			.getByText(/executed successfully/i)
			.first()
			.waitFor({ timeout: 60_000 });
	}

	/** Closes the small messages in the corner of the window, which would be in the picture. */
	async dismissMessages(): Promise<void> {
		for (const close of await this.page.locator('.el-notification__closeBtn').all()) {
			await close.click().catch(() => undefined);
		}
		await this.page.waitForTimeout(400);
	}

	/** Closes the window. */
	async close(): Promise<void> {
		await this.browser.close();
	}
}
