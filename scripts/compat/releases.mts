/** The releases of n8n that `npm run test:compat -- --all` goes through; docs/maintainers/compatibility.md lists the same. */

export interface Release {
	n8n: string;
	/** Names of tests of what that engine doesn't have, or says in words of its own. */
	without: readonly string[];
}

/** That engine refuses a required parameter that is empty, as the newest does, but doesn't name it. */
const WORDS = ['refuses an empty currency by name'];

/** An agent can't ask that engine to run a tool, and a tool is not tried again. */
const AGENT_TOOLS = [
	'that asks the engine reads the result',
	'reads what is wrong \\(engine\\)',
	'pays once although the tool is tried again',
];

/** That engine doesn't keep when an execution began, so that nothing outlives a process that is killed. */
const DEATHS = ['the Retry of an execution whose process died'];

export const RELEASES: readonly Release[] = [
	{ n8n: '1.113.3', without: [...WORDS, ...AGENT_TOOLS, ...DEATHS] },
	{ n8n: '1.123.81', without: WORDS },
	{ n8n: '2.0.3', without: WORDS },
	{ n8n: '2.20.12', without: WORDS },
];

/** What the README promises. */
export const OLDEST = RELEASES[0].n8n;
