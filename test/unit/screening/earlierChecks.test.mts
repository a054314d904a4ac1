/** What an earlier try has sent for an item: every fact of the failure, for each mixture of entries. */
import { withEntries, type NamedEntry } from '../../../nodes/AmlCheck/screening/earlier.ts';
import { withEntry } from '../../../nodes/AmlCheck/screening/failures.ts';
import { AmlCheckError } from '../../../nodes/shared/failures/failure.ts';
import { factsOf, makeSent, makeTaken } from './entries.mts';

const failure = new AmlCheckError({ kind: 'timeout', message: 'No answer', advice: 'Wait.' });

const taken = (asset: string, hash: string, paid = true): NamedEntry => ({
	asset,
	entry: makeTaken({ id: `id of ${asset}`, hash, paid }),
});

const sent = (asset: string, ...candidates: string[]): NamedEntry => ({
	asset,
	entry: makeSent({ id: `id of ${asset}`, candidates }),
});

/** The same failure about one entry alone, with more facts. */
const about = ({ entry }: NamedEntry, more: object) => ({
	...factsOf(withEntry(failure, entry)),
	...more,
});

const listTaken = (asset: string, hash: string, charged = true) => ({
	...{ asset, riskLevel: 'unknown', requestId: `id of ${asset}` },
	...{ summary: 'Taken in an earlier try', hash, charged },
});

const listSent = (asset: string, ...candidates: string[]) => ({
	...{ asset, riskLevel: 'unknown', requestId: `id of ${asset}` },
	...{ summary: 'Sent in an earlier try', candidates, charged: true },
});

const withOthers = (one: NamedEntry, ...names: string[]) => [
	...factsOf(withEntry(failure, one.entry)).notes!,
	{ about: 'otherChecks', text: `Its other checks are: ${names.join(', ')}.`, names },
];

it.each<[string, NamedEntry, string[]]>([
	['taken', taken('TRX', 'a', false), ['a']],
	['sent', sent('TRX'), []],
	['sent, with candidates', sent('TRX', 'a', 'b'), ['a', 'b']],
])('one check is not listed: %s', (_, one, paid) => {
	expect(factsOf(withEntries(failure, [one]))).toEqual(about(one, { paid }));
});

it('of two that were taken the first one has the word', () => {
	const [one, other] = [taken('TRX', 'a'), taken('USDT', 'b', false)];
	expect(factsOf(withEntries(failure, [one, other]))).toEqual(
		about(one, {
			...{ paid: ['a', 'b'], charged: true, notes: withOthers(one, 'b') },
			checks: [listTaken('TRX', 'a'), listTaken('USDT', 'b', false)],
		}),
	);
});

it.each<[boolean, boolean]>([
	[false, true],
	[true, false],
	[false, false],
	[true, true],
])('an item is charged where one of its checks is: %s, %s', (first, second) => {
	const entries = [taken('TRX', 'a', first), taken('USDT', 'b', second)];
	expect(withEntries(failure, entries).charged).toBe(first || second);
});

it('one that was sent has the word, the first of several, and all are listed in their order', () => {
	const one = sent('USDT', 'b');
	const entries = [taken('TRX', 'a', false), one, sent('USDC', 'c', 'd')];
	expect(factsOf(withEntries(failure, entries))).toEqual(
		about(one, {
			...{ paid: ['a', 'b', 'c', 'd'], charged: true, notes: withOthers(one, 'a', 'c', 'd') },
			checks: [listTaken('TRX', 'a', false), listSent('USDT', 'b'), listSent('USDC', 'c', 'd')],
		}),
	);
});

it('where no other hash is known all are listed, and nothing is said of hashes', () => {
	const one = sent('TRX', 'a');
	expect(factsOf(withEntries(failure, [one, sent('USDT')]))).toEqual(
		about(one, { paid: ['a'], charged: true, checks: [listSent('TRX', 'a'), listSent('USDT')] }),
	);
});
