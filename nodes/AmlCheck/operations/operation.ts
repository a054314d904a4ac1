import type { INodeProperties } from 'n8n-workflow';

import { isRefusal, type Refusal } from '../../shared/wallet/refusals';
import { numberFrom } from '../../shared/n8n/read';
import { badSetting, badInput, makeFailure, toFailure } from '../../shared/failures/failure';
import type { MethodName } from '../../shared/service/schemas';
import type { z } from '../../shared/vendor/zod';
import type { NodeRun, RunOptions } from '../nodeRun';
import type { ItemOutcome, ItemOutput } from '../items/outcomes';

/**
 * One operation of the action node: what the user sees, what is sent, what is returned. The node's properties, the
 * previews and tables of outputs, the pictures of forms and the tests of every operation derive from it.
 */
export interface Operation {
	/** In lower case, e.g. `check`; the editor shows it with a capital. */
	resource: string;
	/** Unique within the resource. */
	value: string;
	name: string;
	/** What the nodes panel and AI agents show: in sentence case, with its article. */
	action: string;
	/** A sentence without a full stop, which the price ends. */
	description: string;
	/** What an item costs, such as `1 check`; missing where it is free. */
	price?: string;
	/** The method of the service that it calls, which decides whether it is paid; null for none or several. */
	method: MethodName | null;
	properties: INodeProperties[];
	/** The members of each item with Simplify on; every field with its meaning. */
	output: z.ZodTypeAny;
	/** Runs over all items and returns one outcome for each, in their order. It doesn't throw for a single item. */
	run(run: NodeRun): Promise<ItemOutcome[]>;
}

const NOT_BEGUN = makeFailure('cancelled', {
	charged: false,
	facts: {
		happened: 'This item was not begun, because the run stopped before it',
		advice: 'See what happened to the other items.',
	},
});

/** The outcome of an item before its turn: if errors stop the workflow, its turn may never come. */
export const notBegun = (): ItemOutcome => ({ failure: NOT_BEGUN, isConsequence: true });

/** Returns what a text was read as. Throws for one that was refused: nothing was sent or paid for its item. */
export function accept<T>(read: T | Refusal): T {
	if (!isRefusal(read)) return read;
	const { message, advice, fault } = read;
	throw fault === 'setup' ? badSetting(message, advice) : badInput(message, advice);
}

/** How many results there are unless an item says otherwise. */
const DEFAULT_LIMIT = 50;

/** What a free operation handles an item with. */
export interface ItemRun extends Pick<NodeRun, 'context' | 'session' | 'parameters'> {
	index: number;
	options: RunOptions;
}

type HandleItem = (item: ItemRun) => Promise<ItemOutput[]>;

/**
 * Calls a function, which may throw, for a few items at once, and keeps the outcome of each. If errors stop the workflow,
 * no item begins after the first that fails.
 */
export async function handleEach(
	{ session, continueOnFail }: Pick<NodeRun, 'session' | 'continueOnFail'>,
	outcomes: ItemOutcome[],
	indexes: readonly number[],
	handle: (index: number) => Promise<ItemOutput[]>,
): Promise<void> {
	let isStopped = false;
	await session.concurrently(indexes, async (index) => {
		if (isStopped) return;
		try {
			outcomes[index] = { outputs: await handle(index) };
		} catch (thrown) {
			outcomes[index] = { failure: toFailure(thrown) };
			isStopped = !continueOnFail;
		}
	});
}

/** Makes the run of an operation that handles each item by itself and costs nothing. */
export function perItem(handle: HandleItem): Operation['run'] {
	return async (run) => {
		const { context, session, parameters } = run;
		const outcomes = run.items.map(notBegun);
		await handleEach(run, outcomes, [...outcomes.keys()], async (index) => {
			const options = run.getOptions(index);
			return await handle({ context, session, parameters, index, options });
		});
		return outcomes;
	};
}

/** Reads how many results an item wants from Return All and Limit; Infinity for all. */
export function parseLimit({ parameters, index }: ItemRun): number {
	if (parameters.flag('returnAll', index, false)) return Infinity;
	return parameters.read(numberFrom(1, undefined, true), 'limit', index, DEFAULT_LIMIT);
}
