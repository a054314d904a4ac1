import { hashKey } from '../../shared/checks/result';
import { makeFailure, readPayment, type AmlCheckError } from '../../shared/failures/failure';
import type { NodeRun } from '../run/nodeRun';
import { earlierLost } from './failures';
import { plan, type ReadWanted } from './plan';
import { submit, type Submission } from './submit';
import { openNodeEntries, openOwnEntries, readAsker, Wish } from './wish';

/**
 * The service's response to an `id` that it had before.
 * - `same`: it returned the first check.
 * - `other`: it made another check, which is charged.
 * - `refused`, `lost`: it said no, or nothing usable. `unsent`: the request was not sent.
 */
export type RepeatedId =
	| { kind: 'same' | 'other'; hash: string }
	| { kind: 'refused' | 'lost' | 'unsent'; failure: AmlCheckError };

/** Looks in the history for a check of the same wallet that began after the first one; undefined for none. */
export type FindOther = (firstHash: string) => Promise<string | undefined>;

/** Reads the entry of the repeated request. The first check is no second charge. */
function readEntry({ entry }: Wish, firstHash: string): RepeatedId {
	if (entry.state === 'taken') {
		const isSame = hashKey(entry.hash) === hashKey(firstHash);
		return { kind: isSame ? 'same' : 'other', hash: entry.hash };
	}
	if (entry.state === 'wanted') return { kind: 'unsent', failure: earlierLost() };
	const { refusal } = entry;
	if (refusal === undefined) return { kind: 'lost', failure: earlierLost() };
	return { kind: 'refused', failure: makeFailure('rejected').with({ message: refusal }) };
}

/** Writes down a refusal that can be read: also one that says that the `id` was used, which is the question. */
function readSubmission(submission: Submission | undefined, wish: Wish, firstHash: string) {
	if (!submission || submission.kind === 'taken') return readEntry(wish, firstHash);
	const { kind, failure } = submission;
	if (kind === 'unsent' || kind === 'notTaken') return { kind: 'unsent', failure } as const;
	const isRefusal = kind === 'refused' || readPayment(failure) === 'refused';
	if (!isRefusal) return { kind: 'lost', failure } as const;
	wish.apply({ kind: 'refused', endedAt: Date.now(), refusal: failure.message });
	return { kind: 'refused', failure } as const;
}

/**
 * Sends the request of a check that this execution has paid for once more, under its `id`. That is on purpose the one
 * request that may be charged twice: the caller has the user's leave. It has an entry of its own, so that no try of the
 * execution sends it a second time.
 * @param run over one item, whose check was screened by {@link screenItems} before.
 * @param findOther searches where the response names no check: the request may have been charged anyway.
 * @returns the response. It doesn't throw.
 */
export async function repeatRequest(
	run: NodeRun,
	readWanted: ReadWanted,
	findOther: FindOther,
): Promise<RepeatedId> {
	const planned = await plan(run, readWanted);
	const [first] = planned.wishes as Array<Wish | undefined>;
	if (first?.entry.state !== 'taken') return { kind: 'unsent', failure: earlierLost() };
	const { id, hash } = first.entry;
	const asked = { ...readAsker(run.context), items: [...first.items] };
	const key = JSON.stringify([first.target.key, 'repeated id']);
	const { own } = openOwnEntries(openNodeEntries(run.context), key, asked, true, () => id);
	const wish = new Wish(first.target, first.items, first.options, false, own, undefined);
	const mayLeave = () => !run.session.cancelSignal?.aborted;
	const isFirstTry = wish.entry.state === 'wanted';
	const submission = isFirstTry ? await submit(planned, wish, mayLeave) : undefined;
	if (wish.entry.state === 'taken' && hashKey(wish.entry.hash) === hashKey(hash))
		wish.apply({ kind: 'taken', hash: wish.entry.hash, paid: false });
	const repeated = readSubmission(submission, wish, hash);
	if (repeated.kind !== 'lost' && repeated.kind !== 'refused') return repeated;
	const other = await findOther(hash);
	if (other === undefined) return repeated;
	wish.apply({ kind: 'taken', hash: other, paid: true });
	return { kind: 'other', hash: other };
}
