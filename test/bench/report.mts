/** The benchmark's table, for the terminal and for docs/maintainers/benchmarks.md. */

/** What one batch came to. */
export interface Measurement {
	way: 'HTTP Request node' | 'bare calls' | 'this package';
	name: string;
	checks: number;
	callsPerCheck: number;
	wallSeconds: number;
	/** The submissions, then the slowest check with a trip before and after it; or what the service's limit allows. */
	lowerBoundSeconds: number;
	peakInFlight: number;
	peakMebibytes: number;
	/** Of all of n8n while the batch ran. */
	cpuMillisecondsPerItem: number;
	charges: number;
	results: number;
	/** Executions that did not end well. */
	failed: number;
}

const COLUMNS: Array<[string, (row: Measurement) => string]> = [
	['case', ({ name }) => name],
	['checks', ({ checks }) => String(checks)],
	['with', ({ way }) => way],
	['calls per check', ({ callsPerCheck }) => callsPerCheck.toFixed(2)],
	['wall time', ({ wallSeconds }) => `${wallSeconds.toFixed(1)} s`],
	['lower bound', ({ lowerBoundSeconds }) => `${lowerBoundSeconds.toFixed(1)} s`],
	['ratio', ({ wallSeconds, lowerBoundSeconds }) => (wallSeconds / lowerBoundSeconds).toFixed(2)],
	['most in flight', ({ peakInFlight }) => String(peakInFlight)],
	['peak memory', ({ peakMebibytes }) => `${Math.round(peakMebibytes)} MiB`],
	['CPU per item', ({ cpuMillisecondsPerItem }) => `${cpuMillisecondsPerItem.toFixed(1)} ms`],
	['charged', ({ charges }) => String(charges)],
	['results', ({ results }) => String(results)],
	['executions failed', ({ failed }) => String(failed)],
];

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

/** The rows as a Markdown table. */
export function markdownTable(rows: readonly Measurement[]): string {
	const head = [line(COLUMNS.map(([name]) => name)), line(COLUMNS.map(() => '---'))];
	return [...head, ...rows.map((row) => line(COLUMNS.map(([, cell]) => cell(row))))].join('\n');
}

/** The page of the documentation. */
export function page(rows: readonly Measurement[], facts: readonly string[]): string {
	return `# Benchmarks

A batch of addresses through a real n8n against the sandbox, once with this package and once with what n8n has on board: HTTP Request to submit, Wait for 2 seconds, HTTP Request to ask, IF, and back to Wait with what is not done. Everything in one run, made with

\`\`\`bash
npm run bench
\`\`\`

${facts.map((fact) => `- ${fact}`).join('\n')}

${markdownTable(rows)}

How to read it:

- **calls per check**: requests to the service by the number of checks. Two is the least there can be: one to submit, one to fetch.
- **lower bound**: the submissions, as many at once as Max Concurrent Requests allows, then the slowest check with a trip before and one after it; where the service has a limit, two calls a check at that limit. No node that keeps to these can be faster. The HTTP Request node keeps to no number at once.
- **bare calls**: a node of twenty lines that does only what every node has to do: through n8n's helper it submits, as many at once as Max Concurrent Requests allows, waits as long as a check takes (which it is told), fetches, and looks at nothing. What it takes beyond the lower bound is n8n's and this machine's.
- **most in flight**: the most requests that were open at the service at once. This package begins with 5 and goes up to Max Concurrent Requests (50) as long as answers come as fast as before; all executions together. The HTTP Request node has no limit: it sends the requests of all items at once, and how many of them are open at the same moment is up to the speed of the two sides.
- **peak memory**: the largest process of n8n while the batch ran, n8n's own several hundred MiB included.
- **CPU per item**: all of n8n's processes while the batch ran, by the number of checks.
- **executions failed**: of the HTTP Request node where the service refuses calls: it doesn't wait and ask again. What it had submitted is charged.

Where the HTTP Request node is ahead:

- **A single check.** It asks every two seconds, however long that lasts, and so has a check of 12 s soon after it is done. This package asks less often the longer a check takes; while it knows nothing of the service it may be late by a quarter of the time waited. Warm, it asks less than half as often. On a check of half an hour the recipe asks 900 times, this package 30 times.
- **A hundred checks far away.** The recipe sends them all at once. This package begins with 5 calls at once and finds out first whether the service takes more; at a thousand checks that has paid off, and at a service with a limit the recipe fails.

At 1000 checks that all take 3 seconds the lower bound is out of reach for any node: n8n's own HTTP helper opens a connection for each call and takes some milliseconds of one core for it, whatever the service could do. The sandbox shares the two cores. Of the work of n8n's process during such a batch about a fifth is this package's (\`npm run bench -- --profile FOLDER\` shows it), the rest n8n's helper and Node.js itself.
`;
}
