/** The list of currencies is kept for an hour in a process, and used longer while a new one can't be had. In virtual time. */
import { forgetServices } from '../harness/forget.mts';
import { inWorld, rows, run, screen, SPLIT, type World } from './support.mts';

const LIST = 'checkup.currencylist';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const GET_MANY = { resource: 'currency', operation: 'getAll', returnAll: true };

beforeEach(forgetServices);

/** Runs an operation, and says how often the list was asked for so far. */
async function ask({ sandbox }: World, parameters: object = GET_MANY) {
	const more = { items: rows(1, 'ETH'), settings: SPLIT };
	const { main, error } = await run(sandbox, { parameters: parameters as never, ...more });
	return { asked: sandbox.stats().calls[LIST] ?? 0, items: main.length, errors: error.length };
}

it('is read once an hour, whichever operation needs it', async () => {
	await inWorld({}, async (world) => {
		expect(await ask(world)).toMatchObject({ asked: 1, errors: 0 });
		await world.clock.wait(HOUR - MINUTE);
		expect(await ask(world)).toMatchObject({ asked: 1 });
		expect(await ask(world, screen())).toMatchObject({ asked: 1, items: 1 });
		await world.clock.wait(2 * MINUTE);
		expect(await ask(world)).toMatchObject({ asked: 2 });
	});
});

it('is asked for once, however many rows need it in the same moment', async () => {
	await inWorld({}, async ({ sandbox }) => {
		const items = Array.from({ length: 20 }, () => ({ hash: sandbox.addCheck() }));
		const check = { resource: 'check', operation: 'getResult', checkHash: '={{ $json.hash }}' };
		const parameters = { ...check, network: 'ETH', asset: 'USDC' };
		const { main } = await run(sandbox, { parameters, items, settings: SPLIT });
		expect([main.length, sandbox.stats().calls[LIST]]).toEqual([20, 1]);
	});
});

it('is used longer during an outage, and a new one is tried every ten minutes', async () => {
	await inWorld({}, async (world) => {
		const { items } = await ask(world);
		await world.clock.wait(HOUR);
		world.sandbox.fault({ method: LIST, kind: 'flat401', times: Infinity });
		const { asked, ...during } = await ask(world);
		expect(during).toEqual({ items, errors: 0 });
		expect(await ask(world)).toMatchObject({ asked, items });
		await world.clock.wait(10 * MINUTE);
		expect((await ask(world)).asked).toBeGreaterThan(asked);
		world.sandbox.clearFaults();
		await world.clock.wait(10 * MINUTE);
		expect(await ask(world)).toMatchObject({ items, errors: 0 });
	});
});

it('that was never read is an error of what needs it alone', async () => {
	await inWorld({}, async (world) => {
		world.sandbox.fault({ method: LIST, kind: 'flat401', times: Infinity });
		expect(await ask(world)).toMatchObject({ items: 0, errors: 1 });
	});
});
