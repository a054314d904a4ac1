/** A wait in virtual time: a session whose answers a test gives, and a log of all that was asked, by its second. */
import { Watch } from '../../../nodes/AmlCheck/waiting/watch.ts';
import type { RunHistory } from '../../../nodes/AmlCheck/waiting/history.ts';
import type { NodeRun } from '../../../nodes/AmlCheck/run/nodeRun.ts';
import { makeFailure, type FailureKind } from '../../../nodes/shared/failures/failure.ts';
import { Deadline, Naps } from '../../../nodes/shared/rpc/time.ts';

/** A status, or the kind of a failure. `timeout` takes as long as the request may. */
export type Answer = { status: string; of?: string; report?: object } | { fails: FailureKind };

export const REPORT = { signals: {}, riskscore: 0.1 };
export const done: Answer = { status: 'SUCCESS', report: REPORT };
export const pending: Answer = { status: 'PENDING' };
export const fails = (kind: FailureKind): Answer => ({ fails: kind });

interface World {
	isFew?: boolean;
	/** The time of the run, in seconds. */
	seconds?: number;
	/** How many results are requested at once. */
	most?: number;
	/** How long a page takes, in milliseconds. */
	pageMs?: number;
	/** The answer for a check, after so many milliseconds, and its number for this check, from 1 on. */
	result(hash: string, ms: number, nth: number): Answer;
	/** The statuses that a page shows, by the hashes of their checks. */
	page?(ms: number, nth: number): Record<string, string> | FailureKind;
}

const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Lets time pass, from timer to timer, until something has happened. */
export async function finish<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	void work.finally(() => (isDone = true)).catch(() => {});
	for (let turns = 0; !isDone && turns < 2_000; turns++) await jest.advanceTimersToNextTimerAsync();
	if (!isDone) throw new Error('It does not end');
	return await work;
}

/** Checks a, b, c … */
export const checks = (count: number, more: { isOld?: boolean } = {}) =>
	[...'abcdefgh'.slice(0, count)].map((hash) => ({ hash, ...more }));

/** Opens a wait. Its log has a line for each request: the second, and the check or the page. */
export function openWatch(world: World) {
	const { isFew = false, seconds = 60, most = 50, pageMs = 0 } = world;
	const page: NonNullable<World['page']> = world.page ?? (() => ({}));
	const log: string[] = [];
	const calls: unknown[] = [];
	const readings: Array<{ hashes: readonly string[]; since?: number }> = [];
	const counts = new Map<string, number>();
	const controller = new AbortController();
	const begun = performance.now();
	const now = () => Math.round(performance.now() - begun);
	const count = (key: string) => {
		counts.set(key, (counts.get(key) ?? 0) + 1);
		return counts.get(key) ?? 0;
	};
	const call = async (method: string, { hash }: { hash: string }, options: unknown) => {
		log.push(`${now() / 1000} ${hash}`);
		calls.push([method, options]);
		const answer = world.result(hash, now(), count(hash));
		if ('status' in answer) {
			const { of = hash, status, report } = answer;
			return { result: { check: { hash: of, status, report }, meta: null } };
		}
		if (answer.fails === 'timeout') await sleep(1_000);
		throw makeFailure(answer.fails);
	};
	const concurrently = async <T,>(list: readonly T[], work: (one: T) => Promise<void>) => {
		const left = list.values();
		const workNext = async () => {
			for (const one of left) await work(one);
		};
		await Promise.all(Array.from({ length: most }, workNext));
	};
	const session = {
		...{ call, concurrently, cancelSignal: controller.signal },
		...{ naps: new Naps(controller.signal), deadline: new Deadline(seconds * 1000) },
	};
	const readItems = async (hashes: readonly string[], since?: number) => {
		log.push(`${now() / 1000} page`);
		readings.push({ hashes, since });
		if (pageMs > 0) await sleep(pageMs);
		const shown = page(now(), readings.length);
		if (typeof shown === 'string') throw makeFailure(shown);
		return new Map(Object.entries(shown).map(([hash, status]) => [hash, { hash, status }]));
	};
	const run = { session, options: { timeout: seconds } } as unknown as NodeRun;
	const watch = new Watch(run, { readItems } as unknown as RunHistory, isFew);
	return {
		...{ watch, log, calls, readings, now, session },
		cancel: () => controller.abort(),
		/** Waits to the end for checks that all have left. */
		async waitFor(...checks: Array<{ hash: string; isOld?: boolean }>) {
			for (const check of checks) watch.add(check);
			watch.close();
			await finish(watch.waitForAll());
			return log.join(', ');
		},
		/** The end of each check in one word. */
		ends: () =>
			Object.fromEntries(
				[...watch.outcomes].map(([hash, outcome]) => [
					hash,
					'result' in outcome
						? outcome.result.check.status
						: `${outcome.failure.kind}${outcome.pending ? ', pending' : ''}`,
				]),
			),
	};
}
