/** Compares what a batch wanted, what was charged for it, and what came out. */
import type { ExecutionItem } from '../../../instance/rest.mts';
import type { Sandbox } from '../../../sandbox/server.mts';
import type { Report } from './report.mts';

/** One batch and its fate. */
export interface Outcome {
	/** What for the table. */
	what: string;
	sandbox: Sandbox;
	/** The addresses, in the order of the batch. */
	batch: readonly string[];
	/** What the check node put out, in the end. */
	results: readonly ExecutionItem[];
}

const same = (a: unknown, b: unknown) => String(a).toLowerCase() === String(b).toLowerCase();

/** How often each address of a batch was charged. */
function chargesOf(sandbox: Sandbox, batch: readonly string[]): number[] {
	const counts = new Map(
		Object.entries(sandbox.stats().chargesByTarget).map(([target, count]) => [
			target.split(':')[1].toLowerCase(),
			count,
		]),
	);
	return batch.map((address) => counts.get(address.toLowerCase()) ?? 0);
}

function pairedWith({ pairedItem }: ExecutionItem): unknown {
	const paired = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof paired === 'object' && paired !== null
		? (paired as { item?: unknown }).item
		: paired;
}

/** Enters a batch that was carried through into the report: charges, losses, order, pairing, results of their own. */
export function audit(report: Report, { what, sandbox, batch, results }: Outcome): void {
	const counts = chargesOf(sandbox, batch);
	const owners = new Map(sandbox.checks().map(({ hash, address }) => [hash, address]));
	const isScreened = ({ json }: ExecutionItem) =>
		json.status === undefined && json.riskLevel !== 'unknown';
	report.charges({
		what,
		wanted: batch.length,
		charged: counts.reduce((sum, count) => sum + count, 0),
		twice: counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
		lost: batch.length - results.filter(isScreened).length,
	});
	const misplaced = batch.filter((address, index) => {
		const item = results[index];
		return !item || !same(item.json.address, address) || pairedWith(item) !== index;
	});
	report.check(`${what}: order and pairing`, misplaced.length === 0, misplaced.slice(0, 3));
	const foreign = results.filter(({ json }) => !same(owners.get(String(json.hash)), json.address));
	report.check(
		`${what}: every result is of its own check`,
		foreign.length === 0,
		foreign.slice(0, 3),
	);
}
