/** How the endings of an item's checks become its one outcome, and what a stopped run says of all that it paid. */
import type { ItemFailure, ItemOutcome } from '../../../nodes/AmlCheck/run/outcomes.ts';
import { combineParts, withPaid } from '../../../nodes/AmlCheck/screening/collect.ts';
import { isFailed, type Part } from '../../../nodes/AmlCheck/screening/endings.ts';
import { readCurrency } from '../../../nodes/shared/currencies.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { factsOf, makeSent, makeTaken, wanted } from './entries.mts';
import { failed, shown, targetOf, TRON } from './walletParts.mts';

const CODE = 'USDTTRC20';

const failureOf = (part: Part, isStopped?: boolean) => {
	const outcome = combineParts([part], undefined, isStopped);
	if (!('failure' in outcome)) throw new Error('It has outputs');
	const { failure, ...more } = outcome;
	return { ...factsOf(failure), ...more };
};

/** The address says it all. */
const NO_SUBJECT = { about: 'subject', text: '' };

describe('a check that failed', () => {
	it.each([true, false, undefined])('has its words and its wallet (%s)', (isConsequence) => {
		expect(failureOf(failed(CODE, { requestId: 'x' }, { isConsequence }))).toEqual({
			...{ kind: 'timeout', message: `No ${CODE}`, advice: `Wait for ${CODE}.`, isConsequence },
			...{ address: TRON, currency: CODE, charged: false, requestId: 'x' },
			notes: [{ about: 'payment', text: 'Nothing was paid for this item.' }, NO_SUBJECT],
		});
	});

	it('names its transaction', () => {
		const target = makeTarget({
			...{ kind: 'transaction', asset: readCurrency('TRX')!, address: TRON },
			named: { transaction: 'ab'.repeat(32) },
		});
		const { notes, address, currency } = failureOf({ ...failed(CODE, {}), target });
		expect({ address, currency }).toEqual({ address: TRON, currency: 'TRX' });
		const text = `It is about the transaction ${'ab'.repeat(32)}.`;
		expect(notes?.at(-1)).toEqual({ about: 'subject', text });
	});

	it.each<[string, Partial<Omit<Part, 'ending'>>, boolean | undefined]>([
		['taken', { entry: makeTaken(), isPayer: true }, true],
		['taken, for another item', { entry: makeTaken(), isPayer: false }, false],
		['taken, and paid for by somebody else', { entry: makeTaken({ paid: false }) }, false],
		['sent', { entry: makeSent(), isPayer: true }, undefined],
		['sent, for another item', { entry: makeSent(), isPayer: false }, false],
		['not sent', { entry: wanted }, false],
	])('is charged to its item: %s', (_, more, charged) => {
		const failure = failureOf(failed(CODE, {}, more));
		expect(failure.charged).toBe(charged);
	});

	it('is the same in a run that stopped', () => {
		expect(failureOf(failed(CODE, {}), true)).toEqual(failureOf(failed(CODE, {})));
	});
});

describe('an item of one check', () => {
	const known = { target: targetOf(CODE), entry: wanted, isPayer: true };

	it('is the check as it is shown', () => {
		const part = shown(CODE, { riskScore: 3 });
		const json = 'json' in part.ending && part.ending.json;
		expect(combineParts([part])).toEqual({ outputs: [{ json }] });
	});

	it('is what the service sent', () => {
		const raw = { check: {}, meta: null };
		expect(combineParts([{ ...known, ending: { raw } }])).toEqual({ outputs: [{ json: raw }] });
	});

	it('is its cost, which is no level', () => {
		const ending = { wouldCost: 1, why: 'A new check' } as const;
		const outcome = combineParts([{ ...known, ending }]);
		const place = { asset: 'USDT on Tron', address: TRON, currency: CODE };
		const json = { riskLevel: 'unknown', ...ending, ...place };
		expect(outcome).toEqual({ outputs: [{ json }] });
		const [output] = 'outputs' in outcome ? outcome.outputs : [];
		expect(Object.keys(output!.json)).toEqual(Object.keys(json));
	});

	it('of a wallet is one of a whole wallet', () => {
		const outcome = combineParts([shown(CODE, {})], { notScreened: [] });
		expect(outcome).toMatchObject({ outputs: [{ json: { details: { checks: [{}] } } }] });
		const stopped = combineParts(
			[shown('TRX', { riskLevel: 'high' }), failed(CODE, {})] as never,
			...[{ notScreened: [] }, true],
		);
		expect(stopped).toHaveProperty('failure');
	});
});

it('a part has failed where it has a failure', () => {
	expect([failed(CODE, {}), shown(CODE, {})].map(isFailed)).toEqual([true, false]);
});

describe('what was paid', () => {
	const fail = (isConsequence?: boolean): ItemFailure => ({
		failure: makeFailure('timeout'),
		...(isConsequence !== undefined && { isConsequence }),
	});
	const done: ItemOutcome = { outputs: [] };
	const paidOf = (...outcomes: ItemOutcome[]) =>
		withPaid(outcomes, ['a', 'b']).map((one) => ('failure' in one ? one.failure.paid : 'outputs'));
	const paid = ['a', 'b'];

	it('is listed by the first failure that is no consequence, and by no other', () => {
		expect(paidOf(done, fail(true), fail(false), fail())).toEqual([
			...['outputs', undefined, paid, undefined],
		]);
		expect(paidOf(fail(), fail())).toEqual([paid, undefined]);
	});

	it('is listed by the first consequence where nothing else failed: what stopped the run was found later', () => {
		expect(paidOf(done, fail(true), fail(true))).toEqual(['outputs', paid, undefined]);
		expect(paidOf(done, done)).toEqual(['outputs', 'outputs']);
	});

	it('changes nothing else of an outcome', () => {
		const known = { ...fail(false), isOfRun: true };
		const [first, second] = withPaid([known, done], paid);
		expect(first).toEqual({ failure: expect.anything(), isConsequence: false, isOfRun: true });
		expect('failure' in first! && factsOf(first.failure)).toEqual({
			...factsOf(known.failure),
			paid,
		});
		expect(second).toBe(done);
	});
});
