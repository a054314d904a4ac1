import type { IExecuteFunctions } from 'n8n-workflow';

import { hashKey } from '../../shared/checks/result';
import { HOUR_MS } from '../../shared/dates';
import type { AmlCheckError } from '../../shared/failures/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import type { Network } from '../../shared/addresses';
import { nameAsset, type Target } from '../../shared/targets';
import type { AssetKey } from '../../shared/targets/asset';
import type { NodeRun } from '../run/nodeRun';
import type { RunOptions } from '../run/runOptions';
import { next, PROOF_MS, type Asked, type Entry, type EntryEvent } from './entry';
import { MAX_CLOCK_SKEW_MS, type RunHistory } from '../waiting/history';

/** The members of an item of a whole wallet beside its checks. */
export interface WalletFacts {
	/** Names of the assets that were wanted, and that the service doesn't screen. */
	notScreened: readonly string[];
}

/** An input item that could be read: what it wants screened, and how. */
export interface ReadRow {
	targets: readonly Target[];
	/** There for an item that wants a whole wallet, however many checks that takes. */
	wallet?: WalletFacts;
	waits: boolean;
	simplifies: boolean;
	options: RunOptions;
}

/** One input item, as far as it could be read. */
export type Row = ReadRow | { failure: AmlCheckError };

/** The wishes of a run of a paid operation, and what it knows of them. */
export interface Plan {
	run: NodeRun;
	/** One for each input item. */
	rows: Row[];
	wishes: Wish[];
	/** The wishes of each input item, in the order of its targets; none of one that could not be read. */
	wishesOf: readonly Wish[][];
	/** Which run of the node this is: loops have several. */
	runIndex: number;
	history: RunHistory;
	/** The wishes of this execution that have a check, by the key of its hash. */
	holders: Map<string, { id: string; target: string }>;
}

/** Options that merged items may have set differently: the most cautious one holds. */
export type SharedOptions = Pick<
	RunOptions,
	'idempotencyKey' | 'onTimeout' | 'onUnsure' | 'reuseUntoldAsset' | 'reuseWithinHours'
>;

/** The result of acquiring a check, before its result is read. */
export type Acquisition =
	| {
			/** Who paid: this try, an earlier try of the wish, or somebody else. */
			paidBy: 'thisTry' | 'earlierTry' | 'somebodyElse';
			/** As the service answered, where this try submitted it. */
			submitted?: SubmittedCheck;
			/** When this try sent it, in Unix milliseconds of this machine. */
			sentAt?: number;
			usage?: UsageMeta | null;
	  }
	| {
			failure: AmlCheckError;
			/** Whether it was only held back because of what happened to another item. */
			isConsequence?: boolean;
	  };

/** A wish that the history may answer. Times are in milliseconds on the monotonic clock. */
export interface Question {
	kind: 'prove';
	/** Who has paid for what the history shows: `somebodyElse` means a recent check in place of a new one. */
	paidBy: 'thisTry' | 'earlierTry' | 'somebodyElse';
	/** The failure if it shows nothing. */
	failure: AmlCheckError;
	/** When the request ended, and how long it took where this try sent it. */
	endedAt: number;
	tookMs?: number;
	/** Until when readings continue although the run's own time is over. */
	patientUntil?: number;
	/** Whether this process knows that it sent nothing, so that one reading is enough. */
	isFearless?: boolean;
	/**
	 * The service refused it in this try, which never sends it again. `onceMore`: one reading at the end of the run shows
	 * whether it was charged anyway. `untilProof`: the service has had its `id`, so another process of this execution may
	 * have paid, and the readings continue.
	 */
	refused?: 'onceMore' | 'untilProof';
}

/** How much longer than its proof takes a Retry reads, in milliseconds: nobody sits in front of it. */
const RETRY_GRACE_MS = 30_000;

/** @param endedAt when the request ended, on the monotonic clock, in milliseconds. */
export const patience = (endedAt: number) => ({
	patientUntil: endedAt + PROOF_MS + RETRY_GRACE_MS,
});

/** The one thing that a wish waits for: to be sent, to be found in the history, or nothing more. */
export type Need = { kind: 'send' } | Question | { kind: 'settled'; acquisition: Acquisition };

/** One check that is wanted: paid for once, for all items that want it. */
export class Wish {
	need: Need = { kind: 'send' };

	/** Whether recent checks could not be reused, since no record states its asset. */
	isAssetUnspecified = false;

	/** @param entries the entries of it, the last one is the present one. */
	constructor(
		readonly target: Target,
		readonly items: readonly number[],
		readonly options: SharedOptions,
		/** Whether an item wants its result. */
		readonly waits: boolean,
		private readonly entries: Entry[],
		/** Who asked for it before; undefined where nothing is known of it. */
		readonly before: Asked | undefined,
	) {}

	/** Undefined until it is settled. */
	get acquisition(): Acquisition | undefined {
		return this.need.kind === 'settled' ? this.need.acquisition : undefined;
	}

	get entry(): Entry {
		return this.entries[this.entries.length - 1];
	}

	/**
	 * Writes down what happened, for this try and all later ones.
	 * @throws Error for what must never happen.
	 */
	apply(event: EntryEvent): Entry {
		return (this.entries[this.entries.length - 1] = next(this.entry, event));
	}
}

type Asker = Omit<Asked, 'items'>;

/**
 * Whether a request for a check is the same as an earlier one; pure. After a Retry and in another try it is. In another
 * round of a loop it is for an hour, if duplicates are merged.
 */
export function isSameWish(
	entry: Entry,
	{ execution, run, at }: Asker,
	isMerging: boolean,
): boolean {
	const { asked } = entry;
	if (asked.execution !== execution || asked.run === run) return true;
	if (!isMerging) return false;
	const isOpen = entry.state === 'sent' && entry.refusal === undefined;
	return isOpen || at - asked.at < HOUR_MS;
}

/** The entries of one node by what is wanted; several where it was wanted again after an hour. */
type NodeEntries = Record<string, Entry[]>;

/** The entries of all nodes of the execution, by the node's name. n8n saves what is written to them. */
function openEntries(context: NodeRun['context']): Record<string, NodeEntries> {
	// On a call of an agent's tool some engines have no context: its tries can't know each other.
	const getContext = context.getContext as IExecuteFunctions['getContext'] | undefined;
	const flow = getContext?.call(context, 'flow') ?? {};
	return (flow.amlCheck ??= {}) as Record<string, NodeEntries>;
}

/** The entries of the node. */
export const openNodeEntries = (context: NodeRun['context']): NodeEntries =>
	(openEntries(context)[context.getNode().name] ??= {});

/** Reads which run of which execution asks. */
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
export function openOwnEntries(
	entries: NodeEntries,
	key: string,
	asked: Asked,
	isMerging: boolean,
	makeId: (hour: number) => string,
): { own: Entry[]; before?: Asked } {
	const own = (entries[key] ??= []);
	const last = own[own.length - 1] as Entry | undefined;
	if (!last || !isSameWish(last, asked, isMerging)) {
		own.push({ state: 'wanted', id: makeId(own.length), asked });
		return { own };
	}
	const isRetry = last.asked.execution !== asked.execution;
	const at = isRetry || last.state === 'wanted' ? asked.at : last.asked.at;
	const entry: Entry = { ...last, asked: { ...asked, at } };
	// A Retry may run on another machine.
	if (isRetry && entry.state === 'sent' && !entry.isOfAnyClock) {
		if (entry.clock === 'own') entry.clock = 'unknown';
		entry.endedAt = Math.min(entry.endedAt + MAX_CLOCK_SKEW_MS, asked.at);
		entry.isOfAnyClock = true;
	}
	own[own.length - 1] = entry;
	return { own, before: last.asked };
}

/** Names the asset of a wish for people, from the key of its entries. */
export function nameWish(key: string): string {
	const [target] = JSON.parse(key) as [string];
	const [, network, ...rest] = target.split('|');
	return nameAsset(network as Network, (rest.at(-1) ?? 'unclear') as AssetKey);
}

/** Reads which wishes of all nodes of the execution have a check. */
export function readHolders(context: NodeRun['context']): Plan['holders'] {
	const holders: Plan['holders'] = new Map();
	for (const [key, own] of Object.values(openEntries(context)).flatMap(Object.entries<Entry[]>)) {
		const [target] = JSON.parse(key) as [string];
		for (const entry of own)
			if (entry.state === 'taken') holders.set(hashKey(entry.hash), { id: entry.id, target });
	}
	return holders;
}

/** Whether another wish of this execution has a check. */
export function isOfOtherWish({ holders }: Plan, hash: string, { entry }: Wish): boolean {
	return (holders.get(hashKey(hash))?.id ?? entry.id) !== entry.id;
}

/** Whether a wish for something else has a check: one hash serves one asset. */
export function isOfOtherTarget({ holders }: Plan, hash: string, { target }: Wish): boolean {
	return (holders.get(hashKey(hash))?.target ?? target.key) !== target.key;
}

/** Writes down that a wish has a check. It was not paid for twice where the service gave it to an equal wish before. */
export function take(plan: Plan, wish: Wish, hash: string, paid: boolean): void {
	const isRepeated = isOfOtherWish(plan, hash, wish);
	wish.apply({ kind: 'taken', hash, paid: paid && !isRepeated });
	const { entry, target } = wish;
	if (!isRepeated) plan.holders.set(hashKey(hash), { id: entry.id, target: target.key });
}
