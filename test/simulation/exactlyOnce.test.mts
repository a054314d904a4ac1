import { playHistories } from './play.mts';

/** A share of what `npm run soak` plays; some seconds. */
const HISTORIES = 100;

/** The first seed there is: the same on every machine, and not picked for what it finds. Others find more. */
const SEED = Number(process.env.SIMULATION_SEED ?? 1);

describe('the trigger, over random histories of the service', () => {
	it('delivers each check exactly once, oldest first', () => {
		const { tally, report } = playHistories(HISTORIES, SEED);
		console.table({ seed: SEED, ...tally });
		if (report !== null) throw new Error(report);
		expect(tally).toMatchObject({
			histories: HISTORIES,
			missed: 0,
			twice: 0,
			unasked: 0,
			outOfOrder: 0,
			falsePass: 0,
		});
		expect(tally.delivered).toBeGreaterThan(10 * HISTORIES);
	}, 900_000);
});
