import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { deepCopy, NodeOperationError } from 'n8n-workflow';

import { toNodeApiError } from '../shared/nodeErrors';
import { toFailure } from '../shared/rpc/failure';
import { FAILURE_KINDS, withoutRetryAdvice } from '../shared/rpc/failureKinds';
import { RpcSession } from '../shared/rpc/session';
import { findNewest, poll } from './cursor';
import { ADVICE, CursorError } from './reading';
import { makeItems, makeRules } from './rules';
import { Budget, connect } from './service';
import { readSettings } from './settings';

/** After a failure that passes by itself nobody has to do anything. */
const CATCHES_UP =
	'Nothing is lost: once the service answers again, the next poll delivers what came meanwhile.';

/** One poll of the trigger: delivers what is new, and remembers it. A poll that fails, or a test, remembers nothing. */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	let session: RpcSession | undefined;
	try {
		const settings = readSettings(context);
		const budget = new Budget(context);
		session = await RpcSession.open(context);
		const scale = session.riskScoreScale;
		const rules = makeRules(settings, scale);
		const service = connect(session, budget, settings.includeReport);
		const stored = context.getWorkflowStaticData('node');
		// A copy: n8n's object watches for changes, and nothing may change unless the poll succeeds.
		const before = stored.cursor === undefined ? undefined : deepCopy(stored.cursor);
		const { deliveries, state, warnings } = isTest
			? await findNewest(rules, service)
			: await poll(before, rules, service);
		// Every text of a poll leaves without any part of the token.
		for (const warning of warnings) warn(context, session.hide(warning));
		const items = makeItems(deliveries, settings, scale);
		if (settings.simplify) for (const { json } of items) session.hideInItem(json);
		if (isTest && items.length === 0) throw nothingToShow(context);
		const text = JSON.stringify(before);
		// Older versions of n8n let polls overlap on the same data: what another one delivered is not new any more.
		if (JSON.stringify(stored.cursor) !== text) return null;
		if (state !== null && JSON.stringify(state) !== text)
			stored.cursor = state as unknown as IDataObject;
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = toNodeError(context, thrown, isTest, session);
		// n8n's own line about a poll that failed names the class of what was thrown, not what it says.
		if (!isTest) warn(context, `${failure.message}. ${failure.description ?? ''}`);
		throw failure;
	}
}

const nothingToShow = (context: IPollFunctions) =>
	new NodeOperationError(context.getNode(), 'No check in the history matches yet', {
		description:
			'Run a check with the AML Check node, or remove filters of this trigger, then fetch a test event again. An active workflow starts by itself once a check matches.',
	});

function toNodeError(
	context: IPollFunctions,
	thrown: unknown,
	isTest: boolean,
	session?: RpcSession,
) {
	if (thrown instanceof NodeOperationError) return thrown;
	if (thrown instanceof CursorError)
		return new NodeOperationError(context.getNode(), thrown.message, { description: ADVICE });
	const failure = session?.hideIn(toFailure(thrown)) ?? toFailure(thrown);
	const { mayPass, cause } = FAILURE_KINDS[failure.kind];
	if (isTest || !mayPass || cause === undefined) return toNodeApiError(context.getNode(), failure);
	const description = `${withoutRetryAdvice(failure.description)} ${CATCHES_UP}`.trim();
	return toNodeApiError(context.getNode(), failure.with({ description }));
}

function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(`AML Check Trigger "${context.getNode().name}": ${message}`);
}
