/** The releases of n8n that `npm run ci:compat -- --all` goes through; docs/maintainers/releasing.md lists the same. */

export interface Release {
	n8n: string;
	/** Names of tests of what that engine doesn't have, or says in words of its own. */
	without: readonly string[];
}

/** Before 2.38 the guard against private addresses belongs to n8n itself, and its engine alone has none. */
const NO_GUARD = ["n8n's guard"];

/** Engine 1 keeps no files in json, and doesn't name an empty parameter that it refuses. */
const NOT_IN_1 = [
	...NO_GUARD,
	'in the json of a workflow that holds them there',
	'refuses an empty currency by name',
];

export const RELEASES: readonly Release[] = [
	{ n8n: '1.123.81', without: NOT_IN_1 },
	{ n8n: '2.36.0', without: NO_GUARD },
	{ n8n: '2.37.0', without: NO_GUARD },
	{ n8n: '2.38.7', without: [] },
	{ n8n: '2.39.0', without: [] },
	{ n8n: '2.40.1', without: [] },
];

/** What the README promises. */
export const OLDEST = RELEASES[0].n8n;
