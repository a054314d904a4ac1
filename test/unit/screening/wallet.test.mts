/** How the endings of an item's checks become its one outcome: the level, the numbers, the words, the hashes, the payment. */
import { combineParts, withPaid, type Part } from '../../../nodes/AmlCheck/screening/collect.ts';
import type { ItemOutcome } from '../../../nodes/AmlCheck/run/outcomes.ts';
import { parseCurrency } from '../../../nodes/shared/wallet/names.ts';
import {
	AmlCheckError,
	describeFailure,
	makeFailure,
} from '../../../nodes/shared/failures/failure.ts';
import type { FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import type { SimplifiedCheck } from '../../../nodes/shared/outputs/check.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { makeSent, makeTaken, wanted } from './entries.mts';

const TRON = bookAddress('TRX', 'low');
const ETHER = bookAddress('ETH', 'low');
const LEVELS = ['low', 'medium', 'unknown', 'high'];

const targetOf = (code: string) =>
	makeTarget({
		kind: 'address',
		asset: parseCurrency(code)!,
		address: /TRX|TRC20/.test(code) ? TRON : ETHER,
	});

/** A check that is there, with its score and danger share, if it has them. */
function shown(code: string, riskLevel: string, number?: string, charged?: boolean): Part {
	const value = number === undefined ? undefined : Number(number);
	const target = targetOf(code);
	const json = {
		...{ riskLevel, summary: `${code} summary`, riskScore: value, charged },
		...{ riskReasons: `${code} reason`, address: target.address, hash: code },
	} as SimplifiedCheck;
	const entry = makeTaken({ hash: code });
	const ending = { json, said: `${code} said`, rank: 0, reused: false };
	return { target, entry, isPayer: true, ending };
}

/**
 * One check in words: its code and how it ended. `TRX low 20`, `TRX costs 1`, `TRX raw`, or the kind of a failure
 * with the state of its entry: `TRX timeout`, `TRX timeout sent a b`, `TRX timeout taken a`. Behind it may stand
 * `merged` (another item pays), `unpaid` (somebody else paid), `unsure` (nobody knows) and `after` (a consequence).
 */
function partOf(text: string): Part {
	const marks = ['merged', 'unpaid', 'unsure', 'after'];
	const words = text.split(' ');
	const [code, word, state, ...hashes] = words.filter((one) => !marks.includes(one));
	const has = (mark: string) => words.includes(mark);
	const known = { target: targetOf(code!), isPayer: !has('merged') };
	if (LEVELS.includes(word!))
		return shown(code!, word!, state, has('unsure') ? undefined : !has('unpaid'));
	if (word === 'costs')
		return {
			...known,
			entry: wanted,
			ending: { wouldCost: Number(state) as 0 | 1, why: `${code} why` },
		};
	if (word === 'raw')
		return { ...known, entry: makeTaken(), ending: { raw: { check: { of: code }, meta: null } } };
	const failure = new AmlCheckError({
		kind: word as FailureKind,
		message: `No ${code}.`,
		advice: `Wait for ${code}.`,
	});
	const entries = {
		sent: makeSent({ candidates: hashes }),
		taken: makeTaken({ hash: hashes[0], paid: !has('unpaid') }),
	};
	const entry = entries[state as 'sent'] ?? wanted;
	return { ...known, entry, ending: { failure, isConsequence: has('after') } };
}

const partsOf = (text: string) => text.split(', ').map(partOf) as [Part, ...Part[]];

const wallet = (text: string | Part[], isStopped = false, notScreened: string[] = []) => {
	const parts = typeof text === 'string' ? partsOf(text) : (text as [Part]);
	return combineParts(parts, { notScreened }, isStopped);
};

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
		['TRX low 20, USDTTRC20 medium 5', 'medium 20 USDTTRC20'],
		['TRX medium 30, USDTTRC20 medium 60', 'medium 60 USDTTRC20'],
		['TRX low 5, USDTTRC20 low 6', 'low 6 USDTTRC20'],
		['TRX medium 30, USDTTRC20 low 60', 'medium 60 TRX'],
		['TRX medium 30, USDTTRC20 unknown', 'unknown - USDTTRC20'],
		['TRX unknown 60, USDTTRC20 high', 'high - USDTTRC20'],
		// Without a score: first where that makes the level unknown, last where another one made it high.
		['TRX unknown 60, USDTTRC20 unknown', 'unknown - USDTTRC20'],
		['TRX low 24, USDTTRC20 low', 'low - USDTTRC20'],
		['TRX high, USDTTRC20 high 0', 'high 0 USDTTRC20'],
		['TRX high 80, USDTTRC20 unknown', 'high 80 TRX'],
		['TRX high, USDTTRC20 low 20', 'high - TRX'],
	])('%s: %s', (text, expected) => {
		for (const one of [text, turned(text)]) {
			const { riskLevel, riskScore, hash } = outputOf(wallet(one));
			expect(`${String(riskLevel)} ${String(riskScore ?? '-')} ${String(hash)}`).toBe(expected);
		}
	});

	it('of equal ones has the word of the first', () => {
		for (const score of ['', ' 5']) {
			const text = `TRX low${score}, USDTTRC20 low${score}`;
			expect([text, turned(text)].map((one) => outputOf(wallet(one)).hash)).toEqual([
				'TRX',
				'USDTTRC20',
			]);
		}
	});

	it('has one item, each member of it in its place', () => {
		const json = outputOf(
			wallet('ETH unknown, TRX low 20 unpaid, USDTTRC20 medium 50', false, ['DAI']),
		);
		const listed = (asset: string, code: string, network: string, more: object) => ({
			...{ asset, network, summary: `${code} summary`, hash: code, reused: false },
			...{ charged: true, ...more },
		});
		expect(Object.entries(json)).toEqual([
			['riskLevel', 'unknown'],
			[
				'summary',
				`UNKNOWN · 3 assets on 2 networks · ${ETHER} · ETH: ETH said · USDT on TRX medium, TRX low`,
			],
			['charged', true],
			['riskReasons', 'Ethereum: ETH reason; USDT on Tron: USDTTRC20 reason'],
			['address', ETHER],
			['hash', 'ETH'],
			['asset', 'Ethereum, Tron, USDT on Tron'],
			[
				'details',
				{
					checks: [
						listed('Ethereum', 'ETH', 'ETH', { riskLevel: 'unknown' }),
						listed('Tron', 'TRX', 'TRX', { riskLevel: 'low', riskScore: 20, charged: false }),
						listed('USDT on Tron', 'USDTTRC20', 'TRX', { riskLevel: 'medium', riskScore: 50 }),
					],
					notScreened: ['DAI'],
				},
			],
		]);
	});

	it('of one asset has the words of its check, and its list', () => {
		const json = outputOf(wallet('TRX low 12'));
		expect(json).toMatchObject({ summary: 'TRX summary', riskReasons: 'TRX reason', hash: 'TRX' });
		expect(json.details).toEqual({ checks: [expect.objectContaining({ asset: 'Tron' })] });
	});

	it.each([
		['TRX low unpaid, ETH low unpaid', false],
		['TRX low, ETH low unpaid', true],
		['TRX low unsure, ETH low unpaid', undefined],
		['TRX low unsure, ETH low', true],
	])('%s is charged: %s', (text, charged) => {
		for (const one of [text, turned(text)]) expect(outputOf(wallet(one)).charged).toBe(charged);
	});
});

describe('a wallet that lacks checks', () => {
	it.each([
		// A high one decides, unless the run stops; the missing ones are named.
		['TRX rejected, USDTTRC20 high 90', false, true],
		['TRX rejected, USDTTRC20 high 90', true, false],
		['TRX rejected, USDTTRC20 medium', false, false],
		['TRX medium, USDTTRC20 high', true, true],
	])('%s, stopped %s: is an item: %s', (text, isStopped, isItem) =>
		expect('outputs' in wallet(text, isStopped)).toBe(isItem),
	);

	it('names the missing ones after the high one, before the others', () => {
		const { summary, riskReasons, details } = outputOf(
			wallet('ETH medium, TRX rejected, BSC timeout, USDTTRC20 high 90'),
		);
		expect(riskReasons).toBe(
			'USDT on Tron: USDTTRC20 reason; Not screened: Tron: No TRX.; Not screened: BNB Smart Chain: No BSC.; Ethereum: ETH reason',
		);
		expect(summary).toMatch(/^HIGH .* TRX not screened, BSC not screened, ETH medium$/);
		expect((details as { checks: object[] }).checks[1]).toEqual({
			...{ asset: 'Tron', network: 'TRX', riskLevel: 'unknown', summary: 'Tron: No TRX.' },
			...{ reason: 'rejected', fault: 'service', charged: false },
		});
	});

	// The gravest failure has the word: what may be paid for, the setup, the service, the input; a consequence after its own.
	it.each([
		['TRX timeout sent a', 'ETH credentials'],
		['TRX timeout sent a after', 'ETH credentials'],
		['TRX credentials', 'ETH timeout'],
		['TRX credentials after', 'ETH timeout'],
		['TRX timeout', 'ETH timeout after'],
		['TRX timeout after', 'ETH invalidInput'],
	])('has the words of %s before those of %s', (grave, other) => {
		for (const text of [`${grave}, ${other}`, `${other}, ${grave}`]) {
			const outcome = wallet(text);
			expect(failureOf(outcome)).toMatchObject({ message: 'Tron: No TRX.', address: TRON });
			expect(outcome).toMatchObject({ isConsequence: false });
		}
	});

	it('has the words of the first of equals, and is a consequence only if all failures are', () => {
		expect(failureOf(wallet('ETH timeout, TRX timeout')).message).toBe('Ethereum: No ETH.');
		expect(wallet('TRX timeout after, ETH invalidInput after, BTC low')).toMatchObject({
			isConsequence: true,
		});
	});

	const OTHERS = 'Of the other checks of this wallet:';
	const LOW = 'Ethereum is low (check ETH)';
	const NO = 'Ethereum: No ETH (check eth-1)';
	const NOT_PAID = 'Nothing was paid for this item.';
	const UNSURE = 'It is not known yet whether the check was paid for.';

	it.each<[string, string, boolean | undefined, string[]?]>([
		['TRX timeout', NOT_PAID, false],
		['ETH low unpaid, TRX timeout', `${OTHERS} ${LOW}. ${NOT_PAID}`, false],
		['TRX credentials, ETH timeout taken eth-1', `${OTHERS} ${NO}.`, true],
		['TRX credentials, ETH timeout taken eth-1 merged', `${OTHERS} ${NO}. ${NOT_PAID}`, false],
		['TRX credentials, ETH timeout taken eth-1 unpaid', `${OTHERS} ${NO}. ${NOT_PAID}`, false],
		[
			'TRX timeout sent a b, USDTTRC20 timeout sent b c, ETH timeout',
			`${UNSURE} It may be one of these checks of the history: a, b. Look at your history at the service, and read your check with Get Result, which is free. If you send this item again, it is paid for again. ${OTHERS} USDT on Tron: No USDTTRC20 (check b or c). Ethereum: No ETH.`,
			undefined,
			['a', 'b', 'c'],
		],
		['TRX credentials, ETH low', `${OTHERS} ${LOW}.`, true],
	])('%s: says %s', (text, words, charged, candidates = []) => {
		const failure = failureOf(wallet(text));
		expect(describeFailure(failure)).toBe(`Wait for TRX. ${words}`);
		expect(failure.charged).toBe(charged);
		expect(failure.candidates ?? []).toEqual(candidates);
		expect(failure.hash).toBeUndefined();
	});

	it('names what a lost check may be that another item pays for, and is not charged for it', () => {
		const failure = failureOf(wallet('TRX credentials, ETH timeout sent a merged'));
		expect(failure).toMatchObject({ charged: false, candidates: ['a'] });
		expect(failure.hash).toBeUndefined();
	});

	it('lists each check with all that is known of it', () => {
		const text =
			'TRX timeout taken trx-1, ETH timeout sent a, BSC costs 1, USDTTRC20 timeout sent merged';
		expect(failureOf(wallet(text)).checks).toEqual([
			{
				...{ asset: 'Tron', network: 'TRX', riskLevel: 'unknown', summary: 'Tron: No TRX.' },
				...{ reason: 'timeout', fault: 'service', hash: 'trx-1', charged: true },
				requestId: 'request-1',
			},
			{
				...{ asset: 'Ethereum', network: 'ETH', riskLevel: 'unknown', requestId: 'request-1' },
				...{ reason: 'paymentUnsure', fault: 'payment', summary: 'Ethereum: No ETH.' },
				candidates: ['a'],
			},
			{
				...{ asset: 'BNB Smart Chain', network: 'BSC', riskLevel: 'unknown', charged: false },
				summary: 'BNB Smart Chain: BSC why',
			},
			expect.objectContaining({ reason: 'paymentUnsure', charged: false }),
		]);
	});
});

describe('an item of one check', () => {
	it.each([
		['TRX timeout', false],
		['TRX timeout taken h', true],
		['TRX timeout taken h merged', false],
		['TRX timeout taken h unpaid', false],
		['TRX timeout sent', undefined],
		['TRX timeout sent merged', false],
	])('%s is charged: %s', (text, charged) => {
		const failure = failureOf(combineParts(partsOf(text)));
		expect(failure).toMatchObject({ message: 'No TRX.', address: TRON });
		expect(failure.charged).toBe(charged);
	});

	it('names the transaction that it is about', () => {
		const target = makeTarget({
			...{ kind: 'transaction', asset: parseCurrency('TRX')!, address: TRON },
			named: { transaction: 'ab'.repeat(32) },
		});
		const failure = failureOf(combineParts([{ ...partOf('TRX timeout'), target }]));
		expect(describeFailure(failure)).toContain(`It is about the transaction ${'ab'.repeat(32)}.`);
	});
});

describe('what a stopped run has paid for', () => {
	const fail = (isConsequence?: boolean): ItemOutcome => ({
		failure: makeFailure('timeout'),
		isConsequence,
	});
	const done: ItemOutcome = { outputs: [] };

	it.each([
		['the first failure that is no consequence', [done, fail(true), fail(false), fail()], 2],
		['the first consequence, where nothing else failed', [done, fail(true), fail(true)], 1],
		['nothing, where nothing failed', [done, done], -1],
	])('is listed by %s', (_, outcomes, at) => {
		const listed = withPaid(outcomes, ['a', 'b']);
		for (const [index, one] of listed.entries())
			if (index !== at) expect(one).toBe(outcomes[index]);
			else expect(failureOf(one).paid).toEqual(['a', 'b']);
	});
});
