/** `charged: false` is said only of what is certain: a refusal may have come after the charge. */
import { gatewayAnswer, jsonAnswer, type Passage } from '../harness/virtual/wire.mts';
import {
	audit,
	BTC_WALLETS,
	btcWallets,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	itemsOf,
	REGULAR,
	rows,
	run,
	screenBtc,
	SPLIT,
	SUBMIT,
	type World,
} from './support.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const refusal = (id: string, reaches?: 'never'): Passage => ({
	reaches,
	instead: {
		after: 50,
		answer: jsonAnswer({ jsonrpc: '2.0', id, error: { code: -40008, message: 'Error message' } }),
	},
});

function refuseFirst({ wire }: World, reaches?: 'never'): void {
	let number = 0;
	wire.way = ({ method, id }) =>
		method === SUBMIT && ++number === 1 ? refusal(id, reaches) : undefined;
}

describe('a refusal with a code of the service', () => {
	it.each([5, 60, 120])('after the charge, the history %i s behind', async (seconds) => {
		const history = { lagMs: seconds * SECOND };
		await inWorld({ repeatedId: 'charge', processingMs: 2_000, history }, async (world) => {
			refuseFirst(world);
			const items = btcWallets(1);
			const result = await run(world.sandbox, {
				...{ items, parameters: screenBtc(), settings: REGULAR },
			});
			expect(audit(world.sandbox, result)).toMatchObject({ twice: 0, denied: [] });
			const details = detailsOf(itemsOf(result)[0]!);
			if (result.main[0] && 'hash' in result.main[0].json) return;
			expect(details).toMatchObject({ requestId: expect.any(String), fault: 'payment' });
			expect(details.charged).not.toBe(false);
			expect(details.description).toMatch(/not known/i);
		});
	});

	it('is called unpaid once the history was read two minutes later', async () => {
		await inWorld({ processingMs: 200_000, latencyMs: 40 }, async (world) => {
			refuseFirst(world, 'never');
			const settings = SPLIT;
			const { error } = await run(world.sandbox, {
				...{ items: btcWallets(3), parameters: screenBtc(), settings },
			});
			expect(detailsOf(error[0]!)).toMatchObject({ charged: false, reason: 'rejected' });
			expect(world.elapsed()).toBeGreaterThan(2 * MINUTE);
		});
	});

	it('is not called unpaid before, and the words of the service come first', async () => {
		await inWorld({ processingMs: 2_000, latencyMs: 40 }, async (world) => {
			refuseFirst(world, 'never');
			const { error } = await run(world.sandbox, {
				...{ items: btcWallets(1), parameters: screenBtc(), settings: SPLIT },
			});
			expect(error[0]?.json.error).toContain('Error message');
			expect(detailsOf(error[0]!)).toMatchObject({
				...{ fault: 'payment', requestId: expect.any(String) },
				description: expect.stringMatching(/not known/i),
			});
		});
	});
});

describe('details.hash', () => {
	it('is there whenever the check was taken', async () => {
		await inWorld({ processingMs: 100_000_000 }, async ({ sandbox }) => {
			const parameters = screenBtc({ timeout: 10, onTimeout: 'error' });
			const { error } = await run(sandbox, { items: btcWallets(4), parameters, settings: SPLIT });
			const hashes = sandbox.checks().map(({ hash }) => hash);
			expect(error.map((item) => detailsOf(item).hash).sort()).toEqual([...hashes].sort());
		});
	});
});

it('Submit Again leaves Max Paid Checks to what is not proved to be unpaid', async () => {
	// Two of three are lost on their way, and the history proves that: sending them again is no second payment.
	await inWorld({ repeatedId: 'charge', processingMs: 200_000 }, async ({ sandbox, wire }) => {
		let number = 0;
		const lost: Passage = { reaches: 'never', instead: { after: 50, answer: gatewayAnswer(502) } };
		wire.way = ({ method }) => (method === SUBMIT && ++number > 1 && number < 4 ? lost : undefined);
		const advanced = { maxConcurrent: 1 };
		const parameters = { ...screenBtc({ maxPaidChecks: 3 }), advanced };
		const result = await run(sandbox, { items: rows(3), parameters, settings: SPLIT });
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 3 });
	});
});

it('where the history refuses the credentials after a lost answer, nothing more is submitted', async () => {
	await inWorld({ latencyMs: 20 }, async ({ sandbox, wire }) => {
		const lost: Passage = { instead: { after: 20, answer: gatewayAnswer(502) } };
		wire.way = ({ method }) => (method === SUBMIT ? lost : undefined);
		sandbox.fault({ method: HISTORY, kind: 'flat401', times: Infinity });
		const parameters = screenBtc({ maxConcurrent: 1, timeout: 60 });
		const { error } = await run(sandbox, { items: rows(4), parameters, settings: SPLIT });
		expect(sandbox.stats().calls[SUBMIT]).toBe(1);
		expect(error.map((item) => detailsOf(item).charged)).toEqual([true, false, false, false]);
	});
});

it("an empty package ends the run, also where the service says so with a code of JSON-RPC's own", async () => {
	await inWorld({ latencyMs: 20 }, async ({ sandbox }) => {
		const message = 'There are no checks left in the package';
		sandbox.fault({ method: SUBMIT, kind: 'rpcError', code: -32602, message, times: Infinity });
		const parameters = screenBtc({ maxConcurrent: 1 });
		const { error } = await run(sandbox, { items: rows(6), parameters, settings: SPLIT });
		expect(sandbox.stats().calls[SUBMIT]).toBe(1);
		expect(error.map((item) => detailsOf(item).charged)).toEqual(Array(6).fill(false));
		expect(error.map((item) => detailsOf(item).fault)).toEqual(Array(6).fill('setup'));
	});
});

it('after unusable answers in a row the pauses between the submissions grow', async () => {
	await inWorld({ processingMs: 2_000, latencyMs: 20 }, async ({ sandbox, wire }) => {
		wire.way = ({ method, id }) =>
			method === SUBMIT
				? {
						reaches: 'never',
						instead: { after: 20, answer: jsonAnswer({ jsonrpc: '2.0', id, result: {} }) },
					}
				: undefined;
		const advanced = { maxConcurrent: 1 };
		const parameters = { ...screenBtc({ timeout: 30 }), advanced };
		const items = [...btcWallets(BTC_WALLETS.length), ...rows(5)];
		await run(sandbox, { items, parameters, settings: SPLIT });
		const times = wire.calls.filter(({ method }) => method === SUBMIT).map(({ at }) => at);
		const gaps = times.slice(1).map((at, index) => at - times[index]!);
		expect(times).toHaveLength(5);
		expect(gaps[2]!).toBeGreaterThan(1.5 * gaps[1]!);
		expect(gaps[3]!).toBeGreaterThan(1.5 * gaps[2]!);
	});
});
