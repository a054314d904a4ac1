import { unusableValue } from '../../shared/parameters';
import { readNumber } from '../../shared/risk/numbers';
import type { NodeRun } from '../run/nodeRun';

const DEFAULT_LIMIT = 50;

/**
 * Reads Return All and Limit.
 * @returns the most items wanted; Infinity for all.
 * @throws AmlCheckError for a limit that is no whole number from 1 up.
 */
export function readLimit(run: NodeRun, index: number): number {
	if (run.flag('returnAll', index, false)) return Infinity;
	const value = run.context.getNodeParameter('limit', index, DEFAULT_LIMIT) as unknown;
	if (value === undefined || value === null || value === '') return DEFAULT_LIMIT;
	const limit = readNumber(value);
	if (limit !== null && Number.isInteger(limit) && limit >= 1) return limit;
	throw unusableValue(
		`Limit is ${JSON.stringify(value)}`,
		'Use a whole number from 1 up, or switch on Return All.',
	);
}
