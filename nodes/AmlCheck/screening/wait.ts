import { compareAsset } from '../../shared/reports/asset';
import { isAbout } from '../../shared/reports/subject';
import type { CheckRecord } from '../../shared/rpc/schemas';
import { progressReporter } from '../run/progress';
import type { Acquired } from './acquire';
import { watchChecks } from './watch';
import type { WatchedCheck, WatchOutcome } from './watch';

/** What was acquired, with what the wait for it came to. */
export interface Awaited {
	acquired: Acquired;
	/** By hash. */
	outcomes: Map<string, WatchOutcome>;
}

function checksToWatch({ plan, checks }: Acquired): WatchedCheck[] {
	return plan.wanted.flatMap(({ key, target, items }) => {
		const acquisition = checks.get(key);
		if (!acquisition || 'failure' in acquisition || acquisition.report) return [];
		if (!items.some((index) => plan.run.flag('waitForResult', index, true))) return [];
		// A repeated `id` may be answered with a check that is older than this run.
		const submittedAt = acquisition.payer === 'thisTry' ? acquisition.submittedAt : undefined;
		const { hash } = acquisition;
		const isExpected = (check: CheckRecord) =>
			isAbout(check, target) && compareAsset(check, target) !== 'other';
		return [{ hash, submittedAt, isExpected }];
	});
}

/**
 * Waits for the results of what was acquired, where items want that; free (design 5, step 3).
 * @param acquired the checks; where the run doesn't go on, none of them is waited for.
 * @returns them with what came of the wait. It doesn't throw.
 */
export async function wait(acquired: Acquired): Promise<Awaited> {
	if (!acquired.goesOn) return { acquired, outcomes: new Map() };
	const { run, deadlineAt } = acquired.plan;
	const { timeout: timeoutSeconds } = run.options;
	const outcomes = await watchChecks(checksToWatch(acquired), {
		session: run.session,
		deadlineAt,
		timeoutSeconds,
		lookDirectlyFirst: false,
		onProgress: progressReporter(run.context),
	});
	const results = [...outcomes.values()].flatMap((outcome) =>
		'result' in outcome ? [outcome.result.check] : [],
	);
	await run.proveScales(results);
	return { acquired, outcomes };
}
