import type { IDataObject } from 'n8n-workflow';

import type { SimplifiedCheck } from '../../shared/outputs/check';
import { describeSubject, type Target } from '../../shared/targets';
import type { ItemFailure, ItemOutcome } from '../run/outcomes';
import type { Priced } from './endings';
import type { Entry } from './entry';
import { withEntry } from './failures';

/* How the endings of an item's checks become one outcome; pure. */

/** A check as its item shows it: simplified, or as the service sent it. */
export type View = { json: SimplifiedCheck } | { raw: IDataObject };

/** One of the checks of an item: what it is of, the state of its entry, and how it has ended. */
export interface Part {
	target: Target;
	entry: Entry;
	ending: ItemFailure | Priced | View;
	/** Whether the item is the one that pays for it. Merged items don't. */
	isPayer: boolean;
}

const isFailed = (part: Part): part is Part & { ending: ItemFailure } => 'failure' in part.ending;

function failedItem({ target, entry, ending, isPayer }: Part & { ending: ItemFailure }) {
	const { address, code: currency } = target;
	const known = withEntry(ending.failure, entry);
	const facts = { address, currency, charged: isPayer && known.charged };
	const failure = known.with(facts).note('subject', describeSubject(target));
	return { failure, isConsequence: ending.isConsequence };
}

function makeJson({ target, ending }: Part): IDataObject {
	if ('json' in ending) return ending.json as IDataObject;
	if ('raw' in ending) return ending.raw;
	const { address, code: currency, assetName: asset } = target;
	return { riskLevel: 'unknown', ...ending, asset, address, currency } as IDataObject;
}

/** Makes the one outcome of an item from the endings of its checks. */
export function combineParts([part]: readonly [Part, ...Part[]]): ItemOutcome {
	return isFailed(part) ? failedItem(part) : { outputs: [{ json: makeJson(part) }] };
}

/** In Stop mode the outputs of the other items are lost: the first failure lists what was paid. */
export function withPaid(outcomes: readonly ItemOutcome[], paid: readonly string[]): ItemOutcome[] {
	const first = outcomes.findIndex((one) => 'failure' in one && !one.isConsequence);
	return outcomes.map((one, index) =>
		index === first && 'failure' in one ? { ...one, failure: one.failure.with({ paid }) } : one,
	);
}
