/** What keeps a run from paying for more than is wanted: budget, recent reports, Stop mode, options that can't be used. */
import type { INodeParameters } from 'n8n-workflow';
import { type NewCheck } from '../../../sandbox/server.mts';
import { runWorkflow } from '../harness/index.mts';
import { capPages } from '../harness/virtual/wire.mts';
import {
	BTC_WALLETS,
	btcWallets,
	credentialFor,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	loopOver,
	MODES,
	REGULAR,
	RESULT,
	rows,
	run,
	runBtc,
	screen,
	screenBtc,
	SPLIT,
	SUBMIT,
	submissions,
	WALLETS,
	wallets,
	type ScreeningRun,
} from './support.mts';

const HOUR = 3_600_000;

const items = wallets(3);

const [LOW, MEDIUM] = BTC_WALLETS as [string, string];

describe('Max Paid Checks', () => {
	it.each(Object.keys(MODES))(
		'is refused before the first charge, with the number (%s)',
		async (mode) => {
			await inWorld({}, async ({ sandbox }) => {
				const parameters = screen({ maxPaidChecks: 2 });
				const result = await run(sandbox, { items, parameters, settings: MODES[mode] });
				expect(submissions(sandbox)).toBe(0);
				const said = result.failure
					? [result.failure.message]
					: itemsOf(result).map(({ json }) => json.error);
				expect(said).toHaveLength(mode === 'stop' ? 1 : 3);
				for (const one of said) expect(one).toMatch(/\b3\b.*\b2\b/);
				for (const item of itemsOf(result))
					expect(detailsOf(item)).toMatchObject({ charged: false });
			});
		},
	);

	it('counts what is left to pay: not what is merged, reused or was paid for before', async () => {
		await inWorld({}, async ({ sandbox, clock }) => {
			for (const address of BTC_WALLETS.slice(0, 2)) sandbox.addCheck({ currency: 'BTC', address });
			sandbox.fault({ method: RESULT, kind: 'rpcError', times: Infinity });
			const options = { reuseWithinHours: 1, maxPaidChecks: 2, timeout: 9 };
			const twice = [...btcWallets(4), ...btcWallets(4)];
			const failed = await runBtc(sandbox, twice, options);
			expect(failed.status).toBe('error');
			expect(sandbox.stats().charges).toBe(2);
			sandbox.clearFaults();
			await clock.wait(60_000);
			const { status, main } = await failed.retry({
				parameters: screenBtc({ ...options, maxPaidChecks: 1 }),
			});
			expect(status).toBe('success');
			expect(main.map(({ json }) => json.charged)).toEqual(
				[false, false, true, true].concat(Array(4).fill(false)),
			);
			expect(sandbox.stats().charges).toBe(2);
		});
	});
});

it.each([REGULAR, SPLIT])(
	'Max Paid Checks 5 in a loop over 20 wallets pays for 5',
	async (settings) => {
		await inWorld({}, async ({ sandbox }) => {
			const rounds = rows(20).map((row) => [row]);
			const nodes = loopOver(rounds, screenBtc({ maxPaidChecks: 5 }), settings);
			const { connections } = nodes;
			const both = [...connections, { from: 'Check', output: 1, to: 'Loop' }];
			const loop = { ...nodes, connections: settings === SPLIT ? both : connections };
			const { node } = await runWorkflow({ ...loop, credentials: [credentialFor(sandbox)] });
			expect(sandbox.stats().charges).toBe(5);
			const items = node('Check').runs.flatMap(({ data }) => data?.main.flat() ?? []);
			expect(items).toHaveLength(20);
			const refused = items.filter((item) => detailsOf(item!).reason === 'badSetting');
			expect(refused).toHaveLength(15);
			for (const item of refused) expect(detailsOf(item!).charged).toBe(false);
		});
	},
);

it('Max Paid Checks keeps back what is to be paid for, and nothing that is there already', async () => {
	await inWorld({}, async ({ sandbox }) => {
		for (const address of BTC_WALLETS.slice(0, 2)) sandbox.addCheck({ currency: 'BTC', address });
		const options = { reuseWithinHours: 1, maxPaidChecks: 1 };
		const result = await runBtc(sandbox, btcWallets(4), options, SPLIT);
		expect(result.main.map(({ json }) => json.hash)).toEqual(
			sandbox.checks().map(({ hash }) => hash),
		);
		expect(result.error.map((item) => detailsOf(item).reason)).toEqual(Array(2).fill('badSetting'));
		expect(sandbox.stats().charges).toBe(0);
	});
});

describe('Reuse Within Hours', () => {
	it('says so where the history is longer than the time of the run', async () => {
		await inWorld({}, async ({ sandbox, wire }) => {
			for (let nth = 0; nth < 200; nth++) sandbox.addCheck({ currency: 'BTC' });
			capPages(wire, 30);
			wire.way = ({ method }) =>
				method === 'checkup.getcheckshistory' ? { returns: 8_000 } : undefined;
			const options = { reuseWithinHours: 24, timeout: 15 };
			const result = await runBtc(sandbox, [{ address: LOW }], options, SPLIT);
			const [item] = result.error;
			expect(item?.json.error).toContain('The history could not be read back far enough in time');
			expect(detailsOf(item!)).toMatchObject({ reason: 'unavailable', charged: false });
			expect(sandbox.stats().charges).toBe(0);
		});
	});

	const one = [{ address: LOW }];
	const parameters = screenBtc({ reuseWithinHours: 24 });

	it('takes a recent report in place of a new check', async () => {
		await inWorld({}, async ({ sandbox, clock }) => {
			const initAt = clock.now - 2 * HOUR;
			const hash = sandbox.addCheck({ currency: 'BTC', address: LOW, initAt });
			const { main } = await run(sandbox, { items: one, parameters });
			expect(main[0]?.json).toMatchObject({ hash, charged: false, riskLevel: 'low' });
			expect(submissions(sandbox)).toBe(0);
		});
	});

	it.each<[string, NewCheck]>([
		['too old', { initAt: -30 * HOUR }],
		['failed', { status: 'FAILED' }],
		['of another wallet', { address: MEDIUM }],
		['of a transaction', { transaction: 'ab'.repeat(32) }],
		['unfinished since hours', { initAt: -2 * HOUR, status: 'PENDING' }],
	])('pays where the only report is %s', async (_, { initAt = -60_000, ...check }) => {
		await inWorld({}, async ({ sandbox, clock }) => {
			sandbox.addCheck({ currency: 'BTC', address: LOW, ...check, initAt: clock.now + initAt });
			const { main } = await run(sandbox, { items: one, parameters });
			expect(main[0]?.json).toMatchObject({ charged: true, riskLevel: 'low' });
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('waits for a check that began within the last hour', async () => {
		await inWorld({}, async ({ sandbox, clock }) => {
			const doneAt = clock.now + 20_000;
			const check = { currency: 'BTC', address: LOW, initAt: clock.now - 600_000, doneAt };
			const hash = sandbox.addCheck(check);
			const { main } = await run(sandbox, { items: one, parameters });
			expect(main[0]?.json).toMatchObject({ hash, charged: false, riskLevel: 'low' });
			expect(submissions(sandbox)).toBe(0);
		});
	});

	it.each<[string, INodeParameters, boolean]>([
		['names another asset', {}, false],
		['names no asset', {}, false],
		['names no asset, and the user does not mind', { acceptUnspecifiedAsset: true }, true],
	])('of a network with tokens: a report that %s', async (title, more, isReused) => {
		await inWorld({ tellAsset: title.includes('another') }, async ({ sandbox }) => {
			const tokenId = title.includes('another') ? { tokenId: '94252' } : {};
			sandbox.addCheck({ address: WALLETS[0]!, ...tokenId });
			const ask = { items: wallets(1), parameters: screen({ reuseWithinHours: 24, ...more }) };
			const { main } = await run(sandbox, ask);
			expect(main[0]?.json.charged).toBe(!isReused);
			expect(sandbox.stats().charges).toBe(isReused ? 0 : 1);
		});
	});

	it.each([
		['the service lists no token of Bitcoin', false, false],
		['the service lists that token', true, false],
		['the list cannot be read', false, true],
	])('a check of Omni USDT is no check of Bitcoin: %s', async (_, omniUsdt, isDown) => {
		await inWorld({ omniUsdt }, async ({ sandbox }) => {
			const method = 'checkup.currencylist';
			if (isDown) sandbox.fault({ method, kind: 'rpcError', times: Infinity });
			sandbox.addCheck({ currency: 'BTC', address: LOW, tokenId: '31' });
			const { main } = await run(sandbox, { items: one, parameters });
			expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: omniUsdt || isDown });
		});
	});

	it('takes a report that names its token', async () => {
		await inWorld({ tellAsset: true }, async ({ sandbox }) => {
			const hash = sandbox.addCheck({ address: WALLETS[0]!, tokenId: '94252' });
			const more = screen({ reuseWithinHours: 24 }, { network: 'ETH', asset: 'USDT' });
			const { main } = await run(sandbox, { items: wallets(1), parameters: more });
			expect(main[0]?.json).toMatchObject({ hash, charged: false });
		});
	});

	it.each(['initDate', 'resultDate'])(
		'takes no report whose %s is missing for a fresh one',
		async (name) => {
			await inWorld({}, async ({ sandbox, wire, clock }) => {
				wire.says = (_, { history, checks }) => {
					for (const record of (history ?? checks ?? []) as Array<Record<string, unknown>>)
						record[name] = null;
				};
				const initAt = clock.now - 90 * 24 * HOUR;
				sandbox.addCheck({ currency: 'BTC', address: LOW, initAt });
				const { main } = await run(sandbox, { items: one, parameters });
				expect(main[0]?.json).toMatchObject({ charged: true });
			});
		},
	);
});

it('the error item of a row that can not be screened as it is names its address', async () => {
	await inWorld({}, async ({ sandbox }) => {
		const parameters = screen({}, { network: '={{ $json.network }}' });
		const items = [{ address: LOW, network: 'X' }];
		const { error } = await run(sandbox, { items, parameters, settings: SPLIT });
		expect(detailsOf(error[0]!)).toMatchObject({ fault: 'input', address: LOW });
	});
});

describe('in Stop mode nothing is charged', () => {
	const bad: Array<[string, ScreeningRun]> = [
		['one bad address', { items: [...items, { address: 'nonsense' }] }],
		['one address of another network', { items: [...items, { address: LOW }] }],
		[
			'one unknown network',
			{
				items: items.map((item, n) => ({ ...item, network: n === 2 ? 'X' : 'ETH' })),
				parameters: screen({}, { network: '={{ $json.network }}' }),
			},
		],
	];
	it.each(bad)('for %s', async (_, more) => {
		await inWorld({}, async ({ sandbox }) => {
			const { status } = await run(sandbox, { items, ...more });
			expect(status).toBe('error');
			expect(submissions(sandbox)).toBe(0);
		});
	});

	it('after a submission that was refused: what follows is held back, what was paid is named', async () => {
		await inWorld({}, async ({ sandbox }) => {
			sandbox.fault({ method: SUBMIT, kind: 'rpcError', match: { address: MEDIUM } });
			const { failure } = await runBtc(sandbox, btcWallets(5), { maxConcurrentRequests: 1 });
			expect(`${failure?.message} ${failure?.description}`).toContain('item 1');
			for (const { hash } of sandbox.checks()) expect(failure?.description).toContain(hash);
			expect(sandbox.stats().charges).toBeLessThan(4);
		});
	});
});

describe('an option that can not be used', () => {
	const refuses = async (more: ScreeningRun, words: RegExp) =>
		await inWorld({}, async ({ sandbox }) => {
			for (const settings of Object.values(MODES)) {
				const result = await run(sandbox, { items, settings, ...more });
				const said = result.failure
					? [`${result.failure.message} ${result.failure.description}`]
					: itemsOf(result).map(({ json }) => JSON.stringify(json));
				expect(said).toHaveLength(result.failure ? 1 : 3);
				for (const one of said) expect(one).toMatch(words);
			}
			expect(sandbox.stats().requests).toEqual([]);
		});

	it.each<[string, INodeParameters]>([
		['timeout', { timeout: 'soon' }],
		['timeout', { timeout: -1 }],
		['maxPaidChecks', { maxPaidChecks: 1.5 }],
		['maxConcurrentRequests', { maxConcurrentRequests: 0 }],
		['reuseWithinHours', { reuseWithinHours: 'NaN' }],
		['dryRun', { dryRun: 'perhaps' }],
	])('%s stops the run before anything is paid', async (_, options) => {
		await refuses({ parameters: screen(options) }, /./);
	});

	it.each(['requestKey', 'reuseWithinHours', 'maxPaidChecks'])(
		'is %s where an expression leaves it empty',
		async (name) => {
			for (const nothing of ['={{ undefined }}', '={{ null }}', "={{ '' }}", '={{ $json.none }}']) {
				const parameters = screen({ [name]: nothing });
				await refuses({ parameters }, /give it a value or remove it/i);
			}
		},
	);

	it.each<[string, Array<number | boolean>]>([
		['timeout', [60, 60, 30]],
		['maxPaidChecks', [10, 10, 2]],
		['dryRun', [false, true, false]],
		['maxConcurrentRequests', [5, 5, 2]],
	])('is %s where the items differ', async (name, values) => {
		const parameters = screen({ [name]: '={{ $json.value }}' });
		const differing = items.map((item, n) => ({ ...item, value: values[n] }));
		await refuses({ parameters, items: differing }, /whole run/);
	});

	it('is not any other that an expression leaves empty', async () => {
		await inWorld({}, async ({ sandbox }) => {
			const empty = (names: string[]) =>
				Object.fromEntries(names.map((name) => [name, '={{ $json.none }}']));
			const names = ['includeDetails', 'includeInputFields'];
			const parameters = screen(empty([...names, 'timeout', 'maxConcurrentRequests']));
			const { status } = await run(sandbox, { items: [...items, ...items], parameters });
			expect(status).toBe('success');
			expect(sandbox.stats().charges).toBe(3);
		});
	});
});

it('what is due is not paid for while the credential is refused, and says whose fault it is', async () => {
	await inWorld({ token: 'another' }, async ({ sandbox }) => {
		const { main } = await run(sandbox, { items, settings: REGULAR });
		for (const item of main)
			expect(detailsOf(item)).toMatchObject({ charged: false, fault: 'setup', code: 401 });
		expect(sandbox.stats().calls[HISTORY] ?? 0).toBeLessThanOrEqual(2);
	});
});
