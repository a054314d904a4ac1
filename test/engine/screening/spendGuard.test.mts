/** What keeps a run from paying for more than is wanted: the budget, recent reports, merging, options, hints. */
import {
	bookAddress,
	makeAddress,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox/server.mts';
import type { INodeParameters } from 'n8n-workflow';
import {
	REGULAR,
	RETRY,
	run,
	screen,
	SPLIT,
	wallets,
	WALLETS,
	withSandbox,
	type ScreeningRun,
} from './support.mts';

const HOUR = 3_600_000;
const [LOW, MEDIUM] = WALLETS;
const items = wallets(3);

/** The number of submissions that reached the service, taken or not. */
const submissions = (sandbox: Sandbox): number => {
	const { calls } = sandbox.stats();
	return calls['checkup.checkaddr'] + calls['checkup.checktx'];
};

const play = async <T,>(work: (sandbox: Sandbox) => Promise<T>, options: SandboxOptions = {}) =>
	await withSandbox(options, work);

describe('Max Paid Checks', () => {
	const parameters = screen({ maxPaidChecks: 2 });

	it('stops the run before the first charge, and says how many were wanted', async () => {
		await play(async (sandbox) => {
			const { status, failure } = await run(sandbox, { items, parameters });
			expect(status).toBe('error');
			expect(failure?.message).toMatch(/\b3\b.*\b2\b/);
			expect(submissions(sandbox)).toBe(0);
		});
	});

	it('makes every item that would be paid for an error item in the Continue modes', async () => {
		await play(async (sandbox) => {
			const { main, error } = await run(sandbox, { items, parameters, settings: SPLIT });
			expect(main).toEqual([]);
			expect(error.map(({ json }) => json.error)).toEqual(
				Array(3).fill(expect.stringMatching(/\b3\b/)),
			);
			for (const { json } of error) expect(json.details).toMatchObject({ charged: false });
			const regular = await run(sandbox, { items, parameters, settings: REGULAR });
			expect(regular.main.every(({ json }) => typeof json.error === 'string')).toBe(true);
			expect(submissions(sandbox)).toBe(0);
		});
	});

	it('lets through what costs nothing', async () => {
		await play(async (sandbox) => {
			for (const address of WALLETS.slice(0, 2)) sandbox.addCheck({ address });
			const options = { reuseWithinHours: 1, reuseUntoldAsset: true, maxPaidChecks: 2 };
			const all = { items: wallets(5), parameters: screen(options) };
			const { main, error } = await run(sandbox, { ...all, settings: SPLIT });
			expect(main.map(({ json }) => json.reused)).toEqual([true, true]);
			expect(error).toHaveLength(3);
			expect(error[0].json.error).toMatch(/\b3\b.*\b2\b/);
			expect(submissions(sandbox)).toBe(0);
		});
	});

	it('counts merged targets once, and what an earlier try paid for not at all', async () => {
		await play(async (sandbox) => {
			sandbox.fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
			const twice = [...wallets(2), ...wallets(2)];
			const options = screen({ maxPaidChecks: 2, timeout: 1 });
			const failed = await run(sandbox, { items: twice, parameters: options });
			expect(failed.status).toBe('error');
			expect(sandbox.stats().charges).toBe(2);
			sandbox.clearFaults();
			const { status } = await failed.retry({ parameters: screen({ maxPaidChecks: 1 }) });
			expect(status).toBe('success');
			expect(sandbox.stats().charges).toBe(2);
		});
	}, 30_000);
});

describe('Reuse Within Hours', () => {
	const one = [{ address: LOW }];
	const parameters = screen({ reuseWithinHours: 24, reuseUntoldAsset: true });

	it('takes a recent report in place of a new check, and says so', async () => {
		await play(async (sandbox) => {
			const hash = sandbox.addCheck({ address: LOW, initAt: Date.now() - 2 * HOUR });
			const { main } = await run(sandbox, { items: one, parameters });
			expect(main[0].json).toMatchObject({ hash, charged: false, reused: true, riskLevel: 'low' });
			expect(submissions(sandbox)).toBe(0);
		});
	});

	it.each([
		['too old', { address: LOW, initAt: Date.now() - 30 * HOUR }],
		['failed', { address: LOW, status: 'FAILED' }],
		['of another wallet', { address: MEDIUM }],
		['of a transaction', { address: LOW, transaction: `0x${'ab'.repeat(32)}` }],
	])('pays where the only report is %s', async (_, check) => {
		await play(async (sandbox) => {
			sandbox.addCheck(check);
			const { main } = await run(sandbox, { items: one, parameters });
			expect(main[0].json).toMatchObject({ charged: true, reused: false });
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it.each([SPLIT, REGULAR, {}])(
		'refuses the item where looking is impossible: $onError',
		async (settings) => {
			await play(async (sandbox) => {
				sandbox.fault({ method: 'checkup.findreport', kind: 'rpcError', times: Infinity });
				const result = await run(sandbox, { items: one, parameters, settings });
				expect(submissions(sandbox)).toBe(0);
				const [item] = [...result.error, ...result.main];
				if (item) expect(item.json.details).toMatchObject({ charged: false });
				else expect(result.failure?.message).toContain('no new check was paid for');
			});
		},
	);

	const token: INodeParameters = { token: { __rl: true, mode: 'id', value: '94252' } };
	it.each<[string, INodeParameters]>([
		['a token', token],
		['an alias', { currency: 'USDTERC20' }],
		['BSC', { currency: 'BSC' }],
		['MATIC', { currency: 'MATIC' }],
	])('is not for %s, whose reports can not be told apart', async (_, more) => {
		await play(
			async (sandbox) => {
				for (const currency of ['ETH', 'BSC', 'MATIC'])
					sandbox.addCheck({ currency, address: LOW });
				const { main } = await run(sandbox, {
					items: one,
					parameters: screen({ reuseWithinHours: 24, reuseUntoldAsset: true }, more),
				});
				expect(main[0].json).toMatchObject({ charged: true, reused: false });
				expect(sandbox.stats().calls['checkup.findreport']).toBe(0);
				expect(sandbox.stats().charges).toBe(1);
			},
			{ find: { includeTokens: true } },
		);
	});

	it('does not turn a check that was paid for in an earlier try into a reused one', async () => {
		await play(async (sandbox) => {
			sandbox.fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
			const failed = await run(sandbox, {
				items: one,
				parameters: screen({ reuseWithinHours: 24, timeout: 1 }),
			});
			sandbox.clearFaults();
			const { main } = await failed.retry({ parameters });
			expect(main[0].json).toMatchObject({ charged: true, reused: false });
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 30_000);
});

describe('in Stop mode nothing is charged', () => {
	const bad: Array<[string, ScreeningRun]> = [
		['one bad address', { items: [...items, { address: 'nonsense' }] }],
		[
			'one address of another network',
			{ items: [...items, { address: bookAddress('BTC', 'low') }] },
		],
		[
			'one unknown currency',
			{
				items: items.map((item, n) => ({ ...item, currency: n === 2 ? 'X' : 'ETH' })),
				parameters: screen({}, { currency: '={{ $json.currency }}' }),
			},
		],
		[
			'one unknown token',
			{
				items: items.map((item, n) => ({ ...item, token: n === 2 ? LOW : '' })),
				parameters: screen(
					{},
					{ token: { __rl: true, mode: 'contract', value: '={{ $json.token }}' } },
				),
			},
		],
	];
	it.each(bad)('for %s', async (_, more) => {
		await play(async (sandbox) => {
			const { status } = await run(sandbox, { items, ...more });
			expect(status).toBe('error');
			expect(submissions(sandbox)).toBe(0);
		});
	});

	it('after a submission that went wrong, and what follows is held back', async () => {
		await play(async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', match: { address: MEDIUM } });
			const parameters = screen({ maxConcurrent: 1 });
			const { failure } = await run(sandbox, { items: wallets(5), parameters });
			expect(failure?.message).toContain('[item 1]');
			expect(failure?.description).toContain(sandbox.checks()[0].hash);
			expect(submissions(sandbox)).toBe(2);
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});

/** Expressions that yield nothing. */
const NOTHING = ['={{ undefined }}', '={{ null }}', "={{ '' }}", '={{ $json.none }}'];

describe('an option that can not be used', () => {
	it.each<[string, INodeParameters]>([
		['timeout', { timeout: 'soon' }],
		['timeout', { timeout: -1 }],
		['maxPaidChecks', { maxPaidChecks: 1.5 }],
		['maxConcurrent', { maxConcurrent: 0 }],
		['reuseWithinHours', { reuseWithinHours: 'NaN' }],
		['mediumRiskFrom', { mediumRiskFrom: 101 }],
		['mediumRiskFrom above highRiskFrom', { mediumRiskFrom: 80 }],
		['onTimeout', { onTimeout: 'shrug' }],
		['mergeDuplicates', { mergeDuplicates: 'perhaps' }],
		['riskScoreScale', { riskScoreScale: 'dozen' }],
	])('%s stops the run before anything is paid, in every mode', async (_, options) => {
		await play(async (sandbox) => {
			for (const settings of [{}, REGULAR, SPLIT]) {
				const result = await run(sandbox, { items, parameters: screen(options), settings });
				const shown = [...result.main, ...result.error];
				expect(shown.every(({ json }) => typeof json.error === 'string')).toBe(true);
				expect(shown).toHaveLength(result.status === 'error' ? 0 : 3);
			}
			expect(sandbox.stats().requests).toEqual([]);
		});
	});

	it.each([
		['maxPaidChecks', 'Max Paid Checks', [10, 10, 2], '10 in item 0, 2 in item 2'],
		['mergeDuplicates', 'Merge Duplicates', [true, false, true], 'true in item 0, false in item 1'],
		['timeout', 'Timeout (Seconds)', [60, 60, 30], '60 in item 0, 30 in item 2'],
		['maxConcurrent', 'Max Concurrent Requests', [5, 6, 5], '5 in item 0, 6 in item 1'],
	])(
		'%s holds for the whole run: items that differ are refused',
		async (name, label, values, words) => {
			await play(async (sandbox) => {
				const parameters = screen({ [name]: '={{ $json.value }}' });
				const differing = wallets(3).map((item, n) => ({ ...item, value: values[n] }));
				for (const settings of [{}, REGULAR, SPLIT]) {
					const result = await run(sandbox, { items: differing, parameters, settings });
					const told =
						result.failure?.message ?? String([...result.main, ...result.error][0]?.json.error);
					expect(told).toContain(
						`'${label}' holds for the whole run, but the items differ: ${words}`,
					);
				}
				expect(sandbox.stats().requests).toEqual([]);
				const alike = differing.map((item) => ({ ...item, value: values[0] }));
				const { status } = await run(sandbox, { items: alike, parameters });
				expect(status).toBe('success');
			});
		},
	);

	it('of one item alone stops it too', async () => {
		await play(async (sandbox) => {
			const parameters = screen({ maxPaidChecks: '={{ $json.max }}' });
			const three = wallets(3).map((item, n) => ({ ...item, max: n === 2 ? -5 : 10 }));
			const { failure } = await run(sandbox, { items: three, parameters });
			expect(failure?.message).toContain('item 2');
			expect(sandbox.stats().requests).toEqual([]);
		});
	});

	it.each([
		'idempotencyKey',
		'reuseWithinHours',
		'maxPaidChecks',
		'riskScoreScale',
		'mediumRiskFrom',
		'highRiskFrom',
		'criticalSignals',
	])(
		'is %s where an expression leaves it empty, for it guards money or the level',
		async (name) => {
			await play(async (sandbox) => {
				for (const nothing of NOTHING) {
					const { failure } = await run(sandbox, {
						items,
						parameters: screen({ [name]: nothing }),
					});
					expect(`${failure?.message} ${failure?.description}`).toMatch(
						/give it a value or remove it/i,
					);
				}
				expect(sandbox.stats().requests).toEqual([]);
			});
		},
	);

	it('is not any other that an expression leaves empty', async () => {
		const names = [
			'timeout',
			'onTimeout',
			'mergeDuplicates',
			'validateTargets',
			'maxConcurrent',
			'comparePrevious',
		];
		await play(async (sandbox) => {
			for (const nothing of NOTHING) {
				const options = Object.fromEntries(names.map((name) => [name, nothing]));
				const twice = [...items, ...items];
				const { main, status } = await run(sandbox, { items: twice, parameters: screen(options) });
				expect(status).toBe('success');
				expect(main.map(({ json }) => json.riskLevel)).toEqual([
					'low',
					'medium',
					'high',
					'low',
					'medium',
					'high',
				]);
			}
			expect(sandbox.stats().charges).toBe(12);
		});
	}, 30_000);
});

describe('the hint on the execution', () => {
	const textOf = (hints: Array<{ message: string }>) =>
		hints.map(({ message }) => message).join('\n');

	it('says what was charged, merged, reused and is left', async () => {
		await play(
			async (sandbox) => {
				sandbox.addCheck({ address: LOW });
				const parameters = screen({ reuseWithinHours: 1, reuseUntoldAsset: true });
				const { hints } = await run(sandbox, {
					items: [...items, { address: MEDIUM }],
					parameters,
				});
				expect(textOf(hints)).toContain('2 checks charged');
				expect(textOf(hints)).toContain('1 item merged');
				expect(textOf(hints)).toContain('1 report reused');
				expect(textOf(hints)).toContain('98 checks left');
				expect(hints.map(({ type }) => type)).toEqual(['info', 'info']);
			},
			{ packageSize: 100 },
		);
	});

	it('says what an earlier try paid for', async () => {
		await play(async (sandbox) => {
			sandbox.fault({ method: 'checkup.getresult', kind: 'rpcError', times: Infinity });
			setTimeout(() => sandbox.clearFaults(), 1_500);
			const parameters = screen({ timeout: 1 });
			const { hints } = await run(sandbox, { items, parameters, settings: RETRY });
			expect(textOf(hints)).toContain('0 checks charged, 3 already paid for in an earlier try');
		});
	}, 30_000);

	it.each([
		[31, false],
		[30, true],
		[20, true],
	])(
		'warns when fewer than a tenth are left: package of %i',
		async (packageSize, isLow) => {
			const count = packageSize === 31 ? 27 : 28;
			await play(
				async (sandbox) => {
					const many = Array.from({ length: Math.min(count, packageSize) }, (_, n) => ({
						address: makeAddress('ETH', n),
					}));
					const { hints } = await run(sandbox, { items: many, settings: REGULAR });
					expect(hints.some(({ type }) => type === 'warning')).toBe(isLow);
				},
				{ packageSize },
			);
		},
		30_000,
	);
});
