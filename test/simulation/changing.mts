/** A trigger whose settings a person changes between polls: what changes, when, and what is in force at each poll. */
import fc from 'fast-check';

/** What a person sets that decides which checks are delivered. */
export interface Watch {
	triggerOn: 'checkCompleted' | 'checkCreated';
	/** The service filters by these two. */
	currency: 'BTC' | 'ETH' | null;
	type: 'address' | 'tx' | null;
	/** Only checks with a score from this on are wanted; it makes no other history, and reports neither. */
	riskScoreFrom: number;
	includeReport: boolean;
}

/** How settings change. */
export interface Changing {
	/** What is set from activation on, beside what the history says. */
	first: Pick<Watch, 'currency' | 'type'>;
	/** The service takes no notice of the two. */
	isFilterIgnored: boolean;
	/** Before which step, and what: some settings, or all of the first ones again. */
	changes: Array<{ at: number; to: Partial<Watch> | 'first' }>;
}

/** What of a history says how it is set. */
interface Given extends Pick<Watch, 'triggerOn' | 'riskScoreFrom' | 'includeReport'> {
	changing: Changing | null;
	steps: readonly unknown[];
}

const filter = {
	currency: fc.constantFrom('BTC' as const, 'ETH' as const, null),
	type: fc.constantFrom(null, null, 'address' as const, 'tx' as const),
};

const others: fc.Arbitrary<Partial<Watch>> = fc.record(
	{
		triggerOn: fc.constantFrom('checkCompleted' as const, 'checkCreated' as const),
		...filter,
		riskScoreFrom: fc.constantFrom(0, 0, 50),
		includeReport: fc.boolean(),
	},
	{ requiredKeys: [] },
);

/** Settings that change once, or to and fro. */
export const changing: fc.Arbitrary<Changing> = fc.record({
	first: fc.record(filter),
	isFilterIgnored: fc.constantFrom(false, false, false, true),
	changes: fc.array(
		fc.record({
			at: fc.nat({ max: 39 }),
			to: fc.oneof(
				{ weight: 2, arbitrary: others },
				{ weight: 1, arbitrary: fc.constant('first' as const) },
			),
		}),
		{ minLength: 1, maxLength: 4 },
	),
});

/**
 * The settings at activation.
 * @param history says what is set.
 */
export function firstWatch({
	triggerOn,
	riskScoreFrom,
	includeReport,
	changing: how,
}: Given): Watch {
	const { currency, type } = how?.first ?? { currency: null, type: null };
	return { triggerOn, currency, type, riskScoreFrom, includeReport };
}

/**
 * The settings that a person changes to before a step.
 * @param history says what changes.
 * @param watch the settings until then.
 * @param step number of the step.
 */
export function watchAt(history: Given, watch: Watch, step: number): Watch {
	const changes = history.changing?.changes ?? [];
	return changes
		.filter(({ at }) => at % history.steps.length === step)
		.reduce((now, { to }) => (to === 'first' ? firstWatch(history) : { ...now, ...to }), watch);
}
