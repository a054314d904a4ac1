import { NodeApiError } from 'n8n-workflow';

import { type FaultSpec } from '../../../sandbox/server.mts';
import { forgetServices } from '../harness/forget.mts';
import { withCause } from '../harness/features.mts';
import { useService, Workflow } from './setUp.mts';

const { sandbox, clock } = useService(12);

const HISTORY = 'checkup.getcheckshistory';

/** A short budget: a poll gives up before it has waited out its own retries, on a busy machine too. */
const budgetMs = 2_000;

describe('a failed poll', () => {
	const faults: Array<[FaultSpec['kind'], Partial<FaultSpec>, object]> = [
		['rateLimited', { retryAfter: '7' }, { cause: 'rate-limited', retryAfterMs: 7000 }],
		['serverErrorBefore', { status: 503 }, { cause: 'temporarily-unavailable' }],
		['resetBefore', {}, { cause: 'temporarily-unavailable' }],
		['flat401', {}, { cause: 'credential-invalid' }],
	];

	it.each(faults)('on %s names the cause and moves nothing', async (kind, more, failure) => {
		const workflow = await Workflow.begun(sandbox(), {}, { staged: false });
		const hash = sandbox().addCheck();
		const before = JSON.stringify(workflow.staticData);
		sandbox().fault({ method: HISTORY, kind, times: Infinity, ...more });
		const run = await workflow.poll({ budgetMs });
		sandbox().clearFaults();
		expect(run.failure).toBeInstanceOf(NodeApiError);
		expect(run.failure).toMatchObject(withCause(failure));
		expect(run.failure?.message).not.toMatch(/error|problem|fail|mistake/i);
		expect(run.text()).not.toContain(sandbox().token);
		expect(JSON.stringify(workflow.staticData)).toBe(before);
		expect(await workflow.hashes()).toEqual([hash]);
	});

	it('in the middle of the reports keeps what it has', async () => {
		const workflow = await Workflow.begun(sandbox(), {}, { staged: false });
		const hashes = Array.from({ length: 20 }, () => sandbox().addCheck());
		sandbox().fault({ method: 'checkup.getresult', kind: 'flat401', skip: 8, times: Infinity });
		const first = await workflow.hashes();
		expect(first.length).toBeGreaterThanOrEqual(4);
		sandbox().clearFaults();
		const rest = await workflow.hashes();
		expect([...first, ...rest].sort()).toEqual(hashes.sort());
		expect(await workflow.hashes()).toEqual([]);
	}, 30_000);

	it('says in the log what happened, and that the next one catches up by itself', async () => {
		const workflow = await Workflow.begun(sandbox());
		sandbox().fault({ method: HISTORY, kind: 'serverErrorBefore', status: 503, times: Infinity });
		const { failure, logs } = await workflow.poll({ budgetMs });
		const { message, description } = failure as NodeApiError;
		expect(message).toContain('HTTP status 503');
		expect(description).toContain('Nothing is lost');
		expect(logs.map((line) => line.message).join()).toContain(`${message}. ${description}`);
	});

	it('says what the service answered, not that the last try was cut short', async () => {
		const workflow = await Workflow.begun(sandbox());
		sandbox().fault({ method: HISTORY, kind: 'serverErrorBefore', status: 503 });
		sandbox().fault({ method: HISTORY, kind: 'hang', times: Infinity });
		const { failure } = await workflow.poll({ budgetMs });
		expect((failure as NodeApiError).message).toContain('HTTP status 503');
	});

	const passing: Array<[string, Omit<FaultSpec, 'method'>]> = [
		['serverErrorBefore', { kind: 'serverErrorBefore', status: 503 }],
		['rateLimited', { kind: 'rateLimited', retryAfter: '60' }],
		['resetBefore', { kind: 'resetBefore' }],
		['hang', { kind: 'hang' }],
	];
	it.each(passing)('asks nobody to try again: %s', async (_, fault) => {
		const workflow = await Workflow.begun(sandbox());
		sandbox().fault({ method: HISTORY, times: Infinity, ...fault });
		// The second one finds out that the service asked for a pause that is longer than a poll.
		for (const _poll of [1, 2]) {
			const { failure } = await workflow.poll({ budgetMs });
			const { description } = failure as NodeApiError;
			expect(description).toMatch(/Nothing is lost: .* the next poll delivers/);
			expect(description).not.toMatch(/try again|more time|Max Concurrent/i);
		}
		forgetServices();
	});

	it('at activation blocks it', async () => {
		sandbox().fault({ method: HISTORY, kind: 'flat401' });
		const run = await new Workflow(sandbox()).poll({ activation: 'activate' });
		expect(run.failure).toMatchObject(withCause({ cause: 'credential-invalid' }));
		expect(run.staticData).toEqual({});
	});
});

it.each([-40008, -32602, -32603, -32000])(
	'a history whose end is a page that is refused by %i is read to its end',
	async (code) => {
		const parameters = { options: { startFrom: 'beginning', includeReport: false } };
		const workflow = new Workflow(sandbox(), parameters);
		sandbox().seedHistory(1000, { everyMs: 1_000 });
		sandbox().fault({ method: HISTORY, kind: 'rpcError', code, skip: 1, times: Infinity });
		expect(await workflow.hashes()).toHaveLength(1000);
	},
	60_000,
);

describe('a poll that is thrown away or repeated', () => {
	it('delivers the same again with the old state in another process, and nothing twice with the new', async () => {
		const workflow = await Workflow.begun(sandbox());
		const hash = sandbox().addCheck();
		const old = workflow.staticData;
		expect(await workflow.hashes()).toEqual([hash]);
		workflow.staticData = old;
		forgetServices();
		expect(await workflow.hashes()).toEqual([hash]);
		expect(await workflow.hashes()).toEqual([]);
	});

	it('does not change the state at all when nothing is new', async () => {
		const workflow = new Workflow(sandbox());
		sandbox().addCheck();
		await workflow.hashes();
		const before = JSON.stringify(workflow.staticData);
		await workflow.hashes();
		expect(JSON.stringify(workflow.staticData)).toBe(before);
	});
});

describe('settings', () => {
	const unusable: Array<[string, object]> = [
		['Lookback', { options: { lookbackMinutes: -5 } }],
		['Lookback', { options: { lookbackMinutes: 'soon' } }],
		['Risk Score From', { filters: { riskScoreFrom: 101 } }],
		['Risk Score From', { filters: { riskScoreFrom: 80, riskScoreTo: 20 } }],
		['Network', { filters: { network: 'NOPE' } }],
		['Start From', { options: { startFrom: 'yesterday' } }],
		['Include Report', { options: { includeReport: 'maybe' } }],
		['Risk Level', { filters: { riskLevel: ['low'] }, options: { includeReport: false } }],
	];

	it.each(unusable)('that are not usable are refused before any call: %s', async (word, given) => {
		const run = await new Workflow(sandbox(), { ...given }).poll();
		expect(run.failure?.message).toContain(word);
		expect(sandbox().stats().requests).toEqual([]);
	});

	it('that an expression leaves undefined are the default', async () => {
		const nothing = '={{ undefined }}';
		const workflow = new Workflow(sandbox(), {
			filters: { network: nothing, type: nothing, riskScoreFrom: nothing, riskScoreTo: nothing },
			options: {
				includeReport: nothing,
				lookbackMinutes: nothing,
				startFrom: nothing,
			},
		});
		sandbox().addCheck();
		expect(await workflow.hashes()).toEqual([]);
		clock.now += 60_000;
		const hash = sandbox().addCheck({ riskscore: null });
		clock.now += 20_000;
		expect(await workflow.hashes()).toEqual([hash]);
		expect(sandbox().stats().calls['checkup.getresult']).toBe(1);
	});
});
