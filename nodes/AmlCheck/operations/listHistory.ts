import type { IDataObject } from 'n8n-workflow';

import {
	CURRENCY_FILTER,
	filtersField,
	RISK_SCORE_FROM_FILTER,
	RISK_SCORE_TO_FILTER,
	SIMPLIFY,
	TYPE_FILTER,
} from '../../shared/fields';
import { readTargetFilter } from '../../shared/history/filters';
import { listHistory } from '../../shared/history/pages';
import { asSent } from '../../shared/history/records';
import type { HistoryFilter } from '../../shared/rpc/schemas';
import { LIMIT, RETURN_ALL } from '../fields/common';
import { READING_OPTIONS } from '../fields/options';
import { historyItemOutputSchema } from '../outputs/checks';
import type { NodeRun } from '../run/nodeRun';
import type { ItemOutput } from '../run/itemOutcome';
import { perItem } from './perItem';
import { readWorkflowDate } from './readWorkflowDate';
import { readLimit } from './readLimit';
import type { Operation } from './types';

/** Service 4.7; members that are not set are left out. */
function readFilter(run: NodeRun, index: number): HistoryFilter {
	const raw = run.collection('filters', index);
	const filter: HistoryFilter = {
		...readTargetFilter(raw),
		date_from: readWorkflowDate(run, index, raw.dateFrom, 'Date From'),
		date_to: readWorkflowDate(run, index, raw.dateTo, 'Date To'),
	};
	const given = Object.entries(filter).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given) as HistoryFilter;
}

async function getHistory(run: NodeRun, index: number): Promise<ItemOutput[]> {
	const limit = readLimit(run, index);
	const items = await listHistory(run.session, readFilter(run, index), limit);
	if (!run.flag('simplify', index, true))
		return items.map((item) => ({ json: asSent(item) as IDataObject }));
	await run.proveScales(items, 'history');
	return items.map((item) => ({ json: run.simplify(item, index, { source: 'history' }) }));
}

const FILTERS = filtersField([
	CURRENCY_FILTER,
	{
		displayName: 'Date From',
		name: 'dateFrom',
		type: 'dateTime',
		default: '',
		description: 'Only checks from this date and time on',
	},
	{
		displayName: 'Date To',
		name: 'dateTo',
		type: 'dateTime',
		default: '',
		description: 'Only checks up to this date and time',
	},
	RISK_SCORE_FROM_FILTER,
	RISK_SCORE_TO_FILTER,
	TYPE_FILTER,
]);

/** `checkup.getcheckshistory` (service 4.7); free. */
export const listHistoryOperation: Operation = {
	resource: 'history',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many history items',
	description: 'List checks from the newest on. Free.',
	method: 'checkup.getcheckshistory',
	properties: [RETURN_ALL, LIMIT, FILTERS, SIMPLIFY, READING_OPTIONS],
	output: historyItemOutputSchema,
	example: { parameters: { filters: { currency: 'BTC', riskScoreFrom: 75 } } },
	run: perItem(getHistory),
};
