/** How the ends of a wallet's checks become its one item: the level, the numbers, the words, the hashes, the payment. */
import { combineWallet, type WalletPart } from '../../../nodes/AmlCheck/items/wallet.ts';
import type { ItemOutcome } from '../../../nodes/AmlCheck/items/outcomes.ts';
import type { Reason } from '../../../nodes/shared/failures/facts.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { describeFailure } from '../../../nodes/shared/failures/words.ts';
import { bookAddress } from '../../../sandbox/server.mts';

const TRON = bookAddress('TRX', 'low');
const LEVELS = ['low', 'medium', 'unknown', 'high'];

const TARGETS = {
	TRX: { assetName: 'Tron', shortName: 'TRX', network: 'TRX', address: TRON },
	USDT: { assetName: 'USDT on Tron', shortName: 'USDT', network: 'TRX', address: TRON },
	ETH: { assetName: 'Ethereum', shortName: 'ETH', network: 'ETH', address: TRON },
} as const;

/**
 * One check in words: `TRX low 20`, `TRX costs 1`, `TRX raw`, or the reason of a failure with the hashes that it names:
 * `TRX unavailable`, `TRX unsure a b`, `TRX unavailable paid a`. Behind it may stand `merged` (another item pays),
 * `unpaid`, `open` (nobody knows) and `after` (a consequence).
 */
function partOf(text: string): WalletPart {
	const marks = ['merged', 'unpaid', 'open', 'after', 'paid'];
	const all = text.split(' ');
	const has = (mark: string) => all.includes(mark);
	const [code = '', word = '', ...rest] = all.filter((one) => !marks.includes(one));
	const target = TARGETS[code as keyof typeof TARGETS];
	const known = { target, isPayer: !has('merged') };
	if (word === 'costs')
		return { ...known, ending: { wouldCost: Number(rest[0]) as 0 | 1, why: `${code} why` } };
	if (word === 'raw') return { ...known, ending: { raw: { check: code }, hash: code } };
	if (!LEVELS.includes(word)) {
		const isOpen = word === 'unsure';
		const charged = isOpen ? undefined : has('paid');
		const facts = { happened: `No ${code}`, advice: 'Wait.', requestId: 'r' };
		const failure = makeFailure(word as Reason, { charged, hashes: rest, facts });
		return { ...known, ending: { failure, isConsequence: has('after') } };
	}
	const json = {
		riskLevel: word as 'low',
		summary: `${code} summary`,
		riskScore: rest[0] === undefined ? undefined : Number(rest[0]),
		riskReasons: `${code} reason`,
		asset: target.assetName,
		address: TRON,
		hash: code,
		charged: has('open') ? undefined : !has('unpaid'),
	};
	return { ...known, ending: { json, said: `${code} said`, rank: 0, reused: has('unpaid') } };
}

const wallet = (text: string, isStopped = false, notScreened: string[] = []) =>
	combineWallet(text.split(', ').map(partOf), { notScreened }, isStopped);

function outputOf(outcome: ItemOutcome) {
	if (!('outputs' in outcome)) throw new Error(`It failed: ${outcome.failure.message}`);
	return outcome.outputs[0]!.json;
}

function failureOf(outcome: ItemOutcome) {
	if (!('failure' in outcome)) throw new Error('It has outputs');
	return outcome.failure;
}

const turned = (text: string) => text.split(', ').reverse().join(', ');

describe('a wallet whose checks are there', () => {
	it.each([
		// The head is the worst level; its check has the word and the hash.
		['TRX low 20, USDT medium 5', 'medium 20 USDT'],
		['TRX medium 30, USDT medium 60', 'medium 60 USDT'],
		['TRX medium 30, USDT unknown', 'unknown - USDT'],
		['TRX unknown 60, USDT high', 'high - USDT'],
		// Without a score: first where that makes the level unknown, last where another one made it high.
		['TRX unknown 60, USDT unknown', 'unknown - USDT'],
		['TRX low 24, USDT low', 'low - USDT'],
		['TRX high, USDT high 0', 'high 0 USDT'],
		['TRX high 80, USDT unknown', 'high 80 TRX'],
	])('%s: %s', (text, expected) => {
		for (const one of [text, turned(text)]) {
			const { riskLevel, riskScore, hash } = outputOf(wallet(one));
			expect(`${String(riskLevel)} ${String(riskScore ?? '-')} ${String(hash)}`).toBe(expected);
		}
	});

	it('has one item, each member of it in its place', () => {
		const json = outputOf(
			wallet('ETH medium 30, TRX low 20 unpaid, USDT medium 50', false, ['DAI']),
		);
		expect(Object.keys(json)).toEqual([
			...['riskLevel', 'summary', 'riskScore', 'riskReasons', 'asset', 'address', 'hash'],
			...['charged', 'details'],
		]);
		expect(json).toMatchObject({
			summary: `MEDIUM · 3 assets on 2 networks · ${TRON} · USDT on TRX: USDT said · ETH medium, TRX low`,
			riskReasons: 'USDT on Tron: USDT reason; Ethereum: ETH reason',
			asset: 'Ethereum, Tron, USDT on Tron',
			details: { notScreened: ['DAI'] },
		});
		expect((json.details as { checks: object[] }).checks[1]).toEqual({
			...{ asset: 'Tron', network: 'TRX', riskLevel: 'low', riskScore: 20, hash: 'TRX' },
			...{ summary: 'TRX summary', charged: false, reused: true },
		});
	});

	it('of one asset has the words of its check, and its list', () => {
		const json = outputOf(wallet('TRX low 12'));
		expect(json).toMatchObject({ summary: 'TRX summary', riskReasons: 'TRX reason', hash: 'TRX' });
		expect(json.details).toEqual({ checks: [expect.objectContaining({ asset: 'Tron' })] });
	});

	it.each([
		['TRX low unpaid, ETH low unpaid', false],
		['TRX low, ETH low unpaid', true],
		['TRX low open, ETH low unpaid', undefined],
	])('%s is charged: %s', (text, charged) => {
		for (const one of [text, turned(text)]) expect(outputOf(wallet(one)).charged).toBe(charged);
	});

	it('is at best unknown where an asset has no check', () => {
		const missing = [{ asset: 'USDC on Tron', why: 'no list' }];
		const facts = { notScreened: [], missing };
		for (const [text, level] of [
			['TRX low 3', 'unknown'],
			['TRX high 90', 'high'],
		] as const) {
			const json = outputOf(combineWallet([partOf(text)], facts, false));
			expect(json.riskLevel).toBe(level);
			expect(json.riskReasons).toContain('Not screened: USDC on Tron, no list');
		}
	});

	it('with Simplify off or a Dry Run shows each check', () => {
		expect(outputOf(wallet('TRX raw, ETH raw')).checks).toHaveLength(2);
		expect(outputOf(wallet('TRX costs 1, ETH costs 0'))).toMatchObject({ wouldCost: 1 });
	});
});

describe('a wallet that lacks checks', () => {
	it.each([
		// A high one decides, unless the run stops; the missing ones are named.
		['TRX refused, USDT high 90', false, true],
		['TRX refused, USDT high 90', true, false],
		['TRX refused, USDT medium', false, false],
	])('%s, stopped %s: is an item: %s', (text, isStopped, isItem) =>
		expect('outputs' in wallet(text, isStopped)).toBe(isItem),
	);

	it('names the missing ones after the high one, before the others', () => {
		const json = outputOf(wallet('ETH medium, TRX refused, USDT high 90'));
		expect(json.riskReasons).toBe(
			'USDT on Tron: USDT reason; Not screened: Tron: No TRX; Ethereum: ETH reason',
		);
		expect(json.summary).toMatch(/^HIGH .* TRX not screened, ETH medium$/);
	});

	// The gravest failure has the word: what may be paid for, the setup, the service, the input; a consequence after its own.
	it.each([
		['TRX unsure a', 'ETH badCredential'],
		['TRX badCredential', 'ETH unavailable'],
		['TRX badCredential after', 'ETH unavailable'],
		['TRX unavailable', 'ETH unavailable after'],
		['TRX unavailable after', 'ETH badInput'],
	])('has the words of %s before those of %s', (grave, other) => {
		for (const text of [`${grave}, ${other}`, `${other}, ${grave}`]) {
			const outcome = wallet(text);
			expect(failureOf(outcome)).toMatchObject({
				message: 'Tron: No TRX',
				facts: { address: TRON },
			});
			expect(outcome).toMatchObject({ isConsequence: false });
		}
	});

	it('is a consequence only if all of its failures are', () => {
		expect(wallet('TRX unavailable after, ETH badInput after')).toMatchObject({
			isConsequence: true,
		});
	});

	it.each([
		['TRX unavailable', false],
		['ETH low unpaid, TRX unavailable', false],
		['TRX badCredential, ETH unavailable paid a', true],
		['TRX badCredential, ETH unavailable paid a merged', false],
		['TRX unavailable, ETH unsure a', undefined],
		['TRX badCredential, ETH unsure a merged', false],
	])('%s is charged: %s', (text, charged) => {
		expect(failureOf(wallet(text)).charged).toBe(charged);
	});

	it('keeps each hash, in its list and in its words', () => {
		const failure = failureOf(wallet('TRX unavailable paid t, ETH unsure a b merged, USDT low 3'));
		expect(failure.facts.checks).toMatchObject([
			{ asset: 'Tron', reason: 'unavailable', fault: 'service', hash: 't', charged: true },
			{ asset: 'Ethereum', reason: 'unsure', fault: 'payment', candidates: ['a', 'b'] },
			{ asset: 'USDT on Tron', riskLevel: 'low', hash: 'USDT' },
		]);
		const { description } = describeFailure(failure);
		for (const hash of [' t', ' a ', ' b;', ' USDT.']) expect(description).toContain(hash);
	});
});
