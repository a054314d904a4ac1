import type { AmlCheckError } from '../../shared/failures/failure';

/* What the last rounds say about the service; pure. */

/** Rounds in a row whose submissions come to nothing end the run, if free requests are answered meanwhile. */
const MAX_UNUSABLE = 5;

/** The pauses between those rounds, in milliseconds. Together they are a minute: a short disturbance ends no run. */
const UNUSABLE_PAUSES_MS = [0, 8_000, 16_000, 40_000];

/** Pauses after so many rounds in a row that brought nothing, in milliseconds. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000];

/** So many submissions leave at once before the first usable answer of the run. */
const FIRST_WIDTH = 5;

export interface Health {
	/** Rounds in a row that brought nothing. */
	idle: number;
	/** Looks in a row that failed, and why the last one did. */
	failedLooks: number;
	unread?: AmlCheckError;
	/** A submission of this run got a usable answer. */
	isProven: boolean;
	/** The last answer to a submission was unusable: they leave one at a time until one is usable. */
	isCareful: boolean;
	/** The first lost answer of the last round, until a look shows whether it was part of an outage. */
	unexplained?: AmlCheckError;
	/** Rounds in a row whose lost answer was no part of an outage. */
	unusable: number;
	/** From when on the next round may submit, in milliseconds on the monotonic clock. */
	submitFrom: number;
}

export const UNKNOWN: Health = {
	idle: 0,
	failedLooks: 0,
	isProven: false,
	isCareful: false,
	unusable: 0,
	submitFrom: -Infinity,
};

/** The outcome of a look; of a ping where there was nothing to look for. */
export interface LookResult {
	/** Why the history could not be read. */
	unread?: AmlCheckError;
	/** Whether free requests are answered. */
	isAnswered: boolean;
	/** Whether the history proves what a lost answer of this try would have said: it is as good as a usable one. */
	hasProved: boolean;
	/** The present on the monotonic clock, in milliseconds. */
	now: number;
}

/** After a look: if free requests are answered, the lost answer before was no part of an outage. */
export function afterLook(health: Health, look: LookResult): Health {
	const { unread, isAnswered, hasProved, now } = look;
	const looked = {
		...health,
		unread,
		failedLooks: unread ? health.failedLooks + 1 : 0,
		unexplained: undefined,
	};
	if (hasProved) return afterUsable(looked);
	if (!isAnswered || !health.unexplained) return looked;
	const pauseMs = UNUSABLE_PAUSES_MS[health.unusable] ?? 0;
	return { ...looked, unusable: health.unusable + 1, submitFrom: now + pauseMs };
}

/** After a usable answer to a submission, or a proof of what a lost one would have said. */
export const afterUsable = (health: Health): Health => ({
	...health,
	idle: 0,
	isProven: true,
	isCareful: false,
	unexplained: undefined,
	unusable: 0,
	submitFrom: -Infinity,
});

/** After an unusable answer. `lost`: the submission may have been taken, and is the first such one of its round. */
export const afterUnusable = (health: Health, lost?: AmlCheckError): Health => ({
	...health,
	isCareful: true,
	unexplained: lost ?? health.unexplained,
});

export const afterPause = (health: Health): Health => ({ ...health, idle: health.idle + 1 });

export const pauseMs = ({ idle }: Health): number =>
	PAUSES_MS[Math.min(idle, PAUSES_MS.length - 1)];

/** How many submissions may be in flight before one of the next round has a usable answer. */
export function firstWidth({ isCareful, isProven }: Health): number {
	if (isCareful) return 1;
	return isProven ? Infinity : FIRST_WIDTH;
}

/** Whether the service takes checks, for all that is known, and gives no usable answer. */
export const isUnusable = ({ unusable }: Health): boolean => unusable >= MAX_UNUSABLE;
