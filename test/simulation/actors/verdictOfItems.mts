/** What is wrong with an item: a pass that is none, another check than the one that was wanted, a shape of its own. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { StoredCheck } from '../../../sandbox/server.mts';
import type { Course, Try } from './play.mts';
import {
	isError,
	isOf,
	listedIn,
	place,
	saysOf,
	TOLERANCE_MS,
	type View,
	viewsOf,
	wantedBy,
	type Work,
} from './story.mts';
import { kindOfWallet, partsOf, type Order } from './workflow.mts';
import { ASSETS, HOUR, MINUTE } from './worlds.mts';

/** What went wrong, under the name of the rule that it breaks. */
export interface Breach {
	rule: string;
	text: string;
	/** Why it is nothing that can be promised. */
	conceded?: 'crowd' | 'hidden';
}

const LEVELS: Record<ReturnType<typeof kindOfWallet>, string> = {
	...{ low: 'low', medium: 'medium', high: 'high', sanctioned: 'high', dirtyUsdt: 'low' },
	...{ unscored: 'unknown', failed: 'unknown', neverFinishing: 'unknown' },
};

/** What a finished check of an asset of a wallet says. */
function levelOf(order: Order): string {
	const kind = kindOfWallet(order);
	const isDirty = kind === 'dirtyUsdt' && ASSETS[order.asset]!.currency.startsWith('USDT');
	return isDirty ? 'high' : LEVELS[kind];
}

/**
 * What begins so long before an execution may be its own: its clock may be a minute behind, and it allows for a minute.
 */
export const DOUBT_MS = 2 * MINUTE + TOLERANCE_MS;

export const beginOf = ({ lives }: Course, root: number): number =>
	lives.find((life) => life.root === root)!.startedAt;

/** Whether a check may be given out for a order as far as its age goes. */
function isRecent(
	course: Course,
	{ plan, root }: Work,
	one: Try,
	{ initAt, doneAt }: StoredCheck,
): boolean {
	if (initAt >= beginOf(course, root) - DOUBT_MS) return true;
	const ageMs = one.endedAt! - Math.min(doneAt, initAt);
	return ageMs <= plan.reuseHours * HOUR + 10 * MINUTE || plan.key !== 'none';
}

/** Whether a record leaves its asset open, and the user takes it all the same. */
function isUntold(
	{ world: { ways } }: Course,
	{ plan }: Work,
	check: StoredCheck,
	order: Order,
): boolean {
	const { network } = ASSETS[order.asset]!;
	const said = ASSETS.find((one) => one.network === network && one.tokenId === check.tokenId);
	const isOpen = ways.asset === 'none' || (ways.asset === 'code' && said?.currency === network);
	return plan.reuseUntold && plan.reuseHours > 0 && isOpen && check.currency === network;
}

/** What a check is about: the order itself, or another asset of its target, which the user may have taken for it. */
const subjectOf = (check: StoredCheck, order: Order): Order =>
	[order, ...ASSETS.map((_, asset) => ({ ...order, asset }))].find((one) => isOf(check, one)) ??
	order;

/** No check looks like what it isn't. */
export function* judgeView(
	course: Course,
	work: Work,
	one: Try,
	{ json, order }: View,
): Generator<Breach> {
	const where = `${place(work, course)}: ${JSON.stringify(json)}`;
	const check = course.checks.find(({ hash }) => hash === json.hash);
	if (!check) return yield { rule: 'madeUp', text: where };
	if (!isOf(check, order) && !isUntold(course, work, check, order))
		yield { rule: 'otherThing', text: where };
	if (!isRecent(course, work, one, check)) yield { rule: 'tooOld', text: where };
	const isDone = check.doneAt <= one.endedAt!;
	const truth = isDone ? levelOf(subjectOf(check, order)) : 'unknown';
	if (json.riskLevel !== 'unknown' && json.riskLevel !== truth)
		yield { rule: 'wrongLevel', text: `${where}, but it is ${truth}` };
}

const WORST_FIRST = ['high', 'unknown', 'medium', 'low'];

/** An item of a whole wallet is as bad as its worst check, and what lacks one is no pass. */
export function* judgeWhole(
	course: Course,
	work: Work,
	one: Try,
	item: INodeExecutionData,
): Generator<Breach> {
	const wanted = wantedBy(one, item);
	if (!wanted?.isWhole) return;
	const { riskLevel, charged } = saysOf(item);
	const text = `${place(work, course)}: ${JSON.stringify(item.json)}`;
	const views = viewsOf(one, item);
	const listed = listedIn(item);
	const levels = views.flatMap((view) => (isError(view) ? [] : [String(view.json.riskLevel)]));
	const hashes = listed.flatMap(({ hash }) => hash ?? []);
	if (new Set(hashes).size < hashes.length) yield { rule: 'sharedHash', text };
	if (charged === false && listed.some((check) => check.charged)) yield { rule: 'denied', text };
	if (isError(item)) {
		if (levels.includes('high')) yield { rule: 'heldBack', text };
		return;
	}
	const worst = WORST_FIRST.find((level) => levels.includes(level));
	const isMissing = levels.length < partsOf(wanted).length;
	if (riskLevel !== worst || (isMissing && worst !== 'high')) yield { rule: 'falsePass', text };
	if (views.length < partsOf(wanted).length) yield { rule: 'unlisted', text };
	const isUnknown = listed.some((check) => check.charged === undefined);
	const inAll = listed.some((check) => check.charged) || (isUnknown ? undefined : false);
	if (charged !== inAll) yield { rule: 'chargedInAll', text };
}

/** In either Continue mode every input item has its output, and nothing escapes. */
export function* judgeShape(course: Course, work: Work, one: Try): Generator<Breach> {
	const where = place(work, course);
	if (one.thrown !== undefined && work.plan.onError !== 'stop')
		yield { rule: 'escaped', text: `${where}: ${String(one.thrown)}` };
	if (!one.items) return;
	const paired = one.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	if (paired.join() !== one.orders.map((_, index) => index).join())
		yield { rule: 'unpaired', text: `${where}: items ${paired.join()}` };
	for (const item of one.items.filter(isError)) {
		const { reason, fault } = saysOf(item) ?? {};
		const { json } = item;
		const own = Object.keys(json)
			.filter((key) => json[key] !== undefined)
			.sort()
			.join();
		const isUnknown = item.json.riskLevel === 'unknown';
		if (own !== 'details,error,hash,riskLevel' || !isUnknown || !reason || !fault)
			yield { rule: 'errorShape', text: `${where}: ${JSON.stringify(item.json)}` };
	}
}
