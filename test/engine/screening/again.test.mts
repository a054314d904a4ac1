/** Sending an item again after a lost answer, where no Retry knows of it: a Continue mode, or another execution. */
import type { INodeParameters } from 'n8n-workflow';
import {
	btcWallets,
	detailsOf,
	inWorld,
	itemsOf,
	REGULAR,
	runBtc,
	SPLIT,
	SUBMIT,
	type World,
} from './support.mts';

const SHORT = { timeout: 9 };

/** The first submission never arrives, and the history shows nothing. */
const loseFirst = ({ sandbox }: World) => sandbox.fault({ method: SUBMIT, kind: 'resetBefore' });

const ONE = btcWallets(1);

describe.each([REGULAR, SPLIT])('sending again in $onError', (settings) => {
	const pay = async (world: World, options: INodeParameters) =>
		await runBtc(world.sandbox, ONE, options, settings);

	it('under the same Request Key finds what was charged, and pays nothing more', async () => {
		await inWorld({ repeatedId: 'charge', history: { lagMs: 30_000 } }, async (world) => {
			const { sandbox, clock } = world;
			sandbox.fault({ method: SUBMIT, kind: 'lostAnswer' });
			const options = { ...SHORT, requestKey: 'order-1' };
			const first = await pay(world, options);
			expect(detailsOf(itemsOf(first)[0]!)).toMatchObject({ fault: 'payment' });
			await clock.wait(60_000);
			const second = await pay(world, { ...options, timeout: 300 });
			expect(second.main[0]?.json).toMatchObject({ hash: sandbox.checks()[0]!.hash });
			expect(sandbox.stats().charges).toBe(1);
		});
	});

	it('without a key pays once, where the history showed nothing at the moment that is named', async () => {
		await inWorld({ repeatedId: 'charge' }, async (world) => {
			const { sandbox, clock } = world;
			loseFirst(world);
			const first = await pay(world, SHORT);
			const { description } = detailsOf(itemsOf(first)[0]!);
			const [named] = /2\d{3}-\d\d-\d\dT[\d:]+Z/.exec(String(description))!;
			expect(Date.parse(named!)).toBeGreaterThan(clock.now);
			await clock.wait(Date.parse(named!) - clock.now);
			expect(sandbox.checks()).toEqual([]);
			const second = await pay(world, SHORT);
			expect(second.main[0]?.json).toMatchObject({ charged: true });
			expect(sandbox.stats().charges).toBe(1);
		});
	});
});
