/** The verdict on a history in which the settings change: docs/trigger.md, "Changing Trigger On, Currency or Type". */
import { HOUR, MINUTE, type History } from './arbitraries.mts';
import type { Watch } from './changing.mts';
import type { CommittedPoll, Course } from './course.mts';
import { isWithin } from './model.mts';
import type { Quirks } from './quirks.mts';
import type { SimCheck } from './simCheck.mts';
import { countIn, type Tally } from './tally.mts';
import { beganBefore, describe, findFalsePass, firstMetAt, isAfterActivation } from './verdict.mts';
import { happens, isWanted } from './wanted.mts';
import { World } from './world.mts';

type Event = Watch['triggerOn'];

const EVENTS: Event[] = ['checkCompleted', 'checkCreated'];

/**
 * Plays a history with its changes of settings.
 * @param history which.
 * @param tally the numbers are added to it.
 * @returns what is wrong with it, in sentences.
 */
export function judgeChanging(history: History, tally: Tally): string[] {
	const course = new World(history).play();
	const counts = new Map(EVENTS.map((event) => [event, countsOf(course, event)]));
	const missed: SimCheck[] = [];
	const unasked: SimCheck[] = [];
	for (const event of EVENTS)
		for (const check of course.checks) {
			const expected = isExpected({ ...history, triggerOn: event }, course, check);
			const isThere = counts.get(event)?.has(check.hash);
			if (expected === false && isThere) unasked.push(check);
			// What waits for its report as the event changes is delivered under the other one.
			const isDelivered = EVENTS.some((one) => counts.get(one)?.has(check.hash));
			if (expected === true && !isThere && !(isDelivered && readsReports(course)))
				missed.push(check);
		}
	const twice = mayRepeat(history, course)
		? []
		: [...counts.values()].flatMap((of) => [...of]).filter(([, count]) => count > 1);
	const falsePass = findFalsePass(history, course);
	const found = { missed: missed.length, twice: twice.length, unasked: unasked.length };
	const delivered = course.committed.flatMap(({ deliveries }) => deliveries).length;
	tally.changes += course.committed.filter(({ left }) => left !== null).length;
	countIn(tally, course, { ...found, delivered, outOfOrder: 0, falsePass: falsePass.length });
	return [
		...(missed.length > 0 ? [`missed ${missed.length}: ${describe(missed[0])}`] : []),
		...twice.slice(0, 1).map(([hash]) => `delivered ${twice.length} twice: ${hash}`),
		...(unasked.length > 0 ? [`not asked for ${unasked.length}: ${describe(unasked[0])}`] : []),
		...(falsePass.length > 0 ? [`low without a report of its own: ${falsePass[0]}`] : []),
	];
}

const readsReports = ({ committed }: Course) => committed.some(({ watch }) => watch.includeReport);

/**
 * Whether checks may come again: what was delivered as it began is forgotten when it shall be delivered as it ends, and
 * then only dates tell what is old. Those do not, while a backlog is unread or where they name no second.
 */
function mayRepeat({ quirks }: History, { committed }: Course): boolean {
	const isForgotten = committed.some(
		({ left, watch }, at) =>
			left !== null &&
			watch.triggerOn === 'checkCompleted' &&
			committed[at - 1]?.watch.triggerOn === 'checkCreated',
	);
	return isForgotten && (!isPlain(quirks) || committed.some(({ left }) => left?.isBacklog));
}

/** How often each check was delivered for an event: once for each, since what began ends too. */
function countsOf({ committed }: Course, event: Event): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { deliveries, watch } of committed)
		if (watch.triggerOn === event)
			for (const { item } of deliveries) counts.set(item.hash, (counts.get(item.hash) ?? 0) + 1);
	return counts;
}

/**
 * Whether a check has to be delivered for the event of the history; null if either will do. Decisive are the polls that
 * may have been the first to meet it: from one that ended after it happened to one that surely read all since before.
 */
function isExpected(history: History, course: Course, check: SimCheck): boolean | null {
	const { committed, model } = course;
	const shown = happens(history, model, check);
	if (!Number.isFinite(shown)) return history.triggerOn === 'checkCreated' ? null : false;
	const wants = ({ watch }: CommittedPoll) =>
		watch.triggerOn === history.triggerOn && isWanted(watch, check);
	const metFrom = firstMetAt(history, model, check);
	const first = committed.findIndex(({ ended }) => ended >= metFrom);
	const later = committed.slice(first);
	// What a record doesn't tell passes a filter; what windows by date would hide may be met without them.
	const mayShow = check.poison === 'currency' || isMetUnfiltered(history, check);
	if (!later.some(wants)) return mayShow ? null : false;
	const isNew = isAfterActivation(history, course, check);
	const last = isPlain(history.quirks)
		? later.findIndex(({ isWhole, since }) => isWhole && since > shown)
		: -1;
	if (last < 0) {
		const isSure = later.every(wants) && !isAnew(later) && !isUnknown(history, course, check);
		if (isMixed(history.quirks) || isLeftOutByDate(history, check, committed[first - 1]))
			return null;
		return isNew && isSure ? true : null;
	}
	const met = later.slice(0, last + 1);
	const isWaiting = later[last].isWaiting;
	// Whether one that waits for its report is wanted is not known yet.
	const mayWant = ({ watch }: CommittedPoll) =>
		isWaiting ? isWithin(check, watch) : isWanted(watch, check);
	if (!met.some(mayWant) || isNew === false)
		return isLeftOut(check, later.slice(last)) ? false : null;
	if (isNew === null || isAnew(met) || isUnknown(history, course, check)) return null;
	const isSlow = check.endsAt - check.startedAt > 20 * HOUR;
	const mayWait = isSlow || isWaiting;
	const isOwed = ({ watch }: CommittedPoll) =>
		isWanted(watch, check) && (!isSlow || watch.triggerOn === history.triggerOn);
	return met.every(wants) && (!mayWait || later.every(isOwed)) ? true : null;
}

/** Whether an unfinished check may be met before a query by date can find it: where the history is read without. */
const isMetUnfiltered = ({ quirks, triggerOn }: History, { endsAt, startedAt }: SimCheck) =>
	triggerOn === 'checkCreated' && !isPlain(quirks) && endsAt > startedAt;

/** Whether its answers are what the service knows, told so that everything can be dated to the second. */
function isPlain({ filters, dates, clock, empties, poison }: Quirks): boolean {
	return (
		filters === 'work' && dates === 'offset' && clock === null && empties === 0 && poison === 0
	);
}

/** Whether some dates tell a zone and others none: hours apart, one may hide another, which settings bring in. */
const isMixed = ({ dates, poison }: Quirks) => dates !== 'offset' && poison > 0;

/** Whether the poll before the first that may meet a check began anew, with what it could not read left out by dates. */
const isLeftOutByDate = (history: History, check: SimCheck, before?: CommittedPoll) =>
	before?.isByDate === true && beganBefore(history, check, before.ended);

/** Whether settings changed before a date was known to go by: then the trigger begins with what is there. */
const isAnew = (polls: readonly CommittedPoll[]) => polls.some(({ left }) => left?.isEmpty);

/**
 * Whether a check may have been unfinished, for longer than windows look back, as settings came that were for it: the
 * ones before had not shown it, or not for so long that it was looked after by itself. What was seen is waited for.
 */
function isUnknown(
	{ lookbackMinutes }: History,
	{ committed, model }: Course,
	check: SimCheck,
): boolean {
	if (check.endsAt - check.startedAt <= lookbackMinutes * MINUTE) return false;
	const open = committed.filter(
		({ began, ended }) => ended >= check.startedAt && began <= model.endShownAt(check),
	);
	const strange = open.findIndex(({ watch }) => !isWithin(check, watch));
	const isOverdue = ({ isWhole, newest }: CommittedPoll) =>
		isWhole && (newest ?? 0) * 1000 - check.startedAt > 25 * HOUR;
	return strange >= 0 && !open.slice(0, strange).some(isOverdue);
}

/**
 * Whether a check that no settings were for as it was met is left out for good: it happened before the newest date that
 * was known then (one that ended since may have been hidden until then), and no backlog was unread when the settings changed, which would begin before it.
 */
function isLeftOut({ endsAt }: SimCheck, [met, ...later]: readonly CommittedPoll[]): boolean {
	const isKnown = met.newest !== null && Math.floor(endsAt / 1000) <= met.newest;
	return isKnown && !later.some(({ left }) => left?.isBacklog);
}
