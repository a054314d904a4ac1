/** Worlds of the trigger's simulation: services, checks and polls, drawn from docs/maintainers/contract.md alone. */
import fc from 'fast-check';

import { countingHash, digest, hashShape, timeHash } from '../../sandbox/random.mts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const EPOCH = Date.UTC(2033, 1, 3, 10, 0, 0);

/** How a service keeps the contract. */
export interface Ways {
	/** Line 1: the date it sorts by. */
	orderBy: 'init' | 'result';
	/** Line 2 and 5: whether unfinished checks show. */
	showsUnfinished: boolean;
	/** Line 2: how late the history is, in milliseconds. */
	lagMs: number;
	/** Line 3. */
	dates: 'utc' | 'otherZone' | 'noZone' | 'dateOnly';
	/** Line 6: the largest page. */
	cap: number;
	/** Line 6: the total beside a page. */
	total: 'right' | 'missing' | 'wrong';
	/** Line 1: whether of two checks with equal dates the one with the later hash is first. */
	hasLaterFirst: boolean;
	/** Line 2: whether results are not late. */
	isResultPrompt: boolean;
	/** Line 3: how far an end may lie in the future. */
	soonMs: number;
	/** Line 11: a moment from which all checks that began so long before are gone. */
	purge: { at: number; keepMs: number } | null;
	/** The credential is changed to another account at this moment; infinity for never. */
	accountAt: number;
}

type ReportWay = 'good' | 'never' | 'once' | 'ofAnother' | 'unfinished';

/** Moments in Unix milliseconds of the service's clock. */
export interface SimCheck {
	hash: string;
	address: string;
	currency: 'btc' | 'eth';
	isTransaction: boolean;
	startedAt: number;
	/** Infinity for a check that never ends. */
	endsAt: number;
	isFailing: boolean;
	riskscore: number | null;
	isSanctioned: boolean;
	report: ReportWay;
	/** Line 3: a date that concerns its record alone. */
	oddDate: '9999-12-31T23:59:59+00:00' | '2150-01-01T00:00:00+00:00' | 'soon' | null;
	/** Line 3: its start can't be read. */
	hasNoStart: boolean;
	/** Line 9: its record has no hash, so nobody can ask for its report. */
	isNameless: boolean;
	/** Whether it belongs to the account that the credential is changed to. */
	isOthers: boolean;
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
	/** A poll whose state is lost, one that fails at a request, and one in which a request gets an empty answer. */
	fate: 'commit' | 'discard' | { failsAt: number } | { emptyAt: number };
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
	/** Whether the polls at the end have room for one request each. Then the history is short, and its pages small. */
	isTight: boolean;
	/** Whether every report can be had. */
	hasAllReports: boolean;
}

const ways: fc.Arbitrary<Omit<Ways, 'purge' | 'accountAt'>> = fc.record({
	orderBy: fc.constantFrom('init', 'result'),
	showsUnfinished: fc.boolean(),
	lagMs: fc.constantFrom(0, 0, 5_000, 60_000, 110_000),
	dates: fc.constantFrom('utc', 'utc', 'utc', 'otherZone', 'noZone', 'dateOnly'),
	cap: fc.constantFrom(1000, 1000, 1000, 100, 100, 30),
	total: fc.constantFrom('right', 'right', 'missing', 'wrong'),
	hasLaterFirst: fc.boolean(),
	isResultPrompt: fc.boolean(),
	soonMs: fc.constantFrom(HOUR, 3 * HOUR, 30 * HOUR),
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
	calls: fc.constantFrom(1, 1, 2, 3, 10, 100, 10_000, 10_000),
	callMs: fc.constantFrom(50, 500, 3_000),
	fate: fc.oneof(
		{ arbitrary: fc.constant('commit' as const), weight: 12 },
		{ arbitrary: fc.constant('discard' as const), weight: 1 },
		{ arbitrary: fc.record({ failsAt: fc.integer({ min: 0, max: 4 }) }), weight: 1 },
		{ arbitrary: fc.record({ emptyAt: fc.integer({ min: 0, max: 4 }) }), weight: 1 },
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

/** @param beforeMs how long before the change the check began. */
type Others = (share: number, beforeMs: number) => boolean;

/** Which checks the other account has: some of all, none of the last hours, none before the change. */
const OTHERS: Others[] = [
	(share) => share < 0.5,
	(share, beforeMs) => share < 0.5 && (beforeMs < 0 || beforeMs > 10 * HOUR),
	(share, beforeMs) => share < 0.5 && beforeMs < 0,
];

/** n8n starts again hours later, and its state holds no poll since the last delivery. */
const FORGOTTEN: Partial<Step> = { gap: 5 * HOUR, restart: 'forgets', fate: 'commit' };

/** The forms of hashes: at random, by time and counting within the millisecond, and counting up. */
const HASHES = {
	random: (index: number) => hashShape(digest(`check ${index}`)),
	time: (index: number, startedAt: number) => timeHash(Math.floor(startedAt), index),
	count: countingHash,
};

/** What happens in few worlds, each at a share of the time. */
const rarity = fc.record({
	kind: fc.constantFrom('none', 'none', 'none', 'outage', 'purge', 'token', 'account'),
	share: fc.double({ min: 0, max: 0.99, noNaN: true }),
	keepMs: fc.constantFrom(0, HOUR, 10 * HOUR),
	/** The checks of the first burst end together, so long after it began. */
	hangMs: fc.constantFrom(0, 0, 0, 40 * MINUTE, 5 * HOUR),
});

interface Drawn extends Pick<
	World,
	'lookbackMinutes' | 'startFrom' | 'watch' | 'steps' | 'hasAllReports'
> {
	ways: Omit<Ways, 'purge' | 'accountAt'>;
	bursts: Array<{ at: number; count: number; everyMs: number }>;
	seed: number;
	hasOddities: boolean;
	hashes: keyof typeof HASHES;
	rarity: { kind: string; share: number; keepMs: number; hangMs: number };
}

interface Surroundings extends Pick<Drawn, 'lookbackMinutes' | 'hasOddities' | 'hashes'> {
	ways: Ways;
	others: Others;
}

function durationOf(
	next: () => number,
	{ ways: { showsUnfinished }, lookbackMinutes }: Surroundings,
	hangMs: number,
): number {
	const kind = next();
	const most = showsUnfinished ? Infinity : lookbackMinutes * 0.97 * MINUTE;
	if (hangMs > 0) return Math.min(hangMs, most);
	if (kind < 0.7) return 1_000 + next() * 60_000;
	if (kind < 0.93 || !showsUnfinished)
		return Math.min(20 + next() * 38, lookbackMinutes * 0.97) * MINUTE;
	return kind < 0.98 ? next() * 20 * HOUR : Infinity;
}

function makeCheck(
	next: () => number,
	index: number,
	startedAt: number,
	hangMs: number,
	around: Surroundings,
): SimCheck {
	const isOneOf = (share: number) => around.hasOddities && next() < share;
	// A day alone does not show that an end is wrong by a day.
	const soon = around.ways.dates === 'dateOnly' ? '9999-12-31T23:59:59+00:00' : 'soon';
	const oddDates = [
		['9999-12-31T23:59:59+00:00', false],
		['2150-01-01T00:00:00+00:00', true],
		[soon, false],
		[null, true],
	] as const;
	const [oddDate, hasNoStart] = isOneOf(0.03) ? oddDates[Math.floor(next() * 4)] : [null, false];
	const isNameless = isOneOf(0.01);
	const { accountAt } = around.ways;
	const isOthers = Number.isFinite(accountAt) && around.others(next(), accountAt - startedAt);
	const odd: ReportWay[] = ['never', 'once', 'ofAnother', 'unfinished'];
	const report = isOneOf(0.05) ? odd[Math.floor(next() * 4)] : 'good';
	return {
		hash: HASHES[around.hashes](index, startedAt),
		address: `wallet-${index}`,
		currency: next() < 0.5 ? 'btc' : 'eth',
		isTransaction: next() < 0.3,
		startedAt,
		endsAt: startedAt + durationOf(next, around, hangMs),
		isFailing: next() < 0.03,
		riskscore: next() < 0.04 ? null : Math.round(next() * 99) + 1.5,
		isSanctioned: next() < 0.1,
		report: isNameless ? 'never' : report,
		oddDate,
		hasNoStart,
		isNameless,
		isOthers,
	};
}

function makeWorld({ bursts, seed, hasOddities, hashes, rarity, ...world }: Drawn): World {
	const { kind, share, keepMs, hangMs } = rarity;
	const isOutage = kind === 'outage';
	const outage = Math.floor(share * world.steps.length);
	const isTight = seed % 5 === 0;
	const count = bursts.reduce((sum, burst) => sum + burst.count, 0);
	const change = kind === 'account' ? outage : Infinity;
	const steps = world.steps.map((step, nth): Step => {
		const gap = isOutage && nth === outage ? 30 * 24 * HOUR : step.gap;
		// The poll that sees the other account is forgotten, and much comes before the next one.
		if (nth === change + 1) return { ...step, ...FORGOTTEN };
		if (!world.hasAllReports) return { ...step, gap };
		const isFailing = typeof step.fate === 'object' && 'failsAt' in step.fate;
		return { ...step, gap, hasReports: true, fate: isFailing ? 'commit' : step.fate };
	});
	const span = steps.reduce((sum, { gap }) => sum + gap, 0);
	const scale = Math.min(isOutage ? Infinity : 1, span / (600 * MINUTE));
	const changeMs = steps.slice(0, change + 1).reduce((sum, { gap }) => sum + gap, -1);
	const moment = EPOCH + (kind === 'account' ? changeMs : share * span);
	const purge = kind === 'purge' ? { at: moment, keepMs } : null;
	// An activation reads a hundred pages.
	const least = count / 90;
	const cap = isTight ? 100 : Math.max(world.ways.cap, Math.ceil(least));
	const accountAt = kind === 'account' ? moment : Infinity;
	const ways = { ...world.ways, purge, accountAt, cap };
	const others = OTHERS[seed % 3];
	const random = numbers(seed);
	const next = () => random.next().value;
	let index = 0;
	const checks = bursts.flatMap(({ at, count, everyMs }, burst) =>
		Array.from({ length: isTight ? Math.ceil(count / 4) : count }, (_, nth) => {
			const startedAt = EPOCH + at * MINUTE * (at > 0 ? scale : 1) + nth * everyMs;
			const hang = burst > 0 ? 0 : hangMs - nth * everyMs;
			const around = { ...world, ways, hasOddities, hashes, others };
			return makeCheck(next, ++index, startedAt, hang, around);
		}),
	);
	if (kind === 'account')
		for (let nth = 0; nth < 20; nth++) {
			const around = { ...world, ways, hasOddities, hashes, others: () => true };
			checks.push(makeCheck(next, ++index, moment + (5 + 14 * nth) * MINUTE, 0, around));
		}
	const newTokenAt = kind === 'token' || kind === 'account' ? moment : Infinity;
	return { ...world, steps, ways, checks, newTokenAt, isTight };
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
		hasOddities: fc.boolean(),
		hashes: fc.constantFrom('random', 'time', 'count'),
		hasAllReports: fc.boolean(),
		rarity,
	})
	.map(makeWorld);
