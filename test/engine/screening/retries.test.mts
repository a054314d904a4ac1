/** Trying again: Retry On Fail, Retry, Retry of an execution whose process died. What was paid for is not paid again. */
import { forgetRequests } from '../../../nodes/AmlCheck/screening/requests.ts';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import type { FaultKind, Sandbox } from '../../../sandbox/server.mts';
import { forgetServices } from '../harness/forget.mts';
import { defineNode, runWorkflow, type NodeRun } from '../harness/index.mts';
import {
	allPairs,
	audit,
	btcWallets,
	BTC_WALLETS,
	CLEAN,
	credentialFor,
	detailsOf,
	forget,
	HISTORY,
	inWorld,
	itemsOf,
	MODES,
	REGULAR,
	REPEATED_ID,
	RESULT,
	RETRY,
	rows,
	run,
	runBtc,
	screen,
	screenBtc,
	STOP,
	SUBMIT,
	type World,
} from './support.mts';

const HOUR = 3_600_000;

const items = btcWallets(BTC_WALLETS.length);

const TOKEN_LIST = 'checkup.currencylist';

/** The node, whose first try has paid and comes to nothing all the same, and what happens before the second one. */
function nodeWith(beforeSecondTry: (context: IExecuteFunctions) => void): typeof AmlCheck {
	let tries = 0;
	return class extends AmlCheck {
		execute = async function (this: IExecuteFunctions) {
			if (++tries === 2) beforeSecondTry(this);
			const output = await AmlCheck.prototype.execute.call(this);
			if (tries === 1) throw new Error('The first try comes to nothing');
			return output;
		};
	};
}

/** What stands in the way of the second try: a free call that breaks, or a credential that is gone. */
function hinder(sandbox: Sandbox, method: string, kind: FaultKind, context: IExecuteFunctions) {
	if (method !== 'credential') return sandbox.fault({ method, kind, times: Infinity });
	const value = async () => ({ baseUrl: sandbox.baseUrl, accessToken: '' });
	Object.defineProperty(context, 'getCredentials', { value });
}

describe.each(
	allPairs({
		method: [TOKEN_LIST, RESULT, HISTORY, 'credential'],
		kind: ['rpcError', 'html', 'flat401', 'emptyResult', 'lostAnswer', 'redirect'] as FaultKind[],
		mode: Object.keys(MODES),
		first: ['charged', 'lost'],
	}),
)('the second try, without $method ($kind), after the first was $first ($mode)', (one) => {
	it('names what was paid for, and pays nothing', async () => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
			const { method, kind, mode, first } = one;
			if (first === 'lost') sandbox.fault({ method: SUBMIT, kind: 'lostAnswer', times: 3 });
			const token = {
				__rl: true,
				mode: 'contract',
				value: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
			};
			const result = await run(sandbox, {
				node: nodeWith((context) => hinder(sandbox, method, kind, context)),
				parameters: screen({ timeout: 10 }, { token }),
				items: rows(3, 'ETH'),
				settings: { ...MODES[mode], ...RETRY, maxTries: 2 },
			});
			expect(audit(sandbox, result)).toMatchObject(CLEAN);
			const hashes = sandbox.checks().map(({ hash }) => hash);
			expect(hashes).toHaveLength(3);
			const { message = '', description = '' } = result.failure ?? {};
			const said = result.failure ? `${message} ${description}` : JSON.stringify(itemsOf(result));
			for (const hash of hashes) expect(said).toContain(hash);
			if (result.failure) expect(said).not.toMatch(/nothing was paid/i);
			else if (first === 'charged')
				expect(itemsOf(result).map((item) => detailsOf(item).charged)).toEqual([true, true, true]);
		});
	});
});

it.each(['regular', 'split'])(
	'the second try of whole wallets, without a credential, lists each asset with its own check (%s)',
	async (mode) => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
			const result = await run(sandbox, {
				node: nodeWith((context) => hinder(sandbox, 'credential', 'html', context)),
				parameters: screen({}, { network: 'detect', asset: 'all' }),
				items: rows(2, 'TRX'),
				settings: { ...MODES[mode], ...RETRY, maxTries: 2 },
			});
			expect(sandbox.stats().charges).toBe(6);
			const shown = itemsOf(result).map((item) => detailsOf(item).checks as IDataObject[]);
			for (const [index, { address }] of rows(2, 'TRX').entries()) {
				const hashOf = (id: string | null) =>
					sandbox.checks().find((one) => one.address === address && one.tokenId === id)?.hash;
				expect(shown[index]).toMatchObject([
					{ asset: 'Tron', hash: hashOf(null), charged: true },
					{ asset: 'USDT on Tron', hash: hashOf('9'), charged: true },
					{ asset: 'USDC on Tron', hash: hashOf('31'), charged: true },
				]);
			}
		});
	},
);

it('a Retry after a death says nothing of money for a row that it can not read', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
		const token = { __rl: true, mode: 'id', value: '94252' };
		const parameters = screen({ timeout: 10 }, { network: 'ETH', asset: 'token', token });
		sandbox.fault({ method: RESULT, kind: 'flat401', times: Infinity });
		const failed = await run(sandbox, { parameters, items: rows(1, 'ETH') });
		expect(sandbox.stats().charges).toBe(1);
		forget(failed);
		forgetRequests();
		forgetServices();
		sandbox.fault({ method: TOKEN_LIST, kind: 'html', times: Infinity });
		const { failure } = await failed.retry();
		expect(failure?.message).toContain('could not be read');
		expect(failure?.description).not.toMatch(/nothing was paid/i);
		expect(sandbox.stats().charges).toBe(1);
	});
});

/** A run that charges some of the wallets and fails, of which nothing is left but its beginning. */
async function cutOff(
	{ sandbox, clock }: Pick<World, 'sandbox' | 'clock'>,
	{ batch = items, charged = 3, options = {}, skewMs = 0 } = {},
): Promise<NodeRun> {
	clock.skewMs = skewMs;
	sandbox.fault({ method: SUBMIT, kind: 'rpcError', skip: charged });
	const failed = await runBtc(sandbox, batch, options);
	clock.skewMs = 0;
	expect(failed.status).toBe('error');
	expect(sandbox.stats().charges).toBeGreaterThanOrEqual(charged);
	sandbox.clearFaults();
	forget(failed);
	return failed;
}

describe('the Retry of an execution whose process died', () => {
	it.each(REPEATED_ID)(
		'takes what it had paid for, and pays for the rest (%s)',
		async (repeatedId) => {
			await inWorld({ repeatedId }, async ({ sandbox, clock }) => {
				const failed = await cutOff({ sandbox, clock });
				await clock.wait(150_000);
				const { main, status } = await failed.retry();
				expect(status).toBe('success');
				expect(main.map(({ json }) => json.charged)).toEqual(items.map(() => true));
				expect(Object.values(sandbox.stats().chargesByTarget)).toEqual(items.map(() => 1));
			});
		},
	);

	it.each(['replay', 'refuse'] as const)(
		'or of a job that a queue delivers again pays once (%s)',
		async (repeatedId) => {
			await inWorld({ repeatedId }, async ({ sandbox, clock }) => {
				const batch = rows(60, 'BTC');
				const failed = await cutOff({ sandbox, clock }, { batch, charged: 59 });
				await clock.wait(30_000);
				const { main, status } = await failed.retry({ mode: 'trigger' });
				expect(status).toBe('success');
				expect(main.map(({ json }) => json.charged)).toEqual(batch.map(() => true));
				expect(sandbox.stats().charges).toBe(batch.length);
			});
		},
	);

	it('takes no older check for its own', async () => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
			const initAt = clock.now - HOUR;
			const old = BTC_WALLETS.map((address) =>
				sandbox.addCheck({ currency: 'BTC', address, initAt }),
			);
			const failed = await cutOff({ sandbox, clock });
			await clock.wait(150_000);
			const { main } = await failed.retry();
			expect(main.filter(({ json }) => old.includes(String(json.hash)))).toEqual([]);
			expect(sandbox.stats().charges).toBe(items.length);
		});
	});

	describe.each([60_000, -60_000])('where the other machine was %i ms ahead', (skewMs) => {
		it('pays for nothing again', async () => {
			await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
				const failed = await cutOff({ sandbox, clock }, { skewMs });
				await clock.wait(3_000);
				const again = await failed.retry();
				expect(Math.max(...Object.values(sandbox.stats().chargesByTarget))).toBe(1);
				const said = JSON.stringify([again.failure?.description, again.main]);
				for (const { hash } of sandbox.checks()) expect(said).toContain(hash);
			});
		});

		it('loses no check of its own', async () => {
			await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
				const one = { batch: btcWallets(1), charged: 0, skewMs };
				const failed = await cutOff({ sandbox, clock }, one);
				sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
				const again = await failed.retry();
				const { hash } = sandbox.checks()[0]!;
				expect(sandbox.stats().charges).toBe(1);
				expect(JSON.stringify([again.failure?.description, again.main])).toContain(hash);
			});
		});

		it('says what it paid for under a key', async () => {
			await inWorld({ repeatedId: 'charge' }, async (world) => {
				const options = { requestKey: 'batch 1' };
				const one = { batch: btcWallets(1), charged: 0, skewMs, options };
				const failed = await cutOff(world, one);
				const { main } = await failed.retry();
				expect(main[0]?.json).toMatchObject({ charged: true });
			});
		});
	});

	it('waits two minutes by its own clock where the other machine was behind', async () => {
		const service = { repeatedId: 'charge', history: { lagMs: 100_000 } } as const;
		await inWorld(service, async ({ sandbox, clock }) => {
			const [own, other] = BTC_WALLETS as [string, string];
			const initAt = clock.now - HOUR;
			sandbox.addCheck({ currency: 'BTC', address: other, status: 'PENDING', initAt });
			sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
			clock.skewMs = -60_000;
			const failed = await runBtc(sandbox, [{ address: own }], { timeout: 10 });
			clock.skewMs = 0;
			await failed.retry();
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('asks where the history does not tell the assets of a wallet apart', async () => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
			const [wallet] = rows(1, 'ETH');
			const initAt = clock.now + 5_000;
			const hash = sandbox.addCheck({ address: String(wallet!.address), initAt });
			sandbox.fault({ method: SUBMIT, kind: 'rpcError' });
			const failed = await run(sandbox, { items: [wallet!], settings: STOP });
			forget(failed);
			await clock.wait(150_000);
			const again = await failed.retry();
			expect(again.failure?.description).toContain(hash);
			expect(sandbox.stats().charges).toBe(0);
		});
	});

	it('pays nothing while the history can not be read', async () => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
			// It died long after its beginning, perhaps just after a request.
			const failed = await cutOff({ sandbox, clock });
			const { charges } = sandbox.stats();
			await clock.wait(HOUR);
			forget(failed);
			forgetRequests();
			const diedAt = clock.now;
			sandbox.fault({ method: HISTORY, kind: 'serverErrorBefore', times: Infinity });
			const again = await failed.retry();
			expect(again.status).toBe('error');
			const [, provedAt = ''] = / from (\S+Z) on/.exec(String(again.failure?.description)) ?? [];
			expect(Date.parse(provedAt)).toBeGreaterThan(diedAt + 2 * 60_000);
			expect(sandbox.stats().charges).toBe(charges);
		});
	});
});

it.each(REPEATED_ID)('a Retry pays once, however often it is pressed (%s)', async (repeatedId) => {
	await inWorld({ repeatedId, processingMs: 4_000 }, async ({ sandbox, clock }) => {
		sandbox.fault({ method: RESULT, kind: 'rpcError', times: Infinity });
		let result = await runBtc(sandbox, items, { timeout: 10 });
		for (let presses = 0; presses < 3; presses++) {
			expect(result.status).toBe('error');
			for (const { hash } of sandbox.checks()) expect(result.failure?.description).toContain(hash);
			await clock.wait(2 * HOUR * presses);
			if (presses === 2) sandbox.clearFaults();
			result = await result.retry();
			if (result.status === 'success') break;
		}
		expect(result.main.map(({ json }) => json.charged)).toEqual(items.map(() => true));
		expect(sandbox.stats().charges).toBe(items.length);
	});
});

/** Fails once. */
const makeFailing = () => {
	let isFirst = true;
	return defineNode('failing', async function () {
		if (!isFirst) return [this.getInputData()];
		isFirst = false;
		throw new Error('Not now');
	});
};

it.each(REPEATED_ID)(
	'a node that had never run at the Retry takes no check of another asset (%s)',
	async (repeatedId) => {
		await inWorld({ repeatedId, tellAsset: true }, async ({ sandbox }) => {
			const check = (name: string, asset: string) => ({
				...{ name, node: AmlCheck, parameters: screen({}, { asset }) },
			});
			const address = { address: String(rows(1, 'ETH')[0]!.address) };
			const back = defineNode('back', async () => [[{ json: address }]]);
			const failed = await runWorkflow({
				items: [address],
				credentials: [credentialFor(sandbox)],
				nodes: [
					check('First', 'USDT'),
					{ name: 'Failing', node: makeFailing() },
					{ name: 'Back', node: back },
					check('Second', 'coin'),
				],
			});
			expect(failed.status).toBe('error');
			const again = await failed.retry();
			const [first, second] = ['First', 'Second'].map((name) => again.node(name).main[0]?.json);
			expect(second).toMatchObject({ charged: true, hash: expect.any(String) });
			expect(second?.hash).not.toBe(first?.hash);
			expect(sandbox.stats().charges).toBe(2);
		});
	},
);

it('two lost checks of one wallet for different tokens are not mixed up', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
		sandbox.fault({ method: SUBMIT, kind: 'lostAnswer', times: 2 });
		const [wallet] = rows(1, 'ETH');
		const token = { __rl: true, mode: 'id', value: '={{ $json.tokenId }}' };
		const { main } = await run(sandbox, {
			parameters: screen({}, { asset: 'token', token }),
			items: ['94261', '94252'].map((tokenId) => ({ ...wallet, tokenId })),
			settings: { ...REGULAR, ...RETRY },
		});
		const hashes = sandbox.checks().map(({ hash }) => hash);
		for (const item of main)
			expect([...(detailsOf(item).candidates as string[])].sort()).toEqual([...hashes].sort());
		expect(sandbox.stats().charges).toBe(2);
	});
});

/** As on n8n 1.123, a Retry doesn't know when its execution began. */
class Forgetful extends AmlCheck {
	execute = async function (this: IExecuteFunctions) {
		const value = () => ({ version: 1, establishedAt: Date.now(), source: 'retry' });
		Object.defineProperty(this, 'getExecutionContext', { value });
		return await AmlCheck.prototype.execute.call(this);
	};
}

it('a Retry that knows nothing of its execution pays nothing, and does not say that nothing was paid', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
		sandbox.fault({ method: RESULT, kind: 'rpcError', times: Infinity });
		const parameters = screenBtc({ timeout: 1 });
		const failed = await run(sandbox, { node: Forgetful, items: btcWallets(1), parameters });
		sandbox.clearFaults();
		forget(failed);
		forgetRequests();
		const { status, failure } = await failed.retry();
		expect([status, sandbox.stats().charges]).toEqual(['error', 1]);
		expect(failure?.message).toContain('a check may be paid for');
		expect(failure?.description).not.toContain('Nothing was paid');
	});
});
