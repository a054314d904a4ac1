import { createHash } from 'node:crypto';

import { Limiter } from '../rpc/limiter';
import { DurationMemory } from './durationMemory';

/** How long what was learned counts, in milliseconds: services change. */
const LIFE_MS = 24 * 3_600_000;

/** How many credentials are known at once; the one not used for longest goes first. */
const MAX_KNOWN = 100;

/**
 * What this process has found out about a service under one credential, free of charge (design 9). It is never needed:
 * without it everything works, with more caution. It holds no address and no token.
 */
export class Knowledge {
	readonly durations = new DurationMemory();

	/**
	 * @param since when it was begun, in Unix milliseconds.
	 * @param limiter lets the calls leave; those that are under way outlive what is known.
	 */
	constructor(
		readonly since: number,
		readonly limiter = new Limiter(),
	) {}
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
	const key = createHash('sha256')
		.update(JSON.stringify([endpoint, accessToken]))
		.digest('hex');
	const found = store.get(key);
	const isUsable = found !== undefined && now >= found.since && now - found.since < LIFE_MS;
	const knowledge = isUsable ? found : new Knowledge(now, found?.limiter);
	store.delete(key);
	store.set(key, knowledge);
	for (const oldest of store.keys()) {
		if (store.size <= MAX_KNOWN) break;
		store.delete(oldest);
	}
	return knowledge;
}

/** Forgets everything that was learned. Nothing depends on it. */
export function forgetKnowledge(): void {
	store.clear();
}
