import type { AmlCheckError } from '../../shared/failures/failure';
import type { WalletCheck } from '../outputs/checks';
import type { Entry } from './entry';
import { chargedOf, withEntry } from './failures';

/** The entry of a check that an earlier try has sent, with the name of its asset. */
export interface NamedEntry {
	asset: string;
	entry: Exclude<Entry, { state: 'wanted' }>;
}

const hashesOf = ({ entry }: NamedEntry): string[] =>
	entry.state === 'taken' ? [entry.hash] : entry.candidates;

/** A check of an earlier try, as `details.checks` lists it. */
function listEntry({ asset, entry }: NamedEntry): WalletCheck {
	const base = { asset, riskLevel: 'unknown' as const, requestId: entry.id };
	if (entry.state === 'taken')
		return { ...base, summary: 'Taken in an earlier try', hash: entry.hash, charged: entry.paid };
	return { ...base, summary: 'Sent in an earlier try', candidates: entry.candidates };
}

/**
 * Adds to the failure of an item what an earlier try has sent for it; pure. It is about the check whose payment is
 * unsure, if there is one, and lists all of them where they are several.
 */
export function withEntries(failure: AmlCheckError, entries: readonly NamedEntry[]): AmlCheckError {
	const first = entries.find(({ entry }) => entry.state === 'sent') ?? entries.at(0);
	if (!first) return failure;
	const paid = entries.flatMap(hashesOf);
	const known = withEntry(failure, first.entry).with({ paid });
	if (entries.length === 1) return known;
	const others = entries.filter((one) => one !== first);
	const names = others.flatMap(hashesOf);
	const checks = entries.map(listEntry);
	const listed = known.with({ charged: chargedOf(checks), checks });
	if (names.length === 0) return listed;
	return listed.note('otherChecks', `Its other checks are: ${names.join(', ')}.`, names);
}
