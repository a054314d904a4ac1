/** `charged: false` is said only of what is certain: of a refusal that can be read, and of what never left. */
import { gatewayAnswer, jsonAnswer, type Passage } from '../harness/virtual/wire.mts';
import {
	audit,
	BTC_WALLETS,
	btcWallets,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	rows,
	run,
	screenBtc,
	SPLIT,
	SUBMIT,
	type World,
} from './support.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const refusal = (id: string, message: string): Passage => ({
	reaches: 'never',
	instead: {
		after: 50,
		answer: jsonAnswer({ jsonrpc: '2.0', id, error: { code: -40008, message } }),
	},
});

function refuseFirst({ wire }: World, message: string): void {
	let number = 0;
	wire.way = ({ method, id }) =>
		method === SUBMIT && ++number === 1 ? refusal(id, message) : undefined;
}

const CHARGES = { repeatedId: 'charge' as const, latencyMs: 40 };

describe('a refusal with a code of the service', () => {
	it.each<[string, string]>([
		['Invalid address', 'input'],
		['This wallet does not exist', 'input'],
		['Unknown token_id', 'input'],
		['Currency is not supported', 'input'],
		['Access token is expired', 'setup'],
		['The IP is not on the list', 'setup'],
		['Your daily limit is reached', 'setup'],
		['Database has gone away', 'service'],
	])(
		'is final, at once and unpaid, and its words say whose turn it is: %s',
		async (words, fault) => {
			await inWorld({ processingMs: 2_000, latencyMs: 40 }, async (world) => {
				refuseFirst(world, words);
				const { main, error } = await run(world.sandbox, {
					...{ items: btcWallets(3), parameters: screenBtc(), settings: SPLIT },
				});
				expect(main).toHaveLength(2);
				expect(error[0]?.json.error).toContain(words);
				expect(detailsOf(error[0]!)).toMatchObject({
					...{ charged: false, reason: 'rejected', fault, requestId: expect.any(String) },
				});
				expect(world.elapsed()).toBeLessThan(10 * SECOND);
				expect(world.wire.calls.filter(({ method }) => method === HISTORY).length).toBeLessThan(2);
			});
		},
	);

	it('is no reason to keep its id: a Retry sends the order again under a fresh one', async () => {
		await inWorld({ processingMs: 2_000, repeatedId: 'refuse' }, async (world) => {
			const { sandbox, wire } = world;
			refuseFirst(world, 'Database has gone away');
			const failed = await run(sandbox, { items: btcWallets(1), parameters: screenBtc() });
			expect(failed.status).toBe('error');
			const { main } = await failed.retry();
			expect(main[0]?.json).toMatchObject({ charged: true });
			const ids = wire.calls.filter(({ method }) => method === SUBMIT).map(({ id }) => id);
			expect(new Set(ids).size).toBe(2);
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('of an id whose earlier request was lost is lost', async () => {
		await inWorld({ ...CHARGES, processingMs: 9_000 }, async ({ sandbox, wire }) => {
			// The service is known to show unfinished checks: absence is proved after two minutes.
			sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
			await run(sandbox, { items: btcWallets(1), parameters: screenBtc() });
			let number = 0;
			wire.way = ({ method, id }) => {
				if (method !== SUBMIT) return undefined;
				return ++number === 1
					? { reaches: 'never', instead: { after: 50, answer: gatewayAnswer(502) } }
					: refusal(id, 'Invalid address');
			};
			const items = btcWallets(2).slice(1);
			const { error } = await run(sandbox, { items, parameters: screenBtc(), settings: SPLIT });
			expect(number).toBe(3);
			expect(detailsOf(error[0]!)).toMatchObject({ charged: false });
		});
	});
});

it('the hash is there whenever the check was taken', async () => {
	await inWorld({ processingMs: 100_000_000 }, async ({ sandbox }) => {
		const parameters = screenBtc({ timeout: 10 });
		const { main } = await run(sandbox, { items: btcWallets(4), parameters, settings: SPLIT });
		const hashes = sandbox.checks().map(({ hash }) => hash);
		expect(main.map(({ json }) => json.hash).sort()).toEqual([...hashes].sort());
	});
});

it('Submit Again leaves Max Paid Checks to what is not proved to be unpaid', async () => {
	// Two of three are lost on their way, and the history proves that: sending them again is no second payment.
	await inWorld({ repeatedId: 'charge', processingMs: 200_000 }, async ({ sandbox, wire }) => {
		let number = 0;
		const lost: Passage = { reaches: 'never', instead: { after: 50, answer: gatewayAnswer(502) } };
		wire.way = ({ method }) => (method === SUBMIT && ++number > 1 && number < 4 ? lost : undefined);
		const parameters = screenBtc({ maxPaidChecks: 3, maxConcurrentRequests: 1 });
		const result = await run(sandbox, { items: rows(3), parameters, settings: SPLIT });
		expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 3 });
	});
});

it('where the history refuses the credentials after a lost answer, nothing more is submitted', async () => {
	await inWorld({ latencyMs: 20 }, async ({ sandbox, wire }) => {
		const lost: Passage = { instead: { after: 20, answer: gatewayAnswer(502) } };
		wire.way = ({ method }) => (method === SUBMIT ? lost : undefined);
		sandbox.fault({ method: HISTORY, kind: 'flat401', times: Infinity });
		const parameters = screenBtc({ maxConcurrentRequests: 1, timeout: 60 });
		const { error } = await run(sandbox, { items: rows(4), parameters, settings: SPLIT });
		expect(sandbox.stats().calls[SUBMIT]).toBe(1);
		expect(error.map((item) => detailsOf(item).charged)).toEqual([undefined, false, false, false]);
	});
});

it("an empty package ends the run, also where the service says so with a code of JSON-RPC's own", async () => {
	await inWorld({ latencyMs: 20 }, async ({ sandbox }) => {
		const message = 'There are no checks left in the package';
		sandbox.fault({ method: SUBMIT, kind: 'rpcError', code: -32602, message, times: Infinity });
		const parameters = screenBtc({ maxConcurrentRequests: 1 });
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
		const parameters = screenBtc({ timeout: 300, maxConcurrentRequests: 1 });
		const items = [...btcWallets(BTC_WALLETS.length), ...rows(5)];
		await run(sandbox, { items, parameters, settings: SPLIT });
		const times = wire.calls.filter(({ method }) => method === SUBMIT).map(({ at }) => at);
		const gaps = times.slice(1).map((at, index) => at - times[index]!);
		expect(times).toHaveLength(5);
		expect(gaps[2]!).toBeGreaterThan(1.5 * gaps[1]!);
		expect(gaps[3]!).toBeGreaterThan(1.5 * gaps[2]!);
		expect(times[4]! - times[0]!).toBeGreaterThanOrEqual(MINUTE);
	});
});
