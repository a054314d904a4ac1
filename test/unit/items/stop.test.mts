/** What a run throws that stops over its items: the first one, the numbers of the others, every hash, and what was paid. */
import type { ItemOutcome } from '../../../nodes/AmlCheck/items/outcomes.ts';
import { makeStopFailure } from '../../../nodes/AmlCheck/items/stop.ts';
import { describeFailure } from '../../../nodes/shared/failures/words.ts';
import { done, fail } from './support.mts';

const tell = (outcomes: readonly ItemOutcome[], paid: readonly string[] = []) => {
	const { failure, item } = makeStopFailure(outcomes, () => paid) ?? {};
	return { item, text: failure && describeFailure(failure).description, reason: failure?.reason };
};

const HELD = { isConsequence: true };

it.each<[string, ItemOutcome[], number | undefined, RegExp]>([
	['one', [done, fail()], 1, /To screen the other 1, set On Error to Continue/],
	['several', [fail(), done, fail(), fail()], 0, /Also failed: items 2, 3\. To screen the other 1/],
	['all', [fail(), fail()], 0, /Also failed: item 1\./],
	['many', Array.from({ length: 91 }, () => fail()), 0, / 39, 40 and 50 more\./],
	['one that was held back', [fail({}, HELD), fail({ reason: 'refused' })], 1, /^Nothing/],
	['only such', [fail({}, HELD), fail({}, HELD)], 0, /^Nothing/],
	['a canceled one', [fail(), fail({ reason: 'cancelled' })], 1, /Also failed: item 0\./],
	['the whole run', [fail({}, { isOfRun: true }), fail({}, { isOfRun: true })], undefined, /^Not/],
])('%s: tells of the right item', (_, outcomes, item, words) => {
	expect(tell(outcomes)).toMatchObject({ item, text: expect.stringMatching(words) });
});

it('keeps what a failure says of its item', () => {
	const { text } = tell([fail({ facts: { also: 'The transaction is 0x1.' } }), fail()]);
	expect(text).toMatch(/The transaction is 0x1\. Also failed: item 1\./);
});

it('no hash is lost: those of each item, and all that were paid for', () => {
	const checks = [{ asset: 'Tron', summary: '', hash: 'h-3', candidates: ['h-4'] }];
	const outcomes = [
		fail({ charged: true, hashes: ['h-1'] }),
		fail({ charged: undefined, hashes: ['h-2'] }),
		fail({ facts: { checks } }),
	];
	const { text } = tell(outcomes, ['h-1', 'h-5']);
	for (const hash of ['h-1', 'h-2', 'h-3', 'h-4', 'h-5']) expect(text).toContain(hash);
	expect(tell([done, done], ['h-1'])).toEqual({});
});
