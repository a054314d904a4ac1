/** What is remembered of a wish from try to try, who asks, and which check is whose. */
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import {
	isOfOtherTarget,
	isOfOtherWish,
	isSameWish,
	nameWish,
	openNodeEntries,
	openOwnEntries,
	patience,
	readAsker,
	readHolders,
	take,
	Wish,
} from '../../../nodes/AmlCheck/screening/wish.ts';
import { OPTIONS, planOf, sent, taken, targetOf, wanted, wishOf } from './wishes.mts';

const HOUR_MS = 3_600_000;
type Context = Parameters<typeof readAsker>[0];

afterEach(() => void jest.restoreAllMocks());

it('a Retry reads half a minute longer than its proof takes', () => {
	expect(patience(5)).toEqual({ patientUntil: 150_005 });
});

it('its present entry is the last one, and it has a result once it is settled', () => {
	const entries: Entry[] = [taken('old'), wanted];
	const wish = new Wish(targetOf(), [0], OPTIONS, true, entries, undefined);
	expect([wish.entry, wish.acquisition, wish.need]).toEqual([wanted, undefined, { kind: 'send' }]);
	const event = { kind: 'sending', sentAt: 50, clock: 'own', endsBy: 90 } as const;
	expect(wish.apply(event)).toEqual(sent());
	expect(entries).toEqual([taken('old'), sent()]);
	wish.need = { kind: 'settled', acquisition: { paidBy: 'thisTry' } };
	expect(wish.acquisition).toEqual({ paidBy: 'thisTry' });
});

describe('the same wish', () => {
	const ages = [HOUR_MS - 1, HOUR_MS];
	const states: Record<string, Entry> = {
		wanted,
		sent: sent(),
		refused: sent({ refusal: 'No' }),
		taken: taken('h'),
	};
	const asks: Array<[string, string, number]> = [
		['another try', '7', 0],
		['a Retry', '8', 0],
		['another round', '7', 1],
		['another round in a Retry', '8', 1],
	];
	it.each(asks)('%s', (name, execution, run) => {
		const lines = Object.entries(states).map(([state, entry]) => {
			const isSame = ages.flatMap((age) =>
				[true, false].map((merges) =>
					isSameWish(entry, { execution, run, at: 1_000 + age }, merges),
				),
			);
			return `${state}: ${isSame.join(' ')}`;
		});
		// Within an hour with and without merging, and an hour later.
		const always = 'true true true true';
		const isRound = name === 'another round';
		expect(lines).toEqual([
			`wanted: ${isRound ? 'true false false false' : always}`,
			`sent: ${isRound ? 'true false true false' : always}`,
			`refused: ${isRound ? 'true false false false' : always}`,
			`taken: ${isRound ? 'true false false false' : always}`,
		]);
	});
});

describe('the entries of a node', () => {
	const contextOf = (flow: object | undefined, name = 'Node', more: object = {}) =>
		({
			...{ getContext: (kind: string) => (kind === 'flow' ? flow : {}) },
			getNode: () => ({ name }),
			...more,
		}) as unknown as Context;

	it('are in what n8n saves of the execution, each node has its own', () => {
		const flow = { other: 1 };
		openNodeEntries(contextOf(flow)).key = [wanted];
		openNodeEntries(contextOf(flow, 'Other'));
		expect(flow).toEqual({ other: 1, amlCheck: { Node: { key: [wanted] }, Other: {} } });
		expect(openNodeEntries(contextOf(flow))).toEqual({ key: [wanted] });
	});

	it('are of one call alone where the engine has no context', () => {
		const bare = { getNode: () => ({ name: 'Node' }) } as Context;
		openNodeEntries(bare).key = [wanted];
		expect(openNodeEntries(bare)).toEqual({});
		expect(openNodeEntries(contextOf(undefined))).toEqual({});
	});

	it('whose wishes have a check: of all nodes, by the hash as the service knows it', () => {
		const flow = {
			amlCheck: {
				Node: { '["a","",0]': [taken('OLD', true, 'i1'), taken('New', false, 'i2')] },
				Other: {
					'["b","",0]': [sent()],
					'["c","",0]': [wanted],
					'["d"]': [taken('d', true, 'i4')],
				},
			},
		};
		expect([...readHolders(contextOf(flow))]).toEqual([
			['old', { id: 'i1', target: 'a' }],
			['new', { id: 'i2', target: 'a' }],
			['d', { id: 'i4', target: 'd' }],
		]);
	});

	it.each([
		['a round of a loop', { $runIndex: 3 }, '9', { execution: '9', run: 3, at: 77 }],
		['no round', {}, '9', { execution: '9', run: 0, at: 77 }],
		['no execution', {}, undefined, { execution: '', run: 0, at: 77 }],
		['no workflow data', undefined, '9', { execution: '9', run: 0, at: 77 }],
	])('who asks, in %s', (_, data, execution, expected) => {
		jest.spyOn(Date, 'now').mockReturnValue(77);
		const getWorkflowDataProxy = (item: number) => {
			if (!data || item !== 0) throw new Error('There is no data');
			return data;
		};
		const more = { getWorkflowDataProxy, getExecutionId: () => execution };
		expect(readAsker(contextOf({}, 'Node', more))).toEqual(expected);
	});
});

describe('the entry of a wish that was there before', () => {
	const ask = { execution: '7', run: 0, at: 500_000, items: [4] };
	const retry = { ...ask, execution: '8' };
	const open = (own: Entry[] | undefined, asked = ask, isMerging = true) => {
		const entries: Record<string, Entry[]> = own ? { key: own } : {};
		const before = own?.at(-1)?.asked;
		const opened = openOwnEntries(entries, 'key', asked, isMerging, (hour) => `id ${hour}`);
		expect(entries.key).toBe(opened.own);
		if ('before' in opened) expect(opened.before).toBe(before);
		return { own: opened.own, isKnown: opened.before !== undefined };
	};

	it('one that was not there begins, and so does one that is another wish by now', () => {
		const begun = { state: 'wanted', id: 'id 0', asked: ask };
		expect(open(undefined)).toEqual({ own: [begun], isKnown: false });
		const round = { ...ask, run: 1 };
		expect(open([taken('h')], round, false)).toEqual({
			own: [taken('h'), { state: 'wanted', id: 'id 1', asked: round }],
			isKnown: false,
		});
	});

	it.each<[string, Entry, typeof ask, object]>([
		['wanted, in another try', wanted, ask, { asked: ask }],
		['sent, in another try', sent(), ask, { asked: { ...ask, at: 1_000 } }],
		['taken, in another try', taken('h'), ask, { asked: { ...ask, at: 1_000 } }],
		['wanted, in a Retry', wanted, retry, { asked: retry }],
		['taken, in a Retry', taken('h'), retry, { asked: retry }],
		[
			'sent, in a Retry, which may run on another machine',
			sent(),
			retry,
			{ asked: retry, clock: 'unknown', endedAt: 180_090, isOfAnyClock: true },
		],
		[
			'sent on the service clock',
			sent({ clock: 'service' }),
			retry,
			{ asked: retry, clock: 'service', endedAt: 180_090, isOfAnyClock: true },
		],
		[
			'sent a moment ago',
			sent({ endedAt: 320_001 }),
			retry,
			{ asked: retry, clock: 'unknown', endedAt: 500_000, isOfAnyClock: true },
		],
		[
			'sent, in a second Retry',
			sent({ isOfAnyClock: true, clock: 'unknown' }),
			retry,
			{ asked: retry },
		],
	])('%s', (_, entry, asked, more) => {
		expect(open([taken('older'), entry], asked)).toEqual({
			own: [taken('older'), { ...entry, ...more }],
			isKnown: true,
		});
	});
});

it.each([
	['address|BTC|1abc|native', 'Bitcoin'],
	['transaction|ETH|0xa|0xabc|unclear', 'Ethereum (asset not stated)'],
	['address|ETH', 'Ethereum (asset not stated)'],
	[targetOf().key, 'Bitcoin'],
])('%s is %s for people', (key, name) => {
	expect(nameWish(JSON.stringify([key, 'request key', 0]))).toBe(name);
});

describe('whose check it is', () => {
	const own = wishOf({ ...wanted, id: 'own' });
	const { key } = own.target;
	const planFor = (holder?: { id: string; target: string }) =>
		planOf({}, { holders: new Map(holder ? [['h', holder]] : []) });

	it.each<[string, { id: string; target: string } | undefined, boolean, boolean]>([
		['nobody', undefined, false, false],
		['this wish', { id: 'own', target: key }, false, false],
		['an equal wish', { id: 'other', target: key }, true, false],
		['a wish for something else', { id: 'other', target: 'else' }, true, true],
	])('%s has it', (_, holder, isOther, isOtherTarget) => {
		expect(isOfOtherWish(planFor(holder), 'H', own)).toBe(isOther);
		expect(isOfOtherTarget(planFor(holder), 'H', own)).toBe(isOtherTarget);
		expect(isOfOtherWish(planFor(holder), 'g', own)).toBe(false);
		for (const paid of [true, false]) {
			const [plan, wish] = [planFor(holder), wishOf({ ...wanted, id: 'own' })];
			wish.apply({ kind: 'sending', sentAt: 50, clock: 'own', endsBy: 90 });
			take(plan, wish, 'H', paid);
			expect(wish.entry).toEqual(taken('H', paid && !isOther, 'own'));
			expect([...plan.holders]).toEqual([['h', isOther ? holder : { id: 'own', target: key }]]);
		}
	});

	it('the first of two equal wishes has paid for the check that both are given', () => {
		const plan = planFor();
		const [first, second] = ['one', 'two'].map((id) => wishOf(sent({ id })));
		take(plan, first!, 'h', true);
		take(plan, second!, 'H', true);
		expect(first!.entry).toMatchObject({ state: 'taken', hash: 'h', paid: true });
		expect(second!.entry).toMatchObject({ state: 'taken', hash: 'H', paid: false });
		expect(plan.holders.get('h')).toMatchObject({ id: 'one' });
	});
});
