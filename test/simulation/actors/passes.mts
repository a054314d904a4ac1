/** The rules about what is given out as a result: whose check it is, and what it says (design 1, second promise). */
import type { INodeExecutionData } from 'n8n-workflow';
import { ASSETS } from './assets.mts';
import type { Course, Try } from './course.mts';
import { type Check, levelOf, sameRun } from './check.mts';
import {
	type Breach,
	detailsOf,
	isError,
	isOf,
	nodeOf,
	place,
	shownTries,
	tell,
	wishOf,
} from './story.mts';
import { isIndistinguishable, isUnderSameKey } from './swaps.mts';
import type { Wish } from './workflow.mts';

const HOUR = 3_600_000;

/** A report of which the service doesn't tell the asset stands in where the user said so. */
function isUntoldReuse(course: Course, one: Try, wish: Wish, check: Check): boolean {
	const { reuseUntold, reuseHours } = nodeOf(course, one);
	const tells = check.odd !== 'asset' && course.world.ways.assetInRecords !== 'none';
	const { network, key } = ASSETS[wish.asset]!;
	const isTold =
		tells && (course.world.ways.assetInRecords === 'tokenId' || check.asset.code !== network);
	return (
		reuseUntold &&
		reuseHours > 0 &&
		!isTold &&
		key.endsWith('native') &&
		check.asset.network === network
	);
}

/** Whether a check that this run of the node didn't submit may be its result all the same. */
function mayBeHad(course: Course, one: Try, item: INodeExecutionData, check: Check): boolean {
	const { by } = check;
	const node = nodeOf(course, one);
	const { asker } = one;
	// A loop, or the tries of a tool, take over what an earlier run was left without an answer for.
	if (by && by.root === asker.root && by.node === asker.node) return true;
	if (item.json.reused === true && node.reuseHours > 0) {
		const age = one.endedAt! - check.doneAt;
		if (age <= node.reuseHours * HOUR + 4 * 60_000) return true;
	}
	const wish = wishOf(one, item);
	if (by && by.node === asker.node && wish?.key !== '' && node.key !== 'none') return true;
	return isIndistinguishable(course, one, check);
}

function* judgeItem(course: Course, one: Try, item: INodeExecutionData): Generator<Breach> {
	const { json } = item;
	const where = place(one, course);
	const wish = wishOf(one, item);
	const check = course.service.checks.find(({ hash }) => hash === json.hash);
	if (!wish) return yield { rule: 'unpaired', text: `${where}: an item without an input item` };
	if (!check)
		return yield { rule: 'madeUp', text: `${where}: ${String(json.hash)} is no check of anybody` };
	const told = `${where} gave out ${tell(check, course)} as ${String(json.riskLevel)}`;
	if (!isOf(check, wish) && !isUntoldReuse(course, one, wish, check))
		yield { rule: 'otherThing', text: `${told} for ${ASSETS[wish.asset]!.key} ${wish.wallet}` };
	else if (!isOf(check, wish)) return;
	else if (!mayBeHad(course, one, item, check))
		yield { rule: 'somebodyElses', text: `${told}: not its own` };
	const truth = check.doneAt <= one.endedAt! ? levelOf(check) : 'unknown';
	if (json.riskLevel !== 'unknown' && json.riskLevel !== truth)
		yield { rule: 'wrongLevel', text: `${told}, but it is ${truth}` };
	const isOwn =
		check.by !== null && check.by.root === one.asker.root && check.by.node === one.asker.node;
	const isUnknowable =
		isIndistinguishable(course, one, check) || isUnderSameKey(course, one, wish, check);
	if (json.charged === true && !isOwn && !isUnknowable)
		yield { rule: 'falselyCharged', text: `${told}: it says it has paid for it` };
}

/** Of the items that share a check one says that it has paid for it. */
function* judgeCharged(course: Course, one: Try): Generator<Breach> {
	const byHash = new Map<string, INodeExecutionData[]>();
	for (const item of (one.items ?? []).filter((some) => !isError(some))) {
		const hash = String(item.json.hash);
		byHash.set(hash, [...(byHash.get(hash) ?? []), item]);
	}
	for (const [hash, items] of byHash) {
		const check = course.service.checks.find((some) => some.hash === hash);
		const saying = items.filter(({ json }) => json.charged === true).length;
		const isOwn = check?.by && sameRun(check.by, one.asker);
		if (saying > 1 || (isOwn && saying === 0 && items.every(({ json }) => json.reused !== true)))
			yield {
				rule: 'chargedFlag',
				text: `${place(one, course)}: ${saying} of ${items.length} items say they have paid for ${hash}`,
			};
	}
}

/** In either Continue mode every input item has its output, and nothing escapes. */
function* judgeShape(course: Course, one: Try): Generator<Breach> {
	const where = place(one, course);
	const mode = nodeOf(course, one).onError;
	if (one.thrown !== undefined && mode !== 'stop')
		yield { rule: 'escaped', text: `${where} threw under Continue: ${String(one.thrown)}` };
	if (!one.items) return;
	const paired = one.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	if (paired.join() !== one.wishes.map((_, index) => index).join())
		yield { rule: 'unpaired', text: `${where}: items ${paired.join()}` };
	for (const item of one.items.filter(isError)) {
		if (Object.keys(item.json).sort().join() !== 'details,error')
			yield { rule: 'errorShape', text: `${where}: ${Object.keys(item.json).join()}` };
		if (detailsOf(item) === undefined) yield { rule: 'errorShape', text: `${where}: no details` };
	}
}

/**
 * Whether one of two has paid for a check in another process and saved it, and came to the process of the other one only
 * when that had taken it for its own (docs/scale.md).
 */
function isKnownTooLate(course: Course, first: Try, other: Try, wanted: string): boolean {
	const check = course.service.checks.find(({ hash }) => hash === wanted)!;
	const { by, toldAt } = check;
	const life = course.lives.find(({ root, number }) => root === by?.root && number === by.life);
	const isSaved =
		toldAt < Infinity && life?.run !== undefined && by?.process !== first.asker.process;
	return isSaved && [first, other].some((one) => isIndistinguishable(course, one, check));
}

/** In one process nobody gives out a check as paid for by itself that somebody else gives out so. */
function* judgeSharing(course: Course): Generator<Breach> {
	const owners = new Map<string, Try>();
	for (const one of shownTries(course))
		for (const { json } of (one.items ?? []).filter((item) => !isError(item))) {
			const key = String(json.hash);
			const first = owners.get(key);
			if (json.charged !== true) continue;
			if (first && (first.asker.root !== one.asker.root || first.asker.node !== one.asker.node)) {
				if (first.asker.process === one.asker.process && !isKnownTooLate(course, first, one, key))
					yield {
						rule: 'shared',
						text: `${place(first, course)} and ${place(one, course)}: ${key}`,
					};
			} else owners.set(key, one);
		}
}

/** No item looks like what it isn't. */
export function* judgePasses(course: Course): Generator<Breach> {
	for (const one of shownTries(course)) {
		yield* judgeShape(course, one);
		yield* judgeCharged(course, one);
		for (const item of one.items ?? []) if (!isError(item)) yield* judgeItem(course, one, item);
	}
	yield* judgeSharing(course);
}
