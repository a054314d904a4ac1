/** What was owed under the old settings when somebody changes them: on n8n's engine, against the sandbox. */
import type { INodeParameters } from 'n8n-workflow';

import { forgetKnowledge } from '../../../nodes/shared/knowledge/knowledge.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/server.mts';
import { Workflow } from './setUp.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const REPORT = 'checkup.getresult';
const OF_ETH: INodeParameters = { filters: { currency: 'ETH' } };

let sandbox: Sandbox;
let now: number;

beforeAll(async () => {
	sandbox = await startSandbox({ now: () => now, seed: 23 });
});

afterAll(async () => await sandbox.close());

beforeEach(() => {
	now = Date.UTC(2033, 1, 3, 10, 0, 0);
	sandbox.reset();
	sandbox.clearFaults();
	sandbox.configure({ latencyMs: 0, history: { showPending: true } });
	forgetKnowledge();
});

/** A trigger that has seen one check. */
async function active(parameters: INodeParameters = {}): Promise<Workflow> {
	sandbox.addCheck({ currency: 'ETH', initAt: now - 30 * MINUTE });
	const workflow = new Workflow(sandbox, parameters);
	expect(await workflow.hashes({ activation: 'activate' })).toEqual([]);
	return workflow;
}

/** Polls under these settings, so many times. */
async function under(workflow: Workflow, parameters: INodeParameters, count = 3) {
	workflow.parameters = parameters;
	const seen: unknown[] = [];
	for (let poll = 0; poll < count; poll++) {
		now += MINUTE;
		seen.push(...(await workflow.hashes()));
	}
	return seen;
}

it.each([
	['that the new filter is for too', 'ETH', 1],
	['that the new filter is not for', 'BTC', 0],
])('a check %s, and which waits for its report', async (_, currency, count) => {
	const workflow = await active();
	now += MINUTE;
	const hash = sandbox.addCheck({ currency, riskscore: 3, signals: { sanctions: 0.2 } });
	sandbox.fault({ method: REPORT, kind: 'serverErrorBefore', status: 500, times: Infinity });
	expect(await workflow.hashes()).toEqual([]);
	sandbox.clearFaults();
	expect(await under(workflow, OF_ETH)).toEqual(Array(count).fill(hash));
});

it('a check that is unfinished for longer than a day is delivered when it ends', async () => {
	const workflow = await active();
	now += MINUTE;
	const slow = sandbox.addCheck({ currency: 'ETH', initAt: now, doneAt: now + 40 * HOUR });
	for (let poll = 0; poll < 15; poll++) {
		now += 2 * HOUR;
		sandbox.addCheck({ currency: 'ETH' });
		await workflow.hashes();
	}
	expect(await under(workflow, OF_ETH)).toEqual([]);
	now += 11 * HOUR;
	expect(await under(workflow, OF_ETH)).toEqual([slow]);
});

it('a backlog that was not read yet is delivered, and nothing of it twice', async () => {
	const withoutReports = { options: { includeReport: false } };
	const workflow = await active(withoutReports);
	const hashes = Array.from({ length: 2_500 }, (_, at) => {
		now += 30_000;
		return sandbox.addCheck({ currency: at % 2 ? 'ETH' : 'BTC' });
	});
	sandbox.configure({ latencyMs: 400 });
	const early = await workflow.hashes({ budgetMs: 1_000 });
	sandbox.configure({ latencyMs: 0 });
	const late = await under(workflow, { ...withoutReports, ...OF_ETH });
	const ofEth = hashes.filter((_, at) => at % 2);
	expect(new Set([...early, ...late]).size).toBe(early.length + late.length);
	expect(late.every((hash) => ofEth.includes(String(hash)))).toBe(true);
	expect(ofEth.filter((hash) => ![...early, ...late].includes(hash))).toEqual([]);
}, 60_000);

it('a check that the service showed first since the last poll is delivered as created', async () => {
	sandbox.configure({ history: { showPending: false } });
	const workflow = await active({ triggerOn: 'checkCreated' });
	now += MINUTE;
	const late = sandbox.addCheck({ currency: 'ETH', initAt: now, doneAt: now + 10 * MINUTE });
	now += 9 * MINUTE + 30_000;
	const soon = sandbox.addCheck({ currency: 'ETH', initAt: now - 1_000 });
	expect(await workflow.hashes()).toEqual([soon]);
	expect(await under(workflow, { triggerOn: 'checkCreated', ...OF_ETH })).toEqual([late]);
});
