import { checkDates, earliest, least } from './dates';
import { emptyState, MAX_WAITING, type TriggerState } from './state';
import type { PollPlan } from './types';
import { unpackWaiting } from './waiting';

/**
 * Under other settings the history is another one: what happened in it before the last poll is left out, what happened
 * since is delivered. What was owed is still: checks that wait for their report, if the new settings are for them, ones
 * that are unfinished for long, and a backlog that was not read to its end.
 * @param state of the last poll, under the settings before.
 * @param plan the settings now.
 * @returns the state to go on with; null where there is no last poll to go by.
 */
export function underOtherSettings(state: TriggerState, plan: PollPlan): TriggerState | null {
	const { floor, newest, sequence, overdue, seen, sweep } = state;
	if (newest === null || (floor === null && sweep === undefined)) return null;
	const waiting = unpackWaiting(state, plan).filter(({ item }) => plan.judge(item).wanted);
	const kept = waiting.map(({ item, tries }) => ({ item, tries }));
	const owed = least(state.owed, state.hold, sweep?.hold);
	// What was delivered as it began is delivered once more when it ends.
	const isOtherEvent = plan.triggerOn === 'checkCompleted' && wasOnCreated(state);
	return {
		...emptyState(plan.settings, plan.account),
		...{ sequence, floor, newest, overdue, skipUntil: decidedUntil(state, newest) },
		...(isOtherEvent ? {} : { seen }),
		...(state.byStart ? { byStart: true } : {}),
		...(owed === null ? {} : { owed }),
		...(kept.length === 0 ? {} : { waiting: kept }),
	};
}

/** The settings' text begins with what triggers. */
const wasOnCreated = ({ settings }: TriggerState) => settings.includes('checkCreated');

/** The last second up to which all was delivered, or decided not to be. */
function decidedUntil({ sweep, witness, floor, waiting = [] }: TriggerState, newest: number) {
	const read = () => {
		if (sweep === undefined) return newest;
		if (sweep.mark.by === 'slices') return sweep.mark.at - 1;
		return witness?.second ?? floor ?? 0;
	};
	// More than can wait are in the history only, behind those that do.
	const crowd = waiting.length < MAX_WAITING ? [] : waiting;
	const first = least(...crowd.map(({ item }) => earliest(checkDates(item, false))));
	return Math.min(read(), first === null ? Infinity : first - 1);
}
