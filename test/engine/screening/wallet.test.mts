/** All assets of a wallet in one item: fail-closed in every combination, and no hash is lost in any. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { bookAddress, makeAddress, type StoredCheck } from '../../../sandbox/server.mts';
import { addressCheckSchema } from '../../../nodes/AmlCheck/items/schemas.ts';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { runTool, runWorkflow } from '../harness/index.mts';
import { jsonAnswer, lostAfter, lostBefore, refused, type Call } from '../harness/virtual/wire.mts';
import {
	credentialFor,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	loopOver,
	MODES,
	REGULAR,
	RESULT,
	run,
	screen,
	start,
	submissions,
	SUBMIT,
	type ScreeningRun,
	type World,
} from './support.mts';

const TRON = bookAddress('TRX', 'low');
const DIRTY = bookAddress('TRX', 'dirtyUsdt');
const EVM = bookAddress('ETH', 'low');

const all = (options: INodeParameters = {}, more: INodeParameters = {}): INodeParameters =>
	screen(options, { network: 'detect', asset: 'all', ...more });

const EVERYWHERE = { network: 'evm' };

const rowsOf = (...addresses: string[]): IDataObject[] => addresses.map((address) => ({ address }));

const tronWallets = (count: number): IDataObject[] =>
	rowsOf(...Array.from({ length: count }, (_, n) => makeAddress('TRX', `wallet ${n}`)));

const walletRun = async ({ sandbox }: World, more: ScreeningRun = {}) =>
	await run(sandbox, { parameters: all(), items: rowsOf(TRON), settings: REGULAR, ...more });

type Listed = IDataObject & { asset: string; hash?: string; candidates?: string[] };
const checksOf = (item: INodeExecutionData): Listed[] =>
	(item.json.details as { checks: Listed[] }).checks;

/** The asset of a stored check. */
const assetOf = ({ currency, tokenId }: Pick<StoredCheck, 'currency' | 'tokenId'>) =>
	({ TRX: { 9: 'USDT', 31: 'USDC' } as Record<string, string> })[currency]?.[tokenId ?? ''] ??
	currency;

const assetOfCall = ({ params }: Call) =>
	({ TRX: 'TRX', USDTTRC20: 'USDT', USDCTRC20: 'USDC' })[String(params.currency)];

const chargedOf = ({ sandbox }: World) =>
	sandbox.checks().filter(({ requestId }) => requestId !== null);

/** Every hash that was charged is in the outputs. */
function expectNothingLost(world: World, result: Awaited<ReturnType<typeof run>>): void {
	const { main, error, failure, saved } = result;
	const { message, description } = failure ?? {};
	const shown = JSON.stringify([main, error, message, description, failure && saved.executionData]);
	for (const { hash } of chargedOf(world)) expect(shown).toContain(hash);
}

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

/** What can become of one asset, and the level that it then has; undefined for one that is missing. */
const ENDS = {
	low: { level: 'low' },
	medium: { level: 'medium' },
	high: { level: 'high' },
	unscored: { level: 'unknown' },
	failed: { level: 'unknown' },
	pending: { level: 'unknown' },
	lost: { level: undefined, fault: 'payment' },
	refused: { level: undefined, fault: 'input' },
	notTaken: { level: undefined, fault: 'setup' },
	otherResult: { level: undefined, fault: 'service' },
} as const;

type End = keyof typeof ENDS;
const ASSETS = ['TRX', 'USDT', 'USDC'] as const;
const SCORES = { low: 4, medium: 48, high: 92 };
const WORST = ['high', 'unknown', 'medium', 'low'];
const FAULTS = ['payment', 'setup', 'service', 'input'];

/** Has each asset of the one wallet end as it should. */
function arrange({ sandbox, wire }: World, ends: readonly End[]): void {
	const endOf = (asset: string | undefined) => ends[ASSETS.indexOf(asset as 'TRX')]!;
	wire.way = (call) => {
		if (call.method !== SUBMIT) return undefined;
		const end = endOf(assetOfCall(call));
		if (end === 'lost') return lostAfter();
		if (end === 'refused') return refused('No')(call);
		if (end !== 'notTaken') return undefined;
		return lostBefore(jsonAnswer({ error: 'Not enough checks', code: 1001 }));
	};
	wire.says = (method, result) => {
		const check = result.check as IDataObject | undefined;
		if (method !== RESULT || !check) return;
		const stored = sandbox.checks().find(({ hash }) => hash === check.hash)!;
		const end = endOf(assetOf(stored));
		if (end in SCORES)
			check.report = { riskscore: SCORES[end as 'low'], signals: { exchange_licensed: 1 } };
		if (end === 'unscored') check.report = { riskscore: null, signals: { exchange_licensed: 1 } };
		if (end === 'failed') Object.assign(check, { status: 'FAILED', report: null });
		if (end === 'pending') Object.assign(check, { status: 'PENDING', report: null });
		if (end === 'otherResult') check.address = bookAddress('TRX', 'high');
	};
}

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

	it('one answer of three is lost: the two good ones are there', async () => {
		await inWorld({}, async (world) => {
			arrange(world, ['low', 'low', 'lost']);
			const result = await walletRun(world, { parameters: all({ timeout: 20 }) });
			expectNothingLost(world, result);
			const listed = checksOf(result.main[0]!);
			expect(listed.map(({ riskLevel }) => riskLevel)).toEqual(['low', 'low', 'unknown']);
			expect(listed[2]).toMatchObject({ fault: 'payment', candidates: [expect.any(String)] });
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
