import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { deepCopy, NodeOperationError } from 'n8n-workflow';

import { toNodeApiError } from '../shared/nodeErrors';
import { toFailure, type FailureKind } from '../shared/rpc/failure';
import { withoutRetryAdvice } from '../shared/rpc/failureKinds';
import { RpcSession } from '../shared/rpc/session';
import { findNewest, poll } from './cursor';
import { CursorError } from './reading';
import { makeItems, makeRules } from './rules';
import { Budget, connect } from './service';
import { readSettings, type TriggerSettings } from './settings';

/** Failures that pass by themselves; after them nobody has to do anything. */
const PASSING: ReadonlySet<FailureKind> = new Set([
	'connectionLost',
	'notSent',
	'rateLimited',
	'timeout',
	'unavailable',
]);

const CATCHES_UP =
	'Nothing is lost: once the service answers again, the next poll delivers what came meanwhile.';

/**
 * One poll of the trigger: delivers what is new, oldest first, and remembers it.
 * @param context the node's context.
 * @returns the new checks as items; null if there are none.
 * @throws NodeApiError with the cause that n8n's poller backs off by, or NodeOperationError if the history can't be
 * followed. Nothing of such a poll is remembered.
 */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	try {
		const settings = readSettings(context);
		const items = isTest ? await testOnce(context, settings) : await pollOnce(context, settings);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = toNodeError(context, thrown, isTest);
		// n8n's own line about a poll that failed names the class of what was thrown, not what it says.
		if (!isTest) warn(context, `${failure.message}. ${failure.description ?? ''}`);
		throw failure;
	}
}

function toNodeError(context: IPollFunctions, thrown: unknown, isTest: boolean) {
	if (thrown instanceof NodeOperationError) return thrown;
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

/** Everything a poll needs: the rules, and the way to the service within the poll's time. */
async function open(context: IPollFunctions, settings: TriggerSettings) {
	const budget = new Budget(context);
	const session = await RpcSession.open(context);
	const scale = session.riskScoreScale;
	const rules = makeRules(settings, scale);
	return { scale, rules, service: connect(session, budget, settings.includeReport) };
}

async function pollOnce(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const stored = context.getWorkflowStaticData('node');
	// A copy: n8n's object watches for changes, and nothing may change unless the poll succeeds.
	const before = stored.cursor === undefined ? undefined : deepCopy(stored.cursor);
	const { scale, rules, service } = await open(context, settings);
	const { deliveries, state, warnings } = await poll(before, rules, service);
	for (const warning of warnings) warn(context, warning);
	const items = makeItems(deliveries, settings, scale);
	const text = JSON.stringify(before);
	// Older versions of n8n let polls overlap on the same data: what another one delivered meanwhile is not new any more.
	if (JSON.stringify(stored.cursor) !== text) return [];
	if (state !== null && JSON.stringify(state) !== text)
		stored.cursor = state as unknown as IDataObject;
	return items;
}

/** The editor's test: shows what an item looks like, remembers nothing. */
async function testOnce(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const { scale, rules, service } = await open(context, settings);
	const newest = await findNewest(rules, service);
	if (newest !== null) return makeItems([newest], settings, scale);
	throw new NodeOperationError(context.getNode(), 'No check in the history matches yet', {
		description:
			'Run a check with the AML Check node, or remove filters of this trigger, then fetch a test event again. An active workflow starts by itself once a check matches.',
	});
}
