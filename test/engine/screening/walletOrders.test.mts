/** The checks of a wallet, each an order of its own: what it shares with other items, tries and executions. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { StoredCheck } from '../../../sandbox/server.mts';
import { runWorkflow } from '../harness/index.mts';
import { lostAfter } from '../harness/virtual/wire.mts';
import {
	credentialFor,
	inWorld,
	itemsOf,
	loopOver,
	MODES,
	REGULAR,
	screen,
	start,
	submissions,
} from './support.mts';
import {
	TRON,
	DIRTY,
	all,
	rowsOf,
	tronWallets,
	walletRun,
	checksOf,
	assetOf,
	assetOfCall,
	chargedOf,
	expectNothingLost,
	ASSETS,
	arrange,
} from './walletSupport.mts';

describe('counterexamples', () => {
	it('one record without an asset counts for one asset', async () => {
		await inWorld({ tellAsset: false }, async (world) => {
			const initAt = world.clock.now;
			const known = world.sandbox.addCheck({ address: TRON, currency: 'TRX', initAt });
			const options = { reuseWithinHours: 24, acceptUnspecifiedAsset: true };
			const { main } = await walletRun(world, { parameters: all(options) });
			const hashes = checksOf(main[0]!).map(({ hash }) => hash);
			expect(new Set(hashes).size).toBe(3);
			expect(hashes.filter((hash) => hash === known)).toHaveLength(1);
			expect(world.sandbox.stats().charges).toBe(2);
			expect(checksOf(main[0]!).map(({ reused }) => reused)).toEqual([true, false, false]);
		});
	});

	it('nor does it count again in the next round of a loop', async () => {
		await inWorld({ tellAsset: false }, async ({ sandbox, clock }) => {
			sandbox.addCheck({ address: TRON, currency: 'TRX', initAt: clock.now });
			const options = { reuseWithinHours: 24, acceptUnspecifiedAsset: true };
			const parameters = screen(options, { network: 'TRX', asset: '={{ $json.asset }}' });
			const rounds = [[{ address: TRON, asset: 'coin' }], [{ address: TRON, asset: 'USDT' }]];
			const loop = loopOver(rounds, parameters, REGULAR);
			await runWorkflow({ ...loop, credentials: [credentialFor(sandbox)] });
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('the package is empty after two of three: both hashes are there, and nothing says unpaid', async () => {
		for (const settings of Object.values(MODES))
			await inWorld({ packageSize: 2 }, async (world) => {
				const result = await walletRun(world, { settings });
				expect(world.sandbox.stats().charges).toBe(2);
				expectNothingLost(world, result);
				const said = `${JSON.stringify(itemsOf(result))}${result.failure?.description ?? ''}`;
				expect(said).not.toMatch(/nothing was paid for this item/i);
				const [item] = itemsOf(result);
				if (item) expect(item.json.details).toMatchObject({ charged: true, fault: 'setup' });
			});
	});

	it('a lost USDC answer is settled where records tell the ID of the token', async () => {
		for (const asset of ['all', 'USDC'])
			await inWorld({ tellAsset: true }, async (world) => {
				const { sandbox, wire } = world;
				wire.way = (call) => (assetOfCall(call) === 'USDC' ? lostAfter() : undefined);
				const { main } = await walletRun(world, {
					parameters: screen({}, { network: 'TRX', asset }),
				});
				expect(main[0]!.json).toMatchObject({ riskLevel: 'low', charged: true });
				expect(sandbox.stats().charges).toBe(asset === 'all' ? 3 : 1);
			});
	});
});

describe('each check is an order of its own', () => {
	it('an item with TRX and one with all share the TRX check', async () => {
		await inWorld({}, async (world) => {
			const items = ['coin', 'all', 'USDT', 'all'].map((asset) => ({ address: TRON, asset }));
			const parameters = screen({}, { network: 'TRX', asset: '={{ $json.asset }}' });
			const { main } = await walletRun(world, { items, parameters });
			expect(world.sandbox.stats().charges).toBe(3);
			expect(main.map(({ json }) => json.charged)).toEqual([true, true, false, false]);
			const paid = [
				main[0]!.json,
				main[2]!.json,
				...checksOf(main[1]!),
				...checksOf(main[3]!),
			].filter(({ charged }) => charged === true);
			expect(new Set(paid.map(({ hash }) => hash)).size).toBe(paid.length);
			expect(paid).toHaveLength(3);
		});
	});

	it('Max Paid Checks counts checks, and nothing is begun that does not fit', async () => {
		await inWorld({}, async (world) => {
			const items = tronWallets(2);
			const parameters = all({ maxPaidChecks: 5 });
			const { main } = await walletRun(world, { items, parameters });
			expect(world.sandbox.stats().charges).toBe(0);
			for (const { json } of main)
				expect(json.details).toMatchObject({ reason: 'badSetting', charged: false });
			expect(String(main[0]!.json.error)).toContain('6 checks are needed, your limit is 5');
			const fits = await walletRun(world, { items, parameters: all({ maxPaidChecks: 6 }) });
			expect(fits.main).toHaveLength(2);
			expect(world.sandbox.stats().charges).toBe(6);
		});
	});

	it('Dry Run says by asset what is reused and merged', async () => {
		await inWorld({ tellAsset: true }, async (world) => {
			await walletRun(world, { parameters: screen({}, { network: 'detect', asset: 'USDT' }) });
			const parameters = all({ dryRun: true, reuseWithinHours: 1 });
			const { main } = await walletRun(world, { items: rowsOf(TRON, TRON), parameters });
			expect(main[0]!.json).toMatchObject({
				wouldCost: 2,
				why: 'Tron: A new check; USDT on Tron: A recent check is reused; USDC on Tron: A new check',
			});
			expect(main[1]!.json).toMatchObject({ wouldCost: 0 });
		});
	});

	it('over several tries each asset finds the try that sent it, and is paid for once', async () => {
		await inWorld({ repeatedId: 'charge' }, async (world) => {
			const { sandbox } = world;
			arrange(world, ['notTaken', 'notTaken', 'low']);
			const first = await walletRun(world, { items: rowsOf(TRON, DIRTY), settings: {} });
			arrange(world, ['low', 'notTaken', 'low']);
			const second = await first.retry();
			const credentials = [credentialFor(sandbox, { accessToken: '' })];
			const hindered = await second.retry({ credentials });
			expect([first, second, hindered].map(({ status }) => status)).toEqual(Array(3).fill('error'));
			for (const failed of [second, hindered]) {
				expectNothingLost(world, failed);
				const [{ hash }] = chargedOf(world) as [StoredCheck];
				expect(failed.failure?.description).toContain(hash);
			}
			world.wire.way = () => undefined;
			world.wire.says = () => {};
			const before = submissions(sandbox);
			const { main } = await hindered.retry({ credentials: [credentialFor(sandbox)] });
			expect(submissions(sandbox) - before).toBe(2);
			expect(main.map(({ json }) => json.riskLevel)).toEqual(['low', 'high']);
			expect(main.map(({ json }) => json.charged)).toEqual([true, true]);
			expect(sandbox.stats().charges).toBe(6);
			for (const item of main)
				for (const [at, { hash, charged }] of checksOf(item).entries()) {
					const stored = sandbox.checks().find((one) => one.hash === hash)!;
					expect([assetOf(stored), stored.address, charged]).toEqual([
						ASSETS[at],
						item.json.address,
						true,
					]);
				}
		});
	});

	it('a run that fails before it begins names what an earlier try has paid for', async () => {
		await inWorld({}, async (world) => {
			world.wire.says = () => {};
			arrange(world, ['low', 'low', 'otherResult']);
			const failed = await walletRun(world, { settings: {} });
			expect(failed.status).toBe('error');
			for (const { hash } of chargedOf(world)) expect(failed.failure?.description).toContain(hash);
		});
	});

	it('a loop says once that a check was charged', async () => {
		await inWorld({}, async ({ sandbox }) => {
			const loop = loopOver([rowsOf(TRON), rowsOf(TRON)], all(), REGULAR);
			const result = await runWorkflow({ ...loop, credentials: [credentialFor(sandbox)] });
			const items = result.node('Check').runs.flatMap(({ data }) => data?.main[0] ?? []);
			expect(items.map(({ json }) => json.charged)).toEqual([true, false]);
			expect(sandbox.stats().charges).toBe(3);
		});
	});

	it('canceled in the middle, the log names each hash', async () => {
		await inWorld({ processingMs: 20_000 }, async ({ sandbox, clock }) => {
			const { result, cancel } = start(sandbox, { parameters: all(), items: rowsOf(TRON) });
			clock.after(5_000, undefined, cancel);
			const { logs } = await result;
			expect(sandbox.stats().charges).toBe(3);
			for (const { hash } of sandbox.checks()) expect(JSON.stringify(logs)).toContain(hash);
		});
	});

	it('with Request Key each check has an id of its own, and is charged once in two executions', async () => {
		await inWorld({ repeatedId: 'replay' }, async (world) => {
			const parameters = all({ requestKey: 'order-1' });
			await walletRun(world, { parameters });
			const { main } = await walletRun(world, { parameters });
			expect(world.sandbox.stats().charges).toBe(3);
			expect(main[0]!.json).toMatchObject({ riskLevel: 'low', charged: false });
		});
	});
});

it('900 checks of 300 wallets take no longer than 900 single ones', async () => {
	const service = { latencyMs: 100, processingMs: { min: 5_000, max: 20_000 } };
	const play = async (parameters: INodeParameters, items: IDataObject[]) =>
		await inWorld(service, async (world) => {
			const { main } = await walletRun(world, { parameters, items });
			expect(main).toHaveLength(items.length);
			expect(world.sandbox.stats().charges).toBe(900);
			return { ms: world.elapsed(), calls: world.wire.calls.length };
		});
	const whole = await play(all(), tronWallets(300));
	const single = await play(screen({}, { network: 'TRX', asset: 'coin' }), tronWallets(900));
	expect(whole.ms).toBeLessThanOrEqual(single.ms * 1.02);
	expect(whole.calls / 900).toBeLessThanOrEqual(2.45);
}, 120_000);
