import type { AmlCheckError } from '../../shared/failures/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/service/schemas';
import type { Target } from '../../shared/check/target';
import type { ItemFailure } from '../items/outcomes';
import type { RunOptions } from '../nodeRun';
import type { WalletFacts } from '../items/wallet';
import { earlierLost } from './failures';
import { makeNextId, targetOf, type Asked, type Entry, type Ledger } from './ledger';
import { findRequest, forgetRequest, noteGot, noteRequest, type Request } from './requests';

/** An input item that could be read: what it wants screened, and how. */
export interface ReadRow {
	targets: readonly Target[];
	/** The address as it stands in the row, by which a table is merged. Equal addresses may be written differently. */
	written: string;
	/** There for an item that wants a whole wallet, however many checks that takes. */
	wallet?: WalletFacts;
	waits: boolean;
	simplifies: boolean;
	options: RunOptions;
}

/** One input item, as far as it could be read. */
export type Row = ReadRow | { failure: AmlCheckError };

/** Options that merged items may have set differently: the most cautious one holds. */
export type SharedOptions = Pick<
	RunOptions,
	'requestKey' | 'acceptUnspecifiedAsset' | 'reuseWithinHours'
>;

/** A request that may have been taken. */
export interface Lost {
	/** Whether an earlier try has sent it. */
	isEarlier: boolean;
	/** The failure if the history never shows it. */
	failure: AmlCheckError;
	/** When it ended at the latest, in Unix milliseconds. */
	endedAt: number;
}

/** What an order is made of. */
interface Ordered {
	serviceKey: string;
	ledger: Ledger;
	/** Of its entry in the ledger. */
	key: string;
	target: Target;
	/** The input items that want it. */
	items: readonly number[];
	options: SharedOptions;
	/** Whether an item waits for its result, and whether one shows more than what the service sent. */
	waits: boolean;
	simplifies: boolean;
	/** Who asked for it before; undefined where nothing is known of it. */
	before?: Asked;
}

/** One check that is ordered: paid for once, for all items that want it. Its state is its entry in the ledger. */
export class Order {
	/** Why this try doesn't get a check. */
	failed?: ItemFailure;
	/** What is known of its last request, where the answer is lost. */
	lost?: Lost;
	/** As the service answered, where this try submitted it. */
	submitted?: { check: SubmittedCheck; usage?: UsageMeta | null };
	/** Whether this try has sent it. */
	isNew = false;
	/** Whether its request left before the service had given this run a usable answer. */
	isTrial = false;
	/** Whether the history is still to be asked for a recent check in place of a new one. */
	asksReuse: boolean;
	/** Whether recent checks could not be reused, since no record states its asset. */
	isAssetUnspecified = false;
	private request?: Request;

	constructor(readonly facts: Ordered) {
		this.asksReuse = facts.options.reuseWithinHours > 0;
		// What an earlier try has sent is this order's own.
		if (this.entry.state === 'sent') this.request = findRequest(facts.serviceKey, this.entry.id);
	}

	get target(): Target {
		return this.facts.target;
	}

	get items(): readonly number[] {
		return this.facts.items;
	}

	get entry(): Entry {
		return this.facts.ledger.get(this.facts.key);
	}

	private set entry(entry: Entry) {
		this.facts.ledger.set(this.facts.key, entry);
		if (this.request) this.request.entry = entry;
	}

	/** Writes down that a request leaves; before it does. */
	send(): void {
		const { id, asked, sends, state, shownBy } = this.entry;
		if (state !== 'wanted') throw new Error(`A check that is ${state} can not be sent`);
		const sentAt = Date.now();
		this.request = { entry: this.entry, isInFlight: true, at: sentAt };
		noteRequest(this.facts.serviceKey, id, this.request);
		this.entry = { state: 'sent', id, asked, shownBy, sends: sends + 1, sentAt, candidates: [] };
		this.lost = undefined;
		this.isNew = true;
	}

	/** Writes down that the answer to a request is there, or none will come. */
	end(): void {
		if (!this.request) return;
		this.request.isInFlight = false;
		this.request.at = Date.now();
	}

	/** The request that another execution of this process has under way under the same `id`, or has an answer to. */
	get forerunner(): Request | undefined {
		const found = findRequest(this.facts.serviceKey, this.entry.id);
		const isOwn = found === this.request;
		const isOpen = found?.isInFlight === true || found?.entry.state !== 'wanted';
		return isOwn || !isOpen ? undefined : found;
	}

	/** Takes over what another execution has come to. */
	adopt({ entry, at }: Request): void {
		const { serviceKey, options } = this.facts;
		if (entry.state === 'wanted') return;
		// Without a key it is the same order, of another Retry of its execution.
		if (entry.state === 'taken')
			return this.take(entry.hash, options.requestKey === '' && entry.paid);
		this.request = { entry: this.entry, isInFlight: false, at };
		noteRequest(serviceKey, entry.id, this.request);
		const lost = { isEarlier: true, failure: earlierLost(), endedAt: at };
		this.lose(lost, entry.candidates, entry.sentAt);
	}

	/** Writes down that the request is lost, as one of an earlier try or another execution may be. */
	lose(lost: Lost, candidates: readonly string[] = [], sentAt?: number): void {
		const { id, asked, sends, shownBy } = this.entry;
		const known = this.entry.state === 'sent' ? this.entry : { sentAt: 0, candidates: [] };
		this.entry = {
			state: 'sent',
			id,
			asked,
			shownBy,
			sends,
			sentAt: sentAt ?? known.sentAt,
			candidates: [...new Set([...known.candidates, ...candidates])],
		};
		this.lost = lost;
	}

	/** Writes down that nothing was taken. `refused`: the service knows the `id`, so that the next request has another one. */
	free(why: 'absent' | 'notTaken' | 'refused'): void {
		const { id, asked, sends } = this.entry;
		const { options, serviceKey } = this.facts;
		if (why !== 'absent') forgetRequest(serviceKey, id);
		// Under a request key the id stays: another execution would pay under the old one.
		const isNext = why === 'refused' && options.requestKey === '';
		const left = why === 'absent' ? sends : Math.max(0, sends - 1);
		this.entry = {
			state: 'wanted',
			id: isNext ? makeNextId(id) : id,
			asked,
			sends: isNext ? 0 : left,
		};
		this.lost = undefined;
	}

	/** Writes down that it has a check. That was not paid for twice where the service gave it to an equal order before. */
	take(hash: string, paid: boolean): void {
		const { id, asked, sends, shownBy } = this.entry;
		const isRepeated = this.isHeldByOther(hash);
		this.entry = { state: 'taken', id, asked, sends, shownBy, hash, paid: paid && !isRepeated };
		if (paid && !isRepeated) noteGot(this.facts.serviceKey, hash, id);
	}

	/** Writes down that another execution has paid for it, or which run shows it as charged. */
	correct(more: { paid: boolean } | { shownBy: string }): void {
		const { entry } = this;
		if (entry.state === 'taken') this.entry = { ...entry, ...more };
	}

	/** Whether another order of this execution has a check. */
	isHeldByOther(hash: string): boolean {
		const { ledger, key } = this.facts;
		return (ledger.holderOf(hash) ?? key) !== key;
	}

	/** Whether an order for something else has a check: one hash serves one asset. */
	isOfOtherTarget(hash: string): boolean {
		const holder = this.facts.ledger.holderOf(hash);
		return holder !== undefined && targetOf(holder) !== this.target.key;
	}
}
