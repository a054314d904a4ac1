import { PageWalk } from '../../shared/history/pages';
import type { Findings } from './findings';
import { codeOfItem } from './memory';
import type { Misfit } from './misfit';
import { readPage } from './paged';
import { isPart, Reader, type WindowStart } from './reader';
import { beginBacklog, probe, readSlice } from './sliced';
import type { Mark } from './state';
import type { PageAnswer, Polling } from './types';

/**
 * Up to so many pages a window is read page by page; a longer one is a backlog, and is cut by date. A busy service has
 * many pages of checks that are known, which nobody waits for.
 */
const WALK_PAGES = 5;
const KNOWN_WALK_PAGES = 25;

/**
 * Reads the history from a second on, one call at a time, so that it can be left after any call and gone on with from
 * its `mark` by the next poll.
 *
 * A window that fits one page takes one call. One of a few pages is read page by page, the newest first: what arrives
 * meanwhile shifts items to pages still to come, which shows some twice and hides none. A longer one is a backlog. It
 * is cut by date into slices that fit a page each, the oldest first, so that it comes in order however many polls it
 * takes. Where filters by date were found not to fit, the history is read without them, page by page, back to where
 * the window begins (design 7).
 */
export class WindowReading {
	/** Where the next poll goes on; undefined once everything was read. */
	mark: Mark | undefined;

	/** What was learned about the history on the way. */
	readonly reader: Reader;

	/**
	 * @param start what the last poll left.
	 * @param pageSize items to ask for at a time.
	 * @param findings takes in what is read.
	 */
	constructor(
		private readonly start: WindowStart,
		pageSize: number,
		private readonly findings: Findings,
	) {
		this.reader = new Reader(start, pageSize, findings);
		this.mark = start.mark;
	}

	/**
	 * Reads on until all is read, or one poll has enough.
	 * @throws CursorError when the history can't be followed, Interrupted when a call was not answered.
	 */
	*read(): Polling<void> {
		if (this.mark === undefined) this.mark = yield* this.readFirst();
		else this.mark = yield* this.step(this.mark);
		while (this.mark !== undefined && this.reader.mayGoOn())
			this.mark = yield* this.step(this.mark);
	}

	private *readFirst(): Polling<Mark | undefined> {
		const { reader } = this;
		if (reader.unfiltered > 0) return yield* readPage(reader, { by: 'pages', page: 0 });
		let first = yield* reader.askWindow(0);
		// Activation saw nothing, or what is known is not there: that may have been a slip, and one that goes on is not.
		const isUnsure = this.start.skipUntil !== undefined || this.lacksWitness(first);
		if (first.count === 0 && isUnsure && reader.mayGoOn()) first = yield* reader.askWindow(0);
		reader.refuseFuture();
		const misfit = this.misfitOf(first);
		if (misfit !== null) {
			this.mark = reader.distrust(misfit);
			return reader.mayGoOn() ? yield* this.step(this.mark) : this.mark;
		}
		reader.noteNewest(first.records);
		return yield* this.walk(first);
	}

	private step(mark: Mark): Polling<Mark | undefined> {
		if (mark.by === 'probe') return probe(this.reader, mark);
		if (mark.by === 'slices') return readSlice(this.reader, mark);
		return readPage(this.reader, mark);
	}

	/** All of a short window, or nothing of it: what is left over comes in order by date then. */
	private *walk(first: PageAnswer): Polling<Mark | undefined> {
		const { reader, findings } = this;
		const walk = new PageWalk();
		const pages = [first.records];
		reader.hasRead = true;
		let upper = reader.upperOf(first);
		let answer = first;
		let page = 0;
		while (walk.goesOnAfter(answer)) {
			if (page === 1) reader.noteCap(first.count);
			const most = findings.isMostlyKnown(pages.flat()) ? KNOWN_WALK_PAGES : WALK_PAGES;
			const isLong = page > 0 && (answer.total ?? 0) > most * reader.size;
			// From here on it may be left at any call, with nothing taken in.
			this.mark = beginBacklog(reader, first);
			if (isLong || page >= most || !reader.mayGoOn()) return this.mark;
			page++;
			const { total } = answer;
			answer = yield* reader.askWindow(page, upper);
			// An empty page may be a slip, or the work of a filter that does not go by seconds.
			if (answer.count === 0 && reader.mayGoOn()) {
				upper = null;
				answer = yield* reader.askWindow(page, upper);
			}
			if (reader.showsOutside(answer, this.start.floor, upper)) return reader.distrust('outside');
			pages.push(answer.records);
			if (total === null || answer.total === null || answer.total >= total) continue;
			// What left the list, or is not in it under the bound, has pulled others over to the page before.
			reader.unsettled = this.start.floor ?? 0;
			upper = null;
			for (const again of [page - 1, page])
				pages.push((yield* reader.askWindow(again, upper)).records);
		}
		findings.take(...pages);
		return undefined;
	}

	/** Why the filter that the first page came by can't be gone by; null where nothing speaks against it. */
	private misfitOf(first: PageAnswer): Misfit | null {
		if (this.reader.isZoneless(first)) return 'zoneless';
		if (this.reader.showsOutside(first, this.start.floor, null)) return 'outside';
		return this.lacksWitness(first) ? 'witness' : null;
	}

	/** Whether what came is all of the window, and the check that it has to show is not there. */
	private lacksWitness(first: PageAnswer): boolean {
		const { witness, floor, hold } = this.start;
		if (first.count === 0 && hold !== undefined) return true;
		if (witness === undefined || (floor !== null && witness.second < floor + 1)) return false;
		if (first.records.some((item) => codeOfItem(item) === witness.code)) return false;
		return !isPart(first);
	}
}
