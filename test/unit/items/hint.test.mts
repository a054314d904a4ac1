/** The one hint of an execution: what was charged, merged, reused, and what is left. */
import {
	makeHint,
	sayCharged,
	sayDry,
	type OrderSummary,
} from '../../../nodes/AmlCheck/items/hint.ts';
import { fail } from './support.mts';

const orders = (text: string, ...left: number[]): OrderSummary[] =>
	[...text].map((letter, at) => ({
		paidBy: ({ t: 'thisTry', e: 'earlierTry', s: 'somebodyElse' } as const)[letter as 't'],
		checksLeft: left[at] ?? null,
	}));

it.each<[string, OrderSummary[], number, string]>([
	['one', orders('t', 9), 0, '1 check charged, 9 checks left in the package.'],
	['none', orders('-'), 0, '0 checks charged.'],
	[
		'several',
		orders('ttes'),
		2,
		'2 checks charged, 1 already paid for in an earlier try, 2 items merged, 1 report reused.',
	],
	['late answers', orders('ttt', 3, 1, 2), 0, '3 checks charged, 1 check left in the package.'],
])('%s', (_, all, merged, words) => expect(sayCharged(all, merged)).toBe(words));

it('a Dry Run says what it would cost', () => {
	const cost = (wouldCost: number) => ({ outputs: [{ json: { wouldCost } }] });
	expect(sayDry([cost(1), cost(0), cost(3), fail()], 1)).toBe(
		"4 checks would be paid for, 1 item merged, 1 can't be screened.",
	);
	expect(sayDry([cost(1)], 0)).toBe('1 check would be paid for.');
});

it('is one, or none', () => {
	expect(makeHint([])).toEqual([]);
	expect(makeHint(['One.', 'Two.'])).toEqual([
		{ type: 'info', location: 'outputPane', message: 'One. Two.' },
	]);
});
