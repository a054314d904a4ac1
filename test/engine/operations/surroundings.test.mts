/** The paid operations in what n8n puts around them: AI agents, hints, the stop button. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { useRealTime } from '../harness/time.mts';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { runTool, type ToolOptions } from '../harness/index.mts';
import {
	credential,
	run,
	runSpoilt,
	sandbox,
	sentTo,
	start,
	TOKEN,
	useSandbox,
} from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

const screen = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'check',
	operation: 'checkAddress',
	network: 'ETH',
	asset: 'coin',
	address: '={{ $json.address }}',
	...more,
});

describe('the hints of an execution', () => {
	it('tell what it cost', async () => {
		const items = [{ address: LOW }, { address: LOW }, { address: HIGH }];
		const { hints } = await run('check.checkAddress', screen(), { items });
		expect(hints.map(({ message }) => message)).toEqual([
			'2 checks charged, 1 item merged, 9998 checks left in the package.',
		]);
		const options = { requestKey: 'list-1' };
		const again = await run('check.checkAddress', screen({ options }), { items });
		expect(again.hints[0]?.message).toBe(
			'2 checks charged, 1 item merged, 9996 checks left in the package.',
		);
	});

	it('begin with the total of a Dry Run, whose items count rows from 1', async () => {
		const items = [{ address: '' }, { address: LOW }, { address: LOW }, { address: HIGH }];
		const { hints, main } = await runSpoilt(
			'check.checkAddress',
			screen({ options: { dryRun: true } }),
			{ items, settings: { onError: 'continueRegularOutput' } },
		);
		expect(hints[0]?.message).toBe(
			"2 checks would be paid for, 1 item merged, 1 can't be screened.",
		);
		expect(main[2]?.json).toMatchObject({ wouldCost: 0, why: 'Merged with row 2' });
		expect(sandbox().stats().charges).toBe(0);
	});
});

describe('a signal in the rules that no group knows', () => {
	it('stops the run before anything is sent', async () => {
		const options = { riskRules: '={{ { signalLimits: { mixr: { share: 1, level: "high" } } } }}' };
		const items = [{ address: LOW }, { address: HIGH }];
		const { failure, main } = await run('check.checkAddress', screen({ options }), { items });
		expect(failure?.message).toContain("'mixr'");
		expect(main).toEqual([]);
		expect(sandbox().stats().requests).toEqual([]);
	});
});

describe('the notice on top of a paid operation', () => {
	const readNotices = (name: string) => {
		const { description } = new AmlCheck();
		const type = { ...description, name };
		const parameters = { resource: 'check', operation: 'checkAddress' };
		return description.properties
			.filter((one) => one.type === 'notice')
			.filter((one) => NodeHelpers.displayParameter(parameters, one, { typeVersion: 1 }, type))
			.map(({ displayName }) => displayName);
	};

	it("of an agent's tool says that an agent pays without asking, and what to do", () => {
		expect(readNotices('amlCheckTool')).toEqual([expect.stringMatching(/pays .+ Human Review/)]);
		expect(readNotices('amlCheck')).toEqual([expect.stringMatching(/^Costs 1 check per asset/)]);
	});
});

describe('an AI agent', () => {
	const parameters = screen({
		network: "={{ $fromAI('network', 'the network', 'string') }}",
		address: "={{ $fromAI('wallet', 'the wallet to screen', 'string') }}",
	});
	const args = { network: 'ETH', wallet: HIGH };
	const callTool = async (more: Partial<ToolOptions> = {}) =>
		await runTool({ node: AmlCheck, parameters, args, credentials: [credential()], ...more });

	it('that calls the tool itself reads the result', async () => {
		const call = await callTool();
		expect(call.failure).toBeUndefined();
		expect(call.description).toMatch(/^Screen a wallet/);
		expect(JSON.parse(call.response ?? '')).toEqual([
			expect.objectContaining({ address: HIGH, riskLevel: 'high', charged: true }),
		]);
		expect(call.run.text()).not.toContain(TOKEN);
	});

	it('reads what the service sent with Simplify off', async () => {
		const call = await callTool({ parameters: { ...parameters, simplify: false } });
		const [json] = JSON.parse(call.response ?? '') as IDataObject[];
		expect(Object.keys(json ?? {})).toEqual(['check', 'meta']);
	});

	it('that asks the engine reads the result', async () => {
		const { tool } = await callTool({ through: 'engine' });
		expect(tool.runs[0]?.data?.ai_tool?.[0]?.[0]?.json).toMatchObject({ riskLevel: 'high' });
	});

	it.each(['agent', 'engine'] as const)('reads what is wrong (%s)', async (through) => {
		const call = await callTool({ args: { ...args, wallet: 'nonsense' }, through });
		const text = `${call.failure?.message} ${JSON.stringify(call.tool.runs[0]?.data)}`;
		expect(text).toContain('address');
		expect(sandbox().stats().charges).toBe(0);
	});

	it.each<[string, INodeParameters]>([
		['report.find', { network: 'TRX', target: bookAddress('TRX', 'high') }],
		['check.getResult', { checkHash: '3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c' }],
		['history.getAll', {}],
		['currency.getAll', {}],
	])('hears within 25 seconds that the service is down (%s)', async (name, more) => {
		const [resource, operation] = name.split('.');
		for (const kind of ['serverErrorBefore', 'hang'] as const) {
			sandbox().fault({ method: '*', kind, times: Infinity });
			const began = Date.now();
			const call = await runTool({
				node: AmlCheck,
				parameters: { resource, operation, ...more },
				credentials: [credential()],
			});
			expect(call.failure).toBeDefined();
			expect(Date.now() - began).toBeLessThan(25_000);
			sandbox().clearFaults();
		}
	});

	describe('with Max Paid Checks, which counts all calls of the execution,', () => {
		const limited = (maxPaidChecks: number) => ({ ...parameters, options: { maxPaidChecks } });
		const wallets = Array.from({ length: 4 }, (_, n) => makeAddress('ETH', `agent ${n}`));
		const [first, ...more] = wallets.map((wallet) => ({ network: 'ETH', wallet }));

		const callAll = async (limit: number, settings: Partial<ToolOptions> = {}) =>
			await callTool({ parameters: limited(limit), args: first, more, ...settings });

		it('pays for no more, and says why', async () => {
			const { responses } = await callAll(2);
			expect(sandbox().stats().charges).toBe(2);
			expect(responses.map((text) => text.includes('"charged":true'))).toEqual([
				...[true, true, false, false],
			]);
			for (const text of responses.slice(2)) {
				expect(text).toContain('3 checks are needed, your limit is 2');
			}
		});

		it('pays for no more where the calls come at the same moment', async () => {
			sandbox().configure({ latencyMs: 50 });
			const { responses } = await callAll(2, { together: true });
			expect(sandbox().stats().charges).toBe(2);
			expect(responses.filter((text) => text.includes('"charged":true'))).toHaveLength(2);
			expect(responses.filter((text) => text.includes('your limit is 2'))).toHaveLength(2);
		});

		describe('and calls that wait for their turn', () => {
			useRealTime();

			it('pays for no more, although all of them were allowed', async () => {
				// What they read of the service is known. Then it asks everybody for a pause.
				await callAll(1, { more: [] });
				sandbox().fault({ method: 'checkup.ping', kind: 'rateLimited', retryAfter: '2' });
				const ping = run('account.ping', { resource: 'account', operation: 'ping' });
				while (sandbox().stats().faults.rateLimited !== 1) await sleep(20);
				await sleep(100);
				const { responses } = await callAll(2, { together: true });
				expect(sandbox().stats().charges).toBe(1 + 2);
				expect(responses.filter((text) => text.includes('your limit is 2'))).toHaveLength(2);
				await ping;
			});
		});

		it('pays for no more where the engine makes the calls', async () => {
			await callAll(2, { through: 'engine' });
			expect(sandbox().stats().charges).toBe(2);
		});

		it('counts an earlier call that may have been paid for', async () => {
			sandbox().configure({ history: { lagMs: 3_600_000 } });
			sandbox().fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const { responses } = await callAll(1, {
				parameters: { ...limited(1), options: { ...limited(1).options, timeout: 1 } },
			});
			expect(sandbox().stats().charges).toBe(1);
			for (const text of responses.slice(1)) expect(text).toContain('your limit is 1');
		});

		it('takes an earlier call of the same wallet, whatever the limit', async () => {
			const { responses } = await callAll(1, { more: [first!, first!] });
			expect(responses.map((text) => text.includes('"riskLevel"'))).toEqual([true, true, true]);
			expect(sandbox().stats().charges).toBe(1);
		});
	});

	it.each([undefined, 'lostAnswer'] as const)(
		'pays once for a wallet that two calls ask for at the same moment, and both read its level (%s)',
		async (kind) => {
			sandbox().configure({ latencyMs: 50, tellAsset: true });
			if (kind) sandbox().fault({ method: 'checkup.checkaddr', kind });
			const { responses } = await callTool({ more: [args], together: true });
			for (const text of responses) expect(text).toContain('"riskLevel":"high"');
			expect(sandbox().stats().charges).toBe(1);
		},
	);

	it('pays once although the tool is tried again', async () => {
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
		setTimeout(() => sandbox().clearFaults(), 1200);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
		const slow = { ...parameters, options: { timeout: 1 } };
		const call = await callTool({ parameters: slow, settings });
		expect(call.response).toContain('"riskLevel":"high"');
		expect(sandbox().stats().charges).toBe(1);
	});

	it('pays once although the tool is tried again where n8n has no context for its calls', async () => {
		class WithoutContext extends AmlCheck {
			execute = async function (this: IExecuteFunctions) {
				const context = Object.create(this, { getContext: { value: undefined } });
				return await AmlCheck.prototype.execute.call(context as IExecuteFunctions);
			};
		}
		sandbox().configure({ repeatedId: 'charge', processingMs: 60_000 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };
		const slow = { ...parameters, options: { timeout: 1 } };
		const call = await callTool({ node: WithoutContext, parameters: slow, settings });
		expect(call.response).toContain('"riskLevel":"unknown"');
		expect(sandbox().stats().charges).toBe(1);
	});
});

describe('the stop button', () => {
	const items = Array.from({ length: 12 }, (_, n) => ({ address: makeAddress('ETH', n) }));

	it('lets the submission that is on its way finish, and every paid hash is in the log', async () => {
		sandbox().configure({ latencyMs: 120 });
		const parameters = screen({ options: { maxConcurrentRequests: 2 } });
		const started = start('check.checkAddress', parameters, { items });
		while (sentTo('checkup.checkaddr').length === 0) await sleep(5);
		started.cancel();
		const { status, logs } = await started.result;
		expect(status).toBe('canceled');
		const paid = sandbox().checks();
		expect(paid.length).toBeGreaterThan(0);
		expect(paid.length).toBeLessThan(items.length);
		const warnings = logs.filter(({ level }) => level === 'warn').map(({ message }) => message);
		for (const { hash } of paid) expect(warnings.join()).toContain(hash);
		expect(sentTo('checkup.checkaddr')).toHaveLength(paid.length);
	});

	it('ends the wait for results', async () => {
		sandbox().configure({ processingMs: 60_000 });
		const started = start('check.checkAddress', screen(), { items: items.slice(0, 1) });
		const begun = Date.now();
		setTimeout(started.cancel, 300);
		const { status, logs } = await started.result;
		expect(status).toBe('canceled');
		expect(Date.now() - begun).toBeLessThan(2000);
		expect(logs.map(({ message }) => message).join()).toContain(sandbox().checks()[0]?.hash);
	});
});
