/** Checks that are put into the history by hand, for demos and tests. */
import { z } from 'zod';
import type { Network } from '../nodes/shared/wallet/networks.ts';
import { makeAddress } from './addresses.mts';
import { CHECK_NETWORKS } from './networks.mts';
import { digest, fractions } from './random.mts';
import { makeSignals, outcomeOf } from './risk.mts';
import { checked } from './rules.mts';
import type { CheckRecord, Outcome } from './record.mts';
import type { CheckStore } from './store.mts';

/** The members that `addCheck` accepts; each has a default. Times are service times in milliseconds. */
const NEW_CHECK = z
	.object({
		currency: z.enum(CHECK_NETWORKS as [Network, ...Network[]]),
		address: z.string(),
		transaction: z.string().nullable(),
		tokenId: z.string().nullable(),
		/** Default a fresh one. */
		hash: z.string(),
		/** Default now. */
		initAt: z.number(),
		/** Default `initAt` plus `processingMs`, or `initAt` where that is left out too. */
		doneAt: z.number(),
		processingMs: z.number(),
		/** Default by the address. `PENDING` never finishes. */
		status: z.string(),
		/** Percent, or null; default by the address. */
		riskscore: z.union([z.number(), z.string()]).nullable(),
		signals: z.record(z.number()),
	})
	.strict()
	.partial();

export type NewCheck = Omit<z.input<typeof NEW_CHECK>, 'currency'> & { currency?: string };

/** Lays status, score and signals over an outcome. */
export function changeOutcome(
	base: Outcome,
	change: Pick<NewCheck, 'status' | 'riskscore' | 'signals'>,
): Outcome {
	const status = change.status ?? base.status;
	const riskscore = change.riskscore === undefined ? base.riskscore : change.riskscore;
	const isChanged = change.riskscore !== undefined || (change.status && base.signals === null);
	const score = typeof riskscore === 'number' ? riskscore : 0;
	const made = () => makeSignals(score, fractions(Math.round(score * 1000)));
	return {
		status,
		riskscore,
		signals: change.signals ?? (isChanged ? made() : base.signals),
	};
}

/**
 * Makes a check from what was set, and puts it into the store.
 * @throws Error for an unknown network or member, or a hash that is taken
 */
export function addCheck(store: CheckStore, now: number, given: NewCheck): CheckRecord {
	checked(NEW_CHECK, given, 'check');
	const hash = given.hash ?? store.newHash();
	const currency = given.currency ?? 'ETH';
	const address = given.address ?? makeAddress(currency, digest(hash).toString('hex'));
	const initAt = given.initAt ?? now;
	const turnsAt = given.doneAt ?? initAt + (given.processingMs ?? 0);
	const record: CheckRecord = {
		hash,
		currency,
		address,
		transaction: given.transaction ?? null,
		tokenId: given.tokenId ?? null,
		requestId: null,
		initAt,
		turnsAt: Math.max(initAt, turnsAt),
		outcome: changeOutcome(outcomeOf(currency, address, given.tokenId), given),
	};
	store.add(record);
	return record;
}
