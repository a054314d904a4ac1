import { AmlCheckError, toFailure } from '../../shared/rpc/failure';
import { PROOF_MS } from './entry';
import { findExisting } from './existing';
import type { Answer, Question } from './existing';
import { earlierLost, notSearched, notSubmitted } from './failures';
import { readExecutionStart } from './ids';
import type { Plan } from './plan';
import type { Wish } from './wish';
import type { Acquisition } from './submit';
import { isFinal, pauseAfter, questionAboutLost, Submitter } from './submitAll';
import type { Lost } from './submitAll';

/** The plan, and what its wishes have come to. */
export interface Acquired {
	plan: Plan;
	results: Map<Wish, Acquisition>;
	/** Wishes whose recent checks could not be reused, since no record says its asset. */
	unspecified: ReadonlySet<Wish>;
	/** In Stop mode the results are not waited for after a failure. */
	goesOn: boolean;
}

interface Acquiring extends Acquired {
	lost: Map<Wish, Lost>;
	unspecified: Set<Wish>;
	onTaken: (wish: Wish) => void;
}

const HOUR_MS = 3_600_000;

/** A refusal in an earlier try. */
const refusedBefore = (refusal: string) =>
	new AmlCheckError({
		kind: 'rejected',
		message: refusal,
		description:
			'The service refused this check in an earlier try, so it was not sent again. When the reason is gone, run the workflow again.',
	});

/** What is remembered of earlier tries. */
function resume({ plan, results, lost, onTaken }: Acquiring): void {
	for (const wish of plan.wishes) {
		if (wish.entry.state === 'taken') {
			results.set(wish, { by: wish.entry.paid ? 'earlierTry' : 'other' });
			onTaken(wish);
		}
		const since = mayBeSentSince(plan, wish);
		if (since !== undefined && !plan.run.options.dryRun) {
			const endedAt = wish.unknownSince === undefined ? Date.now() : since - PROOF_MS;
			wish.apply({ kind: 'forgotten', since, endedAt });
		}
		const { entry } = wish;
		if (entry.state !== 'sent') continue;
		const agoMs = Math.max(0, Date.now() - entry.endedAt);
		const failure = entry.refusal === undefined ? earlierLost() : refusedBefore(entry.refusal);
		lost.set(wish, { failure, endedAt: performance.now() - agoMs });
	}
}

/**
 * At a Retry a process that died took along what it knew of a wish, and so did a Retry that nobody saved.
 * @returns when it may have sent the wish at the earliest, in Unix milliseconds; undefined where all is known.
 */
function mayBeSentSince({ run }: Plan, wish: Wish): number | undefined {
	const isForgotten = run.context.getMode() === 'retry' && wish.isFirstOfExecution;
	if (!isForgotten || wish.entry.state !== 'wanted') return undefined;
	return wish.unknownSince ?? readExecutionStart(run.context);
}

function askForReuse({ run }: Plan, wish: Wish): Question | undefined {
	const hours = wish.options.reuseWithinHours;
	if (wish.entry.state === 'sent') return run.options.dryRun ? questionAboutLost(wish) : undefined;
	return hours > 0 ? { wish, why: 'reuse', since: Date.now() - hours * HOUR_MS } : undefined;
}

/** While the service gives no usable response, the run waits. */
async function askPatiently(
	plan: Plan,
	questions: readonly Question[],
): Promise<Map<Wish, Answer> | AmlCheckError> {
	for (let attempt = 0; ; attempt++) {
		try {
			return await findExisting(plan, questions);
		} catch (thrown) {
			const failure = toFailure(thrown);
			if (isFinal(failure) || !(await pauseAfter(plan, attempt))) return failure;
		}
	}
}

function settle(acquiring: Acquiring, { wish, why }: Question, answer: Answer): void {
	const { plan, results, unspecified, onTaken, lost } = acquiring;
	const { dryRun } = plan.run.options;
	if (answer.kind === 'take') {
		lost.delete(wish);
		if (!dryRun) plan.take(wish, answer.hash, why !== 'reuse');
		results.set(wish, { by: why === 'reuse' ? 'other' : 'earlierTry' });
		if (!dryRun) onTaken(wish);
		return;
	}
	if (answer.kind === 'nothing') {
		if (answer.isAssetUnspecified) unspecified.add(wish);
		return;
	}
	wish.apply({ kind: 'seen', candidates: answer.hashes });
}

/** One question for all open wishes, in one reading of the history. */
async function askWhatExists(acquiring: Acquiring): Promise<void> {
	const { plan, results } = acquiring;
	const open = plan.wishes.filter((wish) => !results.has(wish));
	const questions = open.flatMap((wish) => askForReuse(plan, wish) ?? []);
	if (questions.length === 0) return;
	const answers = await askPatiently(plan, questions);
	for (const question of questions) {
		const { wish, why } = question;
		const answer = answers instanceof AmlCheckError ? undefined : answers.get(wish);
		if (answer) settle(acquiring, question, answer);
		else if (answers instanceof AmlCheckError && why !== 'lost')
			results.set(wish, { failure: notSearched(answers) });
	}
}

/** The wishes that are left to pay for; none where they are more than the budget allows. */
function keepToBudget({ plan, results, lost }: Acquiring): Wish[] {
	const open = plan.wishes.filter((wish) => !results.has(wish) && !lost.has(wish));
	const { maxPaidChecks: allowed } = plan.run.options;
	if (allowed === 0 || open.length <= allowed) return open;
	const failure = notSubmitted({ because: 'budget', wanted: open.length, allowed });
	for (const wish of open) results.set(wish, { failure });
	return [];
}

/** A refusal may have come after the charge: the history is read once before anybody says that nothing was paid. */
async function readOnceForRefused(acquiring: Acquiring, refused: readonly Wish[]): Promise<void> {
	const { plan, results } = acquiring;
	if (refused.length === 0) return;
	const questions = refused.map((wish) => questionAboutLost(wish));
	const answers = await askPatiently(plan, questions);
	if (answers instanceof AmlCheckError) return;
	for (const question of questions) {
		const { wish } = question;
		const [answer, result] = [answers.get(wish), results.get(wish)];
		if (answer?.kind !== 'nothing' && answer) settle(acquiring, question, answer);
		else if (result && 'failure' in result) {
			// Another refusal may have been charged and show later, so only an empty package is sure to be free.
			if (result.failure.kind === 'emptyPackage') wish.apply({ kind: 'refusalProved' });
			results.set(wish, { failure: result.failure.with({ charged: false }) });
		}
	}
}

const hasFailure = (entries: Iterable<object>) => [...entries].some((one) => 'failure' in one);

/**
 * Gets a check for every wish: the one it has, one that is there already, or a new one.
 * @param plan what is wanted.
 * @param onTaken hears of each check as soon as it is there.
 * @param isWaiting whether results are waited for.
 * @returns what became of it. It doesn't throw.
 */
export async function acquire(
	plan: Plan,
	onTaken: (wish: Wish) => void,
	isWaiting: () => boolean,
): Promise<Acquired> {
	const { continueOnFail, options } = plan.run;
	const results = new Map<Wish, Acquisition>();
	const lost = new Map<Wish, Lost>();
	const acquired = { plan, results, unspecified: new Set<Wish>(), goesOn: true };
	const stops = () => !continueOnFail && (hasFailure(plan.rows) || hasFailure(results.values()));
	if (stops()) return { ...acquired, goesOn: false };
	const acquiring = { ...acquired, lost, onTaken };
	resume(acquiring);
	await askWhatExists(acquiring);
	const open = stops() ? [] : keepToBudget(acquiring);
	if (options.dryRun || (stops() && lost.size === 0)) return { ...acquired, goesOn: !stops() };
	const submitter = new Submitter(plan, results, lost, onTaken, isWaiting);
	await submitter.run(stops() ? [] : open);
	await readOnceForRefused(acquiring, submitter.refused);
	return { ...acquired, goesOn: !stops() };
}
