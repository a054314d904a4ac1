import { MAX_PAGE_SIZE } from '../shared/contract';
import { walkHistory } from '../shared/history/pages';
import { findBottom, findNewLines, isAscending, readLines, type Line } from './lines';
import {
	afterSearch,
	afterWindow,
	applyMove,
	beginAgain,
	chooseWindow,
	MARGIN_LINES,
	nextSearchPage,
	SHOWN_AFTER,
	type Climbing,
	type Searching,
} from './place';
import type { Rules, Service } from './results';
import { changeAccount, NOTICES, type Memory } from './state';

/** The most lines that a reading from the top keeps. A place further down is found by a search. */
const MAX_LINES = 20_000;

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

const ADVICE =
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
		const wanted = known.size === 0 ? MAX_PAGE_SIZE : known.size + MARGIN_LINES;
		const size = Math.min(wanted, MAX_PAGE_SIZE);
		const first = await this.readPages(size);
		if (first === null) return null;
		const isEnough = size === MAX_PAGE_SIZE || first.isDone || first.lines.length === 0;
		const pages = isEnough ? first : await this.readPages(MAX_PAGE_SIZE);
		if (pages === null) {
			this.memory.place = { at: 'searching', low: -1, size: MAX_PAGE_SIZE };
			return 'next';
		}
		if (pages.lines.length === 0 && known.size > 0) return this.readEmpty();
		if (this.isOtherAccount(pages.lines, pages.isEnd)) return this.followOther();
		if (!pages.isDone) {
			const low = pages.next - 1 - Number(pages.isEnd && pages.next > 1);
			this.memory.place = { at: 'searching', low, size: pages.size };
			return 'next';
		}
		const { lines } = pages;
		const news = findNewLines(lines, this.memory, pages.isEnd);
		return { lines, from: 0, size: pages.next > 1 ? pages.size : MAX_PAGE_SIZE, news };
	}

	/**
	 * Reads pages from the top down.
	 * @throws CursorError if the history doesn't fit the contract.
	 */
	private async readPages(size: number) {
		const { rules, service } = this.polling;
		const most = size < MAX_PAGE_SIZE ? 1 : MAX_LINES;
		const byCode = new Map<string, Line>();
		const pages = { lines: [] as Line[], size, next: 0, isEnd: false, isDone: false };
		const walk = walkHistory(async (page) => await service.page(page, size), size);
		for await (const page of walk) {
			const lines = readLines(page, this.memory, rules, service.now());
			if (pages.next === 0 && isAscending(lines))
				throw new CursorError('The history lists its oldest checks first');
			if (page.position === 'repeated')
				throw new CursorError('The history shows the same page twice');
			if (pages.next === 0 && page.count > 0) pages.size = page.count;
			// A line that is seen again belongs where it is now: what shows meanwhile may be above it.
			for (const { code } of lines) byCode.delete(code);
			for (const line of lines) byCode.set(line.code, line);
			pages.next++;
			pages.lines = [...byCode.values()];
			const isFirst = pages.next === 1;
			pages.isEnd = page.position === 'last' || (isFirst && this.isAllKnown(lines, size));
			pages.isDone = this.reachesBelow(pages);
			if (pages.lines.length >= most || pages.isDone) break;
		}
		return pages.next === 0 ? null : pages;
	}

	/** Whether a first page that is not full shows what is known, and nothing else: whatever the total says, it is all. */
	private isAllKnown(lines: readonly Line[], size: number): boolean {
		const { known } = this.memory;
		const isShort = lines.length < size && lines.length === known.size;
		return isShort && lines.every(({ code }) => known.has(code));
	}

	/** Whether the lines show the place, and everything of the lookback. */
	private reachesBelow({ lines, isEnd }: { lines: readonly Line[]; isEnd: boolean }): boolean {
		const { marks } = this.memory;
		if (!isEnd && findBottom(lines, this.memory, false) === null) return false;
		return marks.size === 0 || lines.some(({ isMark }) => isMark);
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

	/** Reads one page of the search. */
	private async search(place: Searching): Step {
		const page = nextSearchPage(place);
		const answer = await this.read(page, MAX_PAGE_SIZE);
		if (answer === null) return null;
		const { lines, count } = answer;
		const bottomOf = (isEnd: boolean) => findBottom(lines, this.memory, isEnd);
		const move = afterSearch(place, { page, count, lines: lines.length, bottomOf });
		if (move === 'empty') return this.readEmpty();
		applyMove(this.memory, move, lines);
		return 'next';
	}

	/** Reads the next window of a climb. */
	private async readWindow(place: Climbing): Step {
		const { rules, service } = this.polling;
		const late = service.now() - 3 * (rules.lookbackSeconds + SHOWN_AFTER);
		if (place.isNear && (this.memory.floor ?? late) < late) {
			this.memory.place = beginAgain(place);
			return 'next';
		}
		const { page, size } = chooseWindow(place.offset, place.size);
		const answer = await this.read(page, size);
		if (answer === null) return null;
		const { lines, count } = answer;
		const hasMark = lines.some(({ isMark }) => isMark);
		const isBelow = hasMark || findBottom(lines, this.memory, false) !== null;
		const hasMarks = this.memory.marks.size > 0;
		const move = afterWindow(place, { page, size, count, isBelow, hasMarks });
		if (move === 'empty') return this.readEmpty();
		if ('place' in move) {
			applyMove(this.memory, move, lines);
			return 'next';
		}
		if (this.isOtherAccount(lines, move.isEnd)) return this.followOther();
		const news = findNewLines(lines, this.memory, move.isEnd);
		return { lines, from: page * size, size: place.size, news };
	}
}
