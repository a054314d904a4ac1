/** What a wish under a key does with what another execution of this process knows of the same, and what it fears. */
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import { earlierLost } from '../../../nodes/AmlCheck/screening/failures.ts';
import { forgetRequests } from '../../../nodes/AmlCheck/screening/ids.ts';
import { KeyTurns } from '../../../nodes/AmlCheck/screening/keyTurns.ts';
import { fearAll, suspect, type Asked } from '../../../nodes/AmlCheck/screening/others.ts';
import type { Question, SharedOptions } from '../../../nodes/AmlCheck/screening/wish.ts';
import type { Gate } from '../../../nodes/AmlCheck/screening/gate.ts';
import { planOf, sent, taken, wanted, wishOf } from './wishes.mts';

beforeEach(() => {
	forgetRequests();
	jest.spyOn(Date, 'now').mockReturnValue(9_000);
	jest.spyOn(performance, 'now').mockReturnValue(400);
});
afterEach(() => void jest.restoreAllMocks());

const KEY = { idempotencyKey: 'x' };

/** An execution of the process. */
function execution(serviceKey = 'service') {
	const ends: boolean[] = [];
	const until = async (hasHappened: () => boolean) => {
		ends.push(hasHappened());
		return await Promise.resolve(true);
	};
	const gate = { stopped: 'stopped', reasonToHold: undefined as string | undefined };
	const plan = planOf({ session: { serviceKey, naps: { until } } });
	return { plan, gate, ends, turns: new KeyTurns(plan, gate as unknown as Gate) };
}

/** What the second of two executions does, after what became of the first one's wish. */
async function joinAfter(
	before: Entry,
	own: Entry = wanted,
	options: Partial<SharedOptions> = KEY,
) {
	const [one, two] = [execution(), execution()];
	const first = wishOf(wanted, options);
	await one.turns.join(first);
	first.apply = () => before;
	Object.defineProperty(first, 'entry', { value: before });
	one.turns.end(first);
	const wish = wishOf(own, options);
	const need = await two.turns.join(wish);
	return { need, entry: wish.entry, holders: [...two.plan.holders] };
}

describe('after another execution', () => {
	const { key: target } = wishOf().target;

	it.each<[string, Entry, Entry, boolean]>([
		['its check is taken, and paid for by somebody else', taken('h'), wanted, false],
		['an earlier request of this one may be charged as well', taken('h'), sent(), true],
	])('%s', async (_, before, own, paid) => {
		expect(await joinAfter(before, own)).toEqual({
			need: { kind: 'settled', acquisition: { paidBy: 'somebodyElse' } },
			entry: taken('h', paid),
			holders: [['h', { id: 'id', target }]],
		});
	});

	it('whose request was lost, it is a question of this one', async () => {
		const { need, entry } = await joinAfter(sent({ sentAt: 77, clock: 'service', sends: 2 }));
		expect(need).toMatchObject({ kind: 'prove', paidBy: 'thisTry', endedAt: 400 });
		expect(need).toHaveProperty('failure.message', earlierLost().message);
		expect(entry).toEqual(sent({ sentAt: 77, clock: 'service', endedAt: 9_000 }));
	});

	it.each<[string, Entry, Entry]>([
		['that sent nothing', wanted, wanted],
		['that was refused', sent({ refusal: 'No' }), wanted],
		['whose request was lost, and so was its own', sent(), sent({ sentAt: 60 })],
		['that sent nothing, while its own was lost', wanted, sent()],
	])('%s, it is sent as it is', async (_, before, own) => {
		expect(await joinAfter(before, own)).toEqual({ need: undefined, entry: own, holders: [] });
	});

	it('without a key, nobody knows of the other', async () => {
		const { need, entry } = await joinAfter(taken('h'), wanted, {});
		expect([need, entry]).toEqual([undefined, wanted]);
	});
});

it('it has its turn once, and waits for no other service', async () => {
	const { turns } = execution();
	const wish = wishOf(wanted, KEY);
	expect(await turns.join(wish)).toBeUndefined();
	expect(await turns.join(wish)).toBeUndefined();
	expect(await execution('another').turns.join(wishOf(wanted, KEY))).toBeUndefined();
	expect(await execution().turns.join(wishOf({ ...wanted, id: 'b' }, KEY))).toBeUndefined();
});

it.each([
	['why the run stops', 'over', 'over'],
	['that the run was stopped', undefined, 'stopped'],
])('whoever has no turn in time is held back, and says %s', async (_, reason, failure) => {
	await execution().turns.join(wishOf(wanted, KEY));
	const { turns, gate, ends } = execution();
	gate.reasonToHold = reason;
	const acquisition = { failure, isConsequence: true };
	expect(await turns.join(wishOf(wanted, KEY))).toEqual({ kind: 'settled', acquisition });
	// It waits no longer where there is a reason to hold it back.
	expect(ends).toEqual([reason !== undefined]);
});

describe('another process', () => {
	const nothing = { kind: 'nothing', isAssetUnspecified: false };
	const ask = (isFearless: boolean | undefined, answer: object) =>
		({
			...{ need: { kind: 'prove', endedAt: 1, isFearless } as Question, answer, leftAt: 50_000 },
		}) as Asked;
	const feared = { kind: 'prove', endedAt: 50_000, isFearless: false, patientUntil: 200_000 };
	const calm = (isFearless?: boolean) => ({ kind: 'prove', endedAt: 1, isFearless });

	it.each<[string, Asked[], object[]]>([
		['nothing is found', [ask(true, nothing), ask(true, nothing)], [calm(true), calm(true)]],
		[
			'one is found',
			[
				ask(true, nothing),
				ask(true, { kind: 'take' }),
				ask(false, nothing),
				ask(undefined, nothing),
			],
			[feared, feared, calm(false), calm()],
		],
		['one may be found', [ask(true, { kind: 'candidates' })], [feared]],
		[
			'one is found that was feared before',
			[ask(false, { kind: 'take' }), ask(true, nothing)],
			[calm(false), calm(true)],
		],
	])('where of those that this process has not sent %s', (_, wishes, expected) => {
		fearAll(wishes);
		expect(wishes.map(({ need }) => need)).toEqual(expected);
	});

	it.each<[string, Entry, number | undefined, Partial<SharedOptions>, object | undefined]>([
		['it is searched for since then', sent(), 20, {}, { sentAt: 20, clock: 'unknown' }],
		['or since it was sent', sent(), 60, {}, { sentAt: 50, clock: 'unknown' }],
		['nobody sends them', sent(), undefined, {}, undefined],
		['under a key it is no question', sent(), 20, KEY, undefined],
		['it was not sent', wanted, 20, {}, undefined],
		['it was taken', taken('h'), 20, {}, undefined],
	])('may have sent it: %s', (_, entry, since, options, more) => {
		const wish = wishOf(entry, options);
		suspect(wish, since);
		expect(wish.entry).toEqual({ ...entry, ...more });
	});
});
