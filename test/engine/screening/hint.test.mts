/** What the editor says beside the output of a run. */
import { makeAddress } from '../../../sandbox/server.mts';
import { REGULAR, RETRY, run, screen, wallets, WALLETS, play } from './support.mts';

const [LOW, MEDIUM] = WALLETS;

const items = wallets(3);

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
