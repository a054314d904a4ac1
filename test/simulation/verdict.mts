/** What a played world came to: missed, twice, out of order, a false pass, too many calls, too large a state. */
import { makeItems } from '../../nodes/AmlCheckTrigger/rules.ts';
import { BUSY_SPAN_MS, settingsOf, type Course } from './play.mts';
import { HOUR, MINUTE, type SimCheck, type Watch } from './world.mts';

const emptyVerdict = () => ({
	missed: [] as string[],
	twice: [] as string[],
	unasked: [] as string[],
	outOfOrder: [] as string[],
	falsePass: [] as string[],
	/** Without a report that could be had. */
	bare: [] as string[],
	tooLarge: [] as string[],
	tooManyCalls: [] as string[],
});

export type Verdict = ReturnType<typeof emptyVerdict>;

type Event = Watch['triggerOn'];

const DAY = 24 * HOUR;

/** The checks by hash and, for those without one in the history, by address. */
function findersOf({ world }: Course): Map<unknown, SimCheck> {
	return new Map(
		world.checks.flatMap((check) => [
			[check.hash, check],
			[check.address, check],
		]),
	);
}

/** When a reader of the history can first know of an event; infinity for never. */
const happensAt = ({ service }: Course, check: SimCheck, event: Event) =>
	event === 'checkCompleted' ? service.endShownAt(check) : service.shownAt(check);

function isWanted(watch: Watch, event: Event, check: SimCheck): boolean {
	if (watch.triggerOn !== event) return false;
	if (watch.network !== undefined && watch.network.toLowerCase() !== check.currency) return false;
	if (watch.type !== undefined && (watch.type === 'tx') !== check.isTransaction) return false;
	if (event === 'checkCreated' || watch.riskScoreFrom === 0) return true;
	const isUnsure = watch.includeReport && check.report !== 'good' && check.report !== 'once';
	if (check.isFailing || check.riskscore === null || isUnsure) return true;
	return check.riskscore >= watch.riskScoreFrom || (watch.includeReport && check.isSanctioned);
}

/** Whether an event has to be delivered; null if either will do, since settings or the activation were changing. */
function isExpected(course: Course, check: SimCheck, event: Event): boolean | null {
	const { activation, committed, world } = course;
	const at = happensAt(course, check, event);
	if (!Number.isFinite(at)) return false;
	// What the other account has from before the change may be older than the lookback, and what is unfinished then, too.
	if (check.isOthers && check.startedAt <= world.ways.accountAt) return null;
	const isFromNow = world.startFrom === 'now';
	if (isFromNow && at <= activation.from) return false;
	if (isFromNow && at <= activation.to) return null;
	const wasOpen = check.startedAt + world.ways.lagMs <= activation.to;
	const age = activation.to - check.startedAt;
	// Activation sees the newest thousand: an older one that is unfinished then is not promised.
	if (isFromNow && wasOpen && world.ways.orderBy === 'init' && age > world.lookbackMinutes * MINUTE)
		return null;
	// One that it did not read moves up as it ends. After a backlog its dates are all that there is to know it by.
	const isUnread = isFromNow && wasOpen && !activation.seen.has(check.address);
	if (isUnread && committed.some(({ ended, isWhole }) => !isWhole && ended >= at)) return null;
	// What stays unfinished for days is not promised.
	if (check.endsAt - check.startedAt > DAY) return null;
	// The result of a check that was seen unfinished may say before the history that it has ended.
	const isTold = event === 'checkCompleted' && world.ways.isResultPrompt;
	const toldAt = isTold ? Math.min(at, check.endsAt) : at;
	const from = committed.findIndex(({ ended }) => ended >= toldAt);
	if (from < 0) return null;
	// A check that is unfinished is asked for in turn, a few at a time.
	const isLong = check.endsAt - check.startedAt > world.lookbackMinutes * MINUTE;
	// No page within the lookback shows its end, and no result says that it has ended.
	const isUntold = check.report === 'never' || check.report === 'unfinished';
	const lookbackMs = world.lookbackMinutes * MINUTE;
	const isInTime = committed.some(({ began, ended }) => ended >= at && began <= at + lookbackMs);
	const isLate = event === 'checkCompleted' && !isInTime;
	if (isUntold && (isLate || (isLong && world.ways.orderBy === 'init'))) return null;
	const whole = committed.findIndex(({ began, isWhole }) => isWhole && began >= at);
	const goneAt = course.service.goneAt(check);
	if (goneAt < Infinity && (isLong || !(committed[whole]?.ended < goneAt))) return null;
	const to = isLong || whole < 0 ? committed.length - 1 : whole;
	// A report may be waited for in some more polls.
	const polls = committed.slice(from, to + 6 + (check.report === 'good' ? 8 : 12));
	const verdicts = new Set(polls.map(({ watch }) => isWanted(watch, event, check)));
	return verdicts.size === 1 ? [...verdicts][0] : null;
}

/** Whether every poll can have the report of a check. */
const canHaveReport = ({ world, service }: Course, check: SimCheck): boolean =>
	world.hasAllReports &&
	check.report === 'good' &&
	!check.isNameless &&
	!check.isOthers &&
	service.goneAt(check) === Infinity;

/** Judges a course. */
export function judge(course: Course): Verdict {
	const { world, committed, service } = course;
	const verdict = emptyVerdict();
	const byName = findersOf(course);
	const delivered = new Map<string, Array<{ event: Event; status: string; poll: number }>>();
	committed.forEach(({ deliveries, watch }, poll) => {
		for (const { item, missing } of deliveries) {
			const check = byName.get(item.hash || item.address)!;
			const { hash } = check;
			if (missing !== undefined && canHaveReport(course, check))
				verdict.bare.push(describe(check, [missing, poll]));
			const list = delivered.get(hash) ?? [];
			list.push({ event: watch.triggerOn, status: item.status, poll });
			delivered.set(hash, list);
		}
		for (const { json } of makeItems(deliveries, settingsOf(world, watch), 'percent')) {
			const check = byName.get(json.hash || json.address)!;
			const isJudged = watch.includeReport || json.riskReasons !== undefined;
			const isSafe = isJudged && (check.report === 'good' || check.report === 'once');
			if (json.riskLevel === 'low' && (!isSafe || check.isSanctioned || check.isFailing))
				verdict.falsePass.push(describe(check, [json, watch]));
		}
	});
	for (const check of world.checks) {
		const times = delivered.get(check.hash) ?? [];
		const [first, second, ...more] = times;
		// Created while it was unfinished, and completed later: two events. The second may wait for its report meanwhile.
		const isPair =
			first?.event === 'checkCreated' &&
			first.status === 'PENDING' &&
			(second?.event === 'checkCompleted' ||
				committed
					.slice(first.poll + 1, second?.poll + 1)
					.some(({ watch }) => watch.triggerOn === 'checkCompleted'));
		if (more.length > 0 || (second !== undefined && !isPair))
			verdict.twice.push(describe(check, times));
		for (const event of ['checkCreated', 'checkCompleted'] as const) {
			const expected = isExpected(course, check, event);
			const came = times.some((one) => one.event === event);
			if (expected === true && !came) verdict.missed.push(`${event} ${describe(check, times)}`);
			const happened = happensAt(course, check, event);
			const isOld = world.startFrom === 'now' && happened <= course.activation.from;
			// Due when it was completed, and delivered after a change of the settings, since it waited for its report.
			const ended = happensAt(course, check, 'checkCompleted');
			const waited = committed.slice(0, first?.poll).filter((poll) => poll.ended >= ended);
			const isOther =
				event === 'checkCreated' &&
				(world.ways.orderBy === 'init' ||
					check.endsAt - check.startedAt > HOUR ||
					waited.some(({ watch }) => watch.triggerOn === 'checkCompleted'));
			if (came && isOld && !isOther) verdict.unasked.push(describe(check, times));
		}
	}
	verdict.outOfOrder = findDisorder(course);
	const factor = Math.max(...committed.map(({ watch }) => watch.lookbackFactor));
	const busiest = busiestCount(
		world.checks.flatMap((check) => [service.shownAt(check)]),
		BUSY_SPAN_MS * factor,
	);
	if (world.ways.dates !== 'dateOnly')
		for (const { bytes, overdue } of committed)
			if (bytes > 4096 + 60 * (busiest + overdue))
				verdict.tooLarge.push(`${bytes} bytes, busiest ${busiest}`);
	if (course.idle.fitsOnePage && course.idle.calls !== 1)
		verdict.tooManyCalls.push(`an idle poll took ${course.idle.calls} calls`);
	return verdict;
}

/** The most moments within a span, for the state's limit: every check shows once, and once more when it ends. */
function busiestCount(moments: number[], spanMs: number): number {
	const sorted = moments.filter(Number.isFinite).sort((a, b) => a - b);
	let most = 0;
	let from = 0;
	sorted.forEach((at, index) => {
		while (at - sorted[from] > spanMs) from++;
		most = Math.max(most, index - from + 1);
	});
	return most;
}

/**
 * Oldest first: within a poll, and between polls for what showed before the earlier one began. Left out is what waits:
 * for its end, or for its report.
 */
function findDisorder(course: Course): string[] {
	const { world, service } = course;
	let { committed } = course;
	const byName = findersOf(course);
	const found: string[] = [];
	const earlier: Array<{ began: number; newest: number }> = [];
	const { orderBy, showsUnfinished } = world.ways;
	if (orderBy === 'result' && showsUnfinished && world.checks.length > 0)
		committed = committed.filter(({ watch }) => watch.triggerOn === 'checkCompleted');
	// A check that an earlier poll may have seen unfinished waits for its end.
	const wasSeenOpen = (check: SimCheck) =>
		committed.some(
			({ began, ended }) => service.shownAt(check) <= ended && began < service.endShownAt(check),
		);
	let since = 0;
	let isWhole = true;
	for (const { deliveries, watch, ...one } of committed) {
		// A climb takes several polls: what shows meanwhile behind it comes later.
		if (isWhole) since = one.began;
		isWhole = one.isWhole;
		const began = since;
		const checks = deliveries
			.filter(({ report, missing }) => report === undefined && missing === undefined)
			.map(({ item }) => byName.get(item.hash || item.address)!)
			.filter((check) => check.endsAt - check.startedAt <= world.lookbackMinutes * MINUTE);
		const keys = checks.map((check) => service.keyOf(check));
		// What ends while the poll reads comes where it is seen.
		const wrong = keys.findIndex(
			(key, at) =>
				at > 0 && key < keys[at - 1] && happensAtFor(service, checks[at], watch) <= one.began,
		);
		if (wrong > 0) found.push(`within a poll: ${describe(checks[wrong], [])}`);
		const late = checks.find((check) => {
			const shown = happensAtFor(service, check, watch);
			if (watch.triggerOn === 'checkCompleted' && wasSeenOpen(check)) return false;
			if (committed.some(({ isFull, ended }) => isFull && ended >= shown)) return false;
			return earlier.some((poll) => shown <= poll.began && service.keyOf(check) < poll.newest);
		});
		if (late) found.push(`after newer ones: ${describe(late, [])}`);
		earlier.push({ began, newest: keys.reduce((top, key) => Math.max(top, key), 0) });
	}
	return found;
}

const happensAtFor = (service: Course['service'], check: SimCheck, { triggerOn }: Watch) =>
	triggerOn === 'checkCompleted' ? service.endShownAt(check) : service.shownAt(check);

function describe({ hash, startedAt, endsAt, report }: SimCheck, times: unknown[]): string {
	const text = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : 'never');
	return `${hash.slice(0, 8)} ${text(startedAt)} to ${text(endsAt)} ${report} ${JSON.stringify(times)}`;
}
