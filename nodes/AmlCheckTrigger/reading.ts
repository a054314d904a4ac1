import { MAX_PAGE_SIZE } from '../shared/history/pages';
import { findBottom, findNewLines, isAscending, readLines, type Line } from './lines';
import type { Rules, Service } from './results';
import { changeAccount, NOTICES, type Memory, type Place } from './state';

/** How long a check may take to show in the history, in seconds (contract, line 2). */
export const SHOWN_AFTER = 120;
/** The first page asks for this many more than are known. */
const SPARE_LINES = 50;
/** A reading from the top keeps so many lines. What lies further down is searched for. */
const MAX_LINES = 20_000;
/** So many decided lines a window shows below the place. */
const overlapOf = (most: number) => Math.max(1, Math.min(30, Math.floor(most / 3)));

export interface Polling {
	rules: Rules;
	/** Its pages are null, too, where an earlier one could not be had. */
	service: Service;
	warn: (message: string) => void;
}

/** Lines around the place, from the top down, and the new ones among them, oldest first. */
export interface Sighting {
	lines: readonly Line[];
	/** The position of the first line. */
	from: number;
	/** The page size that a climb continues with. */
	size: number;
	news: readonly Line[];
}

/** A sighting; `next` if the place is to be read again, null if this poll gets no further. */
type Step = Promise<Sighting | 'next' | null>;

export const ADVICE =
	'Nothing is forgotten: the next poll tries again. If this message stays, ask the service about its history.';

export class CursorError extends Error {
	constructor(
		message: string,
		readonly advice = ADVICE,
	) {
		super(message);
	}
}

/** Reads the history around the place, and changes the memory's `place` on its way. */
export class Reader {
	constructor(
		private readonly memory: Memory,
		private readonly polling: Polling,
	) {}

	/** Reads what has to be decided next. Null if this poll gets no further. */
	async readNext(): Promise<Sighting | null> {
		for (;;) {
			const { place } = this.memory;
			let found: Awaited<Step>;
			if (place.at === 'searching') found = await this.search(place);
			else if (place.at === 'climbing') found = await this.readWindow(place);
			else found = await this.readTop();
			if (found !== 'next') return found;
		}
	}

	private async read(page: number, size: number) {
		const { rules, service } = this.polling;
		const answer = await service.page(page, size);
		if (answer === null) return null;
		const lines = readLines(answer, this.memory, rules, service.now());
		return { lines, count: answer.count };
	}

	/** In the usual case one page. If it is not enough, a reading with the largest pages. */
	private async readTop(): Step {
		const { known } = this.memory;
		const wanted = known.size === 0 ? MAX_PAGE_SIZE : known.size + SPARE_LINES;
		const size = Math.min(wanted, MAX_PAGE_SIZE);
		let pages = await this.readPages(size);
		if (pages === null) return null;
		if (size < MAX_PAGE_SIZE && !pages.isDone && pages.lines.length > 0)
			pages = await this.readPages(MAX_PAGE_SIZE);
		if (pages?.lines.length === 0 && known.size > 0) return this.readEmpty();
		if (pages !== null && this.isOtherAccount(pages.lines, pages.isEnd)) return this.followOther();
		if (!pages?.isDone) {
			const low = pages === null ? -1 : pages.next - 1 - Number(pages.isEnd && pages.next > 1);
			this.memory.place = { at: 'searching', low, size: pages?.size ?? MAX_PAGE_SIZE };
			return 'next';
		}
		const { lines } = pages;
		const news = findNewLines(lines, this.memory, pages.isEnd);
		return { lines, from: 0, size: pages.next > 1 ? pages.size : MAX_PAGE_SIZE, news };
	}

	/** Reads pages from the top down. Checks that arrive meanwhile show some lines twice and hide none. */
	private async readPages(size: number) {
		const most = size < MAX_PAGE_SIZE ? 1 : MAX_LINES;
		const { known, marks } = this.memory;
		const isKnown = ({ code }: Line) => known.has(code);
		const byCode = new Map<string, Line>();
		const pages = { lines: [] as Line[], size, next: 0, isEnd: false, isDone: false };
		let last = '';
		for (; pages.lines.length < most && !pages.isDone && !pages.isEnd; pages.next++) {
			const answer = await this.read(pages.next, size);
			if (answer === null) break;
			const { lines, count } = answer;
			const isFirst = pages.next === 0;
			const codes = lines.map(({ code }) => code).join();
			if (isFirst && isAscending(lines))
				throw new CursorError('The history lists its oldest checks first');
			if (!isFirst && count > 0 && codes === last)
				throw new CursorError('The history shows the same page twice');
			last = codes;
			// A line that is seen again belongs where it is now: what shows meanwhile may be above it.
			for (const { code } of lines) byCode.delete(code);
			for (const line of lines) byCode.set(line.code, line);
			pages.lines = [...byCode.values()];
			// A short first page may be all that the service gives at once, unless it shows what is known, and nothing else.
			const isWhole = lines.length === known.size && lines.every(isKnown);
			pages.isEnd = count < pages.size && (!isFirst || count === 0 || isWhole);
			const isBelow = pages.isEnd || findBottom(pages.lines, this.memory, false) !== null;
			pages.isDone = isBelow && (marks.size === 0 || pages.lines.some(({ isMark }) => isMark));
			if (isFirst && count > 0) pages.size = count;
		}
		return pages.next === 0 ? null : pages;
	}

	/** With the same token, known checks that are missing have expired. With another one, they say whose history it is. */
	private isOtherAccount(lines: readonly Line[], isEnd: boolean): boolean {
		const { known, unfinished, account } = this.memory;
		if (known.size === 0 || account === this.polling.service.account) return false;
		if (lines.some(({ code, id }) => known.has(code) || unfinished.has(id))) return false;
		return findBottom(lines, this.memory, isEnd) !== null || (isEnd && lines.length > 0);
	}

	private followOther(): 'next' {
		changeAccount(this.memory, this.polling.service.account);
		this.polling.warn(NOTICES.otherAccount);
		return 'next';
	}

	/** An empty answer may be a slip, or the checks expired all together. The next ones are recognised by their dates. */
	private readEmpty(): null {
		this.polling.warn(`The history is suddenly empty, although it showed checks before. ${ADVICE}`);
		return null;
	}

	/** The first page was all there is, so what marked the place has expired, and the place is where the page ends. */
	private climbFromEnd(offset: number): 'next' {
		this.memory.marks.clear();
		this.memory.place = { at: 'climbing', offset, size: MAX_PAGE_SIZE, isNear: false };
		return 'next';
	}

	/** Doubles the page number until a page is below the place, then halves. The place may move down meanwhile. */
	private async search(place: Place & { at: 'searching' }): Step {
		const { low, high } = place;
		const page = high === undefined ? Math.max(0, 2 * low + 1) : Math.ceil((low + high) / 2);
		const answer = await this.read(page, MAX_PAGE_SIZE);
		if (answer === null) return null;
		const { lines, count } = answer;
		if (count === 0 && page === 0) return this.readEmpty();
		if (count === 0 && page === 1) {
			if (high !== undefined) return this.climbFromEnd(place.size);
			// An empty answer may be a slip, so it has to come twice.
			this.memory.place = { ...place, high: page };
			return 'next';
		}
		// A first page that was the whole history did not tell the size of pages.
		const size = page > 0 ? Math.max(place.size, count) : place.size;
		const isEnd = page > 0 && count < size;
		const bottom = findBottom(lines, this.memory, isEnd);
		if (!isEnd && bottom === null) {
			const actual = page === 0 ? count : size;
			const rest = page === high ? undefined : high;
			this.memory.place = { at: 'searching', low: page, high: rest, size: actual };
		} else if (page - low > 1) this.memory.place = { at: 'searching', low, high: page, size };
		else {
			const end = bottom ?? lines.length;
			this.memory.place = { at: 'climbing', offset: page * size + end, size, isNear: false };
			// Only what is below the place marks it: checks may show between the marks above.
			const below = new Set(lines.slice(Math.max(0, end - 1)).map(({ code }) => code));
			for (const code of this.memory.marks) if (!below.has(code)) this.memory.marks.delete(code);
		}
		return 'next';
	}

	/** Reads the next window of a climb. One that was near the top for too long begins again at the lookback's end. */
	private async readWindow(place: Place & { at: 'climbing' }): Step {
		const { rules, service } = this.polling;
		const late = service.now() - 3 * (rules.lookbackSeconds + SHOWN_AFTER);
		if (place.isNear && (this.memory.floor ?? late) < late) {
			this.memory.place = { at: 'searching', low: -1, size: place.size };
			return 'next';
		}
		const { page, size } = chooseWindow(place.offset, place.size);
		const answer = await this.read(page, size);
		if (answer === null) return null;
		const { lines, count } = answer;
		const { marks } = this.memory;
		const isEnd = page > 0 ? count < size : marks.size === 0 && count <= place.offset;
		const hasMark = lines.some(({ isMark }) => isMark);
		if (count === 0 && page === 0) return this.readEmpty();
		if (count === 0) {
			const high = Math.ceil((page * size) / place.size);
			this.memory.place = { at: 'searching', low: -1, high, size: place.size };
		} else if (isEnd || hasMark || findBottom(lines, this.memory, false) !== null) {
			if (this.isOtherAccount(lines, isEnd)) return this.followOther();
			const news = findNewLines(lines, this.memory, isEnd);
			return { lines, from: page * size, size: place.size, news };
			// A first page that is shorter than asked for may be all that the service gives at once.
		} else if (page === 0 && count < size)
			this.memory.place = { at: 'searching', low: 0, size: count };
		// Nothing marks where the history ended before.
		else if (page === 0 && marks.size === 0)
			this.memory.place = { at: 'searching', low: -1, size: place.size };
		else this.memory.place = { ...place, offset: (page + 2) * size - overlapOf(place.size) };
		return 'next';
	}
}

/** Chooses the window that shows the place at its lower end and as much as possible above it. */
function chooseWindow(offset: number, most: number): { page: number; size: number } {
	let best = { page: 0, size: MAX_PAGE_SIZE, gain: 0 };
	// If no window with the usual overlap shows anything above it, one line has to do.
	for (const overlap of [overlapOf(most), 1]) {
		const bottom = offset + overlap;
		if (bottom <= most) return { page: 0, size: Math.max(bottom, Math.min(most, SPARE_LINES)) };
		for (let size = most; size >= Math.max(1, most / 5); size--) {
			const page = Math.ceil(bottom / size) - 1;
			const gain = offset - page * size;
			if (gain > best.gain) best = { page, size, gain };
		}
		if (best.gain > 0) break;
	}
	return best;
}
