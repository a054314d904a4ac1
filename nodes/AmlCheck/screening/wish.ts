import type { IExecuteFunctions } from 'n8n-workflow';

import { hashKey } from '../../shared/checks/hash';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { Target } from '../../shared/targets';
import type { NodeRun } from '../run/nodeRun';
import type { RunOptions } from '../run/runOptions';
import { next } from './entry';
import type { Asked, Entry, EntryEvent } from './entry';
import { withEntry } from './failures';

const HOUR_MS = 3_600_000;

/** Options that merged items may have set differently: the most cautious one holds. */
export type SharedOptions = Pick<
	RunOptions,
	'idempotencyKey' | 'onTimeout' | 'onUnsure' | 'reuseUntoldAsset' | 'reuseWithinHours'
>;

/** One check that is wanted: paid for once, for all items that want it. */
export class Wish {
	/** @param slot the entries of it, the last one is the present one. */
	constructor(
		readonly target: Target,
		readonly items: readonly number[],
		readonly options: SharedOptions,
		/** Whether an item wants its result. */
		readonly waits: boolean,
		private readonly slot: Entry[],
		/** Whether nothing of it was known, or only what another execution has saved: see {@link unknownSince}. */
		readonly isFirstOfExecution: boolean,
		/** Until when everything is known of it, in Unix milliseconds; undefined where nothing is known. */
		readonly unknownSince: number | undefined,
	) {}

	get entry(): Entry {
		return this.slot[this.slot.length - 1];
	}

	/**
	 * Writes down what happened, for this try and all later ones.
	 * @throws Error for what must never happen.
	 */
	apply(event: EntryEvent): void {
		this.slot[this.slot.length - 1] = next(this.entry, event);
	}
}

/**
 * Whether a request for a check is the same as an earlier one; pure. After a Retry and in another try it is. In another
 * run of the node, such as the next round of a loop, it is within an hour, and as long as nobody knows its result.
 * @param entry of the earlier request.
 * @param asked who asks now.
 * @param isMerging whether equal requests of other runs are merged.
 */
export function isSameWish(
	entry: Entry,
	{ execution, run, at }: Omit<Asked, 'items'>,
	isMerging: boolean,
): boolean {
	const { asked } = entry;
	if (asked.execution !== execution || asked.run === run) return true;
	if (!isMerging) return false;
	const isOpen = entry.state === 'sent' && entry.refusal === undefined;
	return isOpen || at - asked.at < HOUR_MS;
}

/** The entries of one node by what is wanted; several where it was wanted again after an hour. */
export type NodeEntries = Record<string, Entry[]>;

const KEY = 'amlCheck';

/** For engines without a context on tool calls: the tries of one call can't know each other there. */
const NO_CONTEXT = {};

/**
 * The entries of all nodes of the execution, by the node's name. What is written to them, n8n saves.
 * @param context the node's context.
 */
export function openEntries(
	context: Partial<Pick<IExecuteFunctions, 'getContext'>>,
): Record<string, NodeEntries> {
	const flow = (context.getContext?.('flow') ?? { ...NO_CONTEXT }) as Record<
		string,
		Record<string, NodeEntries> | undefined
	>;
	return (flow[KEY] ??= {});
}

type Asker = Omit<Asked, 'items'>;

export function readAsker(context: NodeRun['context']): Asker {
	let run = 0;
	try {
		run = Number(context.getWorkflowDataProxy(0).$runIndex ?? 0);
	} catch {
		// A context without workflow data has one run.
	}
	const execution = String((context.getExecutionId() as string | undefined) ?? '');
	return { execution, run, at: Date.now() };
}

/** Finds the entry of a wish that was there before, or begins one. */
export function openSlot(
	entries: NodeEntries,
	key: string,
	asked: Asked,
	isMerging: boolean,
	makeId: (hour: number) => string,
): { slot: Entry[]; before?: Asked } {
	const slot = (entries[key] ??= []);
	const last = slot[slot.length - 1] as Entry | undefined;
	if (!last || !isSameWish(last, asked, isMerging)) {
		slot.push({ state: 'wanted', id: makeId(slot.length), asked });
		return { slot };
	}
	const isNewlyAsked = last.asked.execution !== asked.execution || last.state === 'wanted';
	const at = isNewlyAsked ? asked.at : last.asked.at;
	slot[slot.length - 1] = { ...last, asked: { ...asked, at } };
	return { slot, before: last.asked };
}

export const entriesOfNode = (context: NodeRun['context']): NodeEntries =>
	(openEntries(context)[context.getNode().name] ??= {});

/**
 * Adds to the failure of an item what an earlier try of this run paid for it: no failure hides a hash.
 * @param context the node's context.
 * @returns a function that takes a failure and the index of its item.
 */
export function earlierTries(
	context: NodeRun['context'],
): (failure: AmlCheckError, index: number) => AmlCheckError {
	const { run } = readAsker(context);
	const byItem = new Map<number, Entry>();
	for (const entry of Object.values(entriesOfNode(context)).flat())
		if (entry.asked.run === run) for (const item of entry.asked.items) byItem.set(item, entry);
	return (failure, index) => {
		const entry = byItem.get(index);
		if (!entry || entry.state === 'wanted') return failure;
		const paid = entry.state === 'taken' ? [entry.hash] : entry.candidates;
		return withEntry(failure, entry).with({ paid });
	};
}

/** Knows which wish of the execution has which check. */
export interface Holders {
	/** Whether another wish of this execution has a check. */
	isOfOtherWish(hash: string, wish: Wish): boolean;
	/** Whether a wish for another target of this execution has a check. */
	isOfOtherTarget(hash: string, wish: Wish): boolean;
	/** Writes down that a wish has a check. It was not paid for twice where the service gave it to an equal wish before. */
	take(wish: Wish, hash: string, paid: boolean): void;
}

/** Reads them from the entries of all nodes. */
export function openHolders(context: NodeRun['context']): Holders {
	const holders = new Map<string, { id: string; target: string }>();
	for (const [key, slot] of Object.values(openEntries(context)).flatMap(Object.entries<Entry[]>)) {
		const [target] = JSON.parse(key) as [string];
		for (const entry of slot)
			if (entry.state === 'taken') holders.set(hashKey(entry.hash), { id: entry.id, target });
	}
	const isOfOtherWish = (hash: string, { entry }: Wish) =>
		(holders.get(hashKey(hash))?.id ?? entry.id) !== entry.id;
	return {
		isOfOtherWish,
		isOfOtherTarget: (hash, { target: { key } }) =>
			(holders.get(hashKey(hash))?.target ?? key) !== key,
		take(wish, hash, paid) {
			const isRepeated = isOfOtherWish(hash, wish);
			wish.apply({ kind: 'taken', hash, paid: paid && !isRepeated });
			if (!isRepeated) holders.set(hashKey(hash), { id: wish.entry.id, target: wish.target.key });
		},
	};
}
