import type { IDataObject } from 'n8n-workflow';

import { showCheck } from '../../shared/check/show';
import { fetchHistory } from '../../shared/service/pages';
import { collectionField, HISTORY_FILTERS, refuseEmptyRange } from '../../shared/n8n/fields';
import { badSetting } from '../../shared/failures/failure';
import type { Option } from '../../shared/n8n/read';
import { quoteValue } from '../../shared/wallet/quote';
import { asSent, type HistoryFilter, type HistoryItem } from '../../shared/service/schemas';
import { isNothing, isObject, withoutEmpty } from '../../shared/base/values';
import { LIMIT, RETURN_ALL } from '../fields/common';
import { LAST_FIELDS } from '../fields/options';
import { historyItemOutputSchema } from '../items/schemas';
import type { ItemOutput } from '../items/outcomes';
import { perItem, parseLimit, type ItemRun, type Operation } from './operation';

const dateOption = (displayName: string, description: string): Option<unknown, undefined> => ({
	field: { displayName, type: 'dateTime', default: '', description },
	read: (value) => value,
	byDefault: undefined,
});

const CHECK_FILTERS = {
	...HISTORY_FILTERS,
	dateFrom: dateOption('Date From', 'Only checks from this date and time on'),
	dateTo: dateOption('Date To', 'Only checks up to this date and time'),
};

/** n8n gives its own date class to nodes through the workflow's data. */
interface DateLibrary {
	fromISO(text: string, options: { zone: string }): { isValid: boolean; toSeconds(): number };
}

/** A number from here up can only mean milliseconds: in seconds it would be the year 5138. */
const MILLISECONDS_FROM = 1e11;

/** A date without an offset is in the workflow's time zone. */
function toSeconds({ context, index }: ItemRun, value: unknown): number {
	if (value instanceof Date) return value.getTime() / 1000;
	if (isObject(value) && 'toMillis' in value)
		return (value as { toMillis(): number }).toMillis() / 1000;
	const text = String(value).trim();
	if (/^\d+(\.\d+)?$/.test(text))
		return Number(text) / (Number(text) >= MILLISECONDS_FROM ? 1000 : 1);
	const { DateTime } = context.getWorkflowDataProxy(index) as { DateTime?: DateLibrary };
	const date = DateTime?.fromISO(text.replace(' ', 'T'), { zone: context.getTimezone() });
	return date?.isValid ? date.toSeconds() : NaN;
}

/** Reads a date of a date picker or an expression as whole Unix seconds; undefined if nothing is given. */
function parseDateFilter(item: ItemRun, value: unknown, label: string): number | undefined {
	if (isNothing(value)) return undefined;
	const seconds = toSeconds(item, value);
	if (Number.isFinite(seconds)) return Math.floor(seconds);
	throw badSetting(
		`${label} is ${quoteValue(value)}`,
		'Use a date such as 2026-01-31T12:00:00, or a Unix timestamp.',
	);
}

function parseFilter(item: ItemRun): HistoryFilter {
	const { parameters, index } = item;
	const raw = parameters.collection(CHECK_FILTERS, 'filters', index);
	const parseDate = (value: unknown, label: string) =>
		parameters.blameItem('filters', () => parseDateFilter(item, value, label));
	refuseEmptyRange(raw);
	return withoutEmpty<HistoryFilter>({
		currency: raw.network,
		type: raw.type,
		riskscore_from: raw.riskScoreFrom,
		riskscore_to: raw.riskScoreTo,
		date_from: parseDate(raw.dateFrom, 'Date From'),
		date_to: parseDate(raw.dateTo, 'Date To'),
	});
}

async function listItemChecks(item: ItemRun): Promise<ItemOutput[]> {
	const { session, options } = item;
	const records = await fetchHistory(session, parseFilter(item), parseLimit(item));
	const facts = { source: 'history', charged: false } as const;
	const toJson = (record: HistoryItem): IDataObject =>
		options.simplify ? showCheck(record, facts, options).json : (asSent(record) as IDataObject);
	return records.map((record) => ({ json: toJson(record) }));
}

export const listPastChecks: Operation = {
	resource: 'history',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many past checks',
	description: 'Get many past checks, newest first',
	method: 'checkup.getcheckshistory',
	properties: [
		RETURN_ALL,
		LIMIT,
		collectionField('filters', CHECK_FILTERS),
		...LAST_FIELDS.history,
	],
	output: historyItemOutputSchema,
	run: perItem(listItemChecks),
};
