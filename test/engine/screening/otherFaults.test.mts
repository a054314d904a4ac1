/** Faults elsewhere than at a single submission: at the free calls, several in a row, and a history that is odd. */
import {
	bookAddress,
	makeAddress,
	makeTransaction,
	type FaultKind,
	type SandboxOptions,
} from '../../../sandbox/server.mts';
import { runWorkflow } from '../harness/index.mts';
import type { INodeParameters } from 'n8n-workflow';
import {
	audit,
	BTC_WALLETS,
	btcWallets,
	credentialFor,
	inPool,
	loopOver,
	REGULAR,
	RETRY,
	run,
	screen,
	screenBtc,
	SPLIT,
	STOP,
	wallets,
	WALLETS,
	withSandbox,
} from './support.mts';

const CLEAN = { twice: 0, lost: [], unsure: [], falsePasses: [], severalIds: [] };
const LOW = bookAddress('ETH', 'low');
const BTC_LOW = bookAddress('BTC', 'low');

/** Plays all cases side by side, and judges each in a test of its own. */
function together<C extends { title: string }, R>(
	cases: C[],
	size: number,
	play: (one: C) => Promise<R>,
	judge: (result: R, one: C) => void,
): void {
	let playing: Array<Promise<R>> = [];
	beforeAll(() => {
		playing = inPool(cases, size, play);
		for (const promise of playing) promise.catch(() => undefined);
	});
	it.each(cases.map((one, index) => ({ ...one, index })))(
		'$title',
		async ({ index }) => judge(await playing[index], cases[index]),
		180_000,
	);
}

describe('a fault at a free call', () => {
	const KINDS: FaultKind[] = [
		'lostAnswer',
		'serverErrorBefore',
		'rateLimited',
		'hang',
		'brokenJson',
		'html',
		'wrongId',
		'flat401',
		'slow',
		'rpcError',
		'redirect',
		'emptyResult',
	];
	const cases = ['checkup.getresult', 'checkup.getcheckshistory'].flatMap((method) =>
		KINDS.flatMap((kind) =>
			[1, 5].map((count) => ({ title: `${method}, ${count} items: ${kind}`, method, kind, count })),
		),
	);
	together(
		cases,
		48,
		async ({ method, kind, count }) =>
			await withSandbox({ processingMs: 300 }, async (sandbox) => {
				sandbox.fault({ method, kind, times: 2 });
				const result = await run(sandbox, { items: wallets(count) });
				return { ...audit(sandbox, result, count), status: result.status, main: result.main };
			}),
		(verdict, { count }) => {
			expect(verdict).toMatchObject({ ...CLEAN, charged: count, status: 'success' });
			expect(verdict.main).toHaveLength(count);
		},
	);

	it('waits without the history where that is dead', async () => {
		await withSandbox({ processingMs: 500 }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.getcheckshistory', kind: 'rpcError', times: Infinity });
			const items = Array.from({ length: 20 }, (_, n) => ({ address: makeAddress('ETH', n) }));
			const begun = Date.now();
			const { status, main } = await run(sandbox, { items });
			expect(status).toBe('success');
			expect(main).toHaveLength(20);
			expect(sandbox.stats().charges).toBe(20);
			expect(Date.now() - begun).toBeLessThan(10_000);
		});
	}, 60_000);

	it('goes on without the history where that dies on the way', async () => {
		await withSandbox({ processingMs: 2_000 }, async (sandbox) => {
			const method = 'checkup.getcheckshistory';
			sandbox.fault({ method, kind: 'rpcError', skip: 2, times: Infinity });
			const { status, main } = await run(sandbox, { items: wallets(5) });
			expect(status).toBe('success');
			expect(main).toHaveLength(5);
		});
	}, 60_000);
});

describe('several faults in a row at one submission', () => {
	const ROWS: FaultKind[][] = [
		['serverErrorBefore', 'lostAnswer'],
		['resetBefore', 'resetBefore', 'rateLimited', 'lostAnswer'],
		['rateLimited', 'rateLimited', 'rateLimited'],
		['resetBefore', 'resetBefore', 'resetBefore', 'resetBefore'],
		['serverErrorBefore', 'flat401', 'lostAnswer'],
		['resetBefore', 'rpcError', 'html'],
		['flat401', 'rpcError', 'redirect', 'serverErrorAfter'],
	];
	const cases = ROWS.flatMap((row) =>
		(['replay', 'refuse', 'charge'] as const).map((repeatedId) => ({
			title: `${row.join(', ')} (${repeatedId})`,
			row,
			repeatedId,
		})),
	);
	together(
		cases,
		30,
		async ({ row, repeatedId }) =>
			await withSandbox({ repeatedId }, async (sandbox) => {
				for (const kind of row) sandbox.fault({ method: 'checkup.checkaddr', kind });
				const options = { items: btcWallets(1), parameters: screenBtc() };
				const result = await run(sandbox, { ...options, settings: RETRY });
				return { ...audit(sandbox, result, 1), status: result.status };
			}),
		(verdict) => expect(verdict).toMatchObject({ ...CLEAN, charged: 1, status: 'success' }),
	);
});

describe('a lost answer and a history that', () => {
	const HISTORIES: Record<string, SandboxOptions> = {
		'lags by two seconds': { history: { lagMs: 2_000 } },
		'hides what is pending': { history: { showPending: false }, processingMs: 1_500 },
		'is ordered by the date of the result': {
			history: { orderBy: 'resultDate' },
			processingMs: 1_000,
		},
	};
	const cases = Object.entries(HISTORIES).flatMap(([name, options]) =>
		(['replay', 'refuse', 'charge'] as const).flatMap((repeatedId) =>
			[1, 5].map((count) => ({
				title: `${name}: ${count} items, ${repeatedId}`,
				options: { ...options, repeatedId },
				count,
			})),
		),
	);
	together(
		cases,
		30,
		async ({ options, count }) =>
			await withSandbox(options, async (sandbox) => {
				const match = { address: BTC_WALLETS[0] };
				sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer', match });
				const options = { items: btcWallets(count), parameters: screenBtc() };
				const result = await run(sandbox, { ...options, settings: RETRY });
				return { ...audit(sandbox, result, count), status: result.status };
			}),
		(verdict, { count }) =>
			expect(verdict).toMatchObject({ ...CLEAN, charged: count, status: 'success' }),
	);

	it('shows nothing for minutes: is no reason to pay again, where other checks show that it does', async () => {
		const options = { repeatedId: 'charge' as const, history: { lagMs: 300_000 } };
		await withSandbox(options, async (sandbox) => {
			const match = { address: WALLETS[4] };
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer', match });
			const parameters = screen({ timeout: 20, maxConcurrent: 1 });
			const split = await run(sandbox, { parameters, items: wallets(5), settings: SPLIT });
			expect(split.main).toHaveLength(4);
			expect(split.error).toHaveLength(1);
			const { details } = split.error[0].json as { details: Record<string, unknown> };
			expect(details).toMatchObject({ requestId: expect.any(String) });
			expect(details).not.toHaveProperty('charged');
			expect(details.description).toContain('not known');
			expect(sandbox.stats().charges).toBe(5);
		});
	}, 60_000);
});

describe('what can not be proven', () => {
	const token = (value: string) => ({ token: { __rl: true, mode: 'id', value } });
	const transaction = makeTransaction('ETH', 1);
	const TARGETS: Record<string, INodeParameters> = {
		'a wallet on BSC': { currency: 'BSC' },
		'a wallet on MATIC': { currency: 'MATIC' },
		'a token': { ...token('94252') },
		'a token on BSC': { currency: 'BSC', ...token('9') },
		'a stablecoin by its alias': { currency: 'USDTERC20' },
		'a transaction': { operation: 'checkTransaction', transaction },
		'a transaction on BSC': { operation: 'checkTransaction', transaction, currency: 'BSC' },
	};
	const cases = Object.entries(TARGETS).map(([title, parameters]) => ({ title, parameters }));
	together(
		cases,
		20,
		async ({ parameters }) =>
			await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
				// Others are busy meanwhile, also with the same wallet in another guise.
				for (let n = 0; n < 450; n++) sandbox.addCheck({ currency: 'BTC', initAt: Date.now() + n });
				const old = Date.now() - 600_000;
				sandbox.addCheck({ currency: 'ETH', address: LOW, initAt: old });
				sandbox.addCheck({ currency: 'ETC', address: LOW });
				sandbox.addCheck({ currency: 'TRX', address: bookAddress('TRX', 'low') });
				const known = sandbox.checks().length;
				const method = 'transaction' in parameters ? 'checkup.checktx' : 'checkup.checkaddr';
				sandbox.fault({ method, kind: 'lostAnswer' });
				const result = await run(sandbox, {
					parameters: screen({}, parameters),
					items: wallets(1),
					settings: REGULAR,
				});
				return {
					charges: sandbox.stats().charges,
					details: result.main[0]?.json.details,
					expected: sandbox.checks()[known]?.hash,
				};
			}),
		({ charges, details, expected }) => {
			expect(charges).toBe(1);
			expect(details).toMatchObject({ reason: 'paymentUnsure' });
			expect((details as { candidates: string[] }).candidates).toContain(expected);
		},
	);

	it('is found where it can be, however many checks of others came after it', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			for (const method of ['checkup.getcheckshistory', 'checkup.getresult'])
				sandbox.fault({ method, kind: 'rpcError', times: Infinity });
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const failed = await run(sandbox, {
				parameters: screenBtc({ timeout: 1 }),
				items: btcWallets(1),
			});
			expect(failed.status).toBe('error');
			const { hash } = sandbox.checks()[0];
			sandbox.seedHistory(7_000, { until: Date.now() + 60_000, everyMs: 1 });
			sandbox.configure({ now: () => Date.now() + 120_000 });
			sandbox.clearFaults();
			const { status, main } = await failed.retry({ parameters: screenBtc() });
			expect(status).toBe('success');
			expect(main[0].json).toMatchObject({ hash, charged: true });
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 180_000);
});

describe('two lost checks of one wallet for different tokens', () => {
	const items = ['', '94252'].map((tokenId) => ({ address: LOW, tokenId }));
	const parameters = (options: INodeParameters = {}) =>
		screen(options, { token: { __rl: true, mode: 'id', value: '={{ $json.tokenId }}' } });

	it('are not told apart, and neither is paid for again', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer', times: 2 });
			// In the first try nobody can look; in the next ones both are in the history.
			sandbox.fault({ method: 'checkup.getcheckshistory', kind: 'rpcError', times: 2 });
			const settings = { ...REGULAR, ...RETRY };
			const { main } = await run(sandbox, { parameters: parameters(), items, settings });
			for (const { json } of main) {
				expect(json.details).toMatchObject({ reason: 'paymentUnsure' });
				expect(JSON.stringify(json.details)).toContain(sandbox.checks()[0].hash);
				expect(json.details).not.toHaveProperty('charged');
			}
			expect(sandbox.stats().charges).toBe(2);
		});
	}, 60_000);

	it('of different runs of a loop are not mixed up either', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'resetBefore', times: 3 });
			// The first lost check stays lost: the history is dead for as long as it is searched.
			sandbox.fault({ method: 'checkup.getcheckshistory', kind: 'rpcError', times: 1 });
			const nodes = loopOver(items, parameters(), REGULAR);
			const { node } = await runWorkflow({ ...nodes, credentials: [credentialFor(sandbox)] });
			const [first, second] = node('Check').runs.map(({ data }) => data?.main[0]?.[0]?.json);
			expect(first).toHaveProperty('error');
			expect(second).toHaveProperty('error');
			expect(JSON.stringify(second)).toContain(sandbox.checks()[0].hash);
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 60_000);
});

describe('a loop', () => {
	const twice = [{ address: BTC_LOW }, { address: BTC_LOW }];

	it.each(['replay', 'refuse', 'charge'] as const)(
		'that wants the same check twice gets two (%s)',
		async (repeatedId) => {
			await withSandbox({ repeatedId }, async (sandbox) => {
				sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer', skip: 1 });
				const nodes = loopOver(twice, screenBtc(), { ...STOP, ...RETRY });
				const { node } = await runWorkflow({ ...nodes, credentials: [credentialFor(sandbox)] });
				const results = node('Check').runs.map(({ data }) => data?.main[0]?.[0]?.json);
				expect(new Set(results.map((json) => json?.hash)).size).toBe(2);
				expect(sandbox.stats().charges).toBe(2);
			});
		},
		60_000,
	);
});

describe('equal targets', () => {
	const items = [LOW, WALLETS[1], LOW.toLowerCase(), ` ${LOW} `].map((address) => ({ address }));

	const mergedCases = (['serverErrorBefore', 'rpcError', 'slow'] as const).map((kind) => ({
		title: `are merged into one charge after ${kind}`,
		kind,
	}));
	together(
		mergedCases,
		10,
		async ({ kind }) =>
			await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
				sandbox.fault({ method: 'checkup.checkaddr', kind, match: { address: LOW } });
				const result = await run(sandbox, { items, settings: { ...REGULAR, ...RETRY } });
				return { result, charges: sandbox.stats().chargesByTarget };
			}),
		({ result, charges }) => {
			expect(Object.values(charges)).toEqual([1, 1]);
			expect(result.main.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(result.main.map(({ json }) => json.charged)).toEqual([true, true, false, false]);
			const hashes = result.main.map(({ json }) => json.hash);
			expect([hashes[2], hashes[3]]).toEqual([hashes[0], hashes[0]]);
		},
	);

	it('share what went wrong too, each with an output of its own and one charge', async () => {
		await withSandbox({}, async (sandbox) => {
			sandbox.fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
			const parameters = screen({ timeout: 5 });
			const { error } = await run(sandbox, { parameters, items, settings: SPLIT });
			const details = error.map(({ json }) => json.details as Record<string, unknown>);
			expect(details.map(({ charged }) => charged)).toEqual([true, true, false, false]);
			expect(new Set(details.map(({ hash }) => hash)).size).toBe(2);
		});
	}, 30_000);

	it('are each paid for with Merge Duplicates off, also when answers are lost', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer', times: 2 });
			const parameters = screenBtc({ mergeDuplicates: false });
			const three = [0, 1, 2].map(() => ({ address: BTC_LOW }));
			const { main } = await run(sandbox, { parameters, items: three });
			expect(new Set(main.map(({ json }) => json.hash)).size).toBe(3);
			expect(main.map(({ json }) => json.charged)).toEqual([true, true, true]);
			expect(sandbox.stats().charges).toBe(3);
		});
	}, 60_000);
});
