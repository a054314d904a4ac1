/** The option Idempotency Key: the same work asked for again by another execution, under each way a service may take it. */
import { forgetClaims } from '../../../nodes/AmlCheck/screening/claims.ts';
import { bookAddress, type Sandbox } from '../../../sandbox/server.mts';
import { runWorkflow } from '../harness/index.mts';
import {
	credentialFor,
	isFalsePass,
	loopOver,
	REGULAR,
	run,
	screen,
	start,
	STOP,
	wallets,
	WALLETS,
	withSandbox,
	type ScreeningRun,
} from './support.mts';

const HOUR_MS = 3_600_000;
const LOW = bookAddress('ETH', 'low');
const items = wallets(WALLETS.length);

/** Tokens: nothing but the `id` can tell that their checks were asked for before. */
const keyed = (idempotencyKey: string): ScreeningRun => ({
	items,
	parameters: screen({ idempotencyKey }, { currency: 'USDTERC20' }),
});

/** A run whose checks are an hour old when the next one comes: n8n's clock and the service's are both put back. */
async function runAnHourAgo(sandbox: Sandbox, options: ScreeningRun) {
	const clock = Date.now;
	Date.now = () => clock() - HOUR_MS;
	try {
		const result = await run(sandbox, options);
		expect(result.status).toBe('success');
		return result;
	} finally {
		Date.now = clock;
		// Another process has the next one.
		forgetClaims();
	}
}

const hashesOf = ({ main }: Awaited<ReturnType<typeof run>>) => main.map(({ json }) => json.hash);

describe('the same work under the same key', () => {
	it('is charged once where the service answers with the first check', async () => {
		await withSandbox({ repeatedId: 'replay' }, async (sandbox) => {
			const first = await runAnHourAgo(sandbox, keyed('batch 1'));
			expect(first.main.every(({ json }) => json.charged === true)).toBe(true);
			const second = await run(sandbox, keyed('batch 1'));
			expect(second.status).toBe('success');
			expect(hashesOf(second)).toEqual(hashesOf(first));
			for (const { json } of second.main)
				expect(json).toMatchObject({ status: 'SUCCESS', charged: false, reused: true });
			expect(JSON.stringify(second.hints)).toContain('0 checks charged');
			expect(sandbox.stats().charges).toBe(items.length);
		});
	});

	it('is charged for where it was cut off, and only there', async () => {
		await withSandbox({ repeatedId: 'replay' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', skip: 3 });
			const first = await run(sandbox, keyed('batch 1'));
			expect(first.status).toBe('error');
			const second = await run(sandbox, keyed('batch 1'));
			expect(second.status).toBe('success');
			expect(sandbox.stats().charges).toBe(items.length);
		});
	});

	it.each(['replay', 'refuse', 'charge'] as const)(
		'is charged once where it is sent again after Stop, while its checks are pending (%s)',
		async (repeatedId) => {
			await withSandbox({ repeatedId, processingMs: 3_000 }, async (sandbox) => {
				const first = start(sandbox, keyed('file 1'));
				while (sandbox.stats().charges < items.length)
					await new Promise((resolve) => setTimeout(resolve, 20));
				first.cancel();
				expect((await first.result).status).toBe('canceled');
				const second = await run(sandbox, keyed('file 1'));
				expect(second.status).toBe('success');
				expect(second.main.map(({ json }) => json.status)).toEqual(items.map(() => 'SUCCESS'));
				expect(sandbox.stats().charges).toBe(items.length);
			});
		},
		60_000,
	);

	it.each([
		['Stop', STOP],
		['Continue', REGULAR],
	])(
		'is refused, with advice, where the service refuses (%s)',
		async (_, settings) => {
			await withSandbox({ repeatedId: 'refuse' }, async (sandbox) => {
				await runAnHourAgo(sandbox, keyed('batch 1'));
				const looks = () => sandbox.stats().calls['checkup.getcheckshistory'] ?? 0;
				const before = looks();
				const { main, failure } = await run(sandbox, { ...keyed('batch 1'), settings });
				expect(looks() - before).toBeLessThanOrEqual(items.length);
				const told = failure ? [failure.description] : main.map(({ json }) => json.details);
				expect(told).toHaveLength(failure ? 1 : items.length);
				for (const one of told)
					expect(JSON.stringify(one)).toContain('asked for under the same Idempotency Key before');
				if (!failure)
					for (const { json } of main) expect(json).toMatchObject({ details: { charged: false } });
				expect(main.filter((item) => isFalsePass(sandbox, item))).toEqual([]);
				expect(sandbox.stats().charges).toBe(items.length);
			});
		},
		60_000,
	);

	it('says the same at a Retry where the service refuses', async () => {
		await withSandbox({ repeatedId: 'refuse' }, async (sandbox) => {
			await runAnHourAgo(sandbox, keyed('batch 1'));
			const refused = await run(sandbox, keyed('batch 1'));
			const again = await refused.retry();
			expect(again.failure?.description).toContain('under the same Idempotency Key before');
			expect(sandbox.stats().charges).toBe(items.length);
		});
	});

	it('is called paid by one of two executions, also once both are in one process', async () => {
		await withSandbox({ repeatedId: 'replay' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'rpcError', skip: 1 });
			const options = { ...keyed('batch 1'), items: wallets(2) };
			const cutOff = await run(sandbox, options);
			expect(cutOff.status).toBe('error');
			// Another process has the next one, and the Retry of the first.
			forgetClaims();
			const whole = await run(sandbox, options);
			const again = await cutOff.retry();
			expect(hashesOf(again)).toEqual(hashesOf(whole));
			expect(whole.main.map(({ json }) => json.charged)).toEqual([true, true]);
			expect(again.main.map(({ json }) => json.charged)).toEqual([false, false]);
			expect(sandbox.stats().charges).toBe(2);
		});
	});

	it('is not called unpaid where this execution may have been the one that paid', async () => {
		const service = { repeatedId: 'refuse', history: { lagMs: 60_000 } } as const;
		await withSandbox(service, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const options = { ...keyed('batch 1'), items: wallets(1), settings: REGULAR };
			const { main } = await run(sandbox, options);
			expect(main[0].json.error).toEqual(expect.any(String));
			expect(main[0].json.details).not.toHaveProperty('charged');
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 30_000);

	it('is charged once for every run of a loop that wants it, whatever the service does', async () => {
		for (const repeatedId of ['replay', 'refuse', 'charge'] as const)
			await withSandbox({ repeatedId }, async (sandbox) => {
				const twice = [{ address: LOW }, { address: LOW }];
				const nodes = loopOver(twice, screen({ idempotencyKey: 'order 1' }), STOP);
				const { node } = await runWorkflow({ ...nodes, credentials: [credentialFor(sandbox)] });
				const results = node('Check').runs.map(({ data }) => data?.main[0]?.[0]?.json);
				expect(results).toMatchObject([
					{ status: 'SUCCESS', charged: true, reused: false },
					{ status: 'SUCCESS', charged: false, reused: true },
				]);
				expect(results[1]?.hash).toBe(results[0]?.hash);
				expect(sandbox.stats().charges).toBe(1);
			});
	});
});

describe('other work', () => {
	it.each([
		['key', keyed('batch 2')],
		['asset', { ...keyed('batch 1'), parameters: screen({ idempotencyKey: 'batch 1' }) }],
	])('is charged anew: another %s', async (_, options) => {
		await withSandbox({ repeatedId: 'replay' }, async (sandbox) => {
			await run(sandbox, keyed('batch 1'));
			const second = await run(sandbox, options);
			expect(second.main.every(({ json }) => json.charged === true)).toBe(true);
			expect(sandbox.stats().charges).toBe(2 * items.length);
		});
	});

	it('is refused where a key is blank, and not charged', async () => {
		await withSandbox({ repeatedId: 'replay' }, async (sandbox) => {
			const { failure } = await run(sandbox, keyed(' '));
			expect(failure?.message).toContain('give it a value or remove it');
			expect(sandbox.stats().charges).toBe(0);
		});
	});
});

describe('a key', () => {
	it('may be another one for every item', async () => {
		await withSandbox({ repeatedId: 'replay' }, async (sandbox) => {
			const orders = (...numbers: number[]): ScreeningRun => ({
				items: numbers.map((order) => ({ address: WALLETS[order % WALLETS.length], order })),
				parameters: screen({ idempotencyKey: '={{ $json.order }}' }),
			});
			await run(sandbox, orders(0, 1, 2));
			await run(sandbox, orders(1, 2, 3));
			expect(sandbox.stats().charges).toBe(4);
		});
	});

	it('that can not be read stops the run before anything is paid', async () => {
		await withSandbox({}, async (sandbox) => {
			const parameters = screen({ idempotencyKey: '={{ $json }}' });
			const { failure } = await run(sandbox, { items, parameters });
			expect(failure?.message).toContain("The option 'Idempotency Key' is");
			expect(sandbox.stats().requests).toEqual([]);
		});
	});
});
