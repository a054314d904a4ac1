import { hashKey } from '../../shared/checks/hash';
import { dropOldest, keepRecent } from '../../shared/recent';
import type { Span } from '../../shared/rpc/serviceClock';

/** Whose check a hash is. */
export interface Claim {
	/** The request `id` under which it was submitted: one for each wanted check, for life. */
	id: string;
	/** What was submitted: wallet or transaction, and asset. */
	targetKey: string;
	/** When it was first sent, in Unix milliseconds. */
	at: number;
	/** Which execution has paid for it, or was answered with it; undefined where n8n doesn't tell executions apart. */
	execution: string | undefined;
}

/** A submission of which it isn't known whether it was taken. */
interface OpenSubmission extends Span {
	targetKey: string;
}

/** So many hashes are remembered for each service; the oldest go first. */
const MAX_CLAIMS = 100_000;
const MAX_OPEN = 10_000;
const MAX_SERVICES = 100;

/** How long the hash of a request `id` stands for it in other executions, in milliseconds. */
const SAME_WORK_MS = 24 * 3_600_000;

/** How far apart two submissions have to be for the history's dates, whole seconds, to tell them apart. */
const APART_MS = 5_000;

/**
 * Which checks of a service belong to whom, over all nodes, runs and executions of this process (design 5): a record of
 * the history that is somebody else's is never taken for a lost submission.
 */
export class Claims {
	private readonly byHash = new Map<string, Claim>();

	private readonly byId = new Map<string, string>();

	private readonly open = new Map<string, OpenSubmission>();

	private readonly busy = new Set<string>();

	/** Whose check a hash is, or undefined where nobody of this process has it. */
	ownerOf(hash: string): Claim | undefined {
		return this.byHash.get(hashKey(hash));
	}

	/**
	 * The check that was submitted under a request `id` by any execution of this process.
	 * @param now in Unix milliseconds.
	 * @returns its hash, or undefined; also where that was more than a day ago.
	 */
	hashOf(id: string, now: number): string | undefined {
		const hash = this.byId.get(id);
		const claim = hash === undefined ? undefined : this.ownerOf(hash);
		return claim?.id === id && now - claim.at < SAME_WORK_MS ? hash : undefined;
	}

	/** Says whose check a hash is; the first to say so keeps it. */
	claim(hash: string, claim: Claim): void {
		this.open.delete(claim.id);
		if (this.ownerOf(hash)) return;
		this.byHash.set(hashKey(hash), claim);
		this.byId.set(claim.id, hash);
		dropOldest(this.byHash, MAX_CLAIMS);
		dropOldest(this.byId, MAX_CLAIMS);
	}

	/**
	 * Takes the turn to see to the submission under a request `id`, until it is known what came of it, or that nobody can
	 * tell: a webhook that is repeated, or a Retry that is pressed twice, brings the same `id` at the same moment.
	 * @returns false where another execution of this process has it.
	 */
	takeTurn(id: string): boolean {
		if (this.busy.has(id)) return false;
		this.busy.add(id);
		return true;
	}

	/** To be called by whoever has taken the turn. */
	endTurn(id: string): void {
		this.busy.delete(id);
	}

	/**
	 * When a submission under a request `id` was under way that may have been taken, by whichever execution.
	 * @param now in Unix milliseconds.
	 * @returns undefined where there was none, or its hash is known.
	 */
	lostUnder(id: string, now: number): Span | undefined {
		const submission = this.open.get(id);
		return submission && { from: submission.from, to: Math.min(submission.to, now) };
	}

	/**
	 * A submission is about to leave.
	 * @param now in Unix milliseconds.
	 */
	sending(id: string, targetKey: string, now: number): void {
		const from = this.open.get(id)?.from ?? now;
		this.open.set(id, { targetKey, from, to: Infinity });
		dropOldest(this.open, MAX_OPEN);
	}

	/** Its answer came, or is not waited for any more, and doesn't tell whether it was taken. */
	lost(id: string, now: number): void {
		const submission = this.open.get(id);
		if (submission) submission.to = now;
	}

	/** It was certainly not taken. */
	notTaken(id: string): void {
		this.open.delete(id);
	}

	/** Whether another submission of the same, of the same moments, may be what a record of the history shows. */
	hasTwin(id: string, targetKey: string, { from, to }: Span): boolean {
		return [...this.open].some(
			([other, one]) =>
				other !== id &&
				one.targetKey === targetKey &&
				one.from <= to + APART_MS &&
				one.to >= from - APART_MS,
		);
	}
}

const store = new Map<string, Claims>();

/**
 * The claims of this process at a service.
 * @param serviceKey the session's.
 */
export function claimsOf(serviceKey: string): Claims {
	return keepRecent(store, serviceKey, store.get(serviceKey) ?? new Claims(), MAX_SERVICES);
}

/** Forgets everything, as the end of the process does. */
export function forgetClaims(): void {
	store.clear();
}
