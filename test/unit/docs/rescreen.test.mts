/** What the re-screening example calls a change, for each level before and after. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

interface Example {
	nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
}

const example = JSON.parse(
	readFileSync(`${process.cwd()}/examples/rescreen-customers.json`, 'utf8'),
) as Example;
const code = example.nodes.find(({ parameters }) => parameters.jsCode?.includes('isWorse'))
	?.parameters.jsCode;

/** The row that the example makes of a wallet and the result of its screening. */
function compared(before: string | null, after: string) {
	const wallet = { riskLevel: before, dangerSignals: 'mixer', customer: 'C' };
	const details = { signals: [{ name: 'mixer', group: 'danger', share: 3 }] };
	const result = after === 'unknown' ? { error: 'No answer' } : { riskLevel: after, details };
	const globals = {
		$input: { all: () => [{ json: result }] },
		$: () => ({ itemMatching: () => ({ json: wallet }) }),
	};
	const [row] = runInNewContext(`(() => {${code}})()`, globals) as Array<{
		json: { isNews: boolean; decision: string };
	}>;
	return row?.json;
}

it.each([
	['low', 'low', false, 'unchanged'],
	['low', 'high', true, 'rejected'],
	['high', 'medium', false, 'unchanged'],
	['low', 'unknown', true, 'review'],
	['unknown', 'unknown', false, 'unchanged'],
	// Nobody has seen a level of it yet: what it turns out to be is told as of a first screening.
	['unknown', 'low', false, 'unchanged'],
	['unknown', 'medium', true, 'review'],
	['unknown', 'high', true, 'rejected'],
	[null, 'low', false, 'approved'],
	[null, 'high', true, 'rejected'],
])('from %s to %s', (before, after, isNews, decision) => {
	expect(compared(before, after)).toMatchObject({ isNews, decision });
});
