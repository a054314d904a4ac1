/** The line beside the output that says what a run has cost. */
import { paidHints, type WishSummary } from '../../../nodes/AmlCheck/run/hints.ts';

const paid = (left: number | undefined, used: number): WishSummary => ({
	paidBy: 'thisTry',
	usage: left === undefined ? null : { cheks_left: left, cheks_used: used },
	isUnspecified: false,
	others: [],
});

const said = (wishes: WishSummary[]) => paidHints(wishes, 0, true).map(({ message }) => message);

it.each([
	['first', [paid(7, 93), paid(9, 91), paid(8, 92)]],
	['last', [paid(9, 91), paid(8, 92), paid(7, 93)]],
	['beside one that says nothing', [paid(undefined, 0), paid(9, 91), paid(7, 93)]],
])('names what is left after the last payment, whose response came %s', (_, wishes) => {
	expect(said(wishes)).toEqual([
		'3 checks charged, 7 checks left in the package.',
		expect.stringContaining('7 of 100 checks'),
	]);
});

it('says nothing of the package where no response does', () => {
	expect(said([paid(undefined, 0)])).toEqual(['1 check charged.']);
});
