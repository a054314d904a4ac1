/** A course as the rules look at it: who wanted what, what was charged for it, and what was shown. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { StoredCheck } from '../../../sandbox/server.mts';
import type { Course, Life, Sent, Try } from './play.mts';
import { isLegible, kindOf } from './way.mts';
import { indexOf, partsOf, sameThing, walletOf, type Wanted, type Order } from './workflow.mts';
import { ASSETS, HOUR, type NodePlan } from './worlds.mts';

/** Dates are whole seconds, and clocks are measured by them. */
export const TOLERANCE_MS = 5_000;

/** A check that one of ours paid for, and who. */
export interface Charge {
	check: StoredCheck;
	sent: Sent;
}

/** A node of an execution over all its lives, and the latest try of each of its runs that somebody saw. */
export interface Work {
	root: number;
	node: string;
	plan: NodePlan;
	/** What its items want. */
	items: Wanted[];
	/** The checks that they want. */
	orders: Order[];
	tries: Try[];
	shown: Try[];
	charges: Charge[];
}

/** Whether a check is of the very thing that is ordered. */
export function isOf(
	{ currency, tokenId, address, transaction }: StoredCheck,
	order: Order,
): boolean {
	const asset = ASSETS[order.asset]!;
	return (
		transaction === null &&
		currency === asset.network &&
		tokenId === asset.tokenId &&
		address.toLowerCase() === walletOf(order).toLowerCase()
	);
}

export const isError = ({ json }: Pick<INodeExecutionData, 'json'>): boolean => 'error' in json;

/** What an item says: an error item in its details. */
export const saysOf = ({ json }: Pick<INodeExecutionData, 'json'>): IDataObject =>
	('error' in json ? json.details : json) as IDataObject;

export const wantedBy = ({ orders }: Try, { pairedItem }: INodeExecutionData): Wanted | undefined =>
	orders[(pairedItem as { item: number } | undefined)?.item ?? -1];

/** What an item shows of one check: of a whole wallet it lists each, and one that is missing has a reason. */
export interface View {
	json: IDataObject;
	order: Order;
}

/** The checks that an item of a whole wallet lists. */
export const listedIn = ({ json }: INodeExecutionData): IDataObject[] =>
	((json.details as IDataObject | undefined)?.checks ?? []) as IDataObject[];

/** What an item shows of each of its checks. An error item that doesn't list one is about it all the same. */
export function viewsOf(one: Try, item: INodeExecutionData): View[] {
	const wanted = wantedBy(one, item);
	if (!wanted) return [];
	const listed = listedIn(item);
	return partsOf(wanted).flatMap((order): View[] => {
		if (!wanted.isWhole) return [{ json: item.json, order }];
		const found = listed.find(({ asset }) => asset === ASSETS[order.asset]!.name);
		if (!found) return isError(item) ? [{ json: item.json, order }] : [];
		const json = 'reason' in found ? { error: found.summary, details: found } : found;
		return [{ json, order }];
	});
}

/** All that a work shows of its checks, as it was shown last. */
export const viewsIn = ({ shown }: Work): View[] =>
	shown.flatMap((one) => (one.items ?? []).flatMap((item) => viewsOf(one, item)));

/** What a work shows of a thing. */
export const viewsAbout = (work: Work, order: Order): View[] =>
	viewsIn(work).filter((view) => sameThing(view.order, order));

/** What a node threw, as far as a person sees it. */
export function wordsOf({ thrown }: Try): string {
	const { message = '', description } = (thrown ?? {}) as {
		message?: string;
		description?: string;
	};
	return `${message} ${description ?? ''}`;
}

/** When the history shows a check from. */
export const shownAt = ({ world: { ways } }: Course, { initAt }: StoredCheck): number =>
	initAt + ways.lagMs;

/** The life in which a charge was asked for. */
export const lifeOf = ({ lives }: Course, { sent: { asker } }: Charge): Life =>
	lives.find(({ root, number }) => root === asker.root && number === asker.life)!;

/** Whether an answer with the hash reached the one who asked, who lived to see it. */
export function isReturned(course: Course, charge: Charge): boolean {
	const { call, struck, asker } = charge.sent;
	if (!isLegible(struck?.kind) && struck?.kind !== 'slow') return false;
	const { endedAt } = lifeOf(course, charge);
	return call.answeredAt !== undefined && (!asker.process.isDead || call.answeredAt < endedAt - 1);
}

/** A reading that asks what became of a submission has such pages; one for the links of a few items has shorter ones. */
const LEAST_ASKED = 200;

/** Readings of the history by an execution that ask for what was submitted, and got an answer that can be read. */
const questions = ({ sent }: Course, root: number, from: number, to: number) =>
	sent.filter(({ call, asker, struck }) => {
		if (kindOf(call) !== 'history' || asker.root !== root || struck) return false;
		const { params, answeredAt = Infinity } = call;
		const isAsked = Number(params.page_size) >= LEAST_ASKED;
		return isAsked && answeredAt >= from && answeredAt <= to;
	});

/** When the service read its history for an answer, which may take seconds to arrive. */
const readAt = ({ call: { answeredAt = Infinity, passage } }: Sent): number =>
	answeredAt - (passage?.returns ?? 0);

/** When the service answered such readings of an execution. */
export const readings = (course: Course, root: number, from: number, to: number): number[] =>
	questions(course, root, from, to).map(readAt);

/** Whether such a reading showed a check, or came late enough: in a large account one may not get so far. */
export function hasSeen(
	course: Course,
	root: number,
	check: StoredCheck,
	from: number,
	to: number,
): boolean {
	const shown = shownAt(course, check) + TOLERANCE_MS;
	const isSmall = course.world.ways.crowd === 'none';
	return questions(course, root, from, to).some((reading) =>
		isSmall ? readAt(reading) > shown : reading.listed?.includes(check.hash),
	);
}

/** How many checks of a thing a work wants in all: merged rows count once, and rounds within the hour too. */
export function wantedOf({ world }: Course, { plan, orders, root }: Work, order: Order): number {
	const same = orders.filter((other) => sameThing(other, order));
	const isLate =
		plan.key === 'none' && (plan.pauseMs >= HOUR || world.executions[root]!.retryAfter >= HOUR);
	return new Set(same.map(({ key }) => key)).size * (isLate ? plan.rounds : 1);
}

function latest(lives: readonly Life[], node: string): Try[] {
	const last = new Map<number, Try>();
	for (const { run, tries } of lives)
		for (const one of tries) if (run && one.asker.node === node) last.set(one.asker.runIndex, one);
	return [...last.values()].filter(({ endedAt }) => endedAt !== undefined);
}

/** All that was worked on in a course. */
export function worksOf(course: Course): Work[] {
	const byHash = new Map(course.checks.map((check) => [check.hash, check]));
	const works: Work[] = [];
	for (const root of course.world.executions.keys()) {
		const lives = course.lives.filter((life) => life.root === root);
		const tries = lives.flatMap((life) => life.tries);
		for (const node of new Set(tries.map(({ asker }) => asker.node))) {
			const own = tries.filter(({ asker }) => asker.node === node);
			const charges = course.sent
				.filter(({ asker, charged }) => charged && asker.root === root && asker.node === node)
				.map((sent) => ({ sent, check: byHash.get(sent.charged!)! }))
				.sort((a, b) => a.check.initAt - b.check.initAt);
			const plan = course.world.nodes[indexOf(node)]!;
			const { orders: items } = own[0]!;
			const orders = items.flatMap(partsOf);
			works.push({
				root,
				node,
				plan,
				items,
				orders,
				tries: own,
				shown: latest(lives, node),
				charges,
			});
		}
	}
	return works;
}

/** Each thing that a work wants, once. */
export const thingsOf = ({ orders }: Work): Order[] =>
	orders.filter((order, index) => orders.findIndex((other) => sameThing(other, order)) === index);

const seconds = (ms: number, { began }: Course) => ((ms - began) / 1000).toFixed(1);

/** A charge in words, for a report. */
export const tell = ({ check, sent }: Charge, course: Course): string =>
	`${check.hash.slice(0, 8)} of ${check.currency}/${check.tokenId ?? '-'} ${check.address.slice(0, 8)} (life ${sent.asker.life} run ${sent.asker.runIndex}, ${sent.struck?.kind ?? 'fine'}, sent ${seconds(sent.call.at, course)}, began ${seconds(check.initAt, course)})`;

/** A work in words, for a report. */
export const place = ({ root, node, tries }: Work, course: Course): string =>
	`execution ${root} ${node} [${tries
		.map(
			(one) =>
				`${one.asker.life}: ${seconds(one.startedAt, course)}-${seconds(one.endedAt ?? NaN, course)}`,
		)
		.join(', ')}]`;
