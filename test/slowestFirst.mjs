/**
 * The order in which jest hands files to its workers. In a fresh clone it knows nothing but their sizes, and a file that
 * waits for minutes, begun last, would be waited for alone.
 */
import TestSequencer from '@jest/test-sequencer';

/** The longest first; measured with two cores. */
export const SLOW = [
	'test/engine/screening/faultMatrix',
	'test/simulation/actors/actors',
	'test/engine/screening/otherFaults',
	'test/engine/screening/chaos',
	'test/engine/screening/proof',
	'test/unit/docs/workedExample',
	'test/engine/operations/checks',
	'test/simulation/exactlyOnce',
	'test/engine/screening/waiting',
	'test/engine/trigger/cost',
	'test/engine/security/token',
	'test/engine/screening/earlierLife',
	'test/unit/knowledge/looks',
	'test/engine/screening/zones',
];

const rankOf = ({ path }) => {
	const rank = SLOW.findIndex((name) => path.endsWith(`/${name}.test.mts`));
	return rank < 0 ? SLOW.length : rank;
};

export default class SlowestFirst extends TestSequencer {
	/** What is not slow keeps jest's own order. */
	async sort(tests) {
		return [...(await super.sort(tests))].sort((a, b) => rankOf(a) - rankOf(b));
	}
}
