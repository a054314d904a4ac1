/** All assets of a wallet in one item: fail-closed in every combination, and no hash is lost in any. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { makeAddress } from '../../../sandbox/server.mts';
import { addressCheckSchema } from '../../../nodes/AmlCheck/items/schemas.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { runTool } from '../harness/index.mts';
import {
	credentialFor,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	MODES,
	REGULAR,
	screen,
	submissions,
	SUBMIT,
} from './support.mts';
import {
	TRON,
	DIRTY,
	EVM,
	all,
	rowsOf,
	walletRun,
	checksOf,
	chargedOf,
	expectNothingLost,
	ENDS,
	ASSETS,
	arrange,
	SCORES,
	type End,
} from './walletSupport.mts';

const EVERYWHERE = { network: 'evm' };

describe('what is screened', () => {
	const TOKENS = { ETH: 3, BSC: 3, TRX: 3, MATIC: 3, XLM: 2, XRP: 1, ETC: 1, BTC: 1, LTC: 1 };

	it.each(Object.entries(TOKENS))('%s: %i checks', async (network, count) => {
		await inWorld({}, async (world) => {
			const items = rowsOf(makeAddress(network, 'somebody'));
			const more = network in { ETH: 1, BSC: 1, MATIC: 1, ETC: 1 } ? { network } : {};
			const { main } = await walletRun(world, { items, parameters: all({}, more) });
			const [item] = main;
			expect(checksOf(item!)).toHaveLength(count);
			expect(world.sandbox.stats().charges).toBe(count);
			expect(item!.json).toMatchObject({ charged: true, hash: expect.any(String) });
			expect(addressCheckSchema.parse(item!.json)).toBeDefined();
			const { notScreened = [] } = item!.json.details as { notScreened?: string[] };
			expect(notScreened).toHaveLength(3 - count);
		});
	});

	it('0x on all EVM networks takes ten checks, and Dry Run says so', async () => {
		await inWorld({}, async (world) => {
			const parameters = all({ dryRun: true }, EVERYWHERE);
			const items = rowsOf(EVM);
			const { main } = await walletRun(world, { items, parameters });
			expect(main[0]!.json).toMatchObject({ wouldCost: 10, riskLevel: 'unknown' });
			expect(main[0]!.json.why).toContain('USDT on Polygon: A new check');
			expect(world.sandbox.stats().charges).toBe(0);
			const paid = await walletRun(world, { items, parameters: all({}, EVERYWHERE) });
			expect(checksOf(paid.main[0]!)).toHaveLength(10);
			expect(paid.main[0]!.json.summary).toMatch(/^LOW · 10 assets on 4 networks · 0x/);
			expect(new Set(world.sandbox.checks().map(({ currency }) => currency))).toEqual(
				new Set(['ETH', 'ETC', 'BSC', 'MATIC']),
			);
		});
	});

	it('the coins of all EVM networks take 4 checks', async () => {
		await inWorld({}, async (world) => {
			const parameters = screen({}, EVERYWHERE);
			const { main } = await walletRun(world, { items: rowsOf(EVM), parameters });
			expect(checksOf(main[0]!)).toHaveLength(4);
		});
	});

	it('a list that can not be read leaves the aliases', async () => {
		await inWorld({}, async (world) => {
			world.sandbox.fault({ method: 'checkup.currencylist', kind: 'rpcError', times: Infinity });
			const items = [
				{ address: TRON, network: 'detect' },
				{ address: EVM, ...EVERYWHERE },
			];
			const parameters = all({}, { network: '={{ $json.network }}' });
			const { main } = await walletRun(world, { items, parameters });
			expect(main.map((item) => checksOf(item).length)).toEqual([3, 10]);
			expect(main.map(({ json }) => json.riskLevel)).toEqual(['low', 'unknown']);
			const missing = checksOf(main[1]!).filter(({ hash }) => hash === undefined);
			expect(missing.map(({ asset }) => asset)).toEqual(['USDT on Polygon', 'USDC on Polygon']);
		});
	});

	it('a transaction has one asset on one network', async () => {
		await inWorld({}, async (world) => {
			const transaction = { operation: 'checkTransaction', transaction: '1'.repeat(64) };
			const play = async (parameters: INodeParameters, address: string) =>
				(await walletRun(world, { items: rowsOf(address), parameters })).main[0]!.json;
			const whole = await play(all({}, transaction), TRON);
			expect(whole.error).toContain('which coin or token did the transaction move?');
			const everywhere = await play(screen({}, { ...EVERYWHERE, ...transaction }), EVM);
			expect(everywhere.error).toContain('a transaction is on one network');
			expect(submissions(world.sandbox)).toBe(0);
		});
	});
});

describe('one item', () => {
	it('is as bad as its worst asset, in the words of that one', async () => {
		await inWorld({ find: { includeTokens: true } }, async (world) => {
			const { main } = await walletRun(world, { items: rowsOf(DIRTY) });
			const { json } = main[0]!;
			const [trx, usdt, usdc] = checksOf(main[0]!);
			expect(json.summary).toBe(
				`HIGH · 3 assets on Tron · ${DIRTY} · USDT: sanctions 3% (any trace is high; score 12/100) · TRX low, USDC low`,
			);
			expect(json).toMatchObject({
				...{ riskLevel: 'high', riskScore: 12, asset: 'Tron, USDT on Tron, USDC on Tron' },
				...{ charged: true, hash: usdt!.hash, reportLink: usdt!.reportLink, address: DIRTY },
			});
			expect(json.riskReasons).toMatch(/^USDT on Tron: Sanctions 3%/i);
			expect([trx, usdt, usdc]).toMatchObject([
				{ asset: 'Tron', riskLevel: 'low', riskScore: 4, status: 'SUCCESS', reused: false },
				{ asset: 'USDT on Tron', riskLevel: 'high', riskScore: 12, charged: true },
				{ asset: 'USDC on Tron', riskLevel: 'low', riskScore: 4, charged: true },
			]);
			for (const one of [trx, usdt, usdc]) expect(one!.reportLink).toContain(one!.hash);
			expect(addressCheckSchema.parse(json)).toBeDefined();
		});
	});

	it('has its links from one search on each network', async () => {
		await inWorld({}, async (world) => {
			await walletRun(world);
			const calls = world.sandbox.stats().calls;
			expect(calls['checkup.findreport']).toBe(1);
			expect(calls[HISTORY] ?? 0).toBeLessThanOrEqual(1);
		});
	});

	it('with Simplify off lists what the service sent, with the asset', async () => {
		await inWorld({}, async (world) => {
			const { main } = await walletRun(world, { parameters: all({}, { simplify: false }) });
			const { checks } = main[0]!.json as { checks: IDataObject[] };
			expect(checks.map(({ asset }) => asset)).toEqual(['Tron', 'USDT on Tron', 'USDC on Tron']);
			expect(checks[1]).toMatchObject({ check: { report: {} }, meta: {} });
		});
	});

	it('holds the details of the check that decided', async () => {
		await inWorld({ tellAsset: true }, async (world) => {
			const parameters = all({ includeDetails: true });
			const { main } = await walletRun(world, { items: rowsOf(DIRTY), parameters });
			const { details } = main[0]!.json as { details: IDataObject };
			expect(details.reasons).toEqual(
				expect.arrayContaining([expect.stringContaining('anctions')]),
			);
			expect(addressCheckSchema.parse(main[0]!.json)).toBeDefined();
		});
	});

	it('keeps its own fields beside those of the input', async () => {
		await inWorld({}, async (world) => {
			const earlier = { details: { checks: [] }, riskScore: 99, order: 7 };
			const items = [{ address: DIRTY, ...earlier }];
			const parameters = all({ includeInputFields: true });
			const { main } = await walletRun(world, { items, parameters });
			expect(main[0]!.json).toMatchObject({ order: 7, riskScore: 12 });
			expect(checksOf(main[0]!)).toHaveLength(3);
		});
	});
});

const WORST = ['high', 'unknown', 'medium', 'low'];
const FAULTS = ['payment', 'setup', 'service', 'input'];

/** Which check of a wallet decides, and what the item has to say. */
function expectItem(item: INodeExecutionData, ends: readonly End[]): void {
	const { json } = item;
	const shown = ends.flatMap((end) => ENDS[end].level ?? []);
	const faults = ends.flatMap((end) => ('fault' in ENDS[end] ? [ENDS[end].fault] : []));
	if (faults.length > 0 && !shown.includes('high')) {
		// n8n adds the input's fields to an item on its error output.
		const own = Object.keys(json).filter((key) => key !== 'address' && json[key] !== undefined);
		expect(own.sort()).toEqual(['details', 'error', 'hash', 'riskLevel']);
		expect(json).toMatchObject({ riskLevel: 'unknown', hash: null });
		const first = FAULTS.find((fault) => faults.includes(fault as 'payment'));
		expect(json.details).toMatchObject({ fault: first });
		const isTaken = ends.some((end) => ENDS[end].level !== undefined || end === 'otherResult');
		const isUnknown = !isTaken && ends.includes('lost');
		expect((json.details as IDataObject).charged).toBe(isUnknown ? undefined : isTaken);
	} else {
		const level = WORST.find((one) => shown.includes(one as 'low'));
		expect(json.riskLevel).toBe(level);
		const isScored = ends.every((end) => end in SCORES);
		const scores = ends.filter((end) => end in SCORES).map((end) => SCORES[end as 'low']);
		if (isScored || level === 'high') expect(json.riskScore).toBe(Math.max(...scores));
		else expect(json).not.toHaveProperty('riskScore');
		for (const [at, end] of ends.entries())
			if (ENDS[end].level === undefined)
				expect(json.summary).toContain(`${ASSETS[at]} not screened`);
	}
	const listed = checksOf(item);
	expect(listed.map(({ riskLevel }) => riskLevel)).toEqual(
		ends.map((end) => ENDS[end].level ?? 'unknown'),
	);
}

const COMBINATIONS = (Object.keys(ENDS) as End[]).flatMap((first) =>
	(Object.keys(ENDS) as End[]).flatMap((second) =>
		(Object.keys(ENDS) as End[]).map((third): [End, End, End] => [first, second, third]),
	),
);

describe('every combination of endings', () => {
	const names = Object.keys(MODES);

	it.each(Object.keys(ENDS) as End[])(
		'that begins with %s',
		async (first) => {
			for (const [at, ends] of COMBINATIONS.entries()) {
				if (ends[0] !== first) continue;
				const settings = MODES[names[at % names.length]!]!;
				await inWorld({ repeatedId: 'charge' }, async (world) => {
					arrange(world, ends);
					const parameters = all({ timeout: 10 });
					const result = await walletRun(world, { items: rowsOf(TRON), settings, parameters });
					try {
						expectNothingLost(world, result);
						const { chargesByTarget } = world.sandbox.stats();
						expect(Object.values(chargesByTarget).every((count) => count === 1)).toBe(true);
						const isMissing = ends.some((end) => ENDS[end].level === undefined);
						if (settings === MODES.stop && isMissing && result.status === 'error')
							expect(result.main).toEqual([]);
						else expectItem(itemsOf(result)[0]!, ends);
						const [item] = itemsOf(result);
						if (item && world.sandbox.stats().charges > 0)
							expect(detailsOf(item).charged ?? item.json.charged).not.toBe(false);
					} catch (thrown) {
						(thrown as Error).message += `\n${ends.join()} ${JSON.stringify(itemsOf(result))}`;
						throw thrown;
					}
				});
			}
		},
		600_000,
	);
});

describe('a wallet of which one answer is lost', () => {
	it('shows the two good checks', async () => {
		await inWorld({}, async (world) => {
			arrange(world, ['low', 'low', 'lost']);
			const result = await walletRun(world, { parameters: all({ timeout: 20 }) });
			expectNothingLost(world, result);
			const listed = checksOf(result.main[0]!);
			expect(listed.map(({ riskLevel }) => riskLevel)).toEqual(['low', 'low', 'unknown']);
			expect(listed[2]).toMatchObject({ fault: 'payment', candidates: [expect.any(String)] });
		});
	});
});

describe('an agent', () => {
	it.each(['engine', 'agent'] as const)('gets all hashes, through the %s', async (through) => {
		await inWorld({}, async ({ sandbox }) => {
			const parameters = {
				...all({}, { address: "={{ $fromAI('address', '') }}" }),
			};
			const { response, tool } = await runTool({
				...{ node: AmlCheck, parameters, through, args: { address: DIRTY } },
				credentials: [credentialFor(sandbox)],
			});
			const said = JSON.stringify([response, tool]);
			expect(said).toContain('HIGH');
			for (const { hash } of sandbox.checks()) expect(said).toContain(hash);
		});
	});
});

describe.each([REGULAR, MODES.stop!])('Simplify off, and one check is refused (%j)', (settings) => {
	it('names the checks that were paid for, and says that they were', async () => {
		await inWorld({}, async (world) => {
			world.sandbox.fault({ method: SUBMIT, kind: 'rpcError', times: 1 });
			const parameters = all({}, { simplify: false });
			const result = await walletRun(world, { parameters, settings });
			const hashes = chargedOf(world).map(({ hash }) => hash);
			expect(hashes.length).toBeGreaterThan(0);
			const { message, description } = result.failure ?? {};
			const [item] = itemsOf(result);
			for (const hash of hashes)
				expect(JSON.stringify(item ?? [message, description])).toContain(hash);
			if (!item) return;
			const { charged } = detailsOf(item);
			expect([hashes.length, charged]).toEqual([2, true]);
			for (const check of checksOf(item)) {
				expect(check.charged).toBe(hashes.includes(check.hash!));
				expect(check.summary).not.toBe('');
			}
			expect(JSON.stringify(item)).not.toContain('. .');
		});
	});
});
