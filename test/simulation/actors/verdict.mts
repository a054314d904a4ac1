/** What is wrong with a course, under the names of the rules that it breaks; what can't be promised is counted apart. */
import { type IDataObject, jsonStringify } from 'n8n-workflow';
import { CROWD, type Course } from './play.mts';
import {
	type Charge,
	hasSeen,
	isError,
	isOf,
	isReturned,
	lifeOf,
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
	wantedOf,
	wordsOf,
	type Work,
	worksOf,
} from './story.mts';
import {
	beginOf,
	type Breach,
	DOUBT_MS,
	judgeShape,
	judgeView,
	judgeWhole,
} from './verdictOfItems.mts';
import { sameThing, type Order } from './workflow.mts';
import { MINUTE, WALLETS } from './worlds.mts';

/**
 * The charges of a work, after a swap: where two executions lose requests for the same wallet in the same minutes, a try
 * takes a right check of its time, whoever has paid for it. The charge is then the one of the node that says or notes so, and
 * whoever paid gets another check: as many are paid for as are wanted. A charge whose answer has arrived in an execution
 * that lived is its payer's.
 */
function chargesOf(course: Course, works: Work[], work: Work): Charge[] {
	const claims = (work: Work, { check }: Charge) =>
		viewsIn(work).some(({ json }) => json.charged === true && json.hash === check.hash) ||
		(thingsOf(work).some((order) => isOf(check, order)) &&
			takenOf(course, work).some(
				({ hash, paidBy }) => hash === check.hash && paidBy?.endsWith(` ${work.node}`),
			));
	const ownerOf = (payer: Work, charge: Charge) =>
		lifeOf(course, charge).run && isReturned(course, charge)
			? payer
			: ([payer, ...works].find((one) => claims(one, charge)) ?? payer);
	return works.flatMap((payer) =>
		payer.charges.filter((charge) => ownerOf(payer, charge) === work),
	);
}

/** One charge for a order. */
function* judgeCharges(
	course: Course,
	works: Work[],
	work: Work,
	order: Order,
	all: Charge[],
): Generator<Breach> {
	const isOfOrder = ({ check }: Charge) => isOf(check, order);
	const charges = all.filter(isOfOrder);
	if (charges.length <= wantedOf(course, work, order)) return;
	const told = charges.map((one) => tell(one, course)).join(' and ');
	// It took the check of another execution that died, and its own came later: that one is the other's.
	const isSwapped = charges.some((charge) => !work.charges.includes(charge));
	const paid = works.flatMap((one) => one.charges).filter(isOfOrder).length;
	const wanted = works.map((one) => wantedOf(course, one, order)).reduce((a, b) => a + b);
	const conceded = isSwapped && paid <= wanted ? 'crowd' : undefined;
	yield { rule: 'paidTwice', text: `${place(work, course)}: ${told}`, conceded };
}

/** Under a key the same work is charged once, whoever asks; where a repeated id is charged, once in a process. */
function* judgeKeys(course: Course, works: Work[]): Generator<Breach> {
	const { repeatedId } = course.world.ways;
	for (const node of new Set(works.map((work) => work.node))) {
		const own = works.filter((work) => work.node === node);
		if (own[0]!.plan.key === 'none') continue;
		const orders = own.flatMap((work) => work.orders);
		for (const thing of own.flatMap(thingsOf)) {
			const keys = new Set(
				orders.filter((order) => sameThing(order, thing)).map((order) => order.key),
			);
			const charges = own.flatMap((work) => work.charges).filter(({ check }) => isOf(check, thing));
			const processes = new Set(charges.map(({ sent }) => sent.asker.process));
			const most = keys.size * (repeatedId === 'charge' ? processes.size : 1);
			if (charges.length <= most) continue;
			const text = charges.map((one) => tell(one, course)).join(' and ');
			yield { rule: 'keyPaidTwice', text };
			break;
		}
	}
}

const isOfHash =
	(hash: string) =>
	({ json }: View): boolean =>
		json.hash === hash;

/** Nothing says unpaid that was paid. */
function* judgeDenials(
	course: Course,
	works: Work[],
	work: Work,
	order: Order,
	all: Charge[],
): Generator<Breach> {
	const items = viewsAbout(work, order);
	const end = Math.max(...work.shown.map(({ endedAt }) => endedAt!));
	const charges = all.filter(({ check }) => isOf(check, order) && check.initAt <= end);
	if (charges.length === 0) return;
	const words = work.shown.filter(({ thrown }) => thrown !== undefined).map(wordsOf);
	// Another check than the one that was paid for may be said to be unpaid; the hash is then judged as lost.
	const isOfCharge = ({ hash }: IDataObject) =>
		!hash || charges.some(({ check }) => check.hash === hash);
	const isDenied =
		items.length > 0
			? items.map(saysOf).every((said) => said.charged === false && isOfCharge(said))
			: work.items.length === 1 && words.some((text) => /nothing was paid/i.test(text));
	if (!isDenied) return;
	// A reading that came before the history showed it is all that anybody could do.
	const isUnseen = charges.every(({ check, sent }) => {
		const seen = readings(course, work.root, sent.call.at, end);
		return seen.length > 0 && seen.every((at) => at < shownAt(course, check) + TOLERANCE_MS);
	});
	const text = `${place(work, course)}: ${charges.map((one) => tell(one, course)).join()} ${JSON.stringify(items.map(({ json }) => json))} ${words.join()}`;
	// Who paid has died, and another execution under the key has the check: nobody knows any more who paid.
	const isShared =
		work.plan.key !== 'none' &&
		charges.every(
			(charge) =>
				!lifeOf(course, charge).run &&
				works.some((one) => one !== work && viewsIn(one).some(isOfHash(charge.check.hash))),
		);
	yield { rule: 'denied', text, conceded: isUnseen ? 'hidden' : isShared ? 'crowd' : undefined };
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

/** An entry of the ledger: the check that it has, and which run of which node has paid for it (`0 AML 1`). */
interface Taken {
	hash?: string;
	paidBy?: string;
}

/** The checks that an execution has taken for a node, as n8n has saved them. */
function takenOf(course: Course, work: Work): Taken[] {
	const last = course.lives.filter((life) => life.root === work.root && life.run).at(-1);
	const { flow } = (last?.run?.saved.executionData?.contextData ?? {}) as {
		flow?: { amlChecks?: { entries: Record<string, Taken> } };
	};
	return Object.values(flow?.amlChecks?.entries ?? {});
}

/** Whether the work gives out other right checks in place of one, as many as it wants. */
const isSwapped = (course: Course, work: Work, { check }: Charge): boolean =>
	thingsOf(work)
		.filter((order) => isOf(check, order))
		.some((order) => {
			const shown = viewsAbout(work, order).filter((item) => !isError(item));
			const taken = takenOf(course, work).map(({ hash }) => hash);
			const hashes = [...shown.map((item) => saysOf(item).hash), ...taken];
			const others = course.checks.filter(
				(other) => other !== check && isOf(other, order) && hashes.includes(other.hash),
			);
			return others.length >= wantedOf(course, work, order);
		});

/** Nothing that was paid for is lost. */
function* judgeHashes(course: Course, work: Work, charges: Charge[]): Generator<Breach> {
	if (work.shown.length === 0) return;
	const places = placesOf(course, work);
	const end = Math.max(...work.shown.map(({ endedAt }) => endedAt!));
	for (const charge of charges) {
		const { check, sent } = charge;
		if (places.includes(check.hash) || check.initAt > end) continue;
		const isBack = isReturned(course, charge);
		const text = `${tell(charge, course)} of ${place(work, course)}: ${places.slice(0, 3_000)}`;
		const own = lifeOf(course, charge);
		if (!own.run && (isBack || sent.call.at > end)) continue;
		const conceded = isSwapped(course, work, charge) ? 'crowd' : undefined;
		const { startedAt, endedAt } = work.shown.at(-1)!;
		const isSeen = hasSeen(course, work.root, check, startedAt, endedAt!);
		if (isBack) yield { rule: 'lost', text, conceded };
		else if (isSeen) yield { rule: 'unfound', text, conceded };
		else if (own.run && !own.isStopped && !places.includes(check.requestId!))
			yield { rule: 'untraceable', text, conceded };
	}
}

/**
 * Of all that share a check, one says that it has paid for it. Two processes can't know of each other: after a loss each
 * takes a right check of its time for its own. Nobody claims a check from before.
 */
function* judgeClaims(course: Course, works: Work[]): Generator<Breach> {
	const owners = new Map<string, Work>();
	for (const work of works)
		for (const one of work.shown)
			for (const { json } of (one.items ?? []).flatMap((item) => viewsOf(one, item))) {
				const { hash, charged } = json as { hash: string; charged: boolean };
				if (isError({ json }) || charged !== true) continue;
				const text = `${place(work, course)}: ${JSON.stringify(json)}`;
				const { initAt = Infinity } = course.checks.find((check) => check.hash === hash) ?? {};
				const isOlder = initAt < beginOf(course, work.root) - DOUBT_MS;
				if (isOlder && work.plan.key === 'none') yield { rule: 'overclaimed', text };
				const first = owners.get(hash);
				owners.set(hash, work);
				if (!first) continue;
				const tries = [...first.tries, ...work.tries];
				const isApart = new Set(tries.map(({ asker }) => asker.process)).size > 1;
				yield { rule: 'claimedTwice', text, conceded: isApart ? 'crowd' : undefined };
			}
}

/** A try that pays leaves the execution within its Max Paid Checks. */
function* judgeLimits(course: Course, works: Work[], work: Work): Generator<Breach> {
	const { plan, root, tries } = work;
	const { maxPaid } = plan;
	if (maxPaid === 0) return;
	const own = works.filter((one) => one.root === root);
	const sent = own.flatMap((one) => chargesOf(course, works, one)).map((charge) => charge.sent);
	for (const { asker, endedAt = Infinity } of tries.filter(({ asker: { life } }) => life === 0)) {
		if (!sent.some((one) => one.asker === asker)) continue;
		const paid = sent.filter(({ call, asker: { life } }) => life === 0 && call.at < endedAt);
		if (paid.length > maxPaid)
			yield { rule: 'overLimit', text: `${place(work, course)}: ${paid.length}, limit ${maxPaid}` };
	}
}

/** A node that always says no breaks no promise: where nothing is in the way, each item has its result. */
function* judgeCalm(course: Course, work: Work): Generator<Breach> {
	const { plan, root, orders } = work;
	const { ways, executions } = course.world;
	const pages = 4 + (ways.crowd === 'none' ? 0 : CROWD / 1_000);
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
		const charges = chargesOf(course, works, work);
		for (const order of thingsOf(work)) {
			breaches.push(...judgeCharges(course, works, work, order, charges));
			breaches.push(...judgeDenials(course, works, work, order, charges));
		}
		breaches.push(...judgeHashes(course, work, charges), ...judgeLimits(course, works, work));
		breaches.push(...judgeCalm(course, work), ...judgeTime(course, work));
	}
	return breaches;
}
