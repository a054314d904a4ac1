/** One reading of the history for all questions: which records each of them sees, and which check each gets. */
import {
	answerFromPages,
	findExisting,
	type HistoryQuestion,
} from '../../../nodes/AmlCheck/screening/existing.ts';
import { Wish, type Plan } from '../../../nodes/AmlCheck/screening/wish.ts';
import type { ClockName } from '../../../nodes/AmlCheck/waiting/history.ts';
import { forgetCurrencies } from '../../../nodes/shared/currencyList.ts';
import { makeFailure } from '../../../nodes/shared/failures/failure.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { makeSent } from './entries.mts';
import { iso } from '../waiting/service.mts';

const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;

beforeEach(() => forgetCurrencies());

type Code = 'BTC' | 'ETH';

/** A finished check of a wallet, of half an hour ago. */
const record = (hash: string, currency: Code, more: object = {}) => ({
	...{ hash, currency, address: bookAddress(currency, 'low'), transaction: '' },
	...{ status: 'SUCCESS', initDate: iso(NOW - HOUR / 2), ...more },
});

const asked = { execution: '7', run: 0, at: NOW, items: [0] };

/** A wish for a wallet that was sent an hour ago. */
function wishFor(id: string, currency: Code, more: object = {}, tokenId = ''): Wish {
	const target = makeTarget({
		...{ kind: 'address', currency: { code: currency, network: currency } },
		...{ address: bookAddress(currency, 'low'), tokenId },
	});
	const entry = makeSent({ id, asked, sentAt: NOW - HOUR, endedAt: NOW, ...more });
	const options = { reuseUntoldAsset: true } as never;
	return new Wish(target, [0], options, true, [entry], undefined);
}

const lost = (wish: Wish, more: object = {}): HistoryQuestion => ({
	...{ wish, why: 'lost', since: NOW - HOUR, clock: 'own', ...more },
});
const reuse = (wish: Wish): HistoryQuestion => lost(wish, { why: 'reuse' });

interface World {
	records?: object[];
	reading?: object;
	/** The checks of other wishes, by the keys of their hashes. */
	holders?: Record<string, { id: string; target: string }>;
	/** How far the service's clock is ahead, in milliseconds. */
	aheadMs?: number;
	/** The tokens of the service's list, or nothing where it can't be had. */
	tokens?: object[];
}

function planOf({ records = [], reading = {}, holders = {}, aheadMs, tokens }: World) {
	const requests: string[] = [];
	const moments: number[] = [];
	const call = async (method: string) => {
		requests.push(method);
		if (!tokens) throw makeFailure('unavailable');
		return await Promise.resolve({ result: tokens });
	};
	const toService = (moment: number) =>
		aheadMs === undefined ? undefined : { from: moment + aheadMs, to: moment + aheadMs + 500 };
	const history = {
		records: new Map(records.map((one, index) => [index, one])),
		readMoments: (since: number, clock: ClockName) => ({
			...{ since, now: NOW, doubtMs: { own: 1_000, service: 2_000, unknown: 4_000 }[clock] },
		}),
		readBackTo: async (since: () => number, mayContinue: () => boolean) => {
			moments.push(since());
			if (!mayContinue()) throw makeFailure('timeout');
			return await Promise.resolve({ records, isComplete: true, ...reading });
		},
	};
	const session = { call, serviceKey: 'findExisting', clock: { toService } };
	const plan = { run: { session }, history, holders: new Map(Object.entries(holders)) };
	return { plan: plan as unknown as Plan, requests, moments };
}

/** The answers to questions, in their order and in a few words. */
async function ask(world: World, ...questions: HistoryQuestion[]) {
	const { plan, requests } = planOf(world);
	const { byWish } = await findExisting(plan, questions, () => true);
	const told = questions.map(({ wish }) => {
		const answer = byWish.get(wish);
		if (answer?.kind === 'take') return `take ${answer.hash}`;
		return answer?.kind === 'candidates' ? `maybe ${answer.hashes.join()}` : answer?.kind;
	});
	return { told, requests };
}

describe('a reading', () => {
	it('goes back to the earliest moment of all questions, as exactly as clocks are', async () => {
		const { plan, moments } = planOf({});
		const questions = [
			lost(wishFor('1', 'BTC'), { since: NOW - 5_000 }),
			lost(wishFor('2', 'BTC'), { since: NOW - 4_500, clock: 'service' }),
			lost(wishFor('3', 'BTC'), { since: NOW - 3_000, clock: 'unknown' }),
		];
		await findExisting(plan, questions, () => true);
		await findExisting(plan, questions.slice(0, 2), () => true);
		await findExisting(plan, [], () => true);
		expect(moments).toEqual([NOW - 7_000, NOW - 6_500, Infinity]);
	});

	it.each([
		[{}, { isWhole: true, failure: undefined }],
		[{ isComplete: false }, { isWhole: false, failure: undefined }],
		[
			{ isComplete: false, failure: makeFailure('unavailable') },
			{ isWhole: false, failure: makeFailure('unavailable') },
		],
	])('says whether it reached that moment: %j', async (reading, expected) => {
		const wish = wishFor('1', 'BTC');
		const { plan } = planOf({ reading });
		expect(await findExisting(plan, [lost(wish)], () => true)).toEqual({
			byWish: new Map([[wish, { kind: 'nothing', isAssetUnspecified: false }]]),
			...expected,
		});
	});

	it('is thrown where no page can be read', async () => {
		const { plan } = planOf({});
		const reading = findExisting(plan, [lost(wishFor('1', 'BTC'))], () => false);
		await expect(reading).rejects.toMatchObject({ kind: 'timeout' });
	});

	it('is not needed for the pages that the run has read, which prove no absence', async () => {
		const wish = wishFor('1', 'BTC');
		const { plan, moments } = planOf({ records: [record('a', 'BTC')], tokens: [] });
		expect(await answerFromPages(plan, [lost(wish)])).toEqual({
			byWish: new Map([[wish, { kind: 'take', hash: 'a' }]]),
			isWhole: false,
		});
		expect(moments).toEqual([]);
	});
});

describe('a question', () => {
	it('is about the records of its wallet, and those that name none', async () => {
		const high = { address: bookAddress('BTC', 'high') };
		const records = [
			...[record('a', 'ETH'), record('', 'BTC', { address: '' }), record('b', 'BTC', high)],
			...[record('c', 'BTC', { address: '' }), record('d', 'BTC', { initDate: null })],
		];
		const { told } = await ask({ records, tokens: [] }, lost(wishFor('1', 'BTC')));
		expect(told).toEqual(['maybe d,c']);
	});

	it('sees a check once, as it was read last', async () => {
		const twice = [record('AB', 'BTC'), record('ab', 'BTC', { initDate: null })];
		expect((await ask({ records: twice, tokens: [] }, lost(wishFor('1', 'BTC')))).told).toEqual([
			'maybe ab',
		]);
		expect(
			(await ask({ records: twice.reverse(), tokens: [] }, lost(wishFor('1', 'BTC')))).told,
		).toEqual(['take ab']);
	});

	it('of a network without known tokens needs the list of the service, if there is a record', async () => {
		const [btc, eth] = [wishFor('1', 'BTC'), wishFor('2', 'ETH')];
		const list = ['checkup.currencylist'];
		expect((await ask({ tokens: [] }, lost(btc))).requests).toEqual([]);
		const records = [record('a', 'BTC'), record('b', 'ETH')];
		expect((await ask({ records, tokens: [] }, lost(eth))).requests).toEqual([]);
		expect(await ask({ records }, lost(btc))).toEqual({ told: ['take a'], requests: list });
		forgetCurrencies();
		const tokens = [{ currency: 'BTC', token_id: 31 }];
		expect(await ask({ records, tokens }, lost(btc))).toEqual({
			told: ['maybe a'],
			requests: list,
		});
	});
});

describe('one check', () => {
	const records = [record('a', 'ETH', { token_id: '0' })];
	const untold = [record('a', 'ETH')];
	const [one, two] = [wishFor('1', 'ETH'), wishFor('2', 'ETH')];
	const token = wishFor('3', 'ETH', {}, '9');

	it.each<[string, object[], HistoryQuestion[], string[]]>([
		['answers one lost request', records, [lost(one), lost(two)], ['take a', 'nothing']],
		['and none where it was reused', records, [reuse(one), lost(two)], ['take a', 'nothing']],
		['replaces all equal ones', records, [reuse(one), reuse(two)], ['take a', 'take a']],
		['also one whose request was lost', records, [lost(one), reuse(two)], ['take a', 'take a']],
		['serves one asset', untold, [reuse(one), reuse(token)], ['take a', 'nothing']],
		['whichever comes first', untold, [reuse(token), reuse(one)], ['take a', 'nothing']],
		[
			'that is only a candidate is one of both',
			untold,
			[lost(one), lost(two)],
			['maybe a', 'maybe a'],
		],
		[
			'of a question that is asked twice stays its own',
			records,
			[lost(one), lost(one)],
			['take a', 'take a'],
		],
	])('%s', async (_, shown, questions, told) => {
		expect((await ask({ records: shown }, ...questions)).told).toEqual(told);
	});

	it.each([
		['itself', '1', one.target.key, 'take a', 'take a'],
		['an equal wish', '2', one.target.key, 'nothing', 'take a'],
		['a wish for another asset', '2', token.target.key, 'nothing', 'nothing'],
		['itself, as of another asset', '1', token.target.key, 'take a', 'nothing'],
	])('that a wish of this execution has: %s', async (_, id, target, asLost, asReuse) => {
		const world = {
			records: [record('A', 'ETH', { token_id: '0' })],
			holders: { a: { id, target } },
		};
		expect((await ask(world, lost(one))).told).toEqual([asLost]);
		expect((await ask(world, reuse(one))).told).toEqual([asReuse]);
	});
});

describe("the moment of sending is written in the service's time", () => {
	it.each<[string, object, number | undefined, object]>([
		['once its clock is known', {}, 60_000, { sentAt: NOW - HOUR + 60_000, clock: 'service' }],
		['not before', {}, undefined, { sentAt: NOW - HOUR, clock: 'own' }],
		['only once', { clock: 'service' }, 60_000, { sentAt: NOW - HOUR, clock: 'service' }],
		[
			'not if nobody compared its clock',
			{ clock: 'unknown' },
			60_000,
			{ sentAt: NOW - HOUR, clock: 'unknown' },
		],
	])('%s', async (_, more, aheadMs, expected) => {
		const wish = wishFor('1', 'BTC', more);
		await ask({ aheadMs }, lost(wish));
		expect(wish.entry).toMatchObject(expected);
	});

	it('of no wish that was not sent', async () => {
		const wish = wishFor('1', 'BTC', { state: 'wanted' });
		await ask({ aheadMs: 60_000 }, reuse(wish));
		expect(wish.entry).toMatchObject({ state: 'wanted', sentAt: NOW - HOUR });
	});
});
