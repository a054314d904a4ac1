import { toFailure, type AmlCheckError } from '../shared/failures/failure';
import type { CallOptions } from '../shared/rpc/session';
import { keepRecent } from '../shared/values';

/* How long a poll waits for the first response of the service. */

/** The attempts, and the time for all of them in milliseconds. */
type FirstLimits = Required<Pick<CallOptions, 'maxAttempts' | 'withinMs'>>;

/** While somebody waits: it publishes the workflow, or fetches a test event. */
const WAITED_FOR: FirstLimits = { withinMs: 9_000, maxAttempts: 1 };
const SCHEDULED: FirstLimits = { withinMs: 30_000, maxAttempts: 3 };

/** Enough to find out whether the service is back. */
const REPEATED: FirstLimits = { withinMs: 1_000, maxAttempts: 1 };

/** n8n repeats an activation that failed so often, after pauses of 1, 2, 4 and 8 seconds. */
const REPEATS = 4;
const REPEATED_AFTER_MS = 10_000;

/** The last failed poll of a trigger that was never answered. */
interface FailedPoll {
	at: number;
	repeats: number;
	failure: AmlCheckError;
}

/** What this process knows of its triggers. The time that a poll takes depends on it, and nothing else. */
const triggers = new Map<string, FailedPoll | 'answered'>();
/** The most triggers of which a process remembers something. */
export const MOST_TRIGGERS = 1_000;

/** Forgets all polls, for tests. */
export const forgetPolls = (): void => triggers.clear();

/** The first request of one poll. */
export class FirstRequest {
	/** The failed poll that this one repeats. */
	private readonly before: FailedPoll | undefined;
	private readonly limits: FirstLimits;

	/**
	 * @param trigger the same for each poll of one trigger with one service and token.
	 * @param isWaitedFor whether somebody may wait. Nobody does once a poll was answered: n8n says the same of later polls.
	 */
	constructor(
		private readonly trigger: string,
		isWaitedFor: boolean,
	) {
		const known = triggers.get(trigger);
		const failed = known === 'answered' ? undefined : known;
		const isSoon = failed && performance.now() < failed.at + REPEATED_AFTER_MS;
		this.before = isSoon && failed.repeats < REPEATS ? failed : undefined;
		const first = isWaitedFor && known !== 'answered' ? WAITED_FOR : SCHEDULED;
		this.limits = this.before ? REPEATED : first;
	}

	/** Sends the first request of the poll. Throws the failure that says most: a short repeat may find out nothing. */
	async ask<T>(
		{ withinMs = Infinity, ...others }: CallOptions,
		send: (options: CallOptions) => Promise<T>,
	): Promise<T> {
		const { before, limits } = this;
		try {
			const leftMs = Math.min(withinMs, limits.withinMs);
			const answer = await send({ ...others, ...limits, withinMs: leftMs });
			this.keep('answered');
			return answer;
		} catch (thrown) {
			const own = toFailure(thrown);
			const isCut = own.kind === 'timeout' || own.reason === 'noTimeLeft';
			const failure = before && isCut ? before.failure : own;
			const repeats = before ? before.repeats + 1 : 0;
			this.keep({ at: performance.now(), repeats, failure });
			throw failure;
		}
	}

	private keep(end: FailedPoll | 'answered'): void {
		const known = triggers.get(this.trigger);
		keepRecent(triggers, this.trigger, known === 'answered' ? known : end, MOST_TRIGGERS);
	}
}
