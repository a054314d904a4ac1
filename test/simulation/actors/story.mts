/** A course as the rules look at it: who wanted what, what was charged for it, and what was shown. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { ASSETS, sameAddress, walletOf } from './assets.mts';
import type { Call } from './network.mts';
import type { Course, Life, Try } from './course.mts';
import { type Check, sameRun } from './check.mts';
import type { NodePlan } from './types.mts';
import { indexOfNode, type Wish } from './workflow.mts';

/** What went wrong, under the name of the rule that it breaks. */
export interface Breach {
	rule: string;
	text: string;
}

/** Whether a check is of the very thing that is wished for. */
export function isOf({ asset, address, transaction }: Check, wish: Wish): boolean {
	const wished = ASSETS[wish.asset]!;
	return (
		transaction === null &&
		asset.key === wished.key &&
		sameAddress(asset.network, address, walletOf(asset.network, wish.wallet))
	);
}

export const nodeOf = ({ world }: Course, { asker }: Try): NodePlan =>
	world.nodes[indexOfNode(asker.node)]!;

/** The tries of which somebody can see the outcome: their life came to an end by itself. */
export const shownTries = ({ lives }: Course): Try[] =>
	lives.filter(({ run }) => run).flatMap(({ tries }) => tries);

/** The last try of each run of a node in a life: the one whose outcome is the node's. */
export function lastTries({ tries }: Life): Try[] {
	const last = new Map(tries.map((one) => [`${one.asker.node} ${one.asker.runIndex}`, one]));
	return [...last.values()];
}

/** What an item is about. */
export function wishOf({ wishes }: Try, { pairedItem }: INodeExecutionData): Wish | undefined {
	return wishes[(pairedItem as { item: number } | undefined)?.item ?? -1];
}

export const isError = ({ json }: INodeExecutionData): boolean => 'error' in json;

export const detailsOf = ({ json }: INodeExecutionData): IDataObject =>
	(json.details ?? {}) as IDataObject;

export interface Failure {
	message: string;
	description: string;
	/** The items that it is about; none where it is about the whole run. */
	items: number[];
}

/** What a node threw, as far as a person sees it. */
export function failureOf({ thrown }: Try): Failure {
	const error = (thrown ?? {}) as {
		message?: string;
		description?: string | null;
		context?: { itemIndex?: number };
	};
	const { message = '', description, context } = error;
	const several = /\[items ([\d, ]+)/.exec(message)?.[1]?.split(', ').map(Number);
	const items = several ?? (context?.itemIndex === undefined ? [] : [context.itemIndex]);
	return { message, description: description ?? '', items };
}

/** What a run of a node was charged for a wish until a moment. */
export function chargesOf({ service }: Course, one: Try, wish: Wish, until = Infinity): Check[] {
	return service.checks.filter(
		(check) =>
			check.by !== null &&
			sameRun(check.by, one.asker) &&
			isOf(check, wish) &&
			check.initAt <= until,
	);
}

/** How many checks of the wish's thing a run of the node wants: items that share a check count once. */
export function wantedOf({ wishes }: Try, node: NodePlan, wish: Wish): number {
	const same = wishes.filter((other) => isSameThing(other, wish));
	return node.merge ? new Set(same.map(({ key }) => key)).size : same.length;
}

export const isSameThing = (a: Wish, b: Wish): boolean =>
	a.wallet === b.wallet && ASSETS[a.asset]!.key === ASSETS[b.asset]!.key;

/** The calls of a root up to a moment. */
export const callsOf = ({ calls }: Course, root: number, until = Infinity): Call[] =>
	calls.filter(({ asker, at }) => asker.root === root && at <= until);

/** Whether somebody's life has ended in a death before a moment. */
export const hasDied = ({ lives }: Course, root: number, until = Infinity): boolean =>
	lives.some((life) => life.root === root && !life.run && life.endedAt <= until);

/** Whether a submission of a run got no answer that can be relied on, up to a moment. */
export function hasLost(course: Course, { asker }: Try, until = Infinity): boolean {
	return course.calls.some(
		(call) =>
			call.kind === 'pay' && sameRun(call.asker, asker) && !call.isAnswered && call.at <= until,
	);
}

const clock = (ms: number, course: Course) => ((ms - course.began) / 1000).toFixed(1);

/** A check in words, for a report. */
export function tell(check: Check, course: Course): string {
	const { hash, asset, address, initAt, by, outcome, toldAt } = check;
	const who = by ? `execution ${by.root}.${by.life} ${by.node} run ${by.runIndex}` : 'a stranger';
	return `${hash.slice(0, 8)} (${asset.key} of ${address.slice(0, 8)}, ${outcome}, by ${who} at ${clock(initAt, course)} s${toldAt < Infinity ? '' : ', never told'})`;
}

/** A try in words, for a report. */
export function place({ asker, startedAt, endedAt }: Try, course: Course): string {
	const { root, life, node, runIndex } = asker;
	return `execution ${root}.${life} ${node} run ${runIndex} from ${clock(startedAt, course)} to ${clock(endedAt ?? NaN, course)} s`;
}

/**
 * Whether somebody else gives a check out as its own: the same thing, of the moments of a submission of its own that was
 * not taken, which nobody can tell apart (docs/scale.md). Then one has paid for the other, and nothing was lost. After a
 * death that may also be another run of the same node: a loop's rounds begin anew, and nobody knows which had paid.
 */
export function isSwapped(course: Course, { hash, by }: Check): boolean {
	return shownTries(course).some(({ asker, endedAt, items = [] }) => {
		const isAnothers = asker.root !== by?.root || asker.node !== by.node;
		const isOtherRound = by && !sameRun(by, asker) && hasDied(course, asker.root, endedAt);
		return (
			(isAnothers || isOtherRound) &&
			items.some(({ json }) => json.hash === hash && json.charged === true)
		);
	});
}
