import { hashesIn, type AmlCheckError } from '../../shared/failures/failure';
import { unnamedIn, type Note } from '../../shared/failures/notes';
import type { ItemFailure, ItemOutcome } from './outcomes';

/** Reasons, rows of a reason and numbers of items in the title. */
const MAX_REASONS = 3;
const MAX_ROWS_IN_TITLE = 3;
const MAX_ITEMS_IN_TITLE = 20;

/** Lines of reasons, rows in one line, and rows with their addresses. With On Error set to Continue, all have them. */
const MAX_REASON_LINES = 29;
const MAX_ROWS = 40;
const MAX_ADDRESSES = 5;

/** The common fault of rows that can't be screened, by the reason of their refusal; to complete "9 …". */
const REASON_WORDS: Readonly<Record<string, string>> = {
	invalid: 'with an address or a hash that is not valid',
	missing: 'without an address or a hash',
	nameNotResolved: 'with a name in place of an address',
	networkUnclear: 'whose network is not clear',
	notAWallet: "with a token's contract in place of a wallet",
	privateKey: 'with a private key or a seed',
	severalTargets: 'with a link to several addresses',
	unsupportedNetwork: "of a blockchain that the service doesn't check",
	wrongKind: 'with a transaction in place of an address, or the reverse',
	wrongNetwork: "of another network than 'Network' says",
};

type FailedItem = ItemFailure & { item: number };

const isInput = ({ failure }: FailedItem) => REASON_WORDS[failure.reason ?? ''] !== undefined;

/** Rows with one reason, or with one message. */
type Group = ReturnType<typeof groupByReason>[number];

/** Numbers as a person lists them: three and more in a row become a range. */
function toParts(numbers: readonly number[]): string[] {
	const parts: string[] = [];
	for (let at = 0; at < numbers.length;) {
		let end = at;
		while (numbers[end + 1] === numbers[end] + 1) end++;
		if (end - at < 2) end = at;
		parts.push(end === at ? String(numbers[at]) : `${numbers[at]} to ${numbers[end]}`);
		at = end + 1;
	}
	return parts;
}

/** Lists rows for a message, such as `rows 3, 17, 20 to 25, …`; they count from 0, as in n8n. */
function listRows(rows: readonly FailedItem[], max: number): string {
	const parts = toParts(rows.map(({ item }) => item));
	const named = [...parts.slice(0, max), ...(parts.length > max ? ['…'] : [])];
	return `${rows.length === 1 ? 'row' : 'rows'} ${named.join(', ')}`;
}

/**
 * Names input items by their numbers, which count from 0 as in n8n.
 * @param numbers of the items, ascending.
 * @returns `title` for a message, such as `[items 0, 2, 5 to 9]`; where that would be too long, `rest` for the text below
 * it names all of them, so that none is left out.
 */
export function nameItems(numbers: readonly number[]): { title: string; rest: string } {
	const parts = toParts(numbers);
	const isLong = parts.length > MAX_ITEMS_IN_TITLE;
	const named = parts.slice(0, MAX_ITEMS_IN_TITLE).join(', ') + (isLong ? ' and others' : '');
	const title = `[item${numbers.length === 1 ? '' : 's'} ${named}]`;
	return { title, rest: isLong ? `All of them: items ${parts.join(', ')}.` : '' };
}

/** An item's checks in words; one that may be its own or not is not called its own. */
function listChecks({ hash, candidates = [] }: AmlCheckError): string[] {
	const others = candidates.length > 0 ? [`may be ${candidates.join(' or ')}`] : [];
	return hash === undefined ? others : [hash, ...others];
}

function groupByReason(failed: readonly FailedItem[]) {
	const groups = new Map<string, FailedItem[]>();
	for (const one of failed) {
		const what = REASON_WORDS[one.failure.reason ?? ''] ?? one.failure.message;
		const rows = groups.get(what);
		if (rows) rows.push(one);
		else groups.set(what, [one]);
	}
	return [...groups]
		.map(([what, rows]) => ({ what, rows }))
		.sort((a, b) => b.rows.length - a.rows.length);
}

/** The rows of a group; each row that has a check is named with it, however many they are. */
function describeRows(rows: readonly FailedItem[]): string {
	const isFew = rows.length <= MAX_ADDRESSES;
	const isNamed = ({ failure }: FailedItem) =>
		listChecks(failure).length > 0 || (isFew && failure.address !== undefined);
	const others = rows.filter((row) => !isNamed(row));
	const named = rows
		.filter(isNamed)
		.map(({ item, failure }) =>
			[`row ${item}`, failure.address && `(${failure.address})`, ...listChecks(failure)]
				.filter(Boolean)
				.join(' '),
		);
	return [...(others.length > 0 ? [listRows(others, MAX_ROWS)] : []), ...named].join('; ');
}

/** With a capital letter and one full stop: some messages end with theirs. */
const toSentence = (text: string): string =>
	`${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

/** A line for each reason: in the words of its rows where these are the same. */
function describeGroup({ what, rows }: Group): string {
	const [message, ...others] = new Set(rows.map(({ failure }) => failure.message));
	return others.length > 0
		? toSentence(`${rows.length} ${what}: ${describeRows(rows)}`)
		: toSentence(`${describeRows(rows)}: ${message}`);
}

function describeGroups(groups: readonly Group[]): string {
	const most = groups.length > MAX_REASON_LINES ? MAX_REASON_LINES - 1 : MAX_REASON_LINES;
	const rest = { what: 'for other reasons', rows: groups.slice(most).flatMap(({ rows }) => rows) };
	const shown = groups.slice(0, most).map(describeGroup);
	return [...shown, ...(rest.rows.length > 0 ? [describeGroup(rest)] : [])].join('\n');
}

/** The advice for unreadable rows: the others can be screened without them. */
function adviseContinue(failed: readonly FailedItem[], total: number): string {
	const others = total - failed.length;
	if (others === 0 || !failed.every(isInput)) return '';
	return `To screen the other ${others === 1 ? 'row' : others}, set On Error to Continue.`;
}

function nameCauses(failed: FailedItem[], groups: readonly Group[], total: number): string {
	const count = `${failed.length} of ${total} rows`;
	if (!failed.every(isInput)) {
		const what = groups.length === 1 ? failed[0].failure.message : `${count} can't be processed`;
		return `${what} ${nameItems(failed.map(({ item }) => item)).title}`;
	}
	const counted = groups
		.slice(0, MAX_REASONS)
		.map(({ what, rows }) => `${rows.length} ${what} (${listRows(rows, MAX_ROWS_IN_TITLE)})`);
	const more = groups.length > MAX_REASONS ? ['…'] : [];
	return `${count} can't be screened: ${[...counted, ...more].join(', ')}`;
}

/** One failure for several rows: how many there are of each reason, a line for each, and the one thing that helps. */
function combine(failed: FailedItem[], total: number): AmlCheckError {
	// A row that may be paid for comes first: 'nothing was paid' would be read as about all rows.
	const { failure } = failed.find((one) => one.failure.charged !== false) ?? failed[0];
	const groups = groupByReason(failed);
	const text = `${describeGroups(groups)}\nRows count from 0, as in n8n.`;
	const names = failed.flatMap((one) => hashesIn(one.failure));
	const rows: Note = { about: 'rows', text, names };
	const message = nameCauses(failed, groups, total);
	const help = adviseContinue(failed, total);
	if (help !== '') return failure.with({ message, advice: help, notes: [rows] });
	const listed = new Set(names);
	const isSaid = ({ names: own = [] }: Note) =>
		own.length > 0 && own.every((hash) => listed.has(hash));
	const others = (failure.notes ?? []).filter((note) => !isSaid(note));
	return failure.with({ message, notes: [rows, ...others] });
}

/** Names what was paid for where it is not named yet: a run that stops has no outputs. */
function namePaid(failure: AmlCheckError, paid: readonly string[]): AmlCheckError {
	if (paid.length === 0) return failure;
	const unnamed = unnamedIn(failure.notes, paid);
	const named = paid.length - unnamed.length;
	const which = [unnamed.join(', '), named > 0 && `${named} named above`]
		.filter(Boolean)
		.join('; ');
	return failure
		.note('paid', `Paid for so far: ${paid.length} (${which}).`, unnamed)
		.again('rerunPaid', { after: 'payment' });
}

/** The items to name are those that caused the stop, and of those that were then held back at most the first. */
export function findFailed(outcomes: readonly ItemOutcome[]): FailedItem[] {
	const failed = outcomes.flatMap((outcome, item) =>
		'failure' in outcome ? [{ ...outcome, item }] : [],
	);
	const causes = failed.filter(({ isConsequence }) => !isConsequence);
	return causes.length > 0 ? causes : failed.slice(0, 1);
}

/**
 * The failure of a run in Stop mode: what happened to which rows, each check of them, and all that was paid for, once.
 * Pure.
 * @returns undefined where every item has its outputs.
 */
export function makeStopFailure(
	outcomes: readonly ItemOutcome[],
): { failure: AmlCheckError; item?: number } | undefined {
	const failed = findFailed(outcomes);
	const [first] = failed;
	if (!first) return undefined;
	const paid = [...new Set(failed.flatMap(({ failure }) => failure.paid ?? []))];
	if (first.isOfRun) return { failure: namePaid(first.failure, paid) };
	// n8n knows a canceled execution by the words of its error: they stay as they are.
	const canceled = failed.find(({ failure }) => failure.kind === 'cancelled');
	const only = canceled ?? (failed.length === 1 ? first : undefined);
	if (!only) return { failure: namePaid(combine(failed, outcomes.length), paid) };
	const failure = only.failure.note('otherRows', adviseContinue([only], outcomes.length));
	return { failure: namePaid(failure, paid), item: only.item };
}
