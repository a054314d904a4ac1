import { playWorlds } from './tally.mts';

/** A small share of what `npm run ci:soak` plays. */
const HISTORIES = Number(process.env.SIMULATION_HISTORIES ?? 15);

const SEED = Number(process.env.SIMULATION_SEED ?? 1);

it('the trigger delivers each check exactly once, oldest first, in every world of the contract', async () => {
	const { tally, report } = await playWorlds(HISTORIES, SEED);
	console.table({ seed: SEED, ...tally });
	if (report !== null) throw new Error(report);
	expect(tally.histories).toBe(HISTORIES);
	expect(tally.delivered).toBeGreaterThan(10 * HISTORIES);
}, 300_000);
