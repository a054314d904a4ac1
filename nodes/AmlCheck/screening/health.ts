import type { AmlCheckError } from '../../shared/failures/failure';
import { isFinal } from './failures';

/* What the last rounds say about the service; pure. */

/** Rounds in a row with unusable answers stop the run, if free requests are answered meanwhile. */
const MAX_UNUSABLE = 5;

/** Pauses after so many rounds in a row that brought nothing, in milliseconds. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];

export interface Health {
	/** Rounds in a row that brought nothing. */
	idle: number;
	/** Looks in a row that failed, and why the last one did. */
	failedLooks: number;
	unread?: AmlCheckError;
	/** The last answer to a submission was unusable: they leave one at a time until one is usable. */
	isCareful: boolean;
	/** The lost answer of the last submissions, until a look shows whether it was part of an outage. */
	unexplained?: AmlCheckError;
	/** How often in a row it was none. */
	unusable: number;
}

export const HEALTHY: Health = { idle: 0, failedLooks: 0, isCareful: false, unusable: 0 };

/** What a look has come to; a ping where there was nothing to look for. */
export interface LookResult {
	/** Why the history could not be read. */
	unread?: AmlCheckError;
	/** Whether free requests are answered. */
	isAnswered: boolean;
	/** Whether the history proves what a lost answer of this try would have said: it is as good as a usable one. */
	hasProved: boolean;
}

/** After a look: if free requests are answered, the lost answer before was no outage. */
export function afterLook(health: Health, { unread, isAnswered, hasProved }: LookResult): Health {
	const counts = isAnswered && health.unexplained !== undefined;
	const next = {
		...{ ...health, unread, unexplained: undefined },
		failedLooks: unread ? health.failedLooks + 1 : 0,
		unusable: health.unusable + Number(counts),
	};
	return hasProved ? afterUsable(next) : next;
}

/** After a usable answer to a submission, or a proof of what a lost one would have said. */
export const afterUsable = (health: Health): Health => ({
	...health,
	...{ idle: 0, isCareful: false, unexplained: undefined, unusable: 0 },
});

/** After an unusable answer. `lost`: the submission may have been taken. */
export const afterUnusable = (health: Health, lost?: AmlCheckError): Health => ({
	...health,
	...{ isCareful: true, unexplained: lost ?? health.unexplained },
});

export const afterPause = (health: Health): Health => ({ ...health, idle: health.idle + 1 });

export const pauseMs = ({ idle }: Health): number =>
	PAUSES_MS[Math.min(idle, PAUSES_MS.length - 1)];

/** Whether the service charges, for all that is known, and gives no usable answer. */
export const isUnusable = ({ unusable }: Health): boolean => unusable >= MAX_UNUSABLE;

/** Whether the next look would end as the last one did. */
export const isHopeless = ({ unread }: Health): boolean => unread !== undefined && isFinal(unread);
