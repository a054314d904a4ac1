/** What is wrong with a course, under the names of the rules that it breaks; what can't be promised is counted apart. */
import { type INodeExecutionData, jsonStringify } from 'n8n-workflow';
import type { StoredCheck } from '../../../sandbox/server.mts';
import { CROWD, type Course, type Sent, type Try } from './play.mts';
import {
	type Charge,
	hasLoss,
	hasSeen,
	isError,
	isOf,
	isReturned,
	listedIn,
	place,
	readings,
	saysOf,
	shownAt,
	tell,
	thingsOf,
	TOLERANCE_MS,
	type View,
	viewsAbout,
	viewsIn,
	viewsOf,
	wantedBy,
	wantedOf,
	wordsOf,
	type Work,
	worksOf,
} from './story.mts';
import { isRefusal, kindOf } from './way.mts';
import { kindOfWallet, partsOf, sameThing, type Order } from './workflow.mts';
import { ASSETS, HOUR, MINUTE, WALLETS } from './worlds.mts';

/** What went wrong, under the name of the rule that it breaks. */
export interface Breach {
	rule: string;
	text: string;
	/** Why it is nothing that can be promised. */
	conceded?: 'crowd' | 'hidden' | 'redelivered' | 'refused' | 'wanted';
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

const beginOf = ({ lives }: Course, root: number): number =>
	lives.find((life) => life.root === root)!.startedAt;

/** Whether a check may be given out for a order as far as its age goes. */
function isRecent(
	course: Course,
	{ plan, root }: Work,
	one: Try,
	{ initAt, doneAt }: StoredCheck,
): boolean {
	if (initAt >= beginOf(course, root) - TOLERANCE_MS) return true;
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
function* judgeView(
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
function* judgeWhole(
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
function* judgeShape(course: Course, work: Work, one: Try): Generator<Breach> {
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

/** Whether nothing could show a check to the one who asked before a moment, however often it read the history. */
const isHidden = (course: Course, { check }: Charge, at: number): boolean =>
	!course.world.ways.showPending && shownAt(course, check) > at;

/**
 * The charges of a work, after a swap: after a death, or where two executions lose requests for the same wallet in the
 * same minutes, a try takes a right check of its time, whoever has paid for it. The charge is then the one of the node
 * that says so, and whoever paid gets another check: as many are paid for as are wanted.
 */
function chargesOf(works: Work[], work: Work): Charge[] {
	const claims = (work: Work, { check }: Charge) =>
		viewsIn(work).some(({ json }) => json.charged === true && json.hash === check.hash);
	const ownerOf = (payer: Work, charge: Charge) =>
		[payer, ...works].find((one) => claims(one, charge)) ?? payer;
	return works.flatMap((payer) =>
		payer.charges.filter((charge) => ownerOf(payer, charge) === work),
	);
}

/** Whether another process pays after the one that paid has died, and before the history shows it. */
function isBereft(course: Course, paid: Charge, next: Charge): boolean {
	const { root, life, process } = paid.sent.asker;
	const own = course.lives.find((one) => one.root === root && one.number === life)!;
	const isAway = next.sent.asker.process !== process;
	return !own.run && isAway && shownAt(course, paid.check) > next.sent.call.at;
}

/** One charge for a order. */
function* judgeCharges(course: Course, work: Work, order: Order, all: Charge[]): Generator<Breach> {
	const charges = all.filter(({ check }) => isOf(check, order));
	const extra = charges[wantedOf(course, work, order)];
	if (!extra) return;
	const at = extra.sent.call.at;
	const isWanted = work.plan.onUnsure === 'submitAgain' && hasLoss(course, work, at);
	const others = charges.filter((one) => one !== extra && one.sent.call.at <= at);
	// Another execution under the same key pays after a refusal that was charged, before the history shows the check.
	const isRefused =
		work.plan.key !== 'none' && others.some(({ sent }) => isRefusal(sent.struck?.kind));
	const isUnseen = others.some((one) => isHidden(course, one, at) || isBereft(course, one, extra));
	const conceded = isWanted ? 'wanted' : isRefused ? 'refused' : isUnseen ? 'hidden' : undefined;
	const told = charges.map((one) => tell(one, course)).join(' and ');
	yield { rule: 'paidTwice', text: `${place(work, course)}: ${told}`, conceded };
}

/** Under a key the same work is charged once, whoever asks; where a repeated id is charged, once in a process. */
function* judgeKeys(course: Course, works: Work[]): Generator<Breach> {
	const { repeatedId } = course.world.ways;
	for (const node of new Set(works.map((work) => work.node))) {
		const own = works.filter((work) => work.node === node);
		const { key, merge, onUnsure } = own[0]!.plan;
		if (key === 'none' || !merge) continue;
		const orders = own.flatMap((work) => work.orders);
		for (const thing of own.flatMap(thingsOf)) {
			const keys = new Set(
				orders.filter((order) => sameThing(order, thing)).map((order) => order.key),
			);
			const charges = own.flatMap((work) => work.charges).filter(({ check }) => isOf(check, thing));
			const processes = new Set(charges.map(({ sent }) => sent.asker.process));
			const most = keys.size * (repeatedId === 'charge' ? processes.size : 1);
			if (charges.length <= most) continue;
			const isConceded = onUnsure === 'submitAgain' || own.some((work) => hasLoss(course, work));
			const text = charges.map((one) => tell(one, course)).join(' and ');
			yield { rule: 'keyPaidTwice', text, conceded: isConceded ? 'hidden' : undefined };
			break;
		}
	}
}

/** Nothing says unpaid that was paid. */
function* judgeDenials(course: Course, work: Work, order: Order, all: Charge[]): Generator<Breach> {
	const items = viewsAbout(work, order);
	const end = Math.max(...work.shown.map(({ endedAt }) => endedAt!));
	const charges = all.filter(({ check }) => isOf(check, order) && check.initAt <= end);
	if (charges.length === 0) return;
	const words = work.shown.filter(({ thrown }) => thrown !== undefined).map(wordsOf);
	const isDenied =
		items.length > 0
			? items.every((item) => saysOf(item).charged === false)
			: work.items.length === 1 && words.some((text) => /nothing was paid/i.test(text));
	if (!isDenied) return;
	// A reading that came before the history showed it is all that anybody could do.
	const isUnseen = charges.every(({ check, sent }) => {
		const seen = readings(course, work.root, sent.call.at, end);
		return seen.length > 0 && seen.every((at) => at < shownAt(course, check) + TOLERANCE_MS);
	});
	const text = `${place(work, course)}: ${charges.map((one) => tell(one, course)).join()} ${JSON.stringify(items.map(({ json }) => json))} ${words.join()}`;
	// Another worker with the same execution reuses the check as anybody's.
	const isReused = course.world.executions[work.root]!.isRedelivered && work.plan.reuseHours > 0;
	yield { rule: 'denied', text, conceded: isUnseen ? 'hidden' : isReused ? 'crowd' : undefined };
}

/** All that a person, or another try, can find of a hash. */
function placesOf(course: Course, work: Work): string {
	const lives = course.lives.filter((life) => life.root === work.root && life.run);
	const last = lives.at(-1)!;
	const shown = work.shown.map((one) => [one.items?.map(({ json }) => json), wordsOf(one)]);
	const isOver = last.run!.status === 'success';
	const context = isOver ? [] : last.run!.saved.executionData?.contextData;
	const stopped = lives
		.filter((life) => life.isStopped)
		.map(({ run }) => [run!.logs, run!.uiMessages]);
	return JSON.stringify([shown, context, stopped]);
}

/** The checks that an execution has taken for a node, as n8n has saved them. */
function takenOf(course: Course, work: Work): unknown[] {
	const last = course.lives.filter((life) => life.root === work.root && life.run).at(-1)!;
	const { flow } = (last.run!.saved.executionData?.contextData ?? {}) as {
		flow?: { amlChecks?: { entries: Record<string, { hash?: string }> } };
	};
	const entries = Object.values(flow?.amlChecks?.entries ?? {});
	return entries.map(({ hash }) => hash);
}

/** Whether the work gives out other right checks in place of one, as many as it wants. */
const isSwapped = (course: Course, work: Work, { check }: Charge): boolean =>
	thingsOf(work)
		.filter((order) => isOf(check, order))
		.some((order) => {
			const shown = viewsAbout(work, order).filter((item) => !isError(item));
			const hashes = [...shown.map((item) => saysOf(item).hash), ...takenOf(course, work)];
			const others = course.checks.filter(
				(other) => other !== check && isOf(other, order) && hashes.includes(other.hash),
			);
			return others.length >= wantedOf(course, work, order);
		});

/**
 * Whether a worker that was given the execution again never heard that an `id` was used: it can't know that another one
 * has paid.
 */
function isUnheard({ lives, sent }: Course, { root, node }: Work, { sent: paid }: Charge): boolean {
	const isLater = ({ number }: { number: number }) => number > paid.asker.life;
	const later = lives.filter((life) => life.root === root && isLater(life));
	const hears = ({ asker, call, struck, charged }: Sent) =>
		asker.root === root &&
		asker.node === node &&
		asker.life > paid.asker.life &&
		kindOf(call) === 'pay' &&
		!struck &&
		charged === undefined;
	return later.some(({ isRedelivered }) => isRedelivered) && !sent.some(hears);
}

/**
 * From when until when a node searches for what it has sent: in its last run. Each round of a loop that merges nothing has
 * orders of its own, and its items are gone when the next one begins.
 */
function searchOf({ plan, shown }: Work, { asker }: Sent): [from: number, to: number] {
	const own = plan.merge ? shown : shown.filter((one) => one.asker.runIndex === asker.runIndex);
	const last = own.at(-1) ?? shown.at(-1)!;
	return [last.startedAt, last.endedAt!];
}

/** Nothing that was paid for is lost. */
function* judgeHashes(course: Course, work: Work): Generator<Breach> {
	if (work.shown.length === 0) return;
	const places = placesOf(course, work);
	const end = Math.max(...work.shown.map(({ endedAt }) => endedAt!));
	for (const charge of work.charges) {
		const { check, sent } = charge;
		if (places.includes(check.hash) || check.initAt > end) continue;
		const isBack = isReturned(course, charge);
		const text = `${tell(charge, course)} of ${place(work, course)}: ${places.slice(0, 3_000)}`;
		const own = course.lives.find(
			({ root, number }) => root === work.root && number === sent.asker.life,
		)!;
		if (!own.run && (isBack || sent.call.at > end)) continue;
		const isWanted = work.plan.onUnsure === 'submitAgain';
		const isCrowd = isSwapped(course, work, charge);
		const isUnknown = isUnheard(course, work, charge);
		const conceded = isWanted
			? 'wanted'
			: isCrowd
				? 'crowd'
				: isUnknown
					? 'redelivered'
					: undefined;
		const isSeen = hasSeen(course, work.root, check, ...searchOf(work, sent));
		if (isBack) yield { rule: 'lost', text, conceded };
		else if (isSeen) yield { rule: 'unfound', text, conceded };
		else if (own.run && !own.isStopped && !places.includes(check.requestId!))
			yield { rule: 'untraceable', text, conceded };
	}
}

const isRetried = ({ tries }: Work): boolean => tries.some(({ asker }) => asker.life > 0);

/**
 * Why two works may both say that they have paid for a check: after a loss or at a Retry each takes a right check of its
 * time for its own, and so do executions under one key, which look for what another one lost. In two processes they
 * can't know of each other in the same minutes. Nobody may claim a check from before all of them.
 */
function mayShare(course: Course, works: Work[], check: StoredCheck): boolean {
	const { skews, ways } = course.world;
	// An answer that takes seconds leaves open by as much what time the service has.
	const tolerance = TOLERANCE_MS + Math.abs(skews[0] - skews[1]) + ways.pageMs;
	const isOfTheirTime = works.some(({ root }) => check.initAt >= beginOf(course, root) - tolerance);
	const isLossy = works.some((one) => hasLoss(course, one) || isRetried(one));
	const keyed = works.filter(({ plan }) => plan.key !== 'none');
	const processes = new Set(keyed.map(({ tries }) => tries[0]?.asker.process));
	return isOfTheirTime && (isLossy || processes.size > 1);
}

/** Of all that share a check, one says that it has paid for it. */
function* judgeClaims(course: Course, works: Work[]): Generator<Breach> {
	const owners = new Map<string, Work>();
	for (const work of works)
		for (const item of viewsIn(work)) {
			const { hash, charged } = item.json as { hash: string; charged: boolean };
			const check = course.checks.find((one) => one.hash === hash);
			if (isError(item) || charged !== true || !check) continue;
			const first = owners.get(hash);
			owners.set(hash, work);
			const isKeyed = work.plan.key !== 'none';
			const involved = works.filter(
				(one) => one === first || one === work || (isKeyed && one.node === work.node),
			);
			const text = `${place(work, course)}: ${JSON.stringify(item.json)}`;
			const isShared = mayShare(course, involved, check);
			if (first) yield { rule: 'claimedTwice', text, conceded: isShared ? 'crowd' : undefined };
			const isOwn = work.charges.some((one) => one.check.hash === hash);
			if (!isOwn && !isShared && !isKeyed) yield { rule: 'overclaimed', text };
		}
}

/** Max Paid Checks bounds each try. */
function* judgeLimits(course: Course, work: Work): Generator<Breach> {
	const { maxPaid } = work.plan;
	for (const { asker, startedAt, endedAt = Infinity } of work.tries.filter(
		({ asker: { life } }) => life === 0,
	)) {
		const paid = work.charges.filter(
			({ sent }) => sent.asker === asker && sent.call.at >= startedAt && sent.call.at <= endedAt,
		);
		if (maxPaid > 0 && paid.length > maxPaid)
			yield { rule: 'overLimit', text: `${place(work, course)}: ${paid.length}, limit ${maxPaid}` };
	}
}

/** A node that always says no breaks no promise: where nothing is in the way, each item has its result. */
function* judgeCalm(course: Course, work: Work): Generator<Breach> {
	const { plan, root, orders } = work;
	const { ways, executions } = course.world;
	const pages = 4 + (ways.crowd === 'none' ? 0 : CROWD / ways.cap);
	const readMs = 20 * ways.latencyMs + pages * (ways.latencyMs + ways.pageMs);
	const isCalm =
		course.sent.every(({ struck }) => !struck) &&
		course.lives.every((life) => life.run && (life.root !== root || life.number === 0)) &&
		executions[root]!.stopAfter === null &&
		plan.maxPaid === 0 &&
		(plan.key === 'none' || ways.repeatedId !== 'refuse') &&
		!orders.some(({ wallet }) => WALLETS[wallet] === 'neverFinishing') &&
		ways.processingMs + readMs + 3_000 < plan.timeout * 1_000;
	if (!isCalm) return;
	for (const one of work.shown) {
		const errors = (one.items ?? []).filter(isError).map(({ json }) => JSON.stringify(json));
		const first = one.thrown === undefined ? errors[0] : wordsOf(one);
		if (first) yield { rule: 'needless', text: `${place(work, course)}: ${first}` };
	}
}

/** The longest that anything here may take: a few outages, and a few timeouts one after the other. */
const LONGEST_MS = 30 * MINUTE;

function* judgeTime(course: Course, work: Work): Generator<Breach> {
	for (const { startedAt, endedAt = startedAt } of work.tries)
		if (endedAt - startedAt > LONGEST_MS) yield { rule: 'endless', text: place(work, course) };
}

const SLICE = 8;

/** No eight characters of the token in a row; a few samples tell. */
function* judgeToken({ token, lives }: Course): Generator<Breach> {
	const samples = [0, 6, token.length - SLICE].map((from) => token.slice(from, from + SLICE));
	for (const { run, root, number } of lives.filter((life) => life.run)) {
		const text = jsonStringify([run!.saved, run!.logs, run!.uiMessages], {
			replaceCircularRefs: true,
		});
		if (samples.some((sample) => text.includes(sample)))
			yield { rule: 'token', text: `execution ${root}.${number} shows the token` };
	}
}

/** Holds a course against the promises. */
export function judge(course: Course): Breach[] {
	const works = worksOf(course);
	const breaches: Breach[] = [
		...judgeToken(course),
		...judgeKeys(course, works),
		...judgeClaims(course, works),
	];
	for (const work of works) {
		for (const one of work.shown) {
			breaches.push(...judgeShape(course, work, one));
			for (const item of one.items ?? []) {
				breaches.push(...judgeWhole(course, work, one, item));
				for (const view of viewsOf(one, item))
					if (!isError(view)) breaches.push(...judgeView(course, work, one, view));
			}
		}
		const charges = chargesOf(works, work);
		for (const order of thingsOf(work)) {
			breaches.push(...judgeCharges(course, work, order, charges));
			breaches.push(...judgeDenials(course, work, order, charges));
		}
		breaches.push(...judgeHashes(course, work), ...judgeLimits(course, work));
		breaches.push(...judgeCalm(course, work), ...judgeTime(course, work));
	}
	return breaches;
}
