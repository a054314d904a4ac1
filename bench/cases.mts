/** What is measured: networks, sizes, single checks, ten executions at once, a service with a limit; cold and warm. */

/** One measurement, made in each of the three ways. */
export interface BenchCase {
	/** What the row is called. */
	name: string;
	/** All trips of one call together, in milliseconds. */
	latencyMs: number;
	processingMs: number | { min: number; max: number };
	/** Checks of each execution. */
	checks: number;
	/** Executions that run at once. */
	executions: number;
	/** Calls that may be under way at once: Max Concurrent Requests. */
	maxConcurrentRequests: number;
	/** What the service takes a second; 0 for no limit. */
	callsPerSecond: number;
	/** Whether the history has checks that tell how long they take. */
	isWarm: boolean;
	/** Whether the service is reached through TLS. */
	hasTls: boolean;
}

const NEAR_MS = 20;
const FAR_MS = 250;

const QUICK = 3_000;
const SPREAD = { min: 2_000, max: 60_000 };

const one = (name: string, more: Partial<BenchCase>): BenchCase => ({
	name,
	latencyMs: NEAR_MS,
	processingMs: QUICK,
	checks: 1,
	executions: 1,
	maxConcurrentRequests: 50,
	callsPerSecond: 0,
	isWarm: false,
	hasTls: false,
	...more,
});

/** The cases of a benchmark. */
export function benchCases(sizes: readonly number[]): BenchCase[] {
	const batches = (name: string, more: Partial<BenchCase>) =>
		sizes.map((checks) => one(name, { ...more, checks }));
	const singles = [12_000, 20_000].flatMap((processingMs) =>
		[false, true].map((isWarm) =>
			one(`single check of ${processingMs / 1000} s, ${isWarm ? 'warm' : 'cold'}`, {
				processingMs,
				isWarm,
			}),
		),
	);
	return [
		...batches('near, 3 s', {}),
		...batches('near, 3 s, ten calls at once', { maxConcurrentRequests: 10 }),
		...batches('near, 2 to 60 s', { processingMs: SPREAD }),
		...batches('far, 3 s', { latencyMs: FAR_MS, hasTls: true }),
		...singles,
		one('ten executions at once, near, 3 s', { checks: 100, executions: 10 }),
		one('ten calls a second, near, 3 s', { checks: 100, callsPerSecond: 10 }),
		one('ten calls a second, ten executions at once, near, 3 s', {
			checks: 20,
			executions: 10,
			callsPerSecond: 10,
		}),
	];
}
