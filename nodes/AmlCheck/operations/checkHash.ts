import { invalidInput } from '../../shared/failures/failure';
import type { NodeRun } from '../run/nodeRun';

/**
 * Reads the hash of an item's check; empty where none is given.
 * @throws AmlCheckError for a link, which lies next to the hash in an item and can be dragged as well.
 */
export function readCheckHash(run: NodeRun, index: number): string {
	const hash = run.text('checkHash', index);
	if (!/^https?:/i.test(hash)) return hash;
	throw invalidInput(
		"'Check Hash' holds a link",
		"Use the field 'hash' of the same item: it looks like 3f2a8c1e-5b7d-4e9a-8c6f-1d2e3f4a5b6c.",
	);
}
