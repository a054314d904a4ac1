/** A node that always says no breaks no promise: where nothing is in the way, each item has its result. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Course, Try } from './play.mts';
import {
	type Breach,
	callsOf,
	failureOf,
	hasDied,
	isError,
	nodeOf,
	place,
	shownTries,
} from './story.mts';

/** Whether everything that an execution has met so far was as it should be. */
function isCalm(course: Course, one: Try): boolean {
	const { root } = one.asker;
	const node = nodeOf(course, one);
	const { outcomes, processingMs, latencyMs } = course.world.ways;
	const inTime = processingMs + 20 * latencyMs + 5_000 < node.timeout * 1000;
	return (
		!hasDied(course, root) &&
		callsOf(course, root, one.endedAt).every(({ fault }) => !fault) &&
		!outcomes.includes('never') &&
		node.maxPaid === 0 &&
		node.key === 'none' &&
		!course.world.executions[root]!.stopAfter &&
		course.world.executions[root]!.lifeWithoutCredential === null &&
		(inTime || !node.waits || node.onTimeout === 'returnPending')
	);
}

const wordsOf = ({ json }: INodeExecutionData): string => JSON.stringify(json);

export function* judgeCalm(course: Course): Generator<Breach> {
	for (const one of shownTries(course)) {
		const errors = (one.items ?? []).filter(isError).map(wordsOf);
		if (one.thrown !== undefined) errors.push(failureOf(one).message);
		if (errors.length === 0 || !isCalm(course, one)) continue;
		yield { rule: 'needless', text: `${place(one, course)}: ${errors[0]}` };
	}
}
