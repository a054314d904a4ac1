/** The benchmark's table, for the terminal and for docs/maintainers/benchmarks.md. */

/** What one batch came to. */
export interface Measurement {
	way: 'HTTP Request node' | 'bare calls' | 'this package';
	name: string;
	checks: number;
	callsPerCheck: number;
	wallSeconds: number;
	/** The submissions, then the slowest check with a trip before and after it; or what the width or the service's limit allows. */
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

/** Replaces the table of the page. The text around it is written by hand. */
export function withTable(page: string, rows: readonly Measurement[]): string {
	return page.replace(/^\| case [^]*?\n(?=\n)/m, `${markdownTable(rows)}\n`);
}
