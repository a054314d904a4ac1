import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { unusableValue } from '../shared/parameters';
import { toFailure } from '../shared/rpc/failure';
import { findOperation } from './operations';
import { NodeRun } from './run/nodeRun';
import { collectOutcomes } from './run/outcomes';
import { riskHints } from './run/runHints';
import type { ItemOutcome } from './run/itemOutcome';
import { withEarlierTries } from './screening/plan';

async function outcomesOf(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<ItemOutcome[]> {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, name);
	if (!operation)
		throw unusableValue(
			`There is no operation '${name}' for '${resource}'`,
			'Choose the resource and the operation anew.',
		);
	const run = await NodeRun.open(context, items);
	const outcomes = await operation.run(run);
	context.addExecutionHints?.(...riskHints(run.readAsFraction, run.unlistedSignals));
	return outcomes;
}

/**
 * Runs the chosen operation over the input.
 * @param context the node's context.
 * @returns the node's output, in the order of the input and paired with it.
 * @throws NodeApiError in Stop mode only: when `execute` throws in a Continue mode, n8n passes the input on to the
 * success output, and an unscreened wallet would look approved (design 5).
 */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (items.length === 0) return [];
	let outcomes: ItemOutcome[];
	try {
		outcomes = await outcomesOf(context, items);
	} catch (thrown) {
		const failure = toFailure(thrown);
		const failureOf = withEarlierTries(context, failure);
		outcomes = items.map((_, index) => ({ failure: failureOf(index), isOfRun: true }));
	}
	return collectOutcomes(outcomes, context.getNode(), context.continueOnFail());
}
