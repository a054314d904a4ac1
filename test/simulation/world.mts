/** Worlds of the trigger's simulation: services, checks and polls, drawn from docs/maintainers/contract.md alone. */
import fc from 'fast-check';

import { countingHash, digest, hashShape, timeHash } from '../../sandbox/random.mts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const EPOCH = Date.UTC(2033, 1, 3, 10, 0, 0);

/** How a service keeps the contract, by its lines. */
export interface Ways {
	/** Line 1: the date it sorts by. */
	orderBy: 'init' | 'result';
	/** Line 1: whether of two checks with equal dates the one with the later hash is first. */
	hasLaterFirst: boolean;
	/** Line 2: how late the history is, in milliseconds. */
	lagMs: number;
	/** Line 3. */
	dates: 'utc' | 'otherZone' | 'noZone';
	/** Line 3: how far our clock is ahead of the service's, in milliseconds. */
	aheadMs: number;
	/** Line 8: whether results are not late. */
	isResultPrompt: boolean;
	/** Line 9: a moment from which all checks that began so long before are gone. */
	purge: { at: number; keepMs: number } | null;
}

/** Line 6: what the requests for a report come to: answered, never, from the second one on, about another wallet. */
type ReportWay = 'good' | 'never' | 'once' | 'ofAnother';

/** Moments in Unix milliseconds of the service's clock. */
export interface SimCheck {
	hash: string;
	address: string;
	currency: 'btc' | 'eth';
	isTransaction: boolean;
	startedAt: number;
	/** Within the lookback (line 4). */
	endsAt: number;
	isFailing: boolean;
	riskscore: number | null;
	isSanctioned: boolean;
	report: ReportWay;
}

/** What a person sets the trigger to. */
export interface Watch {
	triggerOn: 'checkCompleted' | 'checkCreated';
	network?: 'BTC' | 'ETH';
	type?: 'address' | 'tx';
	riskScoreFrom: number;
	includeReport: boolean;
	/** The lookback is so many times the one of the world. */
	lookbackFactor: number;
}

export interface Step {
	/** Milliseconds since the poll before. */
	gap: number;
	/** The most requests of this poll, and how long each takes. */
	calls: number;
	callMs: number;
	/** A poll whose state is lost, and one that fails at a request. */
	fate: 'commit' | 'discard' | { failsAt: number };
	/** n8n starts again before the poll. It keeps the state, or forgets every poll since the last delivery. */
	restart: 'none' | 'keeps' | 'forgets';
	/** A change of settings before the poll. */
	watch: Watch | null;
	/** Whether reports can be had. */
	hasReports: boolean;
}

export interface World {
	ways: Ways;
	lookbackMinutes: number;
	startFrom: 'now' | 'beginning';
	watch: Watch;
	checks: SimCheck[];
	steps: Step[];
	/** From this moment another token is used. */
	newTokenAt: number;
	/** Whether the polls at the end have room for three requests each (line 4). Then the history is short. */
	isTight: boolean;
	/** Whether every report can be had. */
	hasAllReports: boolean;
}

const ways: fc.Arbitrary<Omit<Ways, 'purge'>> = fc.record({
	orderBy: fc.constantFrom('init', 'result'),
	hasLaterFirst: fc.boolean(),
	lagMs: fc.constantFrom(0, 0, 5_000, 60_000, 110_000),
	dates: fc.constantFrom('utc', 'utc', 'otherZone', 'noZone'),
	aheadMs: fc.constantFrom(0, 0, -MINUTE, MINUTE),
	isResultPrompt: fc.boolean(),
});

const watch: fc.Arbitrary<Watch> = fc.record({
	triggerOn: fc.constantFrom('checkCompleted', 'checkCompleted', 'checkCreated'),
	network: fc.constantFrom(undefined, undefined, 'BTC', 'ETH'),
	type: fc.constantFrom(undefined, undefined, undefined, 'address', 'tx'),
	riskScoreFrom: fc.constantFrom(0, 0, 0, 75),
	includeReport: fc.boolean(),
	lookbackFactor: fc.constantFrom(1, 1, 1, 4),
});

/** Checks that began in one stretch of time: a crowd in a second, a burst, a trickle. */
const burst = fc.record({
	at: fc.integer({ min: -600, max: 600 }),
	count: fc.oneof(
		{ arbitrary: fc.integer({ min: 1, max: 8 }), weight: 6 },
		{ arbitrary: fc.integer({ min: 50, max: 400 }), weight: 2 },
		{ arbitrary: fc.integer({ min: 900, max: 2500 }), weight: 1 },
	),
	everyMs: fc.constantFrom(0, 20, 900, 40_000),
});

const step: fc.Arbitrary<Step> = fc.record({
	gap: fc.oneof(
		{ arbitrary: fc.constant(MINUTE), weight: 8 },
		{ arbitrary: fc.integer({ min: 1_000, max: 2 * HOUR }), weight: 2 },
		{ arbitrary: fc.constant(10 * HOUR), weight: 1 },
	),
	calls: fc.constantFrom(3, 3, 4, 10, 100, 10_000, 10_000),
	callMs: fc.constantFrom(50, 500, 3_000),
	fate: fc.oneof(
		{ arbitrary: fc.constant('commit' as const), weight: 12 },
		{ arbitrary: fc.constant('discard' as const), weight: 1 },
		{ arbitrary: fc.record({ failsAt: fc.integer({ min: 0, max: 4 }) }), weight: 1 },
	),
	restart: fc.constantFrom('none', 'none', 'none', 'none', 'keeps', 'forgets'),
	watch: fc.option(watch, { freq: 12 }),
	hasReports: fc.constantFrom(true, true, true, false),
});

/** Small numbers from a seed: a thousand checks are not drawn one by one. */
function* numbers(seed: number): Generator<number, never> {
	let state = seed >>> 0 || 1;
	for (;;) {
		state ^= state << 13;
		state >>>= 0;
		state ^= state >>> 17;
		state ^= state << 5;
		state >>>= 0;
		yield state / 2 ** 32;
	}
}

/** The forms of hashes: at random, by time and counting within the millisecond, and counting up. */
const HASHES = {
	random: (index: number) => hashShape(digest(`check ${index}`)),
	time: (index: number, startedAt: number) => timeHash(Math.floor(startedAt), index),
	count: countingHash,
};

/** What happens in few worlds, each at a share of the time. */
const rarity = fc.record({
	kind: fc.constantFrom('none', 'none', 'none', 'outage', 'purge', 'token'),
	share: fc.double({ min: 0, max: 0.99, noNaN: true }),
	keepMs: fc.constantFrom(0, HOUR, 10 * HOUR),
	/** The checks of the first burst end together, so long after it began. */
	hangMs: fc.constantFrom(0, 0, 0, 25 * MINUTE, 55 * MINUTE),
});

interface Drawn extends Pick<
	World,
	'lookbackMinutes' | 'startFrom' | 'watch' | 'steps' | 'hasAllReports'
> {
	ways: Omit<Ways, 'purge'>;
	bursts: Array<{ at: number; count: number; everyMs: number }>;
	seed: number;
	hasOddReports: boolean;
	hashes: keyof typeof HASHES;
	rarity: { kind: string; share: number; keepMs: number; hangMs: number };
}

type Surroundings = Pick<Drawn, 'lookbackMinutes' | 'hasOddReports' | 'hashes'>;

function durationOf(next: () => number, lookbackMinutes: number, hangMs: number): number {
	const most = lookbackMinutes * 0.97 * MINUTE;
	if (hangMs > 0) return Math.min(hangMs, most);
	return next() < 0.7 ? 1_000 + next() * 60_000 : Math.min((20 + next() * 38) * MINUTE, most);
}

function makeCheck(
	next: () => number,
	index: number,
	startedAt: number,
	hangMs: number,
	{ lookbackMinutes, hasOddReports, hashes }: Surroundings,
): SimCheck {
	const odd: ReportWay[] = ['never', 'once', 'ofAnother'];
	const isOdd = hasOddReports && next() < 0.05;
	return {
		hash: HASHES[hashes](index, startedAt),
		address: `wallet-${index}`,
		currency: next() < 0.5 ? 'btc' : 'eth',
		isTransaction: next() < 0.3,
		startedAt,
		endsAt: startedAt + durationOf(next, lookbackMinutes, hangMs),
		isFailing: next() < 0.03,
		riskscore: next() < 0.04 ? null : Math.round(next() * 99) + 1.5,
		isSanctioned: next() < 0.1,
		report: isOdd ? odd[Math.floor(next() * 3)] : 'good',
	};
}

function makeWorld({ bursts, seed, rarity, ...world }: Drawn): World {
	const { kind, share, keepMs, hangMs } = rarity;
	const isOutage = kind === 'outage';
	const outage = Math.floor(share * world.steps.length);
	const isTight = seed % 5 === 0;
	const steps = world.steps.map((step, nth): Step => {
		const gap = isOutage && nth === outage ? 30 * 24 * HOUR : step.gap;
		if (!world.hasAllReports) return { ...step, gap };
		const fate = typeof step.fate === 'object' ? 'commit' : step.fate;
		return { ...step, gap, hasReports: true, fate };
	});
	const span = steps.reduce((sum, { gap }) => sum + gap, 0);
	const scale = Math.min(isOutage ? Infinity : 1, span / (600 * MINUTE));
	const moment = EPOCH + share * span;
	const ways = { ...world.ways, purge: kind === 'purge' ? { at: moment, keepMs } : null };
	const random = numbers(seed);
	const next = () => random.next().value;
	let index = 0;
	const checks = bursts.flatMap(({ at, count, everyMs }, burst) =>
		Array.from({ length: isTight ? Math.ceil(count / 20) : count }, (_, nth) => {
			const startedAt = EPOCH + at * MINUTE * (at > 0 ? scale : 1) + nth * everyMs;
			return makeCheck(next, ++index, startedAt, burst > 0 ? 0 : hangMs - nth * everyMs, world);
		}),
	);
	return {
		...world,
		steps,
		ways,
		checks,
		newTokenAt: kind === 'token' ? moment : Infinity,
		isTight,
	};
}

/** Any world of the contract. */
export const worlds: fc.Arbitrary<World> = fc
	.record({
		ways,
		lookbackMinutes: fc.constantFrom(60, 60, 60, 30),
		startFrom: fc.constantFrom('now', 'now', 'now', 'beginning'),
		watch,
		bursts: fc.array(burst, { minLength: 1, maxLength: 8 }),
		steps: fc.array(step, { minLength: 3, maxLength: 30 }),
		seed: fc.integer({ min: 1, max: 2 ** 31 }),
		hasOddReports: fc.boolean(),
		hashes: fc.constantFrom('random', 'time', 'count'),
		hasAllReports: fc.boolean(),
		rarity,
	})
	.map(makeWorld);
