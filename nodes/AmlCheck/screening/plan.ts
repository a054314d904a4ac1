import { toFailure } from '../../shared/rpc/failure';
import type { NodeRun } from '../run/nodeRun';
import { Ledger } from './ledger';
import { requestIdMaker } from './requestIds';
import { readTarget } from './target';
import type { WantedTarget } from './target';
import { planChecks } from './wanted';
import type { ReadItem, WantedCheck, WantedChecks } from './wanted';

/** What a run of a paid operation wants, and what is remembered of it. */
export interface Plan extends WantedChecks {
	run: NodeRun;
	/** What was read of each input item. */
	items: ReadItem[];
	ledger: Ledger;
	/** Makes the request `id` of a wanted check. */
	requestIdFor: (wanted: WantedCheck) => string;
	/** When the run has to be done, in Unix milliseconds. */
	deadlineAt: number;
}

/** Read once before anything is paid for: a value that can't be resolved must not come up after that. */
function readLateParameters(run: NodeRun, index: number): void {
	for (const name of ['waitForResult', 'simplify']) run.flag(name, index, true);
}

async function readItems(
	run: NodeRun,
	readWanted: (index: number) => Promise<WantedTarget>,
): Promise<ReadItem[]> {
	const items: ReadItem[] = [];
	for (let index = 0; index < run.items.length; index++) {
		try {
			readLateParameters(run, index);
			items.push({ target: readTarget(await readWanted(index)) });
		} catch (thrown) {
			items.push({ failure: toFailure(thrown).with({ charged: false }) });
		}
	}
	return items;
}

/** n8n's AI tool calls have no node context (design 5): such a run remembers for its own length only. */
function openLedger({ context }: NodeRun, runIndex: number): Ledger {
	const hasContext = typeof context.getContext === 'function';
	const store = hasContext ? context.getContext('node') : {};
	return new Ledger(store, runIndex);
}

function runIndexOf(context: NodeRun['context']): number {
	try {
		return Number(context.getWorkflowDataProxy(0).$runIndex ?? 0);
	} catch {
		return 0;
	}
}

/**
 * The idempotency key of a wanted check: of items that share it, the one that pays has it.
 * @returns empty where the user gave none.
 */
export function idempotencyKeyOf(run: NodeRun, { items: [payer] }: WantedCheck): string {
	return run.optionsOf(payer).idempotencyKey;
}

/**
 * Reads what every item wants, and what is remembered of it; nothing is sent for it but what the reading takes
 * (design 5, step 1).
 * @param run the node's run.
 * @param readWanted reads what one item wants checked; it may throw.
 * @returns the plan. It doesn't throw.
 */
export async function plan(
	run: NodeRun,
	readWanted: (index: number) => Promise<WantedTarget>,
): Promise<Plan> {
	const deadlineAt = Date.now() + run.options.timeout * 1000;
	run.session.endAt(deadlineAt);
	const items = await readItems(run, readWanted);
	const runIndex = runIndexOf(run.context);
	const makeId = requestIdMaker(run.context, runIndex);
	return {
		...planChecks(items, run.options.mergeDuplicates),
		run,
		items,
		ledger: openLedger(run, runIndex),
		requestIdFor: (wanted) => makeId(wanted.key, idempotencyKeyOf(run, wanted)),
		deadlineAt,
	};
}
