/** The example "Onboarding Gate": a person fills in the form in a browser and sees the page that fits the wallet. */
import type { Sandbox } from '../../../demo/lib/instance.mts';
import type { N8nRest, StoredWorkflow } from '../../../demo/lib/rest.mts';
import { bookAddress } from '../../../sandbox/book.mts';
import { startSandbox } from '../../../sandbox/server.mts';
import { Editor } from '../../../scripts/browser/editor.mts';
import { credentialFor, session } from '../harness/shared.mts';
import { importExample, jsonOf, nthExecution, openForm, ranIn, submitForm } from './support.mts';

const APPROVED = 'Your wallet is accepted';
const IN_REVIEW = 'We are looking at your wallet';
const DECLINED = 'We can’t accept this wallet';
const PAGES: Record<string, string> = {
	[APPROVED]: 'Approved',
	[IN_REVIEW]: 'In Review',
	[DECLINED]: 'Declined',
};

let rest: N8nRest;
let sandbox: Sandbox;
let workflow: StoredWorkflow;
let editor: Editor;
let submitted = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 300 });
	rest = await session();
	const credential = await credentialFor(rest, sandbox);
	workflow = await importExample(rest, 'onboarding-gate', [credential]);
	await rest.activate(workflow);
	editor = await Editor.open({ url: rest.url });
});

afterEach(() => sandbox.clearFaults());

afterAll(async () => {
	await editor?.close();
	await rest.deactivate(workflow);
	await sandbox.close();
});

/** Fills in the form; returns the ending page's text and the execution behind it. */
async function apply(network: string, address: string) {
	await openForm(editor, workflow, 'Wallet Form');
	await editor.page.locator('#field-0').fill('ada@example.com');
	await editor.page.locator('#field-1').selectOption(network);
	await editor.page.locator('#field-2').fill(address);
	const page = await submitForm(editor);
	submitted += 1;
	return { page, execution: await nthExecution(rest, workflow, submitted) };
}

const charges = () => sandbox.stats().charges;

describe('the page fits the wallet', () => {
	it.each([
		['low', APPROVED],
		['medium', IN_REVIEW],
		['high', DECLINED],
		['sanctioned', DECLINED],
		['unscored', IN_REVIEW],
		['failed', IN_REVIEW],
	] as const)('a wallet that is %s: "%s"', async (kind, heading) => {
		const before = charges();
		const { page, execution } = await apply('Ethereum (ETH)', bookAddress('ETH', kind));
		expect(page).toContain(heading);
		expect(execution.status).toBe('success');
		const others = Object.values(PAGES).filter((name) => name !== PAGES[heading]);
		expect(ranIn(execution)).toContain(PAGES[heading]);
		for (const name of others) expect(ranIn(execution)).not.toContain(name);
		expect(charges() - before).toBe(1);
	});
});

describe('what can’t be screened goes to review', () => {
	it.each([
		['an address with a typing mistake', 'Bitcoin (BTC)', '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36'],
		['an address of another network', 'Bitcoin (BTC)', bookAddress('ETH', 'low')],
		['something that is no address', 'Tron (TRX)', 'what is a wallet address?'],
	])('%s, and costs nothing', async (_, network, address) => {
		const before = charges();
		const { page, execution } = await apply(network, address);
		expect(page).toContain(IN_REVIEW);
		expect(ranIn(execution)).not.toContain('Approved');
		expect(charges()).toBe(before);
		expect(jsonOf(execution, 'Screen Wallet', 1)).toHaveLength(1);
	});

	it('a service that refuses', async () => {
		sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', times: Infinity });
		const { page, execution } = await apply('Bitcoin (BTC)', bookAddress('BTC', 'low'));
		expect(page).toContain(IN_REVIEW);
		expect(ranIn(execution)).not.toContain('Approved');
	});
});

it('takes a report of today in place of a second check', async () => {
	const before = charges();
	const { page, execution } = await apply('Ethereum (ETH)', bookAddress('ETH', 'low'));
	expect(page).toContain(APPROVED);
	expect(jsonOf(execution, 'Screen Wallet')[0]).toMatchObject({ reused: true, charged: false });
	expect(charges()).toBe(before);
});
