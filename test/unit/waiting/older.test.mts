/** Whether a check of the history ended before a moment, so that a reading back to it ends there. */
import { iso, openHistory, record } from './service.mts';

/** The pages that a reading asks for, if all of them are like this. */
async function readBack(shown: object[], since: number): Promise<string> {
	const { history, asked } = openHistory({ page: () => shown });
	await history.readBackTo(
		() => since,
		() => false,
	);
	return asked.join(', ');
}

describe('a check is older than a moment', () => {
	const since = Date.UTC(2026, 5, 1);
	const second = (ms: number) => iso(since + ms);

	it.each<[string, object, boolean]>([
		['it ended a second before', { initDate: null, resultDate: second(-1_000) }, true],
		['it ended in its second', { initDate: null, resultDate: second(0) }, false],
		[
			'it ended in the minute before',
			{ initDate: null, resultDate: '2026-05-31T23:59+00:00' },
			true,
		],
		['it ended in its minute', { initDate: null, resultDate: '2026-06-01T00:00+00:00' }, false],
		['it ended in any zone before', { initDate: null, resultDate: '2026-05-31T09:59:59' }, true],
		[
			'it may have ended in its second in some zone',
			{ initDate: null, resultDate: '2026-05-31T10:00:00' },
			false,
		],
		['its day was over in every zone', { initDate: null, resultDate: '2026-05-30' }, true],
		['it may have ended on its day', { initDate: null, resultDate: '2026-05-31' }, false],
		['it has no end', { initDate: second(-9_000), resultDate: null }, false],
		['its end is unreadable', { initDate: second(-9_000), resultDate: 'soon' }, false],
		['it ended when it began', { initDate: second(-9_000), resultDate: second(-9_000) }, true],
		['it began before it ended', { initDate: second(-9_000), resultDate: second(-8_000) }, true],
		['it ended before it began', { initDate: second(-8_000), resultDate: second(-9_000) }, false],
	])('%s', async (_, dates, isOlder) => {
		const pages = await readBack([record('a', dates)], since);
		expect(pages).toBe(isOlder ? '0/200' : '0/200, 0/1000');
	});

	it('by a millisecond', async () => {
		const ended = [record('a', { initDate: null, resultDate: second(0) })];
		expect(await readBack(ended, since + 999)).toBe('0/200, 0/1000');
		expect(await readBack(ended, since + 1_000)).toBe('0/200');
	});
});
