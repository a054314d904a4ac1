/** One run's way to the service: what is sent, how long it is repeated, and who is told; in virtual time. */
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { forgetPools } from '../../../nodes/shared/rpc/pool.ts';
import { RpcSession, type CallOptions } from '../../../nodes/shared/rpc/session.ts';
import { contextOf, good, streamed, TOKEN, type Sent } from './connection.mts';
import { FREE, HASH, PAID, SUBMITTED } from './support.mts';

const PING = 'checkup.ping';
const OK = { message: 'OK' };
const TARGET = { addr: '0x1', currency: 'ETH' };
const lost = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
const late = () => Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' }));

type Respond = (sent: Sent, n: number) => unknown;

async function openSession(respond: Respond, options?: Parameters<typeof RpcSession.open>[1]) {
	const { context, sent } = contextOf(respond);
	return { session: await RpcSession.open(context, options), sent };
}

/** The value or the failure of work that takes virtual time, and how long it took. */
async function ending(work: Promise<unknown>): Promise<{ end: unknown; ms: number }> {
	const startedAt = performance.now();
	let found: { end: unknown; ms: number } | undefined;
	const finish = (end: unknown) => (found = { end, ms: performance.now() - startedAt });
	work.then(finish, finish);
	for (let ms = 0; ms < 400_000 && !found; ms += 50) await jest.advanceTimersByTimeAsync(50);
	return found ?? { end: 'nothing', ms: Infinity };
}

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0);
	forgetPools();
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

it('is opened with what the credential says', async () => {
	const { session } = await openSession(() => 0);
	expect(session.serviceUrl.href).toBe('https://aml.example.com/rpc/v1/request');
	expect([session.riskScoreScale, session.cancelSignal]).toEqual(['auto', undefined]);
	expect(session.serviceKey).toMatch(/^[0-9a-f]{64}$/);
	expect(session.hide(`x ${TOKEN}`)).toBe('x •••');
});

describe('a call', () => {
	const call = async (respond: Respond, options?: CallOptions) => {
		const { session, sent } = await openSession(respond);
		const { end, ms } = await ending(session.call(PING, undefined, options));
		return { end, ms, sent, times: sent.map(({ at }) => at - sent[0]!.at) };
	};

	it('returns the result, and is sent with thirty seconds at most, but ten where there is no more time', async () => {
		const { end, sent } = await call((one) => good(one, OK));
		expect(end).toEqual({ result: OK, outerMeta: undefined });
		expect(sent[0]!.options.timeout).toBe(30_000);
		expect((await call((one) => good(one, OK), { timeoutMs: 700 })).sent[0]!.options.timeout).toBe(
			700,
		);
		expect((await call((one) => good(one, OK), { withinMs: 900 })).sent[0]!.options.timeout).toBe(
			900,
		);
		const { session, sent: short } = await openSession((one) => good(one, OK));
		session.limitTime(1);
		await ending(session.call(PING, undefined));
		session.limitTime(12);
		await ending(session.call(PING, undefined));
		expect(short.map(({ options }) => options.timeout)).toEqual([10_000, 12_000]);
	});

	it('is repeated with pauses that double, until a response is good', async () => {
		const { end, times } = await call((one, n) => (n < 5 ? lost() : good(one, OK)));
		expect(end).toMatchObject({ result: OK });
		expect(times).toEqual([0, 250, 750, 1_750, 3_750]);
	});

	it.each<[CallOptions, number[]]>([
		[{ maxAttempts: 1 }, [0]],
		[{ maxAttempts: 3 }, [0, 250, 750]],
		[{ withinMs: 750 }, [0, 250]],
		[{ withinMs: 751 }, [0, 250, 750]],
		[{ withinMs: 250 }, [0]],
		[{ withinMs: 1 }, [0]],
	])('with %j is sent at %j ms', async (options, expected) => {
		const { end, times, ms } = await call(lost, options);
		expect(end).toMatchObject({ kind: 'connectionLost', code: 'ECONNRESET' });
		expect(times).toEqual(expected);
		// It does not wait for an attempt that would come too late.
		expect(ms).toBe(expected.at(-1));
	});

	it('is repeated for a minute after the last usable response, or for the time of the run', async () => {
		expect((await call(lost)).times.at(-1)).toBe(59_750);
		const { session, sent } = await openSession(lost);
		session.limitTime(20);
		await ending(session.call(PING, undefined));
		expect(sent.at(-1)!.at - sent[0]!.at).toBe(19_750);
	});

	it('is not repeated after what will not pass', async () => {
		const { end, times } = await call(() => streamed('', 401));
		expect(end).toMatchObject({ kind: 'credentials', httpStatus: 401 });
		expect(times).toEqual([0]);
	});

	it('fails with the last response, rather than with a timeout after it', async () => {
		const answers = [() => streamed('', 502), late, late];
		const { end } = await call((_, n) => answers[n - 1]!(), { maxAttempts: 3 });
		expect(end).toMatchObject({ kind: 'unavailable', httpStatus: 502 });
		expect((await call(late, { maxAttempts: 2 })).end).toMatchObject({ kind: 'timeout' });
	});

	it('fails with the response, if the pool has no time left for another attempt', async () => {
		const refuse = () => streamed('', 429, { 'retry-after': '70' });
		const { end, times, ms } = await call(refuse, { withinMs: 60_000 });
		expect(end).toMatchObject({ kind: 'rateLimited', retryAfterMs: 70_000 });
		expect([times.length, ms]).toEqual([1, 0]);
	});

	it('hides the token in what the service says', async () => {
		const says = { error: { code: -40008, message: `No ${TOKEN}` } };
		const { end } = await call(({ id }) => streamed(JSON.stringify({ id, ...says })));
		expect((end as AmlCheckError).serviceMessage).toBe('No •••');
	});

	it('that is canceled while it pauses ends so', async () => {
		const cancel = new AbortController();
		const { session, sent } = await openSession(lost, { cancelSignal: cancel.signal });
		setTimeout(() => cancel.abort(), 1_000);
		const { end, ms } = await ending(session.call(PING, undefined));
		expect(end).toMatchObject({ kind: 'cancelled', requestId: sent.at(-1)!.id });
		expect([sent.length, ms < 1_200]).toEqual([3, true]);
	});
});

describe('an attempt', () => {
	const leftMs = () => 5_000;

	it('of a submission may outlast the run by its grace, and no cancellation cuts it short', async () => {
		const cancel = new AbortController();
		const options = { cancelSignal: cancel.signal };
		const { session, sent } = await openSession((one) => good(one, SUBMITTED), options);
		const submit = (more: object) => ending(session.attempt(PAID, TARGET, { leftMs, ...more }));
		await submit({});
		session.limitTime(10);
		await submit({ graceMs: 5_000 });
		session.limitTime(10);
		await submit({ timeoutMs: 60_000, graceMs: 15_000 });
		await submit({ timeoutMs: 60_000 });
		expect(sent.map(({ options: { timeout } }) => timeout)).toEqual([
			30_000, 15_000, 25_000, 60_000,
		]);
		const body = { jsonrpc: '2.0', id: sent[0]!.id, method: PAID, params: TARGET };
		expect(JSON.parse(sent[0]!.options.body as string)).toEqual(body);
		cancel.abort();
		expect(sent.some(({ options: { abortSignal } }) => abortSignal?.aborted)).toBe(false);
	});

	it('of a question has no more than its time, at least a millisecond, and is cut short', async () => {
		const cancel = new AbortController();
		const options = { cancelSignal: cancel.signal };
		const { session, sent } = await openSession(() => new Promise(() => {}), options);
		void session.attempt(FREE, { hash: HASH }, { leftMs, requestId: 'mine' });
		const left = [1, 0.2];
		void session.attempt(FREE, { hash: HASH }, { leftMs: () => left.shift() ?? 0.2 });
		await jest.advanceTimersByTimeAsync(0);
		expect(sent.map(({ options: { timeout } }) => timeout)).toEqual([5_000, 1]);
		expect(sent[0]!.id).toBe('mine');
		expect(sent[1]!.id).toMatch(/^[0-9a-f]{32}$/);
		expect(sent[0]!.options.abortSignal?.aborted).toBe(false);
		cancel.abort();
		expect(sent[0]!.options.abortSignal?.aborted).toBe(true);
	});

	it('shows the clock of the service, unless its response is of no use', async () => {
		const date = new Date(Date.now() + 3_600_000).toUTCString();
		const { session } = await openSession((one, n) =>
			n === 1 ? streamed('<html>', 200, { date }) : good(one, OK, { date }),
		);
		await ending(session.call(PING, undefined, { maxAttempts: 1 }));
		expect(session.clock.aheadMs).toBeUndefined();
		await ending(session.call(PING, undefined));
		expect(Math.abs((session.clock.aheadMs ?? 0) - 3_600_000)).toBeLessThan(1_100);
	});
});

it('never sends more at once than it may, from the first request on', async () => {
	const { session, sent } = await openSession(() => new Promise(() => {}), {
		maxConcurrentRequests: 1,
	});
	for (let n = 0; n < 2; n++) void session.call(PING, undefined);
	await jest.advanceTimersByTimeAsync(1_000);
	expect(sent).toHaveLength(1);
});

it('a service that holds one method for long holds no other', async () => {
	const { session, sent } = await openSession((one) =>
		one.method === FREE ? streamed('', 429, { 'retry-after': '70' }) : good(one, OK),
	);
	await ending(session.call(FREE, { hash: HASH }, { maxAttempts: 1 }));
	expect(await ending(session.call(PING, undefined))).toMatchObject({ end: { result: OK }, ms: 0 });
	expect(sent).toHaveLength(2);
});

it('sends nothing once it is canceled, and nobody sleeps', async () => {
	const options = { cancelSignal: AbortSignal.abort() };
	const { session, sent } = await openSession((one) => good(one, OK), options);
	const attempt = session.attempt(PING, undefined, { leftMs: () => 9, requestId: 'mine' });
	expect((await ending(attempt)).end).toMatchObject({ kind: 'cancelled', requestId: 'mine' });
	expect(await session.changes.waitFor(() => false)).toBe(false);
	expect(sent).toEqual([]);
});

it('is silent a minute after its last usable response', async () => {
	const { session } = await openSession((one, n) => (n === 1 ? good(one, OK) : lost()));
	const at: boolean[] = [];
	await jest.advanceTimersByTimeAsync(59_000);
	await session.call(PING, undefined);
	for (const ms of [59_999, 1, 60_000]) {
		await jest.advanceTimersByTimeAsync(ms);
		at.push(session.isSilent);
	}
	expect(at).toEqual([false, true, true]);
});
