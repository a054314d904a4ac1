import { findReports } from '../../shared/reports/find';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { sleepUnlessCancelled } from '../../shared/sleep';
import { Breaker } from './breaker';
import type { Acquisition } from './check';
import { recallEarlierLives } from './earlierLife';
import { heldBack } from './heldBack';
import type { HoldReason } from './heldBack';
import { endOfLook, readBackTo } from './historySearch';
import type { Plan } from './plan';
import { isSearchable, pickRecent, pickUnderWay, UNDER_WAY_MS } from './reuse';
import { SubmissionRecord } from './submissionRecord';
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

/** How soon it is noticed that another execution is done with a submission, in milliseconds. */
const TURN_MS = 100;

/** What is under way of it. */
interface Acquiring extends Acquired {
	breaker: Breaker;
}

/** With "Stop Workflow" one bad item means that nothing is charged (design 5). */
function stopsAt({ run }: Plan, results: Iterable<object>): boolean {
	return !run.continueOnFail && [...results].some((result) => 'failure' in result);
}

/** What this process has submitted under the same request `id`, in whichever execution (design 5). */
function resume({ plan, checks }: Acquiring): void {
	const { ledger } = plan;
	for (const wanted of plan.wanted) {
		ledger.adopt(wanted.key);
		const known = ledger.find(wanted.key)?.hash;
		const record = new SubmissionRecord(plan, wanted);
		if (known !== undefined) {
			record.resumed(known);
			continue;
		}
		const recalled = record.recall();
		if (recalled) checks.set(wanted.key, recalled);
	}
}

/** What a process that was killed had paid for is not in the ledger: the history has it. */
async function recall({ plan, checks }: Acquiring): Promise<void> {
	const open = plan.wanted.filter(({ key }) => {
		const entry = plan.ledger.find(key);
		return entry?.hash === undefined && !entry?.unsure;
	});
	for (const [key, acquisition] of await recallEarlierLives(plan, open))
		checks.set(key, acquisition);
}

/** If looking was asked for and is impossible, the item is refused, not paid (design 5). */
function notSearched(failure: AmlCheckError): AmlCheckError {
	return failure.with({
		message: `Recent reports could not be searched, so no new check was paid for: ${failure.message}`,
		description: `${failure.description} To pay for a check without searching, set the option 'Reuse Within Hours' to 0.`,
		reason: 'notSearched',
		charged: false,
	});
}

/** What an earlier try submitted is not looked for among reports: it is known, or about to be recovered. */
function mayReuse({ plan, checks }: Acquiring, wanted: WantedCheck): boolean {
	const entry = plan.ledger.find(wanted.key);
	const isOpen = !checks.has(wanted.key) && entry?.hash === undefined && !entry?.unsure;
	return isOpen && plan.optionsFor(wanted).reuseWithinHours > 0 && isSearchable(wanted.target);
}

async function reuseReport({ plan, checks }: Acquiring, wanted: WantedCheck): Promise<void> {
	const { key, target } = wanted;
	try {
		const { checks: reports, meta } = await findReports(plan.run.session, target);
		const report = pickRecent(reports, target, plan.optionsFor(wanted), Date.now());
		if (report) checks.set(key, { hash: report.hash, payer: 'other', report, usage: meta ?? null });
	} catch (thrown) {
		checks.set(key, { failure: notSearched(toFailure(thrown)) });
	}
}

/** A check of the same thing that is still under way has no report yet: the history has it. */
async function joinUnderWay(
	{ plan, checks }: Acquiring,
	open: readonly WantedCheck[],
): Promise<void> {
	if (open.length === 0) return;
	const now = Date.now();
	const hours = Math.max(...open.map((wanted) => plan.optionsFor(wanted).reuseWithinHours));
	const since = () => now - Math.min(hours * 3_600_000, UNDER_WAY_MS);
	const deadlineAt = endOfLook(plan.deadlineAt);
	try {
		const { records } = await readBackTo(plan.run.session, { filter: {}, since, deadlineAt });
		for (const wanted of open) {
			const item = pickUnderWay(records, wanted.target, plan.optionsFor(wanted), now);
			if (item) checks.set(wanted.key, { hash: item.hash, payer: 'other' });
		}
	} catch (thrown) {
		const failure = notSearched(toFailure(thrown));
		for (const { key } of open) checks.set(key, { failure });
	}
}

async function reuse(acquiring: Acquiring): Promise<void> {
	const { plan, checks } = acquiring;
	const asked = plan.wanted.filter((wanted) => mayReuse(acquiring, wanted));
	await plan.run.session.concurrently(asked, async (wanted) => {
		await reuseReport(acquiring, wanted);
	});
	await joinUnderWay(
		acquiring,
		asked.filter(({ key }) => !checks.has(key)),
	);
}

function hold({ plan, checks }: Acquiring, { key }: WantedCheck, reason: HoldReason): void {
	const failure = heldBack(reason, plan.ledger.find(key));
	const isConsequence = reason.because === 'stopped' || reason.because === 'unusable';
	checks.set(key, { failure, isConsequence });
}

/** @returns false where the budget stops the whole run, as it does in Stop mode. */
function keepToBudget(acquiring: Acquiring): boolean {
	const { plan, checks } = acquiring;
	const { maxPaidChecks: allowed } = plan.run.options;
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

/** Waits for whoever in this process sees to a submission under the same request `id`. */
async function takeTurn({ plan }: Acquiring, id: string): Promise<boolean> {
	const { claims, deadlineAt, run } = plan;
	const until = endOfLook(deadlineAt);
	while (!claims.takeTurn(id)) {
		const goesOn = await sleepUnlessCancelled(TURN_MS, run.session.cancelSignal);
		if (!goesOn || Date.now() > until) return false;
	}
	return true;
}

async function submitInTurn(
	acquiring: Acquiring,
	wanted: WantedCheck,
	isInTurn: boolean,
): Promise<void> {
	const { plan, checks, breaker } = acquiring;
	const recalled = new SubmissionRecord(plan, wanted).recall();
	if (recalled) return void checks.set(wanted.key, recalled);
	const { timeout: timeoutSeconds } = plan.run.options;
	const tooLate = { because: 'deadline', timeoutSeconds } as const;
	const reason = reasonToHold(acquiring, wanted) ?? (isInTurn ? undefined : tooLate);
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

async function submit(acquiring: Acquiring, wanted: WantedCheck): Promise<void> {
	const { claims, ledger, requestIdFor } = acquiring.plan;
	const { id } = ledger.open(wanted.key, () => requestIdFor(wanted), wanted.items);
	const isInTurn = await takeTurn(acquiring, id);
	try {
		await submitInTurn(acquiring, wanted, isInTurn);
	} finally {
		if (isInTurn) claims.endTurn(id);
	}
}

async function acquireAll(acquiring: Acquiring): Promise<boolean> {
	const { plan, checks } = acquiring;
	if (stopsAt(plan, plan.items)) return false;
	resume(acquiring);
	await recall(acquiring);
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
