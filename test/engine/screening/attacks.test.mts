/** Worlds of the contract that somebody thought of who knew nothing else: each of them keeps the promises. */
import { capPages, gatewayAnswer, lostAfter, lostBefore } from '../harness/virtual/wire.mts';
import {
	audit,
	BTC_WALLETS,
	btcWallets,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	route,
	rows,
	run,
	runBtc,
	screen,
	screenBtc,
	SPLIT,
	WALLETS,
} from './support.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('a lost check is found', () => {
	it.each([10, 12])('as it ends and moves up while its page is read: %i s', async (seconds) => {
		const history = { orderBy: 'resultDate', lagMs: 118 * SECOND } as const;
		const service = { repeatedId: 'charge', processingMs: seconds * SECOND, history } as const;
		await inWorld(service, async (world) => {
			const { sandbox, wire, clock } = world;
			capPages(wire, 30);
			route(wire, [lostAfter()], () => ({ returns: 2 * SECOND }));
			clock.after(40, undefined, () => {
				for (let nth = 0; nth < 100; nth++) sandbox.addCheck({ currency: 'BTC', doneAt: 1e15 });
			});
			const result = await runBtc(sandbox, rows(1), { timeout: 300 }, SPLIT);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 1 });
		});
	});

	it.each(['initDate', 'resultDate'] as const)(
		'119 s after its request, in a history by %s',
		async (orderBy) => {
			const history = { orderBy, lagMs: 119 * SECOND };
			await inWorld({ repeatedId: 'charge', processingMs: 900, history }, async (world) => {
				route(world.wire, [lostAfter()]);
				const result = await runBtc(world.sandbox, rows(3), { timeout: 300 }, SPLIT);
				expect(audit(world.sandbox, result)).toEqual({ ...CLEAN, charged: 3 });
				expect(result.main).toHaveLength(3);
			});
		},
	);

	it('after three minutes in which the history is refused with 429', async () => {
		await inWorld({ repeatedId: 'charge', processingMs: 900 }, async (world) => {
			const { sandbox, wire, elapsed } = world;
			const limited = { ...gatewayAnswer(429), headers: { 'retry-after': '10' } };
			route(wire, [lostAfter()], () => (elapsed() < 3 * MINUTE ? lostBefore(limited) : undefined));
			const result = await runBtc(sandbox, rows(2), { timeout: 300 }, SPLIT);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
		});
	});

	it('or named, where dates have no time and the wallet was screened on the same day', async () => {
		await inWorld({ repeatedId: 'charge', tellAsset: true }, async (world) => {
			const { sandbox, wire, clock } = world;
			sandbox.addCheck({ currency: 'BTC', address: BTC_WALLETS[0] });
			await clock.wait(2 * HOUR);
			wire.says = (_, { history }) => {
				for (const record of (history ?? []) as Array<Record<string, unknown>>)
					for (const name of ['initDate', 'resultDate'])
						if (record[name]) record[name] = String(record[name]).slice(0, 10);
			};
			route(world.wire, [lostAfter()]);
			const result = await runBtc(sandbox, btcWallets(2), { timeout: 300 }, SPLIT);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
		});
	});

	it('and not the one of a token of the same wallet, from the same second', async () => {
		await inWorld({ repeatedId: 'charge', tellAsset: true, processingMs: 5_000 }, async (world) => {
			const { sandbox, clock } = world;
			route(world.wire, [lostAfter()]);
			const [address] = WALLETS as [string];
			const token = { currency: 'ETH', address, tokenId: '94252' };
			clock.after(20, undefined, () => void sandbox.addCheck(token));
			const result = await run(sandbox, { items: [{ address }], parameters: screen() });
			const own = sandbox.checks().find(({ requestId }) => requestId !== null);
			expect(result.main[0]?.json).toMatchObject({ charged: true, hash: own?.hash });
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('by the execution that lost it, while another one screens the same wallet', async () => {
		await inWorld({ repeatedId: 'charge', tellAsset: true, processingMs: 4_000 }, async (world) => {
			const { sandbox, clock } = world;
			route(world.wire, [lostAfter()]);
			const options = { items: btcWallets(1), parameters: screenBtc(), settings: SPLIT };
			const first = run(sandbox, options);
			await clock.wait(20);
			const both = [await run(sandbox, options), await first].flatMap(itemsOf);
			expect(sandbox.stats().charges).toBe(2);
			const said = JSON.stringify(both);
			for (const { hash } of sandbox.checks()) expect(said).toContain(hash);
			for (const item of both) expect(detailsOf(item).charged).not.toBe(false);
		});
	});

	it('where page_size says that a page of 30 has 1,000 rows', async () => {
		const service = { repeatedId: 'charge', processingMs: 30 * SECOND } as const;
		await inWorld(service, async (world) => {
			capPages(world.wire, 30);
			world.wire.says = (method, result) => {
				if (method !== HISTORY) return;
				Object.assign(result, { meta: { page_size: 1000, page_count: 1, total: 3_000 } });
			};
			route(world.wire, [lostAfter()]);
			const result = await runBtc(world.sandbox, rows(100), { timeout: 300 }, SPLIT);
			expect(audit(world.sandbox, result)).toEqual({ ...CLEAN, charged: 100 });
		});
	});

	it('where the package ends with the check after it', async () => {
		const service = { repeatedId: 'charge', packageSize: 2, processingMs: 900 } as const;
		await inWorld(service, async (world) => {
			route(world.wire, [lostAfter()]);
			const result = await runBtc(world.sandbox, rows(5), { timeout: 300 }, SPLIT);
			expect(audit(world.sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
			expect(result.main).toHaveLength(2);
			for (const item of result.error) expect(detailsOf(item).charged).toBe(false);
		});
	});
});
