/** The two ways of docs/risk.md to try a policy on past checks: they work as written, and cost nothing. */
import type { INodeParameters } from 'n8n-workflow';
import { AmlCheck } from '../../../nodes/AmlCheck/AmlCheck.node.ts';
import { bookAddress } from '../../../sandbox/server.mts';
import { read } from '../../unit/docs/pages.mts';
import { runWorkflow } from '../harness/index.mts';
import { credential, jsonOf, run, sandbox, useSandbox } from '../operations/support.mts';

useSandbox();

const STRICT = { mediumRiskFrom: 1, highRiskFrom: 40 };
const HASH = '={{ $json.hash }}';

const getResult = (options: INodeParameters): INodeParameters => ({
	...{ resource: 'check', operation: 'getResult', checkHash: HASH, options },
});

const seed = () =>
	(['low', 'medium', 'high'] as const).map((kind) =>
		sandbox().addCheck({ address: bookAddress('ETH', kind) }),
	);

it('two columns: the history, and Get Result under each policy', async () => {
	seed();
	expect(read('docs/risk.md')).toContain(`\`${HASH}\``);
	const history = {
		...{ resource: 'history', operation: 'getAll', returnAll: true },
		filters: { type: 'address' },
	};
	const result = await runWorkflow({
		nodes: [
			{ name: 'History', node: AmlCheck, parameters: history },
			{ name: 'Today', node: AmlCheck, parameters: getResult({}) },
			{
				name: 'To Try',
				node: AmlCheck,
				parameters: getResult({ riskPolicy: JSON.stringify(STRICT) }),
			},
		],
		credentials: [credential()],
	});
	const levels = (name: string) =>
		Object.fromEntries(result.node(name).main.map(({ json }) => [json.hash, json.riskLevel]));
	const changed = Object.entries(levels('Today')).map(([hash, level]) => [
		level,
		levels('To Try')[hash],
	]);
	expect(changed.sort()).toEqual([
		['high', 'high'],
		['low', 'medium'],
		['medium', 'high'],
	]);
	expect(sandbox().stats().charges).toBe(0);
});

it('one column after another: the fingerprint tells which execution had which policy', async () => {
	const items = seed().map((hash) => ({ hash }));
	const columns = [];
	for (const rules of [{}, { riskPolicy: JSON.stringify(STRICT) }]) {
		const options = { ...rules, includeRiskPolicy: true };
		const { main } = await run('check.getResult', { checkHash: HASH, options }, { items });
		const fingerprints = jsonOf(main).map(
			({ riskPolicy }) => (riskPolicy as { fingerprint: string }).fingerprint,
		);
		expect(new Set(fingerprints).size).toBe(1);
		columns.push({ fingerprint: fingerprints[0], levels: jsonOf(main).map((j) => j.riskLevel) });
	}
	expect(columns.map(({ levels }) => levels)).toEqual([
		['low', 'medium', 'high'],
		['medium', 'high', 'high'],
	]);
	expect(columns[0]?.fingerprint).not.toBe(columns[1]?.fingerprint);
	expect(sandbox().stats().charges).toBe(0);
});
