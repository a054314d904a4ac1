import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { AmlCheckError } from '../../shared/rpc/failure';

export interface ItemOutput {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** Why an item has no outputs. */
export interface ItemFailure {
	failure: AmlCheckError;
	/** Whether it was only held back because of what happened to another item. */
	isConsequence?: boolean;
	/** Whether it is about the whole run and not about this item. */
	isOfRun?: boolean;
}

/** What became of one input item: its outputs, or why there are none. */
export type ItemOutcome = { outputs: ItemOutput[] } | ItemFailure;
