/** n8n's editor in a real browser: what a person meets who looks for the nodes, runs a workflow, sets the credential up. */
import { bookAddress, startSandbox } from '../../sandbox/server.mts';
import { CREDENTIAL_TYPE, type Sandbox } from '../../instance/start.mts';
import type { N8nRest, StoredCredential, StoredWorkflow } from '../../instance/rest.mts';
import { choose, closePanel, parameter } from '../../scripts/browser/builder.mts';
import { Editor } from '../../scripts/browser/editor.mts';
import { amlNode, chain, credentialFor, eventually, node, session } from './harness/shared.mts';

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

	it.each(['aml', 'kyc', 'compliance', 'wallet', 'bitcoin', 'eth', 'travel rule', 'due diligence'])(
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
		expect(offered).toContain('Screen a wallet');
		expect(offered.some((name) => name.startsWith('On '))).toBe(true);
	});
});

describe('the form', () => {
	const list = (value: string) => ({ asset: { __rl: true, mode: 'list', value } });
	const FORMS = [
		{ name: 'New', parameters: {}, shown: ['network', 'asset'] },
		{ name: 'Coin', parameters: list('coin'), shown: ['network', 'asset'] },
		{ name: 'Token', parameters: list('token'), shown: ['network', 'asset', 'token'] },
	];

	it('asks for Network and Asset, and for Token where another token is meant', async () => {
		const nodes = FORMS.map(({ name, parameters }) =>
			amlNode(name, 'amlCheck', credential, parameters),
		);
		const workflow = await rest.createWorkflow(chain('Forms', nodes));
		await editor.openWorkflow(workflow.id);
		for (const { name, shown } of FORMS) {
			await editor.openNode(name);
			await parameter(editor, 'address').waitFor();
			const found = [];
			for (const one of ['network', 'asset', 'token'])
				if (await parameter(editor, one).isVisible()) found.push(one);
			expect([name, found]).toEqual([name, shown]);
			await closePanel(editor);
		}
	});
});

describe('a change of the credential', () => {
	it('screens nothing in place of the token that n8n empties', async () => {
		const data = { baseUrl: sandbox.baseUrl, accessToken: 'not-the-token', allowHttp: false };
		const wrong = await rest.putCredential('Wrong token', CREDENTIAL_TYPE, data);
		const screen = amlNode('Screen', 'amlCheck', credential, {
			network: { __rl: true, mode: 'list', value: 'ETH', cachedResultName: 'Ethereum (ETH)' },
			asset: { __rl: true, mode: 'list', value: 'token', cachedResultName: 'Another Token' },
			token: { __rl: true, mode: 'list', value: '94261', cachedResultName: 'Dai (DAI)' },
			address: bookAddress('ETH', 'low'),
		});
		const start = node('Start', 'n8n-nodes-base.manualTrigger');
		const workflow = await rest.createWorkflow(chain('A token', [start, screen]));
		const isSaved = async (...texts: string[]) =>
			await eventually(`n8n has saved ${texts.join(', ')}`, async () => {
				const path = `/workflows/${workflow.id}`;
				const { nodes } = await rest.request<StoredWorkflow>('GET', path);
				return texts.every((text) => JSON.stringify(nodes).includes(text));
			});

		await editor.openWorkflow(workflow.id);
		await editor.openNode('Screen');
		await choose(editor, editor.get('node-credentials-select'), wrong.name);
		await isSaved(wrong.id, '"value":"","cachedResultName":""');
		await choose(editor, editor.get('node-credentials-select'), credential.name);
		await isSaved(credential.id);

		const { status, data: saved } = await rest.run(workflow, 'Start');
		expect([status, saved.resultData.error?.message]).toEqual([
			'error',
			// n8n empties the lists of the node, in an order of its own: any of them ends the run before it pays.
			expect.stringMatching(/^'(Network|Asset|Token)' has lost its choice/),
		]);
		expect(sandbox.stats().charges).toBe(0);
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
