/**
 * How many random cases a property is tried on: all of them in CI, a fifth at somebody's desk, where the quick loop is
 * worth more than the last rare case, and few where the tests run once for each of some thousand changes
 * (test/mutation): a change that only a rare case shows deserves a test of its own.
 * @param count in CI
 * @returns `numRuns` for fast-check
 */
export function cases(count: number): number {
	if (process.env.MUTATE_TESTS !== undefined) return Math.ceil(count / 50);
	return process.env.CI ? count : Math.ceil(count / 5);
}
