/** Who has paid for a check that the service gives out twice. */
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import { take, Wish, type Plan } from '../../../nodes/AmlCheck/screening/wish.ts';

const asked = { execution: '7', run: 0, at: 1_000, items: [0] };

const makeWish = (id: string): Wish => {
	const entry: Entry = {
		...{ state: 'sent', id, asked, sentAt: 5, clock: 'own', sends: 1, endedAt: 9, candidates: [] },
	};
	return new Wish({ key: 'wallet' } as never, [0], {} as never, true, [entry], undefined);
};

it('the first of two equal wishes has paid for the check that both are given', () => {
	const plan = { holders: new Map() } as unknown as Plan;
	const [first, second] = [makeWish('one'), makeWish('two')];
	take(plan, first, 'h', true);
	take(plan, second, 'H', true);
	expect(first.entry).toMatchObject({ state: 'taken', hash: 'h', paid: true });
	expect(second.entry).toMatchObject({ state: 'taken', hash: 'H', paid: false });
	expect(plan.holders.get('h')).toMatchObject({ id: 'one' });
});
