import type { IDataObject } from 'n8n-workflow';

import type { Target } from '../../shared/targets';
import type { CheckView } from '../run/nodeRun';
import type { ItemFailure } from '../run/outcomes';
import type { Priced } from './endings';
import type { Entry } from './entry';

/** A check as its item shows it: simplified, or as the service sent it. */
export type View = (CheckView & { reused?: boolean }) | { raw: IDataObject };

/** One of the checks of an item: what it is of, the state of its entry, and how it has ended. */
export interface Part {
	target: Target;
	entry: Entry;
	ending: ItemFailure | Priced | View;
	/** Whether the item is the one that pays for it. Merged items don't. */
	isPayer: boolean;
}

export type FailedPart = Part & { ending: ItemFailure };

/** A check of a wallet, submitted in this run or read by its hash. */
export interface WalletPart extends Pick<Part, 'ending' | 'isPayer'> {
	target: Pick<Target, 'assetName' | 'code' | 'shortName'> &
		Partial<Pick<Target, 'address' | 'network'>>;
	/** Missing for a check that is only read. */
	entry?: Entry;
}

export const isFailed = <P extends Pick<Part, 'ending'>>(
	part: P,
): part is P & { ending: ItemFailure } => 'failure' in part.ending;
