import { findBottom, type Line } from './lines';
import { SHOWN_AFTER } from './place';
import type { Polling, Sighting } from './reading';
import { digestTarget, type Memory, type Place } from './state';

/** The most checks below the lookback that mark the place at the top, or below the place during a climb. */
const MARKS = 50;

/** The end of the lookback behind the newest start; null if no line has one. */
export function floorBehind(lines: readonly Line[], lookbackSeconds: number): number | null {
	const newest = lines.reduce((latest, { sort }) => Math.max(latest, sort.start ?? 0), 0);
	return newest === 0 ? null : newest - lookbackSeconds - SHOWN_AFTER;
}

/**
 * Decides what a sighting shows: all lines below the lowest one that is left. An ended check that is left stays
 * unfinished, so it doesn't count here.
 */
export function decide(
	memory: Memory,
	sighting: Sighting,
	left: readonly Line[],
	{ rules, service }: Pick<Polling, 'rules' | 'service'>,
): void {
	const lowest = left.find(({ wasOpen }) => !wasOpen);
	const cut = lowest === undefined ? -1 : sighting.lines.indexOf(lowest);
	const decided = sighting.lines.slice(cut + 1);
	remember(memory, decided, left);
	const { lookbackSeconds } = rules;
	const floor = floorBehind(decided, lookbackSeconds);
	const lateFloor = service.now() - 2 * (lookbackSeconds + SHOWN_AFTER);
	const wasNear = memory.place.at === 'climbing' && memory.place.isNear;
	const isNear = wasNear || (floor !== null && floor > lateFloor);
	if (!wasNear) raiseFloor(memory, floor);
	memory.account = service.account;
	memory.place = placeAbove(sighting, cut, isNear);
	mark(memory, sighting.lines, decided);
	forget(memory);
}

/** Notes the decided lines as known, and keeps the unfinished ones among them until they end. */
function remember(
	{ known, unfinished }: Memory,
	decided: readonly Line[],
	left: readonly Line[],
): void {
	let latest = 0;
	for (const line of [...decided].reverse()) {
		const { item, code, id, sort, notLaterThan, asNew, isOpen, wasOpen } = line;
		// The result of such a check said before the history that it has ended.
		if (isOpen && !wasOpen && known.has(code)) continue;
		// Nothing is forgotten before what is below it: a climb that begins there finds nothing unknown.
		latest = Math.max(latest, asNew);
		known.set(code, Math.max(latest, notLaterThan, sort.end ?? 0, known.get(code) ?? 0));
		const first = unfinished.get(id)?.[0] ?? notLaterThan;
		const since = Math.min(notLaterThan, sort.start ?? notLaterThan, first);
		if (isOpen) unfinished.set(id, [since, digestTarget(item)]);
		else if (wasOpen && !left.includes(line)) unfinished.delete(id);
	}
}

/** The floor never goes back. */
function raiseFloor(memory: Memory, floor: number | null): void {
	if (floor !== null) memory.floor = Math.max(memory.floor ?? floor, floor);
}

/** The place after a sighting whose lines below the index `cut` are decided; -1 if all are. */
function placeAbove({ from, size }: Sighting, cut: number, isNear: boolean): Place {
	if (from === 0 && cut < 0) return { at: 'top' };
	return { at: 'climbing', offset: from + cut + 1, size, isNear };
}

/** Marks the place by the checks around it. */
function mark(memory: Memory, lines: readonly Line[], decided: readonly Line[]): void {
	const { marks, unfinished, place } = memory;
	const end = place.at === 'top' ? (findBottom(lines, memory, false) ?? lines.length) : 0;
	// An unfinished check may move up as it ends, so the nearest finished ones mark the place as well.
	const finished = decided.filter((line) => !line.isOpen).slice(0, MARKS);
	if (finished.length > 0) marks.clear();
	for (const { code, id, isOpen } of [...decided.slice(0, end + MARKS), ...finished])
		if (!isOpen || unfinished.has(id)) marks.add(code);
}

/** Forgets what is older than the floor and marks nothing. */
function forget({ known, marks, floor }: Memory): void {
	for (const [code, moment] of known)
		if (floor !== null && moment < floor && !marks.has(code)) known.delete(code);
}
