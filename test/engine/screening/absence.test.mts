/** What was not read is not absent, and when absence is proved: a check is sent again then, and not before. */
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { forgetRequests } from '../../../nodes/AmlCheck/screening/requests.ts';
import type { SandboxOptions } from '../../../sandbox/server.mts';
import { defineNode, runWorkflow } from '../harness/index.mts';
import {
	capPages,
	gatewayAnswer,
	lostAfter,
	lostBefore,
	refused,
	type Passage,
} from '../harness/virtual/wire.mts';
import {
	audit,
	BTC_WALLETS,
	btcWallets,
	CLEAN,
	credentialFor,
	detailsOf,
	forget,
	HISTORY,
	inWorld,
	route,
	rows,
	run,
	runBtc,
	screen,
	screenBtc,
	SPLIT,
	SUBMIT,
	type World,
} from './support.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const CHARGES: SandboxOptions = { repeatedId: 'charge', latencyMs: 40, processingMs: 3_000 };

describe('numbers beside a page', () => {
	it.each<[string, (page: number, shown: number) => object]>([
		['count the page', (_, shown) => ({ total: shown, page_count: 1 })],
		['count one page less', (page, shown) => ({ total: (page + 1) * shown, page_count: page + 1 })],
		['are missing', () => ({})],
	])('do not end a reading: they %s', async (_, metaOf) => {
		const options = { ...CHARGES, processingMs: 60_000, history: { lagMs: 20_000 } };
		await inWorld(options, async ({ sandbox, wire }) => {
			const batch = rows(450);
			route(wire, [lostAfter()]);
			wire.says = (method, result, { params }) => {
				if (method !== HISTORY) return;
				const shown = result.history as object[];
				const meta = metaOf(Number(params.page), shown.length);
				Object.assign(result, { meta });
			};
			const result = await runBtc(sandbox, batch, { timeout: 300 }, SPLIT);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 450 });
		});
	});

	it('nor does a number of pages: Retry after a weekend, 12,000 checks of others, pages of 100', async () => {
		await inWorld({ ...CHARGES, latencyMs: 5 }, async ({ sandbox, wire, clock }) => {
			const [wallet] = rows(1);
			sandbox.fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
			const parameters = screenBtc({ timeout: 1 });
			const failed = await run(sandbox, { items: [wallet!], parameters });
			expect([failed.status, sandbox.stats().charges]).toEqual(['error', 1]);
			sandbox.clearFaults();
			forget(failed);
			forgetRequests();
			await clock.wait(60 * HOUR);
			sandbox.seedHistory(12_000, { until: clock.now, everyMs: 17_000 });
			capPages(wire, 100);
			const again = await failed.retry({ parameters: screenBtc({ timeout: 300 }) });
			expect(sandbox.stats().charges).toBe(1);
			expect(again.main[0]?.json).toMatchObject({ charged: true, hash: expect.any(String) });
		});
	}, 120_000);
});

it.each([401, 502])(
	'what a page has shown is named, although the next one is answered with %i',
	async (status) => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire }) => {
			sandbox.fault({ method: SUBMIT, kind: 'serverErrorAfter' });
			route(wire, [], ({ params }) =>
				Number(params.page) > 0 ? lostBefore(gatewayAnswer(status)) : undefined,
			);
			// Records without their asset prove nothing where there are tokens.
			const parameters = screen({ timeout: 30 }, { network: 'ETH', asset: 'coin' });
			const result = await run(sandbox, {
				...{ parameters, items: rows(1, 'ETH'), settings: SPLIT },
			});
			const { hash } = sandbox.checks()[0]!;
			expect(detailsOf(result.error[0]!)).toMatchObject({ candidates: [hash] });
			expect(detailsOf(result.error[0]!)).not.toHaveProperty('charged');
			expect(sandbox.stats().charges).toBe(1);
		});
	},
);

describe('the end of the history', () => {
	it.each([-40008, -32602, -32603, -32000])(
		'is a page that is refused by %i: a lost request is settled after two minutes',
		async (code) => {
			await inWorld({ ...CHARGES, processingMs: 60_000 }, async (world) => {
				const { sandbox, wire, elapsed } = world;
				route(wire, [lostBefore()], (call) =>
					Number(call.params.page) > 0 ? refused('There is no such page', code)(call) : undefined,
				);
				wire.says = (method, result) => {
					if (method === HISTORY) delete result.meta;
				};
				const result = await runBtc(sandbox, rows(3), { timeout: 300 }, SPLIT);
				expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 3 });
				expect(result.main).toHaveLength(3);
				expect(elapsed()).toBeLessThan(4 * MINUTE);
			});
		},
	);

	it('is a short page that agrees with the total: four checks are read with one request', async () => {
		await inWorld(CHARGES, async (world) => {
			const { sandbox, wire } = world;
			sandbox.seedHistory(4);
			const result = await runBtc(sandbox, rows(1), { reuseWithinHours: 24 });
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 1 });
			const submittedAt = wire.calls.findIndex(({ method }) => method === SUBMIT);
			const before = wire.calls.slice(0, submittedAt).filter(({ method }) => method === HISTORY);
			expect(before).toHaveLength(1);
		});
	});
});

describe('pages of the history that take 11 s', () => {
	const slow: Passage = { returns: 11_000 };

	it('are waited for: a recent report is reused', async () => {
		await inWorld({ processingMs: 3_000 }, async ({ sandbox, wire }) => {
			const [address] = BTC_WALLETS as [string];
			const hash = sandbox.addCheck({ currency: 'BTC', address });
			wire.way = ({ method }) => (method === HISTORY ? slow : undefined);
			const { main } = await runBtc(sandbox, [{ address }], { reuseWithinHours: 24 }, SPLIT);
			expect(main[0]?.json).toMatchObject({ hash, charged: false });
		});
	});

	it('a lost check is found, and 200 rows are not held up', async () => {
		await inWorld({ ...CHARGES, processingMs: 30_000 }, async ({ sandbox, wire }) => {
			route(wire, [undefined, undefined, lostAfter('ECONNRESET')], () => slow);
			const result = await runBtc(sandbox, rows(200), {}, SPLIT);
			expect(result.error).toEqual([]);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 200 });
		});
	});
});

it('a reading of several pages survives a service that fails every other time', async () => {
	await inWorld(CHARGES, async ({ sandbox, wire }) => {
		for (let nth = 0; nth < 100; nth++) sandbox.addCheck({ currency: 'BTC', doneAt: 1e15 });
		capPages(wire, 30);
		let asked = 0;
		route(wire, [lostBefore()], ({ params }) =>
			Number(params.page) > 0 && ++asked % 2 > 0 ? lostBefore() : undefined,
		);
		const result = await runBtc(sandbox, rows(1), { timeout: 300 }, SPLIT);
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 1 });
	});
});

describe('one form, one submission that never arrived', () => {
	it('is sent again after two minutes', async () => {
		await inWorld({ ...CHARGES, processingMs: 9_000 }, async (world) => {
			const { sandbox, wire, elapsed } = world;
			route(wire, [lostBefore()]);
			const began = elapsed();
			const { main } = await runBtc(sandbox, btcWallets(1));
			expect(main[0]?.json).toMatchObject({ charged: true });
			expect(elapsed() - began).toBeGreaterThanOrEqual(2 * MINUTE);
			expect(elapsed() - began).toBeLessThan(2 * MINUTE + 30 * SECOND);
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});

/** An execution whose first node fails, so that the check is not reached. */
async function failBefore({ sandbox }: World, timeout: number, rows = 1) {
	let isFirst = true;
	const failing = defineNode('failing', async function () {
		if (!isFirst) return [this.getInputData()];
		isFirst = false;
		throw new Error('Not now');
	});
	return await runWorkflow({
		items: btcWallets(rows),
		credentials: [credentialFor(sandbox)],
		nodes: [
			{ name: 'Failing', node: failing },
			{ name: 'Check', node: AmlCheck, parameters: screenBtc({ timeout }) },
		],
	});
}

describe('the Retry of an execution that failed before the node was reached', () => {
	it.each([20, 60, 300])(
		'does not wait where this process sent nothing: Timeout %i',
		async (timeout) => {
			await inWorld(CHARGES, async (world) => {
				forgetRequests();
				await world.clock.wait(SECOND);
				const failed = await failBefore(world, timeout);
				await world.clock.wait(5 * SECOND);
				const began = world.clock.now;
				const again = await failed.retry();
				expect(again.node('Check').main[0]?.json).toMatchObject({ charged: true });
				expect(world.clock.now - began).toBeLessThan(15 * SECOND);
			});
		},
	);

	it.each([20, 60])(
		'takes its two minutes where the process is younger, whatever Timeout says: %i',
		async (timeout) => {
			await inWorld(CHARGES, async (world) => {
				const failed = await failBefore(world, timeout);
				forgetRequests();
				const began = world.clock.now;
				const again = await failed.retry();
				expect(again.node('Check').main[0]?.json).toMatchObject({ charged: true });
				expect(world.clock.now - began).toBeGreaterThanOrEqual(2 * MINUTE);
				expect(world.clock.now - began).toBeLessThan(2 * MINUTE + 30 * SECOND);
			});
		},
	);

	it('keeps to Max Paid Checks', async () => {
		await inWorld(CHARGES, async ({ sandbox, clock }) => {
			sandbox.fault({ method: SUBMIT, kind: 'rpcError' });
			const failed = await runBtc(sandbox, btcWallets(5));
			forget(failed);
			forgetRequests();
			await clock.wait(5 * MINUTE);
			const { charges } = sandbox.stats();
			await failed.retry({ parameters: screenBtc({ maxPaidChecks: 1 }) });
			expect(sandbox.stats().charges - charges).toBeLessThanOrEqual(1);
		});
	});
});

describe('a reading that ends above the lost check proves nothing', () => {
	const SIZE = 30;

	/** The first check is charged and its response lost. Checks of others, unfinished ones, are above it in the history. */
	function buryFirst({ sandbox, wire, clock }: World, others: number, page: Passage): void {
		let isSent = false;
		capPages(wire, SIZE);
		wire.way = ({ method, params }) => {
			if (method === HISTORY) return Number(params.page) > 0 ? page : undefined;
			if (method !== SUBMIT || isSent) return undefined;
			isSent = true;
			clock.after(40, undefined, () => {
				for (let nth = 0; nth < others; nth++) sandbox.addCheck({ currency: 'BTC', doneAt: 1e15 });
			});
			return lostAfter();
		};
	}

	it('where a page below fails for minutes, and then it is found', async () => {
		await inWorld({ ...CHARGES, processingMs: SECOND }, async (world) => {
			const { sandbox, wire, clock } = world;
			buryFirst(world, 10 * SIZE, lostBefore());
			clock.after(200 * SECOND, undefined, () => (wire.way = () => undefined));
			const result = await runBtc(sandbox, rows(1), { timeout: 300 }, SPLIT);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 1 });
		});
	});

	it('where it ends between two pages, and moves to the top', async () => {
		const history = { orderBy: 'resultDate' as const };
		await inWorld({ ...CHARGES, history, processingMs: HOUR }, async (world) => {
			const { sandbox, wire, clock } = world;
			buryFirst(world, SIZE, lostBefore());
			const bury = wire.way;
			const provedAt = clock.now + 125 * SECOND;
			wire.way = (call) => {
				const isBelow = call.method === HISTORY && Number(call.params.page) > 0;
				if (!isBelow || clock.now < provedAt) return bury(call);
				sandbox.updateCheck(sandbox.checks()[0]!.hash, { status: 'SUCCESS' });
				return undefined;
			};
			const result = await runBtc(sandbox, rows(1), { timeout: 300 }, SPLIT);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 1 });
		});
	});

	it('where the time is over before its page is reached', async () => {
		await inWorld({ ...CHARGES, processingMs: SECOND }, async (world) => {
			const { sandbox } = world;
			buryFirst(world, 50 * SIZE, { returns: 4 * SECOND });
			const result = await runBtc(sandbox, rows(1), { timeout: 130 }, SPLIT);
			expect(detailsOf(result.error[0]!)).toMatchObject({ reason: 'unsure' });
			expect(detailsOf(result.error[0]!)).not.toHaveProperty('charged');
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});

it('a record without a hash may be the check: it is a question, and nothing is sent again', async () => {
	await inWorld({ ...CHARGES, tellAsset: true }, async ({ sandbox }) => {
		sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
		const change = (body: { result: { history: Array<Record<string, unknown>> } }) => {
			for (const record of body.result.history) record.hash = null;
			return body;
		};
		sandbox.fault({ method: HISTORY, kind: 'changed', times: Infinity, change });
		const { error } = await runBtc(sandbox, btcWallets(1), {}, SPLIT);
		expect(detailsOf(error[0]!)).toMatchObject({ reason: 'unsure', fault: 'payment' });
		expect(sandbox.stats().charges).toBe(1);
	});
});
