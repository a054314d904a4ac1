import { unusableValue } from '../../shared/parameters';
import type { RunOptions } from './runOptions';

/** Options of which a run can have one value only, with their labels: every other one is each item's own. */
const OF_THE_RUN = {
	maxConcurrent: 'Max Concurrent Requests',
	maxPaidChecks: 'Max Paid Checks',
	mergeDuplicates: 'Merge Duplicates',
	timeout: 'Timeout (Seconds)',
} as const;

/**
 * Refuses items that want different things of the whole run, such as two limits of what it may pay: the value of the
 * first item would hold, and nobody would be told. Pure.
 * @param options those of each item, in the order of the input.
 * @throws AmlCheckError that names the option, and the first two items that differ.
 */
export function refuseDifferences(options: readonly RunOptions[]): void {
	const [first] = options;
	for (const key of Object.keys(OF_THE_RUN) as Array<keyof typeof OF_THE_RUN>) {
		const index = options.findIndex((other) => other[key] !== first[key]);
		if (index === -1) continue;
		const values = `${String(first[key])} in item 0, ${String(options[index]?.[key])} in item ${index}`;
		throw unusableValue(
			`The option '${OF_THE_RUN[key]}' holds for the whole run, but the items differ: ${values}`,
			'Give every item the same value, or split the run. Nothing was sent to the service.',
		);
	}
}
