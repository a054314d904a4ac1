import fc from 'fast-check';

import { fractions } from '../../sandbox/random.mts';
import { changing, type Changing } from './changing.mts';
import { POISONS, type ReportWay, type SimCheck, type Ways } from './simCheck.mts';
import { quirks, type Quirks } from './quirks.mts';

/** Some checks that begin close together. Times in ms. */
export interface Group {
	/** Since the beginning of the history. */
	at: number;
	count: number;
	/** They begin within this; 0 for equal timestamps. */
	spread: number;
	/** They end this long after their start at the earliest and at the latest. */
	quickest: number;
	slowest: number;
	/** Seed of what differs from check to check. */
	seed: number;
}

/** One poll, and what happens to it. */
export interface Step {
	/** Time since the poll before, in ms. */
	gap: number;
	/** How long one call takes on the service's clock, in ms. */
	callMs: number;
	/** How many calls fit the budget, reports included. */
	budget: number;
	/** `fault`: the call of that number fails. `discard`: n8n throws the poll away. `overlap`: another one runs meanwhile. */
	fate: 'commit' | 'discard' | 'overlap' | { fault: number };
}

/** All that makes a history. */
export interface History {
	ways: Ways;
	quirks: Quirks;
	/** Whether reports are read. */
	includeReport: boolean;
	triggerOn: 'checkCompleted' | 'checkCreated';
	startFrom: 'now' | 'beginning';
	pageSize: number;
	lookbackMinutes: number;
	/** Only checks with a score from this on are wanted. */
	riskScoreFrom: number;
	/** n8n's clock against the service's, in ms. */
	skewMs: number;
	/** When the trigger is activated, in ms since the beginning. */
	activateAt: number;
	groups: Group[];
	/** Checks that take hours, days or forever. */
	stragglers: Array<{ at: number; takes: number }>;
	steps: Step[];
	/** How many calls fit a poll's budget once the world stands still. */
	drainBudget: number;
	/** How the settings change; null where they stay as they are. */
	changing: Changing | null;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ways: fc.Arbitrary<Ways> = fc.record({
	orderBy: fc.constantFrom('init', 'result'),
	filterBy: fc.constantFrom('init', 'result'),
	pending: fc.constantFrom('hidden', 'startDate', 'noDate', 'placeholder'),
	fromInclusive: fc.boolean(),
	toInclusive: fc.boolean(),
	subsecond: fc.boolean(),
	lagMs: fc.constantFrom(0, 0, 1 * SECOND, 20 * SECOND, 2 * MINUTE),
});

const pace = fc.constantFrom(
	{ quickest: 1 * SECOND, slowest: 30 * MINUTE },
	{ quickest: 1 * SECOND, slowest: 20 * SECOND },
	{ quickest: 5 * SECOND, slowest: 5 * SECOND },
	{ quickest: 25 * MINUTE, slowest: 30 * MINUTE },
);

function groups(counts: fc.Arbitrary<number>, most: number, span: number): fc.Arbitrary<Group[]> {
	const group = fc
		.record({
			at: fc.oneof(
				{ weight: 6, arbitrary: fc.integer({ min: 0, max: span }) },
				{ weight: 1, arbitrary: fc.integer({ min: 0, max: 10 * span }) },
			),
			count: counts,
			spread: fc.constantFrom(0, 900, 10 * SECOND, 5 * MINUTE, HOUR),
			pace,
			seed: fc.nat(),
		})
		.map(({ pace: { quickest, slowest }, ...rest }) => ({ ...rest, quickest, slowest }));
	return fc.array(group, { minLength: 1, maxLength: most });
}

const fate: fc.Arbitrary<Step['fate']> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant('commit' as const) },
	{ weight: 1, arbitrary: fc.constant('discard' as const) },
	{ weight: 1, arbitrary: fc.constant('overlap' as const) },
	{ weight: 1, arbitrary: fc.record({ fault: fc.integer({ min: 1, max: 6 }) }) },
);

const minutes = fc.oneof(
	{ weight: 8, arbitrary: fc.integer({ min: 1 * SECOND, max: 10 * MINUTE }) },
	{ weight: 1, arbitrary: fc.integer({ min: 10 * MINUTE, max: 5 * HOUR }) },
	{ weight: 1, arbitrary: fc.constantFrom(0, 30 * HOUR) },
);

function steps(most: number, gap: fc.Arbitrary<number>): fc.Arbitrary<Step[]> {
	const step = fc.record({
		gap,
		callMs: fc.constantFrom(50, 300, 2 * SECOND, 20 * SECOND),
		budget: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 8 })),
		fate,
	});
	return fc.array(step, { minLength: 1, maxLength: most });
}

function history(size: {
	counts: fc.Arbitrary<number>;
	groups: number;
	steps: number;
	pageSize: fc.Arbitrary<number>;
	/** In which most checks begin, in ms. */
	span?: number;
	/** Between two polls, in ms. */
	gap?: fc.Arbitrary<number>;
	/** How long the stragglers take, in ms. */
	takes?: fc.Arbitrary<number>;
	quirks?: fc.Arbitrary<Quirks>;
	drainBudget?: fc.Arbitrary<number>;
}): fc.Arbitrary<History> {
	const { span = 6 * HOUR, gap = minutes } = size;
	const { takes = fc.integer({ min: HOUR, max: 60 * HOUR }) } = size;
	return fc.record({
		ways,
		quirks: size.quirks ?? quirks,
		includeReport: fc.boolean(),
		triggerOn: fc.constantFrom('checkCompleted', 'checkCreated'),
		startFrom: fc.constantFrom('now', 'now', 'beginning'),
		pageSize: size.pageSize,
		lookbackMinutes: fc.constantFrom(33, 60, 120),
		riskScoreFrom: fc.constantFrom(0, 0, 50),
		skewMs: fc.integer({ min: -20 * MINUTE, max: 20 * MINUTE }),
		activateAt: fc.integer({ min: 0, max: 3 * HOUR }),
		groups: groups(size.counts, size.groups, span),
		stragglers: fc.array(
			fc.record({
				at: fc.integer({ min: 0, max: 6 * HOUR }),
				takes: fc.oneof(takes, fc.constant(Infinity)),
			}),
			{ maxLength: 3 },
		),
		steps: steps(size.steps, gap),
		drainBudget: size.drainBudget ?? fc.constantFrom(1, Infinity, Infinity),
		// The last one drawn, so that all else of a seed's histories is what it was before this one was there.
		changing,
	});
}

const everyday = history({
	counts: fc.integer({ min: 1, max: 12 }),
	groups: 8,
	steps: 40,
	pageSize: fc.constantFrom(4, 10, 40, 1000),
});

const busy = history({
	counts: fc.integer({ min: 1, max: 120 }),
	groups: 6,
	steps: 30,
	pageSize: fc.constantFrom(10, 40, 1000),
});

const flood = history({
	counts: fc.integer({ min: 500, max: 5000 }),
	groups: 1,
	steps: 8,
	pageSize: fc.constantFrom(400, 1000),
	drainBudget: fc.constant(Infinity),
});

/** Few checks over many days, some of which take longer than any window waits. */
const slow = history({
	counts: fc.integer({ min: 1, max: 4 }),
	groups: 8,
	steps: 40,
	pageSize: fc.constantFrom(4, 10, 40, 1000),
	span: 4 * DAY,
	gap: fc.integer({ min: 4 * HOUR, max: 12 * HOUR }),
	takes: fc.integer({ min: DAY, max: 4 * DAY }),
});

/** Histories of all sizes; most are small, which finds and shrinks the same faults sooner. */
export const histories: fc.Arbitrary<History> = fc.oneof(
	{ weight: 69, arbitrary: everyday },
	{ weight: 10, arbitrary: slow },
	{ weight: 20, arbitrary: busy },
	{ weight: 1, arbitrary: flood },
);

/** Any day will do, as long as it is not the machine's. */
export const EPOCH = Date.UTC(2031, 4, 17, 9, 0, 0);

/** Whether the history shows a check that takes longer than the lookback; where it does not, nobody could find it. */
function showsStragglers({ pending, filterBy }: Ways): boolean {
	return filterBy === 'result' || pending !== 'hidden';
}

/** The checks of a history, in no order. */
export function checksOf(history: History): SimCheck[] {
	const checks: SimCheck[] = [];
	for (const { at, count, spread, quickest, slowest, seed } of history.groups) {
		const random = fractions(seed);
		for (let index = 0; index < count; index++) {
			const startedAt = EPOCH + at + Math.floor(random() * spread);
			const takes = quickest + Math.floor(random() * (slowest - quickest));
			checks.push(newCheck(history, checks.length, startedAt, startedAt + takes, random));
		}
	}
	const random = fractions(checks.length);
	if (showsStragglers(history.ways))
		for (const { at, takes } of history.stragglers)
			checks.push(newCheck(history, checks.length, EPOCH + at, EPOCH + at + takes, random));
	return checks;
}

const REPORT_WAYS: ReportWay[] = ['never', 'garbledOnce', 'lags', 'ofAnother', 'nullForGood'];

function newCheck(
	{ quirks: quirk, changing: how }: History,
	index: number,
	startedAt: number,
	endsAt: number,
	random: () => number,
): SimCheck {
	const hex = (digits: number) =>
		Math.floor(random() * 16 ** digits)
			.toString(16)
			.padStart(digits, '0');
	const hash = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${index.toString(16).padStart(12, '0')}`;
	// Drawn from what is drawn anyway: without settings that change a history is what it always was.
	const [first, second] = how === null ? [0, 0] : [hash.charCodeAt(0), hash.charCodeAt(1)];
	return {
		hash,
		currency: first % 2 === 0 ? 'btc' : 'eth',
		isTransaction: second % 3 === 1,
		startedAt,
		endsAt,
		isFailing: random() < 0.1,
		riskscore: random() < 0.1 ? null : Math.floor(random() * 100),
		isSanctioned: random() < 0.1,
		report:
			quirk.reports === 'mixed' && random() < 0.3
				? REPORT_WAYS[Math.floor(random() * REPORT_WAYS.length)]
				: 'good',
		poison: random() * 100 < quirk.poison ? POISON_NAMES[Math.floor(random() * 7)] : null,
	};
}

const POISON_NAMES = Object.keys(POISONS) as Array<keyof typeof POISONS>;
