/** What the code of the desk's examples makes of results: what is a change, and what an exception may cover. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { simplifyCheck } from '../../../nodes/shared/checks/simplify.ts';
import { DEFAULT_RISK_POLICY } from '../../../nodes/shared/risk/policy.ts';

interface Condition {
	keyName: string;
	keyValue: string;
}

interface Parameters {
	jsCode?: string;
	filters?: { conditions: Condition[] };
	workflowInputs?: { value: Record<string, string> };
}

interface Example {
	nodes: Array<{ name: string; parameters: Parameters }>;
}

type Json = Record<string, unknown>;

function parametersOf(example: string, name: string): Parameters {
	const path = `${process.cwd()}/examples/${example}.json`;
	const { nodes } = JSON.parse(readFileSync(path, 'utf8')) as Example;
	return nodes.find((node) => node.name === name)?.parameters ?? {};
}

/** Runs the code of a node; `others` are the items of the nodes before it. */
function runCode(example: string, name: string, input: Json[], others: Record<string, Json>): Json {
	const code = parametersOf(example, name).jsCode;
	const item = (node: string) => ({ json: others[node] ?? {} });
	const globals = {
		$input: { all: () => input.map((json) => ({ json })), first: () => ({ json: input[0] }) },
		$: (node: string) => ({
			all: () => [item(node)],
			first: () => item(node),
			itemMatching: () => item(node),
		}),
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
	const facts = { includeDetails: true, includePolicy: true };
	return { ...simplifyCheck(check, DEFAULT_RISK_POLICY, facts), charged: true };
}

const rescreened = (wallet: Json, result: Json) =>
	runCode('rescreen-customers', 'What Has Changed', [result], { 'Find What Is Due': wallet });

/** The row that the example makes of a wallet and the result of its screening. */
function compared(before: string | null, after: string) {
	const details = { signals: [{ name: 'mixer', group: 'danger', share: 3 }] };
	const result = { riskLevel: after, details, charged: true };
	const lost = { riskLevel: before, error: 'No answer' };
	const wallet = { riskLevel: before, dangerSignals: 'mixer', customer: 'C' };
	return rescreened(wallet, after === 'unknown' ? lost : result);
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

/** Else an approval falls on the check that has taken the row's place meanwhile. */
it.each([{ Decision: 'Approve' }, { Decision: 'Reject' }, {}])(
	'the answer %j is kept for the check that was asked about',
	(data) => {
		const others = { 'Write the Question': { id: 7, hash: 'h', riskLevel: 'medium' } };
		const kept = runCode('review-queue', 'What Was Answered', [{ data }], others);
		expect(kept).toMatchObject({ id: 7, hash: 'h' });
		const { filters } = parametersOf('review-queue', 'Keep the Answer');
		expect(filters?.conditions.map(({ keyName }) => keyName)).toEqual(['id', 'hash']);
	},
);

it('one wallet on two networks is two rows of the onboarding gate', () => {
	const { key } = parametersOf('onboarding-gate', 'Screen and Keep').workflowInputs?.value ?? {};
	expect(key).toContain('$json.Network');
	expect(key).toContain("$json['Wallet Address']");
});

describe('a row whose own level a deactivated node passes on', () => {
	const row = { riskLevel: 'low', address: 'a', customer: 'C', hash: 'old' };

	it('counts as not screened when wallets are screened again', () => {
		const kept = rescreened(row, row);
		expect(kept).toMatchObject({ isNews: true, decision: 'review', riskLevel: 'unknown' });
	});

	it('is not approved in a file', () => {
		const kept = runCode('batch-file', 'Result Rows', [row], { Rows: row });
		expect(kept).toMatchObject({ decision: 'review', risk_level: 'unknown' });
		const passed = runCode('batch-file', 'Result Rows', [{ ...row, charged: false }], {
			Rows: row,
		});
		expect(passed).toMatchObject({ decision: 'approve', risk_level: 'low' });
	});
});
