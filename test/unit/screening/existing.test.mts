/** What is there already: the records of the history that answer a question, and the ids of requests. */
import { answerFrom, type HistoryQuestion } from '../../../nodes/AmlCheck/screening/existing.ts';
import { type IdentityContext, requestIdMaker } from '../../../nodes/AmlCheck/screening/ids.ts';
import { makeTarget } from '../../../nodes/shared/targets/index.ts';
import { bookAddress } from '../../../sandbox/server.mts';

const NOW = Date.UTC(2026, 5, 1, 12);
const moments = { since: NOW - 3_600_000, now: NOW, doubtMs: 3_000 };

const question = (
	currency: 'BTC' | 'ETH',
	why: HistoryQuestion['why'],
	more: object = {},
): HistoryQuestion => {
	const address = bookAddress(currency, 'low');
	const target = makeTarget({
		kind: 'address',
		currency: { code: currency, network: currency },
		address,
		tokenId: '',
	});
	const options = { reuseUntoldAsset: false };
	return { wish: { target, options } as never, why, since: moments.since, clock: 'own', ...more };
};

const record = (currency: 'BTC' | 'ETH', hash: string, agoMs: number, more: object = {}) => ({
	...{ hash, currency, address: bookAddress(currency, 'low'), transaction: '', status: 'SUCCESS' },
	initDate: new Date(NOW - agoMs).toISOString().replace('.000Z', '+00:00'),
	...more,
});

const MINUTE = 60_000;
const TWO = [record('BTC', 'a', 5 * MINUTE), record('BTC', 'b', 9 * MINUTE)];

describe('a lost request', () => {
	it.each<[string, 'BTC' | 'ETH', object[], object]>([
		['nothing', 'BTC', [], { kind: 'nothing' }],
		['one', 'BTC', TWO.slice(0, 1), { kind: 'take', hash: 'a' }],
		['several', 'BTC', TWO, { kind: 'candidates', hashes: ['a', 'b'] }],
		['an older one', 'BTC', [record('BTC', 'a', 61 * MINUTE)], { kind: 'nothing' }],
		['no date', 'BTC', [record('BTC', 'a', 0, { initDate: null })], { kind: 'candidates' }],
		['the future', 'BTC', [record('BTC', 'a', -9 * MINUTE)], { kind: 'candidates' }],
		[
			'another wallet',
			'BTC',
			[record('BTC', 'a', MINUTE, { address: bookAddress('BTC', 'high') })],
			{ kind: 'nothing' },
		],
		[
			'an unspecified asset',
			'ETH',
			[record('ETH', 'a', MINUTE)],
			{ kind: 'candidates', hashes: ['a'] },
		],
		[
			'its asset',
			'ETH',
			[record('ETH', 'a', MINUTE, { token_id: '0' })],
			{ kind: 'take', hash: 'a' },
		],
		['another asset', 'ETH', [record('ETH', 'a', MINUTE, { token_id: '9' })], { kind: 'nothing' }],
		[
			'a date without a time',
			'BTC',
			[record('BTC', 'a', 0, { initDate: '2026-06-01' })],
			{ kind: 'candidates', hashes: ['a'] },
		],
		['small letters', 'BTC', [record('BTC', 'AB', MINUTE)], { kind: 'take', hash: 'ab' }],
	])('%s', (_, currency, records, expected) => {
		expect(answerFrom(question(currency, 'lost'), records as never, moments)).toMatchObject(
			expected,
		);
	});

	it('knows when no other candidate can come', () => {
		const during = [record('ETH', 'a', 60 * MINUTE - 1_000)];
		const ask = (tookMs?: number) =>
			answerFrom(question('ETH', 'lost', { tookMs }), during as never, moments);
		expect(ask(2_000)).toMatchObject({ hasAll: true });
		expect(ask()).toMatchObject({ hasAll: false });
	});
});

describe('reuse', () => {
	it.each<[string, 'BTC' | 'ETH', object[], object]>([
		['the newest of several', 'BTC', TWO, { kind: 'take', hash: 'a' }],
		[
			'a finished one first',
			'BTC',
			[record('BTC', 'p', MINUTE, { status: 'PENDING' }), ...TWO],
			{ hash: 'a' },
		],
		[
			'an unfinished one',
			'BTC',
			[record('BTC', 'p', MINUTE, { status: 'PENDING' })],
			{ hash: 'p' },
		],
		[
			'no failed one',
			'BTC',
			[record('BTC', 'f', MINUTE, { status: 'FAILED' })],
			{ kind: 'nothing' },
		],
		['none without a date', 'BTC', [record('BTC', 'a', 0, { initDate: '' })], { kind: 'nothing' }],
		[
			'none of a day whose time is not known',
			'BTC',
			[record('BTC', 'a', 0, { initDate: '2026-06-01' })],
			{ kind: 'nothing' },
		],
		[
			'none without its asset',
			'ETH',
			[record('ETH', 'a', MINUTE)],
			{ kind: 'nothing', isAssetUnspecified: true },
		],
	])('%s', (_, currency, records, expected) => {
		expect(answerFrom(question(currency, 'reuse'), records as never, moments)).toMatchObject(
			expected,
		);
	});
});

it('an unfinished check is reused within its first hour only: an older one may hang', () => {
	const since = NOW - 180 * MINUTE;
	const ask = (agoMs: number, status: string) =>
		answerFrom(
			question('BTC', 'reuse', { since }),
			[record('BTC', 'a', agoMs, { status })] as never,
			{ ...moments, since },
		).kind;
	expect(ask(59 * MINUTE, 'PENDING')).toBe('take');
	expect(ask(61 * MINUTE, 'PENDING')).toBe('nothing');
	expect(ask(61 * MINUTE, 'SUCCESS')).toBe('take');
});

describe('request ids', () => {
	const context = (node = 'n', start: number | undefined = 5): IdentityContext => ({
		getInstanceId: () => 'i',
		getWorkflow: () => ({ id: 'w', active: false }),
		getNode: () => ({ id: node }) as never,
		getExecutionContext: () =>
			(start === undefined ? undefined : { establishedAt: start }) as never,
	});
	const wish = { key: 'k', idempotencyKey: '', hour: 0 };
	const idOf = (more: object = {}, of = context()) => requestIdMaker(of)({ ...wish, ...more });

	it('are the same for the same wish, and 32 hexadecimal digits', () => {
		expect(idOf()).toBe(idOf());
		expect(idOf()).toMatch(/^[0-9a-f]{32}$/);
	});

	it('differ by wish, hour, node, execution and key', () => {
		const ids = [idOf(), idOf({ key: 'l' }), idOf({ hour: 1 }), idOf({ idempotencyKey: 'x' })];
		ids.push(idOf({}, context('m')), idOf({}, context('n', 6)));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('are the same in every execution under a key, and random without a beginning', () => {
		const keyed = { idempotencyKey: 'x' };
		expect(idOf(keyed)).toBe(idOf(keyed, context('n', 99)));
		const unknown = { ...context(), getExecutionContext: undefined };
		expect(idOf({}, unknown)).not.toBe(idOf({}, unknown));
	});
});
