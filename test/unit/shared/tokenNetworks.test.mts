/** How the list of tokens is asked for, how long the last attempt is believed, and which networks it says have tokens. */
import {
	forgetCurrencies,
	readCurrencies,
	readTokenNetworks,
	tryCurrencies,
} from '../../../nodes/shared/currencyList.ts';
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { filterNetworks } from '../../../nodes/shared/networks.ts';
import type { RpcSession } from '../../../nodes/shared/rpc/session.ts';

const down = new AmlCheckError({ kind: 'unavailable', message: '', advice: '' });

/** A session whose service has this list, or is down; and what it was asked. */
function sessionOf(list: object[] | AmlCheckError, serviceKey = 'service') {
	const asked: unknown[][] = [];
	const call = async (...given: unknown[]) => {
		asked.push(given);
		if (list instanceof AmlCheckError) throw list;
		return await Promise.resolve({ result: list });
	};
	return { session: { serviceKey, call } as unknown as RpcSession, asked };
}

beforeEach(() => {
	jest.useFakeTimers();
	forgetCurrencies();
});
afterEach(() => jest.useRealTimers());

it('is asked for once and shortly where an older list will do, and with patience where it is needed', async () => {
	const { session, asked } = sessionOf([]);
	await tryCurrencies(session);
	forgetCurrencies();
	await readCurrencies(session);
	expect(asked).toStrictEqual([
		['checkup.currencylist', undefined, { maxAttempts: 1, withinMs: 2_000 }],
		['checkup.currencylist', undefined, undefined],
	]);
});

it('is not asked for again for just ten minutes after an attempt that failed, or an hour after a good one', async () => {
	for (const [list, ms] of [
		[down, 600_000],
		[[], 3_600_000],
	] as const) {
		forgetCurrencies();
		const { session, asked } = sessionOf(list as object[] | AmlCheckError);
		const counts: number[] = [];
		for (const wait of [0, ms - 1, 1]) {
			await jest.advanceTimersByTimeAsync(wait);
			await tryCurrencies(session);
			counts.push(asked.length);
		}
		expect(counts).toEqual([1, 1, 2]);
	}
});

it('that can not be had fails all who share the request, and is not asked for by each again', async () => {
	const { session, asked } = sessionOf(down);
	const kinds = [1, 2].map(
		async () => await readCurrencies(session).catch(({ kind }) => kind as string),
	);
	expect(await Promise.all(kinds)).toEqual(['unavailable', 'unavailable']);
	expect(asked).toHaveLength(1);
});

it('is kept for the last twenty services', async () => {
	const services = Array.from({ length: 21 }, (_, n) => sessionOf([], `service ${n}`));
	for (const { session } of services.slice(0, 20)) await tryCurrencies(session);
	await tryCurrencies(services[0]!.session);
	await tryCurrencies(services[20]!.session);
	for (const n of [0, 1]) await tryCurrencies(services[n]!.session);
	expect(services.slice(0, 3).map(({ asked }) => asked.length)).toEqual([1, 2, 1]);
});

describe('the networks with tokens', () => {
	const [known] = filterNetworks(({ hasTokens }) => hasTokens);
	const [one, other] = filterNetworks(({ hasTokens }) => !hasTokens);
	if (!known || !one || !other) throw new Error('There are no such networks: mend this test');

	it('are those of the list, in either case, and those that are known', async () => {
		const list = [
			{ currency: one.toLowerCase(), token_id: 31 },
			{ currency: other, token_id: '0' },
			{ currency: other, token_id: 0 },
		];
		const { session, asked } = sessionOf(list);
		const hasTokens = await readTokenNetworks(session, [known, one]);
		expect([known, one, other].map(hasTokens)).toEqual([true, true, false]);
		expect(asked).toHaveLength(1);
	});

	it('are not asked for where all that are wanted are known', async () => {
		const { session, asked } = sessionOf([{ currency: one, token_id: 31 }]);
		const hasTokens = await readTokenNetworks(session, [known]);
		expect([known, one].map(hasTokens)).toEqual([true, false]);
		expect(asked).toEqual([]);
	});

	it('are those that are known where there is no list', async () => {
		const hasTokens = await readTokenNetworks(sessionOf(down).session, [one]);
		expect([known, one].map(hasTokens)).toEqual([true, false]);
	});
});
