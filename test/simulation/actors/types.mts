/** The words of the simulation: what a world is made of, all of it plain data. Times in ms unless they say otherwise. */

/** What the service's document leaves open, and how well the service is. */
export interface Ways {
	/** What a second submission under the same `id` comes to. */
	repeatedId: 'charge' | 'refuse' | 'replay';
	orderBy: 'initDate' | 'resultDate';
	/** Where the history has unfinished checks; by `initDate` first and last are the same. */
	unfinished: 'first' | 'hidden' | 'last';
	/** How records name the asset: not at all, by the alias's code, or by a member `token_id`. */
	assetInRecords: 'code' | 'none' | 'tokenId';
	dates: 'east' | 'missing' | 'noOffset' | 'offset' | 'utc';
	lagMs: number;
	/** Older checks of others that fill the history's pages. */
	olderChecks: number;
	/** Whether answers tell the service's time. */
	hasDateHeader: boolean;
	notReady: 'notFound' | 'pending';
	/** Whether its errors quote the token. */
	quotesToken: boolean;
	latencyMs: number;
	/** How long a check takes. */
	processingMs: number;
	/** What checks come to, one after the other and again. */
	outcomes: Outcome[];
}

export type Outcome = 'failed' | 'high' | 'low' | 'medium' | 'never' | 'noReport' | 'unscored';

/** What can become of a request on its way. */
export type FaultKind =
	// The service never hears of it.
	| 'lostBefore'
	| 'notFoundHost'
	| 'proxyBefore'
	| 'refused'
	// The service says no, and means it.
	| 'rateLimited'
	| 'rateLimitedForAges'
	| 'rejected'
	| 'unauthorized'
	// An answer that may mean either; the service has not done it, or has.
	| 'busyBefore'
	| 'flat500Before'
	| 'internalBefore'
	| 'timeout408Before'
	| 'busyAfter'
	| 'flat500After'
	| 'internalAfter'
	| 'serverErrorAfter'
	| 'timeout408After'
	// The service has done it, and its answer is lost or spoilt.
	| 'garbled'
	| 'hang'
	| 'lostAfter'
	| 'missingId'
	| 'otherId'
	| 'otherResult'
	| 'anothersResult'
	| 'slow'
	| 'proxyAfter'
	| 'besideError'
	| 'besideEmptyError';

export type CallKind = 'any' | 'find' | 'history' | 'list' | 'pay' | 'result';

export interface Fault {
	on: CallKind;
	kind: FaultKind;
	/** How many such calls get through before. */
	skip: number;
	times: number;
}

/** A check of a wallet that somebody else makes under the same account, or has made. */
export interface StrangersCheck {
	/** When, from the beginning of the history on; negative for before. */
	at: number;
	wallet: number;
	asset: number;
	outcome: Outcome;
	/** What its record lacks. */
	odd: 'asset' | 'date' | 'fine' | 'nothing' | 'nulls';
	/** Whether it is a check of a transaction of that wallet. */
	isTransaction: boolean;
}

/** A check of the very wallet that one of ours is about, by somebody else, where it matters. */
export interface NeighboursCheck {
	/** Near which moment: an execution begins, or a node submits, submits in vain, or looks into the history. */
	on: 'history' | 'lost' | 'pay' | 'start';
	/** How many such moments pass before; of beginnings, which execution's. */
	skip: number;
	/** How long after that moment; before it only where an execution begins. */
	after: number;
	isSameAsset: boolean;
	/** Which of the node's items it is about, where the call doesn't tell. */
	item: number;
	outcome: Outcome;
	odd: StrangersCheck['odd'];
}

export interface NodePlan {
	asset: number;
	/** Which way to ask for the asset. */
	form: number;
	/** Another asset that the node's second item asks for, by an expression. */
	secondAsset: number | null;
	onError: 'continueErrorOutput' | 'continueRegularOutput' | 'stop';
	retryOnFail: boolean;
	/** How many times the node goes over its items in a loop. */
	rounds: number;
	/** How often the node before it fails. */
	failsBefore: number;
	timeout: number;
	onTimeout: 'error' | 'returnPending';
	onUnsure: 'report' | 'submitAgain';
	/** `nothing` is an expression that yields nothing. */
	key: 'none' | 'nothing' | 'perItem' | 'shared';
	merge: boolean;
	reuseHours: number;
	reuseUntold: boolean;
	/** 0 = no limit; -1 = an expression that yields nothing. */
	maxPaid: number;
	waits: boolean;
}

export interface Death {
	/** At which request of the life, from 1. */
	request: number;
	/** Before the service hears of it, after it did, or after the answer came. */
	when: 'after' | 'answered' | 'before';
}

export interface ExecutionPlan {
	startAt: number;
	machine: 0 | 1;
	wallets: number[];
	/** One for each life; null where the life ends by itself. */
	deaths: Array<Death | null>;
	/** How long somebody takes to press Retry. */
	retryAfter: number;
	/** Whether Retry is pressed on the other machine. */
	moves: boolean;
	/** When somebody stops it, from its start on. */
	stopAfter: number | null;
	/** In which life the credential can't be used. */
	lifeWithoutCredential: number | null;
	/** How many tries of a run have a credential before somebody takes it away; null for all. */
	triesWithCredential: number | null;
}

export interface World {
	seed: number;
	timezone: string;
	/** How far the clocks of the two machines are ahead of the service's. */
	skews: [number, number];
	ways: Ways;
	nodes: NodePlan[];
	/** Whether the last node of the workflow fails at first, so that everything is retried. */
	failsAtEnd: number;
	executions: ExecutionPlan[];
	strangers: StrangersCheck[];
	neighbours: NeighboursCheck[];
	faults: Fault[];
}
