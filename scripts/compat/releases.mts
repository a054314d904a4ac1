/** The releases of n8n that `npm run test:compat -- --all` goes through; docs/maintainers/releasing.md lists the same. */

export interface Release {
	n8n: string;
	/** Names of tests of what that engine doesn't have, or says in words of its own. */
	without: readonly string[];
}

/** That engine refuses a required parameter that is empty, as the newest does, but doesn't name it. */
const WORDS = ['refuses the currency "" by name'];

export const RELEASES: readonly Release[] = [
	{ n8n: '1.123.81', without: WORDS },
	{ n8n: '2.36.0', without: [] },
	{ n8n: '2.37.0', without: [] },
	{ n8n: '2.38.7', without: [] },
	{ n8n: '2.39.0', without: [] },
	{ n8n: '2.40.1', without: [] },
];

/** What the README promises. */
export const OLDEST = RELEASES[0].n8n;
