/** Holding records of the history against a lost submission: what is proven to be it, and what may be. */
import fc from 'fast-check';
import {
	areDatesOff,
	isFromBefore,
	matchLost,
} from '../../../nodes/AmlCheck/screening/matching.ts';
import { readTarget, type Target } from '../../../nodes/AmlCheck/screening/target.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { makeAddress, makeTransaction } from '../../../sandbox/addresses.mts';
import { cases } from '../../cases.mts';

const RUNS = { seed: 43, numRuns: cases(1_000) };
const SENT_AT = Date.parse('2026-05-01T12:00:00Z');
const SENT = { from: SENT_AT, to: SENT_AT + 1_000 };
const date = (offsetMs: number) =>
	`${new Date(SENT_AT + offsetMs).toISOString().slice(0, 19)}+00:00`;

const BTC = [makeAddress('BTC', 1), makeAddress('BTC', 2)];
const ETH = makeAddress('ETH', 1);
const target = (more: object = {}): Target =>
	readTarget({
		kind: 'address',
		currency: 'BTC',
		address: BTC[0],
		tokenId: '',
		validate: true,
		...more,
	});

const record = (more: object = {}): HistoryItem =>
	({
		hash: 'own',
		currency: 'btc',
		address: BTC[0],
		transaction: '',
		status: 'PENDING',
		initDate: date(0),
		...more,
	}) as HistoryItem;

const others = fc.uniqueArray(
	fc.record({
		hash: fc.uuid(),
		currency: fc.constantFrom('btc', 'BTC', 'ltc', 'mystery', ''),
		address: fc.constantFrom(...BTC, ''),
		transaction: fc.constantFrom('', null, makeTransaction('BTC', 1)),
		status: fc.constantFrom('PENDING', 'SUCCESS', ''),
		initDate: fc.oneof(
			fc.integer({ min: -600_000, max: 600_000 }).map(date),
			fc.constantFrom(null, '', 'yesterday'),
		),
	}),
	{ selector: ({ hash }) => hash, maxLength: 12 },
);
const nobody = () => false;
const NOW = SENT_AT + 3_600_000;
const base = { target: target(), sent: SENT, moments: SENT, now: NOW, isOthers: nobody };

describe('what is proven', () => {
	it('is about the target, of its moments, of its asset, nobody else’s, and alone', () => {
		let proven = 0;
		fc.assert(
			fc.property(others, fc.func(fc.boolean()), fc.boolean(), (history, claimed, withOwn) => {
				const records = (withOwn ? [...history, record()] : history) as HistoryItem[];
				const isOthers = (hash: string) => claimed(hash);
				const match = matchLost(records, { ...base, isOthers });
				if (!match.proven) return;
				proven++;
				const { address, transaction, currency, hash, initDate } = match.proven;
				expect(address).toBe(BTC[0]);
				expect(transaction || null).toBeNull();
				expect(['btc', 'BTC', '']).toContain(currency);
				expect(isOthers(hash)).toBe(false);
				expect(Math.abs(Date.parse(String(initDate)) - SENT_AT)).toBeLessThanOrEqual(4_000);
				expect(match.candidates).toContain(hash);
			}),
			RUNS,
		);
		expect(proven).toBeGreaterThan(0);
	});

	it('is nothing where two records may be it', () => {
		const two = [record(), record({ hash: 'second', initDate: date(1_000) })];
		expect(matchLost(two, base).proven).toBeUndefined();
		expect(matchLost(two, base).candidates).toEqual(['own', 'second']);
		const undated = [record(), record({ hash: 'second', initDate: null })];
		expect(matchLost(undated, base).proven).toBeUndefined();
	});

	it('is a record that is shown twice, in whatever letters: it is one check', () => {
		const match = matchLost([record(), record({ hash: ' OWN' })], base);
		expect(match.proven?.hash).toBe('own');
		expect(match.candidates).toHaveLength(1);
	});

	it.each([{ initDate: null }, { address: '' }, { token_id: undefined }])(
		'is nothing where one check is shown twice, once with less than the proof: %j',
		(less) => {
			const eth = { currency: 'eth', address: ETH, token_id: 0 };
			const wanted = target({ currency: 'ETH', address: ETH });
			const shown = [record(eth), record({ ...eth, ...less })];
			const match = matchLost(shown, { ...base, target: wanted });
			expect(match).toMatchObject({ proven: undefined, candidates: ['own'] });
		},
	);

	it('is nothing where the service’s time is not known', () => {
		const match = matchLost([record()], { ...base, moments: undefined });
		expect(match).toMatchObject({ proven: undefined, candidates: ['own'] });
	});

	it.each([-60_000, -10_000, -5_000, 10_000, 60_000])('is no record of %i ms away', (offset) => {
		expect(matchLost([record({ initDate: date(offset) })], base).proven).toBeUndefined();
	});

	it.each([null, '', 'yesterday'])('is no record whose date is %j, which may be it', (initDate) => {
		const match = matchLost([record({ initDate })], base);
		expect(match).toMatchObject({ proven: undefined, candidates: ['own'] });
	});

	it('is no record without a hash, but nothing is called missing for it', () => {
		const match = matchLost([record({ hash: '' })], base);
		expect(match).toEqual({ proven: undefined, candidates: [], isNameless: true });
	});

	it.each<[string, object, object, boolean]>([
		['a native currency of a network that has tokens', { currency: 'ETH' }, {}, false],
		['a token, by its network alone', { currency: 'USDTERC20' }, {}, false],
		['a token that the record names', { currency: 'USDTERC20' }, { token_id: 94252 }, true],
		['a native currency that the record names', { currency: 'ETH' }, { token_id: 0 }, true],
	])('%s', (_, wanted, told, isProven) => {
		const own = record({ currency: 'eth', address: ETH, ...told });
		const match = matchLost([own], { ...base, target: target({ address: ETH, ...wanted }) });
		expect(match.proven).toBe(isProven ? own : undefined);
		expect(match.candidates).toEqual(['own']);
	});

	it('is never the check of another asset, which is no candidate either', () => {
		const wanted = target({ address: ETH, currency: 'USDTERC20' });
		for (const told of [{ token_id: 0 }, { token_id: '7' }, { currency: 'USDCERC20' }]) {
			const own = record({ currency: 'eth', address: ETH, ...told });
			const match = matchLost([own], { ...base, target: wanted });
			expect(match.proven).toBeUndefined();
			expect(match.candidates).toEqual([]);
		}
	});
});

it('always names the check among the candidates, where it is there', () => {
	fc.assert(
		fc.property(others, fc.integer({ min: -15_000, max: 15_000 }), (history, skewMs) => {
			const own = record({ initDate: date(skewMs) });
			const match = matchLost([...(history as HistoryItem[]), own], base);
			expect(match.candidates).toContain('own');
		}),
		RUNS,
	);
});

describe('at the edges of its moments', () => {
	const proven = (offsetMs: number, moments: { from: number; to: number }) =>
		matchLost([record({ initDate: date(offsetMs) })], { ...base, moments }).proven !== undefined;
	const from = (ms: number) => ({ from: SENT_AT + ms, to: SENT_AT + 1_000 });
	const to = (ms: number) => ({ from: SENT_AT, to: SENT_AT + ms });

	it('a record is proven up to the last millisecond of its second, two seconds early', () => {
		expect([-1, 0].map((ms) => proven(-3_000, from(ms)))).toEqual([true, false]);
	});

	it('and from the first one, two seconds late', () => {
		expect([1_000, 999].map((ms) => proven(3_000, to(ms)))).toEqual([true, false]);
	});

	it('a check is from before them by the same measure', () => {
		const isBefore = (ms: number) => isFromBefore({ initDate: date(-3_000) }, from(ms));
		expect([-1, 0].map(isBefore)).toEqual([false, true]);
	});
});

describe('at the edges of what may be it', () => {
	const candidates = (offsetMs: number, moments: { from: number; to: number }) =>
		matchLost([record({ initDate: date(offsetMs) })], { ...base, moments }).candidates;

	it('a record may be up to the last millisecond of its second, twenty seconds early', () => {
		const from = (ms: number) => ({ from: SENT_AT + ms, to: SENT_AT + 60_000 });
		expect([20_999, 21_000].map((ms) => candidates(0, from(ms)))).toEqual([['own'], []]);
	});

	it('and from the first one, twenty seconds late', () => {
		expect([21_000, 22_000].map((ms) => candidates(ms, SENT))).toEqual([['own'], []]);
	});
});

it('only a record without a hash is nameless, and it is nobody else’s', () => {
	expect(matchLost([record()], base).isNameless).toBe(false);
	expect(matchLost([], base).isNameless).toBe(false);
	const match = matchLost([record({ hash: '' })], { ...base, isOthers: () => true });
	expect(match.isNameless).toBe(true);
});

describe('a record whose date leaves something open', () => {
	const candidates = (initDate: string, more: object = {}) =>
		matchLost([record({ initDate })], { ...base, ...more }).candidates;
	const local = (offsetMs: number) => date(offsetMs).slice(0, 19);

	it.each([-14 * 3_600_000, -5 * 3_600_000, 0, 20_700_000, 14 * 3_600_000])(
		'may be of any zone, where it names none: %i ms',
		(offsetMs) => expect(candidates(local(offsetMs))).toEqual(['own']),
	);

	it.each([15 * 3_600_000, -15 * 3_600_000, 400_000])('of no zone, %i ms', (offsetMs) => {
		expect(candidates(local(offsetMs), { now: SENT_AT + 48 * 3_600_000 })).toEqual([]);
	});

	it('is not still to come, while any zone has it behind it', () => {
		expect(candidates(local(400_000))).toEqual([]);
	});

	it('is not proven by a zone that it does not name', () => {
		const away = record({ initDate: local(3 * 3_600_000) });
		expect(matchLost([away], base).proven).toBeUndefined();
		expect(matchLost([record({ initDate: local(0) })], base).proven?.hash).toBe('own');
	});

	it.each(['2026-05-01T12:00+00:00', '2026-05-01'])('lasts as long as %s does', (initDate) => {
		const late = { from: SENT_AT + 50_000, to: SENT_AT + 51_000 };
		expect(candidates(initDate, { sent: late, moments: late })).toEqual(['own']);
	});

	it('may be of any time, where it is still to come', () => {
		const soon = { now: SENT_AT + 4_000 };
		expect(candidates(date(24_000), soon)).toEqual([]);
		expect(candidates(date(25_000), soon)).toEqual(['own']);
	});

	it('may be of any time, where dates go by no clock that is known', () => {
		expect(candidates(date(-7_200_000))).toEqual([]);
		const off = matchLost([record({ initDate: date(0) })], { ...base, areDatesOff: true });
		expect(off).toMatchObject({ proven: undefined, candidates: ['own'] });
		expect(candidates(date(-7_200_000), { areDatesOff: true })).toEqual(['own']);
	});
});

describe('dates go by another clock', () => {
	const known = (...offsets: number[]) =>
		areDatesOff(
			offsets.map((ms, index) => record({ hash: `known ${index}`, initDate: date(ms) })),
			(hash) => (hash.startsWith('known') ? SENT : undefined),
		);

	it.each<[boolean, number[]]>([
		[false, []],
		[false, [0]],
		[false, [-20_000, 3_600_000]],
		[true, [3_600_000]],
		[true, [-60_000, -61_000]],
	])('%s where checks that are known are off by %j', (expected, offsets) =>
		expect(known(...offsets)).toBe(expected),
	);

	it('says nobody, where no check is known, or its date is none', () => {
		const odd = [record({ initDate: date(-60_000) }), record({ hash: 'known', initDate: null })];
		expect(areDatesOff(odd, (hash) => (hash === 'known' ? SENT : undefined))).toBe(false);
	});

	it('says no check without a hash', () => {
		expect(areDatesOff([record({ hash: '', initDate: date(-60_000) })], () => SENT)).toBe(false);
	});

	it('says one that is off, whatever one without a date may be', () => {
		const off = record({ initDate: date(-60_000) });
		expect(areDatesOff([off, record({ initDate: null })], () => SENT)).toBe(true);
	});
});

describe('a check from before a moment', () => {
	it.each<[string, string | null, boolean]>([
		['an hour', date(-3_600_000), true],
		['six seconds', date(-6_000), true],
		['within the clocks', date(-2_000), false],
		['after it', date(60_000), false],
		['without a date', null, false],
	])('%s', (_, initDate, expected) => {
		expect(isFromBefore({ initDate }, SENT)).toBe(expected);
		expect(isFromBefore({ initDate }, undefined)).toBe(false);
	});
});
