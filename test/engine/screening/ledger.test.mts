/** One ledger for an execution, and what a process remembers: of a service, and of the requests that it has sent. */
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { forgetRequests } from '../../../nodes/AmlCheck/screening/requests.ts';
import { defineNode, runWorkflow, type NodeRun } from '../harness/index.mts';
import {
	gatewayAnswer,
	jsonAnswer,
	lostAfter,
	lostBefore,
	refused,
} from '../harness/virtual/wire.mts';
import {
	BTC_WALLETS,
	btcWallets,
	credentialFor,
	detailsOf,
	HISTORY,
	inWorld,
	loopOver,
	RESULT,
	route,
	rows,
	runBtc,
	screenBtc,
	SPLIT,
	SUBMIT,
	submissions,
	type World,
} from './support.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Two nodes in a row that screen the same wallet. */
async function screenTwice({ sandbox }: World, options = {}) {
	const [row] = rows(1);
	const parameters = { ...screenBtc(options), address: String(row!.address) };
	const check = (name: string) => ({ name, node: AmlCheck, parameters });
	const { node } = await runWorkflow({
		items: [{}],
		credentials: [credentialFor(sandbox)],
		nodes: [check('First'), check('Second')],
	});
	return ['First', 'Second'].map((name) => node(name));
}

it.each([
	['a copied node', {}],
	['two nodes with one Request Key', { requestKey: 'order 1' }],
])('%s in one execution pay once, and one item says so', async (_, options) => {
	await inWorld({ repeatedId: 'charge' }, async (world) => {
		const nodes = await screenTwice(world, options);
		expect(world.sandbox.stats().charges).toBe(1);
		const [first, second] = nodes.map(({ main }) => main[0]!.json);
		expect([first!.charged, second!.charged]).toEqual([true, false]);
		expect(second!.hash).toBe(first!.hash);
		const said = nodes.map(({ hints }) => /\d+ checks? charged/.exec(hints[0]!.message)?.[0]);
		expect(said).toEqual(['1 check charged', '0 checks charged']);
	});
});

it.each([
	['without a key', {}],
	['under one Request Key', { requestKey: 'order 1' }],
])(
	'a check that one node reuses is no check of a node that reuses none, %s',
	async (_, options) => {
		await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
			const address = BTC_WALLETS[0]!;
			const old = sandbox.addCheck({ currency: 'BTC', address, initAt: clock.now - HOUR });
			const check = (name: string, more = {}) => ({
				name,
				node: AmlCheck,
				parameters: { ...screenBtc({ ...options, ...more }), address },
			});
			const { node } = await runWorkflow({
				items: [{}],
				credentials: [credentialFor(sandbox)],
				nodes: [check('First', { reuseWithinHours: 24 }), check('Second')],
			});
			expect(node('First').main[0]!.json).toMatchObject({ charged: false, hash: old });
			expect(node('Second').main[0]!.json.charged).toBe(true);
			expect(sandbox.stats().charges).toBe(1);
		});
	},
);

it('a Retry hours later pays for no wallet again, however many nodes ask for it', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, clock }) => {
		const parameters = { ...screenBtc(), address: BTC_WALLETS[0]! };
		const check = (name: string) => ({ name, node: AmlCheck, parameters });
		let isDown = true;
		const step = defineNode('step', async function () {
			if (isDown) throw new Error('Something else is down');
			return [this.getInputData()];
		});
		const failed = await runWorkflow({
			items: [{}],
			credentials: [credentialFor(sandbox)],
			nodes: [check('First'), { name: 'Step', node: step }, check('Second'), check('Third')],
		});
		expect([failed.status, sandbox.stats().charges]).toEqual(['error', 1]);
		isDown = false;
		await clock.wait(3 * HOUR);
		const { status } = await failed.retry();
		expect([status, sandbox.stats().charges]).toEqual(['success', 1]);
	});
});

it('a node with another name pays nothing again under one Request Key, in another execution', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox }) => {
		const screenIn = async (name: string) => {
			const parameters = screenBtc({ requestKey: 'order 1' });
			const { node } = await runWorkflow({
				items: btcWallets(1),
				credentials: [credentialFor(sandbox)],
				nodes: [{ name, node: AmlCheck, parameters }],
			});
			return node(name).main[0]?.json;
		};
		const first = await screenIn('First');
		const second = await screenIn('Second');
		expect(sandbox.stats().charges).toBe(1);
		expect(second).toMatchObject({ charged: false, hash: first?.hash });
	});
});

it('a hash stays as it was sent: one with capitals is taken from the history, and asked for', async () => {
	await inWorld({ repeatedId: 'charge', processingMs: 2_000 }, async ({ sandbox, wire }) => {
		route(wire, [lostAfter()]);
		wire.says = (method, { history }) => {
			if (method !== HISTORY) return;
			for (const record of history as Array<{ hash: string }>)
				record.hash = record.hash.toUpperCase();
		};
		await runBtc(sandbox, btcWallets(1), { timeout: 20 }, SPLIT);
		expect(sandbox.stats().charges).toBe(1);
		const asked = wire.calls.filter(({ method }) => method === RESULT);
		expect(asked.length).toBeGreaterThan(0);
		for (const { params } of asked) expect(params.hash).toMatch(/^[^a-z]+$/);
	});
});

it('ten submissions into a service that answers none are enough, for all runs, for ten minutes', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire, clock }) => {
		route(wire, () => lostBefore(jsonAnswer({ strange: true })));
		const sent = () => wire.calls.filter(({ method }) => method === SUBMIT).length;
		for (let execution = 0; execution < 3; execution++) {
			const { error } = await runBtc(sandbox, rows(30), { timeout: 60 }, SPLIT);
			expect(error).toHaveLength(30);
			expect(sent()).toBe(10);
		}
		await clock.wait(11 * MINUTE);
		await runBtc(sandbox, rows(30), { timeout: 60 }, SPLIT);
		expect(sent()).toBe(11);
	});
});

it('a free request comes first again after ten minutes', async () => {
	await inWorld({}, async ({ sandbox, wire, clock }) => {
		await runBtc(sandbox, btcWallets(1));
		for (const [minutes, first] of [
			[1, SUBMIT],
			[11, 'checkup.ping'],
		] as const) {
			await clock.wait(minutes * MINUTE);
			const before = wire.calls.length;
			await runBtc(sandbox, btcWallets(1));
			expect(wire.calls[before]!.method).toBe(first);
		}
	});
});

it('a Retry takes no check that another execution got: the service was down, and the form was sent again', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire, clock }) => {
		let isDown = true;
		wire.way = ({ method }) => (isDown && method === SUBMIT ? lostBefore() : undefined);
		const failed = await runBtc(sandbox, btcWallets(1), { timeout: 10 });
		expect(failed.status).toBe('error');
		isDown = false;
		await clock.wait(HOUR);
		const other = await runBtc(sandbox, btcWallets(1));
		const { main } = await failed.retry();
		expect(main[0]?.json).toMatchObject({ charged: true });
		expect(main[0]?.json.hash).not.toBe(other.main[0]?.json.hash);
		expect(sandbox.stats().charges).toBe(2);
	});
});

it('a Dry Run says what everything would cost, whatever Max Paid Checks allows', async () => {
	await inWorld({}, async ({ sandbox }) => {
		const { main } = await runBtc(sandbox, btcWallets(3), { dryRun: true, maxPaidChecks: 1 });
		expect(main.map(({ json }) => json.wouldCost)).toEqual([1, 1, 1]);
		expect(submissions(sandbox)).toBe(0);
	});
});

it('a check that the service gives to two requests counts once', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire }) => {
		let first = '';
		wire.says = (method, { check }) => {
			if (method !== SUBMIT) return;
			first ||= (check as { hash: string }).hash;
			(check as { hash: string }).hash = first;
		};
		const items = ['a', 'b'].map((key) => ({ address: BTC_WALLETS[0], key }));
		const options = { requestKey: '={{ $json.key }}', maxConcurrentRequests: 1 };
		const { main, hints } = await runBtc(sandbox, items, options);
		expect(main.map(({ json }) => json.charged)).toEqual([true, false]);
		expect(hints[0]?.message).toContain('1 check charged');
	});
});

it('a lost request that is more than an hour old is not forgotten in a loop', async () => {
	await inWorld({ repeatedId: 'charge', tellAsset: false }, async ({ sandbox, wire, clock }) => {
		route(wire, [lostAfter()], () => (submissions(sandbox) === 1 ? lostBefore() : undefined));
		const pause = defineNode('pause', async function () {
			await clock.wait(2 * HOUR);
			wire.way = () => undefined;
			return [this.getInputData()];
		});
		const { nodes, connections } = loopOver([rows(1), rows(1)], screenBtc({ timeout: 20 }), {
			onError: 'continueRegularOutput',
		});
		const { node } = await runWorkflow({
			credentials: [credentialFor(sandbox)],
			nodes: [...nodes, { name: 'Pause', node: pause }],
			connections: [
				...connections.slice(0, 2),
				{ from: 'Check', to: 'Pause' },
				{ from: 'Pause', to: 'Loop' },
			],
		});
		expect(sandbox.stats().charges).toBe(1);
		const last = node('Check').runs[1]?.data?.main[0]?.[0];
		expect(last?.json).toMatchObject({ charged: true, hash: sandbox.checks()[0]!.hash });
	});
});

it('a check that the service gives again under a key is not charged again, although the process is another one', async () => {
	await inWorld({ repeatedId: 'replay' }, async ({ sandbox, clock }) => {
		const work = async () => await runBtc(sandbox, btcWallets(1), { requestKey: 'order 1' });
		const first = await work();
		await clock.wait(10 * MINUTE);
		forgetRequests();
		const second = await work();
		expect(second.main[0]?.json).toMatchObject({ charged: false, hash: first.main[0]?.json.hash });
		expect(second.hints[0]?.message).toContain('0 checks charged');
	});
});

it.each<[string, (failed: NodeRun, again: () => Promise<NodeRun>) => Promise<NodeRun>]>([
	['its Retry', async (failed) => await failed.retry()],
	['another execution', async (_, again) => await again()],
])('under a key a lost check is said to be charged once: by %s that finds it', async (_, find) => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire }) => {
		const options = { requestKey: 'order 1', timeout: 10 };
		const work = async () => await runBtc(sandbox, btcWallets(1), options);
		let isDown = true;
		route(wire, [lostAfter()], () => (isDown ? lostBefore() : undefined));
		const failed = await work();
		expect(failed.status).toBe('error');
		isDown = false;
		const found = await find(failed, work);
		expect(found.main[0]?.json).toMatchObject({ charged: true });
		const last = await work();
		expect(last.main[0]?.json).toMatchObject({ charged: false, hash: found.main[0]?.json.hash });
	});
});

it('a check that a Retry found is not paid again by another execution under its key', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire, clock }) => {
		route(wire, [lostAfter()], () => lostBefore());
		const options = { requestKey: 'order 1', timeout: 20 };
		const failed = await runBtc(sandbox, btcWallets(1), options);
		wire.way = () => undefined;
		await clock.wait(5 * MINUTE);
		forgetRequests();
		const { main } = await failed.retry();
		const again = await runBtc(sandbox, btcWallets(1), options);
		expect([main, again.main].map(([item]) => item?.json.charged)).toEqual([true, false]);
		expect(sandbox.stats().charges).toBe(1);
	});
});

it('a Retry in the same process counts the two minutes from the end of the request', async () => {
	const history = { lagMs: 110_000 };
	await inWorld({ repeatedId: 'charge', history }, async ({ sandbox, wire }) => {
		route(wire, [{ ...lostAfter(gatewayAnswer(504), 55_000), reaches: 55_000 }]);
		const failed = await runBtc(sandbox, btcWallets(1), { timeout: 60 });
		expect(failed.status).toBe('error');
		const { main } = await failed.retry();
		expect(main[0]?.json).toMatchObject({ charged: true });
		expect(sandbox.stats().charges).toBe(1);
	});
});

it('under a key a check that an answer named, of another target, is a question in the next execution, too', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire }) => {
		const changeTarget = (record: object) => Object.assign(record, { address: BTC_WALLETS[1] });
		wire.says = (method, { check, history }) => {
			if (method === SUBMIT) changeTarget(check as object);
			if (method === HISTORY) (history as object[]).forEach(changeTarget);
		};
		const work = async (timeout: number) =>
			await runBtc(sandbox, btcWallets(1), { requestKey: 'order 1', timeout }, SPLIT);
		await work(10);
		const { error } = await work(300);
		const { hash } = sandbox.checks()[0]!;
		expect(detailsOf(error[0]!)).toMatchObject({ fault: 'payment', candidates: [hash] });
		expect(sandbox.stats().charges).toBe(1);
	});
});

it('two executions under one key that wait for the same turn pay once', async () => {
	await inWorld({ repeatedId: 'charge', latencyMs: 50 }, async ({ sandbox, wire }) => {
		const headers = { 'retry-after': '2' };
		route(wire, [lostBefore({ status: 429, headers, body: '{}' })]);
		const work = async () => await runBtc(sandbox, btcWallets(1), { requestKey: 'order 1' });
		const both = await Promise.all([work(), work()]);
		expect(sandbox.stats().charges).toBe(1);
		expect(both.map(({ main }) => main[0]?.json.charged).sort()).toEqual([false, true]);
	});
});

it('a Retry after a refusal under a key waits for nothing', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire, elapsed }) => {
		route(wire, [refused('Database has gone away')]);
		const failed = await runBtc(sandbox, btcWallets(1), { requestKey: 'order 1' });
		expect(failed.status).toBe('error');
		const began = elapsed();
		const { main } = await failed.retry();
		expect(main[0]?.json).toMatchObject({ charged: true });
		expect(elapsed() - began).toBeLessThan(MINUTE);
	});
});

it('under a key a refused request keeps no memory: the next execution sends it', async () => {
	await inWorld({ repeatedId: 'charge' }, async ({ sandbox, wire }) => {
		route(wire, [refused('Database has gone away')]);
		const work = async (): Promise<NodeRun> =>
			await runBtc(sandbox, btcWallets(1), { requestKey: 'order 1' }, SPLIT);
		const first = await work();
		expect(detailsOf(first.error[0]!)).toMatchObject({ charged: false });
		const second = await work();
		expect(second.main[0]?.json).toMatchObject({ charged: true });
		expect(wire.calls.filter(({ method }) => method === HISTORY)).toEqual([]);
	});
});
