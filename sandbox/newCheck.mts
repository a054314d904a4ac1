/** Checks that are put into the history by hand, for demos and tests. */
import { makeAddress } from './addresses.mts';
import { CHECK_NETWORKS } from './networks.mts';
import { digest, fractions } from './random.mts';
import { makeSignals, outcomeOf } from './risk.mts';
import type { CheckRecord, CheckStore } from './store.mts';
import type { NewCheck, Outcome } from './types.mts';

/** Statuses that end a check; every other one that is set by hand is for ever unfinished. */
const TERMINAL = /^(success|fail|error|reject|cancel|expire|decline)/i;

const TEXTS = ['currency', 'address', 'transaction', 'tokenId', 'hash', 'status'] as const;
const TIMES = ['initAt', 'doneAt', 'processingMs'] as const;

function requireUsable(check: NewCheck): void {
	const known: readonly string[] = [...TEXTS, ...TIMES, 'riskscore', 'signals'];
	const unknown = Object.keys(check).find((key) => !known.includes(key));
	if (unknown !== undefined) throw new Error(`A check has no "${unknown}"`);
	for (const key of TEXTS) {
		const value = check[key];
		const isNull = value === null && (key === 'transaction' || key === 'tokenId');
		if (value !== undefined && typeof value !== 'string' && !isNull) {
			throw new Error(`${key} must be a string`);
		}
	}
	for (const key of TIMES) {
		if (check[key] !== undefined && typeof check[key] !== 'number') {
			throw new Error(`${key} must be a number of milliseconds`);
		}
	}
}

/**
 * Lays status, score and signals over an outcome.
 * @param base what the address gives by itself
 * @param change what was set by hand
 */
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
		terminal: change.status === undefined ? base.terminal : TERMINAL.test(status),
		riskscore,
		signals: change.signals ?? (isChanged ? made() : base.signals),
	};
}

/**
 * Makes a check from what was set, and puts it into the store.
 * @param store where it goes
 * @param now service time in milliseconds
 * @param given what was set
 * @returns the check
 * @throws Error for an unknown network or member, or a hash that is taken
 */
export function addCheck(store: CheckStore, now: number, given: NewCheck): CheckRecord {
	requireUsable(given);
	const hash = given.hash ?? store.newHash();
	const currency = given.currency ?? 'ETH';
	if (!CHECK_NETWORKS.some((code) => code === currency)) {
		throw new Error(`There is no network "${currency}"`);
	}
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
		outcome: changeOutcome(outcomeOf(currency, address), given),
	};
	store.add(record);
	return record;
}
