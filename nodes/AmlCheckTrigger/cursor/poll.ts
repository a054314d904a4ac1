import type { HistoryItem } from '../../shared/rpc/schemas';
import { askPage, interruptionOf } from './asking';
import { pollBaseline } from './baseline';
import { conclude, type PollResult } from './conclude';
import { least } from './dates';
import { Findings, type Knowledge } from './findings';
import { codeOfItem, unpack } from './memory';
import { misfitText } from './misfit';
import { findAt, watchOverdue } from './overdue';
import { inFutureOf } from './reader';
import { Queue } from './reports';
import { underOtherSettings } from './otherSettings';
import { emptyState, MAX_WAITING, without, type TriggerState } from './state';
import type { PollPlan, Polling } from './types';
import { unpackWaiting } from './waiting';
import { WindowReading } from './window';

/**
 * A poll: what to ask for, what in it is new, and what to remember (design 7). Knows neither n8n nor HTTP nor a clock.
 * @param state of the last poll that was committed; null for the first one.
 * @param plan the node's settings.
 * @returns a generator that yields requests, takes answers and returns the result.
 * @throws CursorError when the history can't be followed.
 */
export function* planPoll(state: TriggerState | null, plan: PollPlan): Polling<PollResult> {
	try {
		if (state === null)
			return plan.startFrom === 'beginning'
				? yield* pollWindow(emptyState(plan.settings, plan.account), state, plan)
				: yield* pollBaseline(null, plan);
		const base = yield* adapt(state, plan);
		return base === null ? yield* pollBaseline(state, plan) : yield* pollOn(base, state, plan);
	} catch (thrown) {
		const { failure } = interruptionOf(thrown);
		return { deliveries: [], next: state, failure, gotFurther: false };
	}
}

/** The state to go on with under the plan; null where there is none, and for the history of another account. */
function* adapt(state: TriggerState, plan: PollPlan): Polling<TriggerState | null> {
	const isOther = state.account !== undefined && state.account !== plan.account;
	if (isOther && !(yield* showsWitness(state, plan))) return null;
	return state.settings === plan.settings
		? { ...state, account: plan.account }
		: underOtherSettings(state, plan);
}

/** Whether a history is the one that was followed: a new token of the same account shows the same checks. */
function* showsWitness({ witness }: TriggerState, { pageSize }: PollPlan): Polling<boolean> {
	if (witness === undefined) return false;
	const { code, second } = witness;
	const isIt = (item: HistoryItem) => codeOfItem(item) === code;
	if (yield* findAt(pageSize, second, isIt)) return true;
	const { records } = yield* askPage({ kind: 'page', page: 0, pageSize });
	return records.some(isIt);
}

/** What was dated ahead of the service's time must not hide what comes now: then the window begins anew from there. */
function* pollOn(base: TriggerState, state: TriggerState, plan: PollPlan): Polling<PollResult> {
	try {
		return yield* pollWindow(base, state, plan);
	} catch (thrown) {
		const { latest } = inFutureOf(thrown);
		const floor = least(base.floor, latest - plan.lookbackSeconds);
		const anew = without({ ...base, newest: latest, floor }, 'sweep', 'hold', 'witness', 'leap');
		const result = yield* pollWindow(anew, state, plan);
		const warnings = [misfitText('future', plan.lookbackSeconds), result.warning];
		return { ...result, warning: warnings.filter(Boolean).join(' ') };
	}
}

function* pollWindow(
	base: TriggerState,
	before: TriggerState | null,
	plan: PollPlan,
): Polling<PollResult> {
	const queue = new Queue(unpackWaiting(base, plan), plan);
	const findings = new Findings(plan, knowledgeOf(base, queue));
	const reading = new WindowReading({ ...base, mark: base.sweep?.mark }, plan.pageSize, findings);
	const isCrowded = queue.rest.length >= MAX_WAITING / 2;
	let timeLeft = true;
	if (base.reportsFirst || isCrowded) timeLeft = yield* queue.readReports(true);
	let failure: unknown;
	let watched = base;
	if (timeLeft) {
		try {
			yield* reading.read();
			if (reading.mark === undefined && reading.reader.hasRead)
				watched = yield* watchOverdue(base, findings, plan);
		} catch (thrown) {
			({ failure, timeLeft } = interruptionOf(thrown));
		}
		queue.add(findings.inOrder());
		yield* queue.readReports(timeLeft && reading.reader.mayAskOn);
	}
	queue.close();
	return conclude(before, { state: watched, plan, findings, reading, queue }, failure);
}

function knowledgeOf(base: TriggerState, queue: Queue): Knowledge {
	return {
		seen: unpack(base.seen),
		waiting: new Set(queue.rest.map(({ code }) => code)),
		overdue: base.overdue,
		skipUntil: base.skipUntil ?? null,
		isSkipByClock: base.newest === null,
		isByStart: base.byStart,
		orderBy: base.orderBy,
		floor: base.floor,
	};
}
