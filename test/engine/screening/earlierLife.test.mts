/**
 * Executions that were cut off by the death of their process: what n8n has saved of them is from before they began, so
 * that the ledger is gone. Under each of the ways a service may treat a repeated request id.
 */
import { forgetClaims } from '../../../nodes/AmlCheck/screening/claims.ts';
import { forgetKnowledge } from '../../../nodes/shared/knowledge/knowledge.ts';
import { bookAddress, makeAddress, type Sandbox } from '../../../sandbox/server.mts';
import type { NodeRun } from '../harness/index.mts';
import { BTC_WALLETS, btcWallets, run, screen, screenBtc, withSandbox } from './support.mts';

const REPEATED_ID = ['replay', 'refuse', 'charge'] as const;

const items = btcWallets(BTC_WALLETS.length);

/** A run that charges some of the wallets and fails, of which the ledger is then taken away. */
async function cutOff(sandbox: Sandbox): Promise<NodeRun> {
	sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', skip: 3 });
	const failed = await run(sandbox, { items, parameters: screenBtc() });
	expect(failed.status).toBe('error');
	expect(sandbox.stats().charges).toBeGreaterThanOrEqual(3);
	forget(failed);
	return failed;
}

/** What of the ledger was not saved yet when the process died. */
function forget({ saved }: NodeRun): void {
	expect(saved.executionData?.contextData).not.toEqual({});
	saved.executionData!.contextData = {};
	// Nor that the node ever ran, and ended.
	delete saved.resultData.runData.Node;
	saved.resultData.lastNodeExecuted = 'Start';
	forgetClaims();
}

/** The job of a failed execution, given to another worker: the same execution, and no "Retry". */
const anotherWorker = { mode: 'trigger' } as object;

const idsFor = (sandbox: Sandbox, address: string) =>
	sandbox
		.stats()
		.requests.filter(({ params }) => (params as { addr?: string } | undefined)?.addr === address)
		.map(({ id }) => id);

describe('the Retry of an execution whose process died', () => {
	test.each(REPEATED_ID)('charges once where a repeated id means %s', async (repeatedId) => {
		await withSandbox({ repeatedId }, async (sandbox) => {
			const failed = await cutOff(sandbox);
			const { main, status } = await failed.retry();
			expect(status).toBe('success');
			expect(main.map(({ json }) => json.status)).toEqual(items.map(() => 'SUCCESS'));
			expect(main.every(({ json }) => json.charged === true)).toBe(true);
			expect(Object.values(sandbox.stats().chargesByTarget)).toEqual(items.map(() => 1));
		});
	});

	it('costs two more calls, whatever the number of checks', async () => {
		await withSandbox({}, async (sandbox) => {
			const failed = await cutOff(sandbox);
			const { calls, charges } = sandbox.stats();
			await failed.retry();
			const after = sandbox.stats().calls;
			const more = (method: string) => (after[method] ?? 0) - (calls[method] ?? 0);
			expect(more('checkup.checkaddr')).toBe(items.length - charges);
			// Two looks for what was paid for, one to see what is done.
			expect(more('checkup.getcheckshistory')).toBeLessThanOrEqual(3);
			expect(more('checkup.getresult')).toBe(items.length);
		});
	});

	it('does not take an older check for one of its own', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const old = BTC_WALLETS.map((address) =>
				sandbox.addCheck({ currency: 'BTC', address, initAt: Date.now() - 3_600_000 }),
			);
			const failed = await cutOff(sandbox);
			const { main } = await failed.retry();
			const hashes = main.map(({ json }) => json.hash);
			expect(hashes).toHaveLength(items.length);
			expect(hashes.filter((hash) => old.includes(String(hash)))).toEqual([]);
			expect(sandbox.stats().charges).toBe(items.length);
		});
	});

	it('takes nothing for its own where another machine began it, whose clock differs', async () => {
		const offMs = 180_000;
		const now = () => Date.now() - offMs;
		await withSandbox({ repeatedId: 'charge', now }, async (sandbox) => {
			const [address] = BTC_WALLETS;
			const strangers = sandbox.addCheck({ currency: 'BTC', address, initAt: now() - 100_000 });
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError' });
			const failed = await run(sandbox, { items: btcWallets(1), parameters: screenBtc() });
			forget(failed);
			// The other machine's clock is the service's.
			failed.saved.executionData!.runtimeData!.establishedAt -= offMs;
			failed.saved.resultData.runData.Start![0]!.startTime -= offMs;
			const again = await failed.retry();
			expect(again.status).toBe('error');
			expect(again.failure?.description).toContain(strangers);
			expect(sandbox.stats().charges).toBe(0);
		});
	});

	it.each([
		["with the service's", 180_000],
		['ahead of both', 0],
	])(
		'says under a key that it has paid, also where another machine began it, whose clock goes %s',
		async (_, aheadMs) => {
			const offMs = 180_000;
			const now = () => Date.now() + aheadMs;
			await withSandbox({ repeatedId: 'charge', now }, async (sandbox) => {
				const parameters = screenBtc({ idempotencyKey: `order 7 ${aheadMs}` });
				sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError' });
				const failed = await run(sandbox, { items: btcWallets(1), parameters });
				forget(failed);
				failed.saved.executionData!.runtimeData!.establishedAt += offMs;
				failed.saved.resultData.runData.Start![0]!.startTime += offMs;
				const { main } = await failed.retry();
				expect(main.map(({ json }) => json.charged)).toEqual([true]);
				expect(sandbox.stats().charges).toBe(1);
			});
		},
	);

	it('pays nothing while the history can not be read', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const failed = await cutOff(sandbox);
			const { charges } = sandbox.stats();
			sandbox.fault({ method: 'checkup.getcheckshistory', kind: 'rpcError', times: Infinity });
			const again = await failed.retry();
			expect(again.failure?.message).toMatch(/could not be searched/);
			expect(sandbox.stats().charges).toBe(charges);
		});
	});

	it('pays nothing for assets of one wallet that the history can not tell apart', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			const address = bookAddress('ETH', 'low');
			const both = [
				{ address, currency: 'ETH' },
				{ address, currency: 'USDTERC20' },
			];
			const parameters = screen({}, { currency: '={{ $json.currency }}' });
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', skip: 1 });
			const failed = await run(sandbox, { items: both, parameters });
			expect(sandbox.stats().charges).toBe(1);
			forget(failed);
			const again = await failed.retry();
			expect(again.status).toBe('error');
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});

describe('an execution that two workers have', () => {
	test.each(['replay', 'refuse'] as const)(
		'charges once where a repeated id means %s',
		async (repeatedId) => {
			await withSandbox({ repeatedId }, async (sandbox) => {
				const failed = await cutOff(sandbox);
				const again = await failed.retry(anotherWorker);
				expect(again.status).toBe('success');
				expect(Object.values(sandbox.stats().chargesByTarget)).toEqual(items.map(() => 1));
			});
		},
	);

	it('waits side by side for what the history shows of many refused checks', async () => {
		await withSandbox({ repeatedId: 'refuse' }, async (sandbox) => {
			const many = Array.from({ length: 60 }, (_, index) => ({
				address: makeAddress('BTC', `delivered twice ${index}`),
			}));
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', skip: many.length - 1 });
			const failed = await run(sandbox, { items: many, parameters: screenBtc() });
			expect(sandbox.stats().charges).toBe(many.length - 1);
			forget(failed);
			forgetKnowledge();
			const began = Date.now();
			const again = await failed.retry(anotherWorker);
			// Each has two looks, three seconds apart: a few at a time they took 25 seconds.
			expect(Date.now() - began).toBeLessThan(20_000);
			expect(again.status).toBe('success');
			expect(Object.values(sandbox.stats().chargesByTarget)).toEqual(many.map(() => 1));
		});
	}, 120_000);

	it('asks with the same id for the same check, and another execution with another', async () => {
		await withSandbox({}, async (sandbox) => {
			const failed = await cutOff(sandbox);
			await failed.retry(anotherWorker);
			expect(new Set(idsFor(sandbox, BTC_WALLETS[0])).size).toBe(1);
			expect(idsFor(sandbox, BTC_WALLETS[0])).toHaveLength(2);
			await run(sandbox, { items, parameters: screenBtc() });
			expect(new Set(idsFor(sandbox, BTC_WALLETS[0])).size).toBe(2);
			expect(sandbox.stats().charges).toBe(2 * items.length);
		});
	});
});
