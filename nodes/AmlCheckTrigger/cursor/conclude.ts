import { byText } from '../../shared/values';
import { misfitText } from './misfit';
import { settle, type PollFacts } from './settle';
import type { TriggerState } from './state';
import type { Delivery } from './types';

/** What a poll came to. */
export interface PollResult {
	/** The checks to deliver, oldest first. */
	deliveries: Delivery[];
	/** The state to store together with the delivery; the very state that the poll began with if it learned nothing. */
	next: TriggerState | null;
	/** What kept it from getting further. */
	failure?: unknown;
	/** Whether anything was read or delivered: a poll that was kept from all of it has to say why. */
	gotFurther: boolean;
	/** What a person has to know. */
	warning?: string;
}

/**
 * What a poll came to, from all that it saw.
 * @param before the state that it began with.
 * @param facts what it saw.
 * @param failure what kept it from getting further.
 */
export function conclude(
	before: TriggerState | null,
	facts: PollFacts,
	failure?: unknown,
): PollResult {
	const { state, warning } = settle(facts);
	const { misfit } = facts.reading.reader;
	const told = misfit && misfitText(misfit, facts.plan.lookbackSeconds);
	const warnings = [told, warning].filter((text) => text !== undefined);
	const next = before !== null && isSame(before, state) ? before : state;
	const done = facts.queue.done.map(({ check, delivery }) => ({ dates: check.dates, delivery }));
	const deliveries = facts.findings.sorted(done).flatMap(({ delivery }) => delivery ?? []);
	return {
		deliveries,
		next,
		gotFurther: facts.reading.reader.hasRead || facts.queue.done.length > 0,
		...(failure === undefined ? {} : { failure }),
		...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
	};
}

function isSame(before: TriggerState, next: TriggerState): boolean {
	const plain = (state: TriggerState) =>
		JSON.stringify(Object.entries({ ...state, sequence: 0 }).sort(([a], [b]) => byText(a, b)));
	return plain(before) === plain(next);
}
