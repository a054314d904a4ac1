/** How a run waits: soon, together, politely, not for ever, and not after it was cancelled; and what it says meanwhile. */
import type { IDataObject } from 'n8n-workflow';
import type { FaultSpec, SandboxOptions } from '../../../sandbox/server.mts';
import { inEveryZone } from '../../zones.mts';
import { jsonAnswer, lostBefore } from '../harness/virtual/wire.mts';
import {
	audit,
	btcWallets,
	CLEAN,
	detailsOf,
	HISTORY,
	inWorld,
	REGULAR,
	RESULT,
	route,
	rows,
	run,
	runBtc,
	screen,
	SPLIT,
	start,
	STOP,
	SUBMIT,
	wallets,
	type World,
} from './support.mts';

const SECOND = 1_000;

const many = (count: number) => rows(count, 'ETH');

describe('a result comes soon after it is there', () => {
	it.each<[string, SandboxOptions]>([
		['a history that is two minutes late', { history: { lagMs: 120_000 } }],
		['a history without unfinished checks', { history: { showPending: false } }],
		['a history by result date', { history: { orderBy: 'resultDate' } }],
	])('with %s', async (_, options) => {
		await inWorld(
			{ processingMs: 5_000, latencyMs: 50, ...options },
			async ({ sandbox, elapsed }) => {
				const { main } = await run(sandbox, { items: many(40) });
				expect(main.every(({ json }) => json.riskLevel !== 'unknown')).toBe(true);
				expect(main).toHaveLength(40);
				expect(elapsed()).toBeLessThan(20 * SECOND);
			},
		);
	});

	it('with a history in which others are busy', async () => {
		await inWorld({ processingMs: 2_000, latencyMs: 50 }, async ({ sandbox, clock, elapsed }) => {
			const others = () => {
				for (let n = 0; n < 60; n++) sandbox.addCheck({ currency: 'BTC' });
				if (elapsed() < 10 * SECOND) clock.after(100, undefined, others);
			};
			others();
			const result = await run(sandbox, { items: many(10) });
			expect(result.main).toHaveLength(10);
			expect(elapsed()).toBeLessThan(15 * SECOND);
		});
	});
});

describe('a service that asks for fewer calls', () => {
	const refuse = ({ sandbox }: World, method: string, more: object) =>
		sandbox.fault({ method, kind: 'rateLimited', ...more });

	it.each([SUBMIT, RESULT])(
		'is left alone by all executions for as long as it says: %s',
		async (method) => {
			await inWorld({ latencyMs: 40, processingMs: 2_000 }, async (world) => {
				refuse(world, method, { skip: 5, retryAfter: '10' });
				const halves = [many(40).slice(0, 20), many(40).slice(20)];
				const runs = await Promise.all(
					halves.map(async (items) => await run(world.sandbox, { items })),
				);
				expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
				const times = world.wire.calls.map(({ at }) => at);
				const gaps = times.slice(1).map((at, index) => at - times[index]!);
				expect(Math.max(...gaps)).toBeGreaterThan(9.5 * SECOND);
				expect(world.sandbox.stats().charges).toBe(40);
			});
		},
	);

	it.each([SUBMIT, RESULT, HISTORY])(
		'for ages costs nobody more than the timeout: %s',
		async (method) => {
			await inWorld({ processingMs: 1_000 }, async (world) => {
				refuse(world, method, { retryAfter: '1000000000', times: Infinity });
				const parameters = screen({ timeout: 20 });
				const { main, error } = await run(world.sandbox, {
					items: wallets(3),
					parameters,
					settings: SPLIT,
				});
				expect(main.length + error.length).toBe(3);
				expect(world.elapsed()).toBeLessThan(60 * SECOND);
				if (method === SUBMIT)
					for (const item of error) expect(detailsOf(item)).toMatchObject({ charged: false });
			});
		},
	);
});

describe('a currency list that can not be had', () => {
	it.each([
		{ kind: 'hang' },
		{ kind: 'html' },
		{ kind: 'rpcError' },
		{ kind: 'rateLimited', retryAfter: '1' },
	] as const)('neither fails a check nor holds it up: %j', async (fault) => {
		await inWorld({}, async ({ sandbox, elapsed }) => {
			sandbox.fault({ ...fault, method: 'checkup.currencylist', times: Infinity });
			const { main, status } = await run(sandbox, { items: wallets(3) });
			expect([status, main.length, sandbox.stats().charges]).toEqual(['success', 3, 3]);
			expect(elapsed()).toBeLessThan(10 * SECOND);
			const methods = sandbox.stats().requests.map(({ method }) => method);
			expect(methods.filter((one) => one === 'checkup.currencylist')).toHaveLength(1);
		});
	});
});

describe('a timeout', () => {
	it('makes items with the hash and the status, whose level is unknown', async () => {
		await inWorld({ processingMs: 100_000_000 }, async ({ sandbox, elapsed }) => {
			const parameters = screen({ timeout: 20 });
			const { main } = await run(sandbox, { items: wallets(4), parameters, settings: SPLIT });
			expect(elapsed()).toBeGreaterThanOrEqual(19 * SECOND);
			expect(elapsed()).toBeLessThan(40 * SECOND);
			expect(main.map(({ json }) => [json.hash, json.riskLevel])).toEqual(
				sandbox.checks().map(({ hash }) => [hash, 'unknown']),
			);
			for (const { json } of main) expect(json.summary).toContain('status PENDING');
		});
	});

	it('counts from the last progress: one check that hangs holds up nobody', async () => {
		await inWorld({ latencyMs: 50 }, async ({ sandbox, elapsed }) => {
			sandbox.configure({ processingMs: { min: 10_000, max: 55_000 } });
			const hung = String(many(31)[30]!.address);
			const parameters = screen({ timeout: 60 });
			const running = run(sandbox, { items: many(31), parameters, settings: SPLIT });
			await new Promise((resolve) => setTimeout(resolve, 5_000));
			const { hash } = sandbox.checks().find(({ address }) => address === hung)!;
			sandbox.updateCheck(hash, { doneAt: 1e15 });
			const { main } = await running;
			expect(main.filter(({ json }) => json.riskLevel === 'unknown')).toHaveLength(1);
			expect(elapsed()).toBeGreaterThan(70 * SECOND);
			expect(elapsed()).toBeLessThan(140 * SECOND);
		});
	});

	it('does not end the wait while a submission is on its way', async () => {
		await inWorld({ processingMs: 25_000, latencyMs: 50 }, async ({ sandbox }) => {
			const items = wallets(2);
			const match = { address: String(items[1]!.address) };
			sandbox.fault({ method: SUBMIT, kind: 'slow', delayMs: 35_000, match });
			const parameters = screen({ timeout: 20 });
			const { main } = await run(sandbox, { items, parameters, settings: SPLIT });
			expect(main.map(({ json }) => json.riskLevel)).toEqual(['low', 'medium']);
		});
	});

	it('is outlasted by a submission that hangs by 30 seconds at most', async () => {
		await inWorld({}, async ({ sandbox, elapsed }) => {
			sandbox.fault({ method: SUBMIT, kind: 'hang', times: Infinity });
			const parameters = screen({ timeout: 10 });
			const { error } = await run(sandbox, { items: many(1), parameters, settings: SPLIT });
			expect(error[0]?.json).toMatchObject({ details: { fault: 'payment' } });
			expect(error[0]?.json.details).not.toHaveProperty('charged');
			expect(elapsed()).toBeGreaterThan(30 * SECOND);
			expect(elapsed()).toBeLessThan(56 * SECOND);
		});
	});

	it('ends a run whose submissions are refused with 429, while other requests are answered', async () => {
		await inWorld({}, async ({ sandbox, wire, clock, elapsed }) => {
			const headers = { 'retry-after': '1' };
			route(wire, () => lostBefore({ status: 429, headers, body: '{}' }));
			let isRunning = true;
			const parameters = screen({ timeout: 20 });
			const running = run(sandbox, { items: wallets(1), parameters, settings: SPLIT });
			void running.finally(() => (isRunning = false));
			while (isRunning && elapsed() < 300 * SECOND) {
				await clock.wait(SECOND);
				await run(sandbox, { parameters: { resource: 'account', operation: 'ping' } });
			}
			const { error } = await running;
			expect(error[0]?.json.details).toMatchObject({ reason: 'rateLimited', charged: false });
			expect(elapsed()).toBeLessThan(60 * SECOND);
		});
	});

	it('is spent where one of several servers refuses the credentials', async () => {
		await inWorld({ processingMs: 40_000 }, async ({ sandbox, wire }) => {
			let number = 0;
			const unknown = lostBefore(jsonAnswer({}, 401));
			wire.way = ({ method }) => (method === RESULT && ++number % 2 === 0 ? unknown : undefined);
			const { main } = await run(sandbox, { items: wallets(1), settings: SPLIT });
			expect(number).toBeGreaterThan(6);
			expect(main[0]?.json).toMatchObject({ riskLevel: 'low', charged: true });
		});
	});

	it('is not spent on credentials that are refused meanwhile', async () => {
		await inWorld({ processingMs: 200_000 }, async ({ sandbox, clock, elapsed }) => {
			clock.after(5_000, undefined, () => sandbox.configure({ token: 'changed' }));
			const { failure, status } = await run(sandbox, { items: wallets(1) });
			expect(status).toBe('error');
			expect(elapsed()).toBeLessThan(60 * SECOND);
			expect(failure?.description).toContain(sandbox.checks()[0]!.hash);
		});
	});
});

describe('cancelling', () => {
	const stop = async (
		world: World,
		afterMs: number,
		items: IDataObject[],
		more = {},
		settings = STOP,
	) => {
		const started = start(world.sandbox, { items, parameters: screen({}, more), settings });
		await world.clock.wait(afterMs);
		started.cancel();
		const stoppedAt = world.clock.now;
		const result = await started.result;
		const ms = world.clock.now - stoppedAt;
		await world.clock.wait(3_000);
		return { result, ms };
	};

	it.each<[string, FaultSpec | undefined, object]>([
		['a wait', undefined, {}],
		[
			'a pause that the service asked for',
			{ method: SUBMIT, kind: 'rateLimited', retryAfter: '60', times: Infinity },
			{},
		],
		[
			'the pause before another attempt',
			{ method: HISTORY, kind: 'serverErrorBefore', status: 502, times: Infinity },
			{ resource: 'history', operation: 'getAll' },
		],
	])('ends %s within a second', async (_, fault, more) => {
		await inWorld({ processingMs: 100_000 }, async (world) => {
			if (fault) world.sandbox.fault(fault);
			const { result, ms } = await stop(world, 25_000, wallets(5), more);
			expect(result.status).toBe('canceled');
			expect(ms).toBeLessThan(1_000);
			const calls = world.wire.calls.length;
			await world.clock.wait(60_000);
			expect(world.wire.calls).toHaveLength(calls);
		});
	});

	it('names in the log what was paid for, and what may have been, with its candidates', async () => {
		await inWorld({ processingMs: 100_000 }, async (world) => {
			const { sandbox } = world;
			sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
			const { result } = await stop(world, 20_000, wallets(2), {}, REGULAR);
			expect(result.status).toBe('canceled');
			const said = JSON.stringify(result.logs);
			const checks = sandbox.checks();
			expect(checks).toHaveLength(2);
			for (const { hash } of checks) expect(said).toContain(hash);
			expect(said).toContain('Read its checks');
			expect(said).toContain('It is not known whether others were paid for');
		});
	});

	it('names no check in the log where none is known, only the request', async () => {
		await inWorld({ history: { lagMs: 60_000 } }, async (world) => {
			world.sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
			const { result } = await stop(world, 5_000, wallets(1));
			const said = JSON.stringify(result.logs);
			expect(said).toContain(world.sandbox.checks()[0]!.requestId);
			expect(said).not.toContain('Read its checks');
		});
	});

	it('submits nothing more, lets what is on its way finish, and keeps its hash', async () => {
		await inWorld({ latencyMs: 600, processingMs: 9_000 }, async (world) => {
			const options = { maxConcurrentRequests: 3 };
			const { result } = await stop(world, 850, many(9), { options });
			expect(result.status).toBe('canceled');
			expect(world.sandbox.stats().charges).toBe(3);
			const said = JSON.stringify([result.logs, result.saved.executionData?.contextData]);
			for (const { hash } of world.sandbox.checks()) expect(said).toContain(hash);
		});
	});
});

describe('what a person sees afterwards', () => {
	it('a hint: what was charged, merged, reused, is left', async () => {
		await inWorld({ packageSize: 100 }, async ({ sandbox }) => {
			sandbox.addCheck({ currency: 'BTC', address: String(btcWallets(1)[0]!.address) });
			const items = [...btcWallets(3), btcWallets(2)[1]!];
			const { hints } = await runBtc(sandbox, items, { reuseWithinHours: 1 });
			const text = hints.map(({ message }) => message).join('\n');
			expect(text).toMatch(/2 checks charged/);
			expect(text).toMatch(/1 item merged/);
			expect(text).toMatch(/1 (check|report) reused/);
			expect(text).toMatch(/98 checks left/);
		});
	});

	it('a run that stops names every check that it paid for, each once', async () => {
		await inWorld({}, async ({ sandbox }) => {
			sandbox.fault({ method: RESULT, kind: 'rpcError', times: Infinity });
			const parameters = screen({ timeout: 20 });
			const { failure } = await run(sandbox, { items: many(40), parameters });
			const words = `${failure?.message} ${failure?.description}`;
			for (const { hash } of sandbox.checks()) expect(words.split(hash)).toHaveLength(2);
			expect(sandbox.checks()).toHaveLength(40);
		});
	});
});

/** How a history may write its dates, and change them; contract 3. */
const DATES: Record<string, (date: string) => string | null> = {
	'without an offset': (date) => date.slice(0, 19),
	'with another offset': (date) =>
		`${new Date(Date.parse(date) + 10_800_000).toISOString().slice(0, 19)}+03:00`,
	'in UTC': (date) => date.replace('+00:00', 'Z'),
	unreadable: () => 'yesterday',
	missing: () => null,
	'in the year 9999': () => '9999-12-31T23:59:59+00:00',
};

inEveryZone(() => {
	it.each(Object.keys(DATES))('a lost check is found, or named, by dates %s', async (kind) => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire }) => {
			wire.says = (_, { history }) => {
				for (const record of (history ?? []) as Array<Record<string, unknown>>)
					for (const name of ['initDate', 'resultDate'])
						if (record[name]) record[name] = DATES[kind]!(String(record[name]));
			};
			sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
			const result = await runBtc(sandbox, btcWallets(2), {}, SPLIT);
			expect(audit(sandbox, result)).toEqual({ ...CLEAN, charged: 2 });
			if (!['unreadable', 'missing', 'in the year 9999'].includes(kind))
				expect(result.main).toHaveLength(2);
		});
	});
});

it.each(['with odd records', 'whose currency is in capitals'])(
	'a lost check is found in a history %s, beside 300 older ones',
	async (kind) => {
		await inWorld(
			{ repeatedId: 'charge', processingMs: 9_000 },
			async ({ sandbox, wire, clock }) => {
				sandbox.seedHistory(300, { until: clock.now - 3_600_000, everyMs: 60_000 });
				wire.says = (_, result) => {
					const records = (result.history ?? []) as Array<Record<string, unknown>>;
					for (const record of records) {
						if (kind.startsWith('whose')) record.currency = String(record.currency).toUpperCase();
					}
					if (kind === 'with odd records')
						result.history = [
							null,
							'x',
							{ hash: 5, currency: 'ETH', initDate: 'never' },
							...records,
						];
				};
				sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
				const result = await runBtc(sandbox, btcWallets(1));
				expect(result.main[0]?.json).toMatchObject({ charged: true, riskLevel: 'low' });
				expect(sandbox.stats().charges).toBe(1);
			},
		);
	},
);
