/** What a poll asks for, in which order it delivers, and what it makes of answers that are odd. */
import { countPacked } from '../../../nodes/AmlCheckTrigger/cursor/memory.ts';
import { item, poll, T0 } from './support.mts';

describe('a poll', () => {
	it('asks for one page with a second to spare, and for nothing else', () => {
		const { state } = poll(null, [item('a', T0)]);
		const { requests } = poll(state, [item('a', T0)]);
		expect(requests).toEqual([
			{ kind: 'page', page: 0, pageSize: 1000, dateFrom: state.floor! - 1 },
		]);
	});

	it('reads a few pages one after the other, under an upper date', () => {
		const base = poll(null, [item('base', T0)]).state;
		const items = Array.from({ length: 45 }, (_, index) => item(`c${index}`, T0 + 60 + index * 60));
		const { hashes, requests } = poll(base, [item('base', T0), ...items], { pageSize: 10 });
		expect(hashes).toEqual(items.map(({ hash }) => hash));
		expect(requests.map((request) => request.kind === 'page' && request.page)).toEqual([
			0, 1, 2, 3, 4,
		]);
		expect(requests[4]).toMatchObject({ dateTo: T0 + 45 * 60 + 1 });
	});

	it('reads a backlog in slices, oldest first', () => {
		const base = poll(null, [item('base', T0)]).state;
		const items = Array.from({ length: 75 }, (_, index) => item(`c${index}`, T0 + 60 + index * 60));
		let state = base;
		const seen: string[] = [];
		for (let polls = 0; polls < 5 && seen.length < 75; polls++) {
			const run = poll(state, [item('base', T0), ...items], { pageSize: 10 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toEqual(items.map(({ hash }) => hash));
	});

	it('delivers crowded seconds in their order, though each comes with its neighbours', () => {
		// The window begins with the crowd: no second before it brings its neighbours in order.
		const base = item('base', T0 + 60);
		const brief = { pageSize: 10, lookbackSeconds: 60 };
		let { state } = poll(null, [base], brief);
		const later = Array.from({ length: 45 }, (_, index) => T0 + 600 + index * 40);
		const seconds = [...Array<number>(15).fill(T0), ...Array<number>(15).fill(T0 + 1)];
		const crowd = [...seconds, ...later].map((second, index) =>
			item(`${second}-${index}`, second, second + 5),
		);
		const items = [base, ...crowd];
		const seen: string[] = [];
		const starts = new Map(crowd.map(({ hash, initDate }) => [hash, initDate ?? '']));
		for (let polls = 0; polls < 20; polls++) {
			const run = poll(state, items, brief);
			const order = run.hashes.map((hash) => starts.get(hash) ?? '');
			expect(order).toEqual([...order].sort());
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toHaveLength(crowd.length);
	});

	it('reads a crowded second once, whatever it takes', () => {
		const base = poll(null, [item('base', T0)]).state;
		const crowd = Array.from({ length: 125 }, (_, index) => item(`c${index}`, T0 + 60));
		let state = base;
		const seen: string[] = [];
		for (let polls = 0; polls < 40 && seen.length < 125; polls++) {
			const run = poll(state, crowd, { pageSize: 10 });
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toHaveLength(125);
		expect(new Set(seen).size).toBe(125);
	});

	it.each([1, 2])(
		'gets further with each try although there is time for %d calls only',
		(budget) => {
			let { state } = poll(null, [item('base', T0)]);
			const items = Array.from({ length: 60 }, (_, index) =>
				item(`c${index}`, T0 + 5 + index * 40),
			);
			const seen: string[] = [];
			let polls = 0;
			for (; polls < 90 && seen.length < 60; polls++) {
				const run = poll(state, [item('base', T0), ...items], { pageSize: 10 }, { budget });
				seen.push(...run.hashes);
				({ state } = run);
			}
			expect(seen).toEqual(items.map(({ hash }) => hash));
		},
	);

	it('delivers what it has read although a later page fails', () => {
		let { state } = poll(null, [item('base', T0)]);
		const items = Array.from({ length: 80 }, (_, index) => item(`c${index}`, T0 + 5 + index * 40));
		const seen: string[] = [];
		for (let polls = 0; polls < 60 && seen.length < 80; polls++) {
			const strike = (_: unknown, call: number) => (call === 2 ? ('fail' as const) : undefined);
			const run = poll(state, [item('base', T0), ...items], { pageSize: 10 }, { strike });
			expect(run.failure === undefined || run.gotFurther).toBe(true);
			seen.push(...run.hashes);
			({ state } = run);
		}
		expect(seen).toEqual(items.map(({ hash }) => hash));
	});

	it('that got nowhere says why and changes nothing', () => {
		const { state } = poll(null, [item('base', T0)]);
		const run = poll(state, [], {}, { strike: () => 'fail' });
		expect(run).toMatchObject({ gotFurther: false, hashes: [], failure: expect.any(Error) });
		expect(run.state).toEqual(state);
	});

	it('is not misled by a total that is too high, in two calls', () => {
		const { state } = poll(null, [item('base', T0)]);
		const items = [item('base', T0), item('a', T0 + 60)];
		const run = poll(state, items, {}, { total: (count) => count + 1 });
		expect(run.hashes).toEqual(['a']);
		expect(run.requests.length).toBeLessThanOrEqual(3);
	});

	it('is not led into the future by a date that can not be', () => {
		let { state } = poll(null, [item('base', T0)]);
		const odd = { ...item('odd', T0 + 10), resultDate: '2150-01-01T00:00:00+00:00' };
		const run = poll(state, [item('base', T0), odd], {}, { now: T0 + 60 });
		expect(run.hashes).toEqual(['odd']);
		({ state } = run);
		const next = poll(state, [odd, item('next', T0 + 100)], {}, { now: T0 + 120 });
		expect(next.hashes).toEqual(['next']);
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

	it('says that the history has vanished, and goes on when it is back', () => {
		const items = [item('base', T0), item('slow', T0 + 5, null)];
		const { state } = poll(null, items);
		for (let polls = 0; polls < 3; polls++)
			expect(() => poll(state, items, {}, { strike: () => 'empty' })).toThrow('no checks at all');
		const ended = [item('base', T0), item('slow', T0 + 5, T0 + 7200)];
		expect(poll(state, ended).hashes).toEqual(['slow']);
	});
});
