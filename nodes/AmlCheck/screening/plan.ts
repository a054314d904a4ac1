import { cleanTarget, isPlainAddress } from '../../shared/wallet/addresses';
import { toFailure } from '../../shared/failures/failure';
import { mapInSlices } from '../../shared/base/slices';
import { makeTarget, type Target } from '../../shared/check/target';
import type { WantedTarget } from '../../shared/wallet/decide';
import type { NodeRun, RunOptions } from '../nodeRun';
import { Ledger, findAsker, makeNextId, orderKey } from './ledger';
import { Order, type ReadRow, type Row, type SharedOptions } from './order';
import { requestIdMaker } from './requests';

/** What a run of a paid operation wants. */
export interface Plan {
	/** One for each input item. */
	rows: readonly Row[];
	orders: readonly Order[];
	/** The orders of each input item, in the order of its targets; none of one that could not be read. */
	ordersOf: ReadonlyArray<readonly Order[]>;
	ledger: Ledger;
}

interface RowDecision extends Pick<ReadRow, 'wallet' | 'written'> {
	targets: readonly WantedTarget[];
}

/** Reads what one item wants screened. It may throw, which refuses the item before it is paid for. */
export type ParseWanted = (index: number) => Promise<RowDecision>;

/** The most cautious option of merged items holds. */
function shareOptions(options: readonly RunOptions[]): SharedOptions {
	return {
		requestKey: options[0].requestKey,
		acceptUnspecifiedAsset: options.every((one) => one.acceptUnspecifiedAsset),
		reuseWithinHours: Math.min(...options.map(({ reuseWithinHours }) => reuseWithinHours)),
	};
}

/** The target of an item that can't be read, as far as it is plain. A message quotes a part of any other text. */
function nameTarget(run: NodeRun, index: number): { address?: string } {
	try {
		const address = cleanTarget(run.parameters.text('address', index));
		return isPlainAddress(address) ? { address } : {};
	} catch {
		return {};
	}
}

/** Reads one item. It doesn't throw. */
async function readRow(run: NodeRun, index: number, parseWanted: ParseWanted): Promise<Row> {
	try {
		const waits = run.parameters.flag('waitForResult', index, true);
		const { targets, ...wanted } = await parseWanted(index);
		return { ...wanted, targets: targets.map(makeTarget), waits, options: run.getOptions(index) };
	} catch (thrown) {
		const facts = nameTarget(run, index);
		const failure = toFailure(thrown).with({ charged: false, facts });
		// What an execution has paid for whose process died, nobody knows without its target.
		const isUnknown = run.context.getMode() === 'retry' && failure.fault !== 'input';
		return { failure: isUnknown ? failure.with({ charged: undefined }) : failure };
	}
}

/** Equal orders of several rows: one target, and the rows that want it, each once. */
interface OrderGroup {
	target: Target;
	indexes: number[];
}

/** The keys of the orders of each row, in the order of its targets, and what each order is made of. */
async function groupOrders(rows: readonly Row[]) {
	const groups = new Map<string, OrderGroup>();
	const keysOf = await mapInSlices(rows, (row, index) => {
		if ('failure' in row) return [];
		return row.targets.map((target) => {
			const key = orderKey(target.key, row.options.requestKey);
			const group = groups.get(key) ?? { target, indexes: [] };
			group.indexes.push(index);
			groups.set(key, group);
			return key;
		});
	});
	return { groups, keysOf };
}

/** Reads every item once, and finds its stored entries. It sends nothing but what the reading takes. */
export async function plan(run: NodeRun, parseWanted: ParseWanted): Promise<Plan> {
	const { context, session, items, options } = run;
	session.limitTime(options.timeout);
	const rows = await mapInSlices(items, async (_, index) => await readRow(run, index, parseWanted));
	const asker = findAsker(context);
	const saved = Ledger.open(context);
	const ledger = options.dryRun ? saved.copy() : saved;
	const makeId = requestIdMaker(context);
	const { groups, keysOf } = await groupOrders(rows);
	const orders = new Map<string, Order>();
	await mapInSlices([...groups], ([key, { target, indexes }]) => {
		const read = indexes.map((index) => rows[index] as ReadRow);
		const options = shareOptions(read.map((row) => row.options));
		const asked = { ...asker, items: indexes };
		const before = ledger.enter(key, asked, (last) =>
			// Under a request key the id stays, so that the first check is found for a day.
			last && options.requestKey === '' ? makeNextId(last.id) : makeId(key, options.requestKey),
		);
		const order = new Order({
			serviceKey: session.serviceKey,
			ledger,
			key,
			target,
			items: indexes,
			options,
			waits: read.some((row) => row.waits),
			simplifies: read.some((row) => row.options.simplify),
			before,
		});
		orders.set(key, order);
	});
	// Reading thousands of rows takes seconds.
	session.deadline.progressed();
	const ordersOf = keysOf.map((keys) => keys.map((key) => orders.get(key)!));
	return { rows, orders: [...orders.values()], ordersOf, ledger };
}
