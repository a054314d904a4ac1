/** Answers that write a hash oddly, or name another asset than the one that was asked for. */
import { ExecuteContext } from 'n8n-core';
import { bookAddress, type Sandbox } from '../../../sandbox/server.mts';
import { REGULAR, run, screen, screenBtc, withSandbox } from './support.mts';

const BTC = bookAddress('BTC', 'low');
const ETH = bookAddress('ETH', 'low');
const SUBMISSION = 'checkup.checkaddr';
const RESULT = 'checkup.getresult';

/** Changes the check in every answer of a method. */
const change = (sandbox: Sandbox, method: string, how: (check: Record<string, unknown>) => void) =>
	sandbox.fault({
		method,
		kind: 'changed',
		times: Infinity,
		change: (body: { result: { check: Record<string, unknown> } }) => {
			how(body.result.check);
			return body;
		},
	});

const screenOne = async (sandbox: Sandbox, currency: string) =>
	await run(sandbox, {
		items: [{ address: currency === 'BTC' ? BTC : ETH }],
		parameters: screen({ timeout: 10 }, { currency }),
		settings: REGULAR,
	});

afterEach(() => void jest.restoreAllMocks());

it.each([
	['ETH', SUBMISSION, 'USDT'],
	['ETH', RESULT, 'USDT'],
	['ETH', RESULT, 'USDCERC20'],
	['USDTERC20', SUBMISSION, 'USDC_ERC20'],
	['USDTERC20', RESULT, 'USDCERC20'],
	['USDTERC20', RESULT, 'USDC'],
	['USDCERC20', RESULT, 'USDTERC20'],
])(
	'no result of %s whose %s says %s',
	async (currency, method, says) => {
		await withSandbox({}, async (sandbox) => {
			change(sandbox, method, (check) => (check.currency = says));
			const { main } = await screenOne(sandbox, currency);
			expect(main[0]?.json).not.toHaveProperty('riskLevel');
			expect(JSON.stringify(main[0]?.json.details)).toContain(sandbox.checks()[0].hash);
		});
	},
	30_000,
);

it.each([
	['USDTERC20', SUBMISSION, 'USDT'],
	['USDTERC20', RESULT, 'usdt_erc20'],
	['USDCERC20', RESULT, 'USDC'],
])('a result of %s whose %s says %s', async (currency, method, says) => {
	await withSandbox({}, async (sandbox) => {
		change(sandbox, method, (check) => (check.currency = says));
		const { main } = await screenOne(sandbox, currency);
		expect(main[0]?.json.riskLevel).toBe('low');
	});
});

it.each([SUBMISSION, RESULT])('a hash with blanks around it in %s is that hash', async (method) => {
	await withSandbox({}, async (sandbox) => {
		change(sandbox, method, (check) => (check.hash = ` ${String(check.hash)}\n`));
		const { main } = await screenOne(sandbox, 'BTC');
		expect(main[0]?.json).toMatchObject({ riskLevel: 'low', hash: sandbox.checks()[0].hash });
	});
});

it('a hash beside a refusal is named, and not said to be unpaid', async () => {
	await withSandbox({}, async (sandbox) => {
		sandbox.fault({
			method: SUBMISSION,
			kind: 'changed',
			change: ({ id, result }: { id: string; result: { check: { hash: string } } }) => ({
				id,
				error: { code: -40011, message: 'No', data: { hash: result.check.hash } },
			}),
		});
		const { main } = await screenOne(sandbox, 'ETH');
		expect(main[0]?.json.details).toMatchObject({
			reason: 'paymentUnsure',
			candidates: [sandbox.checks()[0].hash],
		});
		expect(main[0]?.json.details).not.toHaveProperty('charged');
		expect(sandbox.stats().charges).toBe(1);
	});
}, 30_000);

it.each(['when an execution began', 'nothing of it'])(
	'a submission that a proxy has sent twice is found, though its second answer is a refusal (n8n keeps %s)',
	async (keeps) => {
		const { prototype } = ExecuteContext;
		// An older engine has no such method.
		const forgets = keeps === 'nothing of it' && 'getExecutionContext' in prototype;
		if (forgets) jest.spyOn(prototype, 'getExecutionContext').mockReturnValue(undefined);
		await withSandbox({}, async (sandbox) => {
			const error = { code: -40011, message: 'Duplicate request' };
			const change = ({ id }: { id: string }) => ({ id, error });
			sandbox.fault({ method: SUBMISSION, kind: 'changed', change });
			const { main } = await screenOne(sandbox, 'BTC');
			const [{ hash }] = sandbox.checks();
			expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true, hash });
		});
	},
	30_000,
);

it('a history in capitals gives nobody the check of another execution', async () => {
	await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
		sandbox.fault({
			method: 'checkup.getcheckshistory',
			kind: 'changed',
			times: Infinity,
			change: (body: { result: { history: Array<{ hash: string }> } }) => {
				for (const item of body.result.history) item.hash = item.hash.toUpperCase();
				return body;
			},
		});
		sandbox.fault({ method: SUBMISSION, kind: 'resetBefore', skip: 1 });
		const one = { items: [{ address: BTC }], parameters: screenBtc({ timeout: 20 }) };
		const first = await run(sandbox, one);
		const second = await run(sandbox, { ...one, settings: REGULAR });
		expect(first.main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
		expect(second.main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
		expect(second.main[0]?.json.hash).not.toBe(first.main[0]?.json.hash);
		expect(sandbox.stats().charges).toBe(2);
	});
}, 30_000);
