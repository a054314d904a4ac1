/**
 * Plays as many random histories as asked for and prints what came of them.
 * npm run soak -- --histories 10000 --seed 7
 */
import { parseArgs } from 'node:util';

import { playHistories } from './play.mts';

const { values } = parseArgs({
	options: {
		histories: { type: 'string', default: '10000' },
		seed: { type: 'string' },
		path: { type: 'string' },
	},
});

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const began = performance.now();
const { tally, report } = playHistories(Number(values.histories), seed, values.path);
console.log(`seed ${seed}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
console.table(tally);
if (report !== null) {
	console.error(report);
	process.exitCode = 1;
}
