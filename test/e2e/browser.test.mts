/** n8n's editor in a real browser: what a person meets who looks for the nodes, runs a workflow, sets the credential up. */
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../demo/lib/instance.mts';
import type { N8nRest, StoredCredential } from '../../demo/lib/rest.mts';
import { Editor } from '../../scripts/browser/editor.mts';
import { credentialFor, session } from './harness/shared.mts';

/** How long n8n's nodes may take to load on a busy machine, in milliseconds. */
const LOADED_WITHIN_MS = 120_000;

let sandbox: Sandbox;
let rest: N8nRest;
let credential: StoredCredential;
let editor: Editor;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 200 });
	rest = await session();
	credential = await credentialFor(rest, sandbox);
	editor = await Editor.open({ url: rest.url, session: rest.cookie });
});

afterAll(async () => {
	await editor?.close();
	await sandbox.close();
});

describe('the nodes panel', () => {
	beforeAll(async () => {
		const types = editor.page.waitForResponse(/\/types\/nodes\.json/, {
			timeout: LOADED_WITHIN_MS,
		});
		await editor.go('/workflow/new');
		// A panel that is opened before n8n's nodes are loaded never finds them.
		await (await types).finished();
	});

	it.each(['aml', 'kyt', 'compliance', 'wallet', 'sanctions', 'usdt', 'risk score', 'crypto risk'])(
		'finds the node by "%s"',
		async (word) => {
			await editor.searchNodes(word);
			expect(await editor.foundNodes()).toContain('AML Check');
		},
	);

	it('offers triggers and actions of the node', async () => {
		await editor.searchNodes('aml');
		await editor.openFound('AML Check');
		await editor.unfold('Actions');
		const offered = await editor.foundNodes();
		expect(offered).toContain('Screen wallet (costs 1 check per asset)');
		expect(offered.some((name) => name.startsWith('On '))).toBe(true);
	});
});

describe('the credential dialog', () => {
	it('turns green, then red with advice, then green again', async () => {
		await editor.visit(`/home/credentials/${credential.id}`);
		await editor.testTurnsGreen();
		await editor.fillCredential('accessToken', 'not-the-token');
		const reason = await editor.testTurnsRed();
		expect(reason).toMatch(/did not accept the credentials/i);
		expect(reason).toMatch(/IP address/i);
		await editor.fillCredential('accessToken', sandbox.token);
		await editor.testTurnsGreen();
	});
});

it('has asked nothing of other machines, save for what n8n shows of every community node', () => {
	const details = 'https://registry.npmjs.org/n8n-nodes-aml-check';
	expect(editor.strangers.filter((url) => url !== details)).toEqual([]);
});
