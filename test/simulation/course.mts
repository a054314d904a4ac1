/** What is written down while a history is played. */
import type { Delivery } from '../../nodes/AmlCheckTrigger/cursor/index.ts';
import type { Watch } from './changing.mts';
import type { ServiceModel } from './model.mts';
import type { SimCheck } from './simCheck.mts';

/** A poll whose state and delivery were committed together. */
export interface CommittedPoll {
	deliveries: Delivery[];
	/** The settings it went by. */
	watch: Watch;
	began: number;
	ended: number;
	/** When the poll began, or the first poll of the backlog that it goes on with. */
	since: number;
	/** Whether it read on to the end of the window. */
	isWhole: boolean;
	/** Whether checks wait for their report after it. */
	isWaiting: boolean;
	/** The newest date that it knew in the end, in Unix seconds. */
	newest: number | null;
	/** What the state before it was, where other settings had left it; null where they were the same. */
	left: null | { isEmpty: boolean; isBacklog: boolean };
	/** Whether the next poll leaves out by date what an activation could not read. */
	isByDate: boolean;
}

/** What came of a history. */
export interface Course {
	model: ServiceModel;
	checks: SimCheck[];
	/**
	 * When activation began and ended, whether it had to leave out by date what it could not read, and whether the
	 * history was empty then and at the next poll that read it.
	 */
	activation: { from: number; to: number; isByDate: boolean; isEmpty: boolean };
	committed: CommittedPoll[];
	polls: number;
	calls: number;
	maxStateBytes: number;
	/** The most calls of one poll. */
	maxCalls: number;
	/** How many polls said that they can't follow the history. */
	loud: number;
	/** What polls said that does not fit. */
	warnings: Set<string>;
	/** Calls of the very last poll, in which nothing was new, and whether its window fits a page. */
	idle: { calls: number; fitsOnePage: boolean };
}

/**
 * A course on which nothing has happened yet.
 * @param model the service.
 * @param checks all there are.
 * @param now Unix ms of the service's clock.
 */
export function newCourse(model: ServiceModel, checks: SimCheck[], now: number): Course {
	return {
		model,
		checks,
		activation: { from: now, to: now, isByDate: false, isEmpty: false },
		committed: [],
		polls: 0,
		calls: 0,
		maxStateBytes: 0,
		maxCalls: 0,
		loud: 0,
		warnings: new Set(),
		idle: { calls: 0, fitsOnePage: false },
	};
}
