import { AmlCheckError } from '../../shared/rpc/failure';
import type { LedgerEntry } from './ledgerEntry';
import { NOT_PAID, UNSURE_ADVICE } from './unsure';

/** Why a wanted check was not submitted. */
export type HoldReason =
	| { because: 'cancelled' }
	| { because: 'deadline'; timeoutSeconds: number }
	| { because: 'stopped' }
	| { because: 'unusable'; failure: AmlCheckError }
	| { because: 'budget'; wanted: number; allowed: number };

/** In one stable word, where the kind of the failure is not it (design 2). */
const REASONS: Record<HoldReason['because'], string> = {
	budget: 'maxPaidChecks',
	cancelled: 'cancelled',
	deadline: 'noTimeLeft',
	stopped: 'notBegun',
	unusable: 'notBegun',
};

/**
 * The failure of an item whose check was held back before it was paid for.
 * @param hold why.
 * @param entry what the ledger has from an earlier try, which may have paid.
 * @returns a failure that says whether this certainly cost nothing.
 */
export function heldBack(hold: HoldReason, entry?: Readonly<LedgerEntry>): AmlCheckError {
	const paid = entry?.unsure
		? { words: UNSURE_ADVICE, requestId: entry.id, candidates: entry.named }
		: { words: NOT_PAID, charged: false };
	const reason = REASONS[hold.because];
	const make = (message: string, advice: string, kind: AmlCheckError['kind'] = 'cancelled') => {
		const { words, ...facts } = paid;
		const description = `${advice} ${words}`;
		return new AmlCheckError({ kind, reason, message, description, ...facts });
	};
	switch (hold.because) {
		case 'cancelled':
			return make('The execution was canceled before this check was submitted', 'Run it again.');
		case 'deadline':
			return make(
				`The run's ${hold.timeoutSeconds} seconds were over before this check was submitted`,
				"Raise the option 'Timeout (Seconds)', or screen fewer items in one run.",
				'timeout',
			);
		case 'stopped':
			return make(
				'This check was not submitted, because the run stopped at another item',
				'See what happened to that item, then run again.',
			);
		case 'unusable':
			return make(
				`This check was not submitted, because the ones before it did not get through: ${hold.failure.message}`,
				'See what is said about them, then run again.',
				hold.failure.kind,
			);
		case 'budget':
			return make(
				`The run wants ${hold.wanted} paid checks, and the option 'Max Paid Checks' allows ${hold.allowed}`,
				"Raise the option 'Max Paid Checks', or pass on fewer items.",
				'configuration',
			);
	}
}
