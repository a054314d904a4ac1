/** The rules about what may not get lost, and what may not get out (design 1, third promise; design 8). */
import { type INodeExecutionData, jsonStringify } from 'n8n-workflow';
import { isProvable } from './money.mts';
import type { Course, Life, Try } from './course.mts';
import { type Check, sameRun } from './check.mts';
import {
	type Breach,
	callsOf,
	detailsOf,
	failureOf,
	isError,
	isOf,
	isSwapped,
	lastTries,
	nodeOf,
	place,
	shownTries,
	tell,
	wishOf,
} from './story.mts';
import { isIndistinguishable, isUnderSameKey } from './swaps.mts';
import type { Wish } from './workflow.mts';

/** All that a person or another try can find of a hash: outputs, errors, and what the nodes remember. */
function placesOf(lives: readonly Life[]): string {
	const shown = lives.flatMap(lastTries).map((one) => {
		const { message, description } = failureOf(one);
		return [one.items?.map(({ json }) => json), message, description];
	});
	const context = lives.at(-1)?.run?.saved.executionData?.contextData;
	// Of what is stopped, n8n drops all but what was logged and sent to the editor.
	const stopped = lives
		.filter(({ isStopped }) => isStopped)
		.map(({ run }) => [run?.logs, run?.uiMessages]);
	return JSON.stringify([shown, context, stopped]);
}

/** What a run of a node has been told until the end of a try, in lives of which something is left. */
function toldUntil(course: Course, one: Try): Check[] {
	return course.service.checks.filter(({ by, toldAt }) => {
		if (!by || !sameRun(by, one.asker) || toldAt > one.endedAt!) return false;
		return course.lives.some(
			({ root, number, run }) => run && root === by.root && number === by.life,
		);
	});
}

/** No failure leaves without its hashes, whichever try they are from (design 5). */
function* judgeFailures(course: Course): Generator<Breach> {
	for (const one of shownTries(course).filter(({ endedAt }) => endedAt !== undefined)) {
		const { message, description } = failureOf(one);
		const texts = (one.items ?? []).map((item) => ({ item, text: JSON.stringify(item.json) }));
		for (const check of toldUntil(course, one)) {
			const own = texts.filter(({ item }) => {
				const wish = wishOf(one, item);
				return wish !== undefined && isOf(check, wish);
			});
			const isTold = one.items
				? own.length === 0 || own.some(({ text }) => text.includes(check.hash))
				: `${message} ${description}`.includes(check.hash);
			if (isTold) continue;
			const said = one.items ? own[0]!.text : `${message} ${description}`;
			yield {
				rule: 'hashless',
				text: `${place(one, course)} tells nothing of ${tell(check, course)}: ${said}`,
			};
		}
	}
}

/** Whether a node, in any of its runs, has paid for a wish: a loop takes over what an earlier run left unanswered. */
function hasPaid({ service }: Course, { asker }: Try, wish: Wish): boolean {
	return service.checks.some(
		(check) => check.by?.root === asker.root && check.by.node === asker.node && isOf(check, wish),
	);
}

/** A check that nobody can tell from the one that was lost counts as paid for (docs/scale.md). */
function isSwap(course: Course, one: Try, item: INodeExecutionData): boolean {
	const check = course.service.checks.find(({ hash }) => hash === detailsOf(item).hash);
	const wish = wishOf(one, item);
	if (!check || !wish || !isOf(check, wish)) return false;
	return isIndistinguishable(course, one, check) || isUnderSameKey(course, one, wish, check);
}

/** An error item's details have what the table of reasons promises (design 2). */
function* judgeDetails(course: Course): Generator<Breach> {
	for (const one of shownTries(course))
		for (const item of (one.items ?? []).filter(isError)) {
			const { reason, charged } = detailsOf(item);
			const wish = wishOf(one, item);
			const where = `${place(one, course)}: ${JSON.stringify(item.json)}`;
			if (typeof reason !== 'string' || reason === '') yield { rule: 'reasonless', text: where };
			if (charged === true && wish && !hasPaid(course, one, wish) && !isSwap(course, one, item))
				yield { rule: 'overclaimed', text: where };
		}
}

const FREE = new Set(['history', 'find', 'list']);

/** Where the service has asked one of them for fewer calls, all of a process wait, and a look may come too late. */
const isHeldOff = ({ calls }: Course, process: object, until: number): boolean =>
	calls.some(
		({ asker, fault, at }) =>
			fault?.startsWith('rateLimited') && asker.process === process && at <= until,
	);

/** Whether a try could look for what was lost before it, as far as the way to the service goes. */
function couldLook(course: Course, one: Try): boolean {
	const calls = callsOf(course, one.asker.root, one.endedAt).filter(
		({ at }) => at >= one.startedAt,
	);
	const hasLooked = calls.some(({ kind, fault }) => kind === 'history' && !fault);
	const isFree = calls.every(({ kind, fault }) => !FREE.has(kind) || !fault);
	return hasLooked && isFree && !isHeldOff(course, one.asker.process, one.endedAt!);
}

/**
 * Whether the execution doesn't come to a lost check: its user wants a new one rather than a question, or it stopped at
 * another item, and comes to this one at the next Retry.
 */
function isPassedOver(course: Course, last: Try, check: Check): boolean {
	if (nodeOf(course, last).onUnsure === 'submitAgain') return true;
	const { items } = failureOf(last);
	return last.thrown !== undefined && !items.some((item) => isOf(check, last.wishes[item]!));
}

/** Whether the execution can tell of a check that was charged. */
function canBeHad(course: Course, check: Check, shown: readonly Life[]): boolean {
	const { by } = check;
	if (!by) return false;
	const own = course.lives.find((life) => life.root === by.root && life.number === by.life)!;
	if (check.toldAt <= own.endedAt && own.run) return true;
	if (!isProvable(course.world.ways)) return false;
	const tries = shown.flatMap(lastTries).filter((one) => sameRun(one.asker, by));
	const last = tries.at(-1);
	const isStopped = shown.some((life) => life.isStopped && life.tries.includes(last!));
	if (!last || isStopped || isPassedOver(course, last, check)) return false;
	return last.endedAt !== undefined && last.endedAt > check.initAt && couldLook(course, last);
}

/**
 * Whether an execution that was cut off is answered with the check that another one has paid for under the same key: the
 * same work is had, and who else has paid for it nobody looks for (docs/scale.md).
 */
function isReplaced({ lives }: Course, check: Check, shown: readonly Life[]): boolean {
	const own = lives.find(({ root, number }) => root === check.by?.root && number === check.by.life);
	if (own?.run) return false;
	const tries = shown.flatMap(lastTries).filter((one) => sameRun(one.asker, check.by!));
	return tries.some((one) =>
		(one.items ?? []).some((item) => {
			const wish = wishOf(one, item);
			return wish?.key && isOf(check, wish) && !isError(item) && item.json.charged === false;
		}),
	);
}

function* judgeHashes(course: Course): Generator<Breach> {
	for (const root of course.world.executions.keys()) {
		const shown = course.lives.filter((life) => life.root === root && life.run);
		if (shown.length === 0) continue;
		const places = placesOf(shown);
		for (const check of course.service.checks) {
			if (check.by?.root !== root || places.includes(check.hash)) continue;
			if (isSwapped(course, check) || isReplaced(course, check, shown)) continue;
			if (!canBeHad(course, check, shown)) continue;
			const own = shown.some(({ number }) => number === check.by?.life);
			const rule = check.toldAt < Infinity && own ? 'lostTold' : 'lost';
			yield { rule, text: `${tell(check, course)} is nowhere to be found` };
		}
	}
}

const SLICE = 8;

/** No eight characters of the token in a row; a few samples tell. */
function* judgeToken(course: Course): Generator<Breach> {
	const { token } = course;
	const samples = [0, 6, token.length - SLICE].map((from) => token.slice(from, from + SLICE));
	for (const { run, root, number } of course.lives) {
		if (!run) continue;
		const seen = jsonStringify([run.logs, run.uiMessages], { replaceCircularRefs: true });
		const text = JSON.stringify(run.saved) + seen;
		if (samples.some((sample) => text.includes(sample)))
			yield { rule: 'token', text: `execution ${root}.${number} shows the token` };
	}
}

/** What a try may take beyond its timeout: a look at the history, and a submission on its way, in ms. */
const GRACE_MS = 15_000 + 20_000 + 2_000;

function* judgeTime(course: Course): Generator<Breach> {
	for (const one of course.lives.flatMap(({ tries }) => tries)) {
		if (one.endedAt === undefined) continue;
		const node = nodeOf(course, one);
		const tookMs = one.endedAt - one.startedAt;
		if (tookMs > node.timeout * 1000 + GRACE_MS)
			yield {
				rule: 'overtime',
				text: `${place(one, course)}, and its timeout is ${node.timeout} s`,
			};
	}
}

/** Nothing that was paid for is lost, the token stays inside, and the timeout is the run's. */
export function* judgeLosses(course: Course): Generator<Breach> {
	yield* judgeHashes(course);
	yield* judgeFailures(course);
	yield* judgeDetails(course);
	yield* judgeToken(course);
	yield* judgeTime(course);
}
