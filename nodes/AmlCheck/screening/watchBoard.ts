import { outstandingOf } from './outstanding';
import type { Outstanding, WatchedCheck, WatchOutcome } from './outstanding';

/** The checks that are waited for together: which of them go on, and what became of the others. */
export class WatchBoard {
	readonly outcomes = new Map<string, WatchOutcome>();

	/** How many there are in all. */
	readonly total: number;

	private readonly outstanding: Map<string, Outstanding>;

	/** @param checks what to wait for; a hash that is given twice is waited for once. */
	constructor(checks: readonly WatchedCheck[]) {
		const now = Date.now();
		this.outstanding = new Map(checks.map((check) => [check.hash, outstandingOf(check, now)]));
		this.total = this.outstanding.size;
	}

	/** How many are not done. */
	get left(): number {
		return this.outstanding.size;
	}

	/** Those that are not done. */
	all(): Outstanding[] {
		return [...this.outstanding.values()];
	}

	/** Those of them whose result is not being asked for. */
	waiting(): Outstanding[] {
		return this.all().filter(({ asked }) => !asked);
	}

	/**
	 * Takes a check off the board.
	 * @param check that is waited for no longer.
	 * @param outcome what became of it.
	 */
	end(check: Outstanding, outcome: WatchOutcome): void {
		this.outcomes.set(check.hash, outcome);
		this.outstanding.delete(check.hash);
	}
}
