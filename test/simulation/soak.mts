/**
 * Plays as many random histories as asked for, each under settings that stay and under ones that change, and prints what came of them.
 * npm run soak -- --histories 10000 --seed 7
 * With `--all` it goes on after one that went wrong, lists them, and makes none smaller; `--from` skips the first ones.
 */
import { parseArgs } from 'node:util';

import { playHistories, surveyHistories } from './play.mts';
import { turnedOf } from './quirks.mts';

const { values } = parseArgs({
	options: {
		histories: { type: 'string', default: '10000' },
		seed: { type: 'string' },
		path: { type: 'string' },
		from: { type: 'string', default: '0' },
		all: { type: 'boolean', default: false },
	},
});

const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const count = Number(values.histories);
const began = performance.now();
const { tally, report } = values.all ? survey() : playHistories(count, seed, values.path);
console.log(`seed ${seed}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
console.table(tally);
if (report !== null) {
	console.error(report);
	process.exitCode = 1;
}

function survey() {
	const found = surveyHistories(count, seed, Number(values.from));
	const lines = found.failures.map(
		({ path, wrong, history }) => `${path}: ${turnedOf(history.quirks)}: ${wrong.join('; ')}`,
	);
	return { tally: found.tally, report: lines.length > 0 ? lines.join('\n') : null };
}
