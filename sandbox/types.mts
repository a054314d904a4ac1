/** The shapes that the sandbox's users meet: options, faults, counters, stored checks. */

/** How long a check takes, in milliseconds: one value for all, or a spread seeded by `seed`. */
export type ProcessingTime = number | { min: number; max: number };

/** What the history shows, where the service's document is silent (service 4.7). */
export interface HistoryOptions {
	/** Whether unfinished checks are listed (default true). */
	showPending?: boolean;
	/** Which date is the "check date" that orders and filters (default `initDate`). */
	orderBy?: 'initDate' | 'resultDate';
	/** How far the history is behind the service, in milliseconds (default 0). */
	lagMs?: number;
}

/** What `checkup.findreport` matches, where the service's document is silent (service 4.6). */
export interface FindOptions {
	/** Whether an address also finds the transaction checks made for it (default true). */
	includeTransactions?: boolean;
	/** Whether checks of tokens are found beside those of the native currency (default false). */
	includeTokens?: boolean;
}

export interface SandboxOptions {
	/** Only the loopback address. */
	host?: '127.0.0.1';
	/** 0 (default) takes any free port. */
	port?: number;
	/** Access token; a fixed one by default, see `DEFAULT_TOKEN`. */
	token?: string;
	/** Addresses that may call; all when left out. An address that is not this machine's shuts everybody out. */
	allowedIps?: string[];
	/** Checks in the package, used ones included (default 10000). */
	packageSize?: number;
	/** Default 0: a check is done at once. */
	processingMs?: ProcessingTime;
	/** Time before every answer of the service, in milliseconds (default 0). */
	latencyMs?: number;
	/** Makes hashes and the spread of processing times repeatable. Without it hashes are random. */
	seed?: number;
	/** What a second submission with the same request `id` does (default `replay`). */
	repeatedId?: 'replay' | 'refuse' | 'charge';
	/** Scale of every `riskscore` in answers (default `percent`). */
	scoreScale?: 'percent' | 'fraction';
	/** What `checkup.getresult` says of a check that is not done (default `pending`). */
	notReady?: 'pending' | 'notFound';
	/** Where `checkup.getresult` puts `meta` (default `beside` the result, as in the document). */
	metaPosition?: 'beside' | 'inside';
	/** HTTP status of the flat authentication failure (default 200). */
	authStatus?: number;
	/** HTTP status of JSON-RPC errors (default 200). */
	errorStatus?: number;
	history?: HistoryOptions;
	find?: FindOptions;
	/** The service's clock, in milliseconds (default `Date.now`). */
	now?: () => number;
}

export type FaultKind =
	| 'lostAnswer'
	| 'resetBefore'
	| 'serverErrorBefore'
	| 'serverErrorAfter'
	| 'rateLimited'
	| 'hang'
	| 'hangAfter'
	| 'brokenJson'
	| 'html'
	| 'wrongId'
	| 'flat401'
	| 'slow'
	| 'rpcError'
	| 'redirect'
	| 'emptyResult';

export interface FaultSpec {
	/** A method of the service, `*` for all of them, or `pdf` for the download of a report. */
	method: string;
	kind: FaultKind;
	/** How many calls it strikes (default 1); Infinity until cleared. */
	times?: number;
	/** How many matching calls pass first (default 0). */
	skip?: number;
	/** HTTP status in place of the kind's own. */
	status?: number;
	/** `Retry-After` of `rateLimited` and the server faults; the empty string leaves the header out. */
	retryAfter?: string;
	/** Delay of `slow`, in milliseconds (default 2000). */
	delayMs?: number;
	/** Code of `rpcError` (default -40008). */
	code?: number;
	/** Message of `rpcError`. */
	message?: string;
	/** Target of `redirect` (default a page of the sandbox that counts who follows). */
	location?: string;
	/** What `emptyResult` answers as `result` (default `{}`); `undefined` given on purpose leaves the member out. */
	result?: unknown;
	/** Only calls about this address (or, for findreport and getresult, this `hash`). */
	match?: { address?: string };
}

export interface ReceivedRequest {
	method: string;
	id: string;
	params: unknown;
	/** Service time, in milliseconds. */
	at: number;
}

export interface SandboxStats {
	/** Requests by method, whatever came of them. */
	calls: Record<string, number>;
	/** Checks taken from the package. */
	charges: number;
	/** Charges by `${currency}:${address}:${transaction ?? ''}:${token_id ?? ''}`; see docs/sandbox.md. */
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

/** Report of a check, service 2.4; `riskscore` in percent whatever `scoreScale` says. */
export interface Outcome {
	/** The status shown once the processing time is over. */
	status: string;
	/** Whether that status ends the check: with a `resultDate`. */
	terminal: boolean;
	riskscore: number | string | null;
	/** null: there is no report. */
	signals: Record<string, number> | null;
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

/** What `addCheck` may be told; everything has a default. */
export interface NewCheck {
	currency?: string;
	address?: string;
	transaction?: string | null;
	tokenId?: string | null;
	/** Default a fresh one. */
	hash?: string;
	/** Default now. */
	initAt?: number;
	/** Default `initAt` plus `processingMs`, or `initAt` where that is left out too. */
	doneAt?: number;
	processingMs?: number;
	/** Default by the address. `PENDING` never finishes. */
	status?: string;
	/** Percent, or null; default by the address. */
	riskscore?: number | string | null;
	signals?: Record<string, number>;
}

export interface SeedOptions {
	/** Service time of the newest check, in milliseconds (default now). */
	until?: number;
	/** Distance between two checks, in milliseconds (default 30000). */
	everyMs?: number;
}

export interface Sandbox {
	/** Base URL for the credential, without a trailing slash. */
	baseUrl: string;
	/** The token at the start; `configure({ token })` changes what is accepted. */
	token: string;
	configure(partial: Partial<SandboxOptions>): void;
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
	/** Fills the history with finished checks at a few bytes each. */
	seedHistory(count: number, options?: SeedOptions): void;
	/** The checks that were submitted or added, oldest first; not the seeded ones. */
	checks(): readonly StoredCheck[];
	close(): Promise<void>;
}

/** A check with what will come of it. Times are service times in milliseconds. */
export interface CheckRecord {
	hash: string;
	currency: string;
	address: string;
	transaction: string | null;
	tokenId: string | null;
	requestId: string | null;
	initAt: number;
	/** When the status becomes the outcome's; PENDING before. */
	turnsAt: number;
	outcome: Outcome;
}
