/** Random worlds; the simplest first in every choice, so that one that goes wrong can be made smaller. */
import fc from 'fast-check';
import { ASSETS } from './assets.mts';
import type {
	Death,
	ExecutionPlan,
	Fault,
	FaultKind,
	NeighboursCheck,
	NodePlan,
	Outcome,
	StrangersCheck,
	Ways,
	World,
} from './types.mts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** One of several, the first far more often than the others together. */
function mostly<T>(usual: T, ...rare: T[]): fc.Arbitrary<T> {
	return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.constantFrom(usual, ...rare));
}

const asset = fc.nat(ASSETS.length - 1);

const outcomes = mostly<Outcome>(
	'low',
	'high',
	'medium',
	'unscored',
	'failed',
	'noReport',
	'never',
);

const ways: fc.Arbitrary<Ways> = fc.record({
	repeatedId: fc.constantFrom('charge', 'replay', 'refuse'),
	orderBy: fc.constantFrom('initDate', 'resultDate'),
	unfinished: mostly('first', 'last', 'hidden'),
	assetInRecords: fc.constantFrom('code', 'none', 'tokenId'),
	dates: mostly('offset', 'noOffset', 'utc', 'east', 'missing'),
	lagMs: mostly(0, 1_000, 2_500, 20_000),
	olderChecks: mostly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 300, 1_200),
	hasDateHeader: mostly(true, false),
	notReady: fc.constantFrom('pending', 'notFound'),
	quotesToken: fc.boolean(),
	latencyMs: mostly(40, 600),
	processingMs: mostly(900, 0, 4_000),
	outcomes: fc.array(outcomes, { minLength: 1, maxLength: 4 }),
});

/** Where a check may have been charged is where it gets interesting. */
const PAYING: FaultKind[] = [
	...([
		'lostAfter',
		'hang',
		'serverErrorAfter',
		'flat500After',
		'internalAfter',
		'busyAfter',
	] as const),
	...(['timeout408After', 'garbled', 'proxyAfter', 'missingId', 'otherId', 'otherResult'] as const),
	...(['besideError', 'besideEmptyError', 'lostBefore', 'proxyBefore', 'busyBefore'] as const),
	...(['flat500Before', 'internalBefore', 'timeout408Before', 'refused', 'notFoundHost'] as const),
	...(['rateLimited', 'rejected', 'unauthorized', 'slow', 'rateLimitedForAges'] as const),
];

const times = mostly(1, 1, 2, 3, 100);

const paying: fc.Arbitrary<Fault> = fc.record({
	on: fc.constant('pay' as const),
	kind: fc.constantFrom(...PAYING),
	skip: fc.nat(3),
	times,
});

const reading: fc.Arbitrary<Fault> = fc.record({
	on: fc.constantFrom('history', 'result', 'find', 'list', 'any'),
	kind: fc.constantFrom(...PAYING, 'anothersResult', 'anothersResult', 'anothersResult'),
	skip: fc.nat(6),
	times,
});

const strangers: fc.Arbitrary<StrangersCheck> = fc.record({
	at: fc.oneof(
		fc.integer({ min: 0, max: 120 * SECOND }),
		fc.integer({ min: -3 * MINUTE, max: 0 }),
		fc.constantFrom(-90 * DAY, -DAY, -30 * MINUTE),
	),
	wallet: fc.nat(1),
	asset,
	outcome: outcomes,
	odd: mostly('fine', 'asset', 'date', 'nulls', 'nothing'),
	isTransaction: mostly(false, true),
});

/** How far apart a lost submission and a check of the same moment can be, and a little more. */
const MOMENTS = [0, 300, 900, 1_500, 2_500, 4_000, 6_000] as const;

/** Somebody with a machine whose clock is off takes such a moment for the present. */
const LONG_AGO = [-3 * MINUTE, -3 * MINUTE + 2 * SECOND, -3 * MINUTE + 20 * SECOND] as const;

const neighbour = {
	isSameAsset: fc.boolean(),
	item: fc.nat(3),
	outcome: outcomes,
	odd: mostly<StrangersCheck['odd']>('fine', 'asset', 'date', 'nulls'),
};

const nearCalls: fc.Arbitrary<NeighboursCheck> = fc.record({
	...{ ...neighbour, on: fc.constantFrom('lost', 'lost', 'history', 'pay') },
	...{ skip: mostly(0, 1, 2, 3, 5), after: fc.constantFrom(...MOMENTS) },
});

const nearStarts: fc.Arbitrary<NeighboursCheck> = fc.record({
	...{ ...neighbour, on: fc.constant('start' as const), skip: fc.nat(2) },
	after: fc.integer({ min: -5 * SECOND, max: 5 * SECOND }),
});

/** Where a process dies: what may look as if it had paid for it. */
const nearDeaths: fc.Arbitrary<NeighboursCheck> = fc.oneof(
	nearStarts.chain((one) =>
		fc.constantFrom(...LONG_AGO).map((after) => ({ ...one, after, isSameAsset: true })),
	),
	fc.record({
		...{ ...neighbour, isSameAsset: fc.constant(true), on: fc.constant('history' as const) },
		...{ skip: fc.nat(8), after: fc.constantFrom(...MOMENTS) },
	}),
);

const nodes: fc.Arbitrary<NodePlan> = fc.record({
	asset: fc.oneof({ weight: 2, arbitrary: fc.nat(2) }, asset),
	form: fc.nat(2),
	secondAsset: mostly(null, ...ASSETS.keys()),
	onError: fc.constantFrom('stop', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: mostly(false, true, true),
	rounds: mostly(1, 2),
	failsBefore: mostly(0, 1, 2),
	timeout: mostly(10, 3, 30),
	onTimeout: mostly('error', 'returnPending'),
	onUnsure: mostly('report', 'submitAgain'),
	key: mostly('none', 'shared', 'perItem', 'nothing'),
	merge: mostly(true, false),
	reuseHours: mostly(0, 1, 24),
	reuseUntold: mostly(false, true),
	maxPaid: mostly(0, 0, 1, 2, -1),
	waits: mostly(true, false),
});

const deaths: fc.Arbitrary<Death> = fc.record({
	request: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 12 })),
	when: fc.constantFrom('after', 'answered', 'before'),
});

const executions: fc.Arbitrary<ExecutionPlan> = fc.record({
	startAt: mostly(0, 0, 300, 5_000, 65_000),
	machine: fc.constantFrom(0, 1),
	wallets: fc.array(fc.nat(1), { minLength: 1, maxLength: 3 }),
	deaths: fc.array(fc.option(deaths, { freq: 2 }), { maxLength: 2 }),
	retryAfter: mostly(3_000, 500, 90_000),
	moves: fc.boolean(),
	stopAfter: mostly(null, null, null, 300, 2_000, 6_000),
	lifeWithoutCredential: mostly(null, null, 0, 1, 2),
	triesWithCredential: mostly(null, 1, 1, 2),
});

/** Either machine's clock may be off, and they don't have to agree: three minutes at most in any case. */
const skews = mostly<[number, number]>(
	[0, 0],
	...([3 * MINUTE, -3 * MINUTE] as const).flatMap((off): Array<[number, number]> => [
		[off, off],
		[off, 0],
		[0, off],
	]),
);

const parts = {
	...{ seed: fc.nat(), skews, ways },
	timezone: mostly('UTC', 'Asia/Tokyo', 'America/Los_Angeles'),
	nodes: fc.array(nodes, { minLength: 1, maxLength: 4 }),
	failsAtEnd: mostly(0, 1, 2),
	executions: fc.array(executions, { minLength: 1, maxLength: 3 }),
	strangers: fc.array(strangers, { maxLength: 3 }),
	neighbours: fc.constant<NeighboursCheck[]>([]),
	faults: fc
		.tuple(fc.array(paying, { maxLength: 3 }), fc.array(reading, { maxLength: 2 }))
		.map(([pay, read]) => [...pay, ...read]),
};

/** Somebody else is about the same wallets in the same seconds. */
const crowded = {
	...parts,
	neighbours: fc.array(fc.oneof(nearCalls, nearStarts), { minLength: 1, maxLength: 3 }),
	strangers: fc.constant<StrangersCheck[]>([]),
};

const earlyDeaths = fc.record({
	request: fc.integer({ min: 1, max: 2 }),
	when: fc.constantFrom<Death['when']>('before', 'after'),
});

/** Processes die before they have paid for much, and a machine that may have another clock has the Retry. */
const bereaved = {
	...crowded,
	neighbours: fc.array(nearDeaths, { minLength: 1, maxLength: 3 }),
	skews: fc.constantFrom<[number, number]>([0, 0], [0, 3 * MINUTE], [0, -3 * MINUTE]),
	executions: fc.array(
		fc
			.tuple(executions, earlyDeaths)
			.map(([plan, death]) => ({ ...plan, deaths: [death], machine: 0 as const, moves: true })),
		{ minLength: 1, maxLength: 2 },
	),
};

/**
 * A webhook that is repeated, or a form that is sent twice: the same work under one key, at the same moment or soon
 * after, where nothing but the node keeps it from being paid for twice.
 */
const repeated = {
	...parts,
	ways: ways.map((one): World['ways'] => ({ ...one, repeatedId: 'charge' })),
	faults: fc.constant<World['faults']>([]),
	nodes: fc.array(
		nodes.map((node): NodePlan => ({ ...node, key: 'shared' })),
		{ minLength: 1, maxLength: 2 },
	),
	executions: fc.tuple(executions, mostly(0, 0, 300, 5_000)).map(([plan, later]) => {
		const alive = { ...plan, deaths: [] };
		return [alive, { ...alive, startAt: plan.startAt + later }];
	}),
};

/** Random worlds: of every kind, and of the kinds in which it is hardest to tell whose check is whose. */
export const worlds: fc.Arbitrary<World> = fc.oneof(
	fc.record(parts),
	fc.record(crowded),
	fc.record(bereaved),
	fc.record(repeated),
);
