/** Finding a lost submission in the history: the right one, and never one that can't be it. */
import fc from 'fast-check';
import { findLost, reachesBefore } from '../../../nodes/AmlCheck/screening/matching.ts';
import type { CheckIdentity } from '../../../nodes/shared/reports/subject.ts';
import { readTarget, type Target } from '../../../nodes/AmlCheck/screening/target.ts';
import { makeAddress, makeTransaction } from '../../../sandbox/addresses.mts';
import { cases } from '../../cases.mts';

const RUNS = { seed: 43, numRuns: cases(1_000) };
const SENT_AT = Date.parse('2026-05-01T12:00:00Z');
const date = (offsetMs: number) =>
	`${new Date(SENT_AT + offsetMs).toISOString().slice(0, 19)}+00:00`;

const wallet = (label: number) => makeAddress('ETH', label);
const target = (transaction?: string): Target =>
	readTarget({
		kind: transaction ? 'transaction' : 'address',
		currency: 'ETH',
		address: wallet(1),
		transaction,
		tokenId: '',
		validate: true,
	});
const TRANSACTION = makeTransaction('ETH', 1);

const records = fc.record<CheckIdentity>({
	hash: fc.uuid(),
	currency: fc.constantFrom('eth', 'ETH', 'etc', 'USDTERC20', 'mystery'),
	address: fc.constantFrom(wallet(1), wallet(1).toUpperCase().replace('0X', '0x'), wallet(2), ''),
	transaction: fc.constantFrom('', null, TRANSACTION, makeTransaction('ETH', 2)),
	initDate: fc.oneof(
		fc.integer({ min: -600_000, max: 600_000 }).map(date),
		fc.constantFrom(null, '', 'yesterday'),
	),
});
const histories = fc.uniqueArray(records, { selector: ({ hash }) => hash, maxLength: 25 });
const targets = fc.constantFrom(target(), target(TRANSACTION));

/** A check without a date may be one that has just begun (service 3): the youngest of all. */
const second = ({ initDate }: CheckIdentity): number => {
	const ms = Date.parse(initDate ?? '');
	return Number.isNaN(ms) ? Infinity : Math.floor(ms / 1000);
};

it('finds only what is about the target, young enough and nobody else’s', () => {
	fc.assert(
		fc.property(histories, targets, fc.func(fc.boolean()), (history, wanted, claimed) => {
			const isClaimed = (hash: string) => claimed(hash);
			const found = findLost(history, wanted, SENT_AT, isClaimed);
			if (!found) return;
			expect(found.address?.toLowerCase()).toBe(wallet(1));
			expect(['eth', 'ETH', 'USDTERC20', 'mystery']).toContain(found.currency);
			expect(found.transaction || null).toBe(wanted.transaction);
			expect(second(found)).toBeGreaterThanOrEqual(SENT_AT / 1000 - 120);
			expect(isClaimed(found.hash)).toBe(false);
		}),
		RUNS,
	);
});

it('finds the oldest of several, whatever the order of the history', () => {
	fc.assert(
		fc.property(histories, targets, (history, wanted) => {
			const found = findLost(history, wanted, SENT_AT, () => false);
			const reversed = findLost([...history].reverse(), wanted, SENT_AT, () => false);
			expect(reversed === undefined).toBe(found === undefined);
			if (found && reversed) expect(second(reversed)).toBe(second(found));
			const rest = history.filter((item) => item !== found);
			const next = findLost(rest, wanted, SENT_AT, () => false);
			if (found && next) expect(second(next)).toBeGreaterThanOrEqual(second(found));
		}),
		RUNS,
	);
});

it('always finds the check, where it is there', () => {
	const skews = fc.integer({ min: -118_000, max: 600_000 });
	fc.assert(
		fc.property(histories, skews, fc.boolean(), (others, skewMs, isTransaction) => {
			const wanted = target(isTransaction ? TRANSACTION : undefined);
			const own: CheckIdentity = {
				hash: 'own',
				currency: 'eth',
				address: wallet(1),
				transaction: isTransaction ? TRANSACTION : '',
				initDate: date(skewMs),
			};
			const found = findLost([...others, own], wanted, SENT_AT, (hash) => hash !== 'own');
			expect(found).toBe(own);
		}),
		RUNS,
	);
});

describe('a page of the history', () => {
	it.each<[string, Array<{ initDate?: string | null; resultDate?: string | null }>, boolean]>([
		['without items ends the search', [], true],
		[
			'whose last item is old ends it',
			[{ initDate: date(-200_000), resultDate: date(-190_000) }],
			true,
		],
		['whose last item is just within the clocks does not', [{ initDate: date(-100_000) }], false],
		[
			'whose last item ended late does not',
			[{ initDate: date(-900_000), resultDate: date(0) }],
			false,
		],
		['whose last item has no date does not', [{ initDate: null, resultDate: '' }], false],
	])('%s', (_, page, expected) => {
		expect(reachesBefore(page, SENT_AT)).toBe(expected);
	});
});
