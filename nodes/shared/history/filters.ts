import type { IDataObject } from 'n8n-workflow';

import { readReportCurrency, REPORT_NETWORKS } from '../currencies';
import { readChoice, readNumberWithin, unusableValue } from '../parameters';
import type { HistoryFilter } from '../rpc/schemas';
import { isNothing } from '../values';

/** What a user filters the history by, dates aside; undefined for what is not set. */
type TargetFilter = Pick<HistoryFilter, 'currency' | 'type' | 'riskscore_from' | 'riskscore_to'>;

function readNetwork(value: unknown): string | undefined {
	if (isNothing(value)) return undefined;
	const network = readReportCurrency(value);
	if (network) return network;
	throw unusableValue(
		`Currency '${String(value)}' is not one the history can be filtered by`,
		`Use one of ${REPORT_NETWORKS.join(', ')}, or remove the filter.`,
	);
}

function readScore(value: unknown, label: string): number | undefined {
	const rule = { byDefault: null, from: 0, to: 100 };
	return readNumberWithin<null>(value, label, rule) ?? undefined;
}

/**
 * Reads the filters that both nodes have (service 4.7). Nothing means no filter.
 * @param raw the collection Filters as n8n hands it over, expressions resolved.
 * @throws AmlCheckError for what is there but can't be used.
 */
export function readTargetFilter(raw: IDataObject): TargetFilter {
	const from = readScore(raw.riskScoreFrom, 'Risk Score From');
	const to = readScore(raw.riskScoreTo, 'Risk Score To');
	if (from !== undefined && to !== undefined && from > to)
		throw unusableValue(
			`'Risk Score From' (${from}) is above 'Risk Score To' (${to})`,
			'Swap them, or remove one of the two filters.',
		);
	const type = isNothing(raw.type) ? undefined : readChoice(raw.type, 'Type', ['address', 'tx']);
	return { currency: readNetwork(raw.currency), type, riskscore_from: from, riskscore_to: to };
}
