import { planPoll, planTest, readState } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import type {
	PageAnswer,
	PageRequest,
	Paging,
	PollPlan,
	TriggerState,
} from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { checkDates } from '../../../nodes/AmlCheckTrigger/cursor/dates.ts';
import { codeOf, countPacked, pack, unpack } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { emptyState } from '../../../nodes/AmlCheckTrigger/cursor/state.ts';
import { readDateSeconds } from '../../../nodes/shared/dates.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';

const T0 = Date.UTC(2030, 0, 1) / 1000;

const iso = (second: number) => new Date(second * 1000).toISOString().replace('.000Z', '+00:00');

function item(hash: string, init: number, result: number | null = init): HistoryItem {
	return {
		hash,
		currency: 'btc',
		address: 'bc1',
		transaction: '',
		status: result === null ? 'PENDING' : 'SUCCESS',
		initDate: iso(init),
		resultDate: result === null ? null : iso(result),
		riskscore: 5,
	};
}

function plan(more: Partial<PollPlan> = {}): PollPlan {
	return {
		settings: 'a',
		triggerOn: 'checkCompleted',
		pageSize: 1000,
		lookbackSeconds: 3600,
		startFrom: 'now',
		judge: ({ status }) => ({
			open: status === 'PENDING',
			due: status !== 'PENDING',
			wanted: true,
		}),
		...more,
	};
}

/** Answers from a list of items, newest first, by start date with both bounds included. */
function drive<T>(paging: Paging<T>, items: HistoryItem[], timeLeft = true) {
	const requests: PageRequest[] = [];
	let turn = paging.next();
	while (!turn.done) {
		const request = turn.value;
		requests.push(request);
		const { page, pageSize, dateFrom = 0, dateTo = Infinity } = request;
		const matching = items
			.map((entry) => ({ entry, date: readDateSeconds(entry.initDate) ?? 0 }))
			.filter(({ date }) => date >= dateFrom && date <= dateTo)
			.sort((a, b) => b.date - a.date)
			.map(({ entry }) => entry);
		const answer: PageAnswer = {
			items: matching.slice(page * pageSize, (page + 1) * pageSize),
			total: matching.length,
			timeLeft,
		};
		turn = paging.next(answer);
	}
	return { result: turn.value, requests };
}

function poll(state: TriggerState | null, items: HistoryItem[], more: Partial<PollPlan> = {}) {
	const { result, requests } = drive(planPoll(state, plan(more)), items);
	const hashes = result.fresh.map(({ hash }) => hash);
	return { hashes, requests, state: result.settle(hashes.length), settle: result.settle };
}

describe('dates', () => {
	it('of the end are not believed of an unfinished check', () => {
		expect(checkDates({ ...item('a', T0), resultDate: '9999-12-31T00:00:00Z' }, true)).toEqual({
			init: T0,
			result: null,
		});
	});
});

describe('the memory', () => {
	const uuid = '8c2b1f60-1111-4222-a333-944455556666';

	it('tells hashes apart and is the same for any case', () => {
		expect(codeOf(uuid)).toHaveLength(22);
		expect(codeOf(uuid.toUpperCase())).toBe(codeOf(uuid));
		expect(codeOf(`${uuid.slice(0, -1)}7`)).not.toBe(codeOf(uuid));
		expect(codeOf('check-1')).toHaveLength(22);
		expect(codeOf('check-1')).not.toBe(codeOf('check-2'));
	});

	it('survives storing, rounds up and forgets only what is older than asked', () => {
		const memory = new Map([
			[codeOf('a'), T0],
			[codeOf('b'), T0 + 61],
		]);
		const packed = JSON.parse(JSON.stringify(pack(memory, null)));
		expect(countPacked(packed)).toBe(2);
		expect(unpack(packed).get(codeOf('a'))).toBe(T0 + 59);
		expect([...unpack(pack(memory, T0 + 1)).keys()]).toEqual([codeOf('b')]);
	});
});

describe('the state', () => {
	it('is read back as it was', () => {
		const { state } = poll(null, [item('a', T0), item('b', T0 - 60, null)]);
		expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
		expect(readState(undefined)).toBeNull();
	});

	it.each([
		{},
		'x',
		[],
		{ version: 2 },
		{ ...emptyState('a'), seen: { 1: 2 } },
		{ ...emptyState('a'), floor: '1' },
	])('that is none is refused: %j', (value) =>
		expect(() => readState(value)).toThrow("can't be read"),
	);

	it('is the very same after a poll that learned nothing', () => {
		const items = [item('a', T0)];
		const { state } = poll(null, items);
		expect(poll(state, items).state).toBe(state);
	});
});

describe('a poll', () => {
	it('asks for one page with a second to spare, and for nothing else', () => {
		const { state } = poll(null, [item('a', T0)]);
		const { requests } = poll(state, [item('a', T0)]);
		expect(requests).toEqual([{ page: 0, pageSize: 1000, dateFrom: state.floor! - 1 }]);
	});

	it('reads what does not fit one page in slices under an upper date', () => {
		const base = poll(null, [item('base', T0)]).state;
		const items = Array.from({ length: 45 }, (_, index) => item(`c${index}`, T0 + index * 60));
		const { hashes, requests } = poll(base, [item('base', T0), ...items], { pageSize: 10 });
		expect(hashes).toEqual(items.map(({ hash }) => hash));
		const slices = requests.slice(1, -1);
		const uppers = slices.map(({ dateTo }) => dateTo ?? Infinity);
		expect(Math.max(...uppers)).toBe(T0 + 44 * 60 + 1);
		expect(requests.every(({ page }) => page === 0)).toBe(true);
	});

	it('reads a crowded second page by page, the last page first, and never beyond it', () => {
		const base = poll(null, [item('base', T0)]).state;
		const crowd = Array.from({ length: 25 }, (_, index) => item(`c${index}`, T0 + 60));
		const { hashes, requests } = poll(base, crowd, { pageSize: 10 });
		expect(new Set(hashes).size).toBe(25);
		const pages = requests.filter(({ dateTo }) => dateTo === T0 + 61).map(({ page }) => page);
		expect(pages.slice(-3)).toEqual([2, 1, 0]);
		expect(Math.max(...requests.map(({ page }) => page))).toBe(2);
	});

	it('gets further with each try although there is time for one slice only', () => {
		let state = poll(null, [item('base', T0)]).state;
		const items = Array.from({ length: 60 }, (_, index) => item(`c${index}`, T0 + 5 + index * 40));
		const seen: string[] = [];
		for (let polls = 0; polls < 30 && seen.length < 60; polls++) {
			const paging = planPoll(state, plan({ pageSize: 10 }));
			const { result } = drive(paging, [item('base', T0), ...items], false);
			seen.push(...result.fresh.map(({ hash }) => hash));
			state = result.settle(result.fresh.length);
		}
		expect(seen).toEqual(items.map(({ hash }) => hash));
	});

	it('finds again what was not delivered', () => {
		const base = poll(null, [item('base', T0)]).state;
		const items = ['a', 'b', 'c'].map((hash, index) => item(hash, T0 + 10 + index));
		const first = poll(base, items);
		expect(poll(first.settle(1), items).hashes).toEqual(['b', 'c']);
	});

	it('does not let one check that never ends hold the window for good', () => {
		const stuck = item('stuck', T0 + 1, null);
		let { state } = poll(null, [item('base', T0)]);
		const items = [stuck];
		for (let hour = 1; hour < 60; hour++) {
			items.push(item(`h${hour}`, T0 + hour * 3600));
			({ state } = poll(state, items));
		}
		expect(state.floor).toBe(T0 + 58 * 3600);
		expect(countPacked(state.seen)).toBeLessThan(4);
		items[0] = item('stuck', T0 + 1, T0 + 59 * 3600 + 5);
		const last = poll(state, items);
		expect(last.hashes).toEqual(['stuck']);
		expect(last.requests).toHaveLength(2);
		expect(poll(last.state, items).hashes).toEqual([]);
		expect(poll(last.state, items).requests).toHaveLength(1);
	});

	it('says so where items carry no dates and more than a page of them', () => {
		const items = Array.from({ length: 12 }, (_, index) => ({
			...item(`c${index}`, T0),
			initDate: null,
			resultDate: null,
		}));
		const paging = planPoll(null, plan({ pageSize: 10, startFrom: 'beginning' }));
		paging.next();
		expect(() => paging.next({ items: items.slice(0, 10), total: 12, timeLeft: true })).toThrow(
			'no dates',
		);
	});
});

describe('a manual test', () => {
	it('gives the newest check that matches', () => {
		const items = [item('new', T0 + 9, null), item('match', T0 + 8), item('old', T0)];
		expect(drive(planTest(plan()), items).result?.hash).toBe('match');
		expect(drive(planTest(plan()), [items[0]]).result).toBeNull();
	});
});
