import { HOUR, MINUTE, type History } from './arbitraries.mts';
import type { SimCheck } from './model.mts';
import { isWanted, World, type Course } from './world.mts';

/** What a history came to, in numbers. */
export interface Tally {
	histories: number;
	polls: number;
	calls: number;
	checks: number;
	delivered: number;
	missed: number;
	twice: number;
	unasked: number;
	outOfOrder: number;
	maxStateBytes: number;
}

/** A tally of nothing. */
export const emptyTally = (): Tally => ({
	histories: 0,
	polls: 0,
	calls: 0,
	checks: 0,
	delivered: 0,
	missed: 0,
	twice: 0,
	unasked: 0,
	outOfOrder: 0,
	maxStateBytes: 0,
});

/**
 * Plays a history and says what is wrong with it.
 * @returns sentences, none if all is well; the numbers are added to `tally`.
 */
export function judgeHistory(history: History, tally: Tally): string[] {
	const course = new World(history).play();
	const delivered = course.deliveries.flatMap(({ hashes }) => hashes);
	const counts = new Map<string, number>();
	for (const hash of delivered) counts.set(hash, (counts.get(hash) ?? 0) + 1);
	const missed: SimCheck[] = [];
	const unasked: SimCheck[] = [];
	for (const check of course.checks) {
		const expected = isExpected(history, course, check);
		const isThere = counts.has(check.hash);
		if (expected === true && !isThere) missed.push(check);
		if (expected === false && isThere) unasked.push(check);
	}
	const twice = [...counts.values()].filter((count) => count > 1).length;
	const disorder = findDisorder(history, course);
	tally.histories++;
	tally.polls += course.polls;
	tally.calls += course.calls;
	tally.checks += course.checks.length;
	tally.delivered += delivered.length;
	tally.missed += missed.length;
	tally.twice += twice;
	tally.unasked += unasked.length;
	tally.outOfOrder += disorder.length;
	tally.maxStateBytes = Math.max(tally.maxStateBytes, course.maxStateBytes);
	const { calls, fitsOnePage } = course.idle;
	return [
		...(missed.length > 0 ? [`missed ${missed.length}: ${describe(missed[0])}`] : []),
		...(twice > 0 ? [`delivered ${twice} twice`] : []),
		...(unasked.length > 0 ? [`not asked for ${unasked.length}: ${describe(unasked[0])}`] : []),
		...(disorder.length > 0 ? [`${disorder.length} out of order: ${disorder[0]}`] : []),
		...(fitsOnePage && calls !== 1 ? [`an idle poll took ${calls} calls`] : []),
	];
}

/** Whether a check has to be delivered; null if either will do, because it happened while activation was reading. */
function isExpected(history: History, course: Course, check: SimCheck): boolean | null {
	if (!isWanted(history, check)) return false;
	const happens = shownAt(history, course, check);
	// Shown without bounds of date, hidden with them: whether a check that never ends is met depends on the windows.
	if (!Number.isFinite(happens)) return history.triggerOn === 'checkCreated' ? null : false;
	if (history.startFrom === 'beginning') return true;
	if (isOutOfReach(history, course, check)) return null;
	const shownEnd = course.model.endShownAt(check);
	if (shownEnd >= course.activation.from && shownEnd <= course.activation.to) return null;
	if (happens <= course.activation.from) return false;
	return happens > course.activation.to ? true : null;
}

/**
 * Whether a check was unfinished at activation for longer than activation looks back: on a busy history that is the
 * lookback, else a day. The documentation promises nothing for it.
 */
function isOutOfReach(history: History, course: Course, check: SimCheck): boolean {
	const { from, to } = course.activation;
	const wasOpen = check.startedAt < from && course.model.endShownAt(check) > from;
	const isBusy =
		course.checks.filter(({ startedAt }) => startedAt < to).length > 5 * history.pageSize;
	return isBusy && wasOpen && check.endsAt - check.startedAt > history.lookbackMinutes * MINUTE;
}

/** When a reader of the history can first know what the trigger waits for. */
function shownAt(history: History, { model }: Course, check: SimCheck): number {
	if (history.triggerOn === 'checkCompleted') return model.endShownAt(check);
	return model.firstShownAt(check);
}

/**
 * Oldest first, by the date that the service sorts by. Within a delivery, and from one delivery to later ones for
 * everything that was there to be read when the earlier one began. A service that sorts by one date and filters by
 * the other gives no such order over several pages; then each delivery has to be in order by either of the two.
 */
function findDisorder(history: History, course: Course): string[] {
	const { orderBy, filterBy } = history.ways;
	// An unfinished check has no end date to be in order by.
	if ((orderBy === 'result' || filterBy === 'result') && history.triggerOn === 'checkCreated')
		return [];
	const byHash = new Map(course.checks.map((check) => [check.hash, check]));
	const batches = course.deliveries.map(({ hashes, since }) => ({
		since,
		checks: hashes.map((hash) => byHash.get(hash)).filter((check) => check !== undefined),
	}));
	const dateOf = (check: SimCheck) => Math.floor(course.model.checkDate(check) / 1000);
	if (orderBy !== filterBy) {
		const keys = [({ startedAt }: SimCheck) => startedAt, ({ endsAt }: SimCheck) => endsAt];
		return batches
			.filter(({ checks }) =>
				keys.every((key) => !ascends(checks.map((c) => Math.floor(key(c) / 1000)))),
			)
			.map(({ checks }) => `within a delivery, ${describe(checks[0])}`);
	}
	const found: string[] = [];
	const earlier: Array<{ since: number; newest: number }> = [];
	for (const { since, checks } of batches) {
		if (!ascends(checks.map(dateOf))) found.push(`within a delivery, ${describe(checks[0])}`);
		const late = checks.find((check) => {
			if (check.endsAt - check.startedAt > 20 * HOUR) return false;
			const shown = shownAt(history, course, check);
			return earlier.some((poll) => shown <= poll.since && dateOf(check) < poll.newest);
		});
		if (late) found.push(`after newer ones, ${describe(late)}`);
		earlier.push({ since, newest: checks.reduce((top, c) => Math.max(top, dateOf(c)), 0) });
	}
	return found;
}

function ascends(values: readonly number[]): boolean {
	return values.every((value, index) => index === 0 || value >= values[index - 1]);
}

function describe({ hash, startedAt, endsAt }: SimCheck): string {
	const text = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : 'never');
	return `${hash}, begun ${text(startedAt)}, ended ${text(endsAt)}`;
}
