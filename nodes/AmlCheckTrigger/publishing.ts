import type { IPollFunctions } from 'n8n-workflow';

import type { CallOptions, RpcSession } from '../shared/rpc/session';

/* Somebody waits while a workflow is published or a test event is fetched; nobody waits for other polls. */

/** The attempts for the first page of a poll, and the time for all of them in milliseconds. */
export type FirstLimits = Required<Pick<CallOptions, 'maxAttempts' | 'withinMs'>>;

export const WAITED_FOR: FirstLimits = { withinMs: 9_000, maxAttempts: 1 };
export const SCHEDULED: FirstLimits = { withinMs: 30_000, maxAttempts: 3 };

/** n8n makes five attempts to publish, and pauses 15 seconds between them: 40 seconds if nothing answers. */
const PING: FirstLimits = { withinMs: 5_000, maxAttempts: 1 };

/** What n8n says of a poll for which it set no time. */
const NO_BUDGET_MS = 300_000;

/** The polls that n8n has made. Its own timer polls again with the context of the activation. */
const polled = new WeakSet<IPollFunctions>();

/**
 * Whether this poll is n8n's attempt to publish the workflow. A poll of n8n's durable scheduler has a new context and the
 * mode `update`, too, but a time of its own. Before 2.38 n8n doesn't show that time: `update` counts as scheduled there.
 * @param context asked about once: each later poll with it is a scheduled one.
 */
export function isPublishing(context: IPollFunctions): boolean {
	const isNew = !polled.has(context);
	polled.add(context);
	const mode = context.getActivationMode();
	const isUpdate = mode === 'update' && context.getPollBudgetMs?.() === NO_BUDGET_MS;
	return isNew && (mode === 'activate' || isUpdate);
}

/** Throws soon if nothing answers; a service that answers may take longer for the page. A refusal is left to the page. */
export async function requireAnswer(session: RpcSession): Promise<void> {
	try {
		await session.call('checkup.ping', undefined, PING);
	} catch {
		if (session.lastFailure) throw session.lastFailure;
	}
}
