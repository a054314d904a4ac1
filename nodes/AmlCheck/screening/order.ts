import type { AmlCheckError } from '../../shared/failures/failure';
import type { SubmittedCheck, UsageMeta } from '../../shared/service/schemas';
import type { Target } from '../../shared/check/target';
import type { ItemFailure } from '../items/outcomes';
import type { RunOptions } from '../nodeRun';
import type { WalletFacts } from '../items/wallet';
import {
	makeFree,
	makeLost,
	makeNextId,
	makeSent,
	makeTaken,
	nameRun,
	targetOf,
	type Asked,
	type Entry,
	type Ledger,
} from './ledger';
import {
	findPayer,
	findRequest,
	forgetRequest,
	notePayer,
	noteRequest,
	type Request,
} from './requests';

/** An input item that could be read: what it wants screened, and how. */
export interface ReadRow {
	targets: readonly Target[];
	/** The address as it stands in the row, by which a table is merged. Equal addresses may be written differently. */
	written: string;
	/** There for an item that wants a whole wallet, however many checks that takes. */
	wallet?: WalletFacts;
	waits: boolean;
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
interface Lost {
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
	/** Whether its request left before the service had given a usable answer, or one since the last loss. */
	isTrial = false;
	/** Whether the history is still to be asked for a recent check in place of a new one. */
	asksReuse: boolean;
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

	/** Whether an item is the one that pays: among merged items, rounds of a loop, nodes and Retries one does. */
	isPayer(index: number): boolean {
		const { entry } = this;
		if (index !== this.items[0]) return false;
		return entry.state !== 'taken' || entry.paidBy === nameRun(entry.asked);
	}

	/** Writes down that a request leaves; before it does. */
	send(): void {
		if (this.entry.state !== 'wanted') throw new Error('A check is sent that is on its way');
		this.isNew = true;
		this.noteRequest(true, Date.now());
		this.entry = makeSent(this.entry, Date.now());
	}

	private noteRequest(isInFlight: boolean, at: number): void {
		this.request = { entry: this.entry, isInFlight, at };
		noteRequest(this.facts.serviceKey, this.entry.id, this.request);
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
		return found === this.request || found?.entry.state === 'wanted' ? undefined : found;
	}

	/** Takes over what another execution has come to. @param failure of a request that it has lost. */
	adopt({ entry, at }: Request, failure: AmlCheckError): void {
		// It was sent under the order's id: without that the ledger would take its check for a reused one.
		this.entry = { ...this.entry, sends: entry.sends };
		if (entry.state === 'taken') this.take(entry.hash, entry.paidBy !== undefined);
		if (entry.state === 'sent') this.lose({ failure, endedAt: at }, entry.candidates, entry.sentAt);
	}

	/** Writes down that the request is lost, as one of an earlier try or another execution may be. */
	lose(lost: Lost, candidates: readonly string[] = [], sentAt?: number): void {
		if (!this.request) this.noteRequest(false, lost.endedAt);
		this.entry = makeLost(this.entry, candidates, sentAt);
		this.lost = lost;
	}

	/** Writes down that nothing was taken. `refused`: the service knows the `id`, so that the next request has another one. */
	free(why: 'absent' | 'notTaken' | 'refused'): void {
		const { entry, lost } = this;
		const { options, serviceKey } = this.facts;
		this.lost = undefined;
		if (why === 'absent') {
			// The same holds for another execution's request under the id that ended before: nobody waits for it any more.
			const found = findRequest(serviceKey, entry.id);
			if (found && !found.isInFlight && found.at <= (lost?.endedAt ?? 0))
				forgetRequest(serviceKey, entry.id);
			this.entry = makeFree(entry, entry.sends);
			return;
		}
		forgetRequest(serviceKey, entry.id);
		// Under a request key the id stays: another execution would pay under the old one.
		const isNext = why === 'refused' && options.requestKey === '';
		const free = makeFree(entry, entry.sends - 1);
		this.entry = isNext ? { ...free, id: makeNextId(entry.id) } : free;
	}

	/** Writes down that it has a check. One check is paid for by one order. */
	take(hash: string, wasPaid: boolean): void {
		const { serviceKey } = this.facts;
		const isPaid = wasPaid && !this.isHeldByOther(hash) && !this.isPaidByOther(hash);
		this.entry = makeTaken(this.entry, hash, isPaid);
		const { id, asked } = this.entry;
		if (isPaid) notePayer(serviceKey, hash, { id, execution: asked.execution });
	}

	/** Whether a check is known to be another request's, of any execution. */
	isOfOtherRequest(hash: string): boolean {
		const payer = findPayer(this.facts.serviceKey, hash);
		return payer !== undefined && payer.id !== this.entry.id;
	}

	/** Whether another request has paid for a check, or under a key another execution. Without one a Retry is the same. */
	private isPaidByOther(hash: string): boolean {
		const { entry, facts } = this;
		const payer = findPayer(facts.serviceKey, hash) ?? entry.asked;
		const isKeyed = facts.options.requestKey !== '';
		return this.isOfOtherRequest(hash) || (isKeyed && payer.execution !== entry.asked.execution);
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
