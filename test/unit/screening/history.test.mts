/** Which records of the history answer a question about an order: each limit of time exactly, and each state of a record. */
import { answerFrom } from '../../../nodes/AmlCheck/screening/history.ts';
import { parseHistoryItem } from '../../../nodes/shared/service/pages.ts';
import { makeTarget } from '../../../nodes/shared/check/target.ts';
import { bookAddress } from '../../../sandbox/server.mts';

type Question = Parameters<typeof answerFrom>[0];

const iso = (moment: number) => new Date(moment).toISOString().replace('.000Z', '+00:00');

const SINCE = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
/** How far clocks may be off. */
const MAX_SKEW = 60_000;

const question = (why: Question['why'], more: object = {}): Question => {
	const target = makeTarget({
		asset: { network: 'ETH' },
		address: bookAddress('ETH', 'low'),
	});
	const moments = { since: SINCE, now: SINCE + 2 * HOUR };
	return { target, why, ...moments, acceptsUnspecified: false, ...more };
};

/** A finished check of the wallet's own coin, that began so long after the moment, in milliseconds. */
const record = (hash: string, afterMs: number, more: object = {}) => ({
	...{ hash, currency: 'ETH', address: bookAddress('ETH', 'low'), transaction: '' },
	...{ status: 'SUCCESS', token_id: '0', initDate: iso(SINCE + afterMs), ...more },
});

const readAll = (records: object[]) => records.map((one) => parseHistoryItem(one)!);

const answer = (asked: Question, records: object[], at: object = {}) =>
	answerFrom({ ...asked, ...at }, readAll(records));

const take = (hash: string) => ({ kind: 'take', hash });
const maybe = (...hashes: string[]) => ({ kind: 'candidates', hashes, hasAll: false });
const NOTHING = { kind: 'nothing' };

const UNTOLD = { token_id: undefined };
const OTHER = { token_id: '9' };
/** Nothing says what it is about. */
const UNCLEAR = { address: '', transaction: '' };

describe('a lost request: a check', () => {
	it.each([
		['that began in the same second', 0, 999, take('a')],
		['that began in the second before', 0, 1_000, NOTHING],
		['that begins as far ahead as clocks may be off', 2 * HOUR + MAX_SKEW, 0, take('a')],
	])('%s', (_, afterMs, later, expected) => {
		const since = SINCE + later;
		expect(answer(question('lost'), [record('a', afterMs)], { since })).toEqual(expected);
	});

	it.each<[string, object, object]>([
		['whose date has no time', { initDate: '2026-06-01' }, maybe('a')],
		['without a date', { initDate: null }, maybe('a')],
		['whose date is unreadable', { initDate: 'now' }, maybe('a')],
		['that names no asset', UNTOLD, maybe('a')],
		['that names no wallet', UNCLEAR, maybe('a')],
		['of another asset', OTHER, NOTHING],
		['of another wallet', { address: bookAddress('ETH', 'high') }, NOTHING],
		['that is unfinished', { status: 'PENDING' }, take('a')],
		['that failed', { status: 'FAILED' }, take('a')],
		['whose hash is in capitals', { hash: ' A ' }, take('A')],
		['without a hash', { hash: '' }, maybe()],
	])('%s', (_, more, expected) => {
		expect(answer(question('lost'), [record('a', 60_000, more)])).toEqual(expected);
	});
});

describe('a lost request: of several checks', () => {
	it.each<[string, object[], object]>([
		['none', [], NOTHING],
		['none that may be it', [record('a', 0, OTHER)], NOTHING],
		['the one that is proved', [record('a', 0, UNTOLD), record('b', 0)], take('b')],
		['each that is proved is one too many', [record('a', 0), record('b', 60_000)], maybe('a', 'b')],
		['all candidates', [record('a', 9_000, UNTOLD), record('b', 9_000, UNCLEAR)], maybe('a', 'b')],
		['those that have a hash', [record('', 9_000), record('b', 9_000, UNTOLD)], maybe('b')],
	])('%s', (_, records, expected) => {
		expect(answer(question('lost'), records)).toEqual(expected);
	});

	it.each([
		['when it left', 0, 0, true],
		['when it ended', 3_000, 0, true],
		['a little later', 3_000, -1, false],
	])('one that began %s: there is no other one to come', (_, afterMs, later, hasAll) => {
		const lost = question('lost', { endedAt: SINCE + later + 3_000 });
		const unsure = [record('a', afterMs, UNTOLD), record('b', 60_000, UNTOLD)];
		const found = answer(lost, unsure, { since: SINCE + later });
		expect(found).toEqual({ kind: 'candidates', hashes: ['a', 'b'], hasAll });
	});

	it('where it is not known when it ended, others may come', () => {
		expect(answer(question('lost'), [record('a', 0, UNTOLD)])).toEqual(maybe('a'));
	});
});

describe('reuse: a check', () => {
	const accepts = question('reuse', { acceptsUnspecified: true });

	it.each<[string, object, object, object]>([
		['that is finished', {}, take('a'), take('a')],
		['that failed', { status: 'FAILED' }, NOTHING, NOTHING],
		['that is unfinished', { status: 'PENDING' }, take('a'), take('a')],
		['that names no asset', UNTOLD, NOTHING, take('a')],
		['that names no wallet', UNCLEAR, NOTHING, NOTHING],
		['of another asset', OTHER, NOTHING, NOTHING],
		['without a hash', { hash: '' }, NOTHING, NOTHING],
		['without a date', { initDate: '' }, NOTHING, NOTHING],
		['of a day whose time is not known', { initDate: '2026-06-01' }, NOTHING, NOTHING],
	])('%s', (_, more, expected, accepted) => {
		const records = [record('a', 90 * 60_000, more)];
		expect(answer(question('reuse'), records)).toEqual(expected);
		expect(answer(accepts, records)).toEqual(accepted);
	});

	it.each([
		['since the moment', 0, 999, take('a')],
		['before it', 0, 1_000, NOTHING],
	])('that began %s', (_, afterMs, later, expected) => {
		const since = SINCE + later;
		expect(answer(question('reuse'), [record('a', afterMs)], { since })).toEqual(expected);
	});

	it.each([
		['PENDING', HOUR + 1_000, take('a')],
		['PENDING', HOUR, NOTHING],
		['SUCCESS', HOUR, take('a')],
	])('of status %s that began %i ms into the two hours', (status, afterMs, expected) => {
		expect(answer(question('reuse'), [record('a', afterMs, { status })])).toEqual(expected);
	});

	const pending = (hash: string, afterMs: number) => record(hash, afterMs, { status: 'PENDING' });
	it.each<[string, object[], object]>([
		['the newest', [record('a', 1_000), record('b', 3_000), record('c', 2_000)], take('b')],
		['a finished one though it is older', [pending('a', 5_400_000), record('b', 1_000)], take('b')],
		['the newest unfinished one', [pending('a', 5_400_000), pending('b', 5_500_000)], take('b')],
		['the first of two that began together', [record('a', 1_000), record('b', 1_000)], take('a')],
		['the one that names the asset', [record('a', 5_000, UNTOLD), record('b', 1_000)], take('b')],
	])('of several: %s', (_, records, expected) => {
		expect(answer(question('reuse'), records)).toEqual(expected);
	});

	it('the newest counts, whether it names the asset or not, where that is accepted', () => {
		expect(answer(accepts, [record('a', 5_000, UNTOLD), record('b', 1_000)])).toEqual(take('a'));
	});
});

it('the list of the service says which networks have tokens', () => {
	const target = makeTarget({
		asset: { network: 'BTC' },
		address: bookAddress('BTC', 'low'),
	});
	const lost = { ...question('lost'), target };
	const [address, currency] = [bookAddress('BTC', 'low'), 'BTC'];
	const records = readAll([record('a', 0, { ...UNTOLD, address, currency })]);
	const answerWhere = (hasTokens?: () => boolean) => answerFrom({ ...lost, hasTokens }, records);
	expect(answerWhere()).toEqual(take('a'));
	expect(answerWhere(() => false)).toEqual(take('a'));
	expect(answerWhere(() => true)).toEqual(maybe('a'));
});
