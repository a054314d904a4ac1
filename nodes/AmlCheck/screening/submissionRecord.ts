import type { AmlCheckError } from '../../shared/rpc/failure';
import type { AcquiredCheck } from './check';
import type { LedgerEntry } from './ledgerEntry';
import type { Plan } from './plan';
import { executionBegan, saysIdWasUsed } from './requestIds';
import type { WantedCheck } from './wanted';

/**
 * Writes down what becomes of the submission of one wanted check: in the ledger, for later tries, and in the claims of
 * this process, for everybody else (design 5).
 */
export class SubmissionRecord {
	/** The request `id`, for life. */
	readonly id: string;

	constructor(
		private readonly plan: Plan,
		private readonly wanted: WantedCheck,
	) {
		const { ledger, requestIdFor } = plan;
		this.id = ledger.open(wanted.key, () => requestIdFor(wanted), wanted.items).id;
	}

	/** What is remembered of it now. */
	get entry(): Readonly<LedgerEntry> | undefined {
		return this.plan.ledger.find(this.wanted.key);
	}

	/** Checks that answers have named which can't be taken for it. */
	get named(): readonly string[] {
		return this.entry?.named ?? [];
	}

	/** Under a key of the user, another execution may have used the `id`. */
	get isKeyed(): boolean {
		return this.wanted.idempotencyKey !== '';
	}

	/** Whether this process knows a hash as the check of another thing. */
	isOfOtherThing(hash: string): boolean {
		const owner = this.plan.claims.ownerOf(hash);
		return owner !== undefined && owner.targetKey !== this.wanted.target.key;
	}

	/** Whether the service has answered with a check that somebody of this process had paid for before. */
	isRepeat(hash: string): boolean {
		const { ledger, claims } = this.plan;
		const owner = claims.ownerOf(hash);
		if (owner === undefined) return false;
		return owner.id !== this.id || (this.isKeyed && !ledger.isClaimed(hash));
	}

	/** Whether another execution of this process has heard of a check first: one of them says that it has paid. */
	isOthers(hash: string): boolean {
		const { ledger, claims } = this.plan;
		return claims.ownerOf(hash) !== undefined && !ledger.isClaimed(hash);
	}

	/** To be called before it leaves. */
	sending(): void {
		const { ledger, claims } = this.plan;
		ledger.sending(this.wanted.key, Date.now());
		claims.sending(this.id, this.wanted.target.key, Date.now());
	}

	/** The service took it. */
	taken(hash: string, isPaidElsewhere: boolean): void {
		const { ledger, claims, execution } = this.plan;
		const { key, target } = this.wanted;
		ledger.taken(key, hash, isPaidElsewhere);
		const at = this.entry?.sentAt ?? Date.now();
		claims.claim(hash, { id: this.id, targetKey: target.key, at, execution });
	}

	/**
	 * An earlier life, maybe of another process, has told of a check. Here another execution may have been answered with
	 * the same one under the same key: who comes second doesn't say that it has paid.
	 */
	resumed(hash: string): void {
		const { claims, execution } = this.plan;
		const owner = claims.ownerOf(hash);
		const isTold = owner?.execution !== undefined && execution !== undefined;
		this.taken(hash, this.isKeyed && isTold && owner.execution !== execution);
	}

	/** Another execution may have lost the answer to a submission under the same `id`: it is a question here too. */
	joinLost(): void {
		const { ledger, claims } = this.plan;
		const lost = this.entry?.unsure ? undefined : claims.lostUnder(this.id, Date.now());
		if (lost) ledger.sentBefore(this.wanted.key, lost.from, lost.to);
	}

	/**
	 * What this process has submitted under the same request `id`, in whichever execution.
	 * @returns the check, or undefined where there is none of which the hash is known.
	 */
	recall(): AcquiredCheck | undefined {
		const { ledger, claims } = this.plan;
		const hash = this.entry?.hash ?? claims.hashOf(this.id, Date.now());
		if (hash === undefined) return undefined;
		this.taken(hash, this.isKeyed && !ledger.isClaimed(hash));
		return { hash, payer: this.entry?.paidElsewhere ? 'other' : 'earlierTry' };
	}

	/** The history shows checks that it may be. */
	mayBe(candidates: readonly string[]): void {
		this.plan.ledger.mayBe(this.wanted.key, candidates);
	}

	/**
	 * Nothing that can be used was heard of it.
	 * @param named checks that the answer named all the same.
	 */
	lost(named: readonly string[]): void {
		this.plan.ledger.lost(this.wanted.key, Date.now(), named);
		this.plan.claims.lost(this.id, Date.now());
		this.keepMoments();
	}

	/** While the service's clock is known: another try may come where it is not, or where clocks were set anew. */
	keepMoments(): void {
		const { run, ledger } = this.plan;
		ledger.moments(this.wanted.key, (span) => run.session.clock.toService(span));
	}

	/** The service can't have taken any submission of it. */
	notTaken(): void {
		this.plan.ledger.notTaken(this.wanted.key);
		this.plan.claims.notTaken(this.id);
	}

	/**
	 * An `id` that nobody else can have used: another worker had the same execution before, or has it still, or a proxy
	 * has sent it twice. Under an idempotency key it may also have been another execution, which only the history can
	 * tell.
	 * @returns whether the failure says that it was used.
	 */
	wasSentBefore(failure: AmlCheckError): boolean {
		if (!saysIdWasUsed(failure)) return false;
		const { run, ledger } = this.plan;
		const now = Date.now();
		const began = executionBegan(run.context);
		if (this.isKeyed) ledger.sentBefore(this.wanted.key, began ?? now);
		// Where n8n doesn't tell when an execution began, no other worker has its ids.
		else if (began === undefined) this.lost([]);
		else ledger.sentBefore(this.wanted.key, began, now);
		return true;
	}
}
