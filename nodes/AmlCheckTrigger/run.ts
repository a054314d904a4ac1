import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { deepCopy, NodeOperationError } from 'n8n-workflow';

import { toNodeApiError } from '../shared/nodeErrors';
import { toFailure } from '../shared/rpc/failure';
import { withoutRetryAdvice } from '../shared/rpc/failureKinds';
import { RpcSession } from '../shared/rpc/session';
import { Answers } from './answers';
import { Budget } from './budget';
import { CursorError, planPoll, planTest, readState } from './cursor';
import type { Polling, TriggerState } from './cursor';
import { makeItems } from './items';
import { planOf, type ScaleOf } from './judge';
import { readSettings, type TriggerSettings } from './settings';

/** Failures that pass by themselves; after them nobody has to do anything. */
const PASSING = new Set(['connectionLost', 'notSent', 'rateLimited', 'timeout', 'unavailable']);

const CATCHES_UP =
	'Nothing is lost: once the service answers again, the next poll delivers what came meanwhile.';

/**
 * One poll of the trigger: reads what is new, oldest first, and remembers it.
 * @param context the node's context.
 * @returns the new checks as items; null if there are none.
 * @throws NodeApiError with the cause that n8n's poller backs off by, or NodeOperationError when the history can't be
 * followed: only of a poll that got nowhere, of which nothing is remembered (design 7).
 */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	try {
		const settings = readSettings(context);
		const items = isTest ? await testOnce(context, settings) : await pollOnce(context, settings);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = nodeErrorOf(context, thrown, isTest);
		// n8n's own line about a poll that failed names the class of what was thrown, not what it says.
		if (!isTest) warn(context, `${failure.message}. ${failure.description ?? ''}`);
		throw failure;
	}
}

function nodeErrorOf(context: IPollFunctions, thrown: unknown, isTest: boolean) {
	if (thrown instanceof CursorError)
		return new NodeOperationError(context.getNode(), thrown.message, {
			description: thrown.advice,
		});
	const failure = toFailure(thrown);
	if (isTest || !PASSING.has(failure.kind)) return toNodeApiError(context.getNode(), failure);
	const description = `${withoutRetryAdvice(failure.description)} ${CATCHES_UP}`.trim();
	return toNodeApiError(context.getNode(), failure.with({ description }));
}

function warn(context: IPollFunctions, message: string): void {
	const { name } = context.getNode();
	context.logger.warn(`AML Check Trigger "${name}": ${message}`);
}

async function pollOnce(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const budget = new Budget(context);
	const stored = context.getWorkflowStaticData('node');
	const before = storedState(stored);
	const session = await RpcSession.open(context);
	const answers = new Answers(session, settings.filter, budget, before?.newest ?? null);
	const scaleOf = scaleIn(session);
	const plan = planOf(settings, accountOf(session), scaleOf);
	const { deliveries, next, gotFurther, failure, warning } = await drive(
		planPoll(before, plan),
		answers,
	);
	if (!gotFurther && failure !== undefined) throw failure;
	if (failure !== undefined)
		warn(context, `A poll ended early: ${toFailure(failure).message}. The next one goes on.`);
	if (warning !== undefined) warn(context, warning);
	const items = makeItems(deliveries, settings, scaleOf);
	// Older versions of n8n let polls overlap on the same data: what another one delivered meanwhile is not new any more.
	if (storedState(stored)?.sequence !== before?.sequence) return [];
	if (next !== before) stored.cursor = next as unknown as IDataObject;
	return items;
}

/** Enough to tell one account from another. */
const accountOf = (session: RpcSession) => session.serviceKey.slice(0, 12);

/** What this process has found out about the service under the session's credential (design 9). */
function scaleIn({ knowledge }: RpcSession): ScaleOf {
	return (source) => knowledge.scales.of(source).scale;
}

/** The editor's test: shows what an item looks like, remembers nothing. */
async function testOnce(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const session = await RpcSession.open(context);
	const answers = new Answers(session, settings.filter, new Budget(context));
	const scaleOf = scaleIn(session);
	const plan = planOf(settings, accountOf(session), scaleOf);
	const newest = await drive(planTest(plan), answers);
	if (newest !== null) return makeItems([newest], settings, scaleOf);
	throw new CursorError(
		'No check in the history matches yet',
		'Run a check with the AML Check node, or remove filters of this trigger, then fetch a test event again. An active workflow starts by itself once a check matches.',
	);
}

/** Asks the service what the cursor wants to know, until it has come to a result. */
async function drive<T>(polling: Polling<T>, answers: Answers): Promise<T> {
	let turn = polling.next();
	while (!turn.done) turn = polling.next(await answers.to(turn.value));
	return turn.value;
}

/** A copy: n8n's object watches for changes, and nothing may change unless the poll succeeds. */
function storedState(stored: IDataObject): TriggerState | null {
	return readState(stored.cursor === undefined ? undefined : deepCopy(stored.cursor));
}
