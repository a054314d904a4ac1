/** Plays as many random worlds as asked for, and makes the first one that goes wrong smaller. */
import fc from 'fast-check';
import { type Course, play } from './play.mts';
import { isError, saysOf } from './story.mts';
import { judge } from './verdict.mts';
import type { Breach } from './verdictOfItems.mts';
import type { World } from './worlds.mts';

/** What came of all the worlds together. */
export interface Tally {
	histories: number;
	executions: number;
	lives: number;
	deaths: number;
	/** Runs of AML Check nodes, the tries of Retry On Fail counted each. */
	tries: number;
	calls: number;
	faults: number;
	charges: number;
	results: number;
	errors: number;
	/** Items that say that nobody knows whether they were paid for. */
	questions: number;
	breaches: Record<string, number>;
	/** What the contract doesn't promise. */
	conceded: Record<string, number>;
}

const emptyTally = (): Tally => ({
	...{ histories: 0, executions: 0, lives: 0, deaths: 0, tries: 0 },
	...{ calls: 0, faults: 0, charges: 0, results: 0, errors: 0, questions: 0 },
	breaches: {},
	conceded: {},
});

function count(tally: Tally, { world, lives, sent }: Course, breaches: Breach[]): void {
	const tries = lives.flatMap(({ tries: all }) => all);
	const items = tries.flatMap(({ items: all = [] }) => all);
	const errors = items.filter(isError);
	tally.histories++;
	tally.executions += world.executions.length;
	tally.lives += lives.length;
	tally.deaths += lives.filter(({ run }) => !run).length;
	tally.tries += tries.length;
	tally.calls += sent.length;
	tally.faults += sent.filter(({ struck }) => struck).length;
	tally.charges += sent.filter(({ charged }) => charged).length;
	tally.results += items.length - errors.length;
	tally.questions += errors.filter((item) => saysOf(item).reason === 'unsure').length;
	tally.errors += errors.length + tries.filter(({ thrown }) => thrown !== undefined).length;
	for (const { rule, conceded } of breaches) {
		const into = conceded ? tally.conceded : tally.breaches;
		const name = conceded ? `${rule}, ${conceded}` : rule;
		into[name] = (into[name] ?? 0) + 1;
	}
}

/** @param known rules whose breaches are counted and not yet refused. */
function playedInto(tally: Tally, worlds: fc.Arbitrary<World>, known: ReadonlySet<string>) {
	return fc.asyncProperty(worlds, async (world) => {
		const course = await play(world);
		const breaches = judge(course);
		count(tally, course, breaches);
		const wrong = breaches.filter(({ rule, conceded }) => !conceded && !known.has(rule));
		if (wrong.length === 0) return;
		throw new Error(wrong.map(({ rule, text }) => `${rule}: ${text}`).join('\n'));
	});
}

function reportOn(outcome: fc.RunDetails<[World]>): string {
	const reason = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : '';
	const { seed, counterexamplePath, numRuns, counterexample } = outcome;
	const where = `seed ${seed}, history ${numRuns}, path "${counterexamplePath ?? ''}"`;
	return `${reason}\n${where}\n${JSON.stringify(counterexample?.[0])}`;
}

/** A large world could be made smaller for hours. */
const SHRINKING_MS = 90_000;

export interface Settings {
	/** Of a world that went wrong, as an earlier report gave it: that one alone is played. */
	path?: string;
	/** Rules whose breaches are only counted. */
	known?: readonly string[];
	/** How long the first world that goes wrong may be made smaller; 0 to leave it as it is. */
	shrinkingMs?: number;
}

/** Plays random worlds. */
export async function simulate(
	worlds: fc.Arbitrary<World>,
	histories: number,
	seed: number,
	{ path, known = [], shrinkingMs = SHRINKING_MS }: Settings = {},
): Promise<{ tally: Tally; report: string | null }> {
	const tally = emptyTally();
	const property = (into: Tally) => playedInto(into, worlds, new Set(known));
	const found = await fc.check(property(tally), {
		...{ numRuns: histories, seed, path, endOnFailure: true },
	});
	if (!found.failed) return { tally, report: null };
	if (shrinkingMs === 0) return { tally, report: reportOn(found) };
	const smaller = await fc.check(property(emptyTally()), {
		...{ seed, path: found.counterexamplePath ?? undefined },
		interruptAfterTimeLimit: shrinkingMs,
	});
	return { tally, report: [reportOn(found), reportOn(smaller)].join('\n\nSmaller:\n') };
}
