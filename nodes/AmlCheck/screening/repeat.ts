import type { AmlCheckError } from '../../shared/failures/failure';
import type { NodeRun } from '../run/nodeRun';
import { earlierLost } from './failures';
import type { ReadWanted } from './plan';

/** STUB of the prototype: the paid part of Check Service goes away. */
export type RepeatedId =
	| { kind: 'same' | 'other'; hash: string }
	| { kind: 'refused' | 'lost' | 'unsent'; failure: AmlCheckError };

export type FindOther = (firstHash: string) => Promise<string | undefined>;

export const repeatRequest = async (
	_run: NodeRun,
	_readWanted: ReadWanted,
	_findOther: FindOther,
): Promise<RepeatedId> => ({ kind: 'unsent', failure: earlierLost() });
