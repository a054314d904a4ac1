import { readNumberWithin } from '../../shared/parameters';
import type { NodeRun } from '../run/nodeRun';

const RULE = { byDefault: 50, from: 1, isWhole: true, orElse: 'switch on Return All' };

/**
 * Reads Return All and Limit.
 * @returns the most items wanted; Infinity for all.
 * @throws AmlCheckError for a limit that is no whole number from 1 up.
 */
export function readLimit(run: NodeRun, index: number): number {
	if (run.flag('returnAll', index, false)) return Infinity;
	return readNumberWithin(run.context.getNodeParameter('limit', index, null), 'Limit', RULE);
}
