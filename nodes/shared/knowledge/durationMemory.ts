import { outcomeOf } from '../checks/status';
import { readDateSeconds } from '../dates';
import type { DatedRecord } from '../dates';
import { combineDurations, durationByDates, ENOUGH_DURATIONS } from './durations';
import type { KnownDuration } from './durations';
import { planLooks } from './looks';

/** A record of the history, as far as it tells how long a check took. */
interface TimedRecord extends DatedRecord {
	status: string;
}

/** The newest so many durations are kept of each way of knowing. */
const MAX_KEPT = 400;

/** A check that is unfinished for so long holds nothing up: it may never end. */
const FORGOTTEN_SECONDS = 3_600;

/** So many times has a check's own dates to contradict what was seen of it until the dates are not believed. */
const MAX_CONTRADICTIONS = 3;

/** What is planned is planned anew when so much more is known. */
const REPLAN_SHARE = 0.04;

interface Views {
	size: number;
	plan: readonly number[];
	sorted: readonly number[];
}

/** How long checks take at a service, as far as this process knows. Holds numbers only (design 9). */
export class DurationMemory {
	private seen: KnownDuration[] = [];

	private told: KnownDuration[] = [];

	/** The records of the history that began up to here have been read, in Unix seconds. */
	private readUpTo = 0;

	private agreements = 0;

	private contradictions = 0;

	private askedHistory = false;

	private changes = 0;

	private views?: Views;

	/**
	 * Notes how long a check took that this process waited for.
	 * @param range by its looks: longer than `fromMs`, at most `toMs`, in milliseconds.
	 * @param record its result, with the service's dates.
	 */
	noteSeen(range: KnownDuration, record: DatedRecord): void {
		const byDates = durationByDates(record);
		const { agree, ...duration } = combineDurations(range, byDates);
		if (byDates && agree) this.agreements++;
		if (!agree) this.contradictions++;
		this.seen = [...this.seen, duration].slice(-MAX_KEPT);
		this.changes++;
	}

	/**
	 * Notes what a page of the history tells. Checks that began after one that is still under way tell nothing yet:
	 * only the short ones of them are done.
	 * @param records in any order.
	 */
	noteHistory(records: readonly TimedRecord[]): void {
		const dated = records.flatMap((record) => {
			const begun = readDateSeconds(record.initDate);
			return begun === null ? [] : [{ record, begun }];
		});
		const newest = Math.max(0, ...dated.map(({ begun }) => begun));
		const isPending = ({ status }: TimedRecord) => outcomeOf(status) === 'pending';
		const pending = dated.filter(
			({ record, begun }) => isPending(record) && begun > newest - FORGOTTEN_SECONDS,
		);
		const until = Math.min(Infinity, ...pending.map(({ begun }) => begun));
		const fresh = dated
			.filter(({ record, begun }) => begun > this.readUpTo && begun < until && !isPending(record))
			.sort((a, b) => a.begun - b.begun);
		for (const { record, begun } of fresh) {
			this.readUpTo = begun;
			const duration = durationByDates(record);
			if (duration) this.told.push(duration);
		}
		this.told = this.told.slice(-MAX_KEPT);
		this.changes += fresh.length;
	}

	/** Every duration that is known and believed. */
	get known(): readonly KnownDuration[] {
		const { contradictions, agreements } = this;
		const areLies = contradictions >= MAX_CONTRADICTIONS && contradictions > agreements;
		return areLies ? this.seen : [...this.told, ...this.seen];
	}

	/** Whether too little is known to place looks by it. */
	get isCold(): boolean {
		return this.known.length < ENOUGH_DURATIONS;
	}

	/**
	 * Says once whether it is worth a look to read the history instead of a result.
	 * @returns true at the first time if too little is known.
	 */
	wantsHistory(): boolean {
		if (this.askedHistory || !this.isCold) return false;
		this.askedHistory = true;
		return true;
	}

	/** The looks at a single check, see `planLooks`. */
	get plan(): readonly number[] {
		return this.current().plan;
	}

	/** How long checks took, ascending, in milliseconds. */
	get sorted(): readonly number[] {
		return this.current().sorted;
	}

	private current(): Views {
		const isFresh = this.views && this.changes <= this.views.size * REPLAN_SHARE;
		if (this.views && isFresh) return this.views;
		const { known } = this;
		this.changes = 0;
		this.views = {
			size: known.length,
			plan: planLooks(known),
			sorted: known.map(({ fromMs, toMs }) => (fromMs + toMs) / 2).sort((a, b) => a - b),
		};
		return this.views;
	}
}
