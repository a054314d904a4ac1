import fc from 'fast-check';

const isMutating = process.env.STRYKER_MUTATOR_WORKER !== undefined;
// The same random cases for every change, so that a score can be had again.
if (isMutating) fc.configureGlobal({ seed: 1, endOnFailure: true });

/**
 * How many random cases a property is tried on: all of them in CI, a fifth at a desk, and few where the tests run once
 * for each of some thousand changes (`npm run ci:mutate`).
 */
export function cases(count: number): number {
	if (isMutating) return Math.ceil(count / 50);
	return process.env.CI ? count : Math.ceil(count / 5);
}
