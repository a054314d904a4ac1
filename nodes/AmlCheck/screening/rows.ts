import type { IDataObject } from 'n8n-workflow';

import { describeSubject } from '../../shared/targets';
import type { ItemOutcome } from '../run/outcomes';
import { findFailed } from '../run/stopFailure';
import { withEntry } from './failures';
import { isFailed, type FailedPart, type Part } from './parts';
import { combineWallet } from './wallet';
import type { WalletFacts } from './order';

/* How the endings of an item's checks become one outcome; pure. */

function failedItem({ target, entry, ending, isPayer }: FailedPart) {
	const { address, code: currency } = target;
	const known = withEntry(ending.failure, entry);
	const facts = { address, currency, charged: isPayer ? known.charged : false };
	const failure = known.with(facts).note('subject', describeSubject(target));
	return { failure, isConsequence: ending.isConsequence };
}

function makeJson({ target, ending }: Part): IDataObject {
	if ('json' in ending) return ending.json as IDataObject;
	if ('raw' in ending) return ending.raw;
	const { address, code: currency, assetName: asset } = target;
	return { riskLevel: 'unknown', ...ending, asset, address, currency } as IDataObject;
}

/**
 * Makes the one outcome of an item from the endings of its checks.
 * @param wallet of an item that wants a whole wallet, however many checks that takes.
 * @param isStopped whether the run held items back because of a failure.
 */
export function combineParts(
	parts: readonly [Part, ...Part[]],
	wallet?: WalletFacts,
	isStopped = false,
): ItemOutcome {
	const [part] = parts;
	if (wallet) return combineWallet(parts, wallet, isStopped);
	return isFailed(part) ? failedItem(part) : { outputs: [{ json: makeJson(part) }] };
}

/** In Stop mode the outputs of the other items are lost: the first failure that is named lists what was paid. */
export function withPaid(outcomes: readonly ItemOutcome[], paid: readonly string[]): ItemOutcome[] {
	const [first] = findFailed(outcomes);
	return outcomes.map((one, index) =>
		index === first?.item && 'failure' in one
			? { ...one, failure: one.failure.with({ paid }) }
			: one,
	);
}
