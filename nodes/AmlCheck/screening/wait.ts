import type { NodeRun } from '../nodeRun';
import { Loop } from './loop';
import { Results, type Check } from './results';

/**
 * Waits for checks that are there, until all are finished or the run's time is over; free: the loop has
 * no orders to send. It doesn't throw.
 * @returns what is known of each, by its hash.
 */
export async function waitForResults(
	run: NodeRun,
	hashes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Check>> {
	const results = new Results(run.session, hashes.size);
	for (const hash of hashes) results.add(hash, { isOld: true });
	await new Loop(run, results).acquire();
	return results.checks;
}
