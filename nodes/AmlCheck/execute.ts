import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toFailure } from '../shared/failures/failure';
import { toNodeApiError } from '../shared/failures/nodeErrors';
import type { Offer } from '../shared/failures/notes';
import { unusableValue } from '../shared/options/read';
import { refuseRetired } from '../shared/options/retired';
import { giveWay, mapInSlices } from '../shared/slices';
import { costsChecks, findOperation } from './operations';
import { foldHints, riskHints } from './run/hints';
import { NodeRun, offersRetry } from './run/nodeRun';
import { collectOutcomes, withInputFields, type ItemOutcome } from './run/outcomes';
import { makeStopFailure } from './run/stopFailure';
import { earlierTries } from './screening';

async function runOperation(run: NodeRun): Promise<ItemOutcome[]> {
	const { context, items } = run;
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, name);
	if (!operation)
		throw unusableValue(
			`There is no operation '${name}' for '${resource}'`,
			'Choose the resource and the operation anew.',
		);
	refuseRetired(context.getNode());
	if (costsChecks(operation) && !run.options.dryRun) run.requirePayment();
	const outcomes = await operation.run(run);
	await giveWay();
	const policies = items.map((_, index) => run.getOptions(index).rules.rules);
	const hints = foldHints([...run.hints, ...riskHints(run.notes, policies, outcomes)]);
	context.addExecutionHints?.(...hints);
	return await mapInSlices(outcomes, (outcome, index) => {
		const { includeInputFields } = run.getOptions(index);
		const { json, binary } = items[index];
		return includeInputFields ? withInputFields(outcome, json, binary) : outcome;
	});
}

/** Hides the token in a failure. What the service sent lacks it already. */
const hideInOutcome = (outcome: ItemOutcome, run?: NodeRun): ItemOutcome =>
	run && 'failure' in outcome
		? { ...outcome, failure: run.session.hideIn(outcome.failure) }
		: outcome;

/**
 * Runs the chosen operation over the input, and keeps its order.
 * @throws NodeApiError in Stop mode only: when `execute` throws in a Continue mode, n8n passes the input on to the
 * success output, and an unscreened wallet would look approved.
 */
export async function executeOperation(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (items.length === 0) return [];
	let run: NodeRun | undefined;
	let outcomes: ItemOutcome[];
	try {
		run = await NodeRun.open(context, items);
		outcomes = await runOperation(run);
	} catch (thrown) {
		const failure = toFailure(thrown);
		const addEarlier = earlierTries(context);
		outcomes = items.map((_, index) => ({ failure: addEarlier(failure, index), isOfRun: true }));
	}
	const shown = await mapInSlices(outcomes, (one) => hideInOutcome(one, run));
	const node = context.getNode();
	const hasRetry = offersRetry(context);
	const offerOf = (item = 0): Offer => ({ hasRetry, hasKey: run?.hasKey(item) ?? false });
	const stop = context.continueOnFail() ? undefined : makeStopFailure(shown);
	if (stop) throw toNodeApiError(node, stop.failure, stop.item, offerOf(stop.item));
	return await collectOutcomes(shown, node, offerOf);
}
