/** What keeps a run from paying for more than is wanted: the budget, recent reports, Stop mode. */
import { bookAddress, type Sandbox } from '../../../sandbox/server.mts';
import type { INodeParameters } from 'n8n-workflow';
import {
	REGULAR,
	run,
	screen,
	SPLIT,
	wallets,
	WALLETS,
	type ScreeningRun,
	play,
} from './support.mts';

const HOUR = 3_600_000;

const [LOW, MEDIUM] = WALLETS;

const items = wallets(3);

/** The number of submissions that reached the service, taken or not. */
const submissions = (sandbox: Sandbox): number => {
	const { calls } = sandbox.stats();
	return calls['checkup.checkaddr'] + calls['checkup.checktx'];
};

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
