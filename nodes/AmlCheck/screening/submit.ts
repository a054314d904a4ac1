import { isAbout } from '../../shared/reports/subject';
import { AmlCheckError, toFailure } from '../../shared/rpc/failure';
import { decideRetry, mayHaveBeenTaken } from '../../shared/rpc/retryPolicy';
import type { SubmittedCheck, UsageMeta } from '../../shared/rpc/schemas';
import type { AcquiredCheck } from './check';
import { idempotencyKeyOf } from './plan';
import type { Plan } from './plan';
import { ONE_LOOK_MS, recoverLost } from './recover';
import type { Recovery } from './recover';
import { executionBegan, saysIdWasUsed } from './requestIds';
import { methodOf, paramsOf } from './target';
import { ambiguous, earlierFailure, KEY_USED_ADVICE, unproven, UNSURE_ADVICE } from './unsure';
import type { WantedCheck } from './wanted';

/** A paid call is short: the service only queues the check. */
const SUBMIT_TIMEOUT_MS = 20_000;
const MIN_SUBMIT_TIMEOUT_MS = 5_000;

/** What it may take to find out what became of a submission, also when the run's own time is over. */
const RECOVERY_MS = 15_000;

const MAX_ATTEMPTS = 8;

/** How often a submission leaves whose predecessor may have been taken. */
const MAX_UNSURE_SENDS = 3;

const NOT_PAID = 'Nothing was paid for this item.';

/** Submits one wanted check so that it is paid for once, whatever happens on the way. */
class Submitter {
	private sends = 0;

	private paidNow = false;

	constructor(
		private readonly plan: Plan,
		private readonly wanted: WantedCheck,
	) {}

	async submit(): Promise<AcquiredCheck> {
		const { ledger, requestIdFor } = this.plan;
		const { key } = this.wanted;
		const entry = ledger.open(key, () => requestIdFor(this.wanted));
		if (entry.hash)
			return { hash: entry.hash, payer: entry.paidElsewhere ? 'other' : 'earlierTry' };
		if (entry.unsure) {
			const recovered = await this.recover(earlierFailure(entry.id));
			if (recovered) return recovered;
		}
		for (;;) {
			const submission = await this.sendOnce(entry.id);
			if (submission) return submission;
		}
	}

	/** @returns the submission, or undefined where it is to be sent again. */
	private async sendOnce(requestId: string): Promise<AcquiredCheck | undefined> {
		const { run, ledger } = this.plan;
		const { key, target } = this.wanted;
		const wasUnsure = ledger.find(key)?.unsure === true;
		this.sends++;
		try {
			const { result } = await run.session.attempt(methodOf(target), paramsOf(target), {
				requestId,
				cancellable: false,
				timeoutMs: this.timeoutMs(),
				beforeSend: () => ledger.sending(key, Date.now()),
			});
			this.paidNow = true;
			return this.accept(result.check, result.meta);
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (this.paidNow) throw failure;
			return await this.afterFailure(failure, wasUnsure);
		}
	}

	private accept(check: SubmittedCheck, usage: UsageMeta | null | undefined): AcquiredCheck {
		const { ledger } = this.plan;
		const { key, target } = this.wanted;
		ledger.taken(key, check.hash);
		if (!isAbout(check, target))
			throw new AmlCheckError({
				kind: 'mismatch',
				message: 'The AML service took the check of another target than the one that was sent',
				description: `Its hash is ${check.hash}. Its result is not used. Ask the service what was checked.`,
				requestId: ledger.find(key)?.id,
				hash: check.hash,
				charged: true,
			});
		const payer = ledger.find(key)?.paidElsewhere ? 'other' : 'thisTry';
		return { hash: check.hash, payer, submitted: check, submittedAt: Date.now(), usage };
	}

	private async afterFailure(
		failure: AmlCheckError,
		wasUnsure: boolean,
	): Promise<AcquiredCheck | undefined> {
		const { run, ledger, deadlineAt } = this.plan;
		const remainingMs = deadlineAt - Date.now();
		const decision = decideRetry({
			paid: true,
			failure,
			attempt: this.sends,
			maxAttempts: MAX_ATTEMPTS,
			remainingMs,
			random: Math.random(),
		});
		const unsure = wasUnsure || mayHaveBeenTaken(failure) || this.wasSentBefore(failure);
		if (!unsure) ledger.notTaken(this.wanted.key);
		if (decision.action === 'retry') {
			await run.session.backOff(failure, decision.delayMs);
			return undefined;
		}
		if (!unsure) throw failure.with({ ...this.withAdvice(failure, NOT_PAID), charged: false });
		const isAskedToWait = failure.retryAfterMs !== undefined && decision.action === 'search';
		if (isAskedToWait && decision.delayMs < remainingMs)
			await run.session.backOff(failure, decision.delayMs);
		return await this.recoverOrSendAgain(failure, wasUnsure);
	}

	/**
	 * An `id` that nobody else can have used: another worker had the same execution before, or has it still. Under an
	 * idempotency key it may also have been another execution, which only the history can tell.
	 */
	private wasSentBefore(failure: AmlCheckError): boolean {
		const { run, ledger } = this.plan;
		const since = executionBegan(run.context) ?? (this.isKeyed() ? Date.now() : undefined);
		if (!saysIdWasUsed(failure) || since === undefined) return false;
		ledger.sentBefore(this.wanted.key, since);
		return true;
	}

	/** Under a key of the user, another execution may have used the `id`. */
	private isKeyed(): boolean {
		return idempotencyKeyOf(this.plan.run, this.wanted) !== '';
	}

	/** A refusal of an `id` that may have been taken is no proof that it was not. */
	private async recoverOrSendAgain(
		failure: AmlCheckError,
		wasUnsure: boolean,
	): Promise<AcquiredCheck | undefined> {
		const { ledger } = this.plan;
		// If this execution may have used the id itself, that is the likelier reason.
		const isKeyUsed = !wasUnsure && saysIdWasUsed(failure) && this.isKeyed();
		const recovered = await this.recover(failure, isKeyUsed ? ONE_LOOK_MS : undefined);
		if (recovered) return recovered;
		const canSendAgain =
			mayHaveBeenTaken(failure) &&
			failure.kind !== 'redirected' &&
			this.sends < MAX_UNSURE_SENDS &&
			Date.now() < this.plan.deadlineAt;
		if (canSendAgain) return undefined;
		if (isKeyUsed) {
			ledger.notTaken(this.wanted.key);
			throw failure.with({ ...this.withAdvice(failure, KEY_USED_ADVICE), charged: false });
		}
		throw failure.with(this.withAdvice(failure, UNSURE_ADVICE));
	}

	private async recover(
		failure: AmlCheckError,
		looksMs?: readonly number[],
	): Promise<AcquiredCheck | undefined> {
		const { run, ledger, deadlineAt } = this.plan;
		const until = Math.max(deadlineAt, Date.now() + RECOVERY_MS);
		let recovery: Recovery;
		try {
			recovery = await recoverLost(run.session, this.wanted, ledger, until, looksMs);
		} catch {
			throw failure.with(this.withAdvice(failure, UNSURE_ADVICE));
		}
		switch (recovery.outcome) {
			case 'found':
				return { hash: recovery.item.hash, payer: this.sends > 0 ? 'thisTry' : 'earlierTry' };
			case 'ambiguous':
				throw failure.with(ambiguous(recovery.hashes));
			case 'unproven':
				throw failure.with(unproven(failure));
			case 'missing':
				return undefined;
		}
	}

	private withAdvice({ description, requestId }: AmlCheckError, advice: string) {
		const { ledger } = this.plan;
		return {
			description: `${description} ${advice}`.trim(),
			requestId: requestId ?? ledger.find(this.wanted.key)?.id,
		};
	}

	private timeoutMs(): number {
		const remaining = this.plan.deadlineAt - Date.now();
		return Math.max(MIN_SUBMIT_TIMEOUT_MS, Math.min(SUBMIT_TIMEOUT_MS, remaining));
	}
}

/**
 * Submits one wanted check (service 4.3, 4.4; design 5, submit). The ledger is written before and after; a check that
 * it knows is not submitted again, and one whose fate is unknown is searched in the history first.
 * @param plan session, ledger, deadline.
 * @param wanted what to submit.
 * @returns the check that was paid for.
 * @throws AmlCheckError; its `charged` is false only where certainly nothing was paid.
 */
export async function submitCheck(plan: Plan, wanted: WantedCheck): Promise<AcquiredCheck> {
	return await new Submitter(plan, wanted).submit();
}
