/** The currency list is kept for an hour, and longer while a new one can't be had; a check does without. In virtual time. */
import {
	forgetCurrencies,
	readCurrencies,
	tryCurrencies,
} from '../../../nodes/shared/currencyList.ts';
import { AmlCheckError, type FailureKind } from '../../../nodes/shared/failures/failure.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';

const HOUR = 3_600_000;

let asked: number;
let refusal: FailureKind | undefined;

const list = (n: number) => [{ currency: 'ETH', token_id: n }];

/** A session of a service; each answer is another list. */
function sessionOf(serviceKey = 'service', cancelSignal?: AbortSignal): RpcSession {
	const call = async () => {
		asked++;
		const mine = asked;
		await new Promise((resolve) => setTimeout(resolve, 10));
		const kind = cancelSignal?.aborted ? 'cancelled' : refusal;
		if (kind) throw new AmlCheckError({ kind, message: '', advice: '' });
		return { result: list(mine) };
	};
	return { serviceKey, cancelSignal, call } as unknown as RpcSession;
}

async function read(session = sessionOf(), how = readCurrencies): Promise<unknown> {
	const reading = how(session).catch((failure: AmlCheckError) => failure.kind);
	await jest.advanceTimersByTimeAsync(20);
	return await reading;
}

beforeEach(() => {
	jest.useFakeTimers();
	forgetCurrencies();
	[asked, refusal] = [0, undefined];
});
afterEach(() => jest.useRealTimers());

it('is read once an hour for each service and token', async () => {
	expect(await read()).toEqual(list(1));
	await jest.advanceTimersByTimeAsync(HOUR - 100);
	expect(await read()).toEqual(list(1));
	expect(await read(sessionOf(), tryCurrencies)).toEqual(list(1));
	expect(await read(sessionOf('other'))).toEqual(list(2));
	await jest.advanceTimersByTimeAsync(100);
	expect(await read()).toEqual(list(3));
});

it('is read once by executions that need it in the same moment', async () => {
	expect(await Promise.all([read(), read(), read()])).toEqual([list(1), list(1), list(1)]);
	expect(asked).toBe(1);
});

it('is used longer while a new one can not be had, which is tried every ten minutes', async () => {
	await read();
	await jest.advanceTimersByTimeAsync(HOUR);
	refusal = 'unavailable';
	expect(await read()).toEqual(list(1));
	expect(await read()).toEqual(list(1));
	expect(asked).toBe(2);
	await jest.advanceTimersByTimeAsync(600_000);
	expect(await read()).toEqual(list(1));
	expect(asked).toBe(3);
	refusal = undefined;
	await jest.advanceTimersByTimeAsync(600_000);
	expect(await read()).toEqual(list(4));
});

it('that can not be had fails what needs it, and nothing else', async () => {
	refusal = 'unavailable';
	expect(await read(sessionOf(), tryCurrencies)).toEqual([]);
	expect(await read(sessionOf(), tryCurrencies)).toEqual([]);
	expect(asked).toBe(1);
	expect(await read()).toBe('unavailable');
	refusal = undefined;
	expect(await read()).toEqual(list(3));
	expect(await read(sessionOf(), tryCurrencies)).toEqual(list(3));
});

it('is read again by an execution whose request was sent by one that was canceled', async () => {
	const cancel = new AbortController();
	const first = readCurrencies(sessionOf('service', cancel.signal)).catch(() => 'canceled');
	const second = read();
	cancel.abort();
	await jest.advanceTimersByTimeAsync(50);
	expect(await first).toBe('canceled');
	expect(await second).toEqual(list(2));
});
