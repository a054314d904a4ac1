import { compareAsset } from '../../shared/reports/asset';
import { isAbout } from '../../shared/reports/subject';
import { hashesIn, toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { decideRetry, mayHaveBeenTaken } from '../../shared/rpc/retryPolicy';
import type { RetryDecision } from '../../shared/rpc/retryPolicy';
import type { PaidMethod, ResultOf, SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import type { AcquiredCheck } from './check';
import type { Plan } from './plan';
import { recoverLost } from './recover';
import type { Recovery } from './recover';
import { saysIdWasUsed } from './requestIds';
import { SubmissionRecord } from './submissionRecord';
import { methodOf, paramsOf } from './target';
import { earlierFailure, KEY_USED_ADVICE, notTaken, otherCheck, paymentUnsure } from './unsure';
import type { WantedCheck } from './wanted';

/** A paid call is short: the service only queues the check. */
const SUBMIT_TIMEOUT_MS = 20_000;
const MIN_SUBMIT_TIMEOUT_MS = 5_000;

/** What it may take to find out what became of a submission, also when the run's own time is over. */
const RECOVERY_MS = 12_000;

const MAX_ATTEMPTS = 8;

/** How often a submission leaves whose predecessor may have been taken. */
const MAX_UNSURE_SENDS = 3;

/** Submits one wanted check so that it is paid for once, whatever happens on the way. */
class Submitter {
	private sends = 0;

	/** Whether the last attempt got as far as leaving. */
	private hasLeft = false;

	/** Whether the user's wish to pay for a new check was followed in this try. */
	private isSentInPlace = false;

	private readonly record: SubmissionRecord;

	constructor(
		private readonly plan: Plan,
		private readonly wanted: WantedCheck,
	) {
		this.record = new SubmissionRecord(plan, wanted);
	}

	async submit(): Promise<AcquiredCheck> {
		this.record.joinLost();
		const { entry, id } = this.record;
		if (entry?.unsure) {
			const recovered = await this.recoverOrSendAgain(earlierFailure(id), true);
			if (recovered) return recovered;
		}
		for (;;) {
			const submission = await this.sendOnce();
			if (submission) return submission;
		}
	}

	/** @returns the submission, or undefined where it is to be sent again. */
	private async sendOnce(): Promise<AcquiredCheck | undefined> {
		const { run, deadlineAt } = this.plan;
		const { target } = this.wanted;
		const wasUnsure = this.record.entry?.unsure === true;
		this.hasLeft = false;
		let answer: ResultOf<PaidMethod>;
		try {
			const { result } = await run.session.attempt(methodOf(target), paramsOf(target), {
				requestId: this.record.id,
				cancellable: false,
				timeoutMs: this.timeoutMs(),
				startBy: Math.max(deadlineAt, Date.now() + MIN_SUBMIT_TIMEOUT_MS),
				beforeSend: () => {
					this.hasLeft = true;
					this.sends++;
					this.record.sending();
				},
			});
			answer = result;
		} catch (thrown) {
			return await this.afterFailure(toFailure(thrown), wasUnsure);
		}
		return await this.accept(answer.check, answer.meta, wasUnsure);
	}

	/** An answer about something else is neither this wish's check nor to be lost (design 4). */
	private async accept(
		check: SubmittedCheck,
		usage: UsageMeta | null | undefined,
		wasUnsure: boolean,
	): Promise<AcquiredCheck | undefined> {
		const { record } = this;
		const { target } = this.wanted;
		const isOther = !isAbout(check, target) || compareAsset(check, target) === 'other';
		const hash = check.hash.trim();
		if (isOther || record.isOfOtherThing(hash)) {
			record.lost([hash]);
			return await this.recoverOrSendAgain(otherCheck(hash, record.id), wasUnsure);
		}
		record.taken(hash, record.isRepeat(hash));
		const payer = record.entry?.paidElsewhere ? 'other' : 'thisTry';
		return { hash, payer, submitted: check, submittedAt: Date.now(), usage };
	}

	private async afterFailure(
		failure: AmlCheckError,
		wasUnsure: boolean,
	): Promise<AcquiredCheck | undefined> {
		const decision = this.decide(failure);
		const unsure = this.note(failure, wasUnsure);
		if (this.hasLeft && decision.action === 'retry') {
			await this.plan.run.session.backOff(failure, decision.delayMs);
			return undefined;
		}
		if (!unsure) throw notTaken(failure, this.record.id);
		if (!this.hasLeft) throw this.unsureFailure(failure, []);
		if (decision.action === 'search') await this.waitIfAsked(failure, decision.delayMs);
		return await this.recoverOrSendAgain(failure, wasUnsure);
	}

	private decide(failure: AmlCheckError): RetryDecision {
		return decideRetry({
			paid: true,
			failure,
			attempt: this.sends,
			maxAttempts: MAX_ATTEMPTS,
			remainingMs: this.remainingMs(),
			random: Math.random(),
		});
	}

	/**
	 * Writes down what a failure says of the submission.
	 * @returns whether it, or an earlier one under the same `id`, may have been taken.
	 */
	private note(failure: AmlCheckError, wasUnsure: boolean): boolean {
		const mayBeTaken = this.hasLeft && mayHaveBeenTaken(failure);
		if (mayBeTaken) this.record.lost(hashesIn(failure));
		const unsure = wasUnsure || mayBeTaken || this.record.wasSentBefore(failure);
		if (!unsure) this.record.notTaken();
		return unsure;
	}

	/** The service may ask for a pause before anything else, the search for the check included. */
	private async waitIfAsked(failure: AmlCheckError, delayMs: number): Promise<void> {
		if (failure.retryAfterMs === undefined || delayMs >= this.remainingMs()) return;
		await this.plan.run.session.backOff(failure, delayMs);
	}

	/**
	 * A refusal of an `id` that may have been taken is no proof that it was not.
	 * @returns the check, or undefined where it is to be sent again.
	 */
	private async recoverOrSendAgain(
		failure: AmlCheckError,
		wasUnsure: boolean,
	): Promise<AcquiredCheck | undefined> {
		// If this execution may have used the id itself, that is the likelier reason.
		const isKeyUsed = !wasUnsure && saysIdWasUsed(failure) && this.record.isKeyed;
		const recovery = await this.recover(failure, isKeyUsed);
		if (recovery.outcome === 'found') {
			const { record } = this;
			record.taken(recovery.hash, record.isOthers(recovery.hash));
			const payer = this.sends > 0 ? 'thisTry' : 'earlierTry';
			return { hash: recovery.hash, payer: record.entry?.paidElsewhere ? 'other' : payer };
		}
		if (isKeyUsed) throw this.keyUsed(failure, recovery);
		const isMissing = recovery.outcome === 'missing';
		if (this.canSendAgain(failure, isMissing)) return undefined;
		throw this.unsureFailure(failure, isMissing ? [] : recovery.candidates);
	}

	/** Under a key, another execution has paid, or at a Retry an earlier life of this one. */
	private keyUsed(failure: AmlCheckError, recovery: Recovery): AmlCheckError {
		const isRetry = this.plan.run.context.getMode() === 'retry';
		const candidates = recovery.outcome === 'unsure' ? recovery.candidates : [];
		if (!isRetry) this.record.notTaken();
		return failure.with({
			description: `${failure.description} ${KEY_USED_ADVICE}`.trim(),
			reason: 'keyUsed',
			requestId: this.record.id,
			candidates: candidates.length > 0 ? candidates : undefined,
			charged: isRetry ? undefined : false,
		});
	}

	/** Only where it certainly was not taken, or the user wants a new check rather than a question (design 5). */
	private canSendAgain(failure: AmlCheckError, isMissing: boolean): boolean {
		const { plan, wanted } = this;
		const mayLeave =
			mayHaveBeenTaken(failure) &&
			failure.kind !== 'redirected' &&
			this.sends < MAX_UNSURE_SENDS &&
			Date.now() < plan.deadlineAt;
		if (!mayLeave) return false;
		// What an answer has named is there, whatever the history shows.
		if (isMissing && this.record.named.length === 0) return true;
		if (this.isSentInPlace || plan.optionsFor(wanted).onUnsure !== 'submitAgain') return false;
		this.isSentInPlace = true;
		return true;
	}

	private async recover(failure: AmlCheckError, isOld: boolean): Promise<Recovery> {
		const deadlineAt = Math.max(this.plan.deadlineAt, Date.now() + RECOVERY_MS);
		// Who refuses an id is there, and what was certainly refused is not sent again.
		const isInOrder = saysIdWasUsed(failure) && !mayHaveBeenTaken(failure);
		try {
			return await recoverLost(this.plan, this.wanted, { deadlineAt, isOld, isInOrder });
		} catch {
			this.record.keepMoments();
			return { outcome: 'unsure', candidates: [] };
		}
	}

	private unsureFailure(failure: AmlCheckError, candidates: readonly string[]): AmlCheckError {
		this.record.mayBe(candidates);
		const all = [...new Set([...this.record.named, ...candidates])];
		return failure.with(paymentUnsure(failure, this.record.id, all));
	}

	private timeoutMs(): number {
		return Math.max(MIN_SUBMIT_TIMEOUT_MS, Math.min(SUBMIT_TIMEOUT_MS, this.remainingMs()));
	}

	/** How long the run's own time lasts, in milliseconds; negative when it is over. */
	private remainingMs(): number {
		return this.plan.deadlineAt - Date.now();
	}
}

/**
 * Submits one wanted check (service 4.3, 4.4; design 5, submit). The ledger is written before and after; one whose fate
 * is unknown, also to another execution under the same request `id`, is searched in the history first.
 * @param plan session, ledger, deadline.
 * @param wanted what to submit: its hash is not known, and the turn to see to it is taken.
 * @returns the check that was paid for.
 * @throws AmlCheckError; its `charged` is false only where certainly nothing was paid.
 */
export async function submitCheck(plan: Plan, wanted: WantedCheck): Promise<AcquiredCheck> {
	return await new Submitter(plan, wanted).submit();
}
