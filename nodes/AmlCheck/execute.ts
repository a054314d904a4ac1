import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { badSetting, toFailure, type AmlCheckError } from '../shared/failures/failure';
import { toNodeApiError } from '../shared/failures/nodeErrors';
import { refuseRetired } from '../shared/n8n/retired';
import { giveWay, mapInSlices } from '../shared/base/slices';
import { makeHint } from './items/hint';
import { collectOutcomes, withInputFields, type ItemOutcome } from './items/outcomes';
import { makeStopFailure } from './items/stop';
import { NodeRun } from './nodeRun';
import { costsChecks, findOperation } from './operations';
import { earlierTries, listPaid } from './screening';

/** Runs the chosen operation, and adds what the options want to its outputs. */
async function runOperation(run: NodeRun): Promise<ItemOutcome[]> {
	const { context, items, options, session } = run;
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = findOperation(resource, name);
	if (!operation)
		throw badSetting(
			`There is no operation '${name}' for '${resource}'`,
			'Choose the resource and the operation anew.',
		);
	refuseRetired(context.getNode());
	const isPaid = costsChecks(operation);
	if (isPaid && !options.dryRun && !session.credential.allowPaidChecks)
		throw badSetting(
			"The credential of this node can't pay for checks",
			"Switch on 'Allow Paid Checks' in the credential, or choose another one. What is free works without it.",
		);
	const outcomes = await operation.run(run);
	await giveWay();
	context.addExecutionHints?.(...makeHint(run.sentences));
	return await mapInSlices(outcomes, (outcome, index) => {
		if ('failure' in outcome && !isPaid)
			return {
				...outcome,
				failure: outcome.failure.with({ charged: false, facts: { isFree: true } }),
			};
		const { json, binary } = items[index];
		const { includeInputFields } = run.getOptions(index);
		return includeInputFields ? withInputFields(outcome, json, binary) : outcome;
	});
}

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
	// What the service sent lacks the token already.
	const hide = (failure: AmlCheckError) => run?.session.hideIn(failure) ?? failure;
	const shown = await mapInSlices(outcomes, (one) =>
		'failure' in one ? { ...one, failure: hide(one.failure) } : one,
	);
	const node = context.getNode();
	const stop = context.continueOnFail()
		? undefined
		: makeStopFailure(shown, () => listPaid(context));
	if (stop) throw toNodeApiError(node, stop.failure, stop.item);
	return await collectOutcomes(shown, node);
}
