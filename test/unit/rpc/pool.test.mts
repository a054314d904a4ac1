/** How many requests leave at once, against services of different strength, in virtual time. */
import { sleep } from 'n8n-workflow';
import type { Facts, Reason } from '../../../nodes/shared/failures/facts.ts';
import { makeFailure, type AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { hashService } from '../../../nodes/shared/service/credential.ts';
import { findService } from '../../../nodes/shared/service/known.ts';
import { Pool, type Lane } from '../../../nodes/shared/service/pool.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

type Refusal = [reason: Reason, facts?: Facts];
const REFUSED: Refusal = ['rateLimited'];
const TIMEOUT: Refusal = ['unavailable', { timeoutMs: 9 }];

/** A service in virtual time: what it makes of a request, and what was seen of it. */
class ModelService {
	readonly sentAt: number[] = [];

	mostAtOnce = 0;

	private atOnce = 0;

	constructor(private readonly answer: (n: number, atOnce: number) => [Refusal | null, number]) {}

	async call(): Promise<string> {
		this.sentAt.push(performance.now());
		this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
		const [refusal, ms] = this.answer(this.sentAt.length, this.atOnce);
		await sleep(ms);
		this.atOnce--;
		if (refusal) throw makeFailure(refusal[0], { facts: refusal[1] ?? {} });
		return 'good';
	}
}

const laneOf = (most = 50): Lane => ({ most, inFlight: 0 });
const turnOf = (more = {}) => ({
	leftMs: () => Infinity,
	...more,
});

/** An execution that sends many requests, each again until the response is good. */
async function execution(pool: Pool, service: ModelService, requests: number, most = 50) {
	const lane = laneOf(most);
	let left = requests;
	const work = async () => {
		while (left-- > 0)
			for (let isGood = false; !isGood;)
				await pool
					.run(lane, turnOf(), () => service.call())
					.then(() => (isGood = true))
					.catch(() => {});
	};
	await Promise.all(Array.from({ length: most }, work));
}

async function finish(work: Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	let isDone = false;
	void work.then(() => (isDone = true));
	while (!isDone) await jest.advanceTimersByTimeAsync(20);
	return performance.now() - startedAt;
}

const atOnceIn = ({ sentAt }: ModelService, from: number, to: number) =>
	sentAt.filter((at) => at - sentAt[0]! >= from && at - sentAt[0]! < to).length;

it('begins with as many as a run allows', async () => {
	const service = new ModelService(() => [null, 100]);
	const pool = new Pool();
	await finish(execution(pool, service, 300, 7));
	expect(atOnceIn(service, 0, 100)).toBe(7);
	const other = new ModelService(() => [null, 100]);
	await finish(execution(pool, other, 100, 50));
	expect([atOnceIn(other, 0, 100), service.mostAtOnce, other.mostAtOnce]).toEqual([50, 7, 50]);
});

it('grows by one with each full round once it has been halved', async () => {
	const service = new ModelService((n) => [n <= 50 ? TIMEOUT : null, 100]);
	await finish(execution(new Pool(), service, 500));
	const rounds = [1, 2, 3, 4].map((n) => atOnceIn(service, n * 100, (n + 1) * 100));
	expect(rounds).toEqual([25, 26, 27, 28]);
});

it('counts all executions of a service together', async () => {
	const [pool, service] = [new Pool(), new ModelService(() => [null, 100])];
	const three = [1, 2, 3].map(() => execution(pool, service, 1_500, 20));
	await finish(Promise.all(three));
	expect(service.mostAtOnce).toBe(20);
});

describe.each<[string, Refusal]>([
	['429', REFUSED],
	['503', ['unavailable', { httpStatus: 503 }]],
	['a flat 503', ['unavailable', { code: 503 }]],
	['a timeout', TIMEOUT],
])('after %s', (_, refusal) => {
	it('half as many leave, once for a round', async () => {
		const service = new ModelService((n) => [n > 40 && n <= 60 ? refusal : null, 100]);
		await finish(execution(new Pool(), service, 100, 20));
		// Rounds of 20. The third one is refused whole, which halves 20 once.
		const after = service.sentAt.slice(60).map((at) => Math.round(at / 10));
		expect(after.filter((at) => at === after[0])).toHaveLength(10);
	});
});

it.each([500, 502, 504])('HTTP %i alone halves nothing and holds nothing', async (httpStatus) => {
	const service = new ModelService((n) => [n === 3 ? ['unavailable', { httpStatus }] : null, 100]);
	const ms = await finish(execution(new Pool(), service, 30));
	expect(ms).toBeLessThan(700);
});

describe('a pause', () => {
	const until = (retryAfterMs: number): Refusal => ['rateLimited', { retryAfterMs }];

	it.each<[string, Refusal, number[]]>([
		['as Retry-After says, or longer', until(3_000), [3_000, 3_000, 3_000, 4_000, 8_000]],
		['that doubles where Retry-After is 0', until(0), [1_000, 2_000, 4_000]],
		['that doubles without one', REFUSED, [1_000, 2_000, 4_000, 8_000, 8_000]],
		['of a 503', ['unavailable', { httpStatus: 503 }], [1_000, 2_000]],
	])('%s holds all requests', async (_, refusal, pauses) => {
		const service = new ModelService((n) => [n <= 50 ? refusal : null, 10]);
		const work = execution(new Pool(), service, 20, 5);
		await finish(work);
		const starts = service.sentAt.filter((at, n) => n === 0 || at - service.sentAt[n - 1]! > 500);
		const gaps = starts.slice(1).map((at, n) => at - starts[n]!);
		for (const [n, ms] of pauses.entries()) {
			expect(gaps[n]).toBeGreaterThanOrEqual(ms);
			expect(gaps[n]).toBeLessThan(ms + 400);
		}
	});

	it('begins with a second again after a good response', async () => {
		const service = new ModelService((n) => [
			[1, 2, 3, 4, 5, 6, 40].includes(n) ? REFUSED : null,
			10,
		]);
		await finish(execution(new Pool(), service, 60, 5));
		const gaps = service.sentAt.slice(1).map((at, n) => at - service.sentAt[n]!);
		expect(gaps.filter((gap) => gap > 900 && gap < 1_400)).toHaveLength(2);
	});

	it('is not waited for by a request that has less time, nor by a canceled one', async () => {
		const [pool, lane, cancel] = [new Pool(), laneOf(), new AbortController()];
		const hold = new ModelService(() => [until(30_000), 10]);
		await finish(pool.run(lane, turnOf(), () => hold.call()).catch(() => {}));
		const verdicts: unknown[] = [];
		const ask = (more = {}) =>
			pool
				.run(lane, turnOf(more), async () => 'sent')
				.catch(({ reason, facts }: AmlCheckError) => (facts.isLate ? 'late' : reason))
				.then((verdict) => verdicts.push(verdict));
		void ask({ leftMs: () => 20_000 });
		void ask({ signal: cancel.signal });
		void ask();
		await jest.advanceTimersByTimeAsync(0);
		expect(verdicts).toEqual(['late']);
		cancel.abort();
		await jest.advanceTimersByTimeAsync(200);
		expect(verdicts).toEqual(['late', 'cancelled']);
		await jest.advanceTimersByTimeAsync(30_500);
		expect(verdicts).toEqual(['late', 'cancelled', 'sent']);
	});
});

it('gives back its place if a request throws, and throws the one kind of error', async () => {
	const [pool, lane] = [new Pool(), laneOf(1)];
	for (let n = 0; n < 20; n++)
		await expect(
			pool.run(lane, turnOf(), () => Promise.reject(new Error('lost'))),
		).rejects.toMatchObject({ reason: 'badSetting', message: 'lost' });
	expect(await pool.run(lane, turnOf(), async () => 'sent')).toBe('sent');
});

it('is one for each service and token', () => {
	const keys = [
		hashService('https://a', 'token'),
		hashService('https://b', 'token'),
		hashService('https://a', 'other'),
	];
	expect(new Set(keys).size).toBe(3);
	expect(keys.join()).not.toMatch(/token|other|https/);
	const [own, other] = keys.map((key) => findService(key).pool);
	expect(findService(keys[0]!).pool).toBe(own);
	expect(other).not.toBe(own);
});
