import { findReports } from '../../shared/reports/find';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { CheckRecord } from '../../shared/rpc/schemas';
import { concurrently } from '../run/concurrently';
import type { NodeRun } from '../run/nodeRun';
import type { ItemFailure } from '../run/outcomes';
import { Breaker } from './breaker';
import { mayHaveForgotten, recallEarlierLife } from './earlierLife';
import { heldBack } from './heldBack';
import type { HoldReason } from './heldBack';
import { Ledger } from './ledger';
import { isFromBefore } from './matching';
import { groupByWallet, planChecks } from './plan';
import type { Plan, ReadItem, WantedCheck } from './plan';
import { executionBegan, requestIdMaker } from './requestIds';
import { isSearchable, pickRecent } from './reuse';
import type { ReusedReport } from './reuse';
import { submitCheck } from './submit';
import type { Submission, SubmitContext } from './submit';

/** What became of a wanted check until it has a hash. */
export type Acquisition = { submission: Submission } | { reused: ReusedReport } | ItemFailure;

/** The paid part of a run: plan, look for what is there already, pay for the rest (design 5, steps 1 and 2). */
export class Screening {
	readonly acquired = new Map<string, Acquisition>();

	readonly plan: Plan;

	readonly deadlineAt: number;

	private readonly ledger: Ledger;

	private readonly requestIdFor: (wanted: WantedCheck) => string;

	private readonly breaker = new Breaker();

	private stopped = false;

	/**
	 * @param run the node's run.
	 * @param items what was read of each input item.
	 */
	constructor(
		private readonly run: NodeRun,
		readonly items: readonly ReadItem[],
	) {
		this.deadlineAt = Date.now() + run.options.timeout * 1000;
		this.plan = planChecks(items, run.options.mergeDuplicates);
		const runIndex = runIndexOf(run.context);
		this.ledger = openLedger(run, runIndex);
		const makeId = requestIdMaker(run.context, runIndex);
		this.requestIdFor = (wanted) => makeId(wanted.key, this.idempotencyKeyOf(wanted));
	}

	/**
	 * Gets a hash, or a report that stands in, for every wanted check. It doesn't throw.
	 * @returns whether the run goes on: in Stop mode it doesn't after anything went wrong.
	 */
	async acquire(): Promise<boolean> {
		if (this.holdsUp(this.items)) return false;
		await this.recall();
		for (const { key } of this.plan.wanted) this.ledger.adopt(key);
		await this.reuse();
		if (this.holdsUp([...this.acquired.values()])) return false;
		if (!this.keepToBudget()) return false;
		const left = this.plan.wanted.filter(({ key }) => !this.acquired.has(key));
		await concurrently(groupByWallet(left), this.run.options.maxConcurrent, async (group) => {
			for (const wanted of group) await this.submit(wanted);
		});
		return !this.stopped;
	}

	/** The hashes of what was paid for, in this try or an earlier one. */
	paidHashes(): string[] {
		return this.plan.wanted
			.map(({ key }) => this.ledger.find(key)?.hash)
			.filter((hash): hash is string => hash !== undefined);
	}

	/**
	 * Whether the service answered a submission with a check that was paid for elsewhere: by another item, or under the
	 * same idempotency key by an execution before this one.
	 * @param check its result, where there is one: only that tells when the check began.
	 */
	isRepeat(wanted: WantedCheck, { isRepeat }: Submission, check?: CheckRecord): boolean {
		if (isRepeat) return true;
		if (check === undefined || this.idempotencyKeyOf(wanted) === '') return false;
		const began = executionBegan(this.run.context) ?? this.ledger.find(wanted.key)?.sentAt;
		return began !== undefined && isFromBefore(check, began);
	}

	/**
	 * Remembers whose result was given out, for another try under another run index.
	 * @param isAnswered tells it of a wanted check by its key.
	 */
	close(isAnswered: (key: string) => boolean): void {
		for (const { key } of this.plan.wanted) this.ledger.ended(key, isAnswered(key));
	}

	/** With "Stop Workflow" one bad item means that nothing is charged (design 5). */
	private holdsUp(results: ReadonlyArray<ReadItem | Acquisition>): boolean {
		return !this.run.continueOnFail && results.some((result) => 'failure' in result);
	}

	/** What a process that was killed had paid for is not in the ledger: the history has it. */
	private async recall(): Promise<void> {
		const { context, session } = this.run;
		const since = executionBegan(context);
		if (since === undefined || !mayHaveForgotten(context, this.ledger)) return;
		const { ledger, requestIdFor } = this;
		try {
			await recallEarlierLife({ session, ledger, requestIdFor, since }, this.plan.wanted);
		} catch (thrown) {
			const failure = notRecalled(toFailure(thrown));
			for (const { key } of this.plan.wanted) this.acquired.set(key, { failure });
		}
	}

	private async reuse(): Promise<void> {
		const { session, options } = this.run;
		const candidates = this.plan.wanted.filter((wanted) => this.mayReuse(wanted));
		await concurrently(candidates, options.maxConcurrent, async ({ key, target, items }) => {
			const { reuseWithinHours } = this.run.optionsOf(items[0]);
			try {
				const { checks, meta } = await findReports(session, target);
				const check = pickRecent(checks, reuseWithinHours, Date.now());
				if (check) this.acquired.set(key, { reused: { check, usage: meta ?? null } });
			} catch (thrown) {
				this.acquired.set(key, { failure: notSearched(toFailure(thrown)) });
			}
		});
	}

	/** What an earlier try submitted is not looked for among reports: it is known, or about to be recovered. */
	private mayReuse({ key, target, items }: WantedCheck): boolean {
		const entry = this.ledger.find(key);
		const isOpen = !this.acquired.has(key) && entry?.hash === undefined && !entry?.unsure;
		return isOpen && this.run.optionsOf(items[0]).reuseWithinHours > 0 && isSearchable(target);
	}

	/** @returns false where the budget stops the whole run, as it does in Stop mode. */
	private keepToBudget(): boolean {
		const allowed = this.run.options.maxPaidChecks;
		const toPay = this.plan.wanted.filter(
			({ key }) => !this.acquired.has(key) && this.ledger.find(key)?.hash === undefined,
		);
		if (allowed === 0 || toPay.length <= allowed) return true;
		for (const wanted of toPay)
			this.hold(wanted, { because: 'budget', wanted: toPay.length, allowed });
		return this.run.continueOnFail;
	}

	private async submit(wanted: WantedCheck): Promise<void> {
		const reason = this.reasonToHold(wanted);
		if (reason) return this.hold(wanted, reason);
		try {
			const submission = await submitCheck(this.submitContext(), wanted);
			this.breaker.succeeded();
			this.acquired.set(wanted.key, { submission });
		} catch (thrown) {
			const failure = toFailure(thrown);
			this.breaker.failed(failure);
			this.stopped ||= !this.run.continueOnFail;
			this.acquired.set(wanted.key, { failure });
		}
	}

	/** What is paid for already costs nothing to go on with. */
	private reasonToHold({ key }: WantedCheck): HoldReason | undefined {
		if (this.ledger.find(key)?.hash !== undefined) return undefined;
		if (this.run.session.cancelSignal?.aborted) return { because: 'cancelled' };
		if (this.stopped) return { because: 'stopped' };
		if (this.breaker.opened) return { because: 'unusable', failure: this.breaker.opened };
		if (Date.now() >= this.deadlineAt && this.run.options.timeout > 0)
			return { because: 'deadline', timeoutSeconds: this.run.options.timeout };
		return undefined;
	}

	private hold({ key }: WantedCheck, reason: HoldReason): void {
		const failure = heldBack(reason, this.ledger.find(key));
		const isConsequence = reason.because === 'stopped' || reason.because === 'unusable';
		this.acquired.set(key, { failure, isConsequence });
	}

	/** Of items that share a check, the one that pays has its key. */
	private idempotencyKeyOf({ items: [payer] }: WantedCheck): string {
		return this.run.optionsOf(payer).idempotencyKey;
	}

	private submitContext(): SubmitContext {
		const { session, context } = this.run;
		const { ledger, requestIdFor, deadlineAt } = this;
		return {
			session,
			ledger,
			requestIdFor,
			isKeyed: (wanted) => this.idempotencyKeyOf(wanted) !== '',
			deadlineAt,
			executionBegan: executionBegan(context),
		};
	}

	/** What a wanted check has come to. */
	of(key: string): Acquisition {
		return this.acquired.get(key) ?? this.notBegun();
	}

	/** Stands for what was not reached because the run stopped. */
	notBegun(): ItemFailure {
		return { failure: heldBack({ because: 'stopped' }), isConsequence: true };
	}
}

/** If looking was asked for and is impossible, the item is refused, not paid (design 5). */
function notSearched(failure: AmlCheckError): AmlCheckError {
	return failure.with({
		message: `Recent reports could not be searched, so no new check was paid for: ${failure.message}`,
		description: `${failure.description} To pay for a check without searching, set the option 'Reuse Within Hours' to 0.`,
		charged: false,
	});
}

/** As long as it isn't known what was paid for, nothing is paid (design 5). */
function notRecalled(failure: AmlCheckError): AmlCheckError {
	return failure.with({
		message: `The history could not be searched for what this execution paid for before, so nothing was submitted: ${failure.message}`,
		description: `${failure.description} Run the execution again with Retry.`,
	});
}

/** n8n's AI tool calls have no node context (platform): such a run remembers for its own length only. */
function openLedger({ context }: NodeRun, runIndex: number): Ledger {
	const hasContext = typeof context.getContext === 'function';
	const store = hasContext ? context.getContext('node') : {};
	return new Ledger(store, runIndex);
}

function runIndexOf(context: NodeRun['context']): number {
	try {
		return Number(context.getWorkflowDataProxy(0).$runIndex ?? 0);
	} catch {
		return 0;
	}
}
