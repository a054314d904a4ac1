/** What the code of the desk's examples makes of results: what is a change, and what an exception may cover. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { simplifyCheck } from '../../../nodes/shared/checks/simplify.ts';
import { DEFAULT_RISK_POLICY } from '../../../nodes/shared/risk/policy.ts';

interface Example {
	nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
}

type Json = Record<string, unknown>;

/** Runs the code of a node; `others` are the items of the nodes before it. */
function runCode(example: string, name: string, input: Json[], others: Record<string, Json>): Json {
	const path = `${process.cwd()}/examples/${example}.json`;
	const { nodes } = JSON.parse(readFileSync(path, 'utf8')) as Example;
	const code = nodes.find((node) => node.name === name)?.parameters.jsCode;
	const item = (node: string) => ({ json: others[node] ?? {} });
	const globals = {
		$input: { all: () => input.map((json) => ({ json })) },
		$: (node: string) => ({ first: () => item(node), itemMatching: () => item(node) }),
	};
	const rows = runInNewContext(`(() => {${code}})()`, globals) as Array<{ json: Json }>;
	return rows[0]?.json ?? {};
}

/** A result as the node gives it to the desk. */
function screened(signals: Json): Json {
	const check = {
		...{ hash: 'h', currency: 'BTC', address: 'a', status: 'SUCCESS' },
		report: { riskscore: 80, signals },
	};
	return simplifyCheck(check, DEFAULT_RISK_POLICY, { includeDetails: true, includePolicy: true });
}

const rescreened = (wallet: Json, result: Json) =>
	runCode('rescreen-customers', 'What Has Changed', [result], { 'Find What Is Due': wallet });

/** The row that the example makes of a wallet and the result of its screening. */
function compared(before: string | null, after: string) {
	const details = { signals: [{ name: 'mixer', group: 'danger', share: 3 }] };
	const result = after === 'unknown' ? { error: 'No answer' } : { riskLevel: after, details };
	return rescreened({ riskLevel: before, dangerSignals: 'mixer', customer: 'C' }, result);
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

it.each([
	['a mixer', { mixer: 0.2, wallet: 0.8 }, false],
	['sanctions', { sanctions: 0.2, wallet: 0.8 }, true],
	['sanctions in capitals', { Sanctions: 0.2, wallet: 0.8 }, true],
	['an exploited child in other letters', { childExploitation: 0.2, wallet: 0.8 }, true],
	['a name that speaks of sanctions', { sanctioned_entity: 0.2, wallet: 0.8 }, true],
	['sanctions beyond any scale', { sanctions: 150, wallet: 0.8 }, true],
])('an exception covers %s, or not', (_, signals, isCritical) => {
	const result = screened(signals);
	expect(result.riskLevel).toBe('high');
	const exception = { address: 'a', reason: 'known', grantedBy: 'B', until: '2099-01-01' };
	const row = runCode('screen-wallet', 'Decide', [exception], {
		'Screening Is Wanted': { address: 'a', kind: 'address' },
		'What Came of It': result,
	});
	const decision = isCritical ? 'rejected' : 'approved';
	expect(row).toMatchObject({ isCritical, decision });
	expect(rescreened({ riskLevel: 'low' }, result)).toMatchObject({ isCritical });
});
