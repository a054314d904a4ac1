/** What is wrong with a course, under the names of the rules that it breaks. */
import { judgeCalm } from './calm.mts';
import { judgeLosses } from './losses.mts';
import { judgeMoney } from './money.mts';
import { judgePasses } from './passes.mts';
import type { Course } from './course.mts';
import type { Breach } from './story.mts';

/**
 * Holds a course against the promises.
 * @returns what is wrong; nothing where all of them were kept.
 */
export function judge(course: Course): Breach[] {
	return [
		...judgePasses(course),
		...judgeMoney(course),
		...judgeLosses(course),
		...judgeCalm(course),
	];
}
