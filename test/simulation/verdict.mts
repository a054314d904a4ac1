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

const checksByHash = ({ world }: Course): Map<unknown, SimCheck> =>
	new Map(world.checks.map((check) => [check.hash, check]));

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
	const isFromNow = world.startFrom === 'now';
	if (isFromNow && at <= activation.from) return false;
	if (isFromNow && at <= activation.to) return null;
	// The result of a check that was seen unfinished may say before the history that it has ended.
	const isTold = event === 'checkCompleted' && world.ways.isResultPrompt;
	const from = committed.findIndex(
		({ ended }) => ended >= (isTold ? Math.min(at, check.endsAt) : at),
	);
	if (from < 0) return null;
	const whole = committed.findIndex(({ began, isWhole }) => isWhole && began >= at);
	const goneAt = course.service.goneAt(check);
	if (goneAt < Infinity && !(committed[whole]?.ended < goneAt)) return null;
	const to = whole < 0 ? committed.length - 1 : whole;
	// A report may be waited for in some more polls.
	const verdicts = new Set(
		committed.slice(from, to + 14).map(({ watch }) => isWanted(watch, event, check)),
	);
	return verdicts.size === 1 ? [...verdicts][0] : null;
}

/** Whether every poll can have the report of a check. */
const canHaveReport = ({ world, service }: Course, check: SimCheck): boolean =>
	world.hasAllReports && check.report === 'good' && service.goneAt(check) === Infinity;

/** Judges a course. */
export function judge(course: Course): Verdict {
	const { world, committed, service } = course;
	const verdict = emptyVerdict();
	const byHash = checksByHash(course);
	const delivered = new Map<string, Array<{ event: Event; status: string; poll: number }>>();
	committed.forEach(({ deliveries, watch }, poll) => {
		for (const { item, missing } of deliveries) {
			const check = byHash.get(item.hash)!;
			const { hash } = check;
			if (missing !== undefined && canHaveReport(course, check))
				verdict.bare.push(describe(check, [missing, poll]));
			const list = delivered.get(hash) ?? [];
			list.push({ event: watch.triggerOn, status: item.status, poll });
			delivered.set(hash, list);
		}
		for (const { json } of makeItems(deliveries, settingsOf(world, watch))) {
			const check = byHash.get(json.hash)!;
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
	// A backlog that takes several polls is remembered to its end.
	for (const { bytes, isWhole } of committed)
		if (isWhole && bytes > 4096 + 40 * busiest)
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

/** Oldest first within a delivery. Left out is what no page shows any more. */
function findDisorder(course: Course): string[] {
	const { world, service, committed } = course;
	const byHash = checksByHash(course);
	return committed.flatMap(({ deliveries, watch, began }) => {
		if (world.ways.orderBy === 'result' && watch.triggerOn === 'checkCreated') return [];
		const floor = began - world.lookbackMinutes * MINUTE;
		// What ends while the poll reads comes where it is seen.
		const checks = deliveries
			.map(({ item }) => byHash.get(item.hash)!)
			.filter((check) => check.startedAt >= floor && happensAtFor(service, check, watch) <= began);
		const keys = checks.map((check) => service.keyOf(check));
		const wrong = keys.findIndex((key, at) => at > 0 && key < keys[at - 1]);
		return wrong > 0 ? [`within a poll: ${describe(checks[wrong], [])}`] : [];
	});
}

const happensAtFor = (service: Course['service'], check: SimCheck, { triggerOn }: Watch) =>
	triggerOn === 'checkCompleted' ? service.endShownAt(check) : service.shownAt(check);

function describe({ hash, startedAt, endsAt, report }: SimCheck, times: unknown[]): string {
	const text = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : 'never');
	return `${hash.slice(0, 8)} ${text(startedAt)} to ${text(endsAt)} ${report} ${JSON.stringify(times)}`;
}
