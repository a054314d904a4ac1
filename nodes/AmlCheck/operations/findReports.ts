import type { IDataObject } from 'n8n-workflow';

import { parseOwners, searchReports } from '../../shared/check/reports';
import { showCheck } from '../../shared/check/show';
import { isTransactionHash, sameTarget } from '../../shared/wallet/addresses';
import { latestDateSeconds, newestFirst } from '../../shared/base/dates';
import { badInput, makeFailure } from '../../shared/failures/failure';
import { plainText } from '../../shared/base/format';
import { NETWORKS, REPORT_NETWORKS } from '../../shared/wallet/networks';
import { parseSearched } from '../../shared/wallet/decide';
import { parseNames } from '../../shared/wallet/names';
import { asSent, type CheckRecord } from '../../shared/service/schemas';
import { hasSubject, NO_SUBJECT } from '../../shared/check/target';
import { ADDRESS, REPORT_NETWORK, RETURN_ALL } from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { findSchema } from '../items/schemas';
import type { RunOptions } from '../nodeRun';
import type { Parameters } from '../parameters';
import type { ItemOutput } from '../items/outcomes';
import { accept, perItem, type ItemRun, type Operation } from './operation';

/** What to search for. A search knows no tokens: it finds the reports of all assets. */
function parseWanted(parameters: Parameters, index: number) {
	const names = accept(parseNames(parameters.text('network', index), ''));
	const network = REPORT_NETWORKS.find((one) => one === names.network);
	if (network === undefined || names.asset !== undefined)
		throw badInput(
			`'Network' is ${names.network ?? 'empty'}, whose reports can't be searched`,
			`Use one of ${REPORT_NETWORKS.join(', ')}.`,
		);
	const text = accept(parseSearched(parameters.text('target', index), network));
	return { text, network };
}

type WantedReports = ReturnType<typeof parseWanted>;

/** A report, with the reason not to rely on it for the wanted target. */
interface FoundReport {
	report: CheckRecord;
	doubt?: string;
	/** Whether it is certainly about something else. */
	isOther?: boolean;
}

/** A wallet that was never screened must not look approved. */
function handleNothingFound(
	ifNothingFound: RunOptions['ifNothingFound'],
	{ text, network }: WantedReports,
): ItemOutput[] {
	if (ifNothingFound === 'noItems') return [];
	if (ifNothingFound === 'error')
		throw makeFailure('notFound', {
			facts: {
				happened: `The service knows no check of ${text} on ${network}`,
				advice:
					"Screen it with 'Screen Address' or 'Screen Transaction', or correct the target or its network.",
			},
		});
	const summary = `UNKNOWN · ${NETWORKS[network].name} · ${plainText(text, 130)} · never screened`;
	const json = { riskLevel: 'unknown', summary, target: text };
	return [{ json: { ...json, charged: false, found: false } }];
}

/** Adds the reason not to rely on a found report: a response can hold reports about transactions of the wallet. */
function addDoubt(report: CheckRecord, { text, network }: WantedReports): FoundReport {
	const { transaction } = report;
	if (!hasSubject(report)) return { report, doubt: NO_SUBJECT };
	if (!transaction || sameTarget(transaction, text, network, 'transaction')) return { report };
	return isTransactionHash(transaction)
		? { report, doubt: 'The report is about a transaction of this address', isOther: true }
		: { report, doubt: NO_SUBJECT };
}

/**
 * Picks the reports that may be the newest about the wanted target: one, unless dates are equal or unreadable. Reports
 * about something else count only if there is no other.
 */
function pickNewest(reports: readonly FoundReport[]): FoundReport[] {
	const own = reports.filter(({ isOther }) => !isOther);
	const candidates = own.length > 0 ? own : reports;
	const dateOf = ({ report }: FoundReport) => latestDateSeconds(report) ?? Infinity;
	const newest = Math.max(...candidates.map(dateOf).filter(Number.isFinite));
	return candidates.filter((one) => dateOf(one) >= newest);
}

async function findItemReports(item: ItemRun): Promise<ItemOutput[]> {
	const { parameters, index, session, options } = item;
	const wanted = parseWanted(parameters, index);
	const isAll = parameters.flag('returnAll', index, false);
	const result = await searchReports(session, wanted.text, wanted.network);
	if (result.checks.length === 0) return handleNothingFound(options.ifNothingFound, wanted);
	if (!options.simplify) return [{ json: asSent(result) as IDataObject }];
	const owner = parseOwners(result.checks);
	const reports = result.checks.map((report) => addDoubt(report, wanted));
	const chosen = isAll
		? reports.sort((a, b) => newestFirst(a.report, b.report))
		: pickNewest(reports);
	const assessed = chosen.map(({ report, doubt }) => {
		const facts = { charged: false, usage: result.meta, doubt, owner };
		const { json, rank } = showCheck(report, facts, options);
		return { rank, output: { json: { ...json, found: true } } };
	});
	const shown = isAll ? assessed : assessed.sort((a, b) => a.rank - b.rank).slice(0, 1);
	return shown.map(({ output }) => output);
}

export const findReports: Operation = {
	resource: 'report',
	value: 'find',
	name: 'Search',
	action: 'Search for reports',
	description: 'Search for reports of earlier checks by wallet address or transaction hash',
	method: 'checkup.findreport',
	properties: [
		REPORT_NETWORK,
		{
			...ADDRESS,
			displayName: 'Address or Transaction Hash',
			name: 'target',
			description: 'Wallet address or transaction hash to find reports of',
		},
		{
			...RETURN_ALL,
			hint: 'If off, the newest report',
		},
		...LAST_FIELDS.find,
	],
	output: findSchema,
	run: perItem(findItemReports),
};
