/** The example "Onboarding Gate": a person fills in the form in a browser and sees the page that fits the wallet. */
import type { Sandbox } from '../../../demo/lib/instance.mts';
import type { N8nRest, StoredWorkflow } from '../../../demo/lib/rest.mts';
import { bookAddress } from '../../../sandbox/book.mts';
import { startSandbox } from '../../../sandbox/server.mts';
import { Editor } from '../../../scripts/browser/editor.mts';
import { credentialFor, session } from '../harness/shared.mts';
import { mailAbout, openDesk, type Desk } from './desk.mts';
import { startMailStandIn, type MailStandIn } from './mailStandIn.mts';
import { importExample, nthExecution, openForm, ranIn, submitForm } from './support.mts';

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
let mail: MailStandIn;
let desk: Desk;
let workflow: StoredWorkflow;
let editor: Editor;
let submitted = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 300 });
	rest = await session();
	mail = await startMailStandIn();
	desk = await openDesk(rest, await credentialFor(rest, sandbox), mail);
	const called = [desk.screen, desk.review];
	workflow = await importExample(rest, 'onboarding-gate', desk.credentials, undefined, called);
	await rest.activate(workflow);
	editor = await Editor.open({ url: rest.url });
});

afterEach(() => sandbox.clearFaults());

afterAll(async () => {
	await editor?.close();
	await rest.deactivate(workflow);
	await desk.close();
	await mail.close();
	await sandbox.close();
});

/** Fills in the form; returns the ending page's text and the execution behind it. */
async function apply(email: string, network: string, address: string) {
	await openForm(editor, workflow, 'Wallet Form');
	await editor.page.locator('#field-0').fill(email);
	await editor.page.locator('#field-1').selectOption(network);
	await editor.page.locator('#field-2').fill(address);
	const page = await submitForm(editor);
	submitted += 1;
	return { page, execution: await nthExecution(rest, workflow, submitted) };
}

const charges = () => sandbox.stats().charges;

const decisionOf = async (customer: string) => (await desk.decisions.rows({ customer }))[0];

describe('the page fits the wallet, and the decision is kept with the e-mail', () => {
	it.each([
		['low', APPROVED, 'approved'],
		['medium', IN_REVIEW, 'review'],
		['high', DECLINED, 'rejected'],
		['sanctioned', DECLINED, 'rejected'],
		['unscored', IN_REVIEW, 'review'],
		['failed', IN_REVIEW, 'review'],
	] as const)('a wallet that is %s: "%s"', async (kind, heading, decision) => {
		const before = charges();
		const customer = `${kind}@example.com`;
		const { page, execution } = await apply(customer, 'Ethereum (ETH)', bookAddress('ETH', kind));
		expect(page).toContain(heading);
		expect(execution.status).toBe('success');
		const others = Object.values(PAGES).filter((name) => name !== PAGES[heading]);
		expect(ranIn(execution)).toContain(PAGES[heading]);
		for (const name of others) expect(ranIn(execution)).not.toContain(name);
		expect(charges() - before).toBe(1);
		const row = await decisionOf(customer);
		expect(row).toMatchObject({ decision, source: 'Onboarding' });
		expect(row.hash).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
		if (decision === 'review') await mailAbout(mail, customer);
	});
});

describe('what can’t be screened goes to review', () => {
	it.each([
		['typo', 'Bitcoin (BTC)', '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36'],
		['other-network', 'Bitcoin (BTC)', bookAddress('ETH', 'low')],
		['no-address', 'Tron (TRX)', 'what is a wallet address?'],
	])('%s: it costs nothing, and a reviewer is asked', async (name, network, address) => {
		const before = charges();
		const customer = `${name}@example.com`;
		const { page, execution } = await apply(customer, network, address);
		expect(page).toContain(IN_REVIEW);
		expect(ranIn(execution)).not.toContain('Approved');
		expect(charges()).toBe(before);
		expect(await decisionOf(customer)).toMatchObject({
			decision: 'review',
			riskLevel: 'unknown',
			isCritical: true,
		});
		await mailAbout(mail, customer);
	});

	it('a service that refuses', async () => {
		sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', times: Infinity });
		const address = bookAddress('BTC', 'low');
		const { page, execution } = await apply('refused@example.com', 'Bitcoin (BTC)', address);
		expect(page).toContain(IN_REVIEW);
		expect(ranIn(execution)).not.toContain('Approved');
	});
});

describe('exceptions of a person', () => {
	const exception = (kind: 'medium' | 'sanctioned' | 'failed', days: number) => ({
		currency: 'BTC',
		address: bookAddress('BTC', kind),
		until: new Date(Date.now() + days * 86_400_000).toISOString(),
		reason: 'Known since 2019',
		grantedBy: 'Ada',
	});
	const applyFor = async (kind: 'medium' | 'sanctioned' | 'failed', customer: string) =>
		(await apply(customer, 'Bitcoin (BTC)', bookAddress('BTC', kind))).page;

	it('cover a medium level until their date', async () => {
		await desk.exceptions.insert(exception('medium', -1));
		expect(await applyFor('medium', 'past@example.com')).toContain(IN_REVIEW);
		await desk.exceptions.insert(exception('medium', 30));
		expect(await applyFor('medium', 'known-since-2019@example.com')).toContain(APPROVED);
		expect(await decisionOf('known-since-2019@example.com')).toMatchObject({
			decision: 'approved',
			decidedBy: 'exception',
			reason: expect.stringContaining('Known since 2019'),
		});
	});

	it('never cover a critical signal, or a check without a result', async () => {
		await desk.exceptions.insert(exception('sanctioned', 30), exception('failed', 30));
		expect(await applyFor('sanctioned', 'known-but-sanctioned@example.com')).toContain(DECLINED);
		expect(await applyFor('failed', 'no-result@example.com')).toContain(IN_REVIEW);
	});
});

it('screens and pays nothing without a policy', async () => {
	const [policy] = await desk.policy.rows({ name: 'default' });
	await desk.policy.remove('name', 'default');
	try {
		const before = charges();
		const { page } = await apply(
			'lawless@example.com',
			'XRP Ledger (XRP)',
			bookAddress('XRP', 'low'),
		);
		expect(page).toContain(IN_REVIEW);
		expect(charges()).toBe(before);
		expect(await decisionOf('lawless@example.com')).toMatchObject({
			decision: 'review',
			reason: expect.stringMatching(/Risk Policy/),
		});
	} finally {
		await desk.policy.insert({ name: policy.name, policy: policy.policy });
	}
});

it('takes a report of today in place of a second check, where it is surely of the same thing', async () => {
	const address = bookAddress('LTC', 'low');
	await apply('first@example.com', 'Litecoin (LTC)', address);
	const before = charges();
	const { page } = await apply('second@example.com', 'Litecoin (LTC)', address);
	expect(page).toContain(APPROVED);
	expect(charges()).toBe(before);
});

it('tells the reviewers where the screening itself could not run', async () => {
	await rest.deactivate(desk.screen);
	try {
		const address = bookAddress('BTC', 'low');
		const { page, execution } = await apply('broken@example.com', 'Bitcoin (BTC)', address);
		expect(page).toContain(IN_REVIEW);
		expect(ranIn(execution)).not.toContain('Approved');
		await mailAbout(mail, 'broken@example.com');
	} finally {
		const stored = await rest.request<StoredWorkflow>('GET', `/workflows/${desk.screen.id}`);
		await rest.activate(stored);
	}
});
