import type { IDataObject } from 'n8n-workflow';

import type { Network } from '../../shared/addresses';
import { readCurrency, REPORT_NETWORKS } from '../../shared/currencies';
import { readSearched } from '../../shared/detect';
import { NETWORKS } from '../../shared/networks';
import { SIMPLIFY } from '../../shared/options/fields';
import { RISK_RULES_FIELDS } from '../../shared/options/riskFields';
import { AmlCheckError, invalidInput } from '../../shared/rpc/failure';
import { newestFirst } from '../../shared/dates';
import { assetKeyOf } from '../../shared/targets/asset';
import { searchReports } from '../../shared/targets/search';
import { REPORT_CURRENCY, RETURN_ALL } from '../fields/common';
import { FIND_OPTIONS } from '../fields/options';
import { plainText } from '../../shared/risk/format';
import { findSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/outcomes';
import { EXAMPLE_BTC_ADDRESS } from './examples';
import { findDoubt, pickNewest } from './foundReports';
import type { Wanted } from './foundReports';
import { perItem } from './perItem';
import type { Operation } from './types';

/** A stablecoin's alias is searched on its network, and says which reports are about the asset. */
function readCurrencyToFind(run: NodeRun, index: number): Pick<Wanted, 'network' | 'assetKey'> {
	const text = run.text('currency', index);
	const currency = readCurrency(text);
	if (currency && REPORT_NETWORKS.includes(currency.network))
		return { network: currency.network, assetKey: assetKeyOf(currency, '') };
	throw invalidInput(
		`Currency '${text}' is not one whose reports can be searched`,
		`Use one of ${REPORT_NETWORKS.join(', ')}.`,
	);
}

/** In the form the service knows it by where it is a valid one; else as typed, since searching costs nothing. */
function readTarget(run: NodeRun, index: number, network: Network): string {
	const target = readSearched(run.text('target', index), network);
	if (typeof target !== 'string')
		throw invalidInput(target.message, target.advice).with({ reason: target.reason });
	if (target !== '') return target;
	throw invalidInput(
		'Address or Transaction Hash is empty',
		'Give the wallet address or the transaction hash to search for.',
	);
}

/** A wallet that was never screened must not look approved. */
function nothingFound(run: NodeRun, index: number, { text, network }: Wanted): ItemOutput[] {
	const { ifNothingFound } = run.optionsOf(index);
	if (ifNothingFound === 'noItems') return [];
	if (ifNothingFound === 'error')
		throw new AmlCheckError({
			kind: 'notFound',
			message: `The service knows no check of ${text} on ${network}`,
			description:
				"Screen it with 'Screen Address' or 'Screen Transaction', or correct the target or its network.",
		});
	const asset = NETWORKS[network].name;
	const summary = `UNKNOWN · ${asset} · ${plainText(text, 130)} · never screened`;
	const json = { riskLevel: 'unknown', summary, currency: network, target: text };
	return [{ json: { ...json, charged: false, found: false } }];
}

async function findReports(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const currency = readCurrencyToFind(run, index);
	const wanted: Wanted = {
		...currency,
		text: readTarget(run, index, currency.network),
		acceptsUnspecifiedAsset: run.optionsOf(index).reuseUntoldAsset,
	};
	const isAll = run.flag('returnAll', index, false);
	const result = await searchReports(run.session, wanted.text, wanted.network);
	if (result.checks.length === 0) return nothingFound(run, index, wanted);
	if (!run.isSimplified(index)) return [{ json: result as unknown as IDataObject }];
	const reports = result.checks.map((report) => ({ report, doubt: findDoubt(report, wanted) }));
	const chosen = isAll
		? [...reports].sort((a, b) => newestFirst(a.report, b.report))
		: pickNewest(reports);
	const assessed = chosen.map(({ report, doubt }) => {
		const facts = { charged: false, usage: result.meta ?? null, doubt: doubt?.text };
		const { rank } = run.assess(report, index, facts);
		return { rank, json: { ...run.simplify(report, index, facts), found: true } };
	});
	if (isAll) return assessed;
	return assessed.sort((a, b) => a.rank - b.rank).slice(0, 1);
}

/** `checkup.findreport` (service 4.6); free. */
export const findReport: Operation = {
	resource: 'report',
	value: 'find',
	name: 'Find Reports',
	action: 'Find existing reports of an address',
	description: 'Find reports of earlier checks by wallet address or transaction hash',
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
			description: 'Wallet address or transaction hash to find reports of',
		},
		{
			...RETURN_ALL,
			description: 'Whether to return all reports of the target or only the newest one',
		},
		SIMPLIFY,
		...RISK_RULES_FIELDS,
		...FIND_OPTIONS,
	],
	output: findSchema,
	example: { parameters: { currency: 'BTC', target: EXAMPLE_BTC_ADDRESS } },
	run: perItem(findReports),
};
