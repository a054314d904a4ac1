import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { deepCopy, NodeOperationError } from 'n8n-workflow';

import { readHistoryPage } from '../shared/history/pages';
import { toNodeApiError } from '../shared/nodeErrors';
import { toFailure } from '../shared/rpc/failure';
import type { HistoryFilter } from '../shared/rpc/schemas';
import { RpcSession } from '../shared/rpc/session';
import { Budget } from './budget';
import { CursorError, planPoll, planTest, readState } from './cursor';
import type { PageRequest, Paging, TriggerState } from './cursor';
import { makeItems } from './items';
import { planOf, testPlanOf } from './judge';
import { readSettings, type TriggerSettings } from './settings';

/**
 * One poll of the trigger: reads what is new, oldest first, and remembers it.
 * @param context the node's context.
 * @returns the new checks as items; null if there are none.
 * @throws NodeApiError with the cause that n8n's poller backs off by, or NodeOperationError when the history can't be
 * followed. Nothing is remembered of such a poll (design 7).
 */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readSettings(context);
		const items =
			context.getMode() === 'manual'
				? await testOnce(context, settings)
				: await pollOnce(context, settings);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		if (thrown instanceof CursorError)
			throw new NodeOperationError(context.getNode(), thrown.message, {
				description: thrown.advice,
			});
		throw toNodeApiError(context.getNode(), toFailure(thrown));
	}
}

async function pollOnce(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const budget = new Budget(context);
	const stored = context.getWorkflowStaticData('node');
	const before = storedState(stored);
	const session = await RpcSession.open(context);
	const result = await drive(planPoll(before, planOf(settings)), session, settings, budget);
	const { items, handled } = await makeItems(session, result.fresh, settings, budget);
	const next = result.settle(handled);
	// Older versions of n8n let polls overlap on the same data: what another one delivered meanwhile is not new any more.
	if (storedState(stored)?.sequence !== before?.sequence) return [];
	if (next !== before) stored.cursor = next as unknown as IDataObject;
	return items;
}

/** The editor's test: shows what an item looks like, remembers nothing. */
async function testOnce(
	context: IPollFunctions,
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const budget = new Budget(context);
	const session = await RpcSession.open(context);
	const newest = await drive(planTest(testPlanOf(settings)), session, settings, budget);
	if (newest !== null) return (await makeItems(session, [newest], settings, budget)).items;
	throw new CursorError(
		'No check in the history matches yet',
		'Run a check with the AML Check node, or remove filters of this trigger, then fetch a test event again. An active workflow starts by itself once a check matches.',
	);
}

/** Asks the service for the pages that the cursor wants, until it has come to a result. */
async function drive<T>(
	paging: Paging<T>,
	session: RpcSession,
	{ filter }: TriggerSettings,
	budget: Budget,
): Promise<T> {
	let turn = paging.next();
	while (!turn.done) {
		const { page, pageSize } = turn.value;
		const query = { page, pageSize, filter: { ...filter, ...datesOf(turn.value) } };
		const { items, total } = await readHistoryPage(session, query, budget.callOptions());
		turn = paging.next({ items, total: total ?? items.length, timeLeft: budget.allowsPages() });
	}
	return turn.value;
}

function datesOf({ dateFrom, dateTo }: PageRequest): HistoryFilter {
	return {
		...(dateFrom === undefined ? {} : { date_from: dateFrom }),
		...(dateTo === undefined ? {} : { date_to: dateTo }),
	};
}

/** A copy: n8n's object watches for changes, and nothing may change unless the poll succeeds. */
function storedState(stored: IDataObject): TriggerState | null {
	return readState(stored.cursor === undefined ? undefined : deepCopy(stored.cursor));
}
