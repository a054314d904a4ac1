/** The paid operations in what n8n puts around them: loops, AI agents, hints, the stop button. */
import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { forgetKnowledge } from '../../../nodes/shared/knowledge/knowledge.ts';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import { defineNode, runTool, runWorkflow } from '../harness/index.mts';
import { credential, run, sandbox, sentTo, start, TOKEN, useSandbox } from './support.mts';

useSandbox();

const LOW = bookAddress('ETH', 'low');
const HIGH = bookAddress('ETH', 'high');

const screen = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'check',
	operation: 'checkAddress',
	currency: 'ETH',
	address: '={{ $json.address }}',
	...more,
});

describe('the hints of an execution', () => {
	it('tell what it cost', async () => {
		const items = [{ address: LOW }, { address: LOW }, { address: HIGH }];
		const { hints } = await run('check.checkAddress', screen(), { items });
		expect(hints.map(({ message }) => message)).toEqual([
			'3 items: 1 high, 0 medium, 2 low, 0 unknown, 0 not screened. Branch on riskLevel: only low is a pass, and a score alone tells too little.',
			'2 checks charged, 1 item merged, 0 reports reused, 9998 checks left in the package.',
		]);
	});

	it('say that a score was read as a fraction', async () => {
		forgetKnowledge();
		sandbox().configure({ scoreScale: 'fraction' });
		const items = [{ address: HIGH }];
		const { hints, main } = await run('check.checkAddress', screen(), { items });
		expect(main[0]?.json).toMatchObject({ riskScore: 92, riskLevel: 'high' });
		expect(hints.map(({ message }) => message).join()).toMatch(/fraction/);
	});

	it.each([
		['Critical Signals', { criticalSignals: 'Sanctions, sanctons, mixer' }],
		[
			'Signal Limits',
			{ signalLimits: { limit: [{ signal: 'sanctons', share: 1, level: 'high' }] } },
		],
		['Risk Policy', { riskPolicy: '{ "criticalSignals": ["sanctons"] }' }],
	])('name what %s holds and no documentation lists', async (_, options) => {
		const items = [{ address: LOW }, { address: HIGH }];
		const { hints } = await run('check.checkAddress', screen({ options }), { items });
		const told = hints.filter(({ message }) => message.includes('documentation does not list'));
		expect(told.map(({ type, message }) => [type, message.slice(0, 58)])).toEqual([
			['warning', 'Critical Signals or Signal Limits name sanctons, which the'],
		]);
	});
});

describe('a recent report', () => {
	const hoursAgo = (hours: number): number => Date.now() - hours * 3_600_000;
	const parameters = screen({ options: { reuseWithinHours: 24 } });
	const items = [{ address: LOW }];

	it('stands in for a new check', async () => {
		const hash = sandbox().addCheck({ address: LOW, initAt: hoursAgo(5) });
		const options = { reuseWithinHours: 24, reuseUntoldAsset: true };
		const { main } = await run('check.checkAddress', screen({ options }), { items });
		expect(main[0]?.json).toMatchObject({ hash, reused: true, charged: false, riskLevel: 'low' });
		expect(sandbox().stats().charges).toBe(0);
	});

	it.each([
		['is too old', { address: LOW, initAt: hoursAgo(30) }],
		['is of another wallet', { address: HIGH }],
		['is of a token', { address: LOW, tokenId: '94252' }],
		['is of a transaction', { address: LOW, transaction: `0x${'ab'.repeat(32)}` }],
		['has no result', { address: LOW, status: 'FAILED' }],
	])('does not when it %s', async (_, check) => {
		sandbox().addCheck({ currency: 'ETH', ...check });
		const { main } = await run('check.checkAddress', parameters, { items });
		expect(main[0]?.json).toMatchObject({ reused: false, charged: true });
		expect(sandbox().stats().charges).toBe(1);
	});

	it('is not searched for tokens, aliases and networks without reports', async () => {
		const token = { __rl: true, mode: 'id', value: '94252' };
		const evm = { ...parameters, currency: '={{ $json.currency }}' };
		await run('check.checkAddress', { ...parameters, token }, { items });
		const others = ['MATIC', 'BSC', 'USDTERC20'].map((currency) => ({ currency, address: LOW }));
		await run('check.checkAddress', evm, { items: others });
		expect(sentTo('checkup.findreport')).toEqual([]);
		expect(sandbox().stats().charges).toBe(4);
	});

	it('that can not be searched for means that nothing is paid', async () => {
		sandbox().fault({ method: 'checkup.findreport', kind: 'rpcError', times: Infinity });
		const { status, failure } = await run('check.checkAddress', parameters, { items });
		expect(status).toBe('error');
		expect(failure?.message).toContain('could not be searched');
		expect(sandbox().stats().charges).toBe(0);
	});
});

describe('a loop', () => {
	const Loop = defineNode(
		'loop',
		async function () {
			const rounds = this.getContext('node');
			rounds.done = ((rounds.done as number | undefined) ?? -1) + 1;
			const item = { json: { address: LOW }, pairedItem: { item: 0 } };
			return (rounds.done as number) < 2 ? [[], [item]] : [[item], []];
		},
		{ outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main] },
	);
	const loop = {
		nodes: [
			{ name: 'Loop', node: Loop },
			{ name: 'AML', node: AmlCheck, parameters: screen() },
		],
		connections: [
			{ from: 'Start', to: 'Loop' },
			{ from: 'Loop', output: 1, to: 'AML' },
			{ from: 'AML', to: 'Loop' },
		],
	};

	it('that wants the same check twice gets two', async () => {
		const result = await runWorkflow({ ...loop, credentials: [credential()] });
		const runs = result.node('AML').runs.map(({ data }) => data?.main[0]?.[0]?.json.charged);
		expect(runs).toEqual([true, true]);
		expect(sandbox().stats().charges).toBe(2);
		expect(result.text()).not.toContain(TOKEN);
	});

	it('that failed in its second round pays for that one only once', async () => {
		const nodes = [
			loop.nodes[0]!,
			{ ...loop.nodes[1]!, parameters: screen({ options: { timeout: 1 } }) },
		];
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', skip: 1, times: Infinity });
		const failed = await runWorkflow({ ...loop, nodes, credentials: [credential()] });
		expect(failed.status).toBe('error');
		sandbox().clearFaults();
		const retried = await failed.retry();
		expect(retried.status).toBe('success');
		expect(sandbox().stats().charges).toBe(2);
	});
});

describe('an AI agent', () => {
	const parameters = screen({
		currency: "={{ $fromAI('network', 'the network', 'string') }}",
		address: "={{ $fromAI('wallet', 'the wallet to screen', 'string') }}",
	});
	const args = { network: 'ETH', wallet: HIGH };

	it('that calls the tool itself reads the result', async () => {
		const credentials = [credential()];
		const call = await runTool({ node: AmlCheck, parameters, args, credentials });
		expect(call.failure).toBeUndefined();
		expect(call.description).toMatch(/address/i);
		expect(JSON.parse(call.response ?? '')).toEqual([
			expect.objectContaining({ address: HIGH, riskLevel: 'high', charged: true }),
		]);
		expect(call.run.text()).not.toContain(TOKEN);
	});

	it('that asks the engine reads the result', async () => {
		const credentials = [credential()];
		const through = 'engine' as const;
		const { tool } = await runTool({ node: AmlCheck, parameters, args, credentials, through });
		expect(tool.runs[0]?.data?.ai_tool?.[0]?.[0]?.json).toMatchObject({ riskLevel: 'high' });
	});

	it.each(['agent', 'engine'] as const)('reads what is wrong (%s)', async (through) => {
		const wrong = { ...args, wallet: 'nonsense' };
		const credentials = [credential()];
		const call = await runTool({ node: AmlCheck, parameters, args: wrong, credentials, through });
		const text = `${call.failure?.message} ${JSON.stringify(call.tool.runs[0]?.data)}`;
		expect(text).toContain('Address');
		expect(sandbox().stats().charges).toBe(0);
	});

	it('pays once although the tool is tried again', async () => {
		sandbox().fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
		setTimeout(() => sandbox().clearFaults(), 1200);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
		const slow = { ...parameters, options: { timeout: 1 } };
		const credentials = [credential()];
		const call = await runTool({ node: AmlCheck, parameters: slow, args, credentials, settings });
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
		const credentials = [credential()];
		const node = WithoutContext;
		const call = await runTool({ node, parameters: slow, args, credentials, settings });
		expect(call.failure?.message).toContain('not done within 1 second');
		expect(sandbox().stats().charges).toBe(1);
	});
});

describe('the stop button', () => {
	const items = Array.from({ length: 12 }, (_, n) => ({ address: makeAddress('ETH', n) }));

	it('lets the submission that is on its way finish, and every paid hash is in the log', async () => {
		sandbox().configure({ latencyMs: 120 });
		const parameters = screen({ options: { maxConcurrent: 2 } });
		const started = start('check.checkAddress', parameters, { items });
		setTimeout(started.cancel, 300);
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
