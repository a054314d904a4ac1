/**
 * Random worlds, drawn from the contract with the service and from nothing else: what its document leaves open, what can
 * become of a request on its way, and what people do with their workflows. Times in ms unless they say otherwise.
 */
import fc from 'fast-check';

/** What the service may do where its document leaves it open. */
interface Ways {
	repeatedId: 'charge' | 'refuse' | 'replay';
	orderBy: 'initDate' | 'resultDate';
	/** How far the history is behind. With a late start it makes two minutes from the end of the request at most. */
	lagMs: number;
	/** How a record names its asset: not at all, by the alias's code, or by `token_id`. */
	asset: 'code' | 'none' | 'tokenId';
	dates: 'east' | 'noOffset' | 'offset' | 'utc';
	notReady: 'notFound' | 'pending';
	latencyMs: number;
	/** How much longer a page of the history takes. */
	pageMs: number;
	processingMs: number;
	/** How hashes look: at random, beginning with the time, counting up. */
	hashes: 'count' | 'random' | 'time';
	/** Whether `total` and `page_count` stand beside a page. */
	saysTotals: boolean;
	/** Whether 12,000 checks of others are in the account: until an hour before, or in the two hours from the beginning. */
	crowd: 'before' | 'during' | 'none';
}

/** What can become of a request. The service hears of it, or not: `taken` says whether it does. */
export type FaultKind =
	// Never connected, or said so: certainly not taken.
	| 'connectionRefused'
	| 'rateLimited'
	| 'unauthorized'
	// A refusal that can be read.
	| 'internalError'
	| 'refusedFlat'
	| 'refusedInWords'
	// No answer, or none that can be read.
	| 'cutOff'
	| 'gatewayPage'
	| 'maintenance'
	| 'reset'
	| 'serverError'
	| 'silence'
	// An answer that is not about this request, or holds more than it should.
	| 'anothers'
	| 'besideError'
	| 'otherId'
	// Late.
	| 'impatientGateway'
	| 'slow';

export type CallKind = 'any' | 'history' | 'list' | 'pay' | 'result';

export interface Fault {
	on: CallKind;
	kind: FaultKind;
	/** Whether the service does what it was asked for all the same. */
	taken: boolean;
	/** How many such calls get through before. */
	skip: number;
	times: number;
}

/** For some time no call gets an answer that can be used. */
interface Outage {
	kind: FaultKind;
	from: number;
	lasts: number;
}

/** A check of one of the wallets that another program makes with the same account. */
export interface Stranger {
	/** From the beginning on; negative for before. */
	at: number;
	wallet: number;
	asset: number;
}

export interface NodePlan {
	asset: number;
	/** Which of its items want all assets of the wallet, on a network with tokens. */
	wholes: boolean[];
	onError: 'continueErrorOutput' | 'continueRegularOutput' | 'stop';
	retryOnFail: boolean;
	/** How many times the node goes over its items in a loop. */
	rounds: number;
	/** How long the loop waits between two of them. */
	pauseMs: number;
	/** How often the node before it fails. */
	failsBefore: number;
	/** In seconds. */
	timeout: number;
	key: 'none' | 'perItem' | 'shared';
	reuseHours: number;
	reuseUntold: boolean;
	/** 0 = no limit. */
	maxPaid: number;
	waits: boolean;
}

/** At which request of a life its process dies: before the service hears of it, after, or after the answer came. */
export interface Death {
	request: number;
	when: 'after' | 'answered' | 'before';
}

export interface ExecutionPlan {
	startAt: number;
	machine: 0 | 1;
	wallets: number[];
	/** One for each life; null where the life ends by itself. */
	deaths: Array<Death | null>;
	/** How long somebody takes to press Retry, and whether on the other machine. */
	retryAfter: number;
	moves: boolean;
	/** When somebody stops it, from its start on. */
	stopAfter: number | null;
}

export interface World {
	seed: number;
	/** How far the clocks of the two machines are ahead of the service's: each within a minute. */
	skews: [number, number];
	ways: Ways;
	nodes: NodePlan[];
	/** Whether the last node of the workflow fails at first, so that everything is retried. */
	failsAtEnd: number;
	executions: ExecutionPlan[];
	strangers: Stranger[];
	faults: Fault[];
	outages: Outage[];
}

export const MINUTE = 60_000;

export const HOUR = 60 * MINUTE;

/** Wallets by what comes of their checks. */
export const WALLETS = [
	'low',
	'high',
	'sanctioned',
	'unscored',
	'failed',
	'neverFinishing',
	'dirtyUsdt',
] as const;

/** What is screened: the parameter, the network, the token on it, and what people call it. */
export const ASSETS = [
	{ asset: 'coin', currency: 'BTC', network: 'BTC', tokenId: null, name: 'Bitcoin' },
	{ asset: 'coin', currency: 'ETH', network: 'ETH', tokenId: null, name: 'Ethereum' },
	{
		asset: 'USDT',
		currency: 'USDTERC20',
		network: 'ETH',
		tokenId: '94252',
		name: 'USDT on Ethereum',
	},
	{ asset: 'USDT', currency: 'USDTTRC20', network: 'TRX', tokenId: '9', name: 'USDT on Tron' },
	{ asset: 'coin', currency: 'BSC', network: 'BSC', tokenId: null, name: 'BNB Smart Chain' },
	{
		asset: 'USDC',
		currency: 'USDCERC20',
		network: 'ETH',
		tokenId: '94253',
		name: 'USDC on Ethereum',
	},
	{ asset: 'coin', currency: 'TRX', network: 'TRX', tokenId: null, name: 'Tron' },
	{ asset: 'USDC', currency: 'USDCTRC20', network: 'TRX', tokenId: '31', name: 'USDC on Tron' },
	{
		asset: 'USDT',
		currency: 'USDTBEP20',
		network: 'BSC',
		tokenId: '9',
		name: 'USDT on BNB Smart Chain',
	},
	{
		asset: 'USDC',
		currency: 'USDCBEP20',
		network: 'BSC',
		tokenId: '17',
		name: 'USDC on BNB Smart Chain',
	},
	// Omni: it has no code, so its ID is sent, and the list alone says that Bitcoin has tokens.
	{ asset: 'token', currency: 'BTC', network: 'BTC', tokenId: '31', name: 'token 31 on Bitcoin' },
] as const;

/** The asset that only a service with Omni has. */
export const OMNI = ASSETS.length - 1;

/** One of several, the first far more often than the others together. */
const mostly = <T,>(usual: T, ...rare: T[]): fc.Arbitrary<T> =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...rare));

const ways: fc.Arbitrary<Ways> = fc.record({
	repeatedId: fc.constantFrom('charge', 'replay', 'refuse'),
	orderBy: fc.constantFrom('initDate', 'resultDate'),
	lagMs: mostly(0, 2_000, 20_000, 100_000),
	asset: fc.constantFrom('tokenId', 'code', 'none'),
	dates: mostly('offset', 'noOffset', 'utc', 'east'),
	notReady: fc.constantFrom('pending', 'notFound'),
	latencyMs: mostly(40, 600),
	pageMs: mostly(0, 0, 11_000),
	processingMs: mostly(900, 0, 8_000),
	hashes: fc.constantFrom('random', 'time', 'count'),
	saysTotals: mostly(true, false),
	crowd: mostly('none', 'none', 'none', 'before', 'during'),
});

const LOST: FaultKind[] = [
	'cutOff',
	'gatewayPage',
	'maintenance',
	'reset',
	'serverError',
	'silence',
];

const REFUSED: FaultKind[] = ['internalError', 'refusedInWords'];

/** Never charged, as a refusal that can be read isn't; `refusedFlat` says that the package is empty. */
const NOT_TAKEN: FaultKind[] = ['connectionRefused', 'rateLimited', 'refusedFlat', 'unauthorized'];

const ODD: FaultKind[] = ['anothers', 'besideError', 'otherId'];

/** Calls that may be one of the history. */
const HISTORIES: CallKind[] = ['any', 'history'];

const LATE: FaultKind[] = ['impatientGateway', 'slow'];

const times = mostly(1, 1, 2, 3, 40);

export const faultsOf = (on: CallKind[], skip: number): fc.Arbitrary<Fault> =>
	fc
		.record({
			on: fc.constantFrom(...on),
			kind: fc.constantFrom(...LOST, ...LOST, ...LATE, ...ODD, ...REFUSED, ...NOT_TAKEN),
			taken: fc.boolean(),
			skip: fc.nat(skip),
			times,
		})
		.map((fault) => ({
			...fault,
			// A history of somebody else's checks would be one that hides ours (contract 1).
			kind: fault.kind === 'anothers' && HISTORIES.includes(fault.on) ? 'otherId' : fault.kind,
			taken: fault.taken && ![...NOT_TAKEN, ...REFUSED].includes(fault.kind),
		}));

const outages: fc.Arbitrary<Outage> = fc.record({
	kind: fc.constantFrom(...LOST, 'connectionRefused'),
	from: fc.constantFrom(0, 500, 3_000, 10_000),
	lasts: fc.constantFrom(6_000, 20_000, 120_000),
});

const asset = fc.nat(ASSETS.length - 1);

const wallet = fc.oneof(
	{ weight: 6, arbitrary: fc.constant(0) },
	{ weight: 2, arbitrary: fc.nat(WALLETS.length - 1) },
	// Only here the checks of one wallet differ by themselves.
	{ weight: 1, arbitrary: fc.constant(WALLETS.indexOf('dirtyUsdt')) },
);

/** The most items of an execution. */
const MOST_ITEMS = 3;

const nodes: fc.Arbitrary<NodePlan> = fc.record({
	asset,
	wholes: fc.array(
		fc.nat(3).map((draw) => draw === 3),
		{ minLength: MOST_ITEMS, maxLength: MOST_ITEMS },
	),
	onError: fc.constantFrom('stop', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: mostly(false, true, true),
	rounds: mostly(1, 2),
	pauseMs: mostly(0, 70 * MINUTE),
	failsBefore: mostly(0, 1, 2),
	timeout: mostly(300, 10, 30),
	key: mostly('none', 'shared', 'perItem'),
	reuseHours: mostly(0, 1, 24),
	reuseUntold: mostly(false, true),
	maxPaid: mostly(0, 0, 1, 2),
	waits: mostly(true, false),
});

const deaths: fc.Arbitrary<Death> = fc.record({
	request: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 12 })),
	when: fc.constantFrom('after', 'answered', 'before'),
});

/** What two workers do within two minutes of a lost answer or a crash is not promised (contract, line 9 and below). */
const OTHER_WORKER_MS = 200_000;

const executions: fc.Arbitrary<ExecutionPlan> = fc
	.record({
		startAt: mostly(0, 0, 300, 5_000, 65_000, 400_000),
		machine: fc.constantFrom(0, 1),
		wallets: fc.array(wallet, { minLength: 1, maxLength: MOST_ITEMS }),
		deaths: fc.array(fc.option(deaths, { freq: 2 }), { maxLength: 2 }),
		retryAfter: mostly(3_000, 500, 200_000, 2 * HOUR),
		moves: fc.boolean(),
		stopAfter: mostly(null, null, null, 300, 2_000, 6_000),
	})
	.map((plan) => ({
		...plan,
		retryAfter: plan.moves ? Math.max(plan.retryAfter, OTHER_WORKER_MS) : plan.retryAfter,
	}));

const strangers: fc.Arbitrary<Stranger> = fc.record({
	at: fc.oneof(
		fc.integer({ min: 0, max: 2 * MINUTE }),
		fc.constantFrom(-90 * 24 * HOUR, -24 * HOUR, -30 * MINUTE, -5 * MINUTE),
	),
	wallet,
	asset,
});

/** What a world is made of. */
export const parts = {
	seed: fc.nat(),
	skews: mostly<[number, number]>([0, 0], [60_000, 0], [0, -60_000], [-60_000, -60_000]),
	ways,
	nodes: fc.array(nodes, { minLength: 2, maxLength: 4 }),
	failsAtEnd: mostly(0, 1),
	executions: fc.array(executions, { minLength: 1, maxLength: 3 }),
	strangers: fc.array(strangers, { maxLength: 2 }),
	faults: fc
		.tuple(
			fc.array(faultsOf(['pay'], 4), { maxLength: 3 }),
			fc.array(faultsOf(['history', 'result', 'list', 'any'], 8), { maxLength: 2 }),
		)
		.map(([pay, read]) => [...pay, ...read]),
	outages: fc.array(outages, { maxLength: 1 }),
};

/** Nothing but lost answers and deaths, by one execution: nothing excuses a second payment. */
const alone = {
	...parts,
	executions: executions.map((one) => [one]),
	strangers: fc.constant<Stranger[]>([]),
	nodes: fc.array(
		nodes.map((node): NodePlan => ({ ...node, maxPaid: 0 })),
		{ minLength: 2, maxLength: 3 },
	),
};

/** The same work under one key twice at once, or soon after, at a service that charges whatever comes. */
const repeated = {
	...parts,
	ways: ways.map((one): Ways => ({ ...one, repeatedId: 'charge' })),
	nodes: fc.array(
		nodes.map((node): NodePlan => ({ ...node, key: 'shared' })),
		{ minLength: 2, maxLength: 2 },
	),
	executions: fc.tuple(executions, mostly(0, 300, 5_000)).map(([plan, later]) => {
		const alive = { ...plan, deaths: [] };
		return [alive, { ...alive, startAt: plan.startAt + later }];
	}),
};

/** Random worlds of every kind, and of the kinds in which it is hardest to keep the promises. */
export const worlds: fc.Arbitrary<World> = fc.oneof(
	fc.record(parts),
	fc.record(alone),
	fc.record(repeated),
);
