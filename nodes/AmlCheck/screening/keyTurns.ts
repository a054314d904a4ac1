import { earlierLost } from './failures';
import type { Gate } from './gate';
import { takeTurn, type KeyTurn } from './ids';
import { take, type Need, type Plan, type Wish } from './wish';

/**
 * The turns of a run's wishes under their idempotency keys. Another execution of this process may be about to submit the
 * same.
 */
export class KeyTurns {
	private readonly turns = new Map<Wish, KeyTurn>();

	constructor(
		private readonly plan: Plan,
		private readonly gate: Gate,
	) {}

	/**
	 * Waits until no other execution is busy with the same, and learns what became of it.
	 * @returns what the wish needs instead of being sent; undefined where it is to be sent.
	 */
	async join(wish: Wish): Promise<Exclude<Need, { kind: 'send' }> | undefined> {
		const { plan, turns, gate } = this;
		const { session } = plan.run;
		if (wish.options.idempotencyKey === '' || turns.has(wish)) return undefined;
		const key = `${session.serviceKey}|${wish.entry.id}`;
		const mayWait = () => gate.reasonToHold === undefined;
		const turn = await takeTurn(key, mayWait, session.naps);
		if (!turn) {
			const failure = gate.reasonToHold ?? gate.stopped;
			return { kind: 'settled', acquisition: { failure, isConsequence: true } };
		}
		turns.set(wish, turn);
		const { before } = turn;
		const isSent = wish.entry.state === 'sent';
		if (before?.state === 'taken') {
			// An earlier request of this wish may be charged as well.
			take(plan, wish, before.hash, isSent);
			return { kind: 'settled', acquisition: { paidBy: 'somebodyElse' } };
		}
		if (before?.state !== 'sent' || before.refusal !== undefined || isSent) return undefined;
		const { sentAt, clock } = before;
		wish.apply({ kind: 'sending', sentAt, clock, endsBy: Date.now() });
		const endedAt = performance.now();
		return { kind: 'prove', paidBy: 'thisTry', failure: earlierLost(), endedAt };
	}

	/** Lets the next execution have its turn. */
	end(wish: Wish): void {
		this.turns.get(wish)?.end(wish.entry);
	}
}
