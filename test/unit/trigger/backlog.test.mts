/** How a backlog begins: whether filters by date can be gone by, tried with a check that is known. */
import { beginBacklog, probe } from '../../../nodes/AmlCheckTrigger/cursor/sliced.ts';
import type { PageAnswer } from '../../../nodes/AmlCheckTrigger/cursor/index.ts';
import { item, T0 } from './support.mts';
import { EMPTY, page, PAGES, play, readerOf } from './script.mts';

describe('a backlog', () => {
	it('begins with a try of the filters, by the first check that proves something', () => {
		const open = item('o', T0 + 500, null);
		const { reader } = readerOf();
		expect(beginBacklog(reader, page([open, item('a', T0 + 90, T0 + 99)]))).toEqual({
			by: 'probe',
			from: T0 + 90,
			to: T0 + 99,
		});
		expect(beginBacklog(reader, page([open]))).toEqual({ by: 'slices', at: T0, width: 125 });
	});

	const mark = { by: 'probe' as const, from: T0 + 90, to: T0 + 99 };
	const tried = (...answers: PageAnswer[]) => {
		const { reader } = readerOf();
		const { result, requests } = play(probe(reader, mark), answers);
		return { result, request: requests[0], reader };
	};

	it('is cut by date where they fit', () => {
		const { result, request, reader } = tried(page([item('a', T0 + 90, T0 + 99)], { now: T0 }));
		expect(request).toEqual({
			kind: 'page',
			page: 0,
			pageSize: 10,
			dateFrom: T0 + 89,
			dateTo: T0 + 100,
		});
		expect(result).toEqual({ by: 'slices', at: T0, width: 125 });
		expect(reader.hasRead).toBe(true);
	});

	it('is read without them where they show nothing, or something else', () => {
		expect(tried(EMPTY, EMPTY).result).toEqual(PAGES);
		expect(tried(page([item('a', T0 + 87)])).result).toEqual(PAGES);
		expect(tried(page([item('a', T0 + 102)])).result).toEqual(PAGES);
		expect(tried(page([item('a', T0 + 88), item('b', T0 + 101)])).result).toMatchObject({
			by: 'slices',
		});
	});

	it('is tried again in the next poll where there is no time', () => {
		const { result, reader } = tried(page([], { timeLeft: false }));
		expect([result, reader.hasRead]).toEqual([{ ...mark, empty: true }, true]);
		const again = play(probe(readerOf().reader, { ...mark, empty: true }), [EMPTY]);
		expect(again.result).toEqual(PAGES);
	});
});
