import { AmlCheckError } from '../../shared/rpc/failure';
import type { LedgerEntry } from './ledger';
import { UNSURE_ADVICE } from './unsure';

/** Why a wanted check was not submitted. */
export type HoldReason =
	| { because: 'cancelled' }
	| { because: 'deadline'; timeoutSeconds: number }
	| { because: 'stopped' }
	| { because: 'unusable'; failure: AmlCheckError }
	| { because: 'budget'; wanted: number; allowed: number };

const NOT_PAID = 'Nothing was paid for this item.';

/**
 * The failure of an item whose check was held back before it was paid for.
 * @param reason why.
 * @param entry what the ledger has from an earlier try, which may have paid.
 * @returns a failure that says whether this certainly cost nothing.
 */
export function heldBack(reason: HoldReason, entry?: Readonly<LedgerEntry>): AmlCheckError {
	const paid = entry?.unsure
		? { words: UNSURE_ADVICE, requestId: entry.id }
		: { words: NOT_PAID, charged: false };
	const make = (message: string, advice: string, kind: AmlCheckError['kind'] = 'cancelled') => {
		const { words, ...facts } = paid;
		return new AmlCheckError({ kind, message, description: `${advice} ${words}`, ...facts });
	};
	switch (reason.because) {
		case 'cancelled':
			return make('The execution was canceled before this check was submitted', 'Run it again.');
		case 'deadline':
			return make(
				`The run's ${reason.timeoutSeconds} seconds were over before this check was submitted`,
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
				`This check was not submitted, because the ones before it did not get through: ${reason.failure.message}`,
				'See what is said about them, then run again.',
				reason.failure.kind,
			);
		case 'budget':
			return make(
				`The run wants ${reason.wanted} paid checks, and the option 'Max Paid Checks' allows ${reason.allowed}`,
				"Raise the option 'Max Paid Checks', or pass on fewer items.",
				'configuration',
			);
	}
}
