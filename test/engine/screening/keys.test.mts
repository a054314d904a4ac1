/** The same order asked for again: merged rows, rounds of a loop within the hour, a Request Key across executions. */
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { forgetRequests } from '../../../nodes/AmlCheck/screening/requests.ts';
import { makeAddress } from '../../../sandbox/server.mts';
import { defineNode, runWorkflow } from '../harness/index.mts';
import { Processes } from '../harness/virtual/processes.mts';
import { jsonAnswer, lostAfter, lostBefore } from '../harness/virtual/wire.mts';
import {
	btcWallets,
	credentialFor,
	detailsOf,
	inWorld,
	isFalsePass,
	loopOver,
	MODES,
	REGULAR,
	REPEATED_ID,
	RESULT,
	route,
	rows,
	run,
	runBtc,
	screen,
	screenBtc,
	SPLIT,
	start,
	SUBMIT,
	WALLETS,
	wallets,
	type ScreeningRun,
	type World,
} from './support.mts';

const HOUR = 3_600_000;

/** The same work in another process, which knows nothing of this one. */
const inAnotherProcess = (): ScreeningRun => ({ node: new Processes(1).start(0).AmlCheck });

const keyed = (requestKey: string, items = wallets(4)): ScreeningRun => ({
	items,
	parameters: screen({ requestKey }, { network: 'ETH', asset: 'USDT' }),
});

describe('rows that ask for the same', () => {
	const items = [WALLETS[0], WALLETS[1], WALLETS[0]!.toLowerCase(), ` ${WALLETS[0]} `].map(
		(address) => ({ address }),
	);

	it.each(['serverErrorBefore', 'rateLimited', 'slow'] as const)(
		'are charged once, after %s too, and each has its item',
		async (kind) => {
			await inWorld(
				{ repeatedId: 'charge', tellAsset: true, processingMs: 4_000 },
				async ({ sandbox }) => {
					sandbox.fault({ method: SUBMIT, kind, match: { address: WALLETS[0]! } });
					const { main } = await run(sandbox, { items });
					expect(Object.values(sandbox.stats().chargesByTarget)).toEqual([1, 1]);
					expect(main.map(({ pairedItem }) => pairedItem)).toEqual(
						items.map((_, item) => ({ item })),
					);
					expect(main.map(({ json }) => json.charged)).toEqual([true, true, false, false]);
					const hashes = main.map(({ json }) => json.hash);
					expect([hashes[2], hashes[3]]).toEqual([hashes[0], hashes[0]]);
				},
			);
		},
	);

	it('are waited for where one of them waits', async () => {
		await inWorld({ processingMs: 4_000 }, async ({ sandbox }) => {
			const [wallet] = btcWallets(1);
			const parameters = { ...screenBtc(), waitForResult: '={{ $json.waits }}' };
			const items = [false, true].map((waits) => ({ ...wallet, waits }));
			const { main } = await run(sandbox, { items, parameters });
			expect(main.map(({ json }) => json.riskLevel)).toEqual(['low', 'low']);
		});
	});

	it('share what went wrong too, with hash and request in each', async () => {
		await inWorld({}, async ({ sandbox }) => {
			sandbox.fault({ method: RESULT, kind: 'rpcError', times: Infinity });
			const parameters = screen({ timeout: 9 });
			const { error } = await run(sandbox, { parameters, items, settings: SPLIT });
			const details = error.map(detailsOf);
			expect(details.map(({ charged }) => charged)).toEqual([true, true, false, false]);
			const { hash, requestId } = sandbox.checks()[0]!;
			for (const item of [0, 2, 3]) expect(details[item]).toMatchObject({ hash, requestId });
		});
	});

	it.each([
		[[24, 24], 0],
		[[24, 1], 1],
		[[1, 24], 1],
	])('reuse no report that is too old for one of them: %j hours', async (hours, charges) => {
		await inWorld({ processingMs: 2_000 }, async ({ sandbox, clock }) => {
			const [begun, { address }] = [clock.now - 3 * HOUR, btcWallets(1)[0]!];
			sandbox.addCheck({ currency: 'BTC', address: String(address), initAt: begun, doneAt: begun });
			const two = hours.map((reuse) => ({ address, reuse }));
			const { main } = await runBtc(sandbox, two, { reuseWithinHours: '={{ $json.reuse }}' });
			expect(main.map(({ json }) => json.charged)).toEqual([charges > 0, false]);
			expect(sandbox.stats().charges).toBe(charges);
		});
	});
});

describe('a loop over the same wallets', () => {
	const rounds = async (world: World, parameters: ReturnType<typeof screen>) => {
		const nodes = loopOver([rows(10), rows(10), rows(10)], parameters);
		const { sandbox } = world;
		const { node } = await runWorkflow({ ...nodes, credentials: [credentialFor(sandbox)] });
		return node('Check').runs.map(({ data }) => data?.main[0] ?? []);
	};

	it.each(REPEATED_ID)('pays once for three rounds within an hour (%s)', async (repeatedId) => {
		await inWorld({ repeatedId }, async (world) => {
			const runs = await rounds(world, screenBtc());
			expect(world.sandbox.stats().charges).toBe(10);
			const charged = runs.map((items) => items.filter(({ json }) => json.charged === true).length);
			expect(charged).toEqual([10, 0, 0]);
			expect(runs.map((items) => items.length)).toEqual([10, 10, 10]);
			for (const items of runs)
				for (const item of items) expect(isFalsePass(world.sandbox, item)).toBe(false);
		});
	});

	it.each([
		['pays anew for what is asked for', {}, 2, 2 * HOUR, 6],
		['pays anew for what was asked for in between, too,', {}, 3, 0.6 * HOUR, 6],
		['pays nothing again under a Request Key', { requestKey: 'batch' }, 2, 2 * HOUR, 3],
		[
			'needs no more of Max Paid Checks under a Request Key',
			{ requestKey: 'batch', maxPaidChecks: 3 },
			2,
			2 * HOUR,
			3,
		],
	])('%s after more than an hour', async (_, options, count, pauseMs, charges) => {
		await inWorld({ repeatedId: 'charge' }, async (world) => {
			const { sandbox, clock } = world;
			const pause = defineNode('pause', async function () {
				await clock.wait(pauseMs);
				// What an execution has paid for under a key it knows itself: the process may be another one.
				if ('requestKey' in options) forgetRequests();
				return [this.getInputData()];
			});
			const lists = Array.from({ length: count }, () => rows(3));
			const { nodes, connections } = loopOver(lists, screenBtc(options));
			const { node } = await runWorkflow({
				credentials: [credentialFor(sandbox)],
				nodes: [...nodes, { name: 'Pause', node: pause }],
				connections: [
					...connections.slice(0, 2),
					{ from: 'Check', to: 'Pause' },
					{ from: 'Pause', to: 'Loop' },
				],
			});
			const counts = node('Check').runs.map(({ data }) => data?.main[0]?.length);
			expect(counts).toEqual(lists.map(() => 3));
			expect(sandbox.stats().charges).toBe(charges);
		});
	});

	it('is not led to pay by an error output that leads back into its node', async () => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
			sandbox.fault({ method: RESULT, kind: 'rpcError', times: 8 });
			const Again = defineNode('again', async function () {
				const round = Number(this.getWorkflowDataProxy(0).$runIndex);
				return [round < 3 ? this.getInputData() : []];
			});
			const parameters = screenBtc({ timeout: 9 });
			const address = makeAddress('BTC', 'back');
			const { node } = await runWorkflow({
				items: [{ address }],
				credentials: [credentialFor(sandbox)],
				nodes: [
					{ name: 'Check', node: AmlCheck, parameters, settings: SPLIT },
					{ name: 'Again', node: Again },
				],
				connections: [
					{ from: 'Start', to: 'Check' },
					{ from: 'Check', output: 1, to: 'Again' },
					{ from: 'Again', to: 'Check' },
				],
			});
			const items = node('Check').runs.flatMap(({ data }) => data?.main.flat() ?? []);
			const told = items.map((item) => detailsOf(item!).charged);
			expect(told).toEqual([true, ...Array(told.length - 1).fill(false)]);
			expect(node('Check').main[0]?.json).toMatchObject({ address, riskLevel: 'low' });
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});

describe('the same work under the same Request Key', () => {
	it.each(REPEATED_ID)('is charged once in a process (%s)', async (repeatedId) => {
		await inWorld({ repeatedId }, async ({ sandbox, clock }) => {
			const first = await run(sandbox, keyed('batch 1'));
			await clock.wait(3 * HOUR);
			const second = await run(sandbox, keyed('batch 1'));
			expect(second.main.map(({ json }) => json.hash)).toEqual(
				first.main.map(({ json }) => json.hash),
			);
			expect(first.main.map(({ json }) => json.charged)).toEqual(Array(4).fill(true));
			expect(second.main.map(({ json }) => json.charged)).toEqual(Array(4).fill(false));
			expect(sandbox.stats().charges).toBe(4);
		});
	});

	it.each(REPEATED_ID)(
		'is charged once where two executions ask at once (%s)',
		async (repeatedId) => {
			await inWorld(
				{ repeatedId, latencyMs: 300, processingMs: 4_000 },
				async ({ sandbox, clock }) => {
					const first = run(sandbox, keyed('webhook'));
					await clock.wait(200);
					const runs = await Promise.all([first, run(sandbox, keyed('webhook'))]);
					expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
					expect(sandbox.stats().charges).toBe(4);
					const paid = runs.flatMap(({ main }) => main).filter(({ json }) => json.charged === true);
					expect(paid).toHaveLength(4);
				},
			);
		},
	);

	it.each([
		['not taken', 'serverErrorBefore'],
		['taken', 'lostAnswer'],
	] as const)(
		'is charged once where two executions ask at once, and the first request is lost and %s',
		async (_, kind) => {
			// Both look for the check before it shows.
			const history = { lagMs: 3_000 };
			const world = {
				repeatedId: 'charge',
				tellAsset: true,
				processingMs: 4_000,
				history,
			} as const;
			await inWorld(world, async ({ sandbox, clock, elapsed }) => {
				sandbox.fault({ method: SUBMIT, kind });
				const work = keyed('webhook', wallets(1));
				const first = run(sandbox, work);
				await clock.wait(50);
				const runs = await Promise.all([first, run(sandbox, work)]);
				const shown = runs.flatMap(({ main }) => main).map(({ json }) => json);
				const { hash } = sandbox.checks()[0]!;
				expect(shown.map((json) => json.hash)).toEqual([hash, hash]);
				expect(shown.filter(({ charged }) => charged === true)).toHaveLength(1);
				expect(sandbox.stats().charges).toBe(1);
				expect(elapsed()).toBeLessThan(4 * 60_000);
			});
		},
	);

	it('is charged to the execution that sent it again, where the other one sees the check before the answer', async () => {
		await inWorld({ repeatedId: 'charge', tellAsset: true }, async ({ sandbox, wire, clock }) => {
			route(wire, [lostBefore(), { returns: 30_000 }]);
			const work = keyed('webhook', wallets(1));
			const first = run(sandbox, work);
			await clock.wait(1_500);
			const runs = await Promise.all([first, run(sandbox, work)]);
			expect(runs.map(({ main }) => main[0]?.json.charged)).toEqual([true, false]);
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('is answered with the first check by a service that replays, in another process too', async () => {
		await inWorld({ repeatedId: 'replay' }, async ({ sandbox, clock }) => {
			const first = await run(sandbox, keyed('batch 1'));
			await clock.wait(HOUR);
			const second = await run(sandbox, { ...keyed('batch 1'), ...inAnotherProcess() });
			expect(second.main.map(({ json }) => json.hash)).toEqual(
				first.main.map(({ json }) => json.hash),
			);
			for (const item of second.main) expect(isFalsePass(sandbox, item)).toBe(false);
			expect(sandbox.stats().charges).toBe(4);
		});
	});

	it.each(Object.keys(MODES))(
		'is refused by a service that refuses, unpaid at once, and lets nobody pass (%s)',
		async (mode) => {
			await inWorld({ repeatedId: 'refuse' }, async ({ sandbox, clock, elapsed }) => {
				await run(sandbox, keyed('batch 1'));
				await clock.wait(3 * HOUR);
				const began = elapsed();
				const more = { ...keyed('batch 1'), ...inAnotherProcess(), settings: MODES[mode] };
				const { main, error, status } = await run(sandbox, more);
				expect(sandbox.stats().charges).toBe(4);
				expect(main.filter((item) => isFalsePass(sandbox, item))).toEqual([]);
				expect(elapsed() - began).toBeLessThan(10_000);
				if (mode === 'stop') expect(status).toBe('error');
				else
					expect([...main, ...error].map(detailsOf)).toEqual(
						Array(4).fill(expect.objectContaining({ charged: false })),
					);
			});
		},
	);

	it('is charged once where it is sent again after the stop button', async () => {
		await inWorld({ repeatedId: 'charge', processingMs: 30_000 }, async ({ sandbox, clock }) => {
			const first = start(sandbox, keyed('file 1'));
			await clock.wait(10_000);
			first.cancel();
			expect((await first.result).status).toBe('canceled');
			const second = await run(sandbox, keyed('file 1'));
			const levels = second.main.map(({ json }) => json.riskLevel);
			expect(levels.join(' ')).toBe('low medium high high');
			expect(sandbox.stats().charges).toBe(4);
		});
	});

	it('is searched for two minutes more where the execution before lost its answer', async () => {
		const history = { lagMs: 100_000 };
		await inWorld(
			{ repeatedId: 'charge', tellAsset: true, history },
			async ({ sandbox, wire, clock }) => {
				sandbox.addCheck({ initAt: clock.now - HOUR / 4, doneAt: clock.now + HOUR });
				route(wire, [lostAfter(jsonAnswer({ strange: true }))]);
				const work = (timeout: number) => ({
					items: wallets(1),
					parameters: screen({ requestKey: 'form 1', timeout }, { network: 'ETH', asset: 'USDT' }),
				});
				const first = await run(sandbox, work(5));
				expect(first.failure?.message).toContain('could not be read');
				const { main } = await run(sandbox, work(300));
				expect(main[0]?.json).toMatchObject({ riskLevel: 'low' });
				expect(sandbox.stats().charges).toBe(1);
			},
		);
	});

	it.each([60_000, -60_000])(
		'says that it is charged, on a machine %i ms ahead',
		async (skewMs) => {
			await inWorld({ processingMs: 900, latencyMs: 40 }, async ({ sandbox, clock }) => {
				// A date of the service is cut to whole seconds.
				await clock.wait(1_500 - (clock.now % 1_000));
				clock.skewMs = skewMs;
				const { main } = await run(sandbox, keyed('batch 1'));
				expect(main.map(({ json }) => json.charged)).toEqual([true, true, true, true]);
			});
		},
	);

	it('is other work on the next day', async () => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
			await run(sandbox, keyed('batch 1'));
			await clock.wait(25 * HOUR);
			const { main } = await run(sandbox, keyed('batch 1'));
			expect(main.map(({ json }) => json.charged)).toEqual(Array(4).fill(true));
			expect(sandbox.stats().charges).toBe(8);
		});
	});

	it('is other work for another key, asset or account', async () => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
			await run(sandbox, keyed('batch 1'));
			await run(sandbox, keyed('batch 2'));
			expect(sandbox.stats().charges).toBe(8);
			await run(sandbox, { items: wallets(4), parameters: screen({ requestKey: 'batch 1' }) });
			expect(sandbox.stats().charges).toBe(12);
			sandbox.configure({ token: 'another' });
			const credentials = [credentialFor(sandbox, { accessToken: 'another' })];
			const others = await run(sandbox, { ...keyed('batch 1'), credentials });
			expect(others.main.map(({ json }) => json.charged)).toEqual(Array(4).fill(true));
			expect(sandbox.stats().charges).toBe(16);
		});
	});

	it('stays the same work after a refusal: no Retry and no other execution pays twice', async () => {
		await inWorld({ repeatedId: 'charge', tellAsset: true }, async ({ sandbox }) => {
			sandbox.fault({ method: SUBMIT, kind: 'rpcError' });
			const work = keyed('batch 1', wallets(1));
			const refused = await run(sandbox, work);
			expect(sandbox.stats().charges).toBe(0);
			await run(sandbox, work);
			const again = await refused.retry();
			expect(again.main[0]?.json).toMatchObject({ riskLevel: 'low' });
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('is paid for by one item, where Retries of two executions find it', async () => {
		await inWorld({ repeatedId: 'charge', tellAsset: true }, async ({ sandbox, wire }) => {
			const work = keyed('form 1', wallets(1));
			let isDown = true;
			wire.way = () => (isDown ? lostBefore('ECONNREFUSED') : undefined);
			const runs = [await run(sandbox, work), await run(sandbox, work)];
			isDown = false;
			const paid = await run(sandbox, work);
			const again = [await runs[0]!.retry(), await runs[1]!.retry()];
			const charged = [paid, ...again].map(({ main }) => main[0]?.json.charged);
			expect(charged).toEqual([true, false, false]);
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it.each([60_000, -60_000])(
		'is looked for where another execution lost it, on a machine %i ms ahead',
		async (skewMs) => {
			const service = { repeatedId: 'charge', processingMs: 10 * HOUR } as const;
			await inWorld(service, async ({ sandbox, clock }) => {
				clock.skewMs = skewMs;
				sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
				const items = [{ address: WALLETS[0]! }];
				const parameters = screen({ requestKey: 'batch 1' });
				for (let execution = 0; execution < 2; execution++) {
					const { main } = await run(sandbox, { items, parameters, settings: REGULAR });
					expect(sandbox.stats().charges).toBe(1);
					const { hash } = sandbox.checks()[0]!;
					expect(detailsOf(main[0]!)).toMatchObject({ candidates: [hash] });
					expect(detailsOf(main[0]!)).not.toHaveProperty('charged');
				}
			});
		},
	);
});
