/** Several nodes, executions and processes over random histories of the service: the three promises hold. */
import { readFileSync } from 'node:fs';
import { offices } from './offices.mts';
import { play } from './play.mts';
import { simulate } from './simulate.mts';
import { judge } from './verdict.mts';
import { type World, worlds } from './worlds.mts';

const HISTORIES = Number(process.env.ACTORS_HISTORIES ?? 40);

/** Another seed each day finds more, this one finds the same on every machine. */
const SEED = Number(process.env.ACTORS_SEED ?? 20261121);

/** Worlds in which it is hardest to keep the promises, or offices as they are. */
const DRAWN = process.env.ACTORS_OFFICES ? offices : worlds;

/** Rules to leave out, to look for others: counted, not refused. */
const KNOWN = (process.env.ACTORS_KNOWN ?? '').split(' ').filter((rule) => rule !== '');

describe('nodes, executions and processes over random histories', () => {
	it('pays once, passes nobody unscreened, and loses nothing', async () => {
		const path = process.env.ACTORS_PATH;
		const shrinkingMs = process.env.ACTORS_SHRINK ? Number(process.env.ACTORS_SHRINK) : undefined;
		const settings = { path, known: KNOWN, shrinkingMs };
		const { tally, report } = await simulate(DRAWN, HISTORIES, SEED, settings);
		console.log(JSON.stringify({ seed: SEED, ...tally }));
		if (report !== null) throw new Error(report);
		if (path === undefined) expect(tally.histories).toBe(HISTORIES);
	}, 1_800_000);
});

/** Worlds in which a promise was broken once. */
const KEPT = JSON.parse(readFileSync(`${__dirname}/kept.json`, 'utf8')) as Array<{
	about: string;
	world: World;
}>;

describe('a world in which a promise was broken once', () => {
	it.each(KEPT)(
		'$about',
		async ({ world }) => {
			const breaches = judge(await play(world)).filter(({ conceded }) => !conceded);
			expect(breaches).toEqual([]);
		},
		120_000,
	);
});
