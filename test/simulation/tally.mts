/** Plays many worlds, and counts. */
import fc from 'fast-check';

import { play } from './play.mts';
import { judge, type Verdict } from './verdict.mts';
import { worlds, type World } from './world.mts';

export type Tally = Record<
	keyof Verdict | 'histories' | 'polls' | 'checks' | 'delivered' | 'changes',
	number
>;

const emptyTally = (): Tally => ({
	...{ histories: 0, polls: 0, checks: 0, delivered: 0, changes: 0 },
	...{ missed: 0, twice: 0, unasked: 0, outOfOrder: 0, falsePass: 0, bare: 0 },
	...{ tooLarge: 0, tooManyCalls: 0 },
});

/** Plays one world, and says what is wrong with it. */
async function playInto(tally: Tally, world: World): Promise<string[]> {
	const course = await play(world);
	const verdict = judge(course);
	tally.histories++;
	tally.polls += course.polls;
	tally.checks += world.checks.length;
	tally.changes += world.steps.filter(({ watch }) => watch !== null).length;
	tally.delivered += course.committed.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
	const wrong = Object.entries(verdict) as Array<[keyof Verdict, string[]]>;
	for (const [name, found] of wrong) tally[name] += found.length;
	return wrong.flatMap(([name, found]) =>
		found.length > 0 ? [`${name} ${found.length}: ${found[0]}`] : [],
	);
}

/** Plays random worlds. */
export async function playWorlds(
	count: number,
	seed: number,
	from = 0,
): Promise<{ tally: Tally; report: string | null }> {
	const tally = emptyTally();
	const reports: string[] = [];
	let at = -1;
	const played = fc.asyncProperty(worlds, async (world) => {
		if (++at < from) return;
		const lines = await playInto(tally, world);
		const { ways, lookbackMinutes, startFrom } = world;
		const about = JSON.stringify({ ...ways, lookbackMinutes, startFrom });
		if (lines.length > 0) reports.push([`world ${at} ${about}`, ...lines].join('\n  '));
	});
	await fc.assert(played, { numRuns: from + count, seed });
	return { tally, report: reports.length > 0 ? reports.join('\n') : null };
}
