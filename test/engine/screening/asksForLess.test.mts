/**
 * A service that asks for less: how long 100 checks of a second take through the paid path, and how long a plain client
 * takes that sends five requests at once, waits as long as it is asked to and repeats the request. In virtual time.
 */
import { sleep } from 'n8n-workflow';
import { fractions } from '../../../sandbox/random.mts';
import type { Way, Wire } from '../harness/virtual/wire.mts';
import {
	audit,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	RESULT,
	rows,
	run,
	runBtc,
	SPLIT,
	SUBMIT,
	TOKEN,
} from './support.mts';

const CHECKS = 100;
const CHECK_MS = 1_000;
const WORKERS = 5;
const SEED = 22;

interface Row {
	name: string;
	checks?: number;
	/** This share of the requests is refused with 429. */
	refused?: number;
	retryAfter?: number;
	/** So many requests are taken in so many milliseconds. */
	most?: [count: number, ms: number];
	/** Until when the service answers 503. */
	downMs?: number;
	/** This share of the responses takes ten seconds. */
	slow?: number;
	latencyMs?: [from: number, to: number];
}

const ROWS: Row[] = [
	{ name: '2% refused, Retry-After: 1', refused: 0.02, retryAfter: 1 },
	{ name: '2% refused', refused: 0.02 },
	{ name: '10% refused, Retry-After: 1', refused: 0.1, retryAfter: 1 },
	{ name: '10% refused', refused: 0.1 },
	{ name: '30% refused, Retry-After: 1', refused: 0.3, retryAfter: 1 },
	{ name: '30% refused', refused: 0.3 },
	{ name: '50% refused, Retry-After: 1', refused: 0.5, retryAfter: 1 },
	{ name: '50% refused', refused: 0.5 },
	{ name: '60 a minute', most: [60, 60_000] },
	{ name: '60 a minute, Retry-After: 10', most: [60, 60_000], retryAfter: 10 },
	{ name: '5 a second', most: [5, 1_000] },
	{ name: '20 a second, Retry-After: 1', most: [20, 1_000], retryAfter: 1 },
	// More checks: a submission that got a 503 may be charged, so it is looked for for two minutes before it is repeated.
	{ name: '503 for 20 s', downMs: 20_000, checks: 200 },
	{ name: 'one in fifty takes 10 s', slow: 0.02 },
	{ name: '20 ms to 1 s at random', latencyMs: [20, 1_000] },
];

/** The way of each request to the service of a row. */
function wayOf(row: Row, elapsed: () => number): Way {
	const {
		refused = 0,
		retryAfter,
		most,
		downMs = 0,
		slow = 0,
		latencyMs: [from, to] = [50, 50],
	} = row;
	const random = fractions(SEED);
	const headers: Record<string, string> =
		retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` };
	let taken: number[] = [];
	return () => {
		const now = elapsed();
		let isRefused = random() < refused;
		if (most) {
			taken = taken.filter((at) => at > now - most[1]);
			isRefused = taken.length >= most[0];
			if (!isRefused) taken.push(now);
		}
		const after = random() < slow ? 10_000 : from + random() * (to - from);
		const status = now < downMs ? 503 : isRefused ? 429 : 200;
		if (status === 200) return { returns: after };
		return { reaches: 'never', instead: { after, answer: { status, headers, body: 'Not now' } } };
	};
}

async function plainClient(wire: Wire, checks: number): Promise<void> {
	let id = 0;
	const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
	const ask = async (method: string, params: object) => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: `plain${id++}`, method, params });
		for (let n = 0; ; n++) {
			const response = await wire.send({ body, headers });
			if (response.statusCode === 200)
				return JSON.parse(Buffer.concat(response.body).toString()) as {
					result: { check: { hash: string; status: string } };
				};
			const asked = response.headers['retry-after'];
			await sleep(asked ? Number(asked) * 1_000 : Math.min(1_000 * 2 ** n, 8_000));
		}
	};
	const left = rows(checks).values();
	const work = async () => {
		for (const { address } of left) {
			const { result } = await ask(SUBMIT, { addr: address, currency: 'BTC' });
			await sleep(CHECK_MS);
			const read = await ask(RESULT, { hash: result.check.hash });
			expect(read.result.check.status).toBe('SUCCESS');
			await ask('checkup.findreport', { hash: address, currency: 'BTC' });
		}
	};
	await Promise.all(Array.from({ length: WORKERS }, work));
}

const table: string[] = [];
afterAll(() =>
	process.stdout.write(`\nSeconds (node, plain client), seed ${SEED}\n${table.join('\n')}\n`),
);

it.each(ROWS)(
	'$name: at most twice as long as a plain client and 10 s',
	async (row) => {
		const { checks = CHECKS } = row;
		const options = { processingMs: CHECK_MS };
		const plain = await inWorld(options, async ({ wire, elapsed }) => {
			wire.way = wayOf(row, elapsed);
			await plainClient(wire, checks);
			return elapsed() / 1_000;
		});
		await inWorld(options, async ({ sandbox, wire, elapsed }) => {
			wire.way = wayOf(row, elapsed);
			const result = await runBtc(sandbox, rows(checks));
			const seconds = elapsed() / 1_000;
			table.push(`${seconds.toFixed().padStart(5)} ${plain.toFixed().padStart(5)}  ${row.name}`);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: checks });
			expect(result.main.map(({ json }) => json.status ?? 'SUCCESS')).toEqual(
				Array(checks).fill('SUCCESS'),
			);
			expect(seconds).toBeLessThanOrEqual(2 * plain + 10);
		});
	},
	60_000,
);

const HISTORY_OF_ALL = { resource: 'history', operation: 'getAll', returnAll: true };

it('a free request that is asked to wait for longer than it has time says that it was asked to', async () => {
	await inWorld({}, async ({ sandbox }) => {
		sandbox.fault({ method: HISTORY, kind: 'rateLimited', retryAfter: '100', times: Infinity });
		const { error } = await run(sandbox, {
			parameters: HISTORY_OF_ALL,
			items: rows(1),
			settings: SPLIT,
		});
		expect(detailsOf(error[0]!)).toMatchObject({ reason: 'rateLimited', fault: 'service' });
	});
});

it('a pause of a year is one of five minutes for those who come later', async () => {
	await inWorld({}, async ({ sandbox, clock }) => {
		sandbox.addCheck();
		sandbox.fault({ method: HISTORY, kind: 'rateLimited', retryAfter: '31536000' });
		const read = async () => await run(sandbox, { parameters: HISTORY_OF_ALL, settings: SPLIT });
		expect(await read()).toMatchObject({ main: [], error: [{}] });
		await clock.wait(6 * 60_000);
		expect(await read()).toMatchObject({ main: [{}], error: [] });
	});
});
