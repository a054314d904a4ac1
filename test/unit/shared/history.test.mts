/** One record of the history, and the walk down its pages: where it ends, and where it does not. */
import {
	identifyRecord,
	parseHistoryItem,
	walkHistory,
	type WalkedPage,
} from '../../../nodes/shared/service/pages.ts';
import { asSent } from '../../../nodes/shared/service/schemas.ts';

const recordOf = (hash: string) => parseHistoryItem({ hash })!;

/**
 * Pages in words: a letter for each record, `.` for an empty page, `-` for one that there is no time for. Behind them may
 * stand the total beside the page, and how many elements it has, if not all are records: `ab/3/3`.
 */
async function walk(pages: string, pageSize: number): Promise<string> {
	const read = async (number: number): Promise<WalkedPage | null> => {
		const page = pages.split(' ')[number];
		if (page === undefined) throw new Error(`Nobody needs page ${number}`);
		if (page === '-') return await Promise.resolve(null);
		const [text = '', total, count] = page.split('/');
		const records = [...text.replace('.', '')].map(recordOf);
		return await Promise.resolve({
			records,
			count: Number(count ?? records.length),
			total: total === undefined ? null : Number(total),
		});
	};
	const positions: string[] = [];
	for await (const { position } of walkHistory(read, pageSize)) positions.push(position);
	return positions.join(' ');
}

describe('a walk down pages of four', () => {
	it.each([
		['ends with an empty page', 'abcd efgh .', 'inner inner last'],
		['ends with an empty first page, whatever the total', './9', 'last'],
		['ends with a short page that agrees with the total', 'abcd/6 ef/6', 'inner last'],
		['ends with a short first page that agrees', 'ab/2', 'last'],
		['counts what is no record', 'ab/3/3', 'last'],
		['counts a record once', 'abcd/5 de/5', 'inner last'],
		['goes on after a full page that agrees', 'abcd/4 ./4', 'inner last'],
		['goes on after a short first page that does not', 'ab/3 c/3', 'inner last'],
		['goes on where no total is said', 'ab .', 'inner last'],
		['ends with a page that is shorter than those above', 'abc def g', 'inner inner last'],
		['sees the same page again', 'ab/9 ab/9', 'inner repeated'],
		['goes on where new checks have pushed a page down', 'ab ba cd .', 'inner inner inner last'],
		['ends where there is no time for a page', 'abcd -', 'inner'],
		['ends where there is no time at all', '-', ''],
	])('%s', async (_, pages, positions) => expect(await walk(pages, 4)).toBe(positions));

	it('ends with the failure of a page', async () =>
		await expect(walk('abcd', 4)).rejects.toThrow('Nobody needs page 1'));
});

describe('one record', () => {
	const GOOD = {
		hash: 'a1',
		currency: 'btc',
		address: 'bc1',
		transaction: '',
		status: 'SUCCESS',
		initDate: '2031-05-17T09:00:00+00:00',
		resultDate: '2031-05-17T09:00:10+00:00',
		riskscore: 12,
	};
	const OPTIONAL = ['transaction', 'initDate', 'resultDate', 'pdfLink', 'shareLink'] as const;
	const REQUIRED = ['hash', 'currency', 'address', 'status'] as const;

	it.each([...REQUIRED, ...OPTIONAL])('has a text or nothing, whatever its %s is', (key) => {
		for (const odd of [5, true, {}, [], null, undefined, ' ', '']) {
			const sent = { ...GOOD, [key]: odd };
			const item = parseHistoryItem(sent)!;
			for (const name of REQUIRED) expect(typeof item[name]).toBe('string');
			for (const name of OPTIONAL)
				expect(['string', 'object']).toContain(typeof (item[name] ?? null));
			expect(asSent(item)).toBe(sent);
		}
	});

	it('keeps members that nobody knows, and its hash has no blanks', () => {
		const sent = { ...GOOD, hash: ' a1 ', more: { 1: 2 } };
		expect(parseHistoryItem(sent)).toEqual({ ...sent, hash: 'a1' });
		for (const none of [null, 5, 'x', []]) expect(parseHistoryItem(none)).toBeNull();
	});

	it('is known by its hash, or by all that it holds', () => {
		const later = parseHistoryItem({ hash: 'a', status: 'SUCCESS' })!;
		expect([identifyRecord(recordOf('a')), identifyRecord(later)]).toEqual(['a', 'a']);
		const nameless = parseHistoryItem({ hash: '', status: 5 })!;
		expect(identifyRecord(nameless)).toBe('{"hash":"","status":5}');
	});
});
