import type { IDataObject } from 'n8n-workflow';

import { filtersField, SIMPLIFY } from '../../shared/options/fields';
import { HISTORY_FILTERS, refuseEmptyRange } from '../../shared/options/filters';
import { option } from '../../shared/options/read';
import { RISK_RULES_FIELDS } from '../../shared/options/riskFields';
import { listHistory } from '../../shared/history/pages';
import { asSent } from '../../shared/history/records';
import type { HistoryFilter } from '../../shared/rpc/schemas';
import { z } from '../../shared/vendor/zod';
import { LIMIT, RETURN_ALL } from '../fields/common';
import { READING_OPTIONS } from '../fields/options';
import { historyItemOutputSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/outcomes';
import { perItem } from './perItem';
import { readWorkflowDate } from './readWorkflowDate';
import { readLimit } from './readLimit';
import type { Operation } from './types';

const FILTERS = {
	...HISTORY_FILTERS,
	dateFrom: option(
		{
			displayName: 'Date From',
			name: 'dateFrom',
			type: 'dateTime',
			default: '',
			description: 'Only checks from this date and time on',
		},
		z.unknown(),
	),
	dateTo: option(
		{
			displayName: 'Date To',
			name: 'dateTo',
			type: 'dateTime',
			default: '',
			description: 'Only checks up to this date and time',
		},
		z.unknown(),
	),
};

/** Service 4.7; members that are not set are left out. */
function readFilter(run: NodeRun, index: number): HistoryFilter {
	const raw = run.collection(FILTERS, 'filters', index);
	refuseEmptyRange(raw);
	const filter: HistoryFilter = {
		currency: raw.currency,
		type: raw.type,
		riskscore_from: raw.riskScoreFrom,
		riskscore_to: raw.riskScoreTo,
		date_from: readWorkflowDate(run, index, raw.dateFrom, 'Date From'),
		date_to: readWorkflowDate(run, index, raw.dateTo, 'Date To'),
	};
	const given = Object.entries(filter).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given) as HistoryFilter;
}

async function getHistory(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const limit = readLimit(run, index);
	const items = await listHistory(run.session, readFilter(run, index), limit);
	if (!run.isSimplified(index)) return items.map((item) => ({ json: asSent(item) as IDataObject }));
	const facts = { source: 'history', charged: false } as const;
	return items.map((item) => ({ json: run.simplify(item, index, facts) }));
}

/** `checkup.getcheckshistory` (service 4.7); free. */
export const listHistoryOperation: Operation = {
	resource: 'history',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many past checks',
	description: 'Get many past checks, newest first',
	method: 'checkup.getcheckshistory',
	properties: [
		RETURN_ALL,
		LIMIT,
		filtersField(FILTERS),
		SIMPLIFY,
		...RISK_RULES_FIELDS,
		...READING_OPTIONS,
	],
	output: historyItemOutputSchema,
	example: { parameters: { filters: { currency: 'BTC', riskScoreFrom: 75 } } },
	run: perItem(getHistory),
};
