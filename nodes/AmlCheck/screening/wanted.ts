import type { AmlCheckError } from '../../shared/rpc/failure';
import type { Target } from './target';

/** What was read of one input item. */
export type ReadItem = { target: Target; idempotencyKey?: string } | { failure: AmlCheckError };

/** One check that is wanted: paid for once, for all items that want it. */
export interface WantedCheck {
	/** The same in every try, and different for a second check of an equal target, or under another idempotency key. */
	key: string;
	/** What its request `id` is made of: as the key, but for the idempotency key. */
	idKey: string;
	target: Target;
	/** Under which the user asked for it; empty for none. */
	idempotencyKey: string;
	/** The input items that get its result; the first is the one that pays. */
	items: number[];
}

export interface WantedChecks {
	wanted: WantedCheck[];
	/** How many items share a check with an earlier one. */
	merged: number;
}

/**
 * Decides which checks a run wants; pure (design 5, plan). Equal wishes (target, asset and idempotency key)
 * are merged, or counted, so that each wanted check has a key that is the same when the run is tried again.
 * @param items what was read of each input item; those with a failure want nothing.
 * @param mergeDuplicates whether equal targets share one check.
 * @returns the wanted checks in the order of the input.
 */
export function planChecks(items: readonly ReadItem[], mergeDuplicates: boolean): WantedChecks {
	const wanted = new Map<string, WantedCheck>();
	const seen = new Map<string, number>();
	let merged = 0;
	items.forEach((item, index) => {
		if (!('target' in item)) return;
		const { target, idempotencyKey = '' } = item;
		const work = idempotencyKey === '' ? '' : `@${idempotencyKey}`;
		const occurrence = seen.get(`${target.key}${work}`) ?? 0;
		seen.set(`${target.key}${work}`, occurrence + 1);
		const idKey = `${target.key}#${mergeDuplicates ? 0 : occurrence}`;
		const key = `${idKey}${work}`;
		const known = wanted.get(key);
		if (known) {
			known.items.push(index);
			merged++;
		} else wanted.set(key, { key, idKey, target, idempotencyKey, items: [index] });
	});
	return { wanted: [...wanted.values()], merged };
}

/**
 * Groups wanted checks that the history can't tell apart: the same wallet or transaction. They are submitted one
 * after the other, so that of each it is known what became of it before the next one leaves.
 * @param wanted in the order of the input.
 * @returns groups in the order of their first check.
 */
export function groupByWallet(wanted: readonly WantedCheck[]): WantedCheck[][] {
	const groups = new Map<string, WantedCheck[]>();
	for (const check of wanted) {
		const group = groups.get(check.target.walletKey);
		if (group) group.push(check);
		else groups.set(check.target.walletKey, [check]);
	}
	return [...groups.values()];
}
