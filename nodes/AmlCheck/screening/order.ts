import type { IExecuteFunctions } from 'n8n-workflow';

import { hashKey } from '../../shared/checks/result';
import { HOUR_MS } from '../../shared/dates';
import type { AmlCheckError } from '../../shared/failures/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import type { Network } from '../../shared/addresses';
import { fromKey, nameAsset, type Asset, type AssetKey } from '../../shared/assets';
import type { Target } from '../../shared/targets';
import type { NodeRun } from '../run/nodeRun';
import type { RunOptions } from '../run/runOptions';
import { next, type Asked, type Entry, type EntryEvent } from './entry';
import { MAX_CLOCK_SKEW_MS } from '../../shared/contract';
import type { RunHistory } from '../waiting/history';

/** The members of an item of a whole wallet beside its checks. */
export interface WalletFacts {
	/** Names of the assets that were wanted, and that the service doesn't screen. */
	notScreened: readonly string[];
	/** Assets without a check, and why: the checks that are there are not the whole wallet. */
	missing?: ReadonlyArray<{ asset: string; why: string }>;
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

/** The orders of a run of a paid operation, and what it knows of them. */
export interface Plan {
	run: NodeRun;
	/** One for each input item. */
	rows: Row[];
	orders: Order[];
	/** The orders of each input item, in the order of its targets; none of one that could not be read. */
	ordersOf: readonly Order[][];
	/** Which run of the node this is: loops have several. */
	runIndex: number;
	history: RunHistory;
	/** The orders of this execution that have a check, by the key of its hash. */
	holders: Map<string, { id: string; target: string }>;
}

/** Options that merged items may have set differently: the most cautious one holds. */
export type SharedOptions = Pick<
	RunOptions,
	'requestKey' | 'acceptUnspecifiedAsset' | 'reuseWithinHours'
>;

/** The result of acquiring a check, before its result is read. */
export type Acquisition =
	| {
			/** Who paid: this try, an earlier try of the order, or somebody else. */
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

/** A request that may have been taken. Times are in milliseconds on the monotonic clock. */
export interface Lost {
	/** Who has paid for it, if it was taken. */
	paidBy: 'thisTry' | 'earlierTry';
	/** The failure if the history never shows it. */
	failure: AmlCheckError;
	/** When it ended, and how long it took where this try sent it. */
	endedAt: number;
	tookMs?: number;
}

/** One check that is ordered: paid for once, for all items that want it. */
export class Order {
	/** Undefined until it is settled. */
	acquisition?: Acquisition;

	/** What is known of its last request, where the answer is lost. */
	lost?: Lost;

	/** Whether the history is still to be asked for a recent check in place of a new one. */
	asksReuse: boolean;

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
	) {
		this.asksReuse = options.reuseWithinHours > 0;
	}

	get entry(): Entry {
		return this.entries[this.entries.length - 1];
	}

	/** The one thing that it waits for. */
	get step(): 'settled' | 'inFlight' | 'proof' | 'reuse' | 'submission' {
		if (this.acquisition) return 'settled';
		if (this.entry.state === 'sent') return this.lost ? 'proof' : 'inFlight';
		return this.asksReuse ? 'reuse' : 'submission';
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
 * round of a loop it is for an hour.
 */
function isSameOrder(entry: Entry, { execution, run, at }: Asker): boolean {
	const { asked, state } = entry;
	if (asked.execution !== execution || asked.run === run) return true;
	return state === 'sent' || at - asked.at < HOUR_MS;
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

/** How many checks the node has paid for in this execution, or may have: in each round of a loop and call of a tool. */
export const countPaid = (context: NodeRun['context']): number =>
	Object.values(openNodeEntries(context))
		.flat()
		.filter((entry) => entry.state === 'sent' || (entry.state === 'taken' && entry.paid)).length;

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

/** Finds the entry of an order that was there before, or begins one. */
export function openOwnEntries(
	entries: NodeEntries,
	key: string,
	asked: Asked,
	makeId: (hour: number) => string,
): { own: Entry[]; before?: Asked } {
	const own = (entries[key] ??= []);
	const last = own[own.length - 1] as Entry | undefined;
	if (!last || !isSameOrder(last, asked)) {
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

/** Names the asset of an order for people, from the key of its entries. */
export function nameOrderKey(key: string): string {
	const [target] = JSON.parse(key) as [string];
	const [, network, ...rest] = target.split('|');
	return nameAsset(fromKey(network as Network, (rest.at(-1) ?? 'native') as AssetKey));
}

/** Reads which orders of all nodes of the execution have a check. */
export function readHolders(context: NodeRun['context']): Plan['holders'] {
	const holders: Plan['holders'] = new Map();
	for (const [key, own] of Object.values(openEntries(context)).flatMap(Object.entries<Entry[]>)) {
		const [target] = JSON.parse(key) as [string];
		for (const entry of own)
			if (entry.state === 'taken') holders.set(hashKey(entry.hash), { id: entry.id, target });
	}
	return holders;
}

/** Finds the asset that this execution submitted a check for; undefined for a check of somebody else. */
export function findSubmitted(context: NodeRun['context'], hash: string): Asset | undefined {
	const [, network, ...rest] = readHolders(context).get(hashKey(hash))?.target.split('|') ?? [];
	const key = rest.at(-1);
	return key === undefined ? undefined : fromKey(network as Network, key as AssetKey);
}

/** Whether another order of this execution has a check. */
export function isOfOtherOrder({ holders }: Plan, hash: string, { entry }: Order): boolean {
	return (holders.get(hashKey(hash))?.id ?? entry.id) !== entry.id;
}

/** Whether an order for something else has a check: one hash serves one asset. */
export function isOfOtherTarget({ holders }: Plan, hash: string, { target }: Order): boolean {
	return (holders.get(hashKey(hash))?.target ?? target.key) !== target.key;
}

/** Writes down that an order has a check. It was not paid for twice where the service gave it to an equal order before. */
export function take(plan: Plan, order: Order, hash: string, paid: boolean): void {
	const isRepeated = isOfOtherOrder(plan, hash, order);
	order.apply({ kind: 'taken', hash, paid: paid && !isRepeated });
	const { entry, target } = order;
	if (!isRepeated) plan.holders.set(hashKey(hash), { id: entry.id, target: target.key });
}
