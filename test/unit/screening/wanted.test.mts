/** Which checks a run wants: each item served, equal targets merged, and the same keys in every try. */
import fc from 'fast-check';
import { AmlCheckError } from '../../../nodes/shared/rpc/failure.ts';
import {
	groupByWallet,
	planChecks,
	type ReadItem,
} from '../../../nodes/AmlCheck/screening/wanted.ts';
import { readTarget } from '../../../nodes/AmlCheck/screening/target.ts';
import { makeAddress, makeTransaction } from '../../../sandbox/addresses.mts';
import { cases } from '../../cases.mts';

const RUNS = { seed: 41, numRuns: cases(400) };
const failure = new AmlCheckError({ kind: 'configuration', message: 'Bad', description: '' });

const ADDRESS = makeAddress('ETH', 1);
const wanted = {
	kind: 'address',
	currency: 'ETH',
	address: ADDRESS,
	tokenId: '',
	validate: true,
} as const;
const keyOf = (more: object) => readTarget({ ...wanted, ...more }).key;

const targets = fc
	.record({
		currency: fc.constantFrom('ETH', 'ETC', 'USDTERC20', 'BSC'),
		label: fc.integer({ min: 1, max: 3 }),
		upper: fc.boolean(),
		tokenId: fc.constantFrom('', '0', '94252', '7'),
		isTransaction: fc.boolean(),
	})
	.map(({ currency, label, upper, tokenId, isTransaction }) => {
		const address = makeAddress('ETH', label);
		return readTarget({
			kind: isTransaction ? 'transaction' : 'address',
			currency,
			address: upper ? `0x${address.slice(2).toUpperCase()}` : address,
			transaction: makeTransaction('ETH', label),
			tokenId: currency === 'USDTERC20' ? '' : tokenId,
			validate: true,
		});
	});
const items = fc.array(
	fc.oneof(
		{ weight: 5, arbitrary: targets.map((target): ReadItem => ({ target })) },
		{ weight: 1, arbitrary: fc.constant<ReadItem>({ failure }) },
	),
	{ maxLength: 30 },
);

describe('equal', () => {
	it.each([
		['case on an EVM network', { address: ADDRESS.toUpperCase().replace('0X', '0x') }],
		['spaces', { address: `  ${ADDRESS}\n` }],
		['the token 0', { tokenId: '0' }],
		['the case of the currency', { currency: 'eth' }],
	])('means equal to the network: %s', (_, more) => {
		expect(keyOf(more)).toBe(keyOf({}));
	});

	it.each([
		['another network', { currency: 'ETC' }],
		['another wallet', { address: makeAddress('ETH', 2) }],
		['a token', { tokenId: '94252' }],
		['an alias', { currency: 'USDTERC20' }],
		['a transaction', { kind: 'transaction', transaction: makeTransaction('ETH', 1) }],
	])('does not mean %s', (_, more) => {
		expect(keyOf(more)).not.toBe(keyOf({}));
	});

	it('means the same token however it is named', () => {
		expect(keyOf({ currency: 'USDTERC20' })).toBe(keyOf({ tokenId: '94252' }));
	});
});

describe('the plan', () => {
	it('serves each sound item by exactly one wanted check, of its own target', () => {
		fc.assert(
			fc.property(items, fc.boolean(), (read, merge) => {
				const plan = planChecks(read, merge);
				const served = plan.wanted.flatMap((check) => check.items);
				const sound = read.flatMap((item, index) => ('target' in item ? [index] : []));
				expect([...served].sort((a, b) => a - b)).toEqual(sound);
				for (const check of plan.wanted)
					for (const index of check.items)
						expect((read[index] as { target: unknown }).target).toMatchObject({
							key: check.target.key,
						});
				expect(plan.merged).toBe(sound.length - plan.wanted.length);
			}),
			RUNS,
		);
	});

	it('merges all equal targets, or none', () => {
		fc.assert(
			fc.property(items, (read) => {
				const keys = read.flatMap((item) => ('target' in item ? [item.target.key] : []));
				expect(planChecks(read, true).wanted).toHaveLength(new Set(keys).size);
				expect(planChecks(read, false).wanted).toHaveLength(keys.length);
			}),
			RUNS,
		);
	});

	it('has keys that are unique, and the same when it is made again', () => {
		fc.assert(
			fc.property(items, fc.boolean(), (read, merge) => {
				const keys = planChecks(read, merge).wanted.map(({ key }) => key);
				expect(new Set(keys).size).toBe(keys.length);
				expect(planChecks([...read], merge).wanted.map(({ key }) => key)).toEqual(keys);
			}),
			RUNS,
		);
	});

	it('groups what the history can not tell apart, and nothing else', () => {
		fc.assert(
			fc.property(items, fc.boolean(), (read, merge) => {
				const { wanted: all } = planChecks(read, merge);
				const groups = groupByWallet(all);
				expect(new Set(groups.flat())).toEqual(new Set(all));
				expect(groups.flat()).toHaveLength(all.length);
				const wallets = groups.map((group) => new Set(group.map(({ target }) => target.walletKey)));
				for (const wallet of wallets) expect(wallet.size).toBe(1);
				expect(new Set(wallets.flatMap((wallet) => [...wallet])).size).toBe(groups.length);
			}),
			RUNS,
		);
	});
});

describe('the keys of a batch', () => {
	const target = readTarget(wanted);
	const keysOf = (mergeDuplicates: boolean, ...idempotencyKeys: Array<string | undefined>) =>
		planChecks(
			idempotencyKeys.map((idempotencyKey) => ({ target, idempotencyKey })),
			mergeDuplicates,
		).wanted.map(({ key, idKey, idempotencyKey }) => [
			key.replace(target.key, ''),
			idKey.replace(target.key, ''),
			idempotencyKey,
		]);

	it('count equal wishes where they are not merged, those under each idempotency key by themselves', () => {
		expect(keysOf(false, undefined, '', 'a', 'a', undefined)).toEqual([
			['#0', '#0', ''],
			['#1', '#1', ''],
			['#0@a', '#0', 'a'],
			['#1@a', '#1', 'a'],
			['#2', '#2', ''],
		]);
	});

	it('go with the items that share a check, of which all but the first are merged', () => {
		const items = ['', 'a', '', 'a', ''].map((idempotencyKey) => ({ target, idempotencyKey }));
		const itemsOf = (merge: boolean) => planChecks(items, merge).wanted.map((one) => one.items);
		expect(itemsOf(true)).toEqual([
			[0, 2, 4],
			[1, 3],
		]);
		expect(planChecks(items, true).merged).toBe(3);
		expect(itemsOf(false)).toEqual([[0], [1], [2], [3], [4]]);
		expect(planChecks(items, false).merged).toBe(0);
	});

	it('are one for equal wishes that are merged', () => {
		expect(keysOf(true, undefined, '', 'a', 'a')).toEqual([
			['#0', '#0', ''],
			['#0@a', '#0', 'a'],
		]);
	});
});

describe('the ids of a batch', () => {
	const wishes = fc.record({ target: targets, idempotencyKey: fc.constantFrom('', 'a', 'b') });
	const idsOf = (items: readonly ReadItem[], mergeDuplicates: boolean) =>
		planChecks(items, mergeDuplicates)
			.wanted.map(({ idKey, idempotencyKey }) => `${idKey} ${idempotencyKey}`)
			.sort();

	it('are the same in any order of its items', () => {
		fc.assert(
			fc.property(
				fc.array(wishes, { maxLength: 12 }),
				fc.boolean(),
				fc.func(fc.integer()),
				(items, merge, rank) => {
					const shuffled = items
						.map((item, index) => ({ item, at: rank(index) }))
						.sort((a, b) => a.at - b.at)
						.map(({ item }) => item);
					expect(idsOf(shuffled, merge)).toEqual(idsOf(items, merge));
				},
			),
			RUNS,
		);
	});

	it('are among those of a larger batch, and no two wishes share one', () => {
		fc.assert(
			fc.property(
				fc.array(wishes, { maxLength: 12 }),
				fc.boolean(),
				fc.func(fc.boolean()),
				(items, merge, isKept) => {
					const all = idsOf(items, merge);
					const some = idsOf(
						items.filter((_, index) => isKept(index)),
						merge,
					);
					expect(all).toEqual(expect.arrayContaining(some));
					expect(new Set(all).size).toBe(all.length);
				},
			),
			RUNS,
		);
	});
});
