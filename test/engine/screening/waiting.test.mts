/** How a run waits: soon, together, politely, not for ever, and not after it was cancelled. */
import type { IDataObject } from 'n8n-workflow';
import { bookAddress, makeAddress, type Sandbox } from '../../../sandbox/server.mts';
import {
	btcWallets,
	run,
	screen,
	screenBtc,
	SPLIT,
	start,
	wallets,
	WALLETS,
	withSandbox,
} from './support.mts';

const many = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ address: makeAddress('ETH', n) }));

const timed = async <T,>(work: Promise<T>): Promise<[result: T, ms: number]> => {
	const begun = Date.now();
	const result = await work;
	return [result, Date.now() - begun];
};

const callsPerCheck = (sandbox: Sandbox): number => {
	const { requests, charges } = sandbox.stats();
	return requests.length / charges;
};

it.each([1, 5])('looks at once: %i checks', async (count) => {
	await withSandbox({}, async (sandbox) => {
		const [{ status }, ms] = await timed(run(sandbox, { items: wallets(count) }));
		expect(status).toBe('success');
		expect(ms).toBeLessThan(2_000);
	});
});

it('takes about two calls for each of 200 checks, and never more at once than allowed', async () => {
	const options = { processingMs: { min: 500, max: 6_000 }, latencyMs: 5 };
	await withSandbox(options, async (sandbox) => {
		const parameters = screen({ maxConcurrent: 7 });
		const { main } = await run(sandbox, { items: many(200), parameters });
		expect(main).toHaveLength(200);
		expect(main.every(({ json }) => json.status === 'SUCCESS')).toBe(true);
		expect(sandbox.stats()).toMatchObject({ charges: 200, peakInFlight: 7 });
		expect(callsPerCheck(sandbox)).toBeLessThan(2.2);
	});
}, 60_000);

it('looks directly where the history does not show the checks', async () => {
	const options = { processingMs: 1_000, history: { lagMs: 600_000 } };
	await withSandbox(options, async (sandbox) => {
		const [{ main, status }, ms] = await timed(run(sandbox, { items: many(40) }));
		expect(status).toBe('success');
		expect(main).toHaveLength(40);
		expect(ms).toBeLessThan(12_000);
	});
}, 60_000);

it('is not led astray by a busy history', async () => {
	await withSandbox({ processingMs: 1_000 }, async (sandbox) => {
		const timer = setInterval(() => {
			for (let n = 0; n < 60; n++) sandbox.addCheck({ currency: 'BTC' });
		}, 100);
		const [{ main, status }, ms] = await timed(run(sandbox, { items: many(10) }));
		clearInterval(timer);
		expect(status).toBe('success');
		expect(main).toHaveLength(10);
		expect(ms).toBeLessThan(15_000);
	});
}, 60_000);

describe('a service that asks for fewer calls', () => {
	/** The times at which requests came, from the first one on. */
	const arrivals = (sandbox: Sandbox) => {
		const { requests } = sandbox.stats();
		return requests.map(({ at }) => at - requests[0].at);
	};

	it('slows the whole run, for as long as it says', async () => {
		await withSandbox({ latencyMs: 40 }, async (sandbox) => {
			const method = 'checkup.checkaddr';
			sandbox.fault({ method, kind: 'rateLimited', skip: 5, retryAfter: '3' });
			const { status } = await run(sandbox, { items: many(30) });
			expect(status).toBe('success');
			const times = arrivals(sandbox);
			const gaps = times.slice(1).map((at, index) => at - times[index]);
			expect(Math.max(...gaps)).toBeGreaterThan(2_800);
			// What was on its way when the answer came may still arrive, and no more.
			const before = times.filter((at) => at < 1_500);
			expect(before.length).toBeLessThanOrEqual(6 + 5 + 5);
			expect(sandbox.stats().charges).toBe(30);
		});
	}, 60_000);

	it.each(['serverErrorBefore', 'serverErrorAfter'] as const)(
		'with %s is left alone before a check is sent again',
		async (kind) => {
			await withSandbox({}, async (sandbox) => {
				sandbox.fault({ method: 'checkup.checkaddr', kind, retryAfter: '2' });
				// Only on a network without tokens does the history prove which check was taken.
				const { status } = await run(sandbox, { items: btcWallets(1), parameters: screenBtc() });
				expect(status).toBe('success');
				expect(arrivals(sandbox)[1]).toBeGreaterThanOrEqual(2_000);
				expect(sandbox.stats().charges).toBe(1);
			});
		},
		30_000,
	);

	it('is left alone by all executions of the process, whichever of them was asked', async () => {
		await withSandbox({ latencyMs: 40 }, async (sandbox) => {
			const method = 'checkup.checkaddr';
			sandbox.fault({ method, kind: 'rateLimited', skip: 5, retryAfter: '3' });
			const [first, second] = [many(40).slice(0, 20), many(40).slice(20)];
			const runs = await Promise.all([first, second].map((items) => run(sandbox, { items })));
			expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
			const times = arrivals(sandbox);
			const gaps = times.slice(1).map((at, index) => at - times[index]);
			// Were it for one of them only, the other would have filled the gap.
			expect(Math.max(...gaps)).toBeGreaterThan(2_800);
			expect(sandbox.stats().charges).toBe(40);
		});
	}, 60_000);

	it('while results are fetched is heard too', async () => {
		await withSandbox({}, async (sandbox) => {
			const method = 'checkup.getresult';
			sandbox.fault({ method, kind: 'rateLimited', retryAfter: '2' });
			const [{ status }, ms] = await timed(run(sandbox, { items: wallets(1) }));
			expect(status).toBe('success');
			expect(ms).toBeGreaterThanOrEqual(2_000);
		});
	}, 30_000);

	it('for longer than there is time ends the run, and nothing is paid', async () => {
		await withSandbox({}, async (sandbox) => {
			const method = 'checkup.checkaddr';
			sandbox.fault({ method, kind: 'rateLimited', retryAfter: '120', times: Infinity });
			const parameters = screen({ timeout: 2 });
			const items = wallets(3);
			const [{ error }, ms] = await timed(run(sandbox, { items, parameters, settings: SPLIT }));
			expect(ms).toBeLessThan(3_000);
			for (const { json } of error) expect(json.details).toMatchObject({ charged: false });
			expect(error).toHaveLength(3);
		});
	});
});

describe('a timeout', () => {
	it('names each hash, and how to get the result later for free', async () => {
		await withSandbox({ processingMs: 60_000 }, async (sandbox) => {
			const parameters = screen({ timeout: 1 });
			const items = wallets(4);
			const [{ error }, ms] = await timed(run(sandbox, { items, parameters, settings: SPLIT }));
			expect(ms).toBeLessThan(2_500);
			expect(error).toHaveLength(4);
			error.forEach(({ json }, index) => {
				const details = json.details as Record<string, string>;
				const { hash } = sandbox.checks().find(({ address }) => address === WALLETS[index])!;
				expect(details).toMatchObject({ hash, charged: true });
				expect(details.description).toContain(hash);
				expect(details.description).toMatch(/Get Result.*free/);
			});
		});
	});

	it('is one for the free looks too, however slow the service is', async () => {
		await withSandbox({ latencyMs: 3_000 }, async (sandbox) => {
			const options = { timeout: 2, maxConcurrent: 1, reuseWithinHours: 1, reuseUntoldAsset: true };
			const more = { items: many(12), parameters: screen(options), settings: SPLIT };
			const [{ error }, ms] = await timed(run(sandbox, more));
			expect(error).toHaveLength(12);
			// 15 s beyond its time, and what a busy machine takes; all of the looks would be 36 s.
			expect(ms).toBeLessThan(2_000 + 15_000 + 5_000);
			expect(sandbox.stats().charges).toBe(0);
		});
	}, 60_000);

	it.each(['checkup.checkaddr', 'checkup.getresult', 'checkup.getcheckshistory'])(
		'is not lengthened by a service that asks for patience for ages (%s)',
		async (method) => {
			await withSandbox({ processingMs: 500 }, async (sandbox) => {
				const retryAfter = '1000000000';
				sandbox.fault({ method, kind: 'rateLimited', retryAfter, times: Infinity });
				const parameters = screen({ timeout: 2 });
				const more = { items: wallets(2), parameters, settings: SPLIT };
				const [{ main, error }, ms] = await timed(run(sandbox, more));
				expect(main.length + error.length).toBe(2);
				expect(ms).toBeLessThan(2_000 + 15_000);
			});
		},
		60_000,
	);

	it('is one for the whole run, however many calls hang', async () => {
		await withSandbox({}, async (sandbox) => {
			sandbox.fault({ method: 'checkup.getresult', kind: 'hang', times: Infinity });
			const parameters = screen({ timeout: 2, maxConcurrent: 2 });
			const [{ status }, ms] = await timed(run(sandbox, { items: many(12), parameters }));
			expect(status).toBe('error');
			expect(ms).toBeLessThan(8_000);
			expect(sandbox.stats().charges).toBe(12);
		});
	}, 30_000);
});

describe('cancelling', () => {
	const stop = async (sandbox: Sandbox, afterMs: number, items: IDataObject[], options = {}) => {
		const started = start(sandbox, { items, parameters: screen(options) });
		let stoppedAt = 0;
		setTimeout(() => {
			stoppedAt = Date.now();
			started.cancel();
		}, afterMs);
		const result = await started.result;
		return { result, ms: Date.now() - stoppedAt };
	};

	it('ends a wait within a second', async () => {
		await withSandbox({ processingMs: 60_000 }, async (sandbox) => {
			const { result, ms } = await stop(sandbox, 3_000, wallets(5));
			expect(result.status).toBe('canceled');
			expect(ms).toBeLessThan(1_000);
			const looks = sandbox.stats().requests.length;
			await new Promise((go) => setTimeout(go, 1_200));
			expect(sandbox.stats().requests).toHaveLength(looks);
		});
	}, 20_000);

	it('ends a pause that the service asked for within a second', async () => {
		await withSandbox({}, async (sandbox) => {
			const method = 'checkup.checkaddr';
			sandbox.fault({ method, kind: 'rateLimited', retryAfter: '60', times: Infinity });
			const { result, ms } = await stop(sandbox, 400, wallets(3));
			expect(result.status).toBe('canceled');
			expect(ms).toBeLessThan(1_000);
			expect(sandbox.stats().charges).toBe(0);
		});
	});

	it('lets a submission on its way finish, and tells its hash', async () => {
		await withSandbox({ latencyMs: 600 }, async (sandbox) => {
			const { result } = await stop(sandbox, 250, many(9), { maxConcurrent: 3 });
			expect(result.status).toBe('canceled');
			await new Promise((go) => setTimeout(go, 700));
			expect(sandbox.stats().charges).toBe(3);
			const told = JSON.stringify(result.logs);
			for (const { hash } of sandbox.checks()) expect(told).toContain(hash);
		});
	});

	it('leaves in the saved execution what was submitted, and submits nothing more', async () => {
		await withSandbox({ latencyMs: 400 }, async (sandbox) => {
			const { result } = await stop(sandbox, 250, many(6), { maxConcurrent: 3 });
			await new Promise((go) => setTimeout(go, 700));
			expect(sandbox.stats()).toMatchObject({ charges: 3, calls: { 'checkup.checkaddr': 3 } });
			const saved = JSON.stringify(result.saved.executionData?.contextData);
			for (const { id } of sandbox.stats().requests) expect(saved).toContain(id);
		});
	});
});

describe('progress', () => {
	it('is heard by the editor in a manual run', async () => {
		await withSandbox({ processingMs: 1_500 }, async (sandbox) => {
			const result = await run(sandbox, { items: wallets(4), mode: 'manual' });
			expect(JSON.stringify(result.uiMessages)).toContain('4 of 4 checks done');
		});
	});

	it('is in the log in production', async () => {
		await withSandbox({ processingMs: 1_500 }, async (sandbox) => {
			const result = await run(sandbox, { items: wallets(4) });
			const infos = result.logs.filter(({ level }) => level === 'info');
			expect(JSON.stringify(infos)).toContain('4 of 4 checks done');
			expect(result.uiMessages).toEqual([]);
		});
	});
});

it('does not wait for the others where the credentials are refused meanwhile', async () => {
	await withSandbox({ processingMs: 60_000 }, async (sandbox) => {
		setTimeout(() => sandbox.configure({ token: 'changed' }), 500);
		const address = bookAddress('ETH', 'low');
		const [{ failure, status }, ms] = await timed(run(sandbox, { items: [{ address }] }));
		expect(status).toBe('error');
		expect(ms).toBeLessThan(5_000);
		expect(failure?.message).toMatch(/credentials/);
		expect(failure?.description).toContain(sandbox.checks()[0].hash);
	});
}, 30_000);
