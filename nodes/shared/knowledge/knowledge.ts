import { createHash } from 'node:crypto';

import { outcomeOf } from '../checks/status';
import type { DatedRecord } from '../dates';
import { keepRecent } from '../recent';
import { Limiter } from '../rpc/limiter';
import { isObject } from '../values';
import { DurationMemory } from './durationMemory';
import { ScaleEvidence } from './scales';

/** How long what was learned counts, in milliseconds: services change. */
const LIFE_MS = 24 * 3_600_000;

/** How many credentials are known at once; the one not used for longest goes first. */
const MAX_KNOWN = 100;

/** What a record of the history tells. */
interface HistoryRecord extends DatedRecord {
	status: string;
	riskscore?: unknown;
}

/**
 * What this process has found out about a service under one credential, free of charge (design 9). It is never needed:
 * without it everything works, with more caution. It holds no address and no token.
 */
export class Knowledge {
	readonly durations = new DurationMemory();

	readonly scales = new ScaleEvidence();

	/**
	 * @param since when it was begun, in Unix milliseconds.
	 * @param limiter lets the calls leave; those that are under way outlive what is known.
	 */
	constructor(
		readonly since: number,
		readonly limiter = new Limiter(),
	) {}

	/**
	 * Learns from a page of the history.
	 * @param records as they came.
	 */
	noteHistory(records: readonly HistoryRecord[]): void {
		this.durations.noteHistory(records);
		for (const { status, riskscore } of records)
			if (outcomeOf(status) === 'completed') this.scales.note('history', riskscore);
	}

	/**
	 * Learns from a result.
	 * @param check as it came.
	 */
	noteResult({ status, report }: { status: string; report?: unknown }): void {
		if (outcomeOf(status) === 'completed' && isObject(report))
			this.scales.note('report', report.riskscore);
	}
}

const store = new Map<string, Knowledge>();

/**
 * The same for the same service and token, and for no other; neither can be read from it.
 * @param endpoint where the service is.
 * @param accessToken of the credential.
 */
export function fingerprintOf(endpoint: string, accessToken: string): string {
	return createHash('sha256')
		.update(JSON.stringify([endpoint, accessToken]))
		.digest('hex');
}

/**
 * What is known of a service under a credential; begun anew after a day.
 * @param endpoint where the service is.
 * @param accessToken of the credential; only a fingerprint of it is kept.
 * @param now Unix milliseconds.
 * @returns what this process knows, the same object for the same credential.
 */
export function knowledgeOf(endpoint: string, accessToken: string, now = Date.now()): Knowledge {
	const key = fingerprintOf(endpoint, accessToken);
	const found = store.get(key);
	const isUsable = found !== undefined && now >= found.since && now - found.since < LIFE_MS;
	const knowledge = isUsable ? found : new Knowledge(now, found?.limiter);
	return keepRecent(store, key, knowledge, MAX_KNOWN);
}

/** Forgets everything that was learned. Nothing depends on it. */
export function forgetKnowledge(): void {
	store.clear();
}
