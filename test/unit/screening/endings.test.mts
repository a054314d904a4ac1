/** What a check would cost an item, with Dry Run, and what is said of one that the run didn't get to. */
import { endWish, priceWish } from '../../../nodes/AmlCheck/screening/endings.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';

const asked = { execution: '7', run: 0, at: 1_000, items: [0, 1] };
const wanted: Entry = { state: 'wanted', id: 'i', asked };
const sent: Entry = {
	...{
		state: 'sent',
		id: 'i',
		asked,
		sentAt: 5,
		clock: 'own',
		sends: 1,
		endedAt: 9,
		candidates: [],
	},
};
const taken: Entry = { state: 'taken', id: 'i', asked, hash: 'h', paid: true };

it.each([
	['a new one', { entry: wanted }, 0, { wouldCost: 1, why: 'A new check' }],
	['the second row', { entry: wanted }, 1, { wouldCost: 0, why: 'Merged with row 1' }],
	[
		'one of an earlier try',
		{ entry: taken, acquisition: { paidBy: 'earlierTry' as const } },
		...[0, { wouldCost: 0, why: 'Already paid for in an earlier try' }],
	],
	[
		'one of an earlier try that may have been paid for',
		{ entry: sent },
		...[0, { failure: { message: expect.stringContaining('got no usable response') } }],
	],
] as Array<[string, Partial<Parameters<typeof priceWish>[0]>, number, object]>)(
	'%s',
	(_, wish, index, expected) => {
		const known = { acquisition: undefined, entry: wanted, items: [0, 1], ...wish };
		expect(priceWish(known, index)).toMatchObject(expected);
	},
);

it('one that the run did not get to is held back because of another item', () => {
	const options = { onTimeout: 'error' } as Parameters<typeof endWish>[0]['options'];
	const pursued = { acquisition: undefined, entry: wanted, options } as Parameters<
		typeof endWish
	>[0];
	expect(endWish(pursued)).toMatchObject({ failure: { reason: 'notBegun' }, isConsequence: true });
});
