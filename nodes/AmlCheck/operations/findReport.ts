import type { IDataObject } from 'n8n-workflow';

import { checkAddress, checkTransactionHash, cleanTarget } from '../../shared/addresses';
import type { Network } from '../../shared/addresses';
import { readReportCurrency, REPORT_NETWORKS } from '../../shared/currencies';
import { SIMPLIFY } from '../../shared/fields';
import { unusableValue } from '../../shared/parameters';
import { searchReports } from '../../shared/reports/find';
import { tellsSubject, UNTOLD_SUBJECT } from '../../shared/reports/subject';
import { REPORT_CURRENCY } from '../fields/common';
import { FIND_OPTIONS } from '../fields/options';
import { findSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/itemOutcome';
import { EXAMPLE_BTC_ADDRESS } from './examples';
import { perItem } from './perItem';
import type { Operation } from './types';

function readNetwork(run: NodeRun, index: number): Network {
	const text = run.text('currency', index);
	const network = readReportCurrency(text);
	if (network) return network;
	throw unusableValue(
		`Currency '${text}' is not one whose reports can be searched`,
		`Use one of ${REPORT_NETWORKS.join(', ')}. Tokens are not searched by a code of their own.`,
	);
}

/** In the form the service knows it by where it is a valid one; else as typed, since searching costs nothing. */
function readTarget(run: NodeRun, index: number, network: Network): string {
	const target = cleanTarget(run.text('target', index));
	if (target === '')
		throw unusableValue(
			'Address or Transaction Hash is empty',
			'Give the wallet address or the transaction hash to search for.',
		);
	const verdicts = [checkAddress(target, network), checkTransactionHash(target, network)];
	for (const verdict of verdicts) if (verdict.ok) return verdict.value;
	return target;
}

/** Nobody has looked at this wallet: it must not look approved (design 1, second promise). */
function nothingFound(
	run: NodeRun,
	index: number,
	target: string,
	currency: Network,
): ItemOutput[] {
	const { ifNothingFound } = run.optionsOf(index);
	if (ifNothingFound === 'noItems') return [];
	if (ifNothingFound === 'error')
		throw unusableValue(
			`The service knows no check of ${target} on ${currency}`,
			'Submit one with Check Address or Check Transaction, or check the target and its network.',
		);
	const summary = `UNKNOWN · ${currency} · never checked`;
	return [{ json: { riskLevel: 'unknown', summary, currency, target, found: false } }];
}

async function findReports(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const network = readNetwork(run, index);
	const target = readTarget(run, index, network);
	const result = await searchReports(run.session, target, network);
	if (result.checks.length === 0) return nothingFound(run, index, target, network);
	if (!run.flag('simplify', index, true)) return [{ json: result as unknown as IDataObject }];
	await run.proveScales(result.checks);
	const facts = { charged: false, reused: false, usage: result.meta ?? null };
	return result.checks.map((check) => {
		const doubt = tellsSubject(check) ? undefined : UNTOLD_SUBJECT;
		return { json: { ...run.simplify(check, index, { ...facts, doubt }), found: true } };
	});
}

/** `checkup.findreport` (service 4.6); free. */
export const findReport: Operation = {
	resource: 'report',
	value: 'find',
	name: 'Find',
	action: 'Find reports',
	description: 'Search for completed checks by address or transaction hash. Free.',
	method: 'checkup.findreport',
	properties: [
		REPORT_CURRENCY,
		{
			displayName: 'Address or Transaction Hash',
			name: 'target',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
			description: 'Wallet address or transaction hash whose reports to find',
		},
		SIMPLIFY,
		FIND_OPTIONS,
	],
	output: findSchema,
	example: { parameters: { currency: 'BTC', target: EXAMPLE_BTC_ADDRESS } },
	run: perItem(findReports),
};
