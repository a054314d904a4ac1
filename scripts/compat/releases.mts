/** The releases of n8n that `npm run test:compat -- --all` goes through; docs/compatibility.md lists the same. */

export interface Release {
	n8n: string;
	/** Names of tests of what that engine doesn't have, or says in words of its own. */
	without: readonly string[];
}

/** That engine refuses a required parameter that is empty, as the newest does, but doesn't name it. */
const WORDS = ['refuses an empty currency by name', 'refuses the currency "" by name'];

/** An agent can't ask that engine to run a tool, and a tool is not tried again. */
const AGENT_TOOLS = [
	'that asks the engine reads the result',
	'reads what is wrong \\(engine\\)',
	'pays once although the tool is tried again',
];

/** That engine doesn't keep when an execution began, so that nothing outlives a process that is killed. */
const DEATHS = [
	'the Retry of an execution whose process died',
	'in the Retry of a Retry',
	'of a run that Max Paid Checks has stopped names what strangers check',
];

/**
 * That engine has no secret of each execution: two workers that have one derive different request ids, and two
 * executions of one process can't be told apart.
 */
const NO_SECRET = ['an execution that two workers have', 'also once both are in one process'];

export const RELEASES: readonly Release[] = [
	{ n8n: '1.113.3', without: [...WORDS, ...AGENT_TOOLS, ...DEATHS, ...NO_SECRET] },
	{ n8n: '1.123.81', without: [...WORDS, ...NO_SECRET] },
	{ n8n: '2.0.3', without: [...WORDS, ...NO_SECRET] },
	{ n8n: '2.20.12', without: WORDS },
];

/** What the README promises. */
export const OLDEST = RELEASES[0].n8n;
