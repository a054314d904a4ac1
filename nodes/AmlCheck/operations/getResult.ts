import type { IDataObject } from 'n8n-workflow';

import { fetchResult, hashKey, isSameHash, type CheckResult } from '../../shared/checks/result';
import { plainText } from '../../shared/format';
import { invalidInput, toFailure } from '../../shared/failures/failure';
import { asSent, checkRecordSchema, type HistoryItem } from '../../shared/rpc/schemas';
import { mapInSlices } from '../../shared/slices';
import { readOutcome } from '../../shared/statuses';
import { isObject } from '../../shared/values';
import { CHECK_HASH, WAIT_FOR_RESULT } from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { checkResultSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome, ItemOutput } from '../run/outcomes';
import { RunHistory } from '../waiting/history';
import { FEW, Watch } from '../waiting/watch';
import { readCheckHash } from './checkHash';
import { handleEach, notBegun, type Operation } from './operation';

function requireCheckHash(run: NodeRun, index: number): string {
	const hash = readCheckHash(run, index);
	if (hash !== '') return hash;
	throw invalidInput(
		"'Check Hash' is empty",
		'Choose a check from the list, or give the hash that came with it when it was submitted.',
	);
}

function toOutput(
	run: NodeRun,
	index: number,
	{ check, usage }: CheckResult,
	historyItem?: HistoryItem,
): ItemOutput {
	const json = run.isSimplified(index)
		? run.simplify(check, index, { charged: false, usage, historyItem })
		: { check: asSent(check), meta: usage };
	return { json: json as IDataObject };
}

/**
 * Reads a result that the workflow has already, in the shape in which the service sent it.
 * @param hash of the check that it must be about.
 */
function readGiven(given: Record<string, unknown>, hash: string): CheckResult {
	const { data: check } = checkRecordSchema.safeParse(isObject(given.check) ? given.check : given);
	if (!check)
		throw invalidInput(
			"'Given Report' is no result as the service sent it",
			"Switch Simplify off in the node that returns it, such as 'Get Result', and give its whole item.",
		);
	if (!isSameHash(check.hash, hash))
		throw invalidInput(
			`'Given Report' is about another check: ${plainText(check.hash, 60)}`,
			`Give the report of ${hash}, or take 'Check Hash' from the same item as the report.`,
		);
	const usage = isObject(given.meta) ? given.meta : null;
	return { check, usage, terminal: readOutcome(check.status) !== 'pending' };
}

/** One request for each hash, and none for a report that is given. */
async function readOnce(run: NodeRun, hashes: Map<number, string>, outcomes: ItemOutcome[]) {
	await handleEach(run, outcomes, [...hashes.keys()], async (_, index) => {
		const hash = hashes.get(index) ?? '';
		try {
			const { givenReport } = run.getOptions(index);
			const result = givenReport
				? readGiven(givenReport, hash)
				: await fetchResult(run.session, hash);
			return [toOutput(run, index, result)];
		} catch (thrown) {
			throw toFailure(thrown).with({ hash });
		}
	});
}

/** One wait for all hashes. */
async function waitForAll(run: NodeRun, hashes: Map<number, string>, outcomes: ItemOutcome[]) {
	run.session.limitTime(run.options.timeout);
	const watch = new Watch(run, new RunHistory(run.session), hashes.size <= FEW);
	for (const hash of hashes.values()) watch.add({ hash, isOld: true });
	watch.close();
	await watch.waitForAll();
	await watch.readLinks();
	const returnsPending = (index: number) => run.getOptions(index).onTimeout === 'returnPending';
	const finish = async ([index, hash]: [number, string]) => {
		const outcome = watch.outcomes.get(hash);
		if (!outcome) return;
		let result = 'result' in outcome ? outcome.result : undefined;
		if ('failure' in outcome && outcome.pending && returnsPending(index))
			// The history may have shown all that was known of it.
			result = outcome.last ?? (await fetchResult(run.session, hash).catch(() => undefined));
		const historyItem = watch.items.get(hashKey(hash));
		if (result) outcomes[index] = { outputs: [toOutput(run, index, result, historyItem)] };
		else if ('failure' in outcome) outcomes[index] = { failure: outcome.failure };
	};
	await run.session.concurrently([...hashes], finish);
}

async function getResults(run: NodeRun): Promise<ItemOutcome[]> {
	const outcomes = run.items.map(notBegun);
	const once = new Map<number, string>();
	const waiting = new Map<number, string>();
	await mapInSlices(run.items, (_, index) => {
		try {
			const isGiven = run.getOptions(index).givenReport !== undefined;
			const waits = run.flag('waitForResult', index, false) && !isGiven;
			const group = waits ? waiting : once;
			group.set(index, requireCheckHash(run, index));
		} catch (thrown) {
			outcomes[index] = { failure: toFailure(thrown) };
		}
	});
	if (!run.continueOnFail && once.size + waiting.size < run.items.length) return outcomes;
	await readOnce(run, once, outcomes);
	if (waiting.size > 0) await waitForAll(run, waiting, outcomes);
	return outcomes;
}

export const getResult: Operation = {
	resource: 'check',
	value: 'getResult',
	name: 'Get Result',
	action: 'Get result of earlier check',
	description: 'Get the result of a check by its hash',
	method: 'checkup.getresult',
	properties: [
		CHECK_HASH,
		{
			...WAIT_FOR_RESULT,
			default: false,
			description:
				'Whether to wait until the check is finished. If off, an unfinished check is returned with its current status.',
		},
		...LAST_FIELDS.result,
	],
	output: checkResultSchema,
	run: getResults,
};
