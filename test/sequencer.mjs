/**
 * Begins with the files that take longest, so that none of them is left for the end, when one processor has nothing to
 * do. Jest knows them from earlier runs. In a fresh checkout it goes by the size of the files, and these are small.
 */
import path from 'node:path';
import Sequencer from '@jest/test-sequencer';

const FIRST = [
	'simulation/actors/actors',
	'engine/screening/scale',
	'engine/trigger/reports',
	'unit/addresses/derived',
	'engine/screening/faultMatrix',
	'engine/trigger/cost',
	'engine/screening/asksForLess',
	'unit/trigger/far',
	'e2e/trigger/default',
	'e2e/examples/examples',
	'e2e/examples/cases',
	'e2e/demo',
	'e2e/newcomer',
].map((name) => path.join(import.meta.dirname, `${name}.test.mts`));

const placeOf = ({ path: file }) => [...FIRST, file].indexOf(file);

export default class LongestFirst extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
	}
}
