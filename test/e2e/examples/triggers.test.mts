/**
 * The two examples that begin with the trigger, "Slack Alerts for High Risk" and "Evidence Archive", published in an
 * n8n of their own: across polls that fail and a restart of n8n. And the other one that posts in Slack.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureN8n } from '../../../demo/lib/install.mts';
import { startDemo, type Demo } from '../../../demo/lib/instance.mts';
import { startN8n } from '../../../demo/lib/n8n.mts';
import { STATE } from '../../../demo/lib/paths.mts';
import { silent } from '../../../demo/lib/progress.mts';
import type {
	N8nRest,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from '../../../demo/lib/rest.mts';
import { bookAddress } from '../../../sandbox/server.mts';
import { TARBALL_VARIABLE } from '../harness/setup.mts';
import { eventually, session } from '../harness/shared.mts';
import { startSlackStandIn, type SlackStandIn } from './slackStandIn.mts';
import { importExample, withParameters } from './support.mts';

const POLL_SECONDS = 5;
const SLACK_TOKEN = 'xoxb-stand-in';

/** n8n refuses one expression that polls more often than every minute; several that each do so once are fine. */
const pollTimes = {
	item: Array.from({ length: 60 / POLL_SECONDS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * POLL_SECONDS} * * * * *`,
	})),
};

const polledOften = (trigger: string) => (workflow: Workflow) =>
	withParameters(workflow, trigger, { pollTimes });

const twoPolls = async () => await sleep(2 * POLL_SECONDS * 1000 + 1500);

const userFolder = path.join(STATE, `e2e-examples-${process.pid}`);
const archive = path.join(userFolder, 'archive');

let demo: Demo;
let rest: N8nRest;
let slack: SlackStandIn;
let env: Record<string, string>;
let alerts: StoredWorkflow;
let credentials: StoredCredential[];

beforeAll(async () => {
	await rm(userFolder, { recursive: true, force: true });
	await mkdir(archive, { recursive: true });
	slack = await startSlackStandIn(path.join(userFolder, 'certificate'));
	env = { ...slack.env, N8N_RESTRICT_FILE_ACCESS_TO: archive };
	const tarball = process.env[TARBALL_VARIABLE];
	demo = await startDemo({ userFolder, progress: silent, env, tarball });
	rest = demo.rest;
	const token = { accessToken: SLACK_TOKEN, signatureSecret: '' };
	credentials = [demo.credential, await rest.putCredential('Slack', 'slackApi', token)];
	alerts = await importExample(rest, 'slack-alerts', credentials, polledOften('High-Risk Check'));
	const evidence = await importExample(rest, 'evidence-archive', credentials, (example) => {
		const text = JSON.stringify(example)
			.replaceAll('/home/node/.n8n-files', archive)
			.replace('"waitBetweenTries":5000', '"waitBetweenTries":100');
		return polledOften('Check Completed')(JSON.parse(text) as Workflow);
	});
	demo.sandbox.addCheck({ currency: 'BTC', status: 'SUCCESS', riskscore: 99 });
	await rest.activate(alerts);
	await rest.activate(evidence);
});

afterAll(async () => {
	await demo?.stop();
	await slack?.close();
	await rm(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** Puts a finished check into the history, as if somebody else had made it. */
const check = (riskscore: number | null, address = bookAddress('BTC', 'high')) =>
	demo.sandbox.addCheck({ currency: 'BTC', address, status: 'SUCCESS', riskscore });

const alertsAbout = (hash: string) =>
	slack.messages.filter(({ text }) => text.includes(hash) || text.includes(linkOf(hash)));

const linkOf = (hash: string) => `/${hash}`;

const alerted = async (hash: string) =>
	await eventually(`an alert about ${hash}`, async () => alertsAbout(hash).length > 0);

const filesOf = async (hash: string) =>
	(await readdir(archive)).filter((name) => name.includes(hash)).sort();

const archived = async (hash: string, count: number) =>
	await eventually(
		`the files about ${hash}`,
		async () => (await filesOf(hash)).length >= count && (await filesOf(hash)),
	);

describe('Slack Alerts for High Risk', () => {
	let high: string;

	it('tells of a check of high risk, in one message with its links, and of no other', async () => {
		const low = check(10, bookAddress('BTC', 'low'));
		high = check(92);
		await alerted(high);
		await twoPolls();
		expect(alertsAbout(low)).toEqual([]);
		expect(alertsAbout(high)).toHaveLength(1);
		expect(slack.messages).toHaveLength(1);
		const [{ channel, text }] = slack.messages;
		const { baseUrl } = demo.sandbox;
		expect(channel).toBe('#compliance');
		const [headline, ...more] = text.split('\n');
		expect(headline).toMatch(/^:rotating_light: \*HIGH .*92.*\*$/);
		expect(more.slice(0, -1).every((line) => line.startsWith('• '))).toBe(true);
		expect(more.at(-1)).toMatch(
			new RegExp(
				`^<${baseUrl}/[^|>]*${high}[^|>]*\\|Report> · <${baseUrl}/[^|>]*${high}[^|>]*\\|PDF>$`,
			),
		);
		expect([...slack.tokens]).toEqual([`Bearer ${SLACK_TOKEN}`]);
	});

	it('tells of a sanctioned wallet, whatever its score', async () => {
		const signals = { sanctions: 0.12 };
		const facts = { currency: 'BTC', status: 'SUCCESS', riskscore: 4, signals };
		const sanctioned = demo.sandbox.addCheck(facts);
		await alerted(sanctioned);
		const [{ text }] = alertsAbout(sanctioned);
		expect(text).toMatch(/^:rotating_light: \*HIGH .*4\/100/);
		expect(text).toContain('sanctions');
	});

	it('tells of a check without a score: in doubt somebody should look', async () => {
		const unscored = check(null);
		await alerted(unscored);
		const [{ text }] = alertsAbout(unscored);
		expect(text).toMatch(/^:grey_question: \*UNKNOWN/);
	});

	it('says once an hour when polls fail, and misses nothing', async () => {
		const before = slack.messages.length;
		const began = new Date().getUTCHours();
		demo.sandbox.fault({ method: 'checkup.getcheckshistory', kind: 'flat401', times: Infinity });
		const warning = await eventually('a warning', async () => slack.messages[before]);
		expect(warning.channel).toBe('#compliance');
		expect(warning.text).toMatch(/^:warning: \*Post AML alerts .*\* can’t look for new/);
		expect(warning.text).toMatch(/did not accept the credentials/i);
		const meanwhile = check(88);
		await twoPolls();
		const hours = began === new Date().getUTCHours() ? 1 : 2;
		expect(slack.messages).toHaveLength(before + hours);
		demo.sandbox.clearFaults();
		await alerted(meanwhile);
		expect(alertsAbout(meanwhile)).toHaveLength(1);
	});

	it('fires once per check across a restart of n8n', async () => {
		const before = slack.messages.length;
		await demo.n8n.stop();
		const whileStopped = check(81);
		const install = await ensureN8n(silent);
		const n8n = await startN8n({ install, userFolder, env });
		const { sandbox } = demo;
		demo = {
			...demo,
			n8n,
			stop: async () => {
				await n8n.stop();
				await sandbox.close();
			},
		};
		rest = await session(n8n.url);
		await alerted(whileStopped);
		const after = check(79);
		await alerted(after);
		await twoPolls();
		for (const hash of [high, whileStopped, after]) expect(alertsAbout(hash)).toHaveLength(1);
		expect(slack.messages).toHaveLength(before + 2);
	});

	it('says so when an alert could not be posted', async () => {
		const before = slack.messages.length;
		slack.refuses = true;
		check(77);
		await eventually('the failed execution', async () =>
			(await rest.executions(alerts)).some(
				({ status, mode }) => status === 'error' && mode === 'error',
			),
		);
		expect(slack.messages).toHaveLength(before);
		slack.refuses = false;
	});

	it('has made n8n talk to nobody but this machine', () => {
		expect(slack.strangers).toEqual([]);
	});
});

describe('Evidence Archive', () => {
	it('files PDF and record of a check, with the checksum of the one in the other', async () => {
		const low = check(20, bookAddress('BTC', 'low'));
		const hash = check(85);
		const [record, pdf] = await archived(hash, 2);
		expect(record).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d_BTC_${hash}\\.json$`));
		const bytes = await readFile(path.join(archive, pdf));
		expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
		const filed = JSON.parse(await readFile(path.join(archive, record), 'utf8')) as Filed;
		expect(filed.check).toMatchObject({ hash, riskScore: 85, riskLevel: 'high' });
		expect(filed.check.riskPolicy).toMatchObject({ mediumRiskFrom: 25, highRiskFrom: 75 });
		expect(filed.pdf).toEqual({
			file: pdf,
			size: bytes.length,
			sha256: createHash('sha256').update(bytes).digest('hex'),
		});
		expect(filed.pdfMissing).toBeNull();
		expect(await filesOf(low)).toEqual([]);
	});

	it('files the record of a failed check, which has no PDF', async () => {
		const hash = demo.sandbox.addCheck({ currency: 'BTC', status: 'FAILED', riskscore: null });
		const [record, ...more] = await archived(hash, 1);
		await twoPolls();
		expect(more).toEqual([]);
		const filed = JSON.parse(await readFile(path.join(archive, record), 'utf8')) as Filed;
		expect(filed.check).toMatchObject({ hash, status: 'FAILED', riskLevel: 'unknown' });
		expect(filed.pdf).toBeNull();
		expect(filed.pdfMissing).toBe('The check has no PDF report');
	});

	it('files the record of a check whose PDF can’t be had, and says why', async () => {
		demo.sandbox.fault({ method: 'pdf', kind: 'html', status: 404, times: Infinity });
		const hash = check(90);
		const [record] = await archived(hash, 1);
		demo.sandbox.clearFaults();
		expect(await filesOf(hash)).toEqual([record]);
		const filed = JSON.parse(await readFile(path.join(archive, record), 'utf8')) as Filed;
		expect(filed.check).toMatchObject({ hash, riskLevel: 'high' });
		expect(filed.pdf).toBeNull();
		expect(filed.pdfMissing).toEqual(expect.stringMatching(/PDF/));
	});
});

/** The record in the archive. */
interface Filed {
	check: Record<string, unknown>;
	pdf: { file: string; size: number; sha256: string } | null;
	pdfMissing: string | null;
}

describe('Package Watch', () => {
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		workflow = await importExample(rest, 'package-watch', credentials);
	});

	/** Runs it once; returns what was posted. */
	async function morning(): Promise<string[]> {
		const before = slack.messages.length;
		const { status } = await rest.run(workflow, 'Every Morning');
		expect(status).toBe('success');
		return slack.messages.slice(before).map(({ text }) => text);
	}

	it('is silent while there are enough checks', async () => {
		expect(await morning()).toEqual([]);
	});

	it('warns when few are left', async () => {
		const wanted = await importExample(rest, 'package-watch', credentials, (example) => {
			const text = JSON.stringify(example).replace('"rightValue":100', '"rightValue":1000000');
			return JSON.parse(text) as Workflow;
		});
		await rest.run(wanted, 'Every Morning');
		expect(slack.messages.at(-1)?.text).toMatch(/^:warning: \*AML checks run low\*: \d+ left/);
	});

	it('warns when the service can’t be asked', async () => {
		demo.sandbox.fault({ method: 'checkup.ping', kind: 'flat401', times: Infinity });
		expect(await morning()).toEqual([expect.stringMatching(/could not be asked.*credentials/s)]);
		demo.sandbox.clearFaults();
	});
});
