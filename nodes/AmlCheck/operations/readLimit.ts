import { wholeFrom } from '../../shared/options/read';
import type { NodeRun } from '../run/nodeRun';

/**
 * Reads Return All and Limit.
 * @returns the most items wanted; Infinity for all.
 * @throws AmlCheckError for a limit that is no whole number from 1 up.
 */
export function readLimit(run: NodeRun, index: number): number {
	if (run.flag('returnAll', index, false)) return Infinity;
	return run.read(wholeFrom(1).default(50), 'limit', index);
}
