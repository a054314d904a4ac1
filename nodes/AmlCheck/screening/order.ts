import { hashKey } from '../../shared/checks/result';
import type { AmlCheckError } from '../../shared/failures/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import type { Target } from '../../shared/targets';
import type { Asked, Entry, Holders, OwnEntries } from '../run/entries';
import type { RunOptions } from '../run/parameters';
import type { ItemFailure } from '../run/outcomes';
import type { WalletFacts } from '../run/wallet';
import { next, type EntryEvent } from './entry';

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

/** The orders of a run of a paid operation. */
export interface Plan {
	/** One for each input item. */
	rows: readonly Row[];
	orders: readonly Order[];
	/** The orders of each input item, in the order of its targets; none of one that could not be read. */
	ordersOf: ReadonlyArray<readonly Order[]>;
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
	| ItemFailure;

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

	/** @param holders the orders of all nodes of the execution that have a check. */
	constructor(
		readonly target: Target,
		readonly items: readonly number[],
		readonly options: SharedOptions,
		/** Whether an item wants its result. */
		readonly waits: boolean,
		private readonly stored: OwnEntries,
		private readonly holders: Holders,
	) {
		this.asksReuse = options.reuseWithinHours > 0;
	}

	get entry(): Entry {
		return this.stored.own[this.stored.own.length - 1];
	}

	/** Who asked for it before; undefined where nothing is known of it. */
	get before(): Asked | undefined {
		return this.stored.before;
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
	apply(event: EntryEvent): void {
		this.stored.own[this.stored.own.length - 1] = next(this.entry, event);
	}

	/** Writes down that it has a check. That was not paid for twice where the service gave it to an equal order before. */
	take(hash: string, paid: boolean): void {
		const isRepeated = this.isHeldByOther(hash);
		this.apply({ kind: 'taken', hash, paid: paid && !isRepeated });
		if (!isRepeated)
			this.holders.set(hashKey(hash), { id: this.entry.id, target: this.target.key });
	}

	/** Whether another order of this execution has a check. */
	isHeldByOther(hash: string): boolean {
		return (this.holders.get(hashKey(hash))?.id ?? this.entry.id) !== this.entry.id;
	}

	/** Whether an order for something else has a check: one hash serves one asset. */
	isOfOtherTarget(hash: string): boolean {
		return (this.holders.get(hashKey(hash))?.target ?? this.target.key) !== this.target.key;
	}
}
