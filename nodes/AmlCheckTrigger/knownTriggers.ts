import type { IPollFunctions } from 'n8n-workflow';

import { HOUR_MS } from '../shared/base/dates';
import { keepRecent } from '../shared/base/values';
import { makeDigest, type TriggerState } from './memory';

/* Who waits for a poll, and what this process knows of the polls before. */

/**
 * `test`: somebody fetches a test event. `publishing`: somebody publishes the workflow. `timer`: n8n's own timer, which
 * polls with one context. `scheduler`: the first poll of a process, and each one of n8n's durable scheduler.
 */
export type PollKind = 'test' | 'publishing' | 'timer' | 'scheduler';

/** What n8n says of a poll for which it set no time. */
const NO_BUDGET_MS = 300_000;

/** Longer than n8n takes to save a delivery, and shorter than the time to the next poll. */
const SAVED_WITHIN_MS = 30_000;

const MAX_TRIGGERS = 1_000;

const polled = new WeakSet<IPollFunctions>();

/**
 * A poll of n8n's durable scheduler has the mode `update`, as publishing may have, but a time of its own. Before 2.38 n8n
 * doesn't show that time: `update` counts as scheduled there.
 * @param context asked about once: a later poll with it is one of the timer.
 */
export function findPollKind(context: IPollFunctions): PollKind {
	if (context.getMode() === 'manual') return 'test';
	if (polled.has(context)) return 'timer';
	polled.add(context);
	const mode = context.getActivationMode();
	const isUpdate = mode === 'update' && context.getPollBudgetMs?.() === NO_BUDGET_MS;
	return mode === 'activate' || isUpdate ? 'publishing' : 'scheduler';
}

/** What this process knows of a trigger. Moments are in Unix milliseconds. */
export interface KnownTrigger {
	isReading: boolean;
	/** The state of publishing, until n8n has one: its durable scheduler doesn't save it. */
	published?: TriggerState;
	/** The last delivery: a digest of the stored state that it began with, and when it was made. */
	delivered?: { from: string; at: number };
	/** When a failure was shown last; undefined after a poll that succeeded. */
	failedAt?: number;
}

const triggers = new Map<string, KnownTrigger>();

/** Forgets what is known of all triggers, for tests. */
export const forgetTriggers = (): void => triggers.clear();

/** One for all credentials that the node has had: a poll that succeeds ends whatever failure was before. */
export function findTrigger(context: IPollFunctions): KnownTrigger {
	const { id, parameters } = context.getNode();
	const key = makeDigest(JSON.stringify([context.getWorkflow().id, id, parameters]));
	return keepRecent(triggers, key, triggers.get(key) ?? { isReading: false }, MAX_TRIGGERS);
}

export const digestState = (stored: unknown): string => makeDigest(JSON.stringify(stored ?? null));

/**
 * Whether another poll of this process is reading, or has just delivered from the same state. n8n's durable scheduler runs
 * the polls of all poll times that are due within one second, each with its own copy of the state.
 */
export function isTwin({ isReading, delivered }: KnownTrigger, stored: unknown): boolean {
	if (isReading) return true;
	const isRecent = delivered !== undefined && Date.now() - delivered.at < SAVED_WITHIN_MS;
	return isRecent && delivered.from === digestState(stored);
}

/**
 * Whether a failed poll is to be shown: for each n8n makes an execution and calls the error workflow. So the first one is,
 * then one an hour. The durable scheduler needs each, since it pauses after one.
 */
export function mayShowFailure(trigger: KnownTrigger, kind: PollKind): boolean {
	const now = Date.now();
	const { failedAt = -Infinity } = trigger;
	if (kind === 'timer' && now - failedAt < HOUR_MS) return false;
	trigger.failedAt = now;
	return true;
}
