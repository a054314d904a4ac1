/** Two executions of this process that ask for the same check under the same request `id` at the same moment. */
import { bookAddress } from '../../../sandbox/server.mts';
import { REGULAR, run, screen, screenBtc, STOP, withSandbox } from './support.mts';

const REPEATED_ID = ['charge', 'replay', 'refuse'] as const;

const BTC = bookAddress('BTC', 'low');
const TOKEN_HOLDER = bookAddress('ETH', 'low');

describe.each(REPEATED_ID)('at the same moment (%s)', (repeatedId) => {
	it('a webhook that is repeated is paid for once under its Idempotency Key', async () => {
		await withSandbox({ repeatedId, latencyMs: 200 }, async (sandbox) => {
			const parameters = screen({ idempotencyKey: 'hook 1' }, { currency: 'USDTERC20' });
			const hook = () => run(sandbox, { items: [{ address: TOKEN_HOLDER }], parameters });
			const results = await Promise.all([hook(), hook()]);
			expect(sandbox.stats().charges).toBe(1);
			const [one, other] = results.map(({ main }) => main[0]?.json);
			expect(one.hash).toBe(other.hash);
			expect([one.charged, other.charged].sort()).toEqual([false, true]);
			expect([one.riskLevel, other.riskLevel]).toEqual(['low', 'low']);
		});
	});

	it('Retry that is pressed twice pays once', async () => {
		await withSandbox({ repeatedId, latencyMs: 200 }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError' });
			const one = { items: [{ address: BTC }], parameters: screenBtc(), settings: STOP };
			const failed = await run(sandbox, one);
			const results = await Promise.all([failed.retry(), failed.retry()]);
			expect(sandbox.stats().charges).toBe(1);
			const hashes = results.map(({ main }) => main[0]?.json.hash);
			expect(hashes).toEqual([sandbox.checks()[0].hash, sandbox.checks()[0].hash]);
		});
	}, 30_000);
});

it.each([50, 8_000])(
	'an answer that was lost is a question for whoever asks under the same key %i ms later, and nothing is paid again',
	async (laterMs) => {
		await withSandbox({ repeatedId: 'charge', latencyMs: 200 }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const parameters = screen({ idempotencyKey: 'hook 2' }, { currency: 'USDTERC20' });
			const hook = async (delayMs: number) => {
				await new Promise((resolve) => setTimeout(resolve, delayMs));
				const items = [{ address: TOKEN_HOLDER }];
				return await run(sandbox, { items, parameters, settings: REGULAR });
			};
			const results = await Promise.all([hook(0), hook(laterMs)]);
			expect(sandbox.stats().charges).toBe(1);
			for (const { main } of results)
				expect(main[0]?.json.details).toMatchObject({
					reason: 'paymentUnsure',
					candidates: [sandbox.checks()[0].hash],
				});
		});
	},
	60_000,
);
