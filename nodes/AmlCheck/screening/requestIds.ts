import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { newRequestId } from '../../shared/rpc/envelope';
import type { AmlCheckError } from '../../shared/rpc/failure';

/** What of n8n's context makes an execution, a node and its run the ones they are. */
export type IdentityContext = Pick<
	IExecuteFunctions,
	'getContext' | 'getInstanceId' | 'getNode' | 'getWorkflow' | 'getWorkflowDataProxy'
> &
	Partial<Pick<IExecuteFunctions, 'getExecutionContext'>>;

/** The longest request `id` the service takes (service 1). */
const MAX_ID_LENGTH = 32;

/** The query parameter that holds an execution's own secret in the address under which it can be resumed. */
const TOKEN_PARAMETER = 'signature';

/**
 * A secret that n8n draws for every execution and saves with its data before it starts: a worker that takes the
 * execution up again finds the same one, and so does the editor's "Retry", under another execution id. No other
 * execution has it, also not one of the same id on a new database: so an `id` that is derived from it can't replay the
 * check of an older execution.
 * @returns undefined where n8n has none.
 */
function executionSecret(context: IdentityContext): string | undefined {
	try {
		const execution = context.getWorkflowDataProxy(0).$execution as { resumeUrl?: unknown };
		const secret = new URL(String(execution.resumeUrl)).searchParams.get(TOKEN_PARAMETER);
		return secret || undefined;
	} catch {
		return undefined;
	}
}

/**
 * When the execution began, in Unix milliseconds. n8n saves it with the execution's data before the execution starts,
 * and keeps it for a "Retry".
 * @returns undefined where n8n doesn't tell.
 */
export function executionBegan(
	context: Partial<Pick<IExecuteFunctions, 'getExecutionContext'>>,
): number | undefined {
	return context.getExecutionContext?.()?.establishedAt;
}

/** The same 32 hexadecimal digits whenever the same parts are given. */
function deriveRequestId(parts: ReadonlyArray<string | number>): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, MAX_ID_LENGTH);
}

/** Makes the request `id` of a wanted check, given its key and the idempotency key that the user gave, or nothing. */
export type RequestIdMaker = (key: string, idempotencyKey: string) => string;

/**
 * What makes an execution the one it is, in whichever process and through all its Retries.
 * @returns undefined where n8n doesn't keep it.
 */
function executionParts(context: IdentityContext): ReadonlyArray<string | number> | undefined {
	const secret = executionSecret(context);
	const began = executionBegan(context);
	return secret === undefined || began === undefined ? undefined : [secret, began];
}

/** The same for an execution and its Retries, and for no other one; undefined where n8n doesn't tell. */
export function executionKey(context: IdentityContext): string | undefined {
	const parts = executionParts(context);
	return parts && deriveRequestId(['execution', ...parts]);
}

/**
 * What makes a run of a node the one it is, in whichever process.
 * An AI agent's tool call may want the same check twice in one execution and has no node context to tell its calls
 * apart.
 * @returns undefined there, and where n8n doesn't keep what makes an execution unmistakable.
 */
function runParts(
	context: IdentityContext,
	runIndex: number,
): ReadonlyArray<string | number> | undefined {
	const isToolCall = typeof context.getContext !== 'function';
	const execution = isToolCall ? undefined : executionParts(context);
	return execution && ['run', ...execution, runIndex];
}

/**
 * Makes request `id`s that outlive the process: wherever and however often an execution runs, it asks for the same
 * wanted check under the same `id`, so that a service that honours them charges once (service 1, rule 2; design 5).
 * Under an idempotency key the `id` outlives the execution too: the node asks for the same check under the same key
 * with the same `id`, whoever sends the work again. Where there is neither a key nor anything that makes the run
 * unmistakable, the `id`s are random.
 * @param context the node's context.
 * @param runIndex which run of the node this is.
 * @returns the maker.
 */
export function requestIdMaker(context: IdentityContext, runIndex: number): RequestIdMaker {
	const { id: workflowId = '' } = context.getWorkflow();
	const node = [context.getInstanceId(), workflowId, context.getNode().id];
	const run = runParts(context, runIndex);
	return (key, idempotencyKey) => {
		if (idempotencyKey !== '') return deriveRequestId([...node, 'key', idempotencyKey, key]);
		return run ? deriveRequestId([...node, ...run, key]) : newRequestId();
	};
}

const SAYS_USED = /\bid\b.*\b(already|duplicate|exists?|repeated|unique|used)\b/i;
const USED_SAYS = /\b(already|duplicate|repeated|unique|used)\b.*\bid\b/i;

/** Not every service says of what it has had one before. */
const SAYS_REPEATED =
	/\bduplicat(e|ed|es|ion)\b|\b(not|non)[ -]unique\b|\brepeated (id|identifier|request)\b|\balready (been )?(exists?|in|processed|queued|received|registered|sent|submitted)\b/i;

/**
 * Whether the service refused a submission because its `id` was used before (design 4). An `id` that nobody else can
 * have used then says that an earlier life of the same execution has submitted the check.
 * @param failure what came of the submission; the document names no code for it (service 7), so its words decide.
 */
export function saysIdWasUsed({
	kind,
	description,
}: Pick<AmlCheckError, 'kind' | 'description'>): boolean {
	const isRefusal = kind === 'rejected' || kind === 'undecided';
	const saysIt = [SAYS_USED, USED_SAYS, SAYS_REPEATED].some((words) => words.test(description));
	return isRefusal && saysIt;
}
