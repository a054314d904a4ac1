import { codeOfItem } from './memory';
import { isPart, type Reader } from './reader';
import type { Mark } from './state';
import { CursorError, type PageAnswer, type Polling } from './types';

/** Where a history stands that is read without filters by date. */
export type PageMark = Extract<Mark, { by: 'pages' }>;

/**
 * Reads the next page of a history without filters by date, the newest checks first: there is no bound to cut by, so
 * each page counts as it comes. What arrives meanwhile shifts items to pages still to come, which shows some twice and
 * hides none.
 * @param reader asks for pages.
 * @param mark which page is next.
 * @returns where to go on; undefined once all was read.
 * @throws CursorError when the history shows nothing at all any more.
 */
export function* readPage(reader: Reader, mark: PageMark): Polling<Mark | undefined> {
	const { page } = mark;
	if (page === 0 && reader.unfiltered > 0) reader.unfiltered--;
	const request = { kind: 'page' as const, page, pageSize: reader.pageSize };
	const answer = yield* reader.askSurely(request, mark.empty);
	if (answer !== null && page === 0) begin(reader, answer);
	reader.hasRead = true;
	if (answer === null) return { ...mark, empty: true };
	reader.findings.take(answer.records);
	const head = answer.records.length > 0 ? codeOfItem(answer.records[0]) : undefined;
	const isRepeated = page > 0 && head === mark.head;
	if (isLast(reader, answer, page) || (isRepeated && mark.repeated)) return undefined;
	return {
		by: 'pages',
		page: page + 1,
		...(head && { head }),
		...(isRepeated && { repeated: true }),
	};
}

function begin(reader: Reader, answer: PageAnswer): void {
	refuseVanished(answer);
	reader.refuseFuture();
	reader.noteNewest(answer.records);
	if (isPart(answer)) reader.noteCap(answer.count);
	if (reader.isZoneless(answer)) reader.distrust('zoneless');
}

function isLast(reader: Reader, answer: PageAnswer, page: number): boolean {
	const { records, count, total } = answer;
	if (count === 0 || reader.findings.reachesBehind(records, reader.start.floor)) return true;
	if (page === 0) return !isPart(answer);
	return total !== null && total >= count && page * reader.size + count >= total;
}

/** A history that was not empty is not empty all of a sudden. */
function refuseVanished({ count }: PageAnswer): void {
	if (count > 0) return;
	throw new CursorError(
		'The history shows no checks at all, although this trigger has seen checks in it',
		'Nothing was delivered and nothing forgotten: once the history shows its checks again, the next poll catches up by itself. If it stays this way, look at the history with the operation Get Many of the AML Check node, and check that the credential is that of the right account.',
	);
}
