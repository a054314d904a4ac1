import type { IContextObject } from 'n8n-workflow';

import type { Span } from '../../shared/rpc/serviceClock';
import { isObject } from '../../shared/values';

/**
 * What is remembered of one wanted check. Plain data: n8n keeps it in the execution's data, across the tries of
 * "Retry On Fail" and across the retry of a failed execution (design 5).
 */
export interface LedgerEntry {
	/** The request `id`, for life. */
	id: string;
	/** When it was first sent, in Unix milliseconds of n8n's clock. */
	sentAt?: number;
	/** When its last submission was given up without an answer that could be used. */
	endedAt?: number;
	/** From when to when that was on the service's clock, as far as it was known then. */
	moments?: Span;
	/** The process that sent it: another machine's clock may differ. */
	process?: string;
	/** Checks that an answer has named which can't be taken for it. */
	named?: string[];
	/** Checks of the history that it may be, as the last look that showed any has told. */
	candidates?: string[];
	/** The input items that want it, in their order. */
	items?: number[];
	/** The id of the execution that asked for it first: a Retry has another one. */
	life?: string;
	/** Sent, and not known whether the service took it. */
	unsure?: boolean;
	/** Taken: what was paid for. */
	hash?: string;
	/** It is a check that somebody else has paid for: another entry, or another execution under the same key. */
	paidElsewhere?: boolean;
	/** Its run ended without giving its result out, so another try may come under another run index. */
	unanswered?: boolean;
}

/** Of one run of the node, by the key of the wanted check. */
export type LedgerData = Record<string, LedgerEntry>;

/** Where n8n's context of the node has it. */
export const CONTEXT_KEY = 'paidChecks';

/** What an older version has written is read as far as it is understood, and never stops a run. */
function isEntry(saved: unknown): saved is LedgerEntry {
	if (!isObject(saved) || typeof saved.id !== 'string') return false;
	if (typeof saved.hash !== 'string') delete saved.hash;
	if (typeof saved.sentAt !== 'number') delete saved.sentAt;
	if (saved.isRepeat === true) saved.paidElsewhere = true;
	delete saved.isRepeat;
	return true;
}

/**
 * The ledger in a node's context, made usable in place: other calls of the same node may be writing to it too.
 * @param store the context.
 * @returns what is remembered, by the index of the node's run.
 */
export function readRuns(store: IContextObject): Record<string, LedgerData> {
	const runs = (isObject(store[CONTEXT_KEY]) ? store[CONTEXT_KEY] : {}) as Record<string, unknown>;
	for (const [run, entries] of Object.entries(runs)) {
		if (!isObject(entries)) delete runs[run];
		else for (const key of Object.keys(entries)) if (!isEntry(entries[key])) delete entries[key];
	}
	return runs as Record<string, LedgerData>;
}

/**
 * What another node of the execution remembers; nothing is written there.
 * @param store its context.
 */
export function entriesOf(store: IContextObject): Array<[key: string, entry: LedgerEntry]> {
	const copy = JSON.parse(JSON.stringify({ [CONTEXT_KEY]: store[CONTEXT_KEY] })) as IContextObject;
	return Object.values(readRuns(copy)).flatMap((run) => Object.entries(run));
}
