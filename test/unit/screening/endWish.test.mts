/** How the pursuit of a check ends: the failure of it, or the check with every fact that is shown of it. */
import {
	endWish,
	priceWish,
	resultOf,
	type Pursued,
} from '../../../nodes/AmlCheck/screening/endings.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import type { Acquisition } from '../../../nodes/AmlCheck/screening/wish.ts';
import type { Outcome } from '../../../nodes/AmlCheck/waiting/unfinished.ts';
import { readCurrency } from '../../../nodes/shared/currencies.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import type { CheckRecord, HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { factsOf, makeSent, makeTaken, wanted } from './entries.mts';

const address = bookAddress('TRX', 'low');
const target = makeTarget({
	...{ kind: 'address', address, tokenId: '', currency: readCurrency('USDTTRC20')! },
});
const failure = makeFailure('timeout');
const usage = { cheks_left: 5, cheks_used: 7 };
const record = { hash: 'hash-1', status: 'SUCCESS', address, currency: 'TRX', report: { a: 1 } };
const check = record as unknown as CheckRecord;
const finished: Outcome = { result: { check, usage, terminal: true } };
const historyItem = { hash: 'hash-1' } as HistoryItem;

const wish = (
	acquisition: Acquisition | undefined,
	entry: Entry = makeTaken(),
	onTimeout: 'error' | 'returnPending' = 'error',
): Pursued => ({ acquisition, entry, target, options: { onTimeout } });

const MINE: Acquisition = { paidBy: 'thisTry' };

describe('a failure', () => {
	it.each([true, undefined])('of the pursuit is the ending: a consequence: %s', (isConsequence) => {
		const ended = { failure, isConsequence };
		expect(endWish(wish(ended), finished)).toBe(ended);
		expect(endWish(wish(ended, wanted))).toBe(ended);
	});

	it.each<[string, Acquisition | undefined, Entry]>([
		['not settled', undefined, makeTaken()],
		['not sent', MINE, wanted],
		['not known to be taken', MINE, makeSent()],
	])('is that the run stopped before: %s', (_, acquisition, entry) => {
		const ending = endWish(wish(acquisition, entry), finished);
		if (!('failure' in ending)) throw new Error('It has a check');
		expect(ending.isConsequence).toBe(true);
		expect(factsOf(ending.failure)).toMatchObject({ kind: 'cancelled', reason: 'notBegun' });
	});

	it.each([
		[true, 'error', true],
		[true, 'returnPending', false],
		[false, 'error', true],
		[false, 'returnPending', true],
	] as const)('of the wait (pending: %s) with %s is shown: %s', (pending, onTimeout, isShown) => {
		const ending = endWish(wish(MINE, makeTaken(), onTimeout), { failure, pending });
		if (isShown) expect(ending).toEqual({ failure });
		else expect(ending).toHaveProperty('check');
	});
});

describe('a check that was waited for', () => {
	it('is the one of its result, with the package of that', () => {
		const acquisition = {
			...MINE,
			usage: { cheks_left: 1 },
			submitted: { hash: 'other' },
		} as never;
		expect(endWish(wish(acquisition), finished, historyItem)).toEqual({
			check: { ...record, transaction: null },
			raw: { check: record, meta: usage },
			facts: {
				...{ asset: 'USDT on Tron', currency: 'USDTTRC20', reused: false, usage },
				...{ requestId: 'request-1', historyItem },
			},
		});
	});

	it('has no package where its result has none', () => {
		const acquisition = { ...MINE, usage };
		const ending = endWish(wish(acquisition), { result: { check, usage: null, terminal: true } });
		expect(ending).toMatchObject({ raw: { meta: null }, facts: { usage: null } });
	});

	it('is completed with its target where the service left that out', () => {
		const bare = { hash: 'hash-1', status: 'SUCCESS', address: '' } as unknown as CheckRecord;
		const ending = endWish(wish(MINE), { result: { check: bare, usage, terminal: true } });
		expect(ending).toMatchObject({
			check: { hash: 'hash-1', status: 'SUCCESS', address, currency: 'USDTTRC20' },
		});
		expect('raw' in ending && ending.raw.check).toBe(bare);
	});

	it('and is only late, is shown as it was seen last', () => {
		const last = { check: { ...check, status: 'QUEUED' }, usage, terminal: false };
		const late: Outcome = { failure, pending: true, status: 'OTHER', last };
		expect(resultOf(late)).toBe(last);
		expect(endWish(wish(MINE, makeTaken(), 'returnPending'), late)).toMatchObject({
			...{ check: { status: 'QUEUED' }, raw: { check: { status: 'QUEUED' }, meta: usage } },
		});
	});

	it.each([
		['RUNNING', 'RUNNING'],
		[undefined, 'PENDING'],
	])('and has no result, has the status that was seen: %s', (status, expected) => {
		const late: Outcome = { failure, pending: true, status };
		expect(resultOf(late)).toBeUndefined();
		const ending = endWish(wish({ ...MINE, usage }, makeTaken(), 'returnPending'), late);
		const known = { hash: 'hash-1', status: expected, address, currency: 'USDTTRC20' };
		expect(ending).toMatchObject({ check: known, raw: { check: known, meta: usage } });
	});
});

describe('a check that nobody waited for', () => {
	it('is what the service said of it, with its hash, as pending', () => {
		const submitted = { hash: ' hash-1', rank: 3, status: 'NEW' } as never;
		expect(endWish(wish({ ...MINE, submitted, usage }))).toEqual({
			check: {
				...{ hash: 'hash-1', rank: 3, status: 'PENDING', address, currency: 'USDTTRC20' },
				transaction: null,
			},
			raw: { check: submitted, meta: usage },
			facts: {
				...{ asset: 'USDT on Tron', currency: 'USDTTRC20', reused: false, usage },
				...{ requestId: 'request-1', historyItem: undefined },
			},
		});
		expect(resultOf(undefined)).toBeUndefined();
	});

	it.each([
		['thisTry', true, false, 'request-1'],
		['thisTry', false, true, 'request-1'],
		['earlierTry', true, false, 'request-1'],
		['earlierTry', false, true, 'request-1'],
		['somebodyElse', false, true, undefined],
		['somebodyElse', true, false, undefined],
	] as const)('of %s (paid: %s) is reused: %s', (paidBy, paid, reused, requestId) => {
		const ending = endWish(wish({ paidBy }, makeTaken({ paid })));
		const known = { hash: 'hash-1', status: 'PENDING', address, currency: 'USDTTRC20' };
		expect(ending).toMatchObject({ check: known, raw: { check: known, meta: null } });
		expect(ending).toMatchObject({ facts: { reused, requestId, usage: null } });
	});
});

describe('the cost of a check', () => {
	const price = (entry: Entry, acquisition?: Acquisition, index = 4, isGuessed?: boolean) =>
		priceWish({ entry, acquisition, items: [4, 6] }, index, isGuessed);

	it.each<[Entry, Acquisition | undefined, object]>([
		[wanted, undefined, { wouldCost: 1, why: 'A new check' }],
		[wanted, { paidBy: 'thisTry' }, { wouldCost: 0, why: 'A new check' }],
		[
			makeTaken(),
			{ paidBy: 'earlierTry' },
			{ wouldCost: 0, why: 'Already paid for in an earlier try' },
		],
		[makeSent(), { paidBy: 'somebodyElse' }, { wouldCost: 0, why: 'A recent check is reused' }],
		[makeTaken(), { paidBy: 'somebodyElse' }, { wouldCost: 0, why: 'A recent check is reused' }],
	])('of an entry %j, settled as %j', (entry, acquisition, expected) => {
		expect(price(entry, acquisition)).toStrictEqual(expected);
		const merged = { wouldCost: 0, why: 'Merged with row 5' };
		expect(price(entry, acquisition, 6)).toStrictEqual(merged);
		expect(price(entry, acquisition, 6, false)).toStrictEqual(merged);
		expect(price(entry, acquisition, 4, true)).toStrictEqual({ ...expected, networkGuessed: true });
		expect(price(entry, acquisition, 6, true)).toStrictEqual({ ...merged, networkGuessed: true });
	});

	it.each([4, 6])('is not known where it may be paid for: row %i', (index) => {
		const priced = price(makeSent(), undefined, index, true);
		if (!('failure' in priced)) throw new Error('It has a price');
		expect(Object.keys(priced)).toEqual(['failure']);
		expect(factsOf(priced.failure)).toEqual({
			...{ kind: 'connectionLost', advice: '' },
			message: 'An earlier request for this check got no usable response',
		});
	});

	it('is the failure of its pursuit, as it is', () => {
		const ended = { failure, isConsequence: true };
		expect(price(makeSent(), ended)).toBe(ended);
		expect(price(wanted, ended, 6)).toBe(ended);
	});
});
