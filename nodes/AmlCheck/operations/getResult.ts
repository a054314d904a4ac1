import { fetchResult } from '../../shared/checks/result';
import type { CheckResult } from '../../shared/checks/result';
import { SIMPLIFY } from '../../shared/fields';
import { unusableValue } from '../../shared/parameters';
import { toFailure } from '../../shared/rpc/failure';
import { CHECK_HASH, WAIT_FOR_RESULT } from '../fields/common';
import { RESULT_OPTIONS } from '../fields/options';
import { checkResultSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutcome } from '../run/itemOutcome';
import { progressReporter } from '../run/progress';
import { countRows, rowsHint } from '../screening/hints';
import type { RowEnding } from '../screening/hints';
import { present, rawResult } from '../screening/present';
import { watchChecks } from '../screening/watch';
import type { WatchOutcome } from '../screening/watch';
import { EXAMPLE_HASH } from './examples';
import { notBegun } from './perItem';
import type { Operation } from './types';

function readHash(run: NodeRun, index: number): string {
	const hash = run.text('checkHash', index);
	if (hash !== '') return hash;
	throw unusableValue(
		'Check Hash is empty',
		'Give the hash that came with the check when it was submitted.',
	);
}

/** What the items have come to, for the output and for the hint beside it. */
interface Results {
	outcomes: ItemOutcome[];
	endings: RowEnding[];
}

function tell(run: NodeRun, { outcomes, endings }: Results, index: number, result: CheckResult) {
	const { check, usage } = result;
	const { json, level } = present(run, index, { check, raw: rawResult(result), usage });
	outcomes[index] = { outputs: [{ json }] };
	endings[index] = level;
}

function tellWatched(run: NodeRun, results: Results, index: number, watched: WatchOutcome) {
	if ('result' in watched) return tell(run, results, index, watched.result);
	const { failure, last, pending } = watched;
	const isReturned = pending && last && run.optionsOf(index).onTimeout === 'returnPending';
	if (isReturned) tell(run, results, index, last);
	else results.outcomes[index] = { failure };
}

/** One look at each hash. */
async function lookOnce(run: NodeRun, hashes: Map<number, string>, results: Results) {
	let stopped = false;
	await run.session.concurrently([...hashes], async ([index, hash]) => {
		if (stopped) return;
		try {
			const result = await fetchResult(run.session, hash);
			await run.proveScales([result.check]);
			tell(run, results, index, result);
		} catch (thrown) {
			results.outcomes[index] = { failure: toFailure(thrown).with({ hash }) };
			stopped = !run.continueOnFail;
		}
	});
}

/** One wait for all hashes. */
async function waitForAll(run: NodeRun, hashes: Map<number, string>, results: Results) {
	const { timeout: timeoutSeconds } = run.options;
	const deadlineAt = Date.now() + timeoutSeconds * 1000;
	run.session.endAt(deadlineAt);
	const watched = await watchChecks(
		[...hashes.values()].map((hash) => ({ hash })),
		{
			session: run.session,
			deadlineAt,
			timeoutSeconds,
			lookDirectlyFirst: true,
			onProgress: progressReporter(run.context),
		},
	);
	const ended = [...watched.values()];
	await run.proveScales(ended.flatMap((one) => ('result' in one ? [one.result.check] : [])));
	for (const [index, hash] of hashes) {
		const outcome = watched.get(hash);
		if (outcome) tellWatched(run, results, index, outcome);
	}
}

async function getResults(run: NodeRun): Promise<ItemOutcome[]> {
	const outcomes = run.items.map(notBegun);
	const endings = run.items.map((): RowEnding => 'notScreened');
	const [once, waiting] = [new Map<number, string>(), new Map<number, string>()];
	run.items.forEach((_, index) => {
		try {
			const group = run.flag('waitForResult', index, false) ? waiting : once;
			group.set(index, readHash(run, index));
		} catch (thrown) {
			outcomes[index] = { failure: toFailure(thrown) };
		}
	});
	const isStopped = !run.continueOnFail && once.size + waiting.size < run.items.length;
	if (isStopped) return outcomes;
	await lookOnce(run, once, { outcomes, endings });
	if (waiting.size > 0) await waitForAll(run, waiting, { outcomes, endings });
	run.context.addExecutionHints?.(rowsHint(countRows(endings)));
	return outcomes;
}

/** `checkup.getresult` (service 4.5); free. */
export const getResult: Operation = {
	resource: 'check',
	value: 'getResult',
	name: 'Get Result',
	action: 'Get check result',
	description: 'Read the result of a check that was submitted before. Free.',
	method: 'checkup.getresult',
	properties: [
		CHECK_HASH,
		{
			...WAIT_FOR_RESULT,
			default: false,
			description:
				'Whether to wait until the check is done. When off, a check that is not done comes out with its present status.',
		},
		SIMPLIFY,
		RESULT_OPTIONS,
	],
	output: checkResultSchema,
	example: { parameters: { checkHash: EXAMPLE_HASH } },
	run: getResults,
};
