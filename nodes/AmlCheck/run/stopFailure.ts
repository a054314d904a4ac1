import { hashesIn } from '../../shared/rpc/failure';
import type { AmlCheckError } from '../../shared/rpc/failure';
import { nameItems } from './itemNumbers';
import type { ItemFailure, ItemOutcome } from './itemOutcome';

/** So many items are told of one by one; with On Error set to continue, every item tells what happened to it. */
const MAX_TOLD_ITEMS = 20;

type FailedItem = ItemFailure & { item: number };

/** What a run throws that stops: one failure for all items, and the item where it is about one alone. */
export interface StopFailure {
	failure: AmlCheckError;
	item?: number;
}

/** An item's checks in words; one that only may be its own is not called so. */
function tellChecks({ hash, candidates = [] }: AmlCheckError): string[] {
	const others = candidates.length > 0 ? [`may be ${candidates.join(' or ')}`] : [];
	return hash === undefined ? others : [hash, ...others];
}

/** Without the sentences that name what is told already; what the service said stays as it said it. */
function withoutNaming(description: string, told: readonly string[]): string {
	const isAboutTold = (sentence: string) =>
		!sentence.includes('"') && told.some((hash) => sentence.includes(hash));
	return description
		.split(/(?<=\.) /)
		.filter((sentence) => !isAboutTold(sentence))
		.join(' ');
}

/** One failure for all of them: what each is about, then what to do, once. Items count from 0, as in n8n's editor. */
function failureOfSeveral(failed: FailedItem[]): AmlCheckError {
	// What may have been paid for has the word: 'nothing was paid' would be read as of all of them.
	const { failure } = failed.find((one) => one.failure.charged !== false) ?? failed[0];
	const shown = failed.slice(0, MAX_TOLD_ITEMS);
	const more = failed.length > shown.length ? `; and ${failed.length - shown.length} more` : '';
	const { title, rest } = nameItems(failed.map(({ item }) => item));
	const isOneCause = failed.every((one) => one.failure.message === failure.message);
	const message = isOneCause ? failure.message : `${failed.length} items can't be processed`;
	const lines = shown.map(({ item, failure: one }) => {
		const of = one.address === undefined ? `Item ${item}` : `Item ${item} (${one.address})`;
		const what = isOneCause ? [] : [one.message];
		return [of, ...what, ...tellChecks(one)].join(': ');
	});
	const hashes = failed.slice(MAX_TOLD_ITEMS).flatMap((one) => tellChecks(one.failure));
	const others = hashes.length > 0 ? ` (${hashes.join(', ')})` : '';
	const advice = withoutNaming(
		failure.description,
		failed.flatMap((one) => hashesIn(one.failure)),
	);
	return failure.with({
		message: `${message} ${title}`,
		description: `${lines.join('; ')}${more}${others}.${rest} Items count from 0. ${advice}`,
	});
}

/** Names what was paid for where it is not named yet: the outputs of the other items are not had. */
function tellPaid(failure: AmlCheckError, paid: readonly string[]): AmlCheckError {
	if (paid.length === 0) return failure;
	const { description } = failure;
	const untold = paid.filter((hash) => !description.includes(hash));
	const told = paid.length - untold.length;
	const which = [
		...(untold.length > 0 ? [untold.join(', ')] : []),
		...(told > 0 ? [`${told} named above`] : []),
	];
	return failure.with({
		description: `${description} Paid for so far: ${paid.length} (${which.join('; ')}). Run the execution again with Retry: what was paid for is not paid for again.`,
	});
}

/** The items to name are those that went wrong, not those that were then held back. */
function failedToName(outcomes: readonly ItemOutcome[]): FailedItem[] {
	const failed = outcomes.flatMap((outcome, item) =>
		'failure' in outcome ? [{ ...outcome, item }] : [],
	);
	const causes = failed.filter(({ isConsequence }) => !isConsequence);
	return causes.length > 0 ? causes : failed.slice(0, 1);
}

/**
 * What a run throws in Stop mode: it says what happened to which items, and names each check of them, and all that was
 * paid for, once. Pure.
 * @param outcomes one for each input item.
 * @returns undefined where nothing went wrong.
 */
export function stopFailureOf(outcomes: readonly ItemOutcome[]): StopFailure | undefined {
	const named = failedToName(outcomes);
	const [first] = named;
	if (!first) return undefined;
	const paid = [...new Set(named.flatMap(({ failure }) => failure.paid ?? []))];
	if (first.isOfRun) return { failure: tellPaid(first.failure, paid) };
	// n8n knows a canceled execution by the words of its error: they stay as they are.
	const canceled = named.find(({ failure }) => failure.kind === 'cancelled');
	const only = canceled ?? (named.length === 1 ? first : undefined);
	if (only) return { failure: tellPaid(only.failure, paid), item: only.item };
	return { failure: tellPaid(failureOfSeveral(named), paid) };
}
