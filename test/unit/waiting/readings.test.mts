/** How far back a reading of the history goes, and whether it proves that a check is not there. */
import { makeFailure, type FailureKind } from '../../../nodes/shared/failures/failure.ts';
import { FAILURE_KINDS } from '../../../nodes/shared/failures/kinds.ts';
import type { Reading } from '../../../nodes/AmlCheck/waiting/history.ts';
import { NOW, OLD, iso, openHistory, record, records } from './service.mts';

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

const HOUR = 3_600_000;
const LONG_AGO = NOW - HOUR;

type Pages = Parameters<typeof openHistory>[0]['page'];

/** Reads back by an hour: the pages that were asked for, and what the reading says. */
async function readBack(page: Pages, mayContinue = () => true, since = () => LONG_AGO) {
	const { history, asked } = openHistory({ page });
	const reading = await history.readBackTo(since, mayContinue);
	return { ...tell(reading), pages: asked.join(', ') };
}

const tell = ({ records: read, isComplete, isOnePage, failure }: Reading) => ({
	...{ count: read.length, isComplete, isOnePage, failure: failure?.kind },
});

/** So many pages of new checks, the last one with an old one below. */
const full =
	(last: number): Pages =>
	(page) =>
		page < last ? records(40, page) : [OLD];

describe('a reading', () => {
	it.each<[string, Pages, object]>([
		[
			'ends with a small page that reaches the moment',
			() => [record('a'), OLD],
			{ pages: '0/200', count: 2, isComplete: true, isOnePage: true },
		],
		[
			'ends with no check at all',
			() => [],
			{ pages: '0/200', count: 0, isComplete: true, isOnePage: true },
		],
		[
			'reads a large page where the small one does not reach it',
			(_, size) => (size === 200 ? records(40, 0) : [...records(50, 0), OLD]),
			{ pages: '0/200, 0/1000', count: 91, isComplete: true, isOnePage: true },
		],
		[
			'reads the top again after several pages, for what ended meanwhile',
			(page, size, nth) => (nth > 3 ? [record('new'), OLD] : full(1)(page, size, nth)),
			{ pages: '0/200, 0/1000, 1/1000, 0/200', count: 83, isComplete: true, isOnePage: true },
		],
		[
			'reads several pages at the top, if so much has ended',
			full(1),
			{
				...{ pages: '0/200, 0/1000, 1/1000, 0/200, 0/1000, 1/1000', count: 162 },
				...{ isComplete: true, isOnePage: false },
			},
		],
		[
			'proves nothing where the top can not be read again',
			(page, size, nth) => (nth > 3 ? 'unavailable' : full(1)(page, size, nth)),
			{
				...{ pages: '0/200, 0/1000, 1/1000, 0/200', count: 81 },
				...{ isComplete: false, failure: 'unavailable' },
			},
		],
		[
			'nor where a page below the top can not be read again',
			(page, size, nth) => (nth > 4 ? 'unavailable' : full(1)(page, size, nth)),
			{
				...{ pages: '0/200, 0/1000, 1/1000, 0/200, 0/1000', count: 121 },
				...{ isComplete: false, failure: 'unavailable' },
			},
		],
		[
			'ends with an empty page',
			(page) => (page < 2 ? records(40, page) : []),
			{
				...{ pages: '0/200, 0/1000, 1/1000, 2/1000, 0/200, 0/1000, 1/1000, 2/1000', count: 240 },
				...{ isComplete: true, isOnePage: false },
			},
		],
		[
			'ends after three pages that show nothing new',
			() => records(40, 0),
			{ pages: '0/200, 0/1000, 1/1000, 2/1000, 3/1000', count: 200, isComplete: false },
		],
		[
			'begins to count anew with a page that shows something new',
			(page, _, nth) => (page === 3 ? [record('new')] : nth > 9 ? [] : records(40, 0)),
			{ pages: '0/200, 0/1000, 1/1000, 2/1000, 3/1000, 4/1000, 5/1000, 6/1000', isComplete: false },
		],
	])('%s', async (_, page, expected) => {
		expect(await readBack(page)).toMatchObject(expected);
	});

	it('asks before each page below the first whether there is time for it', async () => {
		for (const pages of [0, 1, 2]) {
			let times = 0;
			const reading = await readBack(full(9), () => times++ < pages);
			expect(reading).toMatchObject({
				count: 80 + pages * 40,
				isComplete: false,
				failure: undefined,
			});
			expect(times).toBe(pages + 1);
		}
	});

	it('asks for the moment after each page', async () => {
		let times = 0;
		const since = () => (times++ < 2 ? 0 : NOW);
		const page: Pages = (_, size) => [record(`${size}`)];
		expect(await readBack(page, undefined, since)).toMatchObject({
			pages: '0/200, 0/1000, 1/1000',
		});
	});

	it('is thrown where the first page can not be read', async () => {
		await expect(readBack(() => 'unavailable')).rejects.toMatchObject({ kind: 'unavailable' });
	});

	it.each([
		[0, '0/200, 0/1000, 1/1000, 0/200'],
		[-1, '0/200, 0/1000, 1/1000, 0/200, 0/1000'],
	])('reads the top again down to 130 seconds before its beginning: %i ms', async (ms, pages) => {
		jest.setSystemTime(NOW + ms);
		const edge = record('edge', { initDate: null, resultDate: iso(NOW - 131_000) });
		const page: Pages = (n, size, nth) =>
			nth > 4 ? [OLD] : nth === 4 ? [edge] : full(1)(n, size, nth);
		expect((await readBack(page)).pages).toBe(pages);
	});
});

describe('a reading is of one page', () => {
	it.each([
		[29, true],
		[30, false],
	])('where the first one has %i checks, and more would be on it: %s', async (count, isOnePage) => {
		const { history } = openHistory({ page: (page) => (page === 0 ? records(count, 0) : []) });
		const reading = await history.readBackTo(
			() => LONG_AGO,
			() => true,
		);
		expect(tell(reading)).toMatchObject({ isComplete: true, isOnePage });
		const refusing = openHistory({ page: (page) => (page === 0 ? records(count, 0) : 'rejected') });
		const refused = await refusing.history.readBackTo(
			() => LONG_AGO,
			() => true,
		);
		expect(tell(refused)).toMatchObject({ isComplete: true, isOnePage });
	});
});

describe('a page that is refused', () => {
	const below = (count: number, kind: FailureKind, times = Infinity): Pages => {
		let refusals = 0;
		return (page) => (page === 0 ? records(count, 0) : refusals++ < times ? kind : [OLD]);
	};

	it.each(Object.keys(FAILURE_KINDS) as FailureKind[])(
		'below one that was not full: %s',
		async (kind) => {
			const isEnd = ['invalidRequest', 'notFound', 'rejected'].includes(kind);
			const { pages, isComplete, failure } = await readBack(below(20, kind));
			const all = isEnd ? '0/200, 0/1000, 1/1000, 1/1000' : '0/200, 0/1000, 1/1000';
			expect([pages, isComplete, failure]).toEqual([all, isEnd, isEnd ? undefined : kind]);
		},
	);

	it.each([
		[999, true],
		[1_000, false],
	])('below %i checks is the end of the history: %s', async (count, isComplete) => {
		expect(await readBack(below(count, 'rejected'))).toMatchObject({ isComplete });
	});

	it('once is asked for again', async () => {
		const { pages, isComplete, count } = await readBack(below(20, 'rejected', 1));
		expect([pages, isComplete, count]).toEqual(['0/200, 0/1000, 1/1000, 1/1000', true, 41]);
	});

	it('is a failure if it is the first one', async () => {
		const page: Pages = (_, size) => (size === 200 ? records(20, 0) : 'rejected');
		const reading = await readBack(page);
		expect(reading).toMatchObject({
			pages: '0/200, 0/1000',
			isComplete: false,
			failure: 'rejected',
		});
	});

	it('for something that is no failure of the service is one all the same', async () => {
		const page = (n: number) => {
			if (n > 0) throw new Error('Oops');
			return records(20, 0);
		};
		expect(await readBack(page)).toMatchObject({ isComplete: false, failure: 'unexpected' });
		expect(makeFailure('unexpected', { why: 'Oops' }).message).toBe('Oops');
	});
});
