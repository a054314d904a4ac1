import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { deepCopy, NodeOperationError } from 'n8n-workflow';

import { toNodeApiError } from '../shared/nodeErrors';
import { toFailure } from '../shared/rpc/failure';
import { FAILURE_KINDS, withoutRetryAdvice } from '../shared/rpc/failureKinds';
import { RpcSession } from '../shared/rpc/session';
import { findNewest, poll } from './cursor';
import { CursorError } from './reading';
import type { Delivery, Rules, Service } from './results';
import { makeItems, makeRules } from './rules';
import { Budget, connect } from './service';
import { readSettings } from './settings';
import type { TriggerSettings } from './settings';

/** After a failure that passes by itself nobody has to do anything. */
const CATCHES_UP =
	'Nothing is lost: once the service answers again, the next poll delivers what came meanwhile.';

/** Every text of a poll leaves through it, without any part of the token. */
interface Outlet {
	present(deliveries: readonly Delivery[]): INodeExecutionData[];
	warn(message: string): void;
}

/**
 * One poll of the trigger: delivers what is new, oldest first, and remembers it.
 * @returns the new checks as items; null if there are none.
 * @throws NodeApiError with the cause that n8n's poller backs off by, or NodeOperationError if the history can't be
 * followed. Nothing of such a poll is remembered.
 */
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
		const outlet = makeOutlet(context, session, settings);
		const run = isTest ? testOnce : pollOnce;
		const items = await run(context, rules, service, outlet);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const failure = toNodeError(context, thrown, isTest, session);
		// n8n's own line about a poll that failed names the class of what was thrown, not what it says.
		if (!isTest) warn(context, `${failure.message}. ${failure.description ?? ''}`);
		throw failure;
	}
}

function makeOutlet(
	context: IPollFunctions,
	session: RpcSession,
	settings: TriggerSettings,
): Outlet {
	return {
		present: (deliveries) => {
			const items = makeItems(deliveries, settings, session.riskScoreScale);
			if (settings.simplify) for (const { json } of items) session.hideInItem(json);
			return items;
		},
		warn: (message) => warn(context, session.hide(message)),
	};
}

function toNodeError(
	context: IPollFunctions,
	thrown: unknown,
	isTest: boolean,
	session?: RpcSession,
) {
	const hide = (text: string) => session?.hide(text) ?? text;
	if (thrown instanceof NodeOperationError) return thrown;
	if (thrown instanceof CursorError) {
		const { message, advice } = thrown;
		return new NodeOperationError(context.getNode(), hide(message), { description: hide(advice) });
	}
	const failure = session?.hideIn(toFailure(thrown)) ?? toFailure(thrown);
	const { mayPass, cause } = FAILURE_KINDS[failure.kind];
	if (isTest || !mayPass || cause === undefined) return toNodeApiError(context.getNode(), failure);
	const description = `${withoutRetryAdvice(failure.description)} ${CATCHES_UP}`.trim();
	return toNodeApiError(context.getNode(), failure.with({ description }));
}

function warn(context: IPollFunctions, message: string): void {
	context.logger.warn(`AML Check Trigger "${context.getNode().name}": ${message}`);
}

async function pollOnce(
	context: IPollFunctions,
	rules: Rules,
	service: Service,
	outlet: Outlet,
): Promise<INodeExecutionData[]> {
	const stored = context.getWorkflowStaticData('node');
	// A copy: n8n's object watches for changes, and nothing may change unless the poll succeeds.
	const before = stored.cursor === undefined ? undefined : deepCopy(stored.cursor);
	const { deliveries, state, warnings } = await poll(before, rules, service);
	for (const warning of warnings) outlet.warn(warning);
	const items = outlet.present(deliveries);
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
	rules: Rules,
	service: Service,
	outlet: Outlet,
): Promise<INodeExecutionData[]> {
	const newest = await findNewest(rules, service);
	if (newest !== null) return outlet.present([newest]);
	throw new NodeOperationError(context.getNode(), 'No check in the history matches yet', {
		description:
			'Run a check with the AML Check node, or remove filters of this trigger, then fetch a test event again. An active workflow starts by itself once a check matches.',
	});
}
