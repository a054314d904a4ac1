/** Whose check is it: no result without proof, over nodes, executions, Retries and lost answers. */
import type { IDataObject } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { forgetClaims } from '../../../nodes/AmlCheck/screening/claims.ts';
import { bookAddress, type FaultKind, type Sandbox } from '../../../sandbox/server.mts';
import { defineNode, runWorkflow } from '../harness/index.mts';
import {
	credentialFor,
	REGULAR,
	RETRY,
	run,
	screen,
	SPLIT,
	withSandbox,
	type ScreeningRun,
} from './support.mts';

const ETH = bookAddress('ETH', 'low');
const BTC = bookAddress('BTC', 'low');
const REPEATED_ID = ['replay', 'refuse', 'charge'] as const;

const btc: ScreeningRun = {
	items: [{ address: BTC }],
	parameters: screen({}, { currency: 'BTC' }),
};
const eth: ScreeningRun = { items: [{ address: ETH }], parameters: screen() };

const detailsOf = (json: IDataObject | undefined) => (json?.details ?? {}) as IDataObject;

const submissions = (sandbox: Sandbox) => sandbox.stats().calls['checkup.checkaddr'];

describe('the Retry of a workflow in which a node had never run', () => {
	const twoNodes = (sandbox: Sandbox, first: object, second: object) => {
		let isWell = false;
		const Between = defineNode('between', async function () {
			if (!isWell) throw new Error('Not yet');
			return [[{ json: { address: first === second ? BTC : ETH } }]];
		});
		const nodes = [
			{ name: 'First', node: AmlCheck, parameters: screen({}, first as never) },
			{ name: 'Between', node: Between },
			{ name: 'Second', node: AmlCheck, parameters: screen({}, second as never) },
		];
		const items = [{ address: first === second ? BTC : ETH }];
		const plan = { nodes, items, credentials: [credentialFor(sandbox)] };
		return { plan, heal: () => (isWell = true) };
	};
	const SAME = { currency: 'BTC' };

	it.each(REPEATED_ID)('submits a check of its own for another asset (%s)', async (repeatedId) => {
		await withSandbox({ repeatedId }, async (sandbox) => {
			const { plan, heal } = twoNodes(sandbox, { currency: 'ETH' }, { currency: 'USDTERC20' });
			const failed = await runWorkflow(plan);
			expect(failed.status).toBe('error');
			heal();
			forgetClaims();
			const { node } = await failed.retry();
			const [own] = node('Second').main;
			const check = sandbox.checks().find(({ hash }) => hash === own?.json.hash);
			expect(check?.tokenId).toBe('94252');
			expect(submissions(sandbox)).toBe(2);
		});
	});

	it('and one of its own for the same asset', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const { plan, heal } = twoNodes(sandbox, SAME, SAME);
			const failed = await runWorkflow(plan);
			heal();
			forgetClaims();
			const { node } = await failed.retry();
			const [first] = sandbox.checks();
			expect(node('Second').main[0]?.json).toMatchObject({ charged: true, riskLevel: 'low' });
			expect(node('Second').main[0]?.json.hash).not.toBe(first.hash);
			expect(sandbox.stats().charges).toBe(2);
		});
	});

	it('never gives out the check that a stranger made meanwhile', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const { plan, heal } = twoNodes(sandbox, { currency: 'ETH' }, { currency: 'USDTERC20' });
			const failed = await runWorkflow(plan);
			const stranger = sandbox.addCheck({ currency: 'ETH', address: ETH, tokenId: '7' });
			heal();
			forgetClaims();
			const { node } = await failed.retry();
			expect(node('Second').main.map(({ json }) => json.hash)).not.toContain(stranger);
		});
	});
});

describe('a lost answer', () => {
	it('is found where the network has no tokens', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const { main } = await run(sandbox, btc);
			expect(main[0]?.json).toMatchObject({ hash: sandbox.checks()[0].hash, charged: true });
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 30_000);

	it.each([-180_000, 0, 180_000])(
		'whatever the clocks: %i ms apart',
		async (offset) => {
			await withSandbox(
				{ repeatedId: 'charge', now: () => Date.now() + offset },
				async (sandbox) => {
					sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
					const { main } = await run(sandbox, btc);
					expect(main[0]?.json).toMatchObject({ hash: sandbox.checks()[0].hash, charged: true });
					expect(sandbox.stats().charges).toBe(1);
				},
			);
		},
		30_000,
	);

	it('is named, not taken, where the history does not tell the asset', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const { main } = await run(sandbox, { ...eth, settings: REGULAR });
			const [{ hash, requestId }] = sandbox.checks();
			expect(detailsOf(main[0]?.json)).toMatchObject({
				reason: 'paymentUnsure',
				candidates: [hash],
				requestId,
				address: ETH,
				currency: 'ETH',
			});
			expect(detailsOf(main[0]?.json)).not.toHaveProperty('charged');
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 30_000);

	it('is paid for anew only where the user says so', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const parameters = screen({ onUnsure: 'submitAgain' });
			const { main } = await run(sandbox, { ...eth, parameters });
			expect(main[0]?.json).toMatchObject({ hash: sandbox.checks()[1].hash, charged: true });
			expect(sandbox.stats().charges).toBe(2);
		});
	}, 30_000);

	it('is sent again where it never arrived, whoever checked the wallet before', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const old = sandbox.addCheck({ currency: 'ETH', address: ETH, initAt: Date.now() - 60_000 });
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'resetBefore' });
			const { main } = await run(sandbox, eth);
			expect(main[0]?.json.hash).not.toBe(old);
			expect(main[0]?.json).toMatchObject({ charged: true, riskLevel: 'low' });
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 30_000);

	it('of a token does not take the native check of the same wallet', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const items = ['ETH', 'USDTERC20'].map((currency) => ({ address: ETH, currency }));
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'resetBefore', skip: 1 });
			const parameters = screen({}, { currency: '={{ $json.currency }}' });
			const { main } = await run(sandbox, { items, parameters });
			const tokens = main.map(
				({ json }) => sandbox.checks().find(({ hash }) => hash === json.hash)?.tokenId,
			);
			expect(tokens).toEqual([null, '94252']);
			expect(sandbox.stats().charges).toBe(2);
		});
	}, 30_000);

	it('of two executions at once gives no hash to both', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer', times: 2 });
			const both = await Promise.all([0, 1].map(() => run(sandbox, { ...btc, settings: SPLIT })));
			const given = both.flatMap(({ main }) => main.map(({ json }) => json.hash));
			expect(new Set(given).size).toBe(given.length);
			const text = JSON.stringify(both.map(({ main, error }) => [main, error]));
			for (const { hash } of sandbox.checks()) expect(text).toContain(hash);
			expect(sandbox.stats().charges).toBe(2);
		});
	}, 30_000);
});

describe('no failure leaves without its hashes', () => {
	const token = { token: { __rl: true, mode: 'contract', value: '={{ $json.contract }}' } };
	const CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
	const items = [{ address: ETH, contract: CONTRACT }];

	it('where the second try can not read the currency list', async () => {
		await withSandbox({}, async (sandbox) => {
			sandbox.fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
			const method = 'checkup.currencylist';
			sandbox.fault({ method, kind: 'rpcError', skip: 1, times: Infinity });
			const settings = { ...REGULAR, ...RETRY, maxTries: 2 };
			const parameters = screen({ timeout: 1 }, token);
			const { main } = await run(sandbox, { items, parameters, settings });
			const [{ hash }] = sandbox.checks();
			expect(detailsOf(main[0]?.json)).toMatchObject({ hash, charged: true });
		});
	}, 30_000);

	it.each([REGULAR, {}])(
		'where the Retry has no credential: $onError',
		async (settings) => {
			await withSandbox({}, async (sandbox) => {
				sandbox.fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
				const parameters = screen({ timeout: 1 });
				const failed = await run(sandbox, { ...eth, parameters });
				const [{ hash }] = sandbox.checks();
				const credentials = [credentialFor(sandbox, { accessToken: '' })];
				const plan = { ...eth, parameters, settings };
				expect(failed.failure?.description).toContain(hash);
				const again = await failed.retry({ credentials, parameters: plan.parameters });
				expect(again.failure?.description).toContain(hash);
			});
		},
		30_000,
	);

	it('where a proxy spoils every answer: the run stops, and says what may be whose', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const spoiled: FaultKind = 'html';
			sandbox.fault({ method: 'checkup.checkaddr', kind: spoiled, times: Infinity });
			const many = Array.from({ length: 20 }, (_, n) => ({
				address: `0x${String(n + 1).padStart(40, '0')}`,
			}));
			const parameters = screen({ maxConcurrent: 2 });
			const { main } = await run(sandbox, { items: many, parameters, settings: REGULAR });
			expect(main).toHaveLength(20);
			expect(sandbox.stats().charges).toBeLessThanOrEqual(6);
			const text = JSON.stringify(main);
			for (const { hash } of sandbox.checks()) expect(text).toContain(hash);
		});
	}, 60_000);
});

describe('a process that died', () => {
	it.each(REPEATED_ID)(
		'in the Retry of a Retry: nothing is paid twice (%s)',
		async (repeatedId) => {
			await withSandbox({ repeatedId }, async (sandbox) => {
				// The first life ends before it pays; the first Retry pays and dies; the second begins from the same data.
				sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError' });
				const failed = await run(sandbox, btc);
				expect(sandbox.stats().charges).toBe(0);
				forgetClaims();
				await failed.retry();
				expect(sandbox.stats().charges).toBe(1);
				forgetClaims();
				const second = await failed.retry();
				const text = JSON.stringify([second.main, second.failure?.description]);
				expect(text).toContain(sandbox.checks()[0].hash);
				expect(sandbox.stats().charges).toBe(1);
			});
		},
	);
});

describe('different idempotency keys', () => {
	it.each(REPEATED_ID.slice(0, 2))('are different work, in any order (%s)', async (repeatedId) => {
		await withSandbox({ repeatedId }, async (sandbox) => {
			const keyed = (keys: string[]): ScreeningRun => ({
				items: keys.map((key) => ({ address: BTC, key })),
				parameters: screen({ idempotencyKey: '={{ $json.key }}' }, { currency: 'BTC' }),
			});
			await run(sandbox, keyed(['a', 'b', 'a']));
			expect(sandbox.stats().charges).toBe(2);
			const { main } = await run(sandbox, keyed(['b', 'a']));
			expect(sandbox.stats().charges).toBe(2);
			expect(main.map(({ json }) => json.charged)).toEqual([false, false]);
		});
	});
});

describe('Reuse Within Hours', () => {
	const options = { reuseWithinHours: 24 };

	it('takes no report that leaves its asset open, unless the user says so', async () => {
		await withSandbox({}, async (sandbox) => {
			const hash = sandbox.addCheck({ currency: 'ETH', address: ETH });
			const paid = await run(sandbox, { ...eth, parameters: screen(options) });
			expect(paid.main[0]?.json).toMatchObject({ charged: true, reused: false });
			const parameters = screen({ ...options, reuseUntoldAsset: true });
			const reused = await run(sandbox, { ...eth, parameters });
			expect(reused.main[0]?.json).toMatchObject({ charged: false, reused: true });
			expect(sandbox.checks().map((check) => check.hash)).toContain(hash);
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('waits for a check of the same thing that is under way', async () => {
		await withSandbox({ processingMs: 1_500 }, async (sandbox) => {
			const hash = sandbox.addCheck({ currency: 'BTC', address: BTC, processingMs: 1_500 });
			const parameters = screen(options, { currency: 'BTC' });
			const { main } = await run(sandbox, { ...btc, parameters });
			expect(main[0]?.json).toMatchObject({ hash, charged: false, reused: true, riskLevel: 'low' });
			expect(sandbox.stats().charges).toBe(0);
		});
	});
});
