import type { AmlCheckError } from '../../shared/failures/failure';
import { isCause, type ItemFailure, type ItemOutcome } from './outcomes';

type FailedItem = ItemFailure & { item: number };

/** A list of more is cut: with On Error set to Continue, each item has its own failure. */
const MAX_NAMED = 40;

/** Names input items by their numbers, which count from 0 as in n8n: `items 0, 2, 5`. */
function nameItems(items: readonly FailedItem[]): string {
	const named = items.slice(0, MAX_NAMED).map(({ item }) => item);
	const more = items.length > MAX_NAMED ? ` and ${items.length - MAX_NAMED} more` : '';
	return `${items.length === 1 ? 'item' : 'items'} ${named.join(', ')}${more}`;
}

/** The items to name are those that caused the stop, and of those that were then held back at most the first. */
function findFailed(outcomes: readonly ItemOutcome[]): FailedItem[] {
	const failed = outcomes.flatMap((outcome, item) =>
		'failure' in outcome ? [{ ...outcome, item }] : [],
	);
	const causes = failed.filter(isCause);
	return causes.length > 0 ? causes : failed.slice(0, 1);
}

/** Every check that a failed item is about, or may be about. */
const hashesOf = ({ hashes, facts: { checks = [] } }: AmlCheckError): string[] =>
	[
		...hashes,
		...checks.flatMap(({ hash, candidates = [] }) => [hash, ...(candidates as string[])]),
	].filter((hash) => typeof hash === 'string');

/** Sentences about the failed items beside the first one, with the checks of each. */
function sayOthers(others: readonly FailedItem[], help: string): string {
	const checks = others.flatMap(({ item, failure }) => {
		const hashes = hashesOf(failure);
		return hashes.length > 0 ? [`item ${item}: ${hashes.join(', ')}`] : [];
	});
	const failed = others.length > 0 ? `Also failed: ${nameItems(others)}.` : '';
	const named = checks.length > 0 ? `Their checks are, or may be: ${checks.join('; ')}.` : '';
	return [failed, named, help].filter(Boolean).join(' ');
}

/**
 * The failure of a run in Stop mode: that of the first row, the numbers of the others, each check of them, and all that was
 * paid for, once; pure.
 * @param listPaid lists the hashes of all checks that the run paid for.
 * @returns undefined where every item has its outputs.
 */
export function makeStopFailure(
	outcomes: readonly ItemOutcome[],
	listPaid: () => readonly string[],
): { failure: AmlCheckError; item?: number } | undefined {
	const failed = findFailed(outcomes);
	// n8n knows a canceled execution by the words of its error.
	const first = failed.find(({ failure }) => failure.reason === 'cancelled') ?? failed.at(0);
	if (!first) return undefined;
	const others = first.isOfRun ? [] : failed.filter((one) => one !== first);
	const named = new Set([first, ...others].flatMap(({ failure }) => hashesOf(failure)));
	const paid = listPaid();
	const unnamed = paid.filter((hash) => !named.has(hash));
	const names = unnamed.length > 0 ? `: ${unnamed.join(', ')}` : '';
	const allPaid = `This execution has paid for ${paid.length}${names}.`;
	const rest = outcomes.length - others.length - 1;
	const isOfRows = [first, ...others].every(({ failure }) => failure.fault === 'input');
	const help = isOfRows && rest > 0 ? `To screen the other ${rest}, set On Error to Continue.` : '';
	const own = first.failure.facts.also ?? '';
	const also = [own, sayOthers(others, help), paid.length > 0 ? allPaid : ''].filter(Boolean);
	return {
		failure: first.failure.with({ facts: { also: also.join(' ') } }),
		item: first.isOfRun ? undefined : first.item,
	};
}
