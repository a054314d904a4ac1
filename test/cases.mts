/**
 * How many random cases a property is tried on: all of them in CI, a fifth at somebody's desk, where the quick loop is
 * worth more than the last rare case.
 * @param count in CI
 * @returns `numRuns` for fast-check
 */
export function cases(count: number): number {
	return process.env.CI ? count : Math.ceil(count / 5);
}
