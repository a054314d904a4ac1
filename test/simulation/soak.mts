/**
 * Plays random worlds of the contract and prints what came of them.
 * npm run ci:soak -- --histories 3000 --seed 7
 * With `--from` it begins with that world of the seed, as the report of an earlier run numbers it.
 */
import { parseArgs } from 'node:util';

import { playWorlds } from './tally.mts';

const { values } = parseArgs({
	options: {
		histories: { type: 'string', default: '3000' },
		seed: { type: 'string' },
		from: { type: 'string', default: '0' },
	},
});

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const began = performance.now();
void playWorlds(Number(values.histories), seed, Number(values.from)).then(({ tally, report }) => {
	console.log(`seed ${seed}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
	console.table(tally);
	if (report === null) return;
	console.error(report);
	process.exitCode = 1;
});
