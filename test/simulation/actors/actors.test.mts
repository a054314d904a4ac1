/** Several nodes, executions and processes over random histories of the service: the three promises hold. */
import { readFileSync } from 'node:fs';
import { offices } from './offices.mts';
import { play } from './play.mts';
import { simulate } from './simulate.mts';
import { judge } from './verdict.mts';
import { type World, worlds } from './worlds.mts';

/** How many are played, where another number than the usual one is asked for. */
const ASKED = process.env.ACTORS_HISTORIES;

/** Another seed each day finds more, this one finds the same on every machine. */
const SEED = Number(process.env.ACTORS_SEED ?? 20261121);

/** Rules to leave out, to look for others: counted, not refused. */
const KNOWN = (process.env.ACTORS_KNOWN ?? '').split(' ').filter((rule) => rule !== '');

describe('nodes, executions and processes', () => {
	it.each([
		['hard worlds', worlds, 40],
		['mornings of an office', offices, 10],
	] as const)(
		'pay once, pass nobody unscreened, and lose nothing in %s',
		async (_, drawn, usual) => {
			const histories = Number(ASKED ?? usual);
			const path = process.env.ACTORS_PATH;
			const given = process.env.ACTORS_SHRINK;
			const shrinkingMs = given === undefined ? undefined : Number(given);
			const settings = { path, known: KNOWN, shrinkingMs };
			const { tally, report } = await simulate(drawn, histories, SEED, settings);
			console.log(JSON.stringify({ seed: SEED, ...tally }));
			if (report !== null) throw new Error(report);
			if (path === undefined) expect(tally.histories).toBe(histories);
		},
		1_800_000,
	);
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
