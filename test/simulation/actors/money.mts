/** The rules about money: one charge for a wish, no limit overrun, no word that denies a charge (design 1 and 5). */
import type { Course, Try } from './course.mts';
import type { Check } from './check.mts';
import {
	type Breach,
	chargesOf,
	detailsOf,
	failureOf,
	hasDied,
	hasLost,
	isError,
	isOf,
	isSameThing,
	isSwapped,
	nodeOf,
	place,
	shownTries,
	tell,
	wantedOf,
	wishOf,
} from './story.mts';
import type { NodePlan, Ways } from './types.mts';
import type { Wish } from './workflow.mts';

/** The history shows a check at the second look for it, a few seconds after the first. */
const SECOND_LOOK_MS = 2_500;

/** Whether somebody who looks for a check right after it was lost can find it. */
export const isProvable = ({ unfinished, lagMs }: Ways): boolean =>
	unfinished !== 'hidden' && lagMs <= SECOND_LOOK_MS;

/**
 * What can't be promised (docs/scale.md): at a service that charges a repeated `id`, and whose history doesn't show an
 * unfinished check, or not in time, a check that was lost or whose process died may be paid for again.
 */
function isConceded(course: Course, one: Try, node: NodePlan, until: number): boolean {
	const wasLost = hasLost(course, one, until) || hasDied(course, one.asker.root, until);
	if (!wasLost) return false;
	const { ways } = course.world;
	return node.onUnsure === 'submitAgain' || (ways.repeatedId === 'charge' && !isProvable(ways));
}

const inOrder = (a: Check, b: Check) => a.initAt - b.initAt;

/** One look at each wish of each run of a node, over all its lives. */
function* eachWish(course: Course): Generator<{ one: Try; wish: Wish }> {
	const seen = new Set<string>();
	for (const one of course.lives.flatMap(({ tries }) => tries))
		for (const wish of one.wishes) {
			const { root, node, runIndex } = one.asker;
			const key = [root, node, runIndex, wish.wallet, wish.asset].join();
			if (seen.has(key)) continue;
			seen.add(key);
			yield { one, wish };
		}
}

function* judgeCharges(course: Course): Generator<Breach> {
	for (const { one, wish } of eachWish(course)) {
		const node = nodeOf(course, one);
		const charges = chargesOf(course, one, wish)
			.filter((check) => !isSwapped(course, check))
			.sort(inOrder);
		const extra = charges[wantedOf(one, node, wish)];
		if (!extra || isConceded(course, one, node, extra.initAt)) continue;
		const all = charges.map((check) => tell(check, course)).join(' and ');
		yield { rule: 'paidTwice', text: `${place(one, course)} paid for ${all}` };
	}
}

/** How many checks of a thing all executions together want of a node under its keys. */
function wantedUnderKeys(course: Course, one: Try, wish: Wish): number {
	const { merge } = nodeOf(course, one);
	const most = new Map<string, number>();
	for (const { asker, wishes } of course.lives.flatMap(({ tries }) => tries)) {
		if (asker.node !== one.asker.node) continue;
		const same = wishes.filter((other) => isSameThing(other, wish));
		for (const { key } of same) {
			const count = merge ? 1 : same.filter((other) => other.key === key).length;
			most.set(key, Math.max(most.get(key) ?? 0, count));
		}
	}
	return [...most.values()].reduce((sum, count) => sum + count, 0);
}

/** Charges that are to be one for a piece of work: all of them, or where a repeated `id` is charged those of a process. */
function chargesOfWork(course: Course, one: Try, wish: Wish): Check[][] {
	const all = course.service.checks
		.filter((check) => check.by?.node === one.asker.node && isOf(check, wish))
		.sort(inOrder);
	if (course.world.ways.repeatedId !== 'charge') return [all];
	const processes = new Set(all.map(({ by }) => by?.process));
	return [...processes].map((process) => all.filter(({ by }) => by?.process === process));
}

/** Under an idempotency key the same work is charged once, whoever asks: in a process, whatever the service does. */
function* judgeKeys(course: Course): Generator<Breach> {
	const tries = course.lives.flatMap((life) => life.tries);
	const seen = new Set<string>();
	for (const { one, wish } of eachWish(course)) {
		const node = nodeOf(course, one);
		const id = [one.asker.node, wish.wallet, wish.asset, wish.key].join();
		if (wish.key === '' || node.onUnsure === 'submitAgain' || seen.has(id)) continue;
		seen.add(id);
		const wanted = wantedUnderKeys(course, one, wish);
		for (const charges of chargesOfWork(course, one, wish)) {
			const extra = charges[wanted];
			if (!extra) continue;
			const mayBe = (other: Try): boolean =>
				other.asker.node === one.asker.node && isConceded(course, other, node, extra.initAt);
			const isExcused = course.world.ways.repeatedId === 'charge' && tries.some(mayBe);
			if (!isExcused)
				yield {
					rule: 'keyPaidTwice',
					text: `under its key: ${charges.map((check) => tell(check, course)).join(' and ')}`,
				};
		}
	}
}

/** Whether an item denies that anything was paid for it. */
const denies = (text: string): boolean => /nothing was paid/i.test(text);

/** What a killed process has paid for, nobody can know of where the history doesn't show it, or not in time. */
const isHidden = (course: Course, { asker, endedAt }: Try): boolean =>
	hasDied(course, asker.root, endedAt) && !isProvable(course.world.ways);

function* judgeDenials(course: Course): Generator<Breach> {
	for (const one of shownTries(course)) {
		for (const wish of one.wishes) {
			const charges = chargesOf(course, one, wish, one.endedAt).filter(
				(check) => !isSwapped(course, check),
			);
			if (charges.length === 0 || isHidden(course, one)) continue;
			// A wish keeps its request id for life, however often it was paid for.
			const paid = new Set(charges.map(({ requestId }) => requestId)).size;
			const denied = denialOf(course, one, wish, paid);
			if (!denied) continue;
			const told = charges.map((check) => tell(check, course)).join(' and ');
			yield { rule: 'denied', text: `${place(one, course)} said "${denied}" of ${told}` };
		}
	}
}

/** @returns the words that deny a charge, where more was charged than is owned up to. */
function denialOf(course: Course, one: Try, wish: Wish, charged: number): string | undefined {
	const wanted = wantedOf(one, nodeOf(course, one), wish);
	if (one.thrown !== undefined) {
		const { message, description, items } = failureOf(one);
		const isAbout = wanted === 1 && items.some((item) => isSameThing(one.wishes[item]!, wish));
		return isAbout && denies(`${message} ${description}`) ? `${message} ${description}` : undefined;
	}
	const items = (one.items ?? []).filter((item) => {
		const other = wishOf(one, item);
		return other !== undefined && isSameThing(other, wish);
	});
	const denying = items.filter((item) =>
		isError(item)
			? detailsOf(item).charged === false || denies(JSON.stringify(item.json))
			: item.json.charged === false,
	);
	const shared = Math.max(0, items.length - wanted);
	const paid = Math.min(charged, wanted);
	if (items.length === 0 || paid <= items.length - denying.length) return undefined;
	const loud = denying.filter(isError);
	return loud.length > shared ? JSON.stringify(loud[0]!.json) : undefined;
}

/** Max Paid Checks bounds each try; one that holds nothing pays for nothing. */
function* judgeLimits(course: Course): Generator<Breach> {
	for (const { number, tries } of course.lives) {
		for (const one of tries) {
			const { key, maxPaid: limit } = nodeOf(course, one);
			// At a Retry somebody has raised the limit, and left the key as it was.
			const maxPaid = key === 'nothing' ? -1 : number > 0 ? 0 : limit;
			const { life, node, root, runIndex } = one.asker;
			const paid = course.service.checks.filter(
				({ by, initAt }) =>
					by &&
					[by.root, by.life, by.node, by.runIndex].join() === [root, life, node, runIndex].join() &&
					initAt >= one.startedAt &&
					initAt <= (one.endedAt ?? Infinity),
			).length;
			if (maxPaid !== 0 && paid > Math.max(0, maxPaid))
				yield {
					rule: 'overLimit',
					text: `${place(one, course)} paid for ${paid}, limit ${maxPaid}`,
				};
		}
	}
}

/** Nothing is paid for twice, and nothing says unpaid that was paid. */
export function* judgeMoney(course: Course): Generator<Breach> {
	yield* judgeCharges(course);
	yield* judgeKeys(course);
	yield* judgeDenials(course);
	yield* judgeLimits(course);
}
