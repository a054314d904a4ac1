/** What follows a look at the history: the one step for every combination of what is known of a request. */
import { nextStep, type NextStep, type Sent } from '../../../nodes/AmlCheck/screening/entry.ts';
import { makeSent } from './entries.mts';

const TIMES = [119_999, 120_000, 3_719_999, 3_720_000];

const SHORT: Record<NextStep, string> = {
	...{ look: 'look', sendAgain: 'send', absent: 'absent', payAgain: 'pay', stay: 'stay' },
};

/**
 * The steps just before and after two minutes, and just before and after an hour and two minutes. First where all was
 * read and other candidates can come, then where none can; then the same where not all was read.
 */
function stepsOf(more: Partial<Sent>, submitsAgain: boolean): string {
	const groups = [true, false].flatMap((isWhole) =>
		[false, true].map((hasAll) =>
			TIMES.map((sinceEndMs) => {
				const look = { sinceEndMs, isWhole, hasAll, submitsAgain };
				return SHORT[nextStep(makeSent(more), look)];
			}).join(' '),
		),
	);
	return groups.join(' | ');
}

const LOOK = 'look look look look';
const STAY = 'stay stay stay stay';

/** It is open until a moment, and nothing but that moment matters. */
const open = (times: string) => [times, times, LOOK, LOOK].join(' | ');
const refused = (times: string) => [times, times, STAY, STAY].join(' | ');

const NAMED = ['look stay stay stay', STAY, LOOK, STAY].join(' | ');
const NAMED_TO_PAY = ['look pay pay pay', 'pay pay pay pay', LOOK, 'pay pay pay pay'].join(' | ');

const SOON = open('look send send send');
const LATE = open('look look look send');
const SOON_REFUSED = refused('stay send send send');
const LATE_REFUSED = refused('stay stay stay send');

const refusal = 'No';
const candidates = ['a'];
const showsUnfinished = true;

/** For a request that left never as far as is known, once, twice and thrice. */
const COUNTS = [0, 1, 2, 3];

it.each<[string, Partial<Sent>, string[]]>([
	['nothing is known', {}, [SOON, LATE, LATE, open('look look look absent')]],
	[
		'unfinished checks are shown',
		{ showsUnfinished },
		[SOON, SOON, SOON, open('look absent absent absent')],
	],
	[
		'it was refused',
		{ refusal },
		[SOON_REFUSED, LATE_REFUSED, LATE_REFUSED, refused('stay stay stay absent')],
	],
	[
		'it was refused, and unfinished checks are shown',
		{ refusal, showsUnfinished },
		[SOON_REFUSED, SOON_REFUSED, SOON_REFUSED, refused('stay absent absent absent')],
	],
	['a candidate', { candidates }, COUNTS.map(() => NAMED)],
	[
		'a candidate, and unfinished checks are shown',
		{ candidates, showsUnfinished },
		COUNTS.map(() => NAMED),
	],
	['a candidate, although it was refused', { candidates, refusal }, COUNTS.map(() => NAMED)],
])('%s', (_, more, expected) => {
	expect(COUNTS.map((sends) => stepsOf({ ...more, sends }, false))).toEqual(expected);
	// Who rather pays twice does so for what has left exactly once.
	const others = COUNTS.filter((sends) => sends !== 1);
	expect(others.map((sends) => stepsOf({ ...more, sends }, true))).toEqual(
		others.map((sends) => expected[sends]),
	);
});

it.each<[string, Partial<Sent>, string]>([
	['nothing is known', {}, open('look pay pay send')],
	['unfinished checks are shown', { showsUnfinished }, SOON],
	['it was refused', { refusal }, LATE_REFUSED],
	['a candidate', { candidates }, NAMED_TO_PAY],
	['a candidate, and unfinished checks are shown', { candidates, showsUnfinished }, NAMED_TO_PAY],
	['a candidate, although it was refused', { candidates, refusal }, NAMED_TO_PAY],
])('the user rather pays twice: %s', (_, more, expected) => {
	expect(stepsOf(more, true)).toBe(expected);
});
