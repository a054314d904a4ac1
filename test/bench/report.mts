/** The benchmark's table, for the terminal and for docs/benchmarks.md. */

/** What one batch came to. */
export interface Measurement {
	way: 'HTTP Request node' | 'this package';
	profile: string;
	checks: number;
	callsPerCheck: number;
	wallSeconds: number;
	/** Submissions at that concurrency, then the slowest check, then the last fetch. */
	lowerBoundSeconds: number;
	peakInFlight: number;
	peakMebibytes: number;
	/** Of all of n8n while the batch ran. */
	cpuMillisecondsPerItem: number;
	charges: number;
	results: number;
}

const COLUMNS: Array<[string, (row: Measurement) => string]> = [
	['processing time', ({ profile }) => profile],
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
];

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

/** The rows as a Markdown table. */
export function markdownTable(rows: readonly Measurement[]): string {
	const head = [line(COLUMNS.map(([name]) => name)), line(COLUMNS.map(() => '---'))];
	return [...head, ...rows.map((row) => line(COLUMNS.map(([, cell]) => cell(row))))].join('\n');
}

/**
 * The page of the documentation.
 * @param rows what was measured.
 * @param facts where and with what, a line each.
 */
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
- **lower bound**: the submissions at that concurrency, then the slowest check, then the last fetch. Nothing that keeps to the concurrency can be faster.
- **most in flight**: the most requests that were open at the service at once. This package keeps to Max Concurrent Requests. The HTTP Request node has no limit: it sends the requests of all items at once, and how many of them are open at the same moment is up to the speed of the two sides.
- **peak memory**: the largest process of n8n while the batch ran, n8n's own several hundred MiB included.
- **CPU per item**: all of n8n's processes while the batch ran, by the number of checks.

At 1000 checks that all take 3 seconds the lower bound is out of reach for any node: n8n's own HTTP helper and the expressions of each item take a few milliseconds of one core for every request, so ten at a time make about 300 requests a second rather than the 500 that 20 ms of latency would allow. Of the time above the bound most goes there, the rest into the last look and the last fetches.
`;
}
