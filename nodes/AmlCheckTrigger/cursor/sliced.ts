import { ANY_DATE, pageOf } from './asking';
import { latest, least } from './dates';
import { MARGIN_SECONDS } from './findings';
import { codeOfItem } from './memory';
import { proofOf } from './misfit';
import type { Reader } from './reader';
import { firstSlice, narrower, nextSlice, type SliceMark } from './slices';
import type { Mark } from './state';
import type { PageAnswer, Polling } from './types';

const PROBE_SIZE = 10;

/** Where a backlog stands whose filters are to be tried first. */
export type ProbeMark = Extract<Mark, { by: 'probe' }>;

/**
 * Begins a backlog.
 * @param reader asks for pages.
 * @param first the first page of the window.
 * @returns a mark to try the filters with, by a check that the page shows; the first slice where none proves anything.
 */
export function beginBacklog(reader: Reader, { records }: PageAnswer): Mark {
	for (const item of records) {
		const proof = proofOf(reader.findings.datesOf(item));
		if (proof !== null) return { by: 'probe', ...proof };
	}
	return firstSlice(reader.start.floor, reader.upper());
}

/**
 * Tries filters by date before a backlog is cut by them: they have to show something of a time in which a check is
 * known, and nothing else.
 * @param reader asks for pages.
 * @param mark that time.
 * @returns where to go on.
 */
export function* probe(reader: Reader, mark: ProbeMark): Polling<Mark> {
	const { from, to } = mark;
	const answer = yield* reader.askSurely(pageOf(PROBE_SIZE, from, to), mark.empty);
	reader.hasRead = true;
	if (answer === null) return { ...mark, empty: true };
	if (answer.count === 0 || reader.showsOutside(answer, from, to))
		return reader.distrust('outside');
	return firstSlice(reader.start.floor, reader.upper());
}

/**
 * Reads the next slice of a backlog, the oldest first.
 * @param reader asks for pages.
 * @param mark which slice is next.
 * @returns where to go on; undefined once all was read.
 */
export function* readSlice(reader: Reader, mark: SliceMark): Polling<Mark | undefined> {
	const { at, width, page } = mark;
	const end = at + width - 1;
	const isOpen = page === undefined ? end >= reader.upper() : mark.isOpen === true;
	const from = reader.start.floor === null && at === ANY_DATE ? null : at;
	const to = isOpen ? null : end;
	const request = pageOf(reader.pageSize, from, to, page);
	const answer = yield* reader.askSurely(request, mark.empty);
	reader.hasRead = true;
	if (answer === null) return { ...mark, empty: true };
	if (reader.showsOutside(answer, from, to) || showsAgain(answer, mark))
		return reader.distrust('outside');
	if (isOpen) reader.noteNewest(answer.records);
	const next = takeSlice(reader, answer, mark, isOpen);
	const known = mark.known ?? knownOf(reader, answer, to);
	return next === undefined || known === undefined ? next : { ...next, known };
}

/** Dates without a time tell little: one check in two slices that lie apart tells that filters do not fit. */
function showsAgain({ records }: PageAnswer, { at, known }: SliceMark): boolean {
	if (known === undefined || at <= known.until + 2 * MARGIN_SECONDS) return false;
	return records.some((item) => codeOfItem(item) === known.code);
}

/** A check that has ended keeps its dates; one that has not may come again under its end. */
function knownOf(reader: Reader, { records }: PageAnswer, to: number | null): SliceMark['known'] {
	const item = records.find((one) => reader.findings.datesOf(one).ended);
	return item === undefined || to === null ? undefined : { code: codeOfItem(item), until: to };
}

function takeSlice(
	reader: Reader,
	answer: PageAnswer,
	mark: SliceMark,
	isOpen: boolean,
): SliceMark | undefined {
	if (mark.page !== undefined) return takePart(reader, answer, mark);
	const { count, total } = answer;
	if (count >= reader.size && mark.width > 1) return narrowed(reader, answer, mark);
	if (count > 0 && total !== count)
		return takePart(reader, answer, { ...mark, page: 0, first: count, isOpen });
	reader.findings.take(answer.records);
	return isOpen ? undefined : nextSlice(mark, count, reader.size);
}

function narrowed(reader: Reader, answer: PageAnswer, { at, width }: SliceMark): SliceMark {
	const { records, total } = answer;
	const end = Math.min(at + width - 1, reader.upper());
	const dateAt = (index: number) =>
		index < records.length ? latest(reader.findings.datesOf(records[index])) : null;
	return {
		by: 'slices',
		at,
		width: narrower({ at, end, size: reader.size, total, dateAt }),
		full: end,
	};
}

/**
 * A second that does not fit a page is read page by page, and so is a slice that is not said to be all there: the
 * service may give smaller pages, or count wrongly. What leaves meanwhile, as a check does that ends, would pull others
 * over to pages that were read: then the page before is read again.
 */
function takePart(reader: Reader, answer: PageAnswer, mark: SliceMark): SliceMark | undefined {
	const { page = 0, first = reader.size, total: before } = mark;
	const { count, total } = answer;
	reader.findings.take(answer.records);
	const isSteady = before === undefined || total === null || total >= before;
	if (!isSteady) reader.unsettled = least(reader.unsettled, mark.at);
	if (page > 0 && count > 0 && first < reader.pageSize) reader.cap = first;
	const isAll = total !== null && total >= count && page * first + count >= total;
	const isShort = page > 0 && count < first;
	if (isSteady && (isShort || count === 0 || isAll))
		return mark.isOpen ? undefined : nextSlice(mark, count, reader.size);
	const { at, width, full, isOpen } = mark;
	return {
		by: 'slices',
		at,
		width,
		first,
		page: isSteady ? page + 1 : Math.max(0, page - 1),
		...(full === undefined ? {} : { full }),
		...(isOpen === undefined ? {} : { isOpen }),
		...(total === null ? {} : { total }),
	};
}
