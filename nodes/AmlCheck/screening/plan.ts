import { cleanTarget, isPlainAddress } from '../../shared/addresses';
import { readCurrency } from '../../shared/currencies';
import { toFailure } from '../../shared/rpc/failure';
import type { AmlCheckError, FailureFacts } from '../../shared/rpc/failure';
import type { RpcSession } from '../../shared/rpc/session';
import { readTarget } from '../../shared/targets';
import type { Target, WantedTarget } from '../../shared/targets';
import type { NodeRun } from '../run/nodeRun';
import type { RunOptions } from '../run/runOptions';
import { RunHistory } from './history';
import { requestIdMaker } from './ids';
import { earlierTries, entriesOfNode, openHolders, openSlot, readAsker, Wish } from './wish';
import type { Holders, SharedOptions } from './wish';

/** What was read of one input item. */
export type Row =
	| { target: Target; waits: boolean; simplifies: boolean; options: RunOptions }
	| { failure: AmlCheckError };

/** What a run of a paid operation wants, and what it knows of it. */
export interface Plan extends Holders {
	run: NodeRun;
	/** One for each input item. */
	rows: Row[];
	wishes: Wish[];
	/** Which run of the node this is: loops have several. */
	runIndex: number;
	/** How long the run may go on without progress, in milliseconds. */
	deadline: RpcSession['deadline'];
	history: RunHistory;
}

function readOptions(options: readonly RunOptions[]): SharedOptions {
	return {
		idempotencyKey: options[0].idempotencyKey,
		onTimeout: options.every(({ onTimeout }) => onTimeout === 'returnPending')
			? 'returnPending'
			: 'error',
		onUnsure: options.every(({ onUnsure }) => onUnsure === 'submitAgain')
			? 'submitAgain'
			: 'report',
		reuseUntoldAsset: options.every(({ reuseUntoldAsset }) => reuseUntoldAsset),
		reuseWithinHours: Math.min(...options.map(({ reuseWithinHours }) => reuseWithinHours)),
	};
}

/** The target of an item that can't be read, as far as it is plain. A message quotes a part of any other text. */
function nameTarget(run: NodeRun, index: number): Pick<FailureFacts, 'address' | 'currency'> {
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

async function readRow(
	run: NodeRun,
	index: number,
	readWanted: (index: number) => Promise<WantedTarget>,
): Promise<Row> {
	try {
		const waits = run.flag('waitForResult', index, true);
		const simplifies = run.isSimplified(index);
		const target = readTarget(await readWanted(index));
		return { target, waits, simplifies, options: run.optionsOf(index) };
	} catch (thrown) {
		return { failure: toFailure(thrown).with({ charged: false, ...nameTarget(run, index) }) };
	}
}

/** The rows of equal wishes by key, in the order of the input. */
function groupRows(rows: readonly Row[], merges: boolean): Map<string, number[]> {
	const groups = new Map<string, number[]>();
	const seen = new Map<string, number>();
	rows.forEach((row, index) => {
		if ('failure' in row) return;
		const wanted = [row.target.key, row.options.idempotencyKey];
		const before = merges ? 0 : (seen.get(JSON.stringify(wanted)) ?? 0);
		seen.set(JSON.stringify(wanted), before + 1);
		const key = JSON.stringify([...wanted, before]);
		const group = groups.get(key);
		if (group) group.push(index);
		else groups.set(key, [index]);
	});
	return groups;
}

/**
 * Reads every item once, and finds what is remembered of it. Nothing is sent but what the reading takes.
 * @param run the node's run.
 * @param readWanted reads what one item wants screened; it may throw.
 * @returns the plan. It doesn't throw.
 */
export async function plan(
	run: NodeRun,
	readWanted: (index: number) => Promise<WantedTarget>,
): Promise<Plan> {
	const { context, session } = run;
	const deadline = session.limitTime(run.options.timeout);
	const rows: Row[] = [];
	for (let index = 0; index < run.items.length; index++)
		rows.push(await readRow(run, index, readWanted));
	const asker = readAsker(context);
	const addEarlier = earlierTries(context);
	const [entries, makeId] = [entriesOfNode(context), requestIdMaker(context)];
	const { mergeDuplicates } = run.options;
	const wishes = [...groupRows(rows, mergeDuplicates)].map(([key, items]) => {
		const read = items.map((index) => rows[index] as Exclude<Row, { failure: unknown }>);
		const options = readOptions(read.map((row) => row.options));
		const { target } = read[0];
		const { idempotencyKey } = options;
		const makeOwnId = (hour: number) => makeId({ key, idempotencyKey, hour });
		const asked = { ...asker, items };
		const { slot, before } = openSlot(entries, key, asked, mergeDuplicates, makeOwnId);
		const isFirst = before?.execution !== asked.execution;
		const waits = read.some((row) => row.waits);
		return new Wish(target, items, options, waits, slot, isFirst, before?.at);
	});
	return {
		run,
		rows: rows.map((row, index) =>
			'failure' in row ? { failure: addEarlier(row.failure, index) } : row,
		),
		wishes,
		runIndex: asker.run,
		deadline,
		history: new RunHistory(session),
		...openHolders(context),
	};
}
