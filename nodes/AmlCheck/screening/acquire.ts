import { findReports } from '../../shared/reports/find';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { Breaker } from './breaker';
import type { Acquisition } from './check';
import { mayHaveForgotten, recallEarlierLife } from './earlierLife';
import { heldBack } from './heldBack';
import type { HoldReason } from './heldBack';
import type { Plan } from './plan';
import { executionBegan } from './requestIds';
import { isSearchable, pickRecent } from './reuse';
import { submitCheck } from './submit';
import { groupByWallet } from './wanted';
import type { WantedCheck } from './wanted';

/** The plan with what became of its wanted checks. */
export interface Acquired {
	plan: Plan;
	/** By the key of the wanted check; what the run did not get to is missing. */
	checks: Map<string, Acquisition>;
	/** Whether the run goes on: in Stop mode it doesn't after anything went wrong. */
	goesOn: boolean;
}

/** What is under way of it. */
interface Acquiring extends Acquired {
	breaker: Breaker;
}

/** With "Stop Workflow" one bad item means that nothing is charged (design 5). */
function stopsAt({ run }: Plan, results: Iterable<object>): boolean {
	return !run.continueOnFail && [...results].some((result) => 'failure' in result);
}

/** As long as it isn't known what was paid for, nothing is paid (design 5). */
function notRecalled(failure: AmlCheckError): AmlCheckError {
	return failure.with({
		message: `The history could not be searched for what this execution paid for before, so nothing was submitted: ${failure.message}`,
		description: `${failure.description} Run the execution again with Retry.`,
	});
}

/** What a process that was killed had paid for is not in the ledger: the history has it. */
async function recall({ plan, checks }: Acquiring): Promise<void> {
	const { run, ledger, requestIdFor, wanted } = plan;
	const { context, session } = run;
	const since = executionBegan(context);
	if (since === undefined || !mayHaveForgotten(context, ledger)) return;
	try {
		await recallEarlierLife({ session, ledger, requestIdFor, since }, wanted);
	} catch (thrown) {
		const failure = notRecalled(toFailure(thrown));
		for (const { key } of wanted) checks.set(key, { failure });
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

/** What an earlier try submitted is not looked for among reports: it is known, or about to be recovered. */
function mayReuse({ plan, checks }: Acquiring, { key, target, items }: WantedCheck): boolean {
	const entry = plan.ledger.find(key);
	const isOpen = !checks.has(key) && entry?.hash === undefined && !entry?.unsure;
	return isOpen && plan.run.optionsOf(items[0]).reuseWithinHours > 0 && isSearchable(target);
}

async function reuse(acquiring: Acquiring): Promise<void> {
	const { plan, checks } = acquiring;
	const { session } = plan.run;
	const candidates = plan.wanted.filter((wanted) => mayReuse(acquiring, wanted));
	await session.concurrently(candidates, async ({ key, target, items }) => {
		const { reuseWithinHours } = plan.run.optionsOf(items[0]);
		try {
			const { checks: reports, meta } = await findReports(session, target);
			const report = pickRecent(reports, reuseWithinHours, Date.now());
			if (report)
				checks.set(key, { hash: report.hash, payer: 'other', report, usage: meta ?? null });
		} catch (thrown) {
			checks.set(key, { failure: notSearched(toFailure(thrown)) });
		}
	});
}

function hold({ plan, checks }: Acquiring, { key }: WantedCheck, reason: HoldReason): void {
	const failure = heldBack(reason, plan.ledger.find(key));
	const isConsequence = reason.because === 'stopped' || reason.because === 'unusable';
	checks.set(key, { failure, isConsequence });
}

/** @returns false where the budget stops the whole run, as it does in Stop mode. */
function keepToBudget(acquiring: Acquiring): boolean {
	const { plan, checks } = acquiring;
	const allowed = plan.run.options.maxPaidChecks;
	const toPay = plan.wanted.filter(
		({ key }) => !checks.has(key) && plan.ledger.find(key)?.hash === undefined,
	);
	if (allowed === 0 || toPay.length <= allowed) return true;
	for (const wanted of toPay)
		hold(acquiring, wanted, { because: 'budget', wanted: toPay.length, allowed });
	return plan.run.continueOnFail;
}

/** What is paid for already costs nothing to go on with. */
function reasonToHold(
	{ plan, goesOn, breaker }: Acquiring,
	{ key }: WantedCheck,
): HoldReason | undefined {
	const { run, ledger, deadlineAt } = plan;
	const { timeout: timeoutSeconds } = run.options;
	if (ledger.find(key)?.hash !== undefined) return undefined;
	if (run.session.cancelSignal?.aborted) return { because: 'cancelled' };
	if (!goesOn) return { because: 'stopped' };
	if (breaker.opened) return { because: 'unusable', failure: breaker.opened };
	if (Date.now() >= deadlineAt && timeoutSeconds > 0)
		return { because: 'deadline', timeoutSeconds };
	return undefined;
}

async function submit(acquiring: Acquiring, wanted: WantedCheck): Promise<void> {
	const { plan, checks, breaker } = acquiring;
	const reason = reasonToHold(acquiring, wanted);
	if (reason) return hold(acquiring, wanted, reason);
	try {
		checks.set(wanted.key, await submitCheck(plan, wanted));
		breaker.succeeded();
	} catch (thrown) {
		const failure = toFailure(thrown);
		breaker.failed(failure);
		acquiring.goesOn &&= plan.run.continueOnFail;
		checks.set(wanted.key, { failure });
	}
}

async function acquireAll(acquiring: Acquiring): Promise<boolean> {
	const { plan, checks } = acquiring;
	if (stopsAt(plan, plan.items)) return false;
	await recall(acquiring);
	for (const { key } of plan.wanted) plan.ledger.adopt(key);
	await reuse(acquiring);
	if (stopsAt(plan, checks.values()) || !keepToBudget(acquiring)) return false;
	const left = plan.wanted.filter(({ key }) => !checks.has(key));
	await plan.run.session.concurrently(groupByWallet(left), async (group) => {
		for (const wanted of group) await submit(acquiring, wanted);
	});
	return acquiring.goesOn;
}

/**
 * Gets a hash, or a report that stands in, for every wanted check: what an earlier try paid for, what was paid for
 * before the process died, what may be reused, and pays for the rest (design 5, steps 1 and 2).
 * @param plan what is wanted.
 * @returns what became of it. It doesn't throw.
 */
export async function acquire(plan: Plan): Promise<Acquired> {
	const acquiring: Acquiring = {
		plan,
		checks: new Map(),
		goesOn: true,
		breaker: new Breaker(),
	};
	const goesOn = await acquireAll(acquiring);
	return { plan, checks: acquiring.checks, goesOn };
}
