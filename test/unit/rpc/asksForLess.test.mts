/**
 * A service that asks for less: how long 100 checks of a second take through the pool, and how long a plain client takes
 * that sends five requests at once, waits as long as it is asked to and repeats the request. In virtual time.
 */
import { sleep } from 'n8n-workflow';
import { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';
import { Pool, type Lane } from '../../../nodes/shared/rpc/pool.ts';
import { fractions } from '../../../sandbox/random.mts';

const CHECKS = 100;
const CHECK_MS = 1_000;
const WORKERS = 5;
const SEED = 22;

interface Row {
	name: string;
	/** This share of the requests is refused with 429. */
	refused?: number;
	retryAfterMs?: number;
	/** So many requests are taken in so many milliseconds. */
	most?: [count: number, ms: number];
	/** Until when the service answers 503. */
	downMs?: number;
	/** This share of the responses takes ten seconds. */
	slow?: number;
	latencyMs?: [from: number, to: number];
}

const ROWS: Row[] = [
	...[0.02, 0.1, 0.3, 0.5].flatMap((refused) => [
		{ name: `${refused * 100}% refused, Retry-After: 1`, refused, retryAfterMs: 1_000 },
		{ name: `${refused * 100}% refused`, refused },
	]),
	{ name: '60 a minute', most: [60, 60_000] },
	{ name: '60 a minute, Retry-After: 10', most: [60, 60_000], retryAfterMs: 10_000 },
	{ name: '5 a second', most: [5, 1_000] },
	{ name: '20 a second, Retry-After: 1', most: [20, 1_000], retryAfterMs: 1_000 },
	{ name: '503 for 20 s', downMs: 20_000 },
	{ name: 'one in fifty takes 10 s', slow: 0.02 },
	{ name: '20 ms to 1 s at random', latencyMs: [20, 1_000] },
];

/** Sends one request; a refusal is returned. */
type Send = () => Promise<AmlCheckError | undefined>;

function serviceOf({ refused = 0, most, downMs = 0, slow = 0, ...row }: Row): Send {
	const random = fractions(SEED);
	const startedAt = performance.now();
	const [from, to] = row.latencyMs ?? [50, 50];
	let taken: number[] = [];
	return async () => {
		const now = performance.now();
		const isDown = now - startedAt < downMs;
		let isRefused = random() < refused;
		if (most) {
			taken = taken.filter((at) => at > now - most[1]);
			isRefused = taken.length >= most[0];
			if (!isRefused) taken.push(now);
		}
		await sleep(random() < slow ? 10_000 : from + random() * (to - from));
		if (!isDown && !isRefused) return undefined;
		return new AmlCheckError({
			kind: isDown ? 'unavailable' : 'rateLimited',
			httpStatus: isDown ? 503 : 429,
			retryAfterMs: row.retryAfterMs,
			message: '',
			description: '',
		});
	};
}

async function plainClient(send: Send): Promise<void> {
	const ask = async () => {
		for (let n = 0; ; n++) {
			const refusal = await send();
			if (!refusal) return;
			await sleep(refusal.retryAfterMs ?? Math.min(1_000 * 2 ** n, 8_000));
		}
	};
	let left = CHECKS;
	const work = async () => {
		while (left-- > 0) {
			await ask();
			await sleep(CHECK_MS);
			await ask();
		}
	};
	await Promise.all(Array.from({ length: WORKERS }, work));
}

async function throughPool(send: Send): Promise<void> {
	const pool = new Pool();
	const lane: Lane = { most: 50, inFlight: 0 };
	const ask = async (isPaid: boolean) => {
		const turn = { method: '', isPaid, leftMs: () => Infinity };
		const sendOnce = async () => {
			const refusal = await send();
			if (refusal) throw refusal;
		};
		for (let isGood = false; !isGood;)
			isGood = await pool.run(lane, turn, sendOnce).then(
				() => true,
				() => false,
			);
	};
	const screen = async () => {
		await ask(true);
		await sleep(CHECK_MS);
		await ask(false);
	};
	await Promise.all(Array.from({ length: CHECKS }, screen));
}

async function secondsOf(work: Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	let isDone = false;
	void work.then(() => (isDone = true));
	while (!isDone) await jest.advanceTimersByTimeAsync(100);
	return Math.round((performance.now() - startedAt) / 1_000);
}

const table: string[] = [];

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockImplementation(fractions(SEED));
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});
afterAll(() =>
	process.stdout.write(`\nSeconds (pool, plain), seed ${SEED}\n${table.join('\n')}\n`),
);

it.each(ROWS)('$name: at most twice as long as a plain client, and 10 s', async (row) => {
	const plain = await secondsOf(plainClient(serviceOf(row)));
	const pool = await secondsOf(throughPool(serviceOf(row)));
	table.push(`${String(pool).padStart(5)} ${String(plain).padStart(5)}  ${row.name}`);
	expect(pool).toBeLessThanOrEqual(2 * plain + 10);
});
