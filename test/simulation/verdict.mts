import { HOUR, MINUTE, type History } from './arbitraries.mts';
import type { SimCheck } from './simCheck.mts';
import { makeItems } from '../../nodes/AmlCheckTrigger/items.ts';
import { isProper } from './quirks.mts';
import { happens, hasUsableReport, isWanted, settingsOf } from './wanted.mts';
import type { Course } from './course.mts';
import type { ServiceModel } from './model.mts';
import { countIn, type Tally } from './tally.mts';
import { firstWatch } from './changing.mts';
import { World } from './world.mts';

/**
 * Plays a history under the settings that it begins with and says what is wrong with it.
 * @param given which.
 * @param tally the numbers are added to it.
 * @returns sentences, none if all is well.
 */
export function judgeSteady(given: History, tally: Tally): string[] {
	const history = { ...given, changing: null };
	const course = new World(history).play();
	const deliveries = course.committed.flatMap((poll) => poll.deliveries);
	const delivered = deliveries.map(({ item }) => item.hash);
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
	const disorder = isProper(history.quirks) ? findDisorder(history, course) : [];
	const falsePass = findFalsePass(history, course);
	countIn(tally, course, {
		delivered: delivered.length,
		missed: missed.length,
		twice,
		unasked: unasked.length,
		outOfOrder: disorder.length,
		falsePass: falsePass.length,
	});
	const { calls, fitsOnePage } = course.idle;
	return [
		...(missed.length > 0 ? [`missed ${missed.length}: ${describe(missed[0])}`] : []),
		...(twice > 0 ? [`delivered ${twice} twice`] : []),
		...(unasked.length > 0 ? [`not asked for ${unasked.length}: ${describe(unasked[0])}`] : []),
		...(disorder.length > 0 ? [`${disorder.length} out of order: ${disorder[0]}`] : []),
		...(falsePass.length > 0 ? [`low without a report of its own: ${falsePass[0]}`] : []),
		...(isProper(history.quirks) && (course.loud > 0 || course.warnings.size > 0)
			? ['can not follow a proper history']
			: []),
		...(isProper(history.quirks) && fitsOnePage && calls !== 1
			? [`an idle poll took ${calls} calls`]
			: []),
	];
}

/** Whether a check has to be delivered; null if either will do, because it happened while activation was reading. */
function isExpected(history: History, course: Course, check: SimCheck): boolean | null {
	return isWanted(firstWatch(history), check) && isAfterActivation(history, course, check);
}

/**
 * Whether a check is new to a trigger that was activated in a history; null if either will do.
 * @param history what triggers, and how the service is.
 * @param course what came of it.
 * @param check which.
 */
export function isAfterActivation(
	history: History,
	course: Course,
	check: SimCheck,
): boolean | null {
	const shown = happens(history, course.model, check);
	// Shown without bounds of date, hidden with them: whether a check that never ends is met depends on the windows.
	if (!Number.isFinite(shown)) return history.triggerOn === 'checkCreated' ? null : false;
	if (history.startFrom === 'beginning') return isNamed(history, course, check) ? null : true;
	if (isOutOfReach(history, course, check) || isNamed(history, course, check)) return null;
	const shownEnd = course.model.endShownAt(check);
	const { activation } = course;
	const met = firstMetAt(history, course.model, check);
	if (met < shown && met <= activation.to) return null;
	if (shownEnd >= activation.from && shownEnd <= activation.to) return null;
	if (shown <= activation.from) return mayPassByDate(history, course, check) ? null : false;
	if (shown <= activation.to) return null;
	return activation.isByDate && beganBefore(history, check, activation.to) ? null : true;
}

/**
 * Whether a check belongs to the time before an activation that went by dates, by the only date that tells, though the
 * history first shows it later.
 */
export function beganBefore({ triggerOn }: History, check: SimCheck, activated: number): boolean {
	const isByStart = triggerOn === 'checkCreated' || check.poison === 'year9999';
	return isByStart && check.startedAt <= activated;
}

/**
 * When a poll can first meet a check. One that windows by date leave out until it ends is met before that without filters
 * by date, where these do nothing or are not used and the history shows it.
 * @param history what triggers, and how the service is.
 * @param model what it shows at a moment.
 * @param check which.
 */
export function firstMetAt(
	{ quirks, triggerOn }: History,
	model: ServiceModel,
	check: SimCheck,
): number {
	const { ways } = model;
	const isUnfiltered = quirks.filters !== 'work' || quirks.dates !== 'offset';
	const isShown = triggerOn === 'checkCreated' && ways.pending !== 'hidden';
	const shown = happens({ triggerOn }, model, check);
	return isShown && isUnfiltered ? Math.min(shown, check.startedAt + ways.lagMs) : shown;
}

/**
 * Whether an activation that could not read the history may take an old check for a new one: by its date, less half an
 * hour for clocks that differ, and up to two days where dates have no zone or no time. Whatever shows in a history that
 * was empty at activation and at a later poll is new.
 */
function mayPassByDate({ quirks }: History, course: Course, check: SimCheck): boolean {
	const { activation, model } = course;
	if (activation.isEmpty || (activation.isByDate && check.poison === 'year2150')) return true;
	const moments = [check.startedAt, check.endsAt].filter(Number.isFinite);
	const happened = Math.max(...moments.map((at) => model.stamp(at)));
	const slack = quirks.dates === 'offset' ? HOUR : 48 * HOUR;
	return activation.isByDate && happened > activation.from - slack;
}

/**
 * Whether a check was unfinished at activation for longer than activation looks back: on a busy history that is the
 * lookback, else a day. The documentation promises nothing for it.
 */
function isOutOfReach(history: History, course: Course, check: SimCheck): boolean {
	const { from, to } = course.activation;
	const wasOpen = check.startedAt < from && course.model.endShownAt(check) > from;
	const count = course.checks.filter(({ startedAt }) => startedAt < to).length;
	const told = history.quirks.total === 'tenTimes' ? 10 * count + 5 : count;
	const isBusy = told > 5 * history.pageSize;
	return isBusy && wasOpen && check.endsAt - check.startedAt > history.lookbackMinutes * MINUTE;
}

/**
 * Whether a check is one of which a poll said that it may not be seen: without filters by date, where the history
 * lists it behind its newest checks by more than the lookback, under the date of its start.
 */
function isNamed(history: History, course: Course, check: SimCheck): boolean {
	const isTold = [...course.warnings].some((text) => text.includes('may not be seen'));
	const isLate = check.endsAt - check.startedAt > history.lookbackMinutes * MINUTE;
	return isTold && isLate && history.ways.orderBy === 'init';
}

/** The level that people branch on and the line that they read: neither says `low` where no report of its own does. */
export function findFalsePass(history: History, course: Course): string[] {
	const byHash = new Map(course.checks.map((check) => [check.hash, check]));
	return course.committed
		.flatMap(({ deliveries, watch }) =>
			makeItems(deliveries, settingsOf(history, watch)).map(({ json }) => ({ json, watch })),
		)
		.filter(
			({ json: { riskLevel, summary } }) => riskLevel === 'low' || /\blow\b/i.test(String(summary)),
		)
		.filter(({ json: { hash }, watch }) => {
			const check = byHash.get(String(hash));
			const isJudged = watch.includeReport && check !== undefined && hasUsableReport(check);
			return !isJudged || check.isSanctioned || check.isFailing;
		})
		.map(({ json }) => String(json.hash));
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
	const batches = course.committed.map(({ deliveries, since }) => ({
		since,
		checks: deliveries
			.map(({ item }) => byHash.get(item.hash))
			.filter((check) => check !== undefined),
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
			const shown = happens(history, course.model, check);
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

export function describe({ hash, startedAt, endsAt }: SimCheck): string {
	const text = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : 'never');
	return `${hash}, begun ${text(startedAt)}, ended ${text(endsAt)}`;
}
