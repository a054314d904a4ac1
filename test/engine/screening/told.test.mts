/** What a run tells when it stops or is stopped, and whose values count in it. */
import { forgetClaims } from '../../../nodes/AmlCheck/screening/claims.ts';
import { bookAddress, makeAddress } from '../../../sandbox/server.mts';
import {
	btcWallets,
	REGULAR,
	run,
	screen,
	screenBtc,
	start,
	wallets,
	withSandbox,
} from './support.mts';

const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

describe('a run that is cancelled', () => {
	it('while a lost check is searched for tells the request id under which it may be', async () => {
		await withSandbox({ repeatedId: 'charge' }, async (sandbox) => {
			sandbox.fault({ method: 'checkup.checkaddr', kind: 'lostAnswer' });
			const started = start(sandbox, { items: wallets(1) });
			while (!sandbox.stats().calls['checkup.getcheckshistory']) await sleep(20);
			started.cancel();
			const { logs } = await started.result;
			await sleep(200);
			const [{ requestId }] = sandbox.checks();
			const warnings = logs.filter(({ level }) => level === 'warn');
			expect(JSON.stringify(warnings)).toContain(requestId);
			expect(sandbox.stats().charges).toBe(1);
		});
	}, 30_000);
});

it('a run that stops names every hash that it paid for, also of forty', async () => {
	await withSandbox({ processingMs: 60_000 }, async (sandbox) => {
		const items = Array.from({ length: 40 }, (_, n) => ({ address: makeAddress('ETH', n) }));
		const { failure } = await run(sandbox, { items, parameters: screen({ timeout: 3 }) });
		const hashes = sandbox.checks().map(({ hash }) => hash);
		expect(hashes).toHaveLength(40);
		for (const hash of hashes) expect(failure?.description).toContain(hash);
	});
}, 30_000);

describe('under an Idempotency Key', () => {
	it.each([-180_000, -15_000, 0, 15_000, 180_000])(
		'the execution that pays says so, and the next one does not: clocks %i ms apart',
		async (offset) => {
			const now = () => Date.now() + offset;
			await withSandbox({ repeatedId: 'replay', now }, async (sandbox) => {
				const work = { items: btcWallets(2), parameters: screenBtc({ idempotencyKey: 'a' }) };
				const first = await run(sandbox, work);
				expect(first.main.map(({ json }) => json.charged)).toEqual([true, true]);
				// Another process has the next one, a while later.
				forgetClaims();
				await sleep(4_000);
				const second = await run(sandbox, work);
				expect(second.main.map(({ json }) => json.charged)).toEqual([false, false]);
				expect(sandbox.stats().charges).toBe(2);
			});
		},
		30_000,
	);
});

describe('a value that is no text', () => {
	it.each([
		['address', { nested: true }],
		['address', [{ a: 1 }]],
		['currency', { code: 'ETH' }],
		['transaction', { hash: '0x1' }],
	])('is never sent as one, also with Validate Targets off: %s', async (name, value) => {
		await withSandbox({}, async (sandbox) => {
			const item = { address: bookAddress('ETH', 'low'), currency: 'ETH', transaction: '0x1' };
			const operation = name === 'transaction' ? 'checkTransaction' : 'checkAddress';
			const texts = { currency: '={{ $json.currency }}', transaction: '={{ $json.transaction }}' };
			const { main } = await run(sandbox, {
				items: [{ ...item, [name]: value }],
				parameters: screen({ validateTargets: false }, { ...texts, operation }),
				settings: REGULAR,
			});
			expect(main[0]?.json.error).toEqual(expect.any(String));
			expect(JSON.stringify(main)).not.toContain('[object Object]');
			expect(sandbox.stats().requests).toEqual([]);
		});
	});
});

it('rows that share a check which is not done in time are error items, unless all of them want it back', async () => {
	for (const wishes of [
		['returnPending', 'error'],
		['error', 'returnPending'],
		['returnPending', 'returnPending'],
	]) {
		await withSandbox({ processingMs: 60_000 }, async (sandbox) => {
			const items = wishes.map((wish) => ({ ...wallets(1)[0], wish }));
			const parameters = screen({ timeout: 1, onTimeout: '={{ $json.wish }}' });
			const { main } = await run(sandbox, { items, parameters, settings: REGULAR });
			const isBack = !wishes.includes('error');
			expect(main.map(({ json }) => 'error' in json)).toEqual([!isBack, !isBack]);
			expect(sandbox.stats().charges).toBe(1);
		});
	}
}, 30_000);

describe('Reuse Within Hours of its own for each row', () => {
	const LOW = bookAddress('BTC', 'low');
	const MEDIUM = bookAddress('BTC', 'medium');
	const parameters = screenBtc({ reuseWithinHours: '={{ $json.hours }}' });

	it('holds for that row and no other', async () => {
		for (const hours of [
			[24, 0],
			[0, 24],
		]) {
			await withSandbox({}, async (sandbox) => {
				for (const address of [LOW, MEDIUM]) sandbox.addCheck({ currency: 'BTC', address });
				const items = [LOW, MEDIUM].map((address, n) => ({ address, hours: hours[n] }));
				const { main } = await run(sandbox, { items, parameters });
				expect(main.map(({ json }) => json.reused)).toEqual(hours.map((hour) => hour > 0));
				expect(main.map(({ json }) => json.charged)).toEqual(hours.map((hour) => hour === 0));
			});
		}
	});

	it('is the fewest where rows share a check', async () => {
		await withSandbox({}, async (sandbox) => {
			sandbox.addCheck({ currency: 'BTC', address: LOW });
			const items = [24, 0].map((hours) => ({ address: LOW, hours }));
			const { main } = await run(sandbox, { items, parameters });
			expect(main.map(({ json }) => json.charged)).toEqual([true, false]);
			expect(main.map(({ json }) => json.reused)).toEqual([false, false]);
		});
	});
});
