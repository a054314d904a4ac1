import type { AmlCheckError } from '../../shared/rpc/failure';
import type { Change } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/itemOutcome';
import type { Acquired } from './acquire';
import { Breaker, BREAKER_LIMIT } from './breaker';
import { endingsOf, notBegun } from './endings';
import type { Ending } from './endings';
import { hintsFor, totalsOf } from './hints';
import type { RowEnding } from './hints';
import type { Plan } from './plan';
import { present } from './present';
import type { Presented } from './present';
import { describeChange, findPrevious } from './previous';
import type { Previous } from './previous';
import { isSearchable } from './reuse';
import type { Target } from './target';
import { withHashOf } from './unsure';
import type { Awaited } from './wait';
import type { WantedCheck } from './wanted';

/** What comparing may take beyond the run's own time, in milliseconds. */
const PREVIOUS_MS = 8_000;

/** The hashes of what was paid for, in this try or an earlier one. */
function paidHashes({ wanted, ledger }: Plan): string[] {
	return wanted
		.map(({ key }) => ledger.find(key)?.hash)
		.filter((hash): hash is string => hash !== undefined);
}

/**
 * Remembers whose result was given out, for another try under another run index. In Stop mode one failure means that
 * no item gives its result out.
 */
function closeLedger({ run, wanted, ledger }: Plan, endings: Map<string, Ending>): void {
	const has = (key: string) => 'presented' in (endings.get(key) ?? {});
	const givesOut = run.continueOnFail || [...endings.keys()].every(has);
	for (const { key } of wanted) ledger.ended(key, givesOut && has(key));
}

/**
 * n8n saves a stopped execution as it was before the running node, and drops what the node still returns or
 * remembers. The log is then the one place where paid hashes can be found again (design 1, third promise).
 */
function tellWhatCancellingWouldLose(plan: Plan): void {
	const { context, session } = plan.run;
	const hashes = paidHashes(plan);
	const unsure = plan.wanted.flatMap(({ key }) => {
		const entry = plan.ledger.find(key);
		return entry?.unsure ? [entry.id, ...(entry.named ?? [])] : [];
	});
	if (!session.cancelSignal?.aborted || hashes.length + unsure.length === 0) return;
	const open =
		unsure.length === 0
			? ''
			: ` Of others it is not known whether they were taken; their request ids are: ${unsure.join(', ')}.`;
	const message = `${context.getNode().name}: the execution was canceled after ${hashes.length} paid checks. Read them with Get Result, which is free: ${hashes.join(', ')}.${open}`;
	context.logger.warn(message);
	context.sendMessageToUI?.(message);
}

/** What one input item has come to: its output, and its level, whatever the output shows of it. */
interface Row {
	outcome: ItemOutcome;
	ending: RowEnding;
}

const notScreened = (outcome: ItemOutcome): Row => ({ outcome, ending: 'notScreened' });

/** Beside the output: what the rows came to, what the run cost, and what is left. */
function addHints(
	{ plan, checks }: Acquired,
	endings: Map<string, Ending>,
	rows: readonly Row[],
): void {
	const tallies = plan.wanted.map(({ key }) => {
		const [acquisition, ending] = [checks.get(key), endings.get(key)];
		return {
			...(acquisition && 'payer' in acquisition && { payer: acquisition.payer }),
			...(ending && 'presented' in ending && ending.presented),
		};
	});
	const ended = rows.map(({ ending }) => ending);
	const totals = totalsOf(tallies, plan.merged, ended);
	plan.run.context.addExecutionHints?.(...hintsFor(totals));
}

const isCompared = (run: NodeRun, index: number) =>
	run.optionsOf(index).comparePrevious && run.flag('simplify', index, true);

/** The wanted checks to look for the previous one of, and what came out of it. */
function presentedOfAsked(
	{ run, wanted }: Plan,
	endings: Map<string, Ending>,
): Array<{ key: string; target: Target; presented: Presented }> {
	return wanted.flatMap(({ key, target, items }) => {
		const ending = endings.get(key);
		if (!ending || 'failure' in ending || !items.some((index) => isCompared(run, index))) return [];
		return [{ key, target, presented: ending.presented }];
	});
}

/**
 * The previous check of each target, where an item asks for it. The first few go ahead: a service that is down is then
 * not asked by everybody at once.
 */
async function findAllPrevious(
	plan: Plan,
	endings: Map<string, Ending>,
): Promise<Map<string, Previous>> {
	const { session } = plan.run;
	const found = new Map<string, Previous>();
	const breaker = new Breaker();
	// The results are there already and wait for nothing but this.
	const deadlineAt = Math.max(plan.deadlineAt, Date.now() + PREVIOUS_MS);
	const search = { session, breaker, deadlineAt };
	const asked = presentedOfAsked(plan, endings);
	const first = asked.filter(({ target }) => isSearchable(target)).slice(0, BREAKER_LIMIT);
	const rest = asked.filter((entry) => !first.includes(entry));
	for (const entries of [first, rest])
		await session.concurrently(entries, async ({ key, target, presented }) => {
			found.set(key, await findPrevious(search, target, presented.check));
		});
	return found;
}

function changeOf(
	run: NodeRun,
	index: number,
	{ check }: Presented,
	previous?: Previous,
): Change | undefined {
	if (!previous || !isCompared(run, index)) return undefined;
	const { scale } = run.session.knowledge.scales.of('report');
	return describeChange(check, previous, run.optionsOf(index).policy, scale);
}

/** What an item says that has no result: what it was about, and every hash that belongs to it. */
function failureOf(
	plan: Plan,
	{ key, target }: WantedCheck,
	failure: AmlCheckError,
): AmlCheckError {
	const { address, code: currency } = target;
	const named = withHashOf(failure, plan.ledger.find(key));
	return named.with({ paid: paidHashes(plan), address, currency });
}

/** Of merged items exactly one says that a check was paid for (design 2). */
function rowOf(
	plan: Plan,
	wanted: WantedCheck,
	index: number,
	ending: Ending,
	isPayer: boolean,
	previous: Previous | undefined,
): Row {
	const { run } = plan;
	if ('failure' in ending) {
		const failure = failureOf(plan, wanted, ending.failure);
		const charged = isPayer ? failure.charged : failure.charged && false;
		return notScreened({ ...ending, failure: failure.with({ charged }) });
	}
	const { presented } = ending;
	const { json, level } = present(run, index, presented, isPayer);
	const whole = { ...json, ...changeOf(run, index, presented, previous) };
	return { outcome: { outputs: [{ json: whole }] }, ending: level };
}

/**
 * Makes one outcome for each input item of what the wait came to (design 5, step 4).
 * @param awaited what was acquired and waited for.
 * @returns the outcomes in the order of the input. It doesn't throw.
 */
export async function collect(awaited: Awaited): Promise<ItemOutcome[]> {
	const { plan } = awaited.acquired;
	const endings = endingsOf(awaited);
	closeLedger(plan, endings);
	tellWhatCancellingWouldLose(plan);
	const previous = await findAllPrevious(plan, endings);
	const rows = plan.items.map((item) => notScreened('failure' in item ? item : notBegun()));
	for (const wanted of plan.wanted) {
		const ending = endings.get(wanted.key) ?? notBegun();
		const before = previous.get(wanted.key);
		wanted.items.forEach((index, position) => {
			rows[index] = rowOf(plan, wanted, index, ending, position === 0, before);
		});
	}
	addHints(awaited.acquired, endings, rows);
	return rows.map(({ outcome }) => outcome);
}
