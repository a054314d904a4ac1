/** Wishes that are pursued in a course: what becomes of their submissions, what the history shows, and how they end. */
import { Pursuit } from '../../../nodes/AmlCheck/screening/pursuit.ts';
import type { Entry } from '../../../nodes/AmlCheck/screening/entry.ts';
import { withEntry } from '../../../nodes/AmlCheck/screening/failures.ts';
import type { SharedOptions, Wish } from '../../../nodes/AmlCheck/screening/wish.ts';
import { describeFailure, makeFailure } from '../../../nodes/shared/failures/failure.ts';
import type { FailureFacts } from '../../../nodes/shared/failures/failure.ts';
import type { FailureKind } from '../../../nodes/shared/failures/kinds.ts';
import type { HistoryItem } from '../../../nodes/shared/rpc/schemas.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { BEGINS, inCourse, type Course, type Page } from './course.mts';
import { targetOf, wanted, wishOf } from './wishes.mts';

/** What becomes of a submission, and after how many seconds. */
type Outcome = [number, string] | [number, FailureKind, Partial<FailureFacts>?];

export interface Pursued {
	seconds?: number;
	options?: Partial<SharedOptions>;
	run?: object;
	runOptions?: object;
	submissions?: Outcome[];
	pages?: Page[];
	showsUnfinished?: boolean;
	/** How many seconds ago n8n says that the execution began. */
	begunAgo?: number;
}

/** A record of a wish's wallet; without a date it may be any check of it. */
export const recordOf = (hash: string, at?: number, kind: 'low' | 'high' = 'low'): HistoryItem =>
	({
		...{ hash, currency: 'BTC', address: bookAddress('BTC', kind), transaction: '' },
		...{ status: 'SUCCESS', initDate: at === undefined ? '' : new Date(at).toISOString() },
	}) as unknown as HistoryItem;

/** What is remembered of a wish. */
function memoryOf(entry: Entry): string {
	if (entry.state === 'wanted') return `wanted ${entry.id}`;
	if (entry.state === 'sent')
		return `sent ${entry.sends} times, maybe ${entry.candidates.join() || 'none'}, ${entry.clock}`;
	const others = entry.others?.join() ?? 'none';
	return `taken ${entry.hash}, ${entry.paid ? 'paid' : 'not paid'}, others ${others}`;
}

/** How a wish ended, with its failure as an item shows it. */
function endOf({ acquisition, entry }: Wish): string {
	const memory = memoryOf(entry);
	if (!acquisition) return `${memory} | open`;
	if (!('failure' in acquisition)) {
		const { paidBy, submitted, sentAt = NaN, usage } = acquisition;
		const how = ` as submitted at ${(sentAt - BEGINS) / 1000}, ${JSON.stringify(usage)}`;
		return `${memory} | ${paidBy}${submitted ? how : ''}`;
	}
	const { failure, isConsequence } = acquisition;
	const { charged } = withEntry(failure, entry);
	const words = `${failure.message}. ${describeFailure(failure)}`;
	return `${memory} | charged ${charged}: ${words}${isConsequence ? ' (a consequence)' : ''}`;
}

/** Plays a pursuit of two wishes, `a` and `b`. */
export async function pursueIn(
	pursued: Pursued,
	work: (pursuit: Pursuit, wishes: [Wish, Wish], course: Course) => Promise<void>,
): Promise<string[]> {
	const { seconds = 60, options, submissions = [], pages = [{}], showsUnfinished } = pursued;
	return await inCourse(seconds, async (course) => {
		course.pages = pages;
		const a = wishOf({ ...wanted, id: 'a' }, options);
		const b = wishOf({ ...wanted, id: 'b' }, options, targetOf('high'));
		const { plan, clock } = course;
		const begins = clock.now;
		const left = [...submissions];
		const attempt = async (
			_: string,
			__: object,
			{ requestId, beforeSend }: { requestId: string; beforeSend: () => void },
		) => {
			const [after, what, more] = left.shift() ?? [1, `hash-${requestId}`];
			await clock.wait(10);
			// It waits for its turn in vain.
			if (more?.reason !== 'noTimeLeft') {
				beforeSend();
				course.say(`sends ${requestId}`);
			}
			await clock.wait(after * 1000);
			if (what.startsWith('hash'))
				return {
					result: {
						check: recordOf(what, clock.now, requestId === 'b' ? 'high' : 'low'),
						meta: { left: 5 },
					},
				};
			throw makeFailure(what as FailureKind, more);
		};
		Object.assign(plan.run.session, { attempt, isSilent: false, serviceKey: 'service' });
		Object.assign(plan.run, {
			...{ continueOnFail: true, isTool: false },
			context: {
				getMode: () => 'trigger',
				getExecutionContext: () =>
					pursued.begunAgo === undefined
						? undefined
						: { establishedAt: begins - pursued.begunAgo * 1000 },
			},
			options: {
				timeout: 60,
				maxConcurrent: 50,
				maxPaidChecks: 0,
				dryRun: false,
				...pursued.runOptions,
			},
			...pursued.run,
		});
		Object.assign(plan, { wishes: [a, b] });
		Object.assign(plan.history, { showsUnfinished: showsUnfinished ?? true });
		const names = new Map([
			[a, 'a'],
			[b, 'b'],
		]);
		const pursuit = new Pursuit(plan, (wish) => course.say(`${names.get(wish)} has a check`));
		pursuit.fund([a, b]);
		await work(pursuit, [a, b], course);
		for (const [wish, name] of names) course.say(`${name} ends ${endOf(wish)}`);
	});
}
