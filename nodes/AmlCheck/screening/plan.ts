import { cleanTarget, isPlainAddress } from '../../shared/addresses';
import { readCurrency } from '../../shared/currencies';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError, FailureFacts } from '../../shared/rpc/failure';
import type { NodeRun } from '../run/nodeRun';
import type { RunOptions } from '../run/runOptions';
import { claimsOf } from './claims';
import type { Claims } from './claims';
import { contextsOfOtherNodes, withoutDenial } from './executionData';
import { Ledger } from './ledger';
import { nodeMemory } from './nodeMemory';
import { executionKey, requestIdMaker } from './requestIds';
import { readTarget } from './target';
import type { WantedTarget } from './target';
import { withHashOf } from './unsure';
import { planChecks } from './wanted';
import type { ReadItem, WantedCheck, WantedChecks } from './wanted';

/** What a run of a paid operation wants, and what is remembered of it. */
export interface Plan extends WantedChecks {
	run: NodeRun;
	/** What was read of each input item. */
	items: ReadItem[];
	ledger: Ledger;
	/** Whose checks are whose, over all executions of this process. */
	claims: Claims;
	/** Which execution this is, through all its Retries; undefined where n8n doesn't tell. */
	execution: string | undefined;
	/** Makes the request `id` of a wanted check. */
	requestIdFor: (wanted: WantedCheck) => string;
	/** The options that hold for all items that share a check. */
	optionsFor: (wanted: WantedCheck) => SharedOptions;
	/** When the run has to be done, in Unix milliseconds. */
	deadlineAt: number;
}

/** Options that merged items may have set differently: the most cautious one holds. */
export type SharedOptions = Pick<
	RunOptions,
	'onTimeout' | 'onUnsure' | 'reuseUntoldAsset' | 'reuseWithinHours'
>;

function sharedOptions(run: NodeRun, { items }: WantedCheck): SharedOptions {
	const all = items.map((index) => run.optionsOf(index));
	return {
		onTimeout: all.every(({ onTimeout }) => onTimeout === 'returnPending')
			? 'returnPending'
			: 'error',
		onUnsure: all.every(({ onUnsure }) => onUnsure === 'submitAgain') ? 'submitAgain' : 'report',
		reuseUntoldAsset: all.every(({ reuseUntoldAsset }) => reuseUntoldAsset),
		reuseWithinHours: Math.min(...all.map(({ reuseWithinHours }) => reuseWithinHours)),
	};
}

/** Read once before anything is paid for: a value that can't be resolved must not come up after that. */
function readLateParameters(run: NodeRun, index: number): void {
	for (const name of ['waitForResult', 'simplify']) run.flag(name, index, true);
}

/** What a refused item is about, as far as that is plain; of any other text the message quotes a part. */
function subjectOf(run: NodeRun, index: number): Pick<FailureFacts, 'address' | 'currency'> {
	const read = (name: string) => {
		try {
			return run.text(name, index);
		} catch {
			return '';
		}
	};
	const address = cleanTarget(read('address'));
	return {
		address: isPlainAddress(address) ? address : undefined,
		currency: readCurrency(read('currency'))?.code,
	};
}

async function readItems(
	run: NodeRun,
	readWanted: (index: number) => Promise<WantedTarget>,
): Promise<ReadItem[]> {
	const items: ReadItem[] = [];
	for (let index = 0; index < run.items.length; index++) {
		try {
			readLateParameters(run, index);
			const { idempotencyKey } = run.optionsOf(index);
			items.push({ target: readTarget(await readWanted(index)), idempotencyKey });
		} catch (thrown) {
			const failure = toFailure(thrown).with({ charged: false, ...subjectOf(run, index) });
			items.push({ failure });
		}
	}
	return items;
}

function openLedger(context: NodeRun['context'], runIndex: number): Ledger {
	const others = contextsOfOtherNodes(context);
	return new Ledger(nodeMemory(context), runIndex, others, context.getExecutionId());
}

function runIndexOf(context: NodeRun['context']): number {
	try {
		return Number(context.getWorkflowDataProxy(0).$runIndex ?? 0);
	} catch {
		return 0;
	}
}

/**
 * What goes wrong in this try must not hide what an earlier one paid for (design 5).
 * @returns a function that puts it into the failure of one item, given by its index.
 */
function tellerOf(
	context: NodeRun['context'],
	ledger: Ledger,
): (failure: AmlCheckError, index: number) => AmlCheckError {
	const remembered = ledger.byItem();
	const paid = [...remembered.values()].flatMap(({ hash, named = [] }) =>
		[hash ?? [], named].flat(),
	);
	return (failure, index) =>
		withoutDenial(context, withHashOf(failure, remembered.get(index)).with({ paid }));
}

/**
 * Puts what an earlier try of this node paid for into the failure of an item that this try can't even read.
 * @param context the node's context.
 * @param failure what went wrong for all items.
 * @returns a function that gives the failure of one item by its index.
 */
export function withEarlierTries(
	context: NodeRun['context'],
	failure: AmlCheckError,
): (index: number) => AmlCheckError {
	const tell = tellerOf(context, openLedger(context, runIndexOf(context)));
	return (index) => tell(failure, index);
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
	const ledger = openLedger(run.context, runIndex);
	const tell = tellerOf(run.context, ledger);
	return {
		...planChecks(items, run.options.mergeDuplicates),
		run,
		items: items.map((item, index) =>
			'failure' in item ? { failure: tell(item.failure, index) } : item,
		),
		ledger,
		claims: claimsOf(run.session.serviceKey),
		execution: executionKey(run.context),
		requestIdFor: ({ idKey, idempotencyKey }) => makeId(idKey, idempotencyKey),
		optionsFor: (wanted) => sharedOptions(run, wanted),
		deadlineAt,
	};
}
