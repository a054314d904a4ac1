/** The shapes that the sandbox's users meet: its handle, counters, stored checks. */

import type { FaultSpec } from './faults.mts';
import type { NewCheck } from './newCheck.mts';
import type { SandboxOptions } from './options.mts';
import type { SeedOptions } from './record.mts';

interface ReceivedRequest {
	method: string;
	id: string;
	params: unknown;
	/** Service time, in milliseconds. */
	at: number;
}

export interface SandboxStats {
	/** Requests by method, whatever their outcome. */
	calls: Record<string, number>;
	/** Checks taken from the package. */
	charges: number;
	/** Charges by `${currency}:${address}:${transaction ?? ''}:${token_id ?? ''}`; see docs/maintainers/sandbox.md. */
	chargesByTarget: Record<string, number>;
	/** Most requests of the service that were open at the same time. */
	peakInFlight: number;
	requestIds: string[];
	requests: ReceivedRequest[];
	/** One line for each request that was refused, `method: reason`. */
	refused: string[];
	/** How many calls each kind of fault struck. */
	faults: Record<string, number>;
	/** Downloads of reports, and whether the request carried an Authorization header. */
	pdf: Array<{ hash: string; authorization: boolean }>;
	/** Requests that followed a `redirect` fault. */
	redirected: Array<{ httpMethod: string; authorization: boolean }>;
}

/** A check as `checks()` shows it. Times are service times in milliseconds. */
export interface StoredCheck {
	hash: string;
	/** Code of the network, aliases resolved. */
	currency: string;
	address: string;
	transaction: string | null;
	/** null for the native currency. */
	tokenId: string | null;
	/** null for a check that no request made. */
	requestId: string | null;
	initAt: number;
	/** Infinity for a check that never finishes. */
	doneAt: number;
	status: string;
	riskscore: number | string | null;
}

export interface Sandbox {
	/** Base URL for the credential, without a trailing slash. */
	baseUrl: string;
	/** The token at the start; `configure({ token })` changes what is accepted. */
	token: string;
	configure(partial: SandboxOptions): void;
	fault(fault: FaultSpec): void;
	clearFaults(): void;
	stats(): SandboxStats;
	/** Forgets checks, counters, faults and used request ids; the options stay. */
	reset(): void;
	/** Puts a check into the history without charging; returns its hash. */
	addCheck(partial?: NewCheck): string;
	/** Changes a check that is there, for example to finish one that was pending. Throws for an unknown hash. */
	updateCheck(
		hash: string,
		change: Pick<NewCheck, 'doneAt' | 'status' | 'riskscore' | 'signals'>,
	): void;
	/** Fills the history with finished checks that are made up when somebody looks at them. */
	seedHistory(count: number, options?: SeedOptions): void;
	/** The checks that were submitted or added, oldest first; not the seeded ones. */
	checks(): readonly StoredCheck[];
	close(): Promise<void>;
}
