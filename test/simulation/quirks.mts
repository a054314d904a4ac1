import fc from 'fast-check';

/** What a service may get wrong about its history. Each is a switch of the world, drawn at random and combined. */
export interface Quirks {
	/** What `meta.total` says. */
	total: 'true' | 'oneTooHigh' | 'tenTimes' | 'text' | 'none' | 'zero';
	/** It gives pages no larger than this share of what is asked for. */
	pageShare: number;
	/** What its filters by date do. */
	filters: 'work' | 'ignoreFrom' | 'ignoreBoth' | 'milliseconds';
	/** How its dates are written: the hours are those of a zone that the text doesn't name. */
	dates: 'offset' | 'aheadOfUtc' | 'behindUtc' | 'dateOnly';
	/** Its clock is ahead for some minutes: from when on, for how long, and by how much; in ms. */
	clock: null | { at: number; for: number; ahead: number };
	/** How many in a hundred records are malformed, and how. */
	poison: number;
	/** How many in a hundred calls of the history come back empty. */
	empties: number;
	/** How many in a hundred calls fail. */
	failures: number;
	/** How its reports are: what is not `good` is so for good, or for the first polls. */
	reports: 'good' | 'mixed';
	/** The most reports it gives within a poll. */
	reportsPerPoll: number;
	/** Whether its answers carry a `Date` header. */
	hasDateHeader: boolean;
}

/** A service that is as documented. */
const PROPER: Quirks = {
	total: 'true',
	pageShare: 1,
	filters: 'work',
	dates: 'offset',
	clock: null,
	poison: 0,
	empties: 0,
	failures: 0,
	reports: 'good',
	reportsPerPoll: Infinity,
	hasDateHeader: true,
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Each switch turned by itself. */
const turned: { [Name in keyof Quirks]: fc.Arbitrary<Quirks[Name]> } = {
	total: fc.constantFrom('oneTooHigh', 'tenTimes', 'text', 'none', 'zero'),
	pageShare: fc.constantFrom(0.1, 0.5, 0.9),
	filters: fc.constantFrom('ignoreFrom', 'ignoreBoth', 'milliseconds'),
	dates: fc.constantFrom('aheadOfUtc', 'behindUtc', 'dateOnly'),
	clock: fc.record({
		at: fc.integer({ min: 0, max: 8 * HOUR }),
		for: fc.integer({ min: MINUTE, max: 20 * MINUTE }),
		ahead: fc.constantFrom(HOUR, 5 * HOUR, 30 * HOUR, 3000 * 24 * HOUR),
	}),
	poison: fc.constantFrom(2, 20, 60),
	empties: fc.constantFrom(3, 20),
	failures: fc.constantFrom(5, 30),
	reports: fc.constant('mixed'),
	reportsPerPoll: fc.integer({ min: 1, max: 30 }),
	hasDateHeader: fc.constant(false),
};

const NAMES = Object.keys(turned) as Array<keyof Quirks>;

const some = (minLength: number, maxLength: number): fc.Arbitrary<Quirks> =>
	fc
		.uniqueArray(fc.constantFrom(...NAMES), { minLength, maxLength })
		.chain((names) =>
			fc
				.record(Object.fromEntries(names.map((name) => [name, turned[name]])))
				.map((quirk) => ({ ...PROPER, ...quirk }) as Quirks),
		);

/** A third of all services are proper, a third have one quirk, a third have several at once. */
export const quirks: fc.Arbitrary<Quirks> = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(PROPER) },
	{ weight: 3, arbitrary: some(1, 1) },
	{ weight: 3, arbitrary: some(2, 4) },
);

/** Whether the service is as documented, whatever its manners are where the document is silent. */
export function isProper(quirk: Quirks): boolean {
	return NAMES.every((name) => name === 'hasDateHeader' || quirk[name] === PROPER[name]);
}

/** The switches that are turned, for a line in a list. */
export function turnedOf(quirk: Quirks): string {
	const names = NAMES.filter((name) => quirk[name] !== PROPER[name]);
	return names.map((name) => `${name}=${JSON.stringify(quirk[name])}`).join(' ');
}
