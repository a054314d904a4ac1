/** The compliance desk: re-screening, review, exceptions and the month's evidence, over n8n's own data tables. */
import { createHash } from 'node:crypto';
import type { Sandbox } from '../../../demo/lib/instance.mts';
import {
	outputOf,
	type Execution,
	type N8nRest,
	type StoredWorkflow,
} from '../../../demo/lib/rest.mts';
import {
	bookAddress,
	makeAddress,
	makeTransaction,
	startSandbox,
} from '../../../sandbox/server.mts';
import { credentialFor, eventually, session } from '../harness/shared.mts';
import { answer, answerUrlOf, mailAbout, openDesk, type Desk } from './desk.mts';
import { startMailStandIn, type MailStandIn } from './mailStandIn.mts';
import { importExample, jsonOf, ranIn, withParameters } from './support.mts';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

let rest: N8nRest;
let sandbox: Sandbox;
let mail: MailStandIn;
let desk: Desk;

beforeAll(async () => {
	sandbox = await startSandbox({ processingMs: 200 });
	rest = await session();
	mail = await startMailStandIn();
	desk = await openDesk(rest, await credentialFor(rest, sandbox), mail);
});

afterAll(async () => {
	await desk?.close();
	await mail.close();
	await sandbox.close();
});

const charges = () => sandbox.stats().charges;

/** Runs the review queue's schedule, once every e-mail that it asks for is on its way. */
const askReviewers = async () => await rest.run(desk.review, 'Every 15 Minutes');

const waiting = (key: string, more: Record<string, string | boolean | null> = {}) => ({
	key,
	source: 'Test',
	customer: `${key}@example.com`,
	currency: 'ETH',
	address: makeAddress('ETH', key),
	decision: 'review',
	riskLevel: 'medium',
	summary: `MEDIUM ${key}`,
	isCritical: false,
	hash: null,
	policy: 'test-policy',
	screenedAt: new Date().toISOString(),
	...more,
});

describe('the review queue', () => {
	it('asks a person once, and keeps decision, name, time and reason', async () => {
		await desk.decisions.insert(waiting('ask-once'));
		await askReviewers();
		const asked = await mailAbout(mail, 'ask-once');
		await askReviewers();
		expect(mail.mails.filter(({ text }) => text.includes('ask-once'))).toHaveLength(1);
		await waits('ask-once');
		await answer(asked, {
			decision: 'Reject',
			reason: 'No answer to our questions',
			name: 'Grace',
		});
		const row = await decided('ask-once');
		expect(row).toMatchObject({
			decision: 'rejected',
			decidedBy: 'Grace',
			reason: 'No answer to our questions',
			policy: 'test-policy',
		});
		expect(Date.parse(String(row.decidedAt))).toBeGreaterThan(Date.now() - HOUR);
		expect(await desk.exceptions.rows({ grantedBy: 'Grace' })).toEqual([]);
	});

	it('keeps an exception with its end, and none for a critical signal or a transaction', async () => {
		const until = inHours(72).slice(0, 10);
		await desk.decisions.insert(
			waiting('excepted'),
			waiting('critical', { riskLevel: 'high', isCritical: true }),
			waiting('deposited', { txHash: makeTransaction('ETH', 'deposited') }),
		);
		await askReviewers();
		for (const key of ['excepted', 'critical', 'deposited']) {
			const asked = await mailAbout(mail, `MEDIUM ${key}`);
			await waits(key);
			await answer(asked, { decision: 'Approve', reason: `Known: ${key}`, name: 'Linus', until });
			expect((await decided(key)).decision).toBe('approved');
		}
		const exceptions = await desk.exceptions.rows({ grantedBy: 'Linus' });
		expect(exceptions).toMatchObject([
			{ address: makeAddress('ETH', 'excepted'), currency: 'ETH' },
		]);
	});

	it('keeps no answer about a check that another one has replaced meanwhile', async () => {
		await desk.decisions.insert(waiting('replaced', { hash: 'asked-about' }));
		await askReviewers();
		const asked = await mailAbout(mail, 'MEDIUM replaced');
		await waits('replaced');
		const worse = { hash: 'another', riskLevel: 'high', decision: 'rejected', askedAt: null };
		await desk.decisions.update('key', 'replaced', worse);
		const ended = async () => (await rest.executions(desk.review)).length;
		const before = await ended();
		const until = inHours(72).slice(0, 10);
		await answer(asked, { decision: 'Approve', reason: 'Known', name: 'Edsger', until });
		await eventually('the end of the review', async () => (await ended()) > before);
		const [row] = await desk.decisions.rows({ key: 'replaced' });
		expect(row).toMatchObject({ ...worse, decidedBy: null });
		expect(await desk.exceptions.rows({ grantedBy: 'Edsger' })).toEqual([]);
	});

	it('asks again where the e-mail could not be sent', async () => {
		await desk.decisions.insert(waiting('mail-is-down'));
		mail.refuses = true;
		await askReviewers();
		await eventually('the row waits to be asked again', async () => {
			const [row] = await desk.decisions.rows({ key: 'mail-is-down' });
			const executions = await rest.executions(desk.review);
			return row.askedAt === null && executions.length > 0;
		});
		mail.refuses = false;
		await eventually('the question', async () => {
			await askReviewers();
			return mail.mails.some(({ text }) => text.includes('mail-is-down'));
		});
	});

	it('shows what a customer typed as text', async () => {
		await desk.decisions.insert(waiting('markup', { customer: '<img src=x onerror=alert(1)>' }));
		await askReviewers();
		const asked = await mailAbout(mail, 'MEDIUM markup');
		expect(asked.text).not.toContain('<img src=x');
		await waits('markup');
		const page = await (await fetch(answerUrlOf(asked))).text();
		expect(page).not.toContain('<img src=x');
		expect(page).toContain('MEDIUM markup');
	});

	/** n8n takes an answer only once it has put the execution to sleep. */
	async function waits(key: string): Promise<void> {
		await eventually(`the execution about ${key} waits`, async () => {
			const { results } = await rest.request<{ results: Array<{ id: string; status: string }> }>(
				'GET',
				'/executions?limit=20',
			);
			for (const { id, status } of results.filter((one) => one.status === 'waiting')) {
				const execution = await rest.execution(id);
				const asked = jsonOf(execution, 'Write the Question');
				if (status === 'waiting' && asked[0]?.key === key) return true;
			}
			return false;
		});
	}

	async function decided(key: string) {
		return await eventually(`the decision about ${key}`, async () => {
			const [row] = await desk.decisions.rows({ key });
			return row.decidedBy ? row : null;
		});
	}
});

describe('screening again', () => {
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		workflow = await importExample(rest, 'rescreen-customers', desk.credentials);
	});

	const wallet = (customer: string, address: string, riskLevel: string | null) => ({
		customer,
		currency: 'BTC',
		address,
		everyDays: 30,
		nextDue: inHours(-1),
		riskLevel,
		dangerSignals: '',
	});
	const run = async (): Promise<Execution> => await rest.run(workflow, 'Every Day');
	const rowOf = async (customer: string) => (await desk.wallets.rows({ customer }))[0];
	const alerts = (customer: string) =>
		mail.mails.filter(({ subject }) => subject.includes(customer)).map(({ subject }) => subject);

	it('alerts on changes only, keeps level and next date, and pays nothing the second time', async () => {
		await desk.wallets.insert(
			wallet('Stays Medium', bookAddress('BTC', 'medium'), 'medium'),
			wallet('Turns Bad', bookAddress('BTC', 'sanctioned'), 'low'),
			wallet('Mistyped', '17AxsknYSXoYDkRq7wG66rXjYs99tT4o36', 'low'),
			{ ...wallet('Not Due', bookAddress('BTC', 'high'), 'low'), nextDue: inHours(24) },
		);
		// What is danger in the first is known since its last screening.
		const first = await run();
		expect(first.status).toBe('success');
		expect(await rowOf('Turns Bad')).toMatchObject({ riskLevel: 'high' });
		expect(await rowOf('Mistyped')).toMatchObject({ riskLevel: 'unknown' });
		expect(await rowOf('Not Due')).toMatchObject({ riskLevel: 'low', hash: null });
		expect(alerts('Turns Bad')).toEqual([expect.stringContaining('low → high')]);
		expect(alerts('Mistyped')).toHaveLength(1);
		expect(charges()).toBe(2);
		for (const customer of ['Stays Medium', 'Turns Bad', 'Mistyped'])
			expect(Date.parse(String((await rowOf(customer)).nextDue))).toBeGreaterThan(Date.now());

		const mails = mail.mails.length;
		const second = await run();
		expect(second.status).toBe('success');
		expect(ranIn(second)).not.toContain('Screen Wallets');
		expect(charges()).toBe(2);
		expect(mail.mails).toHaveLength(mails);
	});

	it('tells of no change a second time, and keeps each result among the decisions', async () => {
		const row = await rowOf('Stays Medium');
		await desk.wallets.remove('customer', 'Stays Medium');
		const again = { ...wallet('Again', String(row.address), String(row.riskLevel)) };
		await desk.wallets.insert({ ...again, dangerSignals: row.dangerSignals });
		await run();
		expect(alerts('Again')).toEqual([]);
		const [decision] = await desk.decisions.rows({ customer: 'Again' });
		expect(decision).toMatchObject({ decision: 'unchanged', riskLevel: row.riskLevel });
		const [worse] = await desk.decisions.rows({ customer: 'Turns Bad' });
		expect(worse).toMatchObject({ decision: 'rejected', isCritical: true });
		const [lost] = await desk.decisions.rows({ customer: 'Mistyped' });
		expect(lost).toMatchObject({ decision: 'review', riskLevel: 'unknown' });
	});

	it('keeps an alert that could not be sent for the next run, without paying again', async () => {
		await desk.wallets.insert(wallet('Unheard', bookAddress('BTC', 'high'), 'low'));
		const before = charges();
		mail.refuses = true;
		await run();
		expect(await rowOf('Unheard')).toMatchObject({ riskLevel: 'low', hash: null });
		mail.refuses = false;
		await run();
		expect(await rowOf('Unheard')).toMatchObject({ riskLevel: 'high' });
		expect(alerts('Unheard')).toHaveLength(1);
		expect(charges()).toBe(before + 1);
	});
});

describe('the month’s evidence', () => {
	it('has every decision with the checksum of its PDF, as CSV and as a page', async () => {
		const workflow = await importExample(rest, 'monthly-evidence', desk.credentials, (example) => {
			const { assignments } = (example.nodes.find(({ name }) => name === 'Which Month')?.parameters
				.assignments ?? { assignments: [] }) as { assignments: Array<{ name: string }> };
			const month: Record<string, string> = { from: inHours(-24), to: inHours(24) };
			return withParameters(example, 'Which Month', {
				assignments: {
					assignments: assignments.map((one) => ({ ...one, value: month[one.name] })),
				},
			});
		});
		await desk.decisions.insert(waiting('formula', { customer: '=HYPERLINK("http://x")' }));
		const execution = await rest.run(workflow, 'Every Month');
		expect(execution.status).toBe('success');
		const rows = jsonOf(execution, 'One Row per Check');
		const screened = rows.find(({ customer }) => customer === 'Turns Bad');
		const { hash } = screened ?? {};
		const pdf = await fetch(pdfLinkOf(execution, String(hash)));
		const bytes = Buffer.from(await pdf.arrayBuffer());
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		expect(screened).toMatchObject({
			riskLevel: 'high',
			decision: 'rejected',
			reportSha256: sha256,
		});
		expect(rows.find(({ customer }) => String(customer).includes('HYPERLINK'))).toMatchObject({
			customer: '\'=HYPERLINK("http://x")',
		});
		const csv = await fileOf(execution, 'As CSV', 'csv');
		expect(csv).toContain(sha256);
		expect(csv.split('\n')[0]).toContain('screenedAt');
		const page = await fileOf(execution, 'As Page', 'page');
		expect(page).toContain(sha256);
		expect(page).toContain(`${rows.length} screened`);
		expect(page).not.toContain('="http');
		// The downloads are kept: a second report asks for none of them again.
		const second = await rest.run(workflow, 'Every Month');
		const asked = jsonOf(second, 'Find What Has No Checksum');
		expect(asked.map((row) => row.hash)).not.toContain(hash);
	});

	const pdfLinkOf = (execution: Execution, hash: string): string =>
		String(jsonOf(execution, 'Download PDF').find((item) => item.hash === hash)?.pdfLink);

	async function fileOf(execution: Execution, node: string, property: string): Promise<string> {
		const [item] = outputOf(execution, node);
		return (await rest.file(String(item.binary?.[property]?.id))).toString('utf8');
	}
});
