/** A node that always says no breaks no promise: where nothing is in the way, each item has its result. */
import type { INodeExecutionData } from 'n8n-workflow';
import { ASSETS, sameAddress, walletOf } from './assets.mts';
import type { Course, Try } from './course.mts';
import {
	type Breach,
	callsOf,
	failureOf,
	hasDied,
	isError,
	nodeOf,
	place,
	shownTries,
} from './story.mts';

import type { Wish } from './workflow.mts';

/** How far apart the clocks of two machines can be, in ms. */
const CLOCKS_MS = 400_000;

/** As above, where no answer tells the service's time. */
const BLIND_MS = 3_600_000 + CLOCKS_MS;

/**
 * Whether a Retry can meet checks of the same wallets that others have paid for since the execution began: whether they
 * are its own, from a Retry that nobody knows of, can't be told, and an item that asks is better than a second payment.
 */
function hasDoubles({ lives, service, world }: Course, { asker, wishes }: Try): boolean {
	const doubtMs = world.ways.hasDateHeader ? CLOCKS_MS : BLIND_MS;
	const began = lives.find(({ root }) => root === asker.root)!.startedAt;
	return (
		asker.life > 0 &&
		service.checks.some(
			({ address, asset, by, initAt, odd }) =>
				(by?.root !== asker.root || by.node !== asker.node || by.runIndex !== asker.runIndex) &&
				(odd !== 'fine' || initAt >= began - doubtMs) &&
				(odd !== 'fine' || wishes.some((wish) => isOfWallet(wish, asset.network, address))),
		)
	);
}

const isOfWallet = ({ asset, wallet }: Wish, network: string, address: string) =>
	ASSETS[asset]!.network === network && sameAddress(network, address, walletOf(network, wallet));

/** Whether everything that an execution has met so far was as it should be. */
function isCalm(course: Course, one: Try): boolean {
	const { root } = one.asker;
	const node = nodeOf(course, one);
	const { outcomes, processingMs, latencyMs } = course.world.ways;
	const inTime = processingMs + 20 * latencyMs + 5_000 < node.timeout * 1000;
	return (
		!hasDied(course, root) &&
		!hasDoubles(course, one) &&
		callsOf(course, root, one.endedAt).every(({ fault }) => !fault) &&
		// Where the service has asked one of them for fewer calls, all of a process wait.
		!course.calls.some(({ fault }) => fault?.startsWith('rateLimited')) &&
		// A Retry looks twice for what may have been paid for, three seconds apart.
		(one.asker.life === 0 || node.timeout > 5) &&
		!outcomes.includes('never') &&
		node.maxPaid === 0 &&
		node.key === 'none' &&
		!course.world.executions[root]!.stopAfter &&
		course.world.executions[root]!.lifeWithoutCredential === null &&
		course.world.executions[root]!.triesWithCredential === null &&
		(inTime || !node.waits || node.onTimeout === 'returnPending')
	);
}

const wordsOf = ({ json }: INodeExecutionData): string => JSON.stringify(json);

export function* judgeCalm(course: Course): Generator<Breach> {
	for (const one of shownTries(course)) {
		const errors = (one.items ?? []).filter(isError).map(wordsOf);
		if (one.thrown !== undefined) errors.push(failureOf(one).message);
		if (errors.length === 0 || !isCalm(course, one)) continue;
		yield { rule: 'needless', text: `${place(one, course)}: ${errors[0]}` };
	}
}
