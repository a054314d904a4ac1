/** The pauses of the pool at their limits, and the words of a request that had no turn; in virtual time without jitter. */
import {
	AmlCheckError,
	describeFailure,
	type FailureFacts,
} from '../../../nodes/shared/failures/failure.ts';
import { findPool, forgetPools, Pool } from '../../../nodes/shared/rpc/pool.ts';

const PING = 'checkup.ping';
const RESULT = 'checkup.getresult';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** A pool whose requests fail as told; it notes when each left. */
function poolOf(most = 1) {
	const [pool, lane] = [new Pool(), { most, inFlight: 0 }];
	const leftAt: number[] = [];
	const run = async (facts?: Partial<FailureFacts>, turn: object = {}) => {
		const given = { method: RESULT, isPaid: false, leftMs: () => Infinity, ...turn };
		return await pool
			.run(lane, given, async () => {
				leftAt.push(performance.now());
				if (facts)
					throw new AmlCheckError({ kind: 'rateLimited', message: '', advice: '', ...facts });
				return await Promise.resolve('good');
			})
			.catch((thrown: AmlCheckError) => thrown);
	};
	/** How long after a failure the next request leaves. */
	const pauseAfter = async (facts: Partial<FailureFacts>, turn?: object) => {
		await run(facts);
		const from = performance.now();
		void run(undefined, turn);
		for (let ms = 0; ms < 400_000 && leftAt.length < 2; ms += 100)
			await jest.advanceTimersByTimeAsync(100);
		return leftAt[1]! - from;
	};
	return { run, pauseAfter };
}

it.each<[Partial<FailureFacts>, string, number]>([
	[{}, PING, 1_000],
	[{ retryAfterMs: 0 }, PING, 1_000],
	[{ retryAfterMs: 700 }, PING, 1_000],
	[{ retryAfterMs: 1_700 }, PING, 1_700],
	[{ retryAfterMs: 60_000 }, PING, 60_000],
	[{ retryAfterMs: 60_001 }, PING, 0],
	[{ retryAfterMs: 60_100 }, RESULT, 60_100],
	[{ retryAfterMs: 300_000 }, RESULT, 300_000],
	[{ retryAfterMs: 900_000 }, RESULT, 300_000],
	[{ kind: 'timeout' }, PING, 0],
	[{ kind: 'timeout', retryAfterMs: 400 }, PING, 400],
	[{ kind: 'unavailable', httpStatus: 503 }, PING, 1_000],
	[{ kind: 'unavailable', code: 503 }, PING, 1_000],
	[{ kind: 'unavailable', httpStatus: 502 }, PING, 0],
	[{ kind: 'rejected', httpStatus: 503 }, PING, 0],
	[{ kind: 'rejected', code: 503 }, PING, 0],
])('after %j a request for %s waits %i ms', async (facts, method, ms) =>
	expect(await poolOf().pauseAfter(facts, { method })).toBe(ms),
);

it('a request without time says so, and has sent nothing', async () => {
	const { run } = poolOf();
	const late = (await run(undefined, { leftMs: () => 0, requestId: 'mine' })) as AmlCheckError;
	expect(late).toMatchObject({
		kind: 'notSent',
		reason: 'noTimeLeft',
		requestId: 'mine',
		message: 'There was no time left for a request to the AML service',
	});
	expect(describeFailure(late)).toBe('Give the run more time, or let it do less.');
	const signal = AbortSignal.abort();
	expect(await run(undefined, { signal, leftMs: () => 0, requestId: 'mine' })).toMatchObject({
		kind: 'cancelled',
		requestId: 'mine',
	});
});

it.each([
	[999, 'notSent'],
	[1_000, 'good'],
])('a request with %i ms does not wait a second in vain', async (leftMs, end) => {
	const { run } = poolOf();
	await run({});
	const result = run(undefined, { leftMs: () => leftMs });
	await jest.advanceTimersByTimeAsync(1_100);
	const got = await result;
	expect(got instanceof AmlCheckError ? got.kind : got).toBe(end);
});

it.each([true, false])(
	'a refused request has had no turn: its kind is next (paid: %s)',
	async (isPaid) => {
		const { run } = poolOf();
		const order: string[] = [];
		const ask = (what: string, turn: object, facts?: Partial<FailureFacts>) =>
			void run(facts, turn).then(() => order.push(what));
		ask('refused', { isPaid }, {});
		ask('other', { isPaid: !isPaid });
		ask('same', { isPaid });
		await jest.advanceTimersByTimeAsync(1_500);
		expect(order).toEqual(['refused', 'same', 'other']);
	},
);

it('a hundred pools are kept, those that were used last', () => {
	forgetPools();
	const pools = Array.from({ length: 100 }, (_, n) => findPool(`${n}`));
	expect(findPool('0')).toBe(pools[0]);
	findPool('100');
	expect(findPool('0')).toBe(pools[0]);
	expect(findPool('2')).toBe(pools[2]);
	expect(findPool('1')).not.toBe(pools[1]);
	forgetPools();
	expect(findPool('0')).not.toBe(pools[0]);
});
