import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { isAbout } from '../../shared/reports/subject';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import type { Change } from '../outputs/checks';
import { concurrently } from '../run/concurrently';
import type { NodeRun } from '../run/nodeRun';
import type { ItemFailure, ItemOutcome } from '../run/outcomes';
import { progressReporter } from '../run/progress';
import { Breaker } from './breaker';
import { hintsFor, totalsOf } from './hints';
import type { ReadItem, WantedCheck } from './plan';
import { present, rawSubmission, recordOf } from './present';
import type { Presented } from './present';
import { describeChange, findPrevious } from './previous';
import type { Previous } from './previous';
import { Screening } from './screening';
import type { Submission } from './submit';
import { readTarget } from './target';
import type { WantedTarget } from './target';
import { watchChecks } from './watch';
import type { WatchedCheck, WatchOutcome } from './watch';

/** What a wanted check has come to at the end of a run. */
type Ending = { presented: Presented } | ItemFailure;

/** A run of a paid operation from the input items to their outcomes (design 5). */
class PaidRun {
	constructor(
		private readonly run: NodeRun,
		private readonly screening: Screening,
	) {}

	async finish(): Promise<ItemOutcome[]> {
		const goesOn = await this.screening.acquire();
		const watched = goesOn ? await this.wait() : new Map<string, WatchOutcome>();
		const endings = new Map(
			this.screening.plan.wanted.map((wanted) => [wanted.key, this.endingOf(wanted, watched)]),
		);
		this.close(endings);
		this.run.context.addExecutionHints?.(...this.hints(endings));
		this.tellWhatCancellingWouldLose();
		return await this.outcomes(endings);
	}

	/** In Stop mode one failure means that no item gives its result out. */
	private close(endings: Map<string, Ending>): void {
		const has = (key: string) => 'presented' in (endings.get(key) ?? {});
		const givesOut = this.run.continueOnFail || [...endings.keys()].every(has);
		this.screening.close((key) => givesOut && has(key));
	}

	/**
	 * n8n saves a stopped execution as it was before the running node, and drops what the node still returns or
	 * remembers. The log is then the one place where paid hashes can be found again (design 1, third promise).
	 */
	private tellWhatCancellingWouldLose(): void {
		const { context, session } = this.run;
		const hashes = this.screening.paidHashes();
		if (!session.cancelSignal?.aborted || hashes.length === 0) return;
		const message = `${context.getNode().name}: the execution was canceled after ${hashes.length} paid checks. Read them with Get Result, which is free: ${hashes.join(', ')}`;
		context.logger.warn(message);
		context.sendMessageToUI?.(message);
	}

	private waitsFor({ items }: WantedCheck): boolean {
		return items.some((index) => this.run.flag('waitForResult', index, true));
	}

	private async wait(): Promise<Map<string, WatchOutcome>> {
		const { run, screening } = this;
		const checks: WatchedCheck[] = [];
		for (const wanted of screening.plan.wanted) {
			const acquired = screening.of(wanted.key);
			if (!('submission' in acquired) || !this.waitsFor(wanted)) continue;
			checks.push({
				hash: acquired.submission.hash,
				isExpected: (check) => isAbout(check, wanted.target),
			});
		}
		const { maxConcurrent, timeout: timeoutSeconds } = run.options;
		return await watchChecks(checks, {
			session: run.session,
			maxConcurrent,
			deadlineAt: screening.deadlineAt,
			timeoutSeconds,
			lookDirectlyFirst: false,
			onProgress: progressReporter(run.context),
		});
	}

	private endingOf(wanted: WantedCheck, watched: Map<string, WatchOutcome>): Ending {
		const acquired = this.screening.of(wanted.key);
		if ('failure' in acquired) return acquired;
		if ('submission' in acquired) {
			const outcome = watched.get(acquired.submission.hash);
			return this.endingOfSubmission(wanted, acquired.submission, outcome);
		}
		const { check, usage } = acquired.reused;
		const raw = { check, meta: usage } as unknown as IDataObject;
		return { presented: { check, raw, usage, charged: false, reused: true } };
	}

	private endingOfSubmission(
		wanted: WantedCheck,
		submission: Submission,
		outcome: WatchOutcome | undefined,
	): Ending {
		const failed = outcome && 'failure' in outcome ? outcome : undefined;
		const result = outcome && 'result' in outcome ? outcome.result : failed?.last;
		const reused = this.screening.isRepeat(wanted, submission, result?.check);
		const returnsPending = failed?.pending && this.run.options.onTimeout === 'returnPending';
		if (failed && !returnsPending) return { failure: failed.failure.with({ charged: !reused }) };
		const check = result?.check ?? recordOf(submission, wanted.target);
		const usage = result ? result.usage : submission.usage;
		const raw = result
			? ({ check, meta: usage } as unknown as IDataObject)
			: rawSubmission(submission, wanted.target);
		return { presented: { check, raw, usage, charged: !reused, reused } };
	}

	private async outcomes(endings: Map<string, Ending>): Promise<ItemOutcome[]> {
		const { items, plan } = this.screening;
		const previous = await this.previous(endings);
		const outcomes = items.map((item): ItemOutcome =>
			'failure' in item ? item : this.screening.notBegun(),
		);
		for (const { key, items: indexes } of plan.wanted)
			indexes.forEach((index, position) => {
				const ending = endings.get(key) ?? this.screening.notBegun();
				outcomes[index] = this.outcomeOf(ending, index, position === 0, previous.get(key));
			});
		return outcomes;
	}

	private isCompared(index: number): boolean {
		return this.run.optionsOf(index).comparePrevious && this.run.flag('simplify', index, true);
	}

	/** The previous check of each target, where an item asks for it. */
	private async previous(endings: Map<string, Ending>): Promise<Map<string, Previous>> {
		const { session, options } = this.run;
		const found = new Map<string, Previous>();
		const breaker = new Breaker();
		const { wanted } = this.screening.plan;
		await concurrently(wanted, options.maxConcurrent, async ({ key, target, items }) => {
			const ending = endings.get(key);
			const isAsked = items.some((index) => this.isCompared(index));
			if (!isAsked || !ending || 'failure' in ending) return;
			found.set(key, await findPrevious(session, target, ending.presented.check, breaker));
		});
		return found;
	}

	private change(index: number, { check }: Presented, previous?: Previous): Change | undefined {
		if (!previous || !this.isCompared(index)) return undefined;
		return describeChange(check, previous, this.run.optionsOf(index).policy);
	}

	/** Of merged items exactly one says that a check was paid for (design 2). */
	private outcomeOf(
		ending: Ending,
		index: number,
		isPayer: boolean,
		previous: Previous | undefined,
	): ItemOutcome {
		if ('failure' in ending) {
			const { failure } = ending;
			const charged = isPayer ? failure.charged : failure.charged && false;
			return { ...ending, failure: this.withPaidHashes(failure.with({ charged })) };
		}
		const presented = { ...ending.presented, charged: ending.presented.charged && isPayer };
		const json = present(this.run, index, presented);
		return { outputs: [{ json: { ...json, ...this.change(index, presented, previous) } }] };
	}

	/** In Stop mode the outputs of the other items are not had: the message tells what was paid for. */
	private withPaidHashes(failure: AmlCheckError): AmlCheckError {
		const hashes = this.screening.paidHashes();
		if (this.run.continueOnFail || hashes.length === 0) return failure;
		const shown = hashes.slice(0, MAX_SHOWN_HASHES).join(', ');
		const more = hashes.length > MAX_SHOWN_HASHES ? ', …' : '';
		return failure.with({
			description: `${failure.description} Paid for so far: ${hashes.length} (${shown}${more}). Run the execution again with Retry: what was paid for is not paid for again.`,
		});
	}

	private hints(endings: Map<string, Ending>): NodeExecutionHint[] {
		const { plan } = this.screening;
		const facts = plan.wanted.map(({ key }) => {
			const acquired = this.screening.of(key);
			const ending = endings.get(key);
			return {
				...('submission' in acquired && { paidNow: acquired.submission.paidNow }),
				...(ending && 'presented' in ending && ending.presented),
			};
		});
		return hintsFor(totalsOf(facts, plan.merged));
	}
}

/** A message stays readable; the execution's data has them all. */
const MAX_SHOWN_HASHES = 20;

/** Read once before anything is paid for: a value that can't be resolved must not come up after that. */
function readLateParameters(run: NodeRun, index: number): void {
	for (const name of ['waitForResult', 'simplify']) run.flag(name, index, true);
}

/**
 * Screens the items of a paid operation: plan, submit, wait, collect (design 5).
 * @param run the node's run.
 * @param readWanted reads what one item wants checked; it may throw, which refuses the item before it is paid for.
 * @returns one outcome for each item, in their order. It doesn't throw.
 */
export async function screenItems(
	run: NodeRun,
	readWanted: (index: number) => Promise<WantedTarget>,
): Promise<ItemOutcome[]> {
	const items: ReadItem[] = [];
	for (let index = 0; index < run.items.length; index++) {
		try {
			readLateParameters(run, index);
			items.push({ target: readTarget(await readWanted(index)) });
		} catch (thrown) {
			items.push({ failure: toFailure(thrown).with({ charged: false }) });
		}
	}
	return await new PaidRun(run, new Screening(run, items)).finish();
}
