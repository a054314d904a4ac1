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

/**
 * Reads the parameters of one item, and returns what decides what it wants screened: that may need the service. Either
 * may throw, which refuses the item before it is paid for.
 */
export type ParseWanted = (index: number) => () => Promise<RowDecision>;

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
	const read = () => {
		try {
			return run.parameters.text('address', index);
		} catch {
			return '';
		}
	};
	const address = cleanTarget(read());
	return { address: isPlainAddress(address) ? address : undefined };
}

/** Reads the parameters of one item. @returns what decides the rest of its row. */
function parseRow(run: NodeRun, index: number, parseWanted: ParseWanted): () => Promise<Row> {
	const refuse = (thrown: unknown): Row => ({
		failure: toFailure(thrown).with({ charged: false, facts: nameTarget(run, index) }),
	});
	try {
		const waits = run.parameters.flag('waitForResult', index, true);
		const decide = parseWanted(index);
		const simplifies = run.getOptions(index).simplify;
		const options = run.getOptions(index);
		return async () => {
			try {
				const { targets, ...wanted } = await decide();
				return { ...wanted, targets: targets.map(makeTarget), waits, simplifies, options };
			} catch (thrown) {
				return refuse(thrown);
			}
		};
	} catch (thrown) {
		const row = refuse(thrown);
		return async () => row;
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
		const keys = new Set<string>();
		if ('failure' in row) return keys;
		for (const target of row.targets) {
			const key = orderKey(target.key, row.options.requestKey);
			const group = groups.get(key) ?? { target, indexes: [] };
			if (!keys.has(key)) group.indexes.push(index);
			keys.add(key);
			groups.set(key, group);
		}
		return keys;
	});
	return { groups, keysOf };
}

/** Reads every item once, and finds its stored entries. It sends nothing but what the reading takes. */
export async function plan(run: NodeRun, parseWanted: ParseWanted): Promise<Plan> {
	const { context, session, items, options } = run;
	session.limitTime(options.timeout);
	// While n8n evaluates the expressions of all items, the currency list is on its way.
	const decisions = await mapInSlices(items, (_, index) => parseRow(run, index, parseWanted));
	const rows = await mapInSlices(decisions, async (decide) => await decide());
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
			simplifies: read.some((row) => row.simplifies),
			before,
		});
		orders.set(key, order);
	});
	// Reading thousands of rows takes seconds.
	session.deadline.progressed();
	const ordersOf = keysOf.map((keys) => [...keys].map((key) => orders.get(key)!));
	return { rows, orders: [...orders.values()], ordersOf, ledger };
}
